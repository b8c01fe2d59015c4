//! The contract of a backend of the group of curve25519, and the one place where a backend is chosen.
//!
//! Points are passed in the common form, [`Point`]; a backend's own representation stays inside it. Functions run in
//! constant time unless named `_vartime`, and wipe their operands from the stack unless named `_public`.
//!
//! The stack is wiped within each arm of a dispatch: a frame around all arms would contain the code of every backend
//! behind a table of jumps, which the scan for constant time does not follow.
#![allow(clippy::unit_arg, reason = "portable fields need no proof")]

use super::field::{self, Field, PrimeField};
use super::group::{self, Extended, Point, elligator2_map, ladder, ristretto_map, scalar_mul};
use super::order::{Order, Words};
use crate::base::cpu::{self, Proof};
use crate::base::ct::Choice;
use crate::base::dispatch::backends;
use crate::base::memory::wiping_stack;

/// The maximum number of elements that share one inversion: their denominators are on the stack.
pub(super) const TOGETHER: usize = field::TOGETHER;

/// A number below 2²⁵⁵, little-endian.
pub(super) type Scalar = [u8; 32];

/// A backend. The defaults compute one element at a time.
pub(super) trait Kernel: Proof {
    /// The field, for one element at a time.
    type Field: Field;

    /// The integers modulo L.
    type Order: Order;

    /// Returns the proof for [`Field`](Self::Field).
    fn field(self) -> <Self::Field as PrimeField>::Proof;

    /// [`x25519`].
    fn x25519(self, k: &Scalar, u: &[u8; 32]) -> [u8; 32] {
        ladder::x25519::<Self::Field>(self.field(), k, u)
    }

    /// [`mul_base`].
    fn mul_base(self, scalar: &Scalar) -> Point {
        wiping_stack::<4096, _>(|| scalar_mul::mul_base::<Self::Field>(self.field(), scalar).pack())
    }

    /// [`mul`].
    fn mul(self, scalar: &Scalar, point: &Point) -> Point {
        scalar_mul::mul::<Self::Field>(scalar, &Extended::unpack(self.field(), point)).pack()
    }

    /// [`combination_vartime`].
    fn combination_vartime<const N: usize>(self, scalars: [&Scalar; N], points: [&Point; N], b: &Scalar) -> Point {
        let points = points.map(|point| Extended::unpack(self.field(), point));
        scalar_mul::combination_vartime::<Self::Field, N>(self.field(), scalars, points, b).pack()
    }

    /// [`decode`].
    fn decode(self, bytes: &[u8; 32]) -> (Point, Choice) {
        let (point, valid) = group::decode::<Self::Field>(self.field(), bytes);
        (point.pack(), valid)
    }

    /// [`decode_few_public`].
    fn decode_few<const N: usize>(self, encodings: [&[u8; 32]; N]) -> [(Point, Choice); N] {
        encodings.map(|bytes| self.decode(bytes))
    }
}

backends! {$
    /// An implementation that this CPU can run.
    pub(super) enum Backend {
        x86_64: {
            Ifma(cpu::Avx512Ifma) = "avx512-ifma",
            Avx2(cpu::Avx2Fma) = "avx2-fma",
        }
        any: {
            Portable64(cpu::Portable64) = "portable64",
            Portable32(cpu::Portable32) = "portable32",
        }
    }
}

#[cfg(feature = "alloc")]
pub(super) mod batch;

/// The field of a backend, for one element at a time.
type FieldOf<K> = <K as Kernel>::Field;

/// The integers modulo L of a backend.
type OrderOf<K> = <K as Kernel>::Order;

/// X25519 of RFC 7748 Section 5. `k` is decoded already, at least to a multiple of 8; `u` is decoded here.
pub(super) fn x25519(backend: Backend, k: &Scalar, u: &[u8; 32]) -> [u8; 32] {
    debug_assert!(k[0].is_multiple_of(8) && k[31] < 0x80);
    wiping_stack::<4096, _>(|| dispatch!("x25519", backend, |kernel| kernel.x25519(k, u)))
}

/// Returns `scalar`·B.
pub(super) fn mul_base(backend: Backend, scalar: &Scalar) -> Point {
    dispatch!("mul_base", backend, |kernel| kernel.mul_base(scalar))
}

/// Computes `scalars[i]`·B, as many points as scalars.
pub(super) fn mul_base_many(backend: Backend, scalars: &[&Scalar], points: &mut [Point]) {
    for (point, scalar) in points.iter_mut().zip(scalars) {
        *point = mul_base(backend, scalar);
    }
}

/// Returns `scalar`·`point`.
pub(super) fn mul(backend: Backend, scalar: &Scalar, point: &Point) -> Point {
    wiping_stack::<8192, _>(|| dispatch!("mul", backend, |kernel| kernel.mul(scalar, point)))
}

/// Returns the sum of `scalars[i]`·`points[i]` and `b`·B. It is faster if the scalars are below 2¹²⁸.
pub(super) fn combination_vartime<const N: usize>(
    backend: Backend,
    scalars: [&Scalar; N],
    points: [&Point; N],
    b: &Scalar,
) -> Point {
    dispatch!("combination_vartime", backend, |kernel| kernel.combination_vartime(scalars, points, b))
}

