//! Reductions, high-order and low-order bits, and hints, FIPS 204 Section 7.4: one coefficient at a time, and the
//! loops over polynomials that every backend compiles for its own instructions.
//!
//! Everything here takes constant time: only additions, multiplications, shifts and masks.

use super::polynomial::{Coefficients, Q};

/// d, the number of bits that are dropped from t.
pub(in crate::postquantum::mldsa) const D: usize = 13;

/// γ₂ of ML-DSA-44.
pub(in crate::postquantum::mldsa) const GAMMA2_44: i32 = (Q - 1) / 88;
/// γ₂ of ML-DSA-65 and ML-DSA-87.
pub(in crate::postquantum::mldsa) const GAMMA2_65: i32 = (Q - 1) / 32;

/// Returns r ≡ a modulo q. Needs a < 2³¹ − 2²²; returns |r| ≤ 6 283 008, which is below 3q/4, and r = a mod± q if that is
/// at most 2²⁰ in absolute value and |a| < 2²⁸.
#[inline(always)]
pub(in crate::postquantum::mldsa) const fn reduce(a: i32) -> i32 {
    debug_assert!(a <= i32::MAX - (1 << 22));
    // 2²³ is q + 2¹³ − 1, so the quotient by it is near that by q.
    let quotient = (a + (1 << 22)) >> 23;
    a - quotient * Q
}

/// Returns a mod q. Needs −q ≤ a < q; returns 0 ≤ r < q.
#[inline(always)]
pub(in crate::postquantum::mldsa) const fn canonical(a: i32) -> i32 {
    debug_assert!(-Q <= a && a < Q);
    a + ((a >> 31) & Q)
}

/// Algorithm 35, Power2Round(r), for 0 ≤ r < q. Returns r₁ and r₀ with r = r₁·2^d + r₀ and −2^(d−1) < r₀ ≤ 2^(d−1).
#[inline(always)]
pub(in crate::postquantum::mldsa) const fn power2round(r: i32) -> (i32, i32) {
    let r1 = (r + (1 << (D - 1)) - 1) >> D;
    (r1, r - (r1 << D))
}

/// Algorithm 36, Decompose(r), for 0 ≤ r < q. Returns r₁ and r₀ with r ≡ r₁·2γ₂ + r₀ modulo q and −γ₂ ≤ r₀ ≤ γ₂.
///
/// The quotient is that by 128 times 2γ₂/128, rounded, by a multiplication; the tests compare it with the standard's
/// steps for every r.
#[inline(always)]
pub(in crate::postquantum::mldsa) const fn decompose<const GAMMA2: i32>(r: i32) -> (i32, i32) {
    const { assert!(GAMMA2 == GAMMA2_44 || GAMMA2 == GAMMA2_65) };
    let rounded_up = (r + 127) >> 7;
    // 3. If r − r₀ = q − 1, then r₁ = 0.
    let r1 = if GAMMA2 == GAMMA2_65 {
        ((rounded_up * 1025 + (1 << 21)) >> 22) & 15
    } else {
        let r1 = (rounded_up * 11275 + (1 << 23)) >> 24;
        // Zero only for 44. A mask by the sign of 43 − r₁ is compiled to a branch at -Os.
        r1 & (((r1 + 20) >> 6) - 1)
    };
    let r0 = r - r1 * 2 * GAMMA2;
    (r1, r0 - ((((Q - 1) / 2 - r0) >> 31) & Q))
}

/// Algorithm 40, UseHint(1, r), steps 3 and 4, given r₁ and r₀ of r, with m = (q − 1)/(2γ₂). Takes public data only.
pub(in crate::postquantum::mldsa) const fn use_hint(m: i32, r1: i32, r0: i32) -> i32 {
    match (r0 > 0, r1) {
        (true, r1) if r1 + 1 == m => 0,
        (true, r1) => r1 + 1,
        (false, 0) => m - 1,
        (false, r1) => r1 - 1,
    }
}

