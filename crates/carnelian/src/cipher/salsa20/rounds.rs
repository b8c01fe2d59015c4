//! The rounds of Salsa20, Sections 3 to 8 of its specification, over any vector of words: either each lane has a block
//! of its own, or each vector has a row of the state, four words of one block.

use super::kernel::{Constants, Key};
use crate::base::lanes::u32::{ArxLanes, RowLanes};
use crate::cipher::arithmetic::rounds::{DOUBLE_ROUNDS, Rounds, SIGMA, words};

/// The state and the rounds of Salsa20. The lower half of `start` is the block's number, and the upper half the nonce.
pub(super) enum SalsaRounds {}

impl Rounds for SalsaRounds {
    const COUNTERS: [usize; 2] = [8, 9];

    #[inline(always)]
    fn state(key: &Key, start: u128) -> [u32; 16] {
        state(&SIGMA, key, start)
    }

    #[inline(always)]
    fn double_round<V: ArxLanes>(x: &mut [V; 16]) {
        double_round(x);
    }

    #[inline(always)]
    fn first_rows<V: RowLanes>(proof: V::Proof, key: &Key, start: u128) -> [V; 4] {
        first_rows(proof, &SIGMA, key, start)
    }

    /// Returns diagonals: word i of vector k is word i of row k + i.
    #[inline(always)]
    fn arranged<V: RowLanes>([a, b, c, d]: [V; 4]) -> [V; 4] {
        by_two([odd(a, b), odd(b, c), odd(c, d), odd(d, a)])
    }

    #[inline(always)]
    fn double_round_rows<V: RowLanes>(diagonals: [V; 4]) -> [V; 4] {
        double_round_diagonals(diagonals)
    }

    /// Returns rows: word i of row k is word i of diagonal k − i.
    #[inline(always)]
    fn restored<V: RowLanes>([a, b, c, d]: [V; 4]) -> [V; 4] {
        by_two([odd(a, d), odd(b, a), odd(c, b), odd(d, c)])
    }
}

/// Replaces the words 1 and 3.
#[inline(always)]
fn odd<V: RowLanes>(row: V, other: V) -> V {
    row.or_words_of::<0b1010>(other)
}

/// Moves the words 2 and 3 to the second next row.
#[inline(always)]
fn by_two<V: RowLanes>([a, b, c, d]: [V; 4]) -> [V; 4] {
    [a.or_words_of::<0b1100>(c), b.or_words_of::<0b1100>(d), c.or_words_of::<0b1100>(a), d.or_words_of::<0b1100>(b)]
}

/// Section 9, the Salsa20 expansion function: returns the state before the rounds.
#[inline(always)]
pub(super) fn state(constants: &Constants, key: &Key, start: u128) -> [u32; 16] {
    let ([c0, c1, c2, c3], (k0, k1)) = (words(u128::from_le_bytes(*constants)), halves(key));
    let ([a, b, c, d], [e, f, g, h], [i0, i1, n0, n1]) = (words(k0), words(k1), words(start));
    [c0, a, b, c, d, c1, n0, n1, i0, i1, c2, e, f, g, h, c3]
}

/// Returns the halves of a key.
#[inline(always)]
fn halves(key: &Key) -> (u128, u128) {
    let (halves, _) = key.as_chunks();
    (u128::from_le_bytes(halves[0]), u128::from_le_bytes(halves[1]))
}

/// Returns the rows of the states before the rounds. They are put together in registers: words that are stored one by
/// one and then loaded as a vector delay the load.
#[inline(always)]
fn first_rows<V: RowLanes>(proof: V::Proof, constants: &Constants, key: &Key, start: u128) -> [V; 4] {
    let ([c0, c1, c2, c3], (k0, k1)) = (words(u128::from_le_bytes(*constants)).map(u128::from), halves(key));
    let (number, nonce) = (u128::from(start as u64), start >> 64);
    [
        V::splat_number(proof, c0 | k0 << 32),
        V::splat_number(proof, k0 >> 96 | c1 << 32 | nonce << 64),
        V::counting_rows(proof, number | c2 << 64 | k1 << 96),
        V::splat_number(proof, k1 >> 32 | c3 << 96),
    ]
}

