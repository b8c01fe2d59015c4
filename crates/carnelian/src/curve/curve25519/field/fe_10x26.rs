//! The field over 32-bit words: ten limbs in radix 2²⁵·⁵, alternately of 26 and 25 bits. Tight limbs are up to 2²⁶ and
//! 2²⁵, loose ones up to three times as much.

use super::fe_fiat::fiat_field;
use super::invert_by_power;

fiat_field!(Fe10x26, Loose10x26, curve25519_32, 10, split, join, invert_by_power);

/// Splits each limb in radix 2⁵¹ into its lower 26 bits and the rest, below 2²⁶.
#[inline(always)]
fn split(packed: &[u64; 5]) -> [u32; 10] {
    let mut limbs = [0; 10];
    for (i, limb) in packed.iter().enumerate() {
        limbs[2 * i] = *limb as u32 & 0x03ff_ffff;
        limbs[2 * i + 1] = (limb >> 26) as u32;
    }
    limbs
}

/// Joins limbs; the result is at most 2²⁶ + 2²⁵·2²⁶.
#[inline(always)]
fn join(limbs: &[u32; 10]) -> [u64; 5] {
    let mut packed = [0; 5];
    for (i, limb) in packed.iter_mut().enumerate() {
        *limb = u64::from(limbs[2 * i]) + (u64::from(limbs[2 * i + 1]) << 26);
    }
    packed
}
