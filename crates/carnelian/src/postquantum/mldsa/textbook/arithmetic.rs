//! The NTT and rounding, FIPS 204 Sections 7.4 and 7.5.

use crate::base::random::TestRandom;
use crate::postquantum::mldsa::ring::polynomial::{Coefficients, N, Q};

pub(super) const Q64: i64 = Q as i64;

/// ζ^BitRev₈(k) modulo q.
fn zeta(k: u8) -> i64 {
    (0..k.reverse_bits()).fold(1, |power, _| power * 1753 % Q64)
}

/// Algorithm 41, NTT(w).
pub(in crate::postquantum::mldsa) fn ntt(w: &Coefficients) -> Coefficients {
    let mut w_hat = w.map(i64::from);
    let mut m = 0;
    let mut len = 128;
    while len >= 1 {
        let mut start = 0;
        while start < 256 {
            m += 1;
            let z = zeta(m);
            for j in start..start + len {
                let t = z * w_hat[j + len] % Q64;
                w_hat[j + len] = (w_hat[j] - t) % Q64;
                w_hat[j] = (w_hat[j] + t) % Q64;
            }
            start += 2 * len;
        }
        len /= 2;
    }
    w_hat.map(|w| w as i32)
}

/// Algorithm 42, NTT⁻¹(ŵ).
pub(super) fn inverse_ntt(w_hat: &Coefficients) -> [i64; N] {
    let mut w = w_hat.map(i64::from);
    let mut m = 256;
    let mut len = 1;
    while len < 256 {
        let mut start = 0;
        while start < 256 {
            m -= 1;
            let z = -zeta(m as u8);
            for j in start..start + len {
                let t = w[j];
                w[j] = (t + w[j + len]) % Q64;
                w[j + len] = z * ((t - w[j + len]) % Q64) % Q64;
            }
            start += 2 * len;
        }
        len *= 2;
    }
    w.map(|w| 8_347_681 * w % Q64)
}

/// Algorithm 42, NTT⁻¹(ŵ), times 2³².
pub(in crate::postquantum::mldsa) fn inverse_ntt_by_2_32(w_hat: &Coefficients) -> Coefficients {
    inverse_ntt(w_hat).map(|w| ((w << 32) % Q64) as i32)
}

/// Returns a·2⁻³² modulo q.
pub(in crate::postquantum::mldsa) fn montgomery(a: i64) -> i32 {
    // (q − 1)/2³² is not whole; the inverse of 2³² is found by Fermat's theorem.
    let (mut inverse, mut square, mut exponent) = (1, (1 << 32) % Q64, Q64 - 2);
    while exponent > 0 {
        if exponent % 2 == 1 {
            inverse = inverse * square % Q64;
        }
        square = square * square % Q64;
        exponent /= 2;
    }
    (a % Q64 * inverse % Q64) as i32
}

/// Returns numbers between −`bound` and `bound`.
pub(in crate::postquantum::mldsa) fn random(random: &mut TestRandom, bound: i32) -> Coefficients {
    core::array::from_fn(|_| (random.next_u64() % (2 * bound as u64 + 1)) as i32 - bound)
}

/// Algorithm 35, Power2Round(r).
pub(in crate::postquantum::mldsa) fn power2round(r: i32) -> (i32, i32) {
    let r0 = mod_plus_minus(r, 1 << 13);
    ((r - r0) >> 13, r0)
}

/// Algorithm 36, Decompose(r).
pub(in crate::postquantum::mldsa) fn decompose(gamma2: i32, r: i32) -> (i32, i32) {
    let r0 = mod_plus_minus(r, 2 * gamma2);
    if r - r0 == Q - 1 { (0, r0 - 1) } else { ((r - r0) / (2 * gamma2), r0) }
}

/// Algorithm 37, HighBits(r).
pub(in crate::postquantum::mldsa) fn high_bits(gamma2: i32, r: i32) -> i32 {
    decompose(gamma2, r).0
}

/// Algorithm 39, MakeHint(z, r).
pub(in crate::postquantum::mldsa) fn make_hint(gamma2: i32, z: i32, r: i32) -> bool {
    high_bits(gamma2, r) != high_bits(gamma2, (r + z).rem_euclid(Q))
}

/// Algorithm 40, UseHint(h, r).
pub(in crate::postquantum::mldsa) fn use_hint(gamma2: i32, h: bool, r: i32) -> i32 {
    let m = (Q - 1) / (2 * gamma2);
    let (r1, r0) = decompose(gamma2, r);
    match (h, r0 > 0) {
        (false, _) => r1,
        (true, true) => (r1 + 1) % m,
        (true, false) => (r1 + m - 1) % m,
    }
}

/// Returns m′ ≡ m modulo `a` with −a/2 < m′ ≤ a/2.
pub(super) fn mod_plus_minus(m: i32, a: i32) -> i32 {
    let m = m.rem_euclid(a);
    if m > a / 2 { m - a } else { m }
}
