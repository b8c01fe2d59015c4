//! Inverses modulo p by divsteps: Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (2019),
//! in the variant of half δ, of which 590 steps are enough for numbers of 256 bits.
//!
//! A step looks at the lowest bits of f and g alone, so 60 of them are first done on one word of each, as a matrix, and
//! then applied to the whole numbers: ten times, which is ten steps more than needed, and steps from g = 0 on change
//! nothing. The exponentiation a^(p−2) costs three times as much.

use super::divsteps::{Matrix, sign};

/// A signed number in radix 2⁶²: limbs from 0 to 2⁶² − 1, but the last, which has the sign.
type Signed = [i64; 5];

const MASK: i64 = (1 << 62) - 1;
/// p = 2²⁵⁵ − 19 = 2⁷·2²⁴⁸ − 19. A negative limb does no harm in a product or before a carry.
const P: Signed = [-19, 0, 0, 0, 1 << 7];
/// 1/p modulo 2⁶².
const P_INVERSE: i64 = {
    // Newton: each round doubles the number of right bits, of which p itself has three.
    let mut inverse = P[0];
    let mut round = 0;
    while round < 5 {
        inverse = inverse.wrapping_mul(2i64.wrapping_sub(P[0].wrapping_mul(inverse)));
        round += 1;
    }
    inverse & MASK
};
const _: () = assert!(P[0].wrapping_mul(P_INVERSE) & MASK == 1);

/// 1/`number` modulo p, and 0 for 0, given what does 60 divsteps on the lowest words. The number is below p, in four words
/// of 64 bits, and so is the result. Constant time.
pub(super) fn invert(number: &[u64; 4], divsteps_60: impl Fn(i64, i64, i64) -> (i64, Matrix)) -> [u64; 4] {
    let (mut f, mut g) = (P, from_words(number));
    // d·number = f and e·number = g, modulo p and but for powers of two that the matrices carry.
    let (mut d, mut e): (Signed, Signed) = ([0; 5], [1, 0, 0, 0, 0]);
    // −δ − 1/2 for the δ = 1/2 of the start.
    let mut zeta = -1;
    for _ in 0..10 {
        let matrix;
        (zeta, matrix) = divsteps_60(zeta, f[0], g[0]);
        // The next steps wait for f and g, and nothing for d and e.
        update_fg(opaque(&mut f), opaque(&mut g), &matrix);
        update_de(opaque(&mut d), opaque(&mut e), &matrix);
    }
    // Now g = 0 and f = ±1, or ±p for the number 0, where d = 0.
    to_words(&normalize(d, sign(f[4])))
}

/// The number, of which the compiler does not know that limbs are positive: that makes two multiplications of each that
/// has one sign.
#[inline(always)]
fn opaque(number: &mut Signed) -> &mut Signed {
    core::hint::black_box(number)
}

/// Applies the matrix to (f, g), over 2⁶². The lowest 62 bits of the products vanish.
#[inline(always)]
fn update_fg(f: &mut Signed, g: &mut Signed, Matrix { u, v, q, r }: &Matrix) {
    let product = |a: &i64, x: i64| i128::from(*a) * i128::from(x);
    let mut carry_f = (product(u, f[0]) + product(v, g[0])) >> 62;
    let mut carry_g = (product(q, f[0]) + product(r, g[0])) >> 62;
    for i in 1..5 {
        carry_f += product(u, f[i]) + product(v, g[i]);
        carry_g += product(q, f[i]) + product(r, g[i]);
        (f[i - 1], g[i - 1]) = (carry_f as i64 & MASK, carry_g as i64 & MASK);
        (carry_f, carry_g) = (carry_f >> 62, carry_g >> 62);
    }
    (f[4], g[4]) = (carry_f as i64, carry_g as i64);
}

