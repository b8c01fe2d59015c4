//! Bitsliced rounds: word i of a state holds the bits 2ⁱ of all bytes of several blocks.
//!
//! Within a word, the bits are ordered by row, then by column, then by block. So rows are a rotation apart.
//!
//! No round moves the bytes of a row (Adomnicăi and Peyrin, "Fixslicing AES-like Ciphers", 2020). After ShiftRows() has
//! been omitted k times, the byte of row r and column c is in column c + k r. To compensate, MixColumns() takes the
//! byte of the next row from k columns further on, and round keys are laid out in the same way.

use super::kernel::Block;
use super::sbox::{inv_sub_bytes, sub_bytes};
use core::ops::{BitAnd, BitXor};

/// A word of bits.
pub(super) trait Word:
    crate::base::ct::Word + Default + Copy + BitXor<Output = Self> + BitAnd<Output = Self>
{
    /// The number of blocks that share a word.
    const BLOCKS: usize;

    /// Rotates the rows: row r of the result is row (r + `R`) mod 4.
    fn rows<const R: u32>(self) -> Self;
    /// Rotates the columns: column c of the result is column (c + `C`) mod 4. Needs 0 < C < 4.
    fn columns<const C: u32>(self) -> Self;
    /// Rotates rows 1 and 3 by two columns, which is ShiftRows() applied twice.
    fn shift_rows_twice(self) -> Self;
    /// Copies the bits of block `block` to all blocks.
    fn spread(self, block: usize) -> Self;

    /// Returns the bits of [`BLOCKS`](Self::BLOCKS) blocks.
    fn pack(blocks: &[Block]) -> [Self; 8];
    /// The inverse of [`pack`](Self::pack).
    fn unpack(state: [Self; 8], blocks: &mut [Block]);

    /// Reads words of an expanded key, which are stored one after the other.
    fn read(bytes: &[u8]) -> [Self; 8];
    fn write(words: [Self; 8], bytes: &mut [u8]);
}

/// The bits of a round key, in the form that is added to a state.
pub(super) type RoundKey<W> = [W; 8];

/// Section 5.1, Cipher(). `keys` are the round keys laid out for their round, including the constant of the S-box.
#[inline(always)]
pub(super) fn cipher<W: Word>(keys: &[RoundKey<W>], state: &mut [W; 8]) {
    let (first, keys) = keys.split_first().expect("there are round keys");
    let (last, keys) = keys.split_last().expect("there are round keys");
    add_round_key(state, first);
    for (before, key) in keys.iter().enumerate() {
        sub_bytes(state);
        match before % 4 {
            0 => mix_columns::<W, 1, 2>(state),
            1 => mix_columns::<W, 2, 0>(state),
            2 => mix_columns::<W, 3, 2>(state),
            _ => mix_columns::<W, 0, 0>(state),
        }
        add_round_key(state, key);
    }
    sub_bytes(state);
    add_round_key(state, last);
    restore_rows(state, keys.len() + 1);
}

/// Section 5.3, InvCipher(), with the keys of [`cipher`].
#[inline(always)]
pub(super) fn inv_cipher<W: Word>(keys: &[RoundKey<W>], state: &mut [W; 8]) {
    let (first, keys) = keys.split_first().expect("there are round keys");
    let (last, keys) = keys.split_last().expect("there are round keys");
    restore_rows(state, keys.len() + 1);
    add_round_key(state, last);
    inv_sub_bytes(state);
    for (before, key) in keys.iter().enumerate().rev() {
        add_round_key(state, key);
        match before % 4 {
            0 => inv_mix_columns::<W, 1, 2>(state),
            1 => inv_mix_columns::<W, 2, 0>(state),
            2 => inv_mix_columns::<W, 3, 2>(state),
            _ => inv_mix_columns::<W, 0, 0>(state),
        }
        inv_sub_bytes(state);
    }
    add_round_key(state, first);
}

/// Section 5.1.4, ADDROUNDKEY().
#[inline(always)]
fn add_round_key<W: Word>(state: &mut [W; 8], key: &RoundKey<W>) {
    for (word, key) in state.iter_mut().zip(key) {
        *word = *word ^ *key;
    }
}

/// Compensates for one omitted ShiftRows() per round, or reverses that: 10, 12 or 14 are 2, 0 or 2 modulo 4, and
/// ShiftRows() applied twice is its own inverse.
#[inline(always)]
fn restore_rows<W: Word>(state: &mut [W; 8], rounds: usize) {
    if rounds % 4 == 2 {
        for word in state {
            *word = word.shift_rows_twice();
        }
    }
}

