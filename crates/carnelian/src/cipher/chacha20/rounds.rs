//! The rounds, RFC 8439 Sections 2.1 to 2.3, over any vector of words: either each lane has a block of its own, or each
//! vector has a row of the state, four words of one block.

use super::kernel::Key;
use crate::base::lanes::u32::{ArxLanes, RowLanes};
pub(super) use crate::cipher::arithmetic::rounds::DOUBLE_ROUNDS;
use crate::cipher::arithmetic::rounds::{Rounds, SIGMA, words};

/// The constants of Section 2.3, the first row of the state.
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];
const _: () = {
    let mut at = 0;
    while at < 16 {
        assert!(CONSTANTS[at / 4].to_le_bytes()[at % 4] == SIGMA[at]);
        at += 1;
    }
};

/// The state and the rounds of ChaCha20.
pub(super) enum ChaChaRounds {}

impl Rounds for ChaChaRounds {
    const COUNTERS: [usize; 2] = [12, 13];

    #[inline(always)]
    fn state(key: &Key, start: u128) -> [u32; 16] {
        state(key, start)
    }

    #[inline(always)]
    fn double_round<V: ArxLanes>(x: &mut [V; 16]) {
        double_round(x);
    }

    #[inline(always)]
    fn first_rows<V: RowLanes>(proof: V::Proof, key: &Key, start: u128) -> [V; 4] {
        first_rows(proof, key, start)
    }

    #[inline(always)]
    fn double_round_rows<V: RowLanes>(rows: [V; 4]) -> [V; 4] {
        double_round_rows(rows)
    }
}

/// Returns the eight words of a key.
#[inline(always)]
fn key_words(key: &Key) -> [u32; 8] {
    let (words, _) = key.as_chunks();
    core::array::from_fn(|i| u32::from_le_bytes(words[i]))
}

/// Section 2.3, the state before the rounds.
#[inline(always)]
pub(super) fn state(key: &Key, start: u128) -> [u32; 16] {
    let mut state = [0; 16];
    state[..4].copy_from_slice(&CONSTANTS);
    state[4..12].copy_from_slice(&key_words(key));
    state[12..].copy_from_slice(&words(start));
    state
}

/// Section 2.1, the quarter round on four words of the state.
#[inline(always)]
fn quarter_round<V: ArxLanes>(x: &mut [V; 16], a: usize, b: usize, c: usize, d: usize) {
    [x[a], x[b], x[c], x[d]] = quarter([x[a], x[b], x[c], x[d]]);
}

/// Section 2.1: 1. a += b; d ^= a; d <<<= 16; 2. c += d; b ^= c; b <<<= 12; 3. and 4. the same with 8 and 7.
#[inline(always)]
fn quarter<V: ArxLanes>([mut a, mut b, mut c, mut d]: [V; 4]) -> [V; 4] {
    a = a.add(b);
    d = d.xor(a).rotate_left::<16>();
    c = c.add(d);
    b = b.xor(c).rotate_left::<12>();
    a = a.add(b);
    d = d.xor(a).rotate_left::<8>();
    c = c.add(d);
    b = b.xor(c).rotate_left::<7>();
    [a, b, c, d]
}

/// Section 2.3.1's inner block: a column round and a diagonal round. The quarter rounds follow one another: only one
/// port rotates vectors, and four quarter rounds in step would all compete for it at once.
#[inline(always)]
pub(super) fn double_round<V: ArxLanes>(x: &mut [V; 16]) {
    quarter_round(x, 0, 4, 8, 12);
    quarter_round(x, 1, 5, 9, 13);
    quarter_round(x, 2, 6, 10, 14);
    quarter_round(x, 3, 7, 11, 15);
    quarter_round(x, 0, 5, 10, 15);
    quarter_round(x, 1, 6, 11, 12);
    quarter_round(x, 2, 7, 8, 13);
    quarter_round(x, 3, 4, 9, 14);
}

/// Like [`double_round`], on states with a row in each vector. The diagonals become columns by rotating the rows a, c
/// and d; b, which every step depends on, stays.
#[inline(always)]
pub(super) fn double_round_rows<V: RowLanes>(rows: [V; 4]) -> [V; 4] {
    let [a, b, c, d] = quarter(rows);
    let diagonals = [a.rotate_rows::<3>(), b, c.rotate_rows::<1>(), d.rotate_rows::<2>()];
    let [a, b, c, d] = quarter(diagonals);
    [a.rotate_rows::<1>(), b, c.rotate_rows::<3>(), d.rotate_rows::<2>()]
}

/// Section 2.3, the states before the rounds: those of block `start` and the blocks after it.
#[inline(always)]
pub(super) fn first_rows<V: RowLanes>(proof: V::Proof, key: &Key, start: u128) -> [V; 4] {
    let (halves, _) = key.as_chunks();
    [
        V::splat_row(proof, &SIGMA),
        V::splat_row(proof, &halves[0]),
        V::splat_row(proof, &halves[1]),
        V::counting_rows(proof, start),
    ]
}
