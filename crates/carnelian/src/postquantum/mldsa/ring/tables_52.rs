//! Powers of ζ for products of 52 bits, as [`I64Lanes::scaled`](crate::base::lanes::i64::I64Lanes::scaled) computes them.
//!
//! A product with the factor f·q⁻¹ mod 2⁵² is ≡ −f·2⁻⁵² modulo q, so that f ≡ −z·2⁵² makes it a product with z. Unlike a
//! Montgomery product of 32 bits it needs neither the lower half of a product nor a correction, because 52 bits have
//! room for a number of 64q times one of q/2.

use super::polynomial::{N, Q};
use super::tables::ZETAS;

/// q⁻¹ modulo 2⁵².
const Q_INV: i64 = 2_885_530_886_873_089;
const _: () = assert!(Q_INV.wrapping_mul(Q as i64) & LOW == 1);

/// The lower 52 bits of a word.
const LOW: i64 = (1 << 52) - 1;

/// (q − 1)/2, the largest absolute value of a smallest residue.
const HALF: i64 = (Q as i64 - 1) / 2;

// The constants below are at least 2⁵¹ − q, and at most 2⁵¹: so much room have products, upwards and downwards.
const _: () = assert!(64 * Q as i64 * HALF < (1 << 51) - Q as i64);

/// Returns the factor for products with `number`: f·q⁻¹ modulo 2⁵², where f ≡ −`number`·2⁵² modulo q and
/// |f| ≤ (q − 1)/2. Needs |`number`| < q.
const fn factor(number: i64) -> i64 {
    let residue = (-number * ((1 << 52) % Q as i64)).rem_euclid(Q as i64);
    let f = if residue > HALF { residue - Q as i64 } else { residue };
    f.wrapping_mul(Q_INV) & LOW
}

/// The constants of every product: c·q⁻¹ modulo 2⁵², q, and −(q − 1)/2.
///
/// The number c, at least 2⁵¹ − q and below 2⁵¹, makes a product of a negative number positive. The upper half of the
/// product with q is then from 0 to q − 1, and the last constant moves it to the middle. It thus also adds −(q − 1)/2 to
/// the residue, which c ≡ −2⁵²·(q − 1)/2 modulo q makes up for.
pub(in crate::postquantum::mldsa) const SCALING: [i64; 3] = {
    let lowest = (1 << 51) - Q as i64;
    let residue = -((1 << 52) % Q as i64) * HALF;
    let c = lowest + (residue - lowest).rem_euclid(Q as i64);
    [c.wrapping_mul(Q_INV) & LOW, Q as i64, -HALF]
};

/// The factors of the forward NTT: element `k` belongs to `ZETAS[k]`.
pub(in crate::postquantum::mldsa) const FORWARD: [i64; N] = {
    let (mut factors, mut k) = ([0; N], 1);
    while k < N {
        factors[k] = factor(ZETAS[k]);
        k += 1;
    }
    factors
};

/// The factors of the inverse NTT, in the order of [`tables::INVERSE`](super::tables::INVERSE).
pub(in crate::postquantum::mldsa) const INVERSE: [i64; N] = {
    let (mut factors, mut k) = ([0; N], 1);
    while k < N {
        let first = 1 << (k as u32).ilog2();
        factors[k] = factor(-ZETAS[3 * first - 1 - k]);
        k += 1;
    }
    factors
};

/// The factor 1, with which a product is a reduction.
pub(in crate::postquantum::mldsa) const ONE: i64 = factor(1);

/// The factor 2³²/256 of the inverse NTT: see [`Kernel::inverse_ntt`](super::kernel::Kernel::inverse_ntt).
pub(in crate::postquantum::mldsa) const LAST: i64 = factor((1 << 24) % Q as i64);

/// The product of [`LAST`] and the factor of the last layer.
pub(in crate::postquantum::mldsa) const LAST_BY_INVERSE_1: i64 = factor(-ZETAS[1] * ((1 << 24) % Q as i64) % Q as i64);