/// Returns a word's next row, where rows are `K` columns apart.
#[inline(always)]
fn next_row<W: Word, const K: u32>(word: W) -> W {
    let rows = word.rows::<1>();
    if K == 0 { rows } else { rows.columns::<K>() }
}

/// Returns a word's row after next; `K2` is 2 `K` modulo 4.
#[inline(always)]
fn second_next_row<W: Word, const K2: u32>(word: W) -> W {
    let rows = word.rows::<2>();
    if K2 == 0 { rows } else { rows.columns::<K2>() }
}

/// Section 5.1.3, MIXCOLUMNS(), where rows are `K` columns apart; `K2` is 2 `K` modulo 4. If b is the sum of the bytes
/// a of a row and of the next one, the result is 2 b + (a of the next row) + (b of the row after next).
#[inline(always)]
fn mix_columns<W: Word, const K: u32, const K2: u32>(state: &mut [W; 8]) {
    let [a0, a1, a2, a3, a4, a5, a6, a7] = *state;
    macro_rules! sums {
        ($($a:ident $n:ident $b:ident)+) => {$(
            let $n = next_row::<W, K>($a);
            let $b = $a ^ $n;
        )+};
    }
    sums!(a0 n0 b0 a1 n1 b1 a2 n2 b2 a3 n3 b3 a4 n4 b4 a5 n5 b5 a6 n6 b6 a7 n7 b7);
    *state = [
        b7 ^ n0 ^ second_next_row::<W, K2>(b0),
        b0 ^ b7 ^ n1 ^ second_next_row::<W, K2>(b1),
        b1 ^ n2 ^ second_next_row::<W, K2>(b2),
        b2 ^ b7 ^ n3 ^ second_next_row::<W, K2>(b3),
        b3 ^ b7 ^ n4 ^ second_next_row::<W, K2>(b4),
        b4 ^ n5 ^ second_next_row::<W, K2>(b5),
        b5 ^ n6 ^ second_next_row::<W, K2>(b6),
        b6 ^ n7 ^ second_next_row::<W, K2>(b7),
    ];
}

/// Section 5.3.3, INVMIXCOLUMNS(): the coefficients 14, 11, 13, 9 are those of MIXCOLUMNS(), 2, 3, 1, 1, times 5, 0, 4,
/// 0. So four times the sum of a row and of the row after next is added first.
#[inline(always)]
fn inv_mix_columns<W: Word, const K: u32, const K2: u32>(state: &mut [W; 8]) {
    let [a0, a1, a2, a3, a4, a5, a6, a7] = *state;
    macro_rules! sums {
        ($($a:ident $s:ident)+) => { $(let $s = $a ^ second_next_row::<W, K2>($a);)+ };
    }
    sums!(a0 s0 a1 s1 a2 s2 a3 s3 a4 s4 a5 s5 a6 s6 a7 s7);
    // Four times s: the bits move up by two, x⁸ is x⁴ + x³ + x + 1, and x⁹ is x times that.
    *state = [a0 ^ s6, a1 ^ s6 ^ s7, a2 ^ s0 ^ s7, a3 ^ s1 ^ s6, a4 ^ s2 ^ s6 ^ s7, a5 ^ s3 ^ s7, a6 ^ s4, a7 ^ s5];
    mix_columns::<W, K, K2>(state);
}

/// Exchanges the bits of `b` in `mask` with the bits of `a` in `mask` moved up by `shift`.
macro_rules! exchange {
    ($state:ident, $mask:literal, $shift:literal: $($a:literal $b:literal)+) => {$(
        let moved = (($state[$a] >> $shift) ^ $state[$b]) & Self::MAX / 0xff * $mask;
        $state[$a] ^= moved << $shift;
        $state[$b] ^= moved;
    )+};
}

/// Transposes the eight rows of eight bits in each byte of eight words: bit j of word i becomes bit i of word j.
macro_rules! transpose {
    ($state:ident) => {
        exchange!($state, 0x55, 1: 0 1 2 3 4 5 6 7);
        exchange!($state, 0x33, 2: 0 2 1 3 4 6 5 7);
        exchange!($state, 0x0f, 4: 0 4 1 5 2 6 3 7);
    };
}

