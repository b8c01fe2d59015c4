//! The scalars over eight 32-bit words.

use super::Order;
use super::sc_fiat::fiat_scalar;

fiat_scalar!(Sc8x32, curve25519_scalar_32, 8, split, join);

impl Order for Sc8x32 {}

#[inline(always)]
fn split(words: &[u64; 4]) -> [u32; 8] {
    core::array::from_fn(|i| (words[i / 2] >> (i % 2 * 32)) as u32)
}

#[inline(always)]
fn join(words: &[u32; 8]) -> [u64; 4] {
    core::array::from_fn(|i| u64::from(words[2 * i]) | u64::from(words[2 * i + 1]) << 32)
}
