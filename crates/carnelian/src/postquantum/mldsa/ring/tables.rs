//! Powers of ζ = 1753, a 512th root of unity modulo q, FIPS 204 Section 2.3 and Appendix B.

use super::polynomial::{N, Q};
use crate::postquantum::lattice::tables;

/// ζ.
const ZETA: i64 = 1753;

/// q⁻¹ modulo 2³², as a signed number.
pub(in crate::postquantum::mldsa) const Q_INV: i32 = 58_728_449;
const _: () = assert!(Q.wrapping_mul(Q_INV) == 1);

/// `ZETAS[k]` = ζ^BitRev₈(k) modulo q, the table of Appendix B.
pub(in crate::postquantum::mldsa) const ZETAS: [i64; N] = {
    let (mut zetas, mut k) = ([0; N], 0);
    while k < N {
        zetas[k] = power(ZETA, (k as u8).reverse_bits() as u32);
        k += 1;
    }
    zetas
};

/// A fixed factor of Montgomery products modulo q with R = 2³².
pub(in crate::postquantum::mldsa) type Constant = tables::Constant<i32>;

impl Constant {
    pub(in crate::postquantum::mldsa) const ZERO: Self = Self { factor: 0, times_q_inverse: 0 };

    const fn new(number: i64) -> Self {
        let residue = (number << 32).rem_euclid(Q as i64);
        let factor = if residue > (Q as i64 - 1) / 2 { residue - Q as i64 } else { residue } as i32;
        Self { factor, times_q_inverse: factor.wrapping_mul(Q_INV) }
    }

    const fn negative(self) -> Self {
        Self { factor: -self.factor, times_q_inverse: self.times_q_inverse.wrapping_neg() }
    }
}

/// The factors of the forward NTT: element `k` belongs to `ZETAS[k]`.
pub(in crate::postquantum::mldsa) const FORWARD: [Constant; N] = {
    let (mut factors, mut k) = ([Constant::ZERO; N], 1);
    while k < N {
        factors[k] = Constant::new(ZETAS[k]);
        k += 1;
    }
    factors
};

/// The factors of the inverse NTT: element `k` belongs to −`ZETAS[255 − k]` of Algorithm 42 counted in the order of the
/// forward NTT, that is to the inverse of `ZETAS[k]`, negated for a difference taken as a − b.
pub(in crate::postquantum::mldsa) const INVERSE: [Constant; N] = {
    let (mut factors, mut k) = ([Constant::ZERO; N], 1);
    while k < N {
        // The blocks of a layer with distance `len` have the indices from 128/len on. Algorithm 42 counts down.
        let first = 1 << (k as u32).ilog2();
        factors[k] = FORWARD[3 * first - 1 - k].negative();
        k += 1;
    }
    factors
};

/// The factor 2³²/256 of the inverse NTT. The product with it, after Montgomery products that each lack a factor 2³²,
/// restores one such factor: see [`Kernel::inverse_ntt`](super::kernel::Kernel::inverse_ntt).
pub(in crate::postquantum::mldsa) const LAST: Constant =
    Constant::new(power(256, Q as u32 - 2) * ((1 << 32) % Q as i64) % Q as i64);

/// The product of [`LAST`] and the factor of the last layer, `INVERSE[1]`.
#[cfg(any(test, target_arch = "x86_64"))]
pub(in crate::postquantum::mldsa) const LAST_BY_INVERSE_1: Constant =
    Constant::new((Q as i64 - ZETAS[1]) * (power(256, Q as u32 - 2) * ((1 << 32) % Q as i64) % Q as i64) % Q as i64);

/// Returns `base`^`exponent` modulo q.
pub(in crate::postquantum::mldsa) const fn power(base: i64, exponent: u32) -> i64 {
    tables::power(base, exponent, Q as i64)
}

const _: () = assert!(power(ZETA, 256) == Q as i64 - 1);
