//! Euclid's algorithm by Lehmer's method, in variable time: most quotients come from the leading 64 bits of the
//! remainders; a sequence of them is then applied to the whole numbers at once.

/// Returns the first remainder of at most `short` bits in Euclid's algorithm on (`n`, `k`), where `short` is not 0, and
/// its cofactor: their quotient modulo n is k. The cofactor fits in `COFACTOR` words: it is at most n/2^`short`.
pub(super) fn first_short<const WORDS: usize, const COFACTOR: usize>(
    n: &[u64; WORDS],
    k: &[u64; WORDS],
    short: u32,
) -> ([u64; WORDS], Cofactor<COFACTOR>) {
    let mut rows = Rows { r: [*n, *k], t: [[0; COFACTOR], word(1)], is_negative: false };
    while bits(&rows.r[1]) > short {
        match quotients(&rows.r, short) {
            Some(row) => rows.apply(&row),
            None => rows.divide(),
        }
    }
    let Rows { r: [_, r], t: [_, t], is_negative } = rows;
    (r, Cofactor { is_negative, magnitude: t })
}

/// The factor t in r = t·k modulo n.
pub(super) struct Cofactor<const WORDS: usize> {
    pub(super) is_negative: bool,
    pub(super) magnitude: [u64; WORDS],
}

/// Two neighbouring remainders, the larger first, and the absolute values of their cofactors, whose signs alternate:
/// `is_negative` is that of the second.
///
/// r₀·t₁ + r₁·t₀ = n, so t₁ is at most n/r₀.
struct Rows<const WORDS: usize, const COFACTOR: usize> {
    r: [[u64; WORDS]; 2],
    t: [[u64; COFACTOR]; 2],
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
#[inline(always)]
fn quotients<const WORDS: usize>([r0, r1]: &[[u64; WORDS]; 2], short: u32) -> Option<Row> {
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

impl<const WORDS: usize, const COFACTOR: usize> Rows<WORDS, COFACTOR> {
    /// Applies a sequence of quotients.
    #[inline(always)]
    fn apply(&mut self, Row { a, b, is_odd }: &Row) {
        let [r0, r1] = &self.r;
        self.r = if *is_odd {
            [difference_of_products(b[0], r1, a[0], r0), difference_of_products(a[1], r0, b[1], r1)]
        } else {
            [difference_of_products(a[0], r0, b[0], r1), difference_of_products(b[1], r1, a[1], r0)]
        };
        // The signs of the cofactors alternate, so their absolute values are added.
        let [t0, t1] = &self.t;
        self.t = [sum_of_products(a[0], t0, b[0], t1), sum_of_products(a[1], t0, b[1], t1)];
        self.is_negative ^= is_odd;
    }

    /// Does one step, with a quotient of any size.
    fn divide(&mut self) {
        let [mut rest, divisor] = self.r;
        let mut t = self.t[0];
        while !is_less(&rest, &divisor) {
            let shift = bits(&rest) - bits(&divisor);
            let shift = if is_less(&rest, &shifted_left(&divisor, shift)) { shift - 1 } else { shift };
            rest = difference(&rest, &shifted_left(&divisor, shift));
            t = sum_of_products(1, &t, 1, &shifted_left(&self.t[1], shift));
        }
        self.r = [divisor, rest];
        self.t = [self.t[1], t];
        self.is_negative = !self.is_negative;
    }
}

/// Returns a word as a number.
const fn word<const N: usize>(word: u64) -> [u64; N] {
    let mut number = [0; N];
    number[0] = word;
    number
}

/// Returns the number of bits up to the highest that is set.
pub(super) fn bits<const N: usize>(number: &[u64; N]) -> u32 {
    let top = number.iter().rposition(|word| *word != 0);
    top.map_or(0, |top| 64 * (top as u32 + 1) - number[top].leading_zeros())
}

fn is_less<const N: usize>(a: &[u64; N], b: &[u64; N]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// Returns `number`/2^`shift`, which must fit in 64 bits, for a `shift` within the number.
fn shifted_right<const N: usize>(number: &[u64; N], shift: u32) -> u64 {
    let (word, bit) = (shift as usize / 64, shift % 64);
    let high = number.get(word + 1).copied().unwrap_or(0);
    ((u128::from(high) << 64 | u128::from(number[word])) >> bit) as u64
}

/// Returns `number`·2^`shift`, which must fit in `N` words.
fn shifted_left<const N: usize>(number: &[u64; N], shift: u32) -> [u64; N] {
    let (words, bit) = (shift as usize / 64, shift % 64);
    core::array::from_fn(|i| {
        let word = |i: Option<usize>| i.map_or(0, |i| number[i]);
        let (high, low) = (word(i.checked_sub(words)), word(i.checked_sub(words + 1)));
        ((u128::from(high) << 64 | u128::from(low)) << bit >> 64) as u64
    })
}

/// Returns `x` − `y`, which must not be negative.
pub(super) fn difference<const N: usize>(x: &[u64; N], y: &[u64; N]) -> [u64; N] {
    difference_of_products(1, x, 1, y)
}

/// Returns `a`·`x` − `b`·`y`, which must not be negative and must fit in `N` words, for `a` and `b` below 2³².
#[inline]
fn difference_of_products<const N: usize>(a: u64, x: &[u64; N], b: u64, y: &[u64; N]) -> [u64; N] {
    let mut difference = [0; N];
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

/// Returns `a`·`x` + `b`·`y`, which must fit in `N` words, for `a` and `b` below 2³².
#[inline]
fn sum_of_products<const N: usize>(a: u64, x: &[u64; N], b: u64, y: &[u64; N]) -> [u64; N] {
    let mut sum = [0; N];
    let mut carry = 0u128;
    for ((word, x), y) in sum.iter_mut().zip(x).zip(y) {
        carry += u128::from(a) * u128::from(*x) + u128::from(b) * u128::from(*y);
        *word = carry as u64;
        carry >>= 64;
    }
    debug_assert_eq!(carry, 0);
    sum
}
