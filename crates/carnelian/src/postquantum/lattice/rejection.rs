//! Rejection sampling of polynomials from several sponges at once, FIPS 203 Algorithm 7, FIPS 204 Algorithms 30 and 31.

use super::polynomial::N;
use crate::hash::keccak::lanes::Squeeze;

/// Fills polynomials from sponges, one in each lane, by rejection. `LEN` bytes of output are read first, and `BLOCK`
/// bytes at a time after them, into `bytes`. `reject` appends to the first coefficients those that it accepts of some
/// bytes, and returns how many there are then.
pub(in crate::postquantum) fn fill<C, const LANES: usize, const LEN: usize, const BLOCK: usize>(
    sponges: &mut impl Squeeze<LANES>,
    bytes: &mut [[u8; LEN]; LANES],
    polys: &mut [Option<&mut [C; N]>; LANES],
    reject: &impl Fn(&[u8], &mut [C; N], usize) -> usize,
) {
    let (mut counts, mut len) = ([0; LANES], LEN);
    loop {
        sponges.squeeze(bytes.each_mut().map(|bytes| &mut bytes[..len]));
        let mut are_full = true;
        for ((poly, count), bytes) in polys.iter_mut().zip(&mut counts).zip(&*bytes) {
            if let Some(poly) = poly {
                *count = reject(&bytes[..len], poly, *count);
                are_full &= *count == N;
            }
        }
        if are_full {
            break;
        }
        len = BLOCK;
    }
}
