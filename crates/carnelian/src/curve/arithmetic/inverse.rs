//! Inverses modulo odd numbers of any width by division steps: Bernstein and Yang, "Fast constant-time gcd computation
//! and modular inversion" (2019), in the variant of half δ.
//!
//! A step depends only on the lowest bits of f and g, so 60 steps are first computed on one word of each, as a matrix,
//! and then applied to the whole numbers. The exponentiation a^(p−2) costs three times as much at 256 bits, and more at
//! larger widths.
//!
//! For 0 ≤ g ≤ f ≤ M at most ⌊(45907·log₂M + 26313)/19929⌋ steps lead to g = 0: Wuille, "Bounds on divsteps iterations
//! in safegcd" (github.com/sipa/safegcd-bounds), genproofhd.md, Theorem 7. The steps after that change nothing but δ.

use super::divsteps::{Matrix, divsteps_60, sign};
use super::euclid::{Cofactor, difference, first_short};

/// A signed number in radix 2⁶²: limbs from 0 to 2⁶² − 1, except the last, which has the sign.
type Signed<const LIMBS: usize> = [i64; LIMBS];

const MASK: i64 = (1 << 62) - 1;

/// The number of steps in a round.
const STEPS: u32 = 60;

/// An odd modulus of at most 62·`LIMBS` − 2 bits, with what inverses need: five limbs for 256 bits, seven for 384,
/// eight for 448, nine for 521, eleven for 640.
#[derive(Clone, Copy)]
pub(crate) struct Modulus<const LIMBS: usize> {
    /// The modulus p. Limbs are from −2⁶¹ to 2⁶¹: most of those of special primes are zero, and vanish from the code
    /// where p is a constant. Products and carries handle negative ones.
    p: Signed<LIMBS>,
    /// 1/p modulo 2⁶².
    inverse: i64,
    /// The number of rounds of steps that lead to g = 0.
    rounds: u32,
}

impl<const LIMBS: usize> Modulus<LIMBS> {
    /// Returns the modulus that the words hold, least significant first. It is public.
    ///
    /// # Panics
    /// Panics if the number is even or has too many bits.
    pub(crate) const fn new<const WORDS: usize>(words: &[u64; WORDS]) -> Self {
        let bits = bits(words);
        assert!(words[0] & 1 == 1 && bits + 2 <= 62 * LIMBS as u32);
        let mut p: Signed<LIMBS> = from_words(words);
        let mut i = 0;
        while i + 1 < LIMBS {
            let carry = (p[i] + (1 << 61)) >> 62;
            p[i] -= carry << 62;
            p[i + 1] += carry;
            i += 1;
        }
        Self { p, inverse: inverse_of_word(p[0]), rounds: steps(bits).div_ceil(STEPS) }
    }
}

/// Returns the number of steps that suffice for a modulus of this number of bits.
const fn steps(bits: u32) -> u32 {
    (45907 * bits + 26313) / 19929
}

const _: () = assert!(steps(255) == 588 && steps(256) == 591 && steps(384) == 885 && steps(521) == 1201);

/// Returns the number of bits up to the highest that is set, also in a constant.
const fn bits<const WORDS: usize>(words: &[u64; WORDS]) -> u32 {
    let mut top = WORDS;
    while top > 0 && words[top - 1] == 0 {
        top -= 1;
    }
    if top == 0 { 0 } else { 64 * top as u32 - words[top - 1].leading_zeros() }
}

/// Returns 1/`odd` modulo 2⁶².
const fn inverse_of_word(odd: i64) -> i64 {
    // Newton's iteration: each round doubles the number of correct bits, and the number itself has three.
    let mut inverse = odd;
    let mut round = 0;
    while round < 5 {
        inverse = inverse.wrapping_mul(2i64.wrapping_sub(odd.wrapping_mul(inverse)));
        round += 1;
    }
    assert!(odd.wrapping_mul(inverse) & MASK == 1);
    inverse & MASK
}

