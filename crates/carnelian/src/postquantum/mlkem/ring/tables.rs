//! Powers of ζ = 17, FIPS 203 Section 4.3 and Appendix A, in the forms that the kernels multiply by.

use super::polynomial::{N, Q};
use crate::postquantum::lattice::ntt;
use crate::postquantum::lattice::tables::{self, PairConstants, Sources, pair_constants};

/// ζ, a primitive 256th root of unity modulo q.
const ZETA: i64 = 17;

/// A fixed factor of Montgomery products modulo q with R = 2^16.
pub(super) type Constant = tables::Constant<i16>;

impl Constant {
    /// Returns the constant by which a Montgomery product multiplies by `z`.
    pub(super) const fn new(z: i64) -> Self {
        let q = Q as i64;
        let factor = ((z << 16) % q + q) % q;
        let factor = if factor > q / 2 { factor - q } else { factor } as i16;
        Self { factor, times_q_inverse: factor.wrapping_mul(Q_INVERSE) }
    }
}

/// q⁻¹ modulo 2^16.
pub(super) const Q_INVERSE: i16 = -3327;
const _: () = assert!(Q.wrapping_mul(Q_INVERSE) == 1);

/// Multiplies by 1/128 what carries a factor 2⁻¹⁶ of a Montgomery reduction, for the end of the inverse NTT.
pub(super) const LAST: Constant = Constant::new(TWO_16 * INVERSE_OF_128 % Q as i64);
/// The product of [`LAST`] and the factor of the last layer, `INVERSE[1]`.
pub(super) const LAST_BY_INVERSE_1: Constant =
    Constant::new(-(TWO_16 * INVERSE_OF_128 % Q as i64 * power(bit_reversed(1)) % Q as i64));
/// Removes a factor 2⁻¹⁶.
pub(super) const UNDO_REDUCTION: Constant = Constant::new(TWO_16);

const TWO_16: i64 = (1 << 16) % Q as i64;
/// 3303, Algorithm 10 step 14.
const INVERSE_OF_128: i64 = 3303;
const _: () = assert!(INVERSE_OF_128 * 128 % Q as i64 == 1);

/// The factors of the NTT: ζ^BitRev₇(k) for each k, Appendix A.
pub(super) static FORWARD: [Constant; N / 2] = {
    let (mut factors, mut k) = ([Constant::new(1); N / 2], 1);
    while k < N / 2 {
        factors[k] = Constant::new(power(bit_reversed(k)));
        k += 1;
    }
    factors
};

/// The factors of the inverse NTT: the inverse of each of [`FORWARD`]. It is -ζ^BitRev₇(i) for the i to which Algorithm 10
/// counts down, where differences are taken as b - a.
pub(super) static INVERSE: [Constant; N / 2] = {
    let (mut factors, mut k) = ([Constant::new(1); N / 2], 1);
    while k < N / 2 {
        let first = 1 << (k as u32).ilog2();
        factors[k] = Constant::new(-power(bit_reversed(3 * first - 1 - k)));
        k += 1;
    }
    factors
};

/// A factor for each lane of a vector of `W` integers, and those times q⁻¹.
pub(super) type Row<const W: usize> = [&'static [i16; W]; 2];

/// The distances of the layers within vectors are 2, 4, 8 and 16: powers of two from this exponent on.
const FIRST: usize = 1;

macro_rules! tables {
    ($($(#[$meta:meta])* $Tables:ident: $lanes:literal, $pairs:literal;)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy)]
        pub(super) struct $Tables;

        $(#[$meta])*
        impl ntt::Tables<Row<$lanes>> for $Tables {
            #[inline(always)]
            fn forward(layer: usize, pair: usize) -> Row<$lanes> {
                static TABLE: PairConstants<i16, $lanes, $pairs, 4> = pair_constants(&FORWARD, FIRST, &sources());
                TABLE[layer - FIRST][pair].row()
            }

            #[inline(always)]
            fn inverse(layer: usize, pair: usize) -> Row<$lanes> {
                static TABLE: PairConstants<i16, $lanes, $pairs, 4> = pair_constants(&INVERSE, FIRST, &sources());
                TABLE[layer - FIRST][pair].row()
            }
        }
    )+};
}
tables! {
    /// Tables for vectors of sixteen integers.
    Sixteen: 16, 8;
    /// Tables for vectors of thirty-two integers.
    #[cfg(any(test, target_arch = "x86_64"))]
    ThirtyTwo: 32, 4;
}

/// Returns the origins of lanes in [`I16Lanes::exchange`](crate::base::lanes::i16::I16Lanes::exchange) by 2, 4, 8 and 16:
/// the odd blocks are those of the second vector, from one block before.
const fn sources<const W: usize>() -> [Sources<W>; 4] {
    let (mut sources, mut layer) = ([[(false, 0); W]; 4], 0);
    while layer < 4 {
        let (d, mut i) = (1 << (FIRST + layer), 0);
        while i < W {
            sources[layer][i] = if i & d == 0 { (false, i) } else { (true, i - d) };
            i += 1;
        }
        layer += 1;
    }
    sources
}

/// γ = ζ^(2 BitRev₇(i) + 1) at each odd index 2i + 1, and 1 at the even ones, then those times q⁻¹: Algorithm 11.
pub(super) static GAMMAS: [[i16; N]; 2] = {
    let mut gammas = [[0; N]; 2];
    let mut i = 0;
    while i < N {
        let constant = Constant::new(if i % 2 == 0 { 1 } else { power(2 * bit_reversed(i / 2) + 1) });
        (gammas[0][i], gammas[1][i]) = (constant.factor, constant.times_q_inverse);
        i += 1;
    }
    gammas
};

/// Returns BitRev₇(i), Section 4.3.
const fn bit_reversed(i: usize) -> usize {
    i.reverse_bits() >> (usize::BITS - 7)
}

/// Returns ζ^`exponent` mod q.
pub(super) const fn power(exponent: usize) -> i64 {
    tables::power(ZETA, exponent as u32, Q as i64)
}
