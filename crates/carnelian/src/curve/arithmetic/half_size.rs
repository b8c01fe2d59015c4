//! Writes a scalar as the quotient of two numbers of half its size: Antipa, Brown, Gallant, Lambert, Struik, Vanstone,
//! "Accelerated verification of ECDSA signatures" (2005).
//!
//! Euclid's algorithm on (n, k) yields remainders r = t·k modulo n in which r falls as |t| rises: r·|t| < n. When r
//! first falls below the square root of n, both are short. By Lehmer's method most quotients come from the leading 64
//! bits of the remainders; a sequence of them is then applied to the whole numbers at once.

/// A number as four words, least significant first.
type Words = [u64; 4];

/// k = ± `numerator`/`denominator` modulo n. Both are below 2¹²⁸, and the denominator is not 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quotient {
    pub(crate) numerator: u128,
    pub(crate) is_negative: bool,
    pub(crate) denominator: u128,
}

/// Returns `k` as a quotient modulo `n`, an odd number of at least 128 bits; k is below it. The numerator has at most
/// half of the bits of n, rounded down. Takes time that depends on k.
pub(crate) fn halve_vartime(n: &Words, k: &Words) -> Quotient {
    let short = bits(n) / 2;
    let mut rows = Rows { r: [*n, *k], t: [0, 1], is_negative: false };
    while bits(&rows.r[1]) > short {
        match quotients(&rows.r, short) {
            Some(row) => rows.apply(&row),
            None => rows.divide(),
        }
    }
    let [low, high, ..] = rows.r[1];
    let numerator = u128::from(low) | u128::from(high) << 64;
    Quotient { numerator, is_negative: rows.is_negative, denominator: rows.t[1] }
}

/// Two neighbouring remainders, the larger first, and the absolute values of their cofactors, whose signs alternate:
/// `is_negative` is that of the second.
struct Rows {
    r: [Words; 2],
    t: [u128; 2],
    is_negative: bool,
}

/// The effect of a sequence of quotients on two remainders: (r₀, r₁) become (a₀r₀ − b₀r₁, b₁r₁ − a₁r₀) if the number of
/// quotients is even, and the negatives of these if it is odd. All four factors are below 2³².
struct Row {
    a: [u64; 2],
    b: [u64; 2],
    is_odd: bool,
}

/// Returns the quotients of two remainders that their leading 64 bits determine, up to the first remainder below
/// 2^`short`; `None` if they determine none.
fn quotients([r0, r1]: &[Words; 2], short: u32) -> Option<Row> {
    let shift = bits(r0).saturating_sub(64);
    let (mut x, mut y) = (shifted_right(r0, shift), shifted_right(r1, shift));
    let long_enough = 1u64.checked_shl(short.saturating_sub(shift)).unwrap_or(0).max(1);
    let mut row = Row { a: [1, 0], b: [0, 1], is_odd: false };
    let mut count = 0;
    while y >= long_enough {
        let (quotient, rest) = (x / y, x % y);
        // The omitted low bits change the new remainder by less than `next`, and the one before it by less than
        // `row.b[1]`.
        let next = row.b[0].wrapping_add(quotient.wrapping_mul(row.b[1]));
        if rest < next || y - rest < next + row.b[1] {
            break;
        }
        (x, y) = (y, rest);
        row.a = [row.a[1], row.a[0] + quotient * row.a[1]];
        row.b = [row.b[1], next];
        count += 1;
    }
    row.is_odd = count % 2 == 1;
    (count > 0).then_some(row)
}

impl Rows {
    /// Applies a sequence of quotients.
    fn apply(&mut self, Row { a, b, is_odd }: &Row) {
        let [r0, r1] = &self.r;
        self.r = if *is_odd {
            [difference_of_products(b[0], r1, a[0], r0), difference_of_products(a[1], r0, b[1], r1)]
        } else {
            [difference_of_products(a[0], r0, b[0], r1), difference_of_products(b[1], r1, a[1], r0)]
        };
        // The signs of the cofactors alternate, so their absolute values are added.
        let cofactor = |a: u64, b: u64| u128::from(a) * self.t[0] + u128::from(b) * self.t[1];
        self.t = [cofactor(a[0], b[0]), cofactor(a[1], b[1])];
        self.is_negative ^= is_odd;
    }

    /// Does one step, with a quotient of any size.
    fn divide(&mut self) {
        let [mut rest, divisor] = self.r;
        let mut t = self.t[0];
        while !is_less(&rest, &divisor) {
            let shift = bits(&rest) - bits(&divisor);
            let shift = if is_less(&rest, &shifted_left(&divisor, shift)) { shift - 1 } else { shift };
            rest = difference_of_products(1, &rest, 1, &shifted_left(&divisor, shift));
            t += self.t[1] << shift;
        }
        self.r = [divisor, rest];
        self.t = [self.t[1], t];
        self.is_negative = !self.is_negative;
    }
}

/// Returns the number of bits up to the highest that is set.
fn bits(number: &Words) -> u32 {
    let top = number.iter().rposition(|word| *word != 0);
    top.map_or(0, |top| 64 * (top as u32 + 1) - number[top].leading_zeros())
}

fn is_less(a: &Words, b: &Words) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// Returns `number`/2^`shift`, which must fit in 64 bits, `shift` < 256.
fn shifted_right(number: &Words, shift: u32) -> u64 {
    let (word, bit) = (shift as usize / 64, shift % 64);
    let high = number.get(word + 1).copied().unwrap_or(0);
    ((u128::from(high) << 64 | u128::from(number[word])) >> bit) as u64
}

/// Returns `number`·2^`shift`, which must fit in 256 bits.
fn shifted_left(number: &Words, shift: u32) -> Words {
    let (words, bit) = (shift as usize / 64, shift % 64);
    core::array::from_fn(|i| {
        let word = |i: Option<usize>| i.map_or(0, |i| number[i]);
        let (high, low) = (word(i.checked_sub(words)), word(i.checked_sub(words + 1)));
        ((u128::from(high) << 64 | u128::from(low)) << bit >> 64) as u64
    })
}

/// Returns `a`·`x` − `b`·`y`, which must not be negative and must fit in 256 bits, for `a` and `b` below 2³².
fn difference_of_products(a: u64, x: &Words, b: u64, y: &Words) -> Words {
    let mut difference = [0; 4];
    let mut carry = 0i128;
    for ((word, x), y) in difference.iter_mut().zip(x).zip(y) {
        // The products are below 2⁹⁶.
        carry += (u128::from(a) * u128::from(*x)) as i128 - (u128::from(b) * u128::from(*y)) as i128;
        *word = carry as u64;
        carry >>= 64;
    }
    debug_assert_eq!(carry, 0);
    difference
}