/// Returns 1/`number` modulo p, and 0 for 0. The number is below p, and 0 or coprime to it, in words of 64 bits, and so
/// is the result. Constant time.
///
/// It is inlined, so that the limbs of a constant modulus are constants.
#[inline(always)]
pub(crate) fn invert<const WORDS: usize, const LIMBS: usize>(
    number: &[u64; WORDS],
    modulus: &Modulus<LIMBS>,
) -> [u64; WORDS] {
    let (mut f, mut g) = (modulus.p, from_words(number));
    // d·number = f and e·number = g, modulo p and except for powers of two that the matrices carry.
    let (mut d, mut e) = ([0; LIMBS], one());
    // −δ − 1/2 for the initial δ = 1/2.
    let mut zeta = -1;
    for _ in 0..modulus.rounds {
        let matrix;
        (zeta, matrix) = divsteps_60(zeta, f[0], g[0]);
        // The next steps depend on f and g, so these are updated first.
        update_fg(opaque(&mut f), opaque(&mut g), &matrix);
        update_de(opaque(&mut d), opaque(&mut e), &matrix, modulus);
    }
    // Now g = 0 and f = ±1, or ±p for the number 0, where d = 0.
    to_words(&normalize(d, sign(f[LIMBS - 1]), modulus))
}

/// Computes [`invert`] for a public number modulo `p`, by Euclid's algorithm down to the remainder 1. Takes time that
/// depends on the number: at 256 bits three quarters of that of [`invert`].
#[cfg_attr(not(test), expect(dead_code, reason = "signatures over prime curves are verified with it"))]
pub(crate) fn invert_vartime<const WORDS: usize>(number: &[u64; WORDS], p: &[u64; WORDS]) -> [u64; WORDS] {
    if *number == [0; WORDS] {
        return [0; WORDS];
    }
    let (_, Cofactor { is_negative, magnitude }) = first_short(p, number, 1);
    if is_negative { difference(p, &magnitude) } else { magnitude }
}

const fn one<const LIMBS: usize>() -> Signed<LIMBS> {
    let mut one = [0; LIMBS];
    one[0] = 1;
    one
}

/// Returns the number, but hides from the compiler that limbs are positive: it would split each product with one signed
/// factor into two.
#[inline(always)]
fn opaque<const LIMBS: usize>(number: &mut Signed<LIMBS>) -> &mut Signed<LIMBS> {
    core::hint::black_box(number)
}

/// Applies the matrix to (f, g), over 2⁶². The lowest 62 bits of the products vanish.
#[inline(always)]
fn update_fg<const LIMBS: usize>(f: &mut Signed<LIMBS>, g: &mut Signed<LIMBS>, Matrix { u, v, q, r }: &Matrix) {
    let product = |a: &i64, x: i64| i128::from(*a) * i128::from(x);
    let mut carry_f = (product(u, f[0]) + product(v, g[0])) >> 62;
    let mut carry_g = (product(q, f[0]) + product(r, g[0])) >> 62;
    for i in 1..LIMBS {
        carry_f += product(u, f[i]) + product(v, g[i]);
        carry_g += product(q, f[i]) + product(r, g[i]);
        (f[i - 1], g[i - 1]) = (carry_f as i64 & MASK, carry_g as i64 & MASK);
        (carry_f, carry_g) = (carry_f >> 62, carry_g >> 62);
    }
    (f[LIMBS - 1], g[LIMBS - 1]) = (carry_f as i64, carry_g as i64);
}

