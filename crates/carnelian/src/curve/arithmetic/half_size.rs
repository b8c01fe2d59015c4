//! Writes a scalar as the quotient of two numbers of half its size: Antipa, Brown, Gallant, Lambert, Struik, Vanstone,
//! "Accelerated verification of ECDSA signatures" (2005).
//!
//! Euclid's algorithm on (n, k) yields remainders r = t·k modulo n in which r falls as |t| rises: r·|t| < n. When r
//! first falls below the square root of n, both are short.

use super::euclid::{bits, first_short};

/// k = ± `numerator`/`denominator` modulo n, as words, least significant first. The denominator is not 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quotient<const HALF: usize> {
    pub(crate) numerator: [u64; HALF],
    pub(crate) is_negative: bool,
    pub(crate) denominator: [u64; HALF],
}

/// Returns `k` as a quotient modulo `n`, an odd number of at least two bits; k is below it. The numerator has at most
/// half of the bits of n, rounded down, and the denominator at most half of them, rounded up, which `HALF` words can
/// hold. Takes time that depends on k.
pub(crate) fn halve_vartime<const WORDS: usize, const HALF: usize>(
    n: &[u64; WORDS],
    k: &[u64; WORDS],
) -> Quotient<HALF> {
    debug_assert!(bits(n).div_ceil(2) <= 64 * HALF as u32);
    let (numerator, cofactor) = first_short(n, k, bits(n) / 2);
    Quotient {
        numerator: core::array::from_fn(|i| numerator.get(i).copied().unwrap_or(0)),
        is_negative: cofactor.is_negative,
        denominator: cofactor.magnitude,
    }
}
