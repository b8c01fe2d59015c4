//! AES-GCM of a whole message with AES and carry-less multiplication in one loop, over vectors of one, two or four
//! blocks: the rounds keep one port of the CPU busy and the multiplications another.
//!
//! A step encrypts `S` vectors. Between the rounds, the ciphertext of the previous step, or the input of this step when
//! decrypting, is absorbed into the sum, with one reduction for all of it. Lane l of the sum absorbs every block of
//! that lane, by Horner's rule; the last blocks are each multiplied by their own power.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, MAX_ROUND_KEYS, POWERS, Powers, RoundKeys};
use crate::base::lanes::x86_clmul::{Polynomials, Products, X1};
use crate::base::memory::reread;

/// A vector of blocks.
pub(super) trait Blocks: Polynomials {
    /// The proof that the CPU supports this.
    type Proof: Copy;
    /// Blocks in a vector.
    const LANES: usize;
    /// Bytes in a vector.
    const BYTES: usize = Self::LANES * BLOCK_LEN;

    /// Returns the same block in all lanes.
    fn broadcast(proof: Self::Proof, block: &Block) -> Self;
    /// Loads a vector.
    ///
    /// # Safety
    /// The bytes of a vector can be read.
    unsafe fn load(proof: Self::Proof, from: *const u8) -> Self;
    /// Stores a vector.
    ///
    /// # Safety
    /// The bytes of a vector can be written.
    unsafe fn store(self, to: *mut u8);
    /// Loads the first `len` bytes, at most those of a vector, padded with zeros.
    ///
    /// # Safety
    /// `len` bytes can be read.
    unsafe fn load_part(proof: Self::Proof, from: *const u8, len: usize) -> Self;
    /// Stores the first `len` bytes, and returns them padded with zeros.
    ///
    /// # Safety
    /// `len` bytes can be written.
    unsafe fn store_part(self, proof: Self::Proof, to: *mut u8, len: usize) -> Self;

    /// Adds to the lowest 32-bit word of each block its number within the vector, starting with 1.
    fn numbered(self, proof: Self::Proof) -> Self;
    /// Adds the number of blocks in a vector to the lowest 32-bit word of each block.
    fn next(self, proof: Self::Proof) -> Self;
    /// A round of AES.
    fn encrypt(self, proof: Self::Proof, key: Self) -> Self;
    /// The last round of AES.
    fn encrypt_last(self, proof: Self::Proof, key: Self) -> Self;

    /// A sum of products of blocks, lane by lane.
    type Sum: Products<Self>;
    /// The sum of the lanes.
    type Total: Products<X1>;

    /// Returns a block in all lanes.
    fn spread(proof: Self::Proof, block: X1) -> Self;
    /// Returns the polynomial in the first lane, with zeros in the others.
    fn of_one(proof: Self::Proof, first: X1) -> Self;
    /// Returns the sum of the lanes.
    fn total(sum: Self::Sum) -> Self::Total;
    /// Returns the powers from an index on.
    fn powers(proof: Self::Proof, powers: &Powers, at: usize) -> <Self::Sum as Products<Self>>::Factor;
    /// Returns the power at an index, in all lanes.
    fn same_power(proof: Self::Proof, powers: &Powers, at: usize) -> <Self::Sum as Products<Self>>::Factor;
    /// Returns the power at an index.
    fn one_power(proof: Self::Proof, powers: &Powers, at: usize) -> <Self::Total as Products<X1>>::Factor;
    /// Returns the proof for single blocks.
    fn one(proof: Self::Proof) -> <X1 as Blocks>::Proof;
}

/// A message, read at `input` and written to `output`, with its associated data.
pub(super) struct Message<'a> {
    pub(super) associated: &'a [u8],
    pub(super) input: *const u8,
    pub(super) output: *mut u8,
    pub(super) len: usize,
}