/// Applies the matrix to (d, e) modulo p, over 2⁶², between −2p and p: multiples of p are added so that the lowest 62 bits vanish.
#[inline(always)]
fn update_de(d: &mut Signed, e: &mut Signed, Matrix { u, v, q, r }: &Matrix) {
    let product = |a: i64, x: i64| i128::from(a) * i128::from(x);
    // What a negative d or e needs to be between 0 and p.
    let (negative_d, negative_e) = (sign(d[4]), sign(e[4]));
    let mut p_d = (u & negative_d).wrapping_add(v & negative_e);
    let mut p_e = (q & negative_d).wrapping_add(r & negative_e);
    let mut carry_d = product(*u, d[0]) + product(*v, e[0]);
    let mut carry_e = product(*q, d[0]) + product(*r, e[0]);
    p_d -= P_INVERSE.wrapping_mul(carry_d as i64).wrapping_add(p_d) & MASK;
    p_e -= P_INVERSE.wrapping_mul(carry_e as i64).wrapping_add(p_e) & MASK;
    carry_d = (carry_d + product(P[0], p_d)) >> 62;
    carry_e = (carry_e + product(P[0], p_e)) >> 62;
    for i in 1..5 {
        carry_d += product(*u, d[i]) + product(*v, e[i]) + product(P[i], p_d);
        carry_e += product(*q, d[i]) + product(*r, e[i]) + product(P[i], p_e);
        (d[i - 1], e[i - 1]) = (carry_d as i64 & MASK, carry_e as i64 & MASK);
        (carry_d, carry_e) = (carry_d >> 62, carry_e >> 62);
    }
    (d[4], e[4]) = (carry_d as i64, carry_e as i64);
}

/// A number between −2p and p, with its sign changed where `negate` is set, as one between 0 and p.
fn normalize(number: Signed, negate: i64) -> Signed {
    let mut number = add_p_if(number, sign(number[4]));
    for limb in &mut number {
        *limb = (*limb ^ negate).wrapping_sub(negate);
    }
    let number = carried(number);
    carried(add_p_if(number, sign(number[4])))
}

fn add_p_if(mut number: Signed, mask: i64) -> Signed {
    for (limb, p) in number.iter_mut().zip(P) {
        *limb += p & mask;
    }
    number
}

/// Limbs but the last from 0 to 2⁶² − 1.
fn carried(mut number: Signed) -> Signed {
    for i in 0..4 {
        number[i + 1] += number[i] >> 62;
        number[i] &= MASK;
    }
    number
}

fn from_words(words: &[u64; 4]) -> Signed {
    let limb = |low: u64, high: u64, shift: u32| ((low >> shift | high << (64 - shift)) as i64) & MASK;
    [
        words[0] as i64 & MASK,
        limb(words[0], words[1], 62),
        limb(words[1], words[2], 60),
        limb(words[2], words[3], 58),
        (words[3] >> 56) as i64,
    ]
}

fn to_words(limbs: &Signed) -> [u64; 4] {
    let [l0, l1, l2, l3, l4] = limbs.map(|limb| limb as u64);
    [l0 | l1 << 62, l1 >> 2 | l2 << 60, l2 >> 4 | l3 << 58, l3 >> 6 | l4 << 56]
}

#[cfg(test)]
mod tests {
    use super::super::fe_5x51::Fe5x51;
    use super::super::field::{Field, invert_by_power};
    use crate::base::random::{Random, TestRandom};

    fn same_as_by_power(bytes: &[u8; 32]) {
        let a = Fe5x51::from_bytes((), bytes);
        assert_eq!(a.invert().to_bytes(), invert_by_power(&a).to_bytes(), "{bytes:02x?}");
    }

    #[test]
    fn inverses_are_those_by_power() {
        let mut random = TestRandom::new(590);
        for _ in 0..crate::base::testing::cases(2000) {
            let mut bytes = [0; 32];
            random.fill(&mut bytes).unwrap();
            same_as_by_power(&bytes);
        }
    }

    /// Small numbers and p less small ones, powers of two and their neighbours, runs of ones.
    #[test]
    fn inverses_of_extreme_numbers() {
        for near in 0..=255u8 {
            let (mut small, mut large) = ([0; 32], [0xff; 32]);
            (small[0], large[0], large[31]) = (near, near, 0x7f);
            same_as_by_power(&small);
            same_as_by_power(&large);
        }
        for bit in 0..255 {
            let (mut power, mut ones) = ([0u8; 32], [0u8; 32]);
            power[bit / 8] = 1 << (bit % 8);
            ones[..bit / 8].fill(0xff);
            ones[bit / 8] = (1u8 << (bit % 8)).wrapping_sub(1);
            same_as_by_power(&power);
            same_as_by_power(&ones);
            same_as_by_power(&ones.map(|byte| !byte));
        }
    }
}
