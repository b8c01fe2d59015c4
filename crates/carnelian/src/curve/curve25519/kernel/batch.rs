//! The contract for many elements at a time and for prepared points, which need a heap.

use super::{Backend, Kernel, Scalar};
use crate::base::cpu;
use crate::base::ct::Choice;
use crate::base::memory::wiping_stack;
use crate::curve::arithmetic::sums;
use crate::curve::curve25519::group::prepared::{self, Prepared};
use crate::curve::curve25519::group::{Edwards, Extended, NAF_LEN, Point, ladders};

/// A backend for many elements. The defaults compute one after the other.
pub(crate) trait Batch: Kernel {
    /// [`x25519_many`].
    fn x25519_many(self, ks: &[&Scalar], us: &[&[u8; 32]], out: &mut [[u8; 32]]) {
        wiping_stack::<8192, _>(|| {
            ladders::x25519_many(self.field(), ks, us, out, ladders::ladders::<Self::Field>);
        });
    }

    /// [`prepare`].
    fn prepare(self, point: &Point) -> Prepared {
        prepared::odd::<Self::Field>(self.field(), point)
    }

    /// [`double_scalar_mul_base_prepared_vartime`].
    fn double_scalar_mul_base_prepared_vartime(self, a: &Scalar, tables: &Prepared, b: &Scalar) -> Point {
        prepared::double_scalar_mul_base_vartime::<Self::Field>(self.field(), a, tables, b).pack()
    }

    /// [`multi_scalar_mul_vartime`].
    fn multi_scalar_mul_vartime(self, scalars: &[Scalar], points: &[Point]) -> Point {
        let points = points.iter().map(|point| Extended::unpack(self.field(), point));
        let group = Edwards::<Self::Field>(self.field());
        sums::multi_scalar_mul_vartime::<_, 32, NAF_LEN>(group, scalars, points).extended().pack()
    }

    /// [`decode_many_public`].
    fn decode_many(self, encodings: &[[u8; 32]], mut done: impl FnMut(Point, Choice)) {
        for bytes in encodings {
            let (point, valid) = self.decode(bytes);
            done(point, valid);
        }
    }
}

impl Batch for cpu::Portable64 {}

impl Batch for cpu::Portable32 {}

/// [`x25519`](super::x25519) for at most [`TOGETHER`](super::TOGETHER) pairs, all slices of one length, with one
/// inversion for all. A result of 0 does not affect the others.
pub(crate) fn x25519_many(backend: Backend, ks: &[&Scalar], us: &[&[u8; 32]], out: &mut [[u8; 32]]) {
    dispatch!("x25519_many", backend, |kernel| kernel.x25519_many(ks, us, out));
}

/// Returns tables of a point for [`double_scalar_mul_base_prepared_vartime`], of the kind that is best for the backend.
pub(crate) fn prepare(backend: Backend, point: &Point) -> Prepared {
    dispatch!(backend, |kernel| kernel.prepare(point))
}

/// Returns `a`·`point` + `b`·B, given tables of `point` by any backend.
pub(crate) fn double_scalar_mul_base_prepared_vartime(
    backend: Backend,
    a: &Scalar,
    tables: &Prepared,
    b: &Scalar,
) -> Point {
    dispatch!("double_scalar_mul_base_prepared_vartime", backend, |kernel| {
        kernel.double_scalar_mul_base_prepared_vartime(a, tables, b)
    })
}

/// Returns the sum of `scalars[i]`·`points[i]`, as many scalars as points.
pub(crate) fn multi_scalar_mul_vartime(backend: Backend, scalars: &[Scalar], points: &[Point]) -> Point {
    dispatch!("multi_scalar_mul_vartime", backend, |kernel| kernel.multi_scalar_mul_vartime(scalars, points))
}

/// [`decode_few_public`](super::decode_few_public) for many encodings. Calls `done` with each point and whether there
/// is one, in order.
pub(crate) fn decode_many_public(backend: Backend, encodings: &[[u8; 32]], done: impl FnMut(Point, Choice)) {
    dispatch!("decode_many", backend, |kernel| kernel.decode_many(encodings, done));
}
