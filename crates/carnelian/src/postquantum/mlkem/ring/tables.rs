//! Powers of ζ = 17, FIPS 203 Section 4.3 and Appendix A, in the forms that the kernels multiply by.

use super::polynomial::{N, Q};

/// ζ, a primitive 256th root of unity modulo q.
const ZETA: i64 = 17;

/// A constant factor z of a Montgomery product: z · 2^16 mod q between -q/2 and q/2, and that times q⁻¹ modulo 2^16.
#[derive(Clone, Copy)]
pub(super) struct Constant {
    pub(super) factor: i16,
    pub(super) times_q_inverse: i16,
}

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
pub(super) const ONE_128TH: Constant = Constant::new(TWO_16 * INVERSE_OF_128 % Q as i64);
/// The same times ζ^BitRev₇(1), for the second half of the coefficients.
pub(super) const ONE_128TH_TIMES_ZETA: Constant =
    Constant::new(TWO_16 * INVERSE_OF_128 % Q as i64 * power(bit_reversed(1)) % Q as i64);
/// Removes a factor 2⁻¹⁶.
pub(super) const UNDO_REDUCTION: Constant = Constant::new(TWO_16);

const TWO_16: i64 = (1 << 16) % Q as i64;
/// 3303, Algorithm 10 step 14.
const INVERSE_OF_128: i64 = 3303;
const _: () = assert!(INVERSE_OF_128 * 128 % Q as i64 == 1);

/// ζ^BitRev₇(i) for each i, Appendix A.
pub(super) static ZETAS: [Constant; 128] = {
    let mut zetas = [Constant::new(1); 128];
    let mut i = 0;
    while i < 128 {
        zetas[i] = Constant::new(power(bit_reversed(i)));
        i += 1;
    }
    zetas
};

/// Factors of the layers of the NTT in which blocks have 16, 8, 4 and 2 coefficients, for vectors of `W` integers: for
/// each pair of neighbouring vectors and each layer, `W` factors and then those times q⁻¹. They are in the order that
/// the integers of the second vector have after the exchanges up to this layer, as
/// [`I16Lanes::exchange`](crate::base::lanes::i16::I16Lanes::exchange) makes them.
#[repr(C, align(64))]
pub(super) struct Layers([i16; 4 * N]);

impl Layers {
    /// The factors of the NTT.
    pub(super) const fn forward<const W: usize>() -> Self {
        Self::new::<W>(false)
    }

    /// The factors of the inverse NTT.
    pub(super) const fn inverse<const W: usize>() -> Self {
        Self::new::<W>(true)
    }

    const fn new<const W: usize>(inverse: bool) -> Self {
        let mut factors = [0; 4 * N];
        let mut pair = 0;
        while pair < N / (2 * W) {
            // The index of the coefficient at each place of the second vector.
            let (mut first, mut second) = ([0; W], [0; W]);
            let mut i = 0;
            while i < W {
                (first[i], second[i]) = (2 * W * pair + i, 2 * W * pair + W + i);
                i += 1;
            }
            let mut layer = 0;
            while layer < 4 {
                let len = 16 >> layer;
                if len < W {
                    (first, second) = exchange(first, second, len);
                }
                let mut i = 0;
                while i < W {
                    let block = second[i] / (2 * len);
                    let zeta = if inverse { 2 * (128 / len) - 1 - block } else { 128 / len + block };
                    let constant = Constant::new(power(bit_reversed(zeta)));
                    let at = (4 * pair + layer) * 2 * W + i;
                    (factors[at], factors[at + W]) = (constant.factor, constant.times_q_inverse);
                    i += 1;
                }
                layer += 1;
            }
            pair += 1;
        }
        Self(factors)
    }

    /// Returns the numbers, for tests that plant faults.
    #[cfg(test)]
    pub(super) fn numbers_mut(&mut self) -> &mut [i16; 4 * N] {
        &mut self.0
    }

    /// Returns whether each second number is the first times q⁻¹ modulo 2^16.
    #[cfg(test)]
    pub(super) fn is_consistent<const W: usize>(&self) -> bool {
        let mut multipliers = self.0.as_chunks::<W>().0.as_chunks::<2>().0.iter();
        multipliers.all(|[factors, others]| factors.map(|factor| factor.wrapping_mul(Q_INVERSE)) == *others)
    }

    /// Returns the factors of a pair of vectors and a layer, 0 for blocks of 16 coefficients, and those times q⁻¹.
    #[inline(always)]
    pub(super) fn of<const W: usize>(&self, pair: usize, layer: usize) -> [&[i16; W]; 2] {
        let vectors = self.0.as_chunks::<W>().0;
        let at = (4 * pair + layer) * 2;
        [&vectors[at], &vectors[at + 1]]
    }
}

/// [`I16Lanes::exchange`](crate::base::lanes::i16::I16Lanes::exchange) of indices.
const fn exchange<const W: usize>(a: [usize; W], b: [usize; W], len: usize) -> ([usize; W], [usize; W]) {
    let (mut c, mut d) = (a, b);
    let mut i = 0;
    while i < W {
        if i & len == 0 {
            d[i] = a[i + len];
        } else {
            c[i] = b[i - len];
        }
        i += 1;
    }
    (c, d)
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
    let (mut power, mut i) = (1, 0);
    while i < exponent {
        power = power * ZETA % Q as i64;
        i += 1;
    }
    power
}
