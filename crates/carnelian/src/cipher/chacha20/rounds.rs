//! The rounds, RFC 8439 Sections 2.1 to 2.3, over any vector of words: either each lane has a block of its own, or each
//! vector has a row of the state, four words of one block.

// Only architectures with vectors use rows.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

use super::kernel::Key;

/// A vector of 32-bit words.
pub(super) trait Words: Copy {
    fn add(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn rotate_left<const R: i32>(self) -> Self;
}

/// A vector of rows: each group of four words is a row of a state.
pub(super) trait Rows: Words {
    /// Rotates each row: word i of the result is word (i + `K`) mod 4 of the operand.
    fn rotate_rows<const K: i32>(self) -> Self;
}

impl Words for u32 {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }

    #[inline(always)]
    fn rotate_left<const R: i32>(self) -> Self {
        self.rotate_left(R as u32)
    }
}

/// The twenty rounds are ten double rounds.
pub(super) const DOUBLE_ROUNDS: usize = 10;

/// "expand 32-byte k", Section 2.3.
pub(super) const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];
const _: () = {
    let text = *b"expand 32-byte k";
    let mut at = 0;
    while at < 16 {
        assert!(CONSTANTS[at / 4].to_le_bytes()[at % 4] == text[at]);
        at += 1;
    }
};

/// Returns the eight words of a key.
#[inline(always)]
fn key_words(key: &Key) -> [u32; 8] {
    let (words, _) = key.as_chunks();
    core::array::from_fn(|i| u32::from_le_bytes(words[i]))
}

/// Returns the four words of the last row: the block counter and the nonce.
#[inline(always)]
fn last_row(start: u128) -> [u32; 4] {
    [start as u32, (start >> 32) as u32, (start >> 64) as u32, (start >> 96) as u32]
}

/// Section 2.3, the state before the rounds.
#[inline(always)]
pub(super) fn state(key: &Key, start: u128) -> [u32; 16] {
    let mut state = [0; 16];
    state[..4].copy_from_slice(&CONSTANTS);
    state[4..12].copy_from_slice(&key_words(key));
    state[12..].copy_from_slice(&last_row(start));
    state
}

/// Section 2.1, the quarter round on four words of the state.
#[inline(always)]
fn quarter_round<V: Words>(x: &mut [V; 16], a: usize, b: usize, c: usize, d: usize) {
    [x[a], x[b], x[c], x[d]] = quarter([x[a], x[b], x[c], x[d]]);
}

/// Section 2.1: 1. a += b; d ^= a; d <<<= 16; 2. c += d; b ^= c; b <<<= 12; 3. and 4. the same with 8 and 7.
#[inline(always)]
fn quarter<V: Words>([mut a, mut b, mut c, mut d]: [V; 4]) -> [V; 4] {
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
pub(super) fn double_round<V: Words>(x: &mut [V; 16]) {
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
pub(super) fn double_round_rows<V: Rows>(rows: [V; 4]) -> [V; 4] {
    let [a, b, c, d] = quarter(rows);
    let diagonals = [a.rotate_rows::<3>(), b, c.rotate_rows::<1>(), d.rotate_rows::<2>()];
    let [a, b, c, d] = quarter(diagonals);
    [a.rotate_rows::<1>(), b, c.rotate_rows::<3>(), d.rotate_rows::<2>()]
}
