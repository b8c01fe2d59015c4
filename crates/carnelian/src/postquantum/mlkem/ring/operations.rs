//! The operations of [`Kernel`](super::kernel::Kernel) over lanes: the arithmetic of each polynomial of a vector.

use super::arithmetic;
use super::packing;
use super::polynomial::{Factor, NttPoly, Poly};
use super::tables::Row;
use crate::base::lanes::i16::I16Lanes;
use crate::postquantum::lattice::ntt::Tables;

/// Returns the first `len` items and leaves the others. Chunks of a length that the compiler does not know would need a
/// division, which a scan of the machine code cannot tell from one of a secret.
#[inline(always)]
fn next<'t, T>(items: &mut &'t [T], len: usize) -> &'t [T] {
    let (now, later) = items.split_at(len);
    *items = later;
    now
}

#[inline(always)]
pub(super) fn ntt<L: I16Lanes<W>, T: Tables<Row<W>>, const W: usize>(
    proof: L::Proof,
    f: &[Poly],
    f_hat: &mut [NttPoly],
) {
    for (f, f_hat) in f.iter().zip(f_hat) {
        arithmetic::ntt::<L, T, W>(proof, f, f_hat);
    }
}

#[inline(always)]
pub(super) fn ntt_factors<L: I16Lanes<W>, T: Tables<Row<W>>, const W: usize>(
    proof: L::Proof,
    f: &[Poly],
    factors: &mut [Factor],
) {
    let mut f_hat = NttPoly::ZERO;
    for (f, factor) in f.iter().zip(factors) {
        arithmetic::ntt::<L, T, W>(proof, f, &mut f_hat);
        arithmetic::factor::<L, W>(proof, &f_hat, factor);
    }
}

#[inline(always)]
pub(super) fn factors<L: I16Lanes<W>, const W: usize>(proof: L::Proof, f_hat: &[NttPoly], factors: &mut [Factor]) {
    for (f_hat, factor) in f_hat.iter().zip(factors) {
        arithmetic::factor::<L, W>(proof, f_hat, factor);
    }
}

#[inline(always)]
pub(super) fn multiply_add<L: I16Lanes<W>, const W: usize>(
    proof: L::Proof,
    a: &[NttPoly],
    s: &[Factor],
    t: &mut [NttPoly],
) {
    let (mut product, mut rows) = (NttPoly::ZERO, a);
    for t in t {
        let row = next(&mut rows, s.len());
        arithmetic::inner_product::<L, W>(proof, row, s, &mut product);
        arithmetic::add_to_product::<L, W>(proof, &product, t);
    }
}

#[inline(always)]
pub(super) fn multiply_add_inverse<L: I16Lanes<W>, T: Tables<Row<W>>, const W: usize>(
    proof: L::Proof,
    a: &[NttPoly],
    y: &[Factor],
    u: &mut [Poly],
) {
    let (mut product, mut rows) = (NttPoly::ZERO, a);
    for u in u {
        let row = next(&mut rows, y.len());
        arithmetic::inner_product::<L, W>(proof, row, y, &mut product);
        arithmetic::add_inverse_ntt::<L, T, W>(proof, &mut product, u);
    }
}

#[inline(always)]
pub(super) fn reduce<L: I16Lanes<W>, const W: usize>(proof: L::Proof, f_hat: &mut [NttPoly]) {
    for f_hat in f_hat {
        arithmetic::reduce::<L, W>(proof, f_hat);
    }
}

#[inline(always)]
pub(super) fn encode<L: I16Lanes<W>, const W: usize>(proof: L::Proof, f_hat: &[NttPoly], bytes: &mut [u8]) {
    for (f_hat, bytes) in f_hat.iter().zip(bytes.chunks_exact_mut(384)) {
        packing::encode::<L, W>(proof, f_hat, bytes);
    }
}

#[inline(always)]
pub(super) fn decode<L: I16Lanes<W>, const W: usize>(proof: L::Proof, bytes: &[u8], f_hat: &mut [NttPoly]) {
    for (f_hat, bytes) in f_hat.iter_mut().zip(bytes.chunks_exact(384)) {
        packing::decode::<L, W>(proof, bytes, f_hat);
    }
}

#[inline(always)]
pub(super) fn is_canonical_vartime<L: I16Lanes<W>, const W: usize>(proof: L::Proof, bytes: &[u8]) -> bool {
    bytes.chunks_exact(384).all(|bytes| packing::is_canonical_vartime::<L, W>(proof, bytes))
}

#[inline(always)]
pub(super) fn compress<L: I16Lanes<W>, const W: usize>(proof: L::Proof, d: i32, f: &[Poly], bytes: &mut [u8]) {
    let mut rest = bytes;
    for f in f {
        let (bytes, after) = rest.split_at_mut(32 * d as usize);
        rest = after;
        match d {
            1 => packing::compress::<1, 1, L, W>(proof, f, bytes),
            4 => packing::compress::<4, 4, L, W>(proof, f, bytes),
            5 => packing::compress::<5, 5, L, W>(proof, f, bytes),
            10 => packing::compress::<10, 10, L, W>(proof, f, bytes),
            11 => packing::compress::<11, 11, L, W>(proof, f, bytes),
            _ => unreachable!("no parameter set compresses to this many bits"),
        }
    }
}

#[inline(always)]
pub(super) fn decompress<L: I16Lanes<W>, const W: usize>(proof: L::Proof, d: i32, bytes: &[u8], f: &mut [Poly]) {
    let mut rest = bytes;
    for f in f {
        let bytes = next(&mut rest, 32 * d as usize);
        match d {
            4 => packing::decompress::<4, 4, L, W>(proof, bytes, f),
            5 => packing::decompress::<5, 5, L, W>(proof, bytes, f),
            10 => packing::decompress::<10, 10, L, W>(proof, bytes, f),
            11 => packing::decompress::<11, 11, L, W>(proof, bytes, f),
            _ => unreachable!("no parameter set compresses to this many bits"),
        }
    }
}

#[inline(always)]
pub(super) fn add_message<L: I16Lanes<W>, const W: usize>(proof: L::Proof, m: &[u8; 32], f: &mut Poly) {
    packing::add_message::<L, W>(proof, m, f);
}

#[inline(always)]
pub(super) fn sample_cbd<L: I16Lanes<W>, const W: usize>(proof: L::Proof, eta: usize, bytes: &[u8], f: &mut Poly) {
    if eta == 2 {
        packing::sample_cbd2::<L, W>(proof, bytes, f);
    } else {
        packing::sample_cbd3::<L, W>(proof, bytes, f);
    }
}
