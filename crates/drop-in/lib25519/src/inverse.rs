//! Inverses modulo p = 2²⁵⁵ − 19, in constant time, by the power p − 2. Carnelian's own field is not public; this one
//! serves the only function of lib25519 that needs a field.

use carnelian::secret::Secret;
use core::convert::Infallible;
use core::hint::black_box;

/// A number modulo p, below 2²⁵⁶, in four words.
type Element = [u64; 4];

/// Returns 1/`x`, and 0 for 0. The top bit of `x` is ignored. The result is below p.
pub(crate) fn of(x: &[u8; 32]) -> Secret<[u8; 32]> {
    let mut element = core::array::from_fn(|i| {
        let mut word = [0; 8];
        word.copy_from_slice(&x[8 * i..8 * i + 8]);
        u64::from_le_bytes(word)
    });
    element[3] &= u64::MAX >> 1;
    let mut inverse = frozen(&power(&element));
    let Ok(bytes) = Secret::build(|bytes| {
        for (chunk, word) in bytes.chunks_exact_mut(8).zip(inverse) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        Ok::<_, Infallible>(())
    });
    wipe(&mut element);
    wipe(&mut inverse);
    bytes
}

/// Returns x^(2²⁵⁵ − 21). Names state the exponents: `all_10` is 2¹⁰ − 1.
fn power(x: &Element) -> Element {
    let two = square_times(x, 1);
    let nine = product(&square_times(&two, 2), x);
    let eleven = product(&nine, &two);
    let all_5 = product(&square_times(&eleven, 1), &nine);
    let all_10 = product(&square_times(&all_5, 5), &all_5);
    let all_20 = product(&square_times(&all_10, 10), &all_10);
    let all_40 = product(&square_times(&all_20, 20), &all_20);
    let all_50 = product(&square_times(&all_40, 10), &all_10);
    let all_100 = product(&square_times(&all_50, 50), &all_50);
    let all_200 = product(&square_times(&all_100, 100), &all_100);
    let all_250 = product(&square_times(&all_200, 50), &all_50);
    // (2²⁵⁰ − 1)·2⁵ + 11 = 2²⁵⁵ − 21.
    product(&square_times(&all_250, 5), &eleven)
}

fn square_times(x: &Element, count: usize) -> Element {
    (0..count).fold(*x, |square, _| product(&square, &square))
}

/// Returns a·b modulo p.
fn product(a: &Element, b: &Element) -> Element {
    let mut wide = [0u64; 8];
    for i in 0..4 {
        let mut carry = 0;
        for j in 0..4 {
            let sum = u128::from(a[i]) * u128::from(b[j]) + u128::from(wide[i + j]) + u128::from(carry);
            (wide[i + j], carry) = (sum as u64, (sum >> 64) as u64);
        }
        wide[i + 4] = carry;
    }
    // 2²⁵⁶ = 38 modulo p.
    let (mut low, mut carry) = ([0; 4], 0);
    for i in 0..4 {
        let sum = u128::from(wide[i + 4]) * 38 + u128::from(wide[i]) + u128::from(carry);
        (low[i], carry) = (sum as u64, (sum >> 64) as u64);
    }
    // The carry is at most 38. After it is added, a second carry leaves less than 2¹¹ in the lowest word.
    let carry = plus(&mut low, carry * 38);
    plus(&mut low, carry * 38);
    low
}

/// Adds a word, and returns the carry.
fn plus(element: &mut Element, word: u64) -> u64 {
    element.iter_mut().fold(word, |carry, limb| {
        let (sum, overflows) = limb.overflowing_add(carry);
        *limb = sum;
        u64::from(overflows)
    })
}

/// Returns the number below p.
fn frozen(x: &Element) -> Element {
    let mut number = *x;
    // Twice, since the first time may leave 2²⁵⁵ or more.
    for _ in 0..2 {
        let top = number[3] >> 63;
        number[3] &= u64::MAX >> 1;
        plus(&mut number, 19 * top);
    }
    // p and more, if it overflows 2²⁵⁵ when 19 is added, is what is left of that sum.
    let mut reduced = number;
    plus(&mut reduced, 19);
    let mask = black_box(0u64.wrapping_sub(reduced[3] >> 63));
    reduced[3] &= u64::MAX >> 1;
    core::array::from_fn(|i| reduced[i] & mask | number[i] & !mask)
}

/// Overwrites a number that may be secret. The compiler cannot tell that it is not read again.
fn wipe(element: &mut Element) {
    *element = [0; 4];
    black_box(element);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inverse(x: &[u8; 32]) -> [u8; 32] {
        *of(x).declassify("a test")
    }

    #[test]
    fn small_numbers_and_edges() {
        let number = |low: u8| {
            let mut bytes = [0; 32];
            bytes[0] = low;
            bytes
        };
        // p + k is k, and so is 2²⁵⁵ + k.
        let beyond_p = |k: u8| {
            let mut bytes = [0xff; 32];
            (bytes[0], bytes[31]) = (0xed + k, 0x7f);
            bytes
        };
        for k in 0..19 {
            assert_eq!(inverse(&beyond_p(k)), inverse(&number(k)));
            let mut topped = number(k);
            topped[31] = 0x80;
            assert_eq!(inverse(&topped), inverse(&number(k)));
            assert_eq!(inverse(&inverse(&number(k))), number(k));
        }
        assert_eq!((inverse(&number(0)), inverse(&number(1))), (number(0), number(1)));
        // 1/2 = (p + 1)/2 = 2²⁵⁴ − 9.
        let mut half = [0xff; 32];
        (half[0], half[31]) = (0xf7, 0x3f);
        assert_eq!(inverse(&number(2)), half);
        // 1/(−1) = −1 = p − 1.
        let mut minus_one = [0xff; 32];
        (minus_one[0], minus_one[31]) = (0xec, 0x7f);
        assert_eq!(inverse(&minus_one), minus_one);
    }
}