/// Decodes a point by RFC 8032 Section 5.1.3, but with y taken modulo p and the sign of x = 0 ignored. Returns the
/// point and whether there is one.
pub(super) fn decode(backend: Backend, bytes: &[u8; 32]) -> (Point, Choice) {
    wiping_stack::<8192, _>(|| dispatch!("decode", backend, |kernel| kernel.decode(bytes)))
}

/// [`decode`] for a few encodings, at most four, which must be public: intermediate values are left on the stack.
pub(super) fn decode_few_public<const N: usize>(backend: Backend, encodings: [&[u8; 32]; N]) -> [(Point, Choice); N] {
    dispatch!("decode", backend, |kernel| kernel.decode_few(encodings))
}

/// Encodes points by RFC 8032 Section 5.1.2, with one inversion for all: `points` and `out` are of one length of at
/// most [`TOGETHER`].
pub(super) fn encode(backend: Backend, points: &[Point], out: &mut [[u8; 32]]) {
    if let ([point], [out]) = (points, &mut *out) {
        *out = dispatch!("encode", backend, |kernel: K| wiping_stack::<2048, _>(|| group::encode::<FieldOf<K>>(
            kernel.field(),
            point
        )));
        return;
    }
    dispatch!("encode", backend, |kernel: K| wiping_stack::<8192, _>(|| group::encode_all::<FieldOf<K>>(
        kernel.field(),
        points,
        out
    )));
}

/// Encodes points like [`encode`], and scales them to Z = 1.
pub(super) fn normalize(backend: Backend, points: &mut [Point], out: &mut [[u8; 32]]) {
    if let ([point], [out]) = (&mut *points, &mut *out) {
        dispatch!(backend, |kernel: K| wiping_stack::<2048, _>(|| group::normalize::<FieldOf<K>>(
            kernel.field(),
            point,
            out
        )));
        return;
    }
    dispatch!(backend, |kernel: K| wiping_stack::<8192, _>(|| group::normalize_all::<FieldOf<K>>(
        kernel.field(),
        points,
        out
    )));
}

/// Returns `a` + `b`.
pub(super) fn add(backend: Backend, a: &Point, b: &Point) -> Point {
    dispatch!(backend, |kernel: K| wiping_stack::<3072, _>(|| group::add::<FieldOf<K>>(kernel.field(), a, b)))
}

/// Returns −`a`.
pub(super) fn negate(backend: Backend, a: &Point) -> Point {
    dispatch!(backend, |kernel: K| wiping_stack::<1024, _>(|| Extended::<FieldOf<K>>::unpack(kernel.field(), a)
        .negate()
        .pack()))
}

/// Returns 2^`n`·`a`, 1 ≤ n.
pub(super) fn double_times(backend: Backend, a: &Point, n: u32) -> Point {
    dispatch!(backend, |kernel: K| wiping_stack::<3072, _>(|| {
        let a = Extended::<FieldOf<K>>::unpack(kernel.field(), a);
        scalar_mul::double_times(&a.projective(), n).extended().pack()
    }))
}

/// Returns whether `a` = `b`.
pub(super) fn equals(backend: Backend, a: &Point, b: &Point) -> Choice {
    dispatch!(backend, |kernel: K| wiping_stack::<3072, _>(|| group::equals::<FieldOf<K>>(kernel.field(), a, b)))
}

/// Returns whether 8·`a` = 0.
pub(super) fn is_small_order(backend: Backend, a: &Point) -> Choice {
    dispatch!(backend, |kernel: K| wiping_stack::<2048, _>(|| group::is_small_order::<FieldOf<K>>(kernel.field(), a)))
}

/// Computes the u-coordinates (Z + Y)/(Z − Y) of at most [`TOGETHER`] points on the Montgomery form, 0 for the identity
/// element.
pub(super) fn to_montgomery(backend: Backend, points: &[Point], out: &mut [[u8; 32]]) {
    if let ([point], [out]) = (points, &mut *out) {
        *out =
            dispatch!("to_montgomery", backend, |kernel: K| wiping_stack::<2048, _>(
                || group::montgomery::<FieldOf<K>>(kernel.field(), point)
            ));
        return;
    }
    dispatch!("to_montgomery", backend, |kernel: K| wiping_stack::<8192, _>(|| {
        group::montgomery_all::<FieldOf<K>>(kernel.field(), points, out);
    }));
}

/// Returns the encoding of the point with Montgomery coordinate `u` and sign 0 of x, y = (u − 1)/(u + 1), and whether
/// u ≠ −1. Only decoding it tells whether there is a point with that y.
pub(super) fn from_montgomery(backend: Backend, u: &[u8; 32]) -> ([u8; 32], Choice) {
    dispatch!(backend, |kernel: K| wiping_stack::<3072, _>(|| group::from_montgomery::<FieldOf<K>>(kernel.field(), u)))
}