/// SP 800-38D, Algorithms 4 and 5 except for the comparison: encrypts or decrypts, and writes the tag. `start` is J₀,
/// which is passed in registers: storing it as a nonce and a counter and loading it as a block would stall.
///
/// # Safety
/// `len` bytes can be read at `input` and written at `output`, which are equal or do not overlap.
#[inline(always)]
pub(super) unsafe fn apply<V: Blocks, const S: usize, const KEY_LEN: usize, const OPEN: bool>(
    proof: V::Proof,
    keys: &RoundKeys,
    powers: &Powers,
    start: u128,
    message: Message<'_>,
    tag: &mut Block,
) {
    let start = X1::of_bytes(V::one(proof).1, start);
    let Message { associated, mut input, mut output, len } = message;
    let mut left = len;
    let mut lanes = V::of_one(proof, absorb_padded::<V, S>(proof, powers, associated));
    let mut counter = V::spread(proof, start.reversed()).numbered(proof);
    // A step leaves at least as many blocks for the end as there are lanes in use, counting the block of lengths.
    let enough = (S * V::LANES + V::LANES - 1) * BLOCK_LEN;
    let bytes = S * V::BYTES;
    if left >= enough {
        // SAFETY: the bytes of a step are left. Those encrypted in the previous step are right before `output`.
        unsafe {
            if !OPEN {
                step::<V, S, KEY_LEN, false>(proof, reread(keys), powers, &mut counter, lanes, input, input, output);
                (input, output) = (input.add(bytes), output.add(bytes));
                left -= bytes;
            }
            while left >= enough {
                let (keys, powers) = (reread(keys), reread(powers));
                let text = if OPEN { input } else { output.sub(bytes).cast_const() };
                lanes = step::<V, S, KEY_LEN, true>(proof, keys, powers, &mut counter, lanes, text, input, output);
                (input, output) = (input.add(bytes), output.add(bytes));
                left -= bytes;
            }
            if !OPEN {
                lanes = absorb_step::<V, S>(proof, reread(powers), lanes, output.sub(bytes));
            }
        }
    }
    // Half of a long step, or more, may be left.
    if S == 8 && V::LANES > 1 && left >= (4 * V::LANES + V::LANES - 1) * BLOCK_LEN {
        let (keys, powers) = (reread(keys), reread(powers));
        // SAFETY: the bytes of half a step are left.
        unsafe {
            lanes = step::<V, 4, KEY_LEN, OPEN>(proof, keys, powers, &mut counter, lanes, input, input, output);
            if !OPEN {
                lanes = absorb_step::<V, 4>(proof, powers, lanes, output);
            }
            (input, output) = (input.add(bytes / 2), output.add(bytes / 2));
        }
        left -= bytes / 2;
    }
    let (keys, powers) = (reread(keys), reread(powers));
    let lengths = u128::from(8 * associated.len() as u64) << 64 | u128::from(8 * len as u64);
    let end = End { start, counter, lanes, input, output, left, lengths };
    // SAFETY: `left` bytes are left.
    unsafe {
        match left.div_ceil(V::BYTES) {
            0 | 1 => last::<V, KEY_LEN, OPEN, 1>(proof, keys, powers, end, tag),
            2 => last::<V, KEY_LEN, OPEN, 2>(proof, keys, powers, end, tag),
            3 => last::<V, KEY_LEN, OPEN, 3>(proof, keys, powers, end, tag),
            4 => last::<V, KEY_LEN, OPEN, 4>(proof, keys, powers, end, tag),
            5 if V::LANES > 1 => last::<V, KEY_LEN, OPEN, 5>(proof, keys, powers, end, tag),
            _ if V::LANES == 1 => last::<V, KEY_LEN, OPEN, 8>(proof, keys, powers, end, tag),
            _ => unreachable!("less than a step and the lanes is left"),
        }
    }
}

