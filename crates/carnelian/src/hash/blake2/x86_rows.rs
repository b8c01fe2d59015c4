//! One message at a time on x86-64: the work vector as four rows of four words, RFC 7693 Section 3.2.
//!
//! A row is a vector, so that one G computes four columns at once. For the diagonals, lanes of three of the rows are
//! rotated, all but those of the row in which G ends. The result is a chain of twelve operations for each half of a
//! round with little to run in parallel, so everything else is kept off the chain: words of the message are added to
//! the first row before the second row is, and they are gathered word by word, by loads that need no shuffle.

use super::compression::{SIGMA, Word};
use super::kernel::{Run, Whole};
use crate::base::lanes::arx::FourLanes;
use crate::base::memory::{align_frame, reread};

/// The proof for the rows of a backend.
pub(super) type ProofOf<R> = <<R as Rows>::Row as FourLanes>::Proof;

/// The rows of a backend for one function: their rotations, and the gathering of words of the message. A value holds
/// the constants for this in registers.
pub(super) trait Rows: Copy {
    /// A word, with the parameters of the function.
    type Word: Word;
    /// A row.
    type Row: FourLanes<Word = Self::Word>;
    /// A block in the form from which its words are gathered.
    type Message<'m>: Copy;

    /// Loads the constants.
    fn new(proof: ProofOf<Self>) -> Self;

    /// Rotates each word right by R1 bits.
    fn r1(self, row: Self::Row) -> Self::Row;
    /// Rotates each word right by R2 bits.
    fn r2(self, row: Self::Row) -> Self::Row;
    /// Rotates each word right by R3 bits.
    fn r3(self, row: Self::Row) -> Self::Row;
    /// Rotates each word right by R4 bits.
    fn r4(self, row: Self::Row) -> Self::Row;

    /// Prepares a block.
    fn message(self, block: &<Self::Word as Word>::Block) -> Self::Message<'_>;
    /// Returns the words at the [`indices`] of an operand of a round.
    fn words<const ROUND: usize, const OPERAND: usize>(self, message: Self::Message<'_>) -> Self::Row;
}

/// A block of the function of the rows.
type BlockOf<R> = <<R as Rows>::Word as Word>::Block;

/// Absorbs the blocks of a run into the hash value h.
#[inline(always)]
pub(super) fn compress<R: Rows>(proof: ProofOf<R>, h: &mut [R::Word; 8], iv: &[R::Word; 8], run: Run<'_, BlockOf<R>>) {
    align_frame();
    let constants = R::new(proof);
    let mut rows = load::<R>(proof, h);
    let mut t = run.counter;
    for block in run.blocks {
        rows = absorb(proof, constants, iv, rows, block, flags::<R>(proof, t, run.is_last));
        t = t.wrapping_add(size_of::<BlockOf<R>>() as u64);
    }
    write::<R>(rows, h);
}

/// Computes the hash value h of a message. It is in registers from the start: if it were written to memory word by
/// word, it could not be read as vectors until all earlier stores are done, among them those for the previous message.
#[inline(always)]
pub(super) fn digest<R: Rows>(
    proof: ProofOf<R>,
    h: &mut [R::Word; 8],
    iv: &[R::Word; 8],
    message: Whole<'_, BlockOf<R>>,
) {
    align_frame();
    let constants = R::new(proof);
    let [low, high] = load::<R>(proof, iv);
    let mut rows = [low.xor(flags::<R>(proof, message.parameters.into(), false)), high];
    for i in 0..=message.body.len() {
        let (block, t, is_last) = match message.body.get(i) {
            Some(block) => (block, (i as u64 + 1) * size_of::<BlockOf<R>>() as u64, false),
            None => (message.last, message.len, true),
        };
        rows = absorb(proof, constants, iv, rows, block, flags::<R>(proof, t, is_last));
    }
    write::<R>(rows, h);
}

/// Returns t, f and 0 as a row.
#[inline(always)]
fn flags<R: Rows>(proof: ProofOf<R>, t: u64, is_last: bool) -> R::Row {
    let [t0, t1, f] = R::Word::flags(t, is_last);
    R::Row::from_words(proof, [t0, t1, f, R::Word::ZERO])
}

#[inline(always)]
fn load<R: Rows>(proof: ProofOf<R>, words: &[R::Word; 8]) -> [R::Row; 2] {
    let low = words.first_chunk().expect("eight words");
    let high = words.last_chunk().expect("eight words");
    [R::Row::load(proof, low), R::Row::load(proof, high)]
}

#[inline(always)]
fn write<R: Rows>([low, high]: [R::Row; 2], h: &mut [R::Word; 8]) {
    low.store(h.first_chunk_mut().expect("eight words"));
    high.store(h.last_chunk_mut().expect("eight words"));
}

/// Section 3.2, F(h, m, t, f), with t and f in `flags`.
#[inline(always)]
fn absorb<R: Rows>(
    proof: ProofOf<R>,
    constants: R,
    iv: &[R::Word; 8],
    h: [R::Row; 2],
    block: &BlockOf<R>,
    flags: R::Row,
) -> [R::Row; 2] {
    // If the IV stayed in registers, h would not.
    let iv = load::<R>(proof, reread(iv));
    let v = rounds(constants, [h[0], h[1], iv[0], iv[1].xor(flags)], block);
    [h[0].xor(v[0]).xor(v[2]), h[1].xor(v[1]).xor(v[3])]
}

/// All rounds of Section 3.2.
#[inline(always)]
fn rounds<R: Rows>(constants: R, mut v: [R::Row; 4], block: &BlockOf<R>) -> [R::Row; 4] {
    // Rounds are literals, so that every index is a constant.
    macro_rules! rounds {
        ($($round:literal)+) => {$({
            let message = constants.message(reread(block));
            let (x, y) = (constants.words::<$round, 0>(message), constants.words::<$round, 1>(message));
            v = g(constants, v, x, y);
            v = [v[0].rotate_lanes::<3>(), v[1], v[2].rotate_lanes::<1>(), v[3].rotate_lanes::<2>()];
            let (x, y) = (constants.words::<$round, 2>(message), constants.words::<$round, 3>(message));
            v = g(constants, v, x, y);
            v = [v[0].rotate_lanes::<1>(), v[1], v[2].rotate_lanes::<3>(), v[3].rotate_lanes::<2>()];
        })+};
    }
    rounds!(0 1 2 3 4 5 6 7 8 9);
    if R::Word::ROUNDS == 12 {
        rounds!(0 1);
    }
    v
}

/// Returns the indices of the four words of the message that G adds in a round: operand 0 and 1 are x and y of the
/// columns, 2 and 3 those of the diagonals.
pub(super) const fn indices(round: usize, operand: usize) -> [usize; 4] {
    let s = &SIGMA[round];
    match operand {
        0 => [s[0], s[2], s[4], s[6]],
        1 => [s[1], s[3], s[5], s[7]],
        // The first column is now the diagonal that begins with v₃.
        2 => [s[14], s[8], s[10], s[12]],
        _ => [s[15], s[9], s[11], s[13]],
    }
}

/// Section 3.1: G on four columns.
#[inline(always)]
fn g<R: Rows>(constants: R, [a, b, c, d]: [R::Row; 4], x: R::Row, y: R::Row) -> [R::Row; 4] {
    let a = a.add(x).add(b);
    let d = constants.r1(d.xor(a));
    let c = c.add(d);
    let b = constants.r2(b.xor(c));
    let a = a.add(y).add(b);
    let d = constants.r3(d.xor(a));
    let c = c.add(d);
    let b = constants.r4(b.xor(c));
    [a, b, c, d]
}