/// RFC 9496 Section 4.3.1: returns the point of an encoding, and whether there is one.
pub(super) fn ristretto_decode(backend: Backend, bytes: &[u8; 32]) -> (Point, Choice) {
    dispatch!("ristretto_decode", backend, |kernel: K| wiping_stack::<8192, _>(|| {
        ristretto_map::decode::<FieldOf<K>>(kernel.field(), bytes, field::sqrt_ratio)
    }))
}

/// RFC 9496 Section 4.3.2.
pub(super) fn ristretto_encode(backend: Backend, point: &Point) -> [u8; 32] {
    dispatch!("ristretto_encode", backend, |kernel: K| wiping_stack::<8192, _>(|| {
        ristretto_map::encode(&Extended::<FieldOf<K>>::unpack(kernel.field(), point), field::sqrt_ratio)
    }))
}

/// RFC 9496 Section 4.3.3.
pub(super) fn ristretto_equals(backend: Backend, a: &Point, b: &Point) -> Choice {
    dispatch!(backend, |kernel: K| wiping_stack::<3072, _>(|| {
        let [a, b] = [a, b].map(|point| Extended::<FieldOf<K>>::unpack(kernel.field(), point));
        ristretto_map::equals(&a, &b)
    }))
}

/// MAP of RFC 9496 Section 4.3.4.
pub(super) fn ristretto_map(backend: Backend, bytes: &[u8; 32]) -> Point {
    dispatch!("ristretto_map", backend, |kernel: K| wiping_stack::<8192, _>(|| {
        ristretto_map::map::<FieldOf<K>>(kernel.field(), bytes, field::sqrt_ratio).pack()
    }))
}

/// Returns the Montgomery coordinate of the point that 32 bytes represent by Elligator 2; their top two bits are
/// ignored.
pub(super) fn elligator2_map(backend: Backend, representative: &[u8; 32]) -> [u8; 32] {
    dispatch!("elligator2_map", backend, |kernel: K| wiping_stack::<8192, _>(|| {
        elligator2_map::map_to_montgomery::<FieldOf<K>>(kernel.field(), representative)
    }))
}

/// Returns the representative of the point of the curve with Montgomery coordinate `u`, and whether it has one. The
/// lowest bit of the tweak chooses one of two, and its top two bits become those of the representative.
pub(super) fn elligator2_inverse(backend: Backend, u: &[u8; 32], tweak: u8) -> ([u8; 32], Choice) {
    dispatch!("elligator2_inverse", backend, |kernel: K| wiping_stack::<8192, _>(|| {
        elligator2_map::inverse::<FieldOf<K>>(kernel.field(), u, tweak)
    }))
}

/// [`elligator2_inverse`] for a point of edwards25519.
pub(super) fn elligator2_inverse_of_point(backend: Backend, point: &Point, tweak: u8) -> ([u8; 32], Choice) {
    dispatch!("elligator2_inverse_of_point", backend, |kernel: K| wiping_stack::<8192, _>(|| {
        elligator2_map::inverse_of_point::<FieldOf<K>>(kernel.field(), point, tweak)
    }))
}

/// Returns the point of edwards25519 to which RFC 9380 maps 48 uniformly random bytes.
pub(super) fn elligator2_map_to_edwards(backend: Backend, uniform: &[u8; 48]) -> Point {
    dispatch!("elligator2_map_to_edwards", backend, |kernel: K| wiping_stack::<8192, _>(|| {
        elligator2_map::map_to_edwards::<FieldOf<K>>(kernel.field(), uniform).pack()
    }))
}

/// Returns a 512-bit number modulo L.
pub(super) fn scalar_reduce_wide(backend: Backend, bytes: &[u8; 64]) -> Words {
    dispatch!("scalar_reduce_wide", backend, |_kernel: K| wiping_stack::<1024, _>(|| OrderOf::<K>::reduce_wide(bytes)))
}

/// Returns `a`·`b` + `c` modulo L.
pub(super) fn scalar_mul_add(backend: Backend, a: &Words, b: &Words, c: &Words) -> Words {
    dispatch!("scalar_mul_add", backend, |_kernel: K| wiping_stack::<1024, _>(|| OrderOf::<K>::mul_add(a, b, c)))
}

/// Returns `a` + `b` modulo L.
pub(super) fn scalar_add(backend: Backend, a: &Words, b: &Words) -> Words {
    dispatch!(backend, |_kernel: K| wiping_stack::<512, _>(|| OrderOf::<K>::sum(a, b)))
}

/// Returns `a` − `b` modulo L.
pub(super) fn scalar_sub(backend: Backend, a: &Words, b: &Words) -> Words {
    dispatch!(backend, |_kernel: K| wiping_stack::<512, _>(|| OrderOf::<K>::difference(a, b)))
}

/// Returns 1/`a` modulo L, and 0 for 0.
pub(super) fn scalar_invert(backend: Backend, a: &Words) -> Words {
    dispatch!("scalar_invert", backend, |_kernel: K| wiping_stack::<4096, _>(|| OrderOf::<K>::inverse(a)))
}
