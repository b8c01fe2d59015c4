//! Inverses by division steps: Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (2019),
//! in the variant of half δ, where 590 steps suffice for numbers of 256 bits.
//!
//! A step depends only on the lowest bits of f and g, so 60 steps are first computed on one word of each, as a matrix,
//! and then applied to the whole numbers. Ten such rounds are ten steps more than needed; steps after g = 0 change
//! nothing. The exponentiation a^(p−2) costs three times as much.

use super::divsteps::{Matrix, divsteps_60, sign};

/// A signed number in radix 2⁶²: limbs from 0 to 2⁶² − 1, except the last, which has the sign.
pub(crate) type Signed = [i64; 5];

const MASK: i64 = (1 << 62) - 1;

/// An odd modulus below 2²⁵⁶.
pub(crate) trait Modulus {
    /// The modulus p. Limbs may be negative: products and carries handle them.
    const P: Signed;
    /// 1/p modulo 2⁶².
    const P_INVERSE: i64 = {
        // Newton's iteration: each round doubles the number of correct bits, and p itself has three.
        let mut inverse = Self::P[0];
        let mut round = 0;
        while round < 5 {
            inverse = inverse.wrapping_mul(2i64.wrapping_sub(Self::P[0].wrapping_mul(inverse)));
            round += 1;
        }
        assert!(Self::P[0].wrapping_mul(inverse) & MASK == 1);
        inverse & MASK
    };
}

/// Returns 1/`number` modulo p, and 0 for 0. The number is below p, in four words of 64 bits, and so is the result.
/// Constant time.
pub(crate) fn invert<M: Modulus>(number: &[u64; 4]) -> [u64; 4] {
    let (mut f, mut g) = (M::P, from_words(number));
    // d·number = f and e·number = g, modulo p and except for powers of two that the matrices carry.
    let (mut d, mut e): (Signed, Signed) = ([0; 5], [1, 0, 0, 0, 0]);
    // −δ − 1/2 for the initial δ = 1/2.
    let mut zeta = -1;
    for _ in 0..10 {
        let matrix;
        (zeta, matrix) = divsteps_60(zeta, f[0], g[0]);
        // The next steps depend on f and g, so these are updated first.
        update_fg(opaque(&mut f), opaque(&mut g), &matrix);
        update_de::<M>(opaque(&mut d), opaque(&mut e), &matrix);
    }
    // Now g = 0 and f = ±1, or ±p for the number 0, where d = 0.
    to_words(&normalize::<M>(d, sign(f[4])))
}

/// Returns the number, but hides from the compiler that limbs are positive: it would split each product with one signed
/// factor into two.
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

/// Applies the matrix to (d, e) modulo p, over 2⁶², between −2p and p: multiples of p are added so that the lowest 62
/// bits vanish.
#[inline(always)]
fn update_de<M: Modulus>(d: &mut Signed, e: &mut Signed, Matrix { u, v, q, r }: &Matrix) {
    let product = |a: i64, x: i64| i128::from(a) * i128::from(x);
    // The multiples of p that bring a negative d or e between 0 and p.
    let (negative_d, negative_e) = (sign(d[4]), sign(e[4]));
    let mut p_d = (u & negative_d).wrapping_add(v & negative_e);
    let mut p_e = (q & negative_d).wrapping_add(r & negative_e);
    let mut carry_d = product(*u, d[0]) + product(*v, e[0]);
    let mut carry_e = product(*q, d[0]) + product(*r, e[0]);
    p_d -= M::P_INVERSE.wrapping_mul(carry_d as i64).wrapping_add(p_d) & MASK;
    p_e -= M::P_INVERSE.wrapping_mul(carry_e as i64).wrapping_add(p_e) & MASK;
    carry_d = (carry_d + product(M::P[0], p_d)) >> 62;
    carry_e = (carry_e + product(M::P[0], p_e)) >> 62;
    for i in 1..5 {
        carry_d += product(*u, d[i]) + product(*v, e[i]) + product(M::P[i], p_d);
        carry_e += product(*q, d[i]) + product(*r, e[i]) + product(M::P[i], p_e);
        (d[i - 1], e[i - 1]) = (carry_d as i64 & MASK, carry_e as i64 & MASK);
        (carry_d, carry_e) = (carry_d >> 62, carry_e >> 62);
    }
    (d[4], e[4]) = (carry_d as i64, carry_e as i64);
}

/// Reduces a number between −2p and p, negated where `negate` is set, to one between 0 and p.
fn normalize<M: Modulus>(number: Signed, negate: i64) -> Signed {
    let mut number = add_p_if::<M>(number, sign(number[4]));
    for limb in &mut number {
        *limb = (*limb ^ negate).wrapping_sub(negate);
    }
    let number = carried(number);
    carried(add_p_if::<M>(number, sign(number[4])))
}

fn add_p_if<M: Modulus>(mut number: Signed, mask: i64) -> Signed {
    for (limb, p) in number.iter_mut().zip(M::P) {
        *limb += p & mask;
    }
    number
}

/// Carries: all limbs except the last are from 0 to 2⁶² − 1.
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