/// Returns the sum of the blocks of `data`, the last one padded with zeros.
#[inline(always)]
fn absorb_padded<V: Blocks, const S: usize>(proof: V::Proof, powers: &Powers, data: &[u8]) -> X1 {
    let mut value = X1::of_bytes(V::one(proof).1, 0);
    for group in data.chunks(S * V::BYTES) {
        let mut at = POWERS - group.len().div_ceil(BLOCK_LEN);
        let mut before = V::of_one(proof, value);
        let mut sum: Option<V::Sum> = None;
        for vector in group.chunks(V::BYTES) {
            // SAFETY: the slice has `vector.len()` bytes.
            let text = unsafe { V::load_part(proof, vector.as_ptr(), vector.len()) };
            let product = V::Sum::of(text.reversed().xor(before), V::powers(proof, powers, at));
            sum = Some(match sum {
                None => product,
                Some(sum) => sum.add(product),
            });
            before = before.xor(before);
            at += V::LANES;
        }
        if let Some(sum) = sum {
            value = V::total(sum).reduced();
        }
    }
    value
}

/// Returns the sum after absorbing a step.
///
/// # Safety
/// The bytes of a step can be read.
#[inline(always)]
unsafe fn absorb_step<V: Blocks, const S: usize>(proof: V::Proof, powers: &Powers, lanes: V, text: *const u8) -> V {
    // SAFETY: the caller guarantees that the bytes of a step can be read.
    unsafe {
        let mut sum = product::<V, S>(0, proof, powers, lanes, text);
        for i in 1..S {
            sum = sum.add(product::<V, S>(i, proof, powers, lanes, text));
        }
        sum.reduced()
    }
}

/// Returns vector `i` of a step, plus the sum if it is the first, multiplied by its power.
///
/// # Safety
/// The bytes of a step can be read.
#[inline(always)]
unsafe fn product<V: Blocks, const S: usize>(
    i: usize,
    proof: V::Proof,
    powers: &Powers,
    lanes: V,
    text: *const u8,
) -> V::Sum {
    // SAFETY: the caller guarantees that the bytes of a step can be read, and `i` is less than `S`.
    let block = unsafe { V::load(proof, text.add(i * V::BYTES)) }.reversed();
    let block = if i == 0 { lanes.xor(block) } else { block };
    V::Sum::of(block, V::same_power(proof, powers, POWERS - (S - i) * V::LANES))
}

/// Encrypts or decrypts a step; returns the sum, after absorbing the step at `text` if `HASH`.
///
/// # Safety
/// The bytes of a step can be read at `input` and `text` and written at `output`, which overlaps with `text` only where
/// the two are the same.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
unsafe fn step<V: Blocks, const S: usize, const KEY_LEN: usize, const HASH: bool>(
    proof: V::Proof,
    keys: &RoundKeys,
    powers: &Powers,
    counter: &mut V,
    lanes: V,
    text: *const u8,
    input: *const u8,
    output: *mut u8,
) -> V {
    let mut x = [*counter; S];
    for x in &mut x {
        *x = *counter;
        *counter = counter.next(proof);
    }
    let key = V::broadcast(proof, &keys[0]);
    for x in &mut x {
        *x = x.reversed().xor(key);
    }
    let mut sum = None;
    macro_rules! round {
        ($round:literal) => {
            if $round < rounds(KEY_LEN) {
                let key = V::broadcast(proof, &keys[$round]);
                for x in &mut x {
                    *x = x.encrypt(proof, key);
                }
            }
        };
    }
    // With eight vectors in a step, one is absorbed after each of the first rounds; with four, after every other one.
    macro_rules! take_in {
        ($place:literal) => {
            if HASH && $place % (8 / S) == 0 {
                // SAFETY: the caller guarantees the step at `text`; with four vectors, every other index is skipped.
                let product = unsafe { product::<V, S>($place / (8 / S), proof, powers, lanes, text) };
                sum = Some(match sum {
                    None => product,
                    Some(sum) => V::Sum::add(sum, product),
                });
            }
        };
    }
    round!(1);
    take_in!(0);
    round!(2);
    take_in!(1);
    round!(3);
    take_in!(2);
    round!(4);
    take_in!(3);
    round!(5);
    take_in!(4);
    round!(6);
    take_in!(5);
    round!(7);
    take_in!(6);
    round!(8);
    take_in!(7);
    round!(9);
    let lanes = match sum {
        Some(sum) => sum.reduced(),
        None => lanes,
    };
    round!(10);
    round!(11);
    round!(12);
    round!(13);
    let key = V::broadcast(proof, &keys[rounds(KEY_LEN)]);
    for (i, x) in x.into_iter().enumerate() {
        // SAFETY: the caller guarantees the bytes of a step at `input` and `output`.
        unsafe {
            let block = V::load(proof, input.add(i * V::BYTES));
            x.encrypt_last(proof, key).xor(block).store(output.add(i * V::BYTES));
        }
    }
    lanes
}