/// Returns 1 if the hint is needed, else 0: MakeHint(−c·t₀, w − c·s₂ + c·t₀) of Algorithm 39, given
/// r₀ = LowBits(w − c·s₂) + c·t₀ and r₁ = HighBits(w) = HighBits(w − c·s₂).
///
/// The high-order bits change if r₀ leaves the range of low-order bits, −γ₂ < r₀ ≤ γ₂, or −γ₂ ≤ r₀ ≤ γ₂ if r₁ = 0,
/// where −γ₂ stands for the wrap at q − 1.
#[inline(always)]
pub(in crate::postquantum::mldsa) const fn make_hint<const GAMMA2: i32>(r0: i32, r1: i32) -> i32 {
    let above = (GAMMA2 - r0) >> 31;
    let below = (r0 + GAMMA2) >> 31;
    // All ones if r₀ = −γ₂ and r₁ ≠ 0.
    let at_edge = !is_nonzero(r0 + GAMMA2) & is_nonzero(r1);
    (above | below | at_edge) & 1
}

/// Returns all ones if `a` is not zero, else 0.
#[inline(always)]
const fn is_nonzero(a: i32) -> i32 {
    (a | a.wrapping_neg()) >> 31
}

/// Adds `b` to `a`, or subtracts it for a `SIGN` of −1. The sums are reduced as by [`reduce`]. Returns zero if all of
/// them are below `bound` in absolute value, else a negative number.
#[inline(always)]
pub(in crate::postquantum::mldsa) fn add_all<const SIGN: i32>(
    a: &mut Coefficients,
    b: &Coefficients,
    bound: i32,
) -> i32 {
    let mut beyond = 0;
    for (a, b) in a.iter_mut().zip(b) {
        *a = reduce(*a + SIGN * *b);
        beyond |= (bound - 1 - absolute(*a)) & i32::MIN;
    }
    beyond
}

/// Returns zero if all numbers, reduced as by [`reduce`], are below `bound` in absolute value, else a negative number.
#[inline(always)]
pub(in crate::postquantum::mldsa) fn exceeds(a: &Coefficients, bound: i32) -> i32 {
    a.iter().fold(0, |beyond, a| beyond | ((bound - 1 - absolute(reduce(*a))) & i32::MIN))
}

/// Returns |a|, for a of at most 2³¹ − 1 in absolute value.
#[inline(always)]
const fn absolute(a: i32) -> i32 {
    let sign = a >> 31;
    (a ^ sign) - sign
}

/// [`power2round`] for every coefficient. Needs −q ≤ r < q.
#[inline(always)]
pub(in crate::postquantum::mldsa) fn power2round_all(r: &Coefficients, r1: &mut Coefficients, r0: &mut Coefficients) {
    for ((r, r1), r0) in r.iter().zip(r1).zip(r0) {
        (*r1, *r0) = power2round(canonical(*r));
    }
}

/// [`decompose`] for every coefficient: r₀ replaces r. Needs −q ≤ r < q.
#[inline(always)]
pub(in crate::postquantum::mldsa) fn decompose_all(gamma2: i32, r: &mut Coefficients, r1: &mut Coefficients) {
    #[inline(always)]
    fn with<const GAMMA2: i32>(r: &mut Coefficients, r1: &mut Coefficients) {
        for (r, r1) in r.iter_mut().zip(r1) {
            (*r1, *r) = decompose::<GAMMA2>(canonical(*r));
        }
    }
    if gamma2 == GAMMA2_65 { with::<GAMMA2_65>(r, r1) } else { with::<GAMMA2_44>(r, r1) }
}

/// [`make_hint`] for every coefficient of `r0` and `r1`. The hints replace `r0`; returns the number of ones.
#[inline(always)]
pub(in crate::postquantum::mldsa) fn make_hint_all(gamma2: i32, r0: &mut Coefficients, r1: &Coefficients) -> i32 {
    #[inline(always)]
    fn with<const GAMMA2: i32>(r0: &mut Coefficients, r1: &Coefficients) -> i32 {
        let mut count = 0;
        for (r0, r1) in r0.iter_mut().zip(r1) {
            *r0 = make_hint::<GAMMA2>(*r0, *r1);
            count += *r0;
        }
        count
    }
    if gamma2 == GAMMA2_65 { with::<GAMMA2_65>(r0, r1) } else { with::<GAMMA2_44>(r0, r1) }
}