/// Section 3: z₁ = y₁ ⊕ ((y₀ + y₃) <<< 7), z₂ = y₂ ⊕ ((z₁ + y₀) <<< 9), z₃ = y₃ ⊕ ((z₂ + z₁) <<< 13),
/// z₀ = y₀ ⊕ ((z₃ + z₂) <<< 18).
#[inline(always)]
pub(super) fn quarter<V: ArxLanes>([y0, y1, y2, y3]: [V; 4]) -> [V; 4] {
    let z1 = y1.xor(y0.add(y3).rotate_left::<7>());
    let z2 = y2.xor(z1.add(y0).rotate_left::<9>());
    let z3 = y3.xor(z2.add(z1).rotate_left::<13>());
    let z0 = y0.xor(z3.add(z2).rotate_left::<18>());
    [z0, z1, z2, z3]
}

/// The quarter round on four words of the state.
#[inline(always)]
fn quarter_round<V: ArxLanes>(x: &mut [V; 16], a: usize, b: usize, c: usize, d: usize) {
    [x[a], x[b], x[c], x[d]] = quarter([x[a], x[b], x[c], x[d]]);
}

/// Section 6: a column round (Section 5) and a row round (Section 4).
#[inline(always)]
pub(super) fn double_round<V: ArxLanes>(x: &mut [V; 16]) {
    quarter_round(x, 0, 4, 8, 12);
    quarter_round(x, 5, 9, 13, 1);
    quarter_round(x, 10, 14, 2, 6);
    quarter_round(x, 15, 3, 7, 11);
    quarter_round(x, 0, 1, 2, 3);
    quarter_round(x, 5, 6, 7, 4);
    quarter_round(x, 10, 11, 8, 9);
    quarter_round(x, 15, 12, 13, 14);
}

/// Like [`double_round`], on diagonals, whose words each belong to another column and another row. Between the rounds,
/// rotations bring the words of a row together.
#[inline(always)]
fn double_round_diagonals<V: RowLanes>(diagonals: [V; 4]) -> [V; 4] {
    let [a, b, c, d] = quarter(diagonals);
    let [a, b, c, d] = quarter([a, d.rotate_rows::<1>(), c.rotate_rows::<2>(), b.rotate_rows::<3>()]);
    [a, d.rotate_rows::<1>(), c.rotate_rows::<2>(), b.rotate_rows::<3>()]
}

/// "Extending the Salsa20 nonce", Section 2: the words 0, 5, 10, 15 and 6 to 9 of the state after the rounds, without
/// the final sum.
#[inline(always)]
pub(super) fn hsalsa20(constants: &Constants, key: &Key, input: u128, subkey: &mut Key) {
    let mut x = state(constants, key, input.rotate_left(64));
    for _ in 0..DOUBLE_ROUNDS {
        double_round(&mut x);
    }
    let words = [x[0], x[5], x[10], x[15], x[6], x[7], x[8], x[9]];
    for (bytes, word) in subkey.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
}

/// Like [`hsalsa20`], on rows.
#[inline(always)]
pub(super) fn hsalsa20_by_rows<V: RowLanes>(
    proof: V::Proof,
    constants: &Constants,
    key: &Key,
    input: u128,
    subkey: &mut Key,
) {
    let mut diagonals = SalsaRounds::arranged::<V>(first_rows(proof, constants, key, input.rotate_left(64)));
    for _ in 0..DOUBLE_ROUNDS {
        diagonals = double_round_diagonals(diagonals);
    }
    let [_, b, c, _] = SalsaRounds::restored(diagonals);
    // The words 6 and 7 are the end of a row, 8 and 9 the start of the next one.
    let (b, c) = (u128::from_le_bytes(b.first_row()), u128::from_le_bytes(c.first_row()));
    let (halves, _) = subkey.as_chunks_mut();
    halves[0] = diagonals[0].first_row();
    halves[1] = (b >> 64 | c << 64).to_le_bytes();
}