/// Writes the code that words of both widths share.
macro_rules! common {
    () => {
        const BLOCKS: usize = Self::BITS as usize / 16;

        #[inline(always)]
        fn rows<const R: u32>(self) -> Self {
            self.rotate_right(R * Self::BITS / 4)
        }

        #[inline(always)]
        fn columns<const C: u32>(self) -> Self {
            let (row, shift) = (Self::BITS / 4, C * Self::BITS / 16);
            // A mask of the columns that move down, repeated for each row.
            let stay = (Self::MAX >> (Self::BITS - (row - shift))) * Self::ROWS;
            (self >> shift) & stay | (self << (row - shift)) & !stay
        }

        #[inline(always)]
        fn shift_rows_twice(self) -> Self {
            let half = Self::BITS / 8;
            let low = (Self::MAX >> (Self::BITS - half)) * (Self::ROWS & !(1 | 1 << (Self::BITS / 2)));
            let moved = ((self >> half) ^ self) & low;
            self ^ moved ^ (moved << half)
        }

        #[inline(always)]
        fn spread(self, block: usize) -> Self {
            let bits = Self::BITS / 16;
            let lowest = Self::MAX / (Self::MAX >> (Self::BITS - bits));
            ((self >> block) & lowest) * (Self::MAX >> (Self::BITS - bits))
        }

        #[inline(always)]
        fn read(bytes: &[u8]) -> [Self; 8] {
            let (words, _) = bytes.as_chunks();
            core::array::from_fn(|i| Self::from_le_bytes(words[i]))
        }

        #[inline(always)]
        fn write(words: [Self; 8], bytes: &mut [u8]) {
            for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
                *bytes = word.to_le_bytes();
            }
        }
    };
}

/// Returns the columns of a block as numbers: row r is bits 8 r to 8 r + 7.
#[inline(always)]
fn columns_of(block: &Block) -> [u32; 4] {
    let (columns, _) = block.as_chunks();
    core::array::from_fn(|i| u32::from_le_bytes(columns[i]))
}

/// The lowest bit of each row, to be multiplied by the bits of a row.
trait Rows {
    const ROWS: Self;
}

impl Rows for u64 {
    const ROWS: Self = 0x0001_0001_0001_0001;
}

impl Rows for u32 {
    const ROWS: Self = 0x0101_0101;
}

impl Word for u64 {
    common!();

    /// Before the transposition, word 4 c + b has the columns c and c + 2 of block b in alternate bytes: the
    /// transposition moves bit i of byte m to bit 8 m + 4 c + b of word i.
    #[inline(always)]
    fn pack(blocks: &[Block]) -> [Self; 8] {
        let mut state = [0; 8];
        for (at, block) in blocks[..Self::BLOCKS].iter().enumerate() {
            let [c0, c1, c2, c3] = columns_of(block);
            state[at] = every_other_byte(c0) | every_other_byte(c2) << 8;
            state[at + 4] = every_other_byte(c1) | every_other_byte(c3) << 8;
        }
        transpose!(state);
        state
    }

    #[inline(always)]
    fn unpack(mut state: [Self; 8], blocks: &mut [Block]) {
        transpose!(state);
        for (at, block) in blocks[..Self::BLOCKS].iter_mut().enumerate() {
            let (even, odd) = (state[at], state[at + 4]);
            let columns = [even, odd, even >> 8, odd >> 8];
            for (bytes, column) in block.as_chunks_mut().0.iter_mut().zip(columns) {
                *bytes = close_up(column).to_le_bytes();
            }
        }
    }
}

/// Returns the four bytes as bytes 0, 2, 4 and 6.
#[inline(always)]
fn every_other_byte(column: u32) -> u64 {
    let word = u64::from(column);
    let pairs = (word | word << 16) & 0x0000_ffff_0000_ffff;
    (pairs | pairs << 8) & 0x00ff_00ff_00ff_00ff
}

/// The inverse of [`every_other_byte`]; the other bytes are ignored.
#[inline(always)]
fn close_up(word: u64) -> u32 {
    let bytes = word & 0x00ff_00ff_00ff_00ff;
    let pairs = (bytes | bytes >> 8) & 0x0000_ffff_0000_ffff;
    (pairs | pairs >> 16) as u32
}

impl Word for u32 {
    common!();

    /// Before the transposition, word 2 c + b is column c of block b.
    #[inline(always)]
    fn pack(blocks: &[Block]) -> [Self; 8] {
        let mut state = [0; 8];
        for (at, block) in blocks[..Self::BLOCKS].iter().enumerate() {
            let [c0, c1, c2, c3] = columns_of(block);
            [state[at], state[at + 2], state[at + 4], state[at + 6]] = [c0, c1, c2, c3];
        }
        transpose!(state);
        state
    }

    #[inline(always)]
    fn unpack(mut state: [Self; 8], blocks: &mut [Block]) {
        transpose!(state);
        for (at, block) in blocks[..Self::BLOCKS].iter_mut().enumerate() {
            let columns = [state[at], state[at + 2], state[at + 4], state[at + 6]];
            for (bytes, column) in block.as_chunks_mut().0.iter_mut().zip(columns) {
                *bytes = column.to_le_bytes();
            }
        }
    }
}
