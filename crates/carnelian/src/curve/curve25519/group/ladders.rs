//! Many Montgomery ladders with one inversion.

use super::ladder::ladder;
use crate::curve::curve25519::field::{self, Field, TOGETHER};

/// Computes [`ladder`] for each pair.
pub(crate) fn ladders<F: Field>(proof: F::Proof, ks: &[&[u8; 32]], us: &[&[u8; 32]], xs: &mut [F], zs: &mut [F]) {
    for (i, (k, u)) in ks.iter().zip(us).enumerate() {
        (xs[i], zs[i]) = ladder(proof, k, u);
    }
}

/// Computes [`x25519`](super::ladder::x25519) for at most [`TOGETHER`] pairs, whose projective coordinates `ladders`
/// computes, with one inversion for all.
pub(crate) fn x25519_many<F: Field>(
    proof: F::Proof,
    ks: &[&[u8; 32]],
    us: &[&[u8; 32]],
    out: &mut [[u8; 32]],
    ladders: impl FnOnce(F::Proof, &[&[u8; 32]], &[&[u8; 32]], &mut [F], &mut [F]),
) {
    let (mut xs, mut zs) = ([F::zero(proof); TOGETHER], [F::zero(proof); TOGETHER]);
    let (xs, zs) = (&mut xs[..ks.len()], &mut zs[..ks.len()]);
    ladders(proof, ks, us, xs, zs);
    field::invert_all(zs);
    for ((out, x), z_inverse) in out.iter_mut().zip(xs).zip(zs) {
        *out = field::mul(x, z_inverse).to_bytes();
    }
}
