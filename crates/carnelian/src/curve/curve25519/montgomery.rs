//! The Montgomery form, curve25519, seen from its u-coordinates: what X25519 is made of. Constant time throughout.

#[cfg(feature = "alloc")]
use super::kernel::TOGETHER;
use super::kernel::{self, Backend};
use crate::base::memory::wipe;

/// The u-coordinate of `k` times the point with the coordinate `u`: 0 if that is the neutral element. `k` is a multiple of
/// 8 below 2²⁵⁵; of `u` the top bit is ignored.
pub(in crate::curve) fn mul(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    kernel::x25519(Backend::choose(), k, u)
}

/// The u-coordinate of `k` times the base point.
pub(in crate::curve) fn mul_base(k: &[u8; 32]) -> [u8; 32] {
    let backend = Backend::choose();
    let (mut point, mut out) = ([kernel::mul_base(backend, k)], [[0; 32]]);
    kernel::to_montgomery(backend, &point, &mut out);
    wipe(point.as_flattened_mut().as_flattened_mut());
    let [u] = out;
    u
}

/// [`mul`] for many pairs, as many of each, with shared inversions. A result of 0 changes nothing for the others.
#[cfg(feature = "alloc")]
pub(in crate::curve) fn mul_many(ks: &[&[u8; 32]], us: &[&[u8; 32]], out: &mut [[u8; 32]]) {
    let backend = Backend::choose();
    for ((ks, us), out) in ks.chunks(TOGETHER).zip(us.chunks(TOGETHER)).zip(out.chunks_mut(TOGETHER)) {
        kernel::x25519_many(backend, ks, us, out);
    }
}

/// [`mul_base`] for many scalars, with shared inversions.
#[cfg(feature = "alloc")]
pub(in crate::curve) fn mul_base_many(ks: &[&[u8; 32]], out: &mut [[u8; 32]]) {
    let backend = Backend::choose();
    for (ks, out) in ks.chunks(TOGETHER).zip(out.chunks_mut(TOGETHER)) {
        let mut points = [[[0; 5]; 4]; TOGETHER];
        let points = &mut points[..ks.len()];
        kernel::mul_base_many(backend, ks, points);
        kernel::to_montgomery(backend, points, out);
        wipe(points.as_flattened_mut().as_flattened_mut());
    }
}
