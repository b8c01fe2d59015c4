//! Operations on many points, and points prepared for many multiplications. They need a heap.

use super::edwards::{EdwardsPoint, PointError, is_canonical};
use super::group::prepared::Prepared;
use super::kernel::{self, Backend, TOGETHER, batch};
use super::ristretto::RistrettoPoint;
use super::scalar::Scalar;
use super::tables;
use crate::base::memory::wipe;
use crate::base::parallel;
use crate::error::LengthError;
use alloc::vec::Vec;
use core::ops::{Range, RangeInclusive};

/// The sizes of the parts that a sum is divided into: a smaller part would cost more on another core than it saves, and
/// on one core there is no reason for parts.
const PART_OF_A_SUM: RangeInclusive<usize> = 512..=usize::MAX;

impl EdwardsPoint {
    /// Computes [`decompress`](Self::decompress) for many encodings, several at a time where the CPU has vector lanes
    /// for it. Result `i` belongs to encoding `i`. The encodings must be public: intermediate values are not wiped.
    #[must_use]
    pub fn decompress_batch(encodings: &[[u8; 32]]) -> Vec<Result<Self, PointError>> {
        let mut points = Self::decompress_zip215_batch(encodings);
        for (point, encoding) in points.iter_mut().zip(encodings) {
            if !is_canonical(encoding).declassify("the encodings are public") {
                *point = Err(PointError::NotCanonical);
            }
        }
        points
    }

    /// Computes [`decompress_zip215`](Self::decompress_zip215) for many encodings, like
    /// [`decompress_batch`](Self::decompress_batch).
    #[must_use]
    pub fn decompress_zip215_batch(encodings: &[[u8; 32]]) -> Vec<Result<Self, PointError>> {
        let mut points = Vec::with_capacity(encodings.len());
        batch::decode_many_public(Backend::choose(), encodings, |point, valid| {
            points.push(Self::checked(point, valid));
        });
        points
    }

    /// Computes [`normalize`](Self::normalize) for many points, with shared inversions. Both slices have the same
    /// length.
    pub(in crate::curve) fn normalize_batch(points: &mut [Self], encodings: &mut [[u8; 32]]) {
        debug_assert_eq!(points.len(), encodings.len());
        let backend = Backend::choose();
        for (points, encodings) in points.chunks_mut(TOGETHER).zip(encodings.chunks_mut(TOGETHER)) {
            let mut inner = [tables::BASE; TOGETHER];
            let inner = &mut inner[..points.len()];
            for (inner, point) in inner.iter_mut().zip(points.iter()) {
                *inner = point.0;
            }
            kernel::normalize(backend, inner, encodings);
            for (inner, point) in inner.iter().zip(points) {
                point.0 = *inner;
            }
        }
    }

    /// Returns the sum of `scalars[i]`·`points[i]`, for any number of points. Takes time that depends on all operands,
    /// which must be public. With the feature `rayon` large sums use all cores.
    ///
    /// # Errors
    /// [`LengthError`] if the numbers of scalars and of points differ.
    ///
    /// ```
    /// use carnelian::curve::curve25519::{EdwardsPoint, Scalar};
    /// let points = [EdwardsPoint::BASE, EdwardsPoint::BASE.double()];
    /// let sum = EdwardsPoint::multiscalar_mul_vartime(&[Scalar::from(3u64), Scalar::from(4u64)], &points)?;
    /// assert_eq!(sum.compress(), EdwardsPoint::mul_base(&Scalar::from(11u64)).compress());
    /// # Ok::<(), carnelian::LengthError>(())
    /// ```
    pub fn multiscalar_mul_vartime(scalars: &[Scalar], points: &[Self]) -> Result<Self, LengthError> {
        if scalars.len() != points.len() {
            let (expected, found) = (points.len(), scalars.len());
            return Err(LengthError { what: "scalars of a sum of multiples", expected, found });
        }
        let sum = |part: Range<usize>| Self::multiscalar_mul_on_one_core_vartime(&scalars[part.clone()], &points[part]);
        let sums = parallel::by_parts(points.len(), PART_OF_A_SUM, sum);
        Ok(sums.into_iter().reduce(|sum, part| sum + part).unwrap_or(Self::IDENTITY))
    }

    /// Computes [`multiscalar_mul_vartime`](Self::multiscalar_mul_vartime) for slices of the same length on one core,
    /// for callers that already run on all cores.
    pub(in crate::curve) fn multiscalar_mul_on_one_core_vartime(scalars: &[Scalar], points: &[Self]) -> Self {
        let scalars: Vec<_> = scalars.iter().map(Scalar::to_bytes).collect();
        let points: Vec<_> = points.iter().map(|point| point.0).collect();
        Self(batch::multi_scalar_mul_vartime(Backend::choose(), &scalars, &points))
    }
}

impl RistrettoPoint {
    /// Returns the sum of `scalars[i]`·`points[i]`. Takes time that depends on all operands, which must be public.
    ///
    /// # Errors
    /// [`LengthError`] if the numbers of scalars and of points differ.
    pub fn multiscalar_mul_vartime(scalars: &[Scalar], points: &[Self]) -> Result<Self, LengthError> {
        let points: Vec<_> = points.iter().map(|point| point.0).collect();
        EdwardsPoint::multiscalar_mul_vartime(scalars, &points).map(Self)
    }
}

/// Computes [`montgomery::mul`](super::montgomery::mul) for many pairs, all slices of one length, with shared
/// inversions. A result of 0 does not affect the others.
pub(in crate::curve) fn montgomery_mul_batch(ks: &[&[u8; 32]], us: &[&[u8; 32]], out: &mut [[u8; 32]]) {
    let backend = Backend::choose();
    for ((ks, us), out) in ks.chunks(TOGETHER).zip(us.chunks(TOGETHER)).zip(out.chunks_mut(TOGETHER)) {
        batch::x25519_many(backend, ks, us, out);
    }
}

/// Computes [`montgomery::mul_base`](super::montgomery::mul_base) for many scalars, with shared inversions.
pub(in crate::curve) fn montgomery_mul_base_batch(ks: &[&[u8; 32]], out: &mut [[u8; 32]]) {
    let backend = Backend::choose();
    for (ks, out) in ks.chunks(TOGETHER).zip(out.chunks_mut(TOGETHER)) {
        let mut points = [[[0; 5]; 4]; TOGETHER];
        let points = &mut points[..ks.len()];
        kernel::mul_base_many(backend, ks, points);
        kernel::to_montgomery(backend, points, out);
        wipe(points.as_flattened_mut().as_flattened_mut());
    }
}

/// A point with tables of its multiples on the heap: 61 440 bytes with AVX2, else 15 360.
#[derive(Clone)]
pub(in crate::curve) struct PreparedPoint(Prepared);

impl PreparedPoint {
    /// Computes the tables of a public point.
    pub(in crate::curve) fn new(point: &EdwardsPoint) -> Self {
        Self(batch::prepare(Backend::choose(), &point.0))
    }

    /// Returns `a`·`self` + `b`·B. Takes time that depends on all operands, which must be public.
    pub(in crate::curve) fn double_scalar_mul_base_vartime(&self, a: &Scalar, b: &Scalar) -> EdwardsPoint {
        let (a, b) = (a.to_bytes(), b.to_bytes());
        EdwardsPoint(batch::double_scalar_mul_base_prepared_vartime(Backend::choose(), &a, &self.0, &b))
    }
}