/// Applies the matrix to (d, e) modulo p, over 2⁶², between −2p and p: multiples of p are added so that the lowest 62
/// bits vanish.
#[inline(always)]
fn update_de<const LIMBS: usize>(
    d: &mut Signed<LIMBS>,
    e: &mut Signed<LIMBS>,
    Matrix { u, v, q, r }: &Matrix,
    Modulus { p, inverse, .. }: &Modulus<LIMBS>,
) {
    let product = |a: i64, x: i64| i128::from(a) * i128::from(x);
    // The multiples of p that bring a negative d or e between 0 and p.
    let (negative_d, negative_e) = (sign(d[LIMBS - 1]), sign(e[LIMBS - 1]));
    let mut p_d = (u & negative_d).wrapping_add(v & negative_e);
    let mut p_e = (q & negative_d).wrapping_add(r & negative_e);
    let mut carry_d = product(*u, d[0]) + product(*v, e[0]);
    let mut carry_e = product(*q, d[0]) + product(*r, e[0]);
    p_d -= inverse.wrapping_mul(carry_d as i64).wrapping_add(p_d) & MASK;
    p_e -= inverse.wrapping_mul(carry_e as i64).wrapping_add(p_e) & MASK;
    carry_d = (carry_d + product(p[0], p_d)) >> 62;
    carry_e = (carry_e + product(p[0], p_e)) >> 62;
    for i in 1..LIMBS {
        carry_d += product(*u, d[i]) + product(*v, e[i]) + product(p[i], p_d);
        carry_e += product(*q, d[i]) + product(*r, e[i]) + product(p[i], p_e);
        (d[i - 1], e[i - 1]) = (carry_d as i64 & MASK, carry_e as i64 & MASK);
        (carry_d, carry_e) = (carry_d >> 62, carry_e >> 62);
    }
    (d[LIMBS - 1], e[LIMBS - 1]) = (carry_d as i64, carry_e as i64);
}

/// Reduces a number between −2p and p, negated where `negate` is set, to one between 0 and p.
#[inline(always)]
fn normalize<const LIMBS: usize>(
    number: Signed<LIMBS>,
    negate: i64,
    Modulus { p, .. }: &Modulus<LIMBS>,
) -> Signed<LIMBS> {
    let mut number = add_if(number, p, sign(number[LIMBS - 1]));
    for limb in &mut number {
        *limb = (*limb ^ negate).wrapping_sub(negate);
    }
    let number = carried(number);
    carried(add_if(number, p, sign(number[LIMBS - 1])))
}

#[inline(always)]
fn add_if<const LIMBS: usize>(mut number: Signed<LIMBS>, p: &Signed<LIMBS>, mask: i64) -> Signed<LIMBS> {
    for (limb, p) in number.iter_mut().zip(p) {
        *limb += p & mask;
    }
    number
}

/// Carries: all limbs except the last are from 0 to 2⁶² − 1.
#[inline(always)]
fn carried<const LIMBS: usize>(mut number: Signed<LIMBS>) -> Signed<LIMBS> {
    for i in 1..LIMBS {
        number[i] += number[i - 1] >> 62;
        number[i - 1] &= MASK;
    }
    number
}

/// Returns a number below 2^(62·`LIMBS`) as limbs.
#[inline(always)]
const fn from_words<const WORDS: usize, const LIMBS: usize>(words: &[u64; WORDS]) -> Signed<LIMBS> {
    let mut limbs = [0; LIMBS];
    let mut i = 0;
    while i < LIMBS && 62 * i < 64 * WORDS {
        let (word, shift) = (62 * i / 64, 62 * i % 64);
        let high = if shift > 2 && word + 1 < WORDS { words[word + 1] << (64 - shift) } else { 0 };
        limbs[i] = (words[word] >> shift | high) as i64 & MASK;
        i += 1;
    }
    limbs
}

/// Returns a number whose limbs are not negative as words.
#[inline(always)]
fn to_words<const WORDS: usize, const LIMBS: usize>(limbs: &Signed<LIMBS>) -> [u64; WORDS] {
    // A word begins in the lower half of a limb, so it ends in the next one.
    const { assert!(WORDS < 16) };
    core::array::from_fn(|i| {
        let (limb, shift) = (64 * i / 62, 64 * i % 62);
        let high = limbs.get(limb + 1).map_or(0, |limb| limb.cast_unsigned() << (62 - shift));
        limbs[limb].cast_unsigned() >> shift | high
    })
}