/// Returns Nr, the number of rounds with a key of `key_len` bytes.
const fn rounds(key_len: usize) -> usize {
    key_len / 4 + 6
}
const _: () = assert!(rounds(32) + 1 == MAX_ROUND_KEYS);

/// The end of a message: `left` bytes, and the lengths in bits.
struct End<V> {
    start: X1,
    counter: V,
    lanes: V,
    input: *const u8,
    output: *mut u8,
    left: usize,
    lengths: u128,
}

/// Processes the last `N` vectors, not all of which need be used, and writes the tag.
///
/// # Safety
/// `left` bytes can be read and written.
#[inline(always)]
unsafe fn last<V: Blocks, const KEY_LEN: usize, const OPEN: bool, const N: usize>(
    proof: V::Proof,
    keys: &RoundKeys,
    powers: &Powers,
    end: End<V>,
    tag: &mut Block,
) {
    let End { start, mut counter, lanes, input, output, left, lengths } = end;
    let one = V::one(proof);
    let mut mask = start.xor(X1::broadcast(one, &keys[0]));
    let mut x = [counter; N];
    let key = V::broadcast(proof, &keys[0]);
    for x in &mut x {
        *x = counter.reversed().xor(key);
        counter = counter.next(proof);
    }
    for round_key in &keys[1..rounds(KEY_LEN)] {
        let key = V::broadcast(proof, round_key);
        for x in &mut x {
            *x = x.encrypt(proof, key);
        }
        mask = mask.encrypt(one, X1::broadcast(one, round_key));
    }
    let key = V::broadcast(proof, &keys[rounds(KEY_LEN)]);
    mask = mask.encrypt_last(one, X1::broadcast(one, &keys[rounds(KEY_LEN)]));
    let lengths = X1::of_bytes(one.1, lengths);
    let of_lengths = V::Total::of(lengths, V::one_power(proof, powers, POWERS - 1));
    let mut first = POWERS - 1 - left.div_ceil(BLOCK_LEN);
    let mut sum: Option<V::Sum> = None;
    for (i, x) in x.into_iter().enumerate() {
        let at = left.min(i * V::BYTES);
        let len = (left - at).min(V::BYTES);
        // SAFETY: the caller guarantees `left` bytes, and `len` of them remain from `at` on.
        let text = unsafe {
            let text = V::load_part(proof, input.add(at), len);
            let other = x.encrypt_last(proof, key).xor(text).store_part(proof, output.add(at), len);
            if OPEN { text } else { other }
        };
        let factor = V::powers(proof, powers, first.min(POWERS));
        sum = Some(match sum {
            None => V::Sum::of(lanes.xor(text.reversed()), factor),
            Some(sum) => V::Sum::of(text.reversed(), factor).add(sum),
        });
        first += V::LANES;
    }
    let sum = match sum {
        Some(sum) => V::total(sum).add(of_lengths),
        None => of_lengths,
    };
    let value = sum.reduced().reversed().xor(mask);
    // SAFETY: the tag has the bytes of a block.
    unsafe { value.store(tag.as_mut_ptr()) };
}
