//! The scalars over four 64-bit words: single operations on plain numbers, and fiat-crypto's Montgomery form for
//! powers.
//!
//! With L = 2²⁵² + c, a number h·2²⁵² + l is l − c·h modulo L, and c has only 125 bits: three such steps suffice for
//! 512 bits. With conversions to and from Montgomery form a single product would take five Montgomery multiplications.

use super::Order;
use super::sc_fiat::fiat_scalar;
use crate::base::ct::{Choice, Select};
use crate::curve::curve25519::tables::L;

fiat_scalar!(Sc4x64, curve25519_scalar_64, 4, |words: &Words| *words, |words: &Words| *words);

impl Order for Sc4x64 {
    fn reduce_wide(bytes: &[u8; 64]) -> Words {
        reduce(&core::array::from_fn(|i| u64::from_le_bytes(bytes.as_chunks().0[i])))
    }

    fn mul_add(a: &Words, b: &Words, c: &Words) -> Words {
        mul_add(a, b, c)
    }
}

/// c = L − 2²⁵².
const C: [u64; 2] = [L[0], L[1]];
const _: () = assert!(L[2] == 0 && L[3] == 1 << 60 && C[1] < 1 << 61);

/// 2·L.
const TWICE_L: Words = [L[0] << 1, L[1] << 1 | L[0] >> 63, L[1] >> 63, L[3] << 1];

/// Returns `a`·`b` + `c` modulo L, for any words. Constant time.
pub(crate) fn mul_add(a: &Words, b: &Words, c: &Words) -> Words {
    let mut sum = [c[0], c[1], c[2], c[3], 0, 0, 0, 0];
    add_product(&mut sum, a, b);
    reduce(&sum)
}

/// Returns a number of 512 bits modulo L. Constant time.
pub(crate) fn reduce(number: &[u64; 8]) -> Words {
    // Modulo L, number = low − c·high, c·high = low_2 − c·high_2, and c·high_2 = low_3 − c·high_3. high is below 2²⁶⁰,
    // high_2 below 2¹³³, high_3 below 2⁶.
    let (low, high): (_, [u64; 5]) = split(number);
    let (low_2, high_2): (_, [u64; 3]) = split::<7, 3>(&times_c(&high));
    let (low_3, high_3): (_, [u64; 1]) = split::<5, 1>(&times_c(&high_2));
    let [t0, t1, t2] = times_c(&high_3);
    // Adding 2L keeps the sum positive: the subtrahends are below 2²⁵² + 2¹³¹. It stays below 4L.
    let sum = add(&add(&low, &low_3), &TWICE_L);
    let sum = sub(&sub(&sum, &low_2).0, &[t0, t1, t2, 0]).0;
    sub_if_not_below(&sub_if_not_below(&sum, &TWICE_L), &L)
}

/// Returns the lowest 252 bits of a number, and the `HIGH` words above them.
#[inline(always)]
fn split<const WORDS: usize, const HIGH: usize>(number: &[u64; WORDS]) -> (Words, [u64; HIGH]) {
    let low = [number[0], number[1], number[2], number[3] & (u64::MAX >> 4)];
    let word = |i: usize| number.get(i).copied().unwrap_or(0);
    (low, core::array::from_fn(|i| word(i + 3) >> 60 | word(i + 4) << 4))
}

/// Returns c·`number`.
#[inline(always)]
fn times_c<const N: usize, const PRODUCT: usize>(number: &[u64; N]) -> [u64; PRODUCT] {
    let mut product = [0; PRODUCT];
    add_product(&mut product, number, &C);
    product
}

/// Adds `a`·`b` to `sum`, whose words from index `B` on are zero.
#[inline(always)]
fn add_product<const SUM: usize, const A: usize, const B: usize>(sum: &mut [u64; SUM], a: &[u64; A], b: &[u64; B]) {
    const { assert!(SUM == A + B) };
    for (i, a) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, b) in b.iter().enumerate() {
            let word = u128::from(*a) * u128::from(*b) + u128::from(sum[i + j]) + u128::from(carry);
            (sum[i + j], carry) = (word as u64, (word >> 64) as u64);
        }
        sum[i + B] = carry;
    }
}

/// Returns the sum, which must be below 2²⁵⁶.
#[inline(always)]
fn add(a: &Words, b: &Words) -> Words {
    let (mut sum, mut carry) = ([0; 4], 0);
    for i in 0..4 {
        let word = u128::from(a[i]) + u128::from(b[i]) + u128::from(carry);
        (sum[i], carry) = (word as u64, (word >> 64) as u64);
    }
    sum
}

/// Returns the difference modulo 2²⁵⁶, and 1 if it is negative.
#[inline(always)]
fn sub(a: &Words, b: &Words) -> (Words, u64) {
    let (mut difference, mut borrow) = ([0; 4], 0);
    for i in 0..4 {
        let word = u128::from(a[i]).wrapping_sub(u128::from(b[i])).wrapping_sub(u128::from(borrow));
        (difference[i], borrow) = (word as u64, (word >> 127) as u64);
    }
    (difference, borrow)
}

/// Returns `a` − `b` if that is not negative, else `a`.
#[inline(always)]
fn sub_if_not_below(a: &Words, b: &Words) -> Words {
    let (difference, is_below) = sub(a, b);
    Select::select(Choice::from_lsb(is_below), difference, *a)
}
