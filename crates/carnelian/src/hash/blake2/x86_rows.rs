//! One message at a time on x86-64: the work vector as four rows of four words, RFC 7693 Section 3.2.
//!
//! A row is a vector, so that one G works on four columns at once; for the diagonals three of the rows are turned, all but
//! the one that G ends with. What is left is a chain of twelve operations for each half of a round, with little to do
//! beside it, so everything else is kept off the chain: words of the message are added to the first row before the second
//! row is, and they are gathered word by word, by loads that need no shuffle.
#![allow(unsafe_code)]

use super::compression::SIGMA;
use super::kernel::{Run, Whole};
use crate::base::memory::{align_frame, reread};

/// Four words in a vector.
pub(super) trait Row: Copy {
    /// What proves that the CPU can do this.
    type Proof: Copy;
    /// A word.
    type Word: Copy;
    /// Sixteen words as bytes.
    type Block;
    /// What rotations and words of the message want to have ready.
    type Masks: Copy;
    /// A block as its words are taken from it.
    type Message<'m>: Copy;
    /// Whether these are the rows of BLAKE2b, which has twelve rounds instead of ten.
    const IS_64: bool;

    fn load(proof: Self::Proof, words: &[Self::Word; 4]) -> Self;
    fn store(self, words: &mut [Self::Word; 4]);
    /// t, in as many bits as two words have, and f.
    fn flags(proof: Self::Proof, t: u64, is_last: bool) -> Self;
    fn masks(proof: Self::Proof) -> Self::Masks;
    fn message(proof: Self::Proof, block: &Self::Block) -> Self::Message<'_>;
    /// The words at the [`places`] of a round.
    fn words<const ROUND: usize, const WHICH: usize>(masks: Self::Masks, message: Self::Message<'_>) -> Self;

    /// Sum modulo 2^w.
    fn add(self, other: Self) -> Self;
    /// Exclusive or.
    fn xor(self, other: Self) -> Self;
    /// Rotation of each word to the right by R1, and so on.
    fn r1(self, masks: Self::Masks) -> Self;
    fn r2(self, masks: Self::Masks) -> Self;
    fn r3(self, masks: Self::Masks) -> Self;
    fn r4(self, masks: Self::Masks) -> Self;
    /// Word `i` becomes word `i` + 1, + 2 or + 3, counted round.
    fn turn_1(self) -> Self;
    fn turn_2(self) -> Self;
    fn turn_3(self) -> Self;
}

/// Writes a [`Row`] over a vector: what it is made of, and which function is which operation.
macro_rules! row {
    (
        $(#[$doc:meta])*
        $name:ident($vector:ty), $proof:ty, $word:ty, $block:ty, $is_64:literal,
        masks: $masks:ty = $new_masks:expr, message: $message:ty = $new_message:expr, $words:ident,
        $set:ident, $load:ident, $store:ident, $add:ident, $xor:ident,
        rotate: [$r1:expr, $r2:expr, $r3:expr, $r4:expr], turn: [$turn_1:expr, $turn_2:expr, $turn_3:expr]
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        struct $name($vector);

        impl Row for $name {
            type Proof = $proof;
            type Word = $word;
            type Block = $block;
            type Masks = $masks;
            type Message<'m> = $message;
            const IS_64: bool = $is_64;

            #[inline(always)]
            fn load(_: $proof, words: &[$word; 4]) -> Self {
                // SAFETY: the proof says that the CPU can do this; four words are read from an array of four.
                Self(unsafe { $load(words.as_ptr().cast()) })
            }

            #[inline(always)]
            fn store(self, words: &mut [$word; 4]) {
                // SAFETY: a value of this type exists, so the CPU can do this; four words are written to an array of four.
                unsafe { $store(words.as_mut_ptr().cast(), self.0) }
            }

            #[inline(always)]
            fn flags(_: $proof, t: u64, is_last: bool) -> Self {
                let upper = (u128::from(t) >> <$word>::BITS) as $word;
                let f = if is_last { <$word>::MAX } else { 0 };
                // SAFETY: the proof says that the CPU can do this.
                Self(unsafe { $set(0, f.cast_signed(), upper.cast_signed(), (t as $word).cast_signed()) })
            }

            #[inline(always)]
            fn masks(proof: $proof) -> $masks {
                $new_masks(proof)
            }

            #[inline(always)]
            fn message(proof: $proof, block: &$block) -> Self::Message<'_> {
                $new_message(proof, block)
            }

            #[inline(always)]
            fn words<const ROUND: usize, const WHICH: usize>(masks: $masks, message: Self::Message<'_>) -> Self {
                // SAFETY: there are masks only where there is a proof.
                Self(unsafe { $words::<ROUND, WHICH>(masks, message) })
            }

            row!(@both $add add, $xor xor);
            row!(@rotate $r1, r1);
            row!(@rotate $r2, r2);
            row!(@rotate $r3, r3);
            row!(@rotate $r4, r4);
            row!(@one $turn_1, turn_1);
            row!(@one $turn_2, turn_2);
            row!(@one $turn_3, turn_3);
        }
    };
    (@both $($function:ident $method:ident),+) => {$(
        #[inline(always)]
        fn $method(self, other: Self) -> Self {
            // SAFETY: a value of this type exists, so the CPU can do this.
            Self(unsafe { $function(self.0, other.0) })
        }
    )+};
    (@rotate $function:expr, $method:ident) => {
        #[inline(always)]
        fn $method(self, masks: Self::Masks) -> Self {
            // SAFETY: a value of this type exists, so the CPU can do this.
            Self(unsafe { $function(masks, self.0) })
        }
    };
    (@one $function:expr, $method:ident) => {
        #[inline(always)]
        fn $method(self) -> Self {
            // SAFETY: a value of this type exists, so the CPU can do this.
            Self(unsafe { $function(self.0) })
        }
    };
}
pub(super) use row;

/// Takes the blocks of a run into the hash value.
#[inline(always)]
pub(super) fn compress<R: Row>(proof: R::Proof, h: &mut [R::Word; 8], iv: &[R::Word; 8], run: Run<'_, R::Block>) {
    align_frame();
    let masks = R::masks(proof);
    let mut rows = load::<R>(proof, h);
    let mut t = run.counter;
    for block in run.blocks {
        rows = absorb(proof, masks, iv, rows, block, R::flags(proof, t, run.is_last));
        t = t.wrapping_add(size_of::<R::Block>() as u64);
    }
    write(rows, h);
}

/// Gives the hash value of a message. It is in registers from its start on: written to memory word by word, it could not be
/// read as vectors before all that came before is done, the message before this one among it.
#[inline(always)]
pub(super) fn digest<R: Row>(proof: R::Proof, h: &mut [R::Word; 8], iv: &[R::Word; 8], message: Whole<'_, R::Block>) {
    align_frame();
    let masks = R::masks(proof);
    let [low, high] = load::<R>(proof, iv);
    let mut rows = [low.xor(R::flags(proof, message.parameters.into(), false)), high];
    for i in 0..=message.body.len() {
        let (block, t, is_last) = match message.body.get(i) {
            Some(block) => (block, (i as u64 + 1) * size_of::<R::Block>() as u64, false),
            None => (message.last, message.len, true),
        };
        rows = absorb(proof, masks, iv, rows, block, R::flags(proof, t, is_last));
    }
    write(rows, h);
}

#[inline(always)]
fn halves<W>(words: &[W; 8]) -> [&[W; 4]; 2] {
    [words.first_chunk().expect("eight words"), words.last_chunk().expect("eight words")]
}

#[inline(always)]
fn load<R: Row>(proof: R::Proof, words: &[R::Word; 8]) -> [R; 2] {
    let [low, high] = halves(words);
    [R::load(proof, low), R::load(proof, high)]
}

#[inline(always)]
fn write<R: Row>([low, high]: [R; 2], h: &mut [R::Word; 8]) {
    low.store(h.first_chunk_mut().expect("eight words"));
    high.store(h.last_chunk_mut().expect("eight words"));
}

/// Section 3.2: h with a block.
#[inline(always)]
fn absorb<R: Row>(
    proof: R::Proof,
    masks: R::Masks,
    iv: &[R::Word; 8],
    h: [R; 2],
    block: &R::Block,
    flags: R,
) -> [R; 2] {
    // In registers it would drive h out of them.
    let iv = load::<R>(proof, reread(iv));
    let v = rounds(proof, masks, [h[0], h[1], iv[0], iv[1].xor(flags)], block);
    [h[0].xor(v[0]).xor(v[2]), h[1].xor(v[1]).xor(v[3])]
}

#[inline(always)]
fn rounds<R: Row>(proof: R::Proof, masks: R::Masks, mut v: [R; 4], block: &R::Block) -> [R; 4] {
    // By name, so that every place is a constant.
    macro_rules! rounds {
        ($($round:literal)+) => {$({
            let message = R::message(proof, reread(block));
            v = g(masks, v, R::words::<$round, 0>(masks, message), R::words::<$round, 1>(masks, message));
            v = [v[0].turn_3(), v[1], v[2].turn_1(), v[3].turn_2()];
            v = g(masks, v, R::words::<$round, 2>(masks, message), R::words::<$round, 3>(masks, message));
            v = [v[0].turn_1(), v[1], v[2].turn_3(), v[3].turn_2()];
        })+};
    }
    rounds!(0 1 2 3 4 5 6 7 8 9);
    if R::IS_64 {
        rounds!(0 1);
    }
    v
}

/// A message whose words stay where they are until they are needed.
#[inline(always)]
pub(super) fn in_memory<Proof, Block>(_: Proof, block: &Block) -> &Block {
    block
}

/// The places in the message of the four words that G takes in a round, as x and y of the columns and as x and y of the
/// diagonals.
pub(super) const fn places(round: usize, which: usize) -> [usize; 4] {
    let s = &SIGMA[round];
    match which {
        0 => [s[0], s[2], s[4], s[6]],
        1 => [s[1], s[3], s[5], s[7]],
        // The first column is now the diagonal that begins with v₃.
        2 => [s[14], s[8], s[10], s[12]],
        _ => [s[15], s[9], s[11], s[13]],
    }
}

/// Section 3.1: G on four columns.
#[inline(always)]
fn g<R: Row>(masks: R::Masks, [a, b, c, d]: [R; 4], x: R, y: R) -> [R; 4] {
    let a = a.add(x).add(b);
    let d = d.xor(a).r1(masks);
    let c = c.add(d);
    let b = b.xor(c).r2(masks);
    let a = a.add(y).add(b);
    let d = d.xor(a).r3(masks);
    let c = c.add(d);
    let b = b.xor(c).r4(masks);
    [a, b, c, d]
}
