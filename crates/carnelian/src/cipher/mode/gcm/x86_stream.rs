//! AES-GCM of a whole message with AES and carry-less multiplication in one loop, over vectors of one, two or four
//! blocks: the rounds keep one port of the CPU busy and the multiplications another.
//!
//! A step encrypts `S` vectors. Between the rounds, the ciphertext of the previous step, or the input of this step when
//! decrypting, is absorbed into the sum, with one reduction for all of it. Lane l of the sum absorbs every block of
//! that lane, by Horner's rule; the last blocks are each multiplied by their own power.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Direction, POWERS, Parameters, Powers, RoundKeys, Start};
use crate::base::in_out::InOut;
use crate::base::lanes::u128::products::{Factor, Products, Sum};
use crate::base::lanes::u128::{AesRounds, CarryLess, CounterLanes, ProvesAesNi, ProvesClmul, U128Lanes, U128x1};
use crate::base::memory::reread;
use core::marker::PhantomData;

/// Vectors of blocks that can be encrypted and multiplied, and the powers of H in the form in which they are
/// multiplied.
pub(super) trait StreamLanes:
    AesRounds + CarryLess + CounterLanes + U128Lanes<One: AesRounds + CarryLess>
{
    /// A sum of products of blocks, lane by lane.
    type Sum: Products<Self>;
    /// The sum of the lanes.
    type Total: Products<Self::One>;
    /// Powers that stay in registers from step to step, if there are enough registers.
    type Kept: Copy;

    /// Returns the sum of the lanes.
    fn total(sum: Self::Sum) -> Self::Total;
    /// Returns the powers from an index on.
    fn powers(proof: Self::Proof, powers: &Powers, at: usize) -> <Self::Sum as Products<Self>>::Factor;
    /// Returns the powers to be kept.
    fn kept(proof: Self::Proof, powers: &Powers) -> Self::Kept;
    /// Returns the power at an index, in all lanes. It is one of `kept` if any powers are kept.
    fn same_power(
        proof: Self::Proof,
        kept: Self::Kept,
        powers: &Powers,
        at: usize,
    ) -> <Self::Sum as Products<Self>>::Factor;
    /// Returns the power at an index.
    fn one_power(proof: Self::Proof, powers: &Powers, at: usize) -> <Self::Total as Products<Self::One>>::Factor;
}

/// One block in a vector, for every token that proves AES-NI and PCLMULQDQ.
impl<P: ProvesAesNi + ProvesClmul> StreamLanes for U128x1<P> {
    type Sum = Sum<Self>;
    type Total = Sum<Self>;
    type Kept = ();

    #[inline(always)]
    fn total(sum: Sum<Self>) -> Sum<Self> {
        sum
    }

    #[inline(always)]
    fn powers(proof: P, powers: &Powers, at: usize) -> Factor<Self> {
        let (whole, shifted) = (&powers.whole[at], &powers.shifted[at]);
        Factor { whole: Self::broadcast_element(proof, whole), shifted: Self::broadcast_element(proof, shifted) }
    }

    #[inline(always)]
    fn kept(_: P, _: &Powers) {}

    #[inline(always)]
    fn same_power(proof: P, (): (), powers: &Powers, at: usize) -> Factor<Self> {
        Self::powers(proof, powers, at)
    }

    #[inline(always)]
    fn one_power(proof: P, powers: &Powers, at: usize) -> Factor<Self> {
        Self::powers(proof, powers, at)
    }
}

/// A message with its associated data. It is made from an [`InOut`], so `len` bytes can be read at `input` and written
/// at `output`, which are equal or do not overlap.
pub(super) struct Message<'a> {
    aad: &'a [u8],
    input: *const u8,
    output: *mut u8,
    len: usize,
    data: PhantomData<InOut<'a>>,
}

impl<'a> Message<'a> {
    #[inline(always)]
    pub(super) fn of(aad: &'a [u8], data: &'a mut InOut<'_>) -> Self {
        let (len, (input, output)) = (data.len(), data.pointers());
        Self { aad, input, output, len, data: PhantomData }
    }
}

/// The next counter blocks.
#[derive(Clone, Copy)]
struct Counter<V> {
    /// The blocks of the next vector with their bytes reversed, so that the counter is the lowest word.
    reversed: V,
    /// The last byte of the first of these blocks, if it is public.
    last_byte: Option<u8>,
}

impl<V: StreamLanes> Counter<V> {
    /// Returns the counter blocks after J₀.
    #[inline(always)]
    fn after(start: V::One, counts_from_one: bool) -> Self {
        let reversed = V::spread(start.reversed()).numbered(1);
        Self { reversed, last_byte: counts_from_one.then_some(2) }
    }

    /// Returns the blocks of the next `S` vectors. Reversing bytes occupies a unit that AES needs, so it is done only
    /// once if none of these counters carries out of its last byte, which is so seven times out of eight.
    #[inline(always)]
    fn take<const S: usize>(&mut self) -> [V; S] {
        let blocks = const { (S * V::LANES) as u8 };
        let mut x = [self.reversed.reversed(); S];
        if self.last_byte.is_some_and(|byte| byte.checked_add(blocks - 1).is_some()) {
            for i in 1..S {
                x[i] = x[i - 1].count_last(1);
                self.reversed = self.reversed.count(1);
            }
        } else {
            for x in &mut x[1..] {
                self.reversed = self.reversed.count(1);
                *x = self.reversed.reversed();
            }
        }
        self.reversed = self.reversed.count(1);
        self.last_byte = self.last_byte.map(|byte| byte.wrapping_add(blocks));
        x
    }
}

/// SP 800-38D, Algorithms 4 and 5 except for the comparison: encrypts or decrypts, and writes the tag. J₀ is passed in
/// registers: storing it as a nonce and a counter and loading it as a block would stall.
#[inline(always)]
pub(super) fn apply<V: StreamLanes, D: Direction, const S: usize, A: Parameters>(
    proof: V::Proof,
    keys: &RoundKeys,
    powers: &Powers,
    start: Start,
    message: Message<'_>,
    tag: &mut Block,
) {
    let Start { block, counts_from_one } = start;
    let start = V::One::splat(proof, block);
    let Message { aad, mut input, mut output, len, .. } = message;
    let mut left = len;
    let mut lanes = V::of_one(absorb_padded::<V, S>(proof, powers, aad));
    let mut counter = Counter::after(start, counts_from_one);
    // A step leaves at least as many blocks for the end as there are lanes in use, counting the block of lengths.
    let enough = (S * V::LANES + V::LANES - 1) * BLOCK_LEN;
    let bytes = S * V::BYTES;
    // Bytes before `output` that are encrypted and not yet authenticated.
    let mut pending = 0;
    if left >= enough {
        let kept = V::kept(proof, powers);
        // SAFETY: the bytes of a step are left. The text that is absorbed meanwhile is the input, or was written right
        // before `output`.
        unsafe {
            if !D::OPENS {
                let powers = (kept, powers);
                step::<V, S, A>(proof, keys, powers, &mut counter, lanes, None, input, output);
                (input, output) = (input.add(bytes), output.add(bytes));
                left -= bytes;
                pending = bytes;
            }
            while left >= enough {
                let (keys, powers) = (reread(keys), (kept, reread(powers)));
                let text = if D::OPENS { input } else { output.sub(bytes).cast_const() };
                lanes = step::<V, S, A>(proof, keys, powers, &mut counter, lanes, Some(text), input, output);
                (input, output) = (input.add(bytes), output.add(bytes));
                left -= bytes;
            }
        }
    }
    // Half of a long step, or more, may be left.
    if S == 8 && V::LANES > 1 && left >= (4 * V::LANES + V::LANES - 1) * BLOCK_LEN {
        let (keys, powers) = (reread(keys), (V::kept(proof, powers), reread(powers)));
        // SAFETY: the bytes of half a step are left; the text is the input, or the output of the step before, of as
        // many bytes.
        unsafe {
            if D::OPENS || pending > 0 {
                let text = if D::OPENS { input } else { output.sub(bytes).cast_const() };
                lanes = step::<V, 4, A>(proof, keys, powers, &mut counter, lanes, Some(text), input, output);
            } else {
                step::<V, 4, A>(proof, keys, powers, &mut counter, lanes, None, input, output);
                pending = bytes / 2;
            }
            (input, output) = (input.add(bytes / 2), output.add(bytes / 2));
        }
        left -= bytes / 2;
    }
    if pending > 0 {
        let powers = (V::kept(proof, powers), reread(powers));
        // SAFETY: the `pending` bytes before `output` were written: by one step, or by the second half of one and the
        // half step after it.
        lanes = unsafe {
            if pending == bytes {
                absorb_step::<V, S>(proof, powers, lanes, output.sub(bytes))
            } else {
                absorb_step::<V, 4>(proof, powers, lanes, output.sub(bytes / 2))
            }
        };
    }
    let (keys, powers) = (reread(keys), reread(powers));
    let lengths = u128::from(8 * aad.len() as u64) << 64 | u128::from(8 * len as u64);
    let end = End { start, counter, lanes, input, output, left, lengths };
    // SAFETY: `left` bytes are left.
    unsafe {
        match left.div_ceil(V::BYTES) {
            0 | 1 => last::<V, D, A, 1>(proof, keys, powers, end, tag),
            2 => last::<V, D, A, 2>(proof, keys, powers, end, tag),
            3 => last::<V, D, A, 3>(proof, keys, powers, end, tag),
            4 => last::<V, D, A, 4>(proof, keys, powers, end, tag),
            5 if V::LANES > 1 => last::<V, D, A, 5>(proof, keys, powers, end, tag),
            _ if V::LANES == 1 => last::<V, D, A, 8>(proof, keys, powers, end, tag),
            _ => unreachable!("less than a step and the lanes is left"),
        }
    }
}

/// Returns the sum of the blocks of `data`, the last one padded with zeros.
#[inline(always)]
fn absorb_padded<V: StreamLanes, const S: usize>(proof: V::Proof, powers: &Powers, data: &[u8]) -> V::One {
    let mut value = V::One::splat(proof, 0);
    for group in data.chunks(const { group::<V>(S) } * V::BYTES) {
        let mut at = POWERS - group.len().div_ceil(BLOCK_LEN);
        let mut before = V::of_one(value);
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
unsafe fn absorb_step<V: StreamLanes, const S: usize>(
    proof: V::Proof,
    powers: (V::Kept, &Powers),
    lanes: V,
    text: *const u8,
) -> V {
    // SAFETY: the caller guarantees that the bytes of a step can be read.
    unsafe {
        let mut lanes = lanes;
        for first in (0..S).step_by(const { group::<V>(S) }) {
            let mut sum = product::<V, S>(first, proof, powers, lanes, text);
            for i in first + 1..first + const { group::<V>(S) } {
                sum = sum.add(product::<V, S>(i, proof, powers, lanes, text));
            }
            lanes = sum.reduced();
        }
        lanes
    }
}

/// Returns vector `i` of a step, plus the sum if it is the first, multiplied by its power.
///
/// # Safety
/// The bytes of a step can be read.
#[inline(always)]
unsafe fn product<V: StreamLanes, const S: usize>(
    i: usize,
    proof: V::Proof,
    (kept, powers): (V::Kept, &Powers),
    lanes: V,
    text: *const u8,
) -> V::Sum {
    // SAFETY: the caller guarantees that the bytes of a step can be read, and `i` is less than `S`.
    let block = unsafe { V::load(proof, text.add(i * V::BYTES)) }.reversed();
    let at = i % const { group::<V>(S) };
    let block = if at == 0 { lanes.xor(block) } else { block };
    V::Sum::of(block, V::same_power(proof, kept, powers, POWERS - (const { group::<V>(S) } - at) * V::LANES))
}

/// How many vectors of a step of `step` vectors are summed before one reduction: as many as there are powers for.
const fn group<V: StreamLanes>(step: usize) -> usize {
    let most = (POWERS - V::LANES) / V::LANES;
    if step < most { step } else { most }
}

/// Encrypts or decrypts a step; returns the sum, after absorbing the step at `text`, if there is one.
///
/// # Safety
/// The bytes of a step can be read at `input` and `text` and written at `output`, which overlaps with `text` only where
/// the two are the same.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
unsafe fn step<V: StreamLanes, const S: usize, A: Parameters>(
    proof: V::Proof,
    keys: &RoundKeys,
    powers: (V::Kept, &Powers),
    counter: &mut Counter<V>,
    lanes: V,
    text: Option<*const u8>,
    input: *const u8,
    output: *mut u8,
) -> V {
    let mut x = counter.take::<S>();
    let key = V::broadcast(proof, &keys[0]);
    for x in &mut x {
        *x = x.xor(key);
    }
    let (mut sum, mut lanes) = (None, lanes);
    macro_rules! round {
        ($round:literal) => {
            if $round < A::NR {
                let key = V::broadcast(proof, &keys[$round]);
                for x in &mut x {
                    *x = x.encrypt(key);
                }
                x[0] = x[0].in_order();
            }
        };
    }
    // With eight vectors in a step, one is absorbed after each of the first rounds; with four, after every other one.
    macro_rules! absorb {
        ($index:literal) => {
            if let Some(text) = text
                && $index % (8 / S) == 0
            {
                // SAFETY: the caller guarantees the step at `text`; with four vectors, every other index is skipped.
                let product = unsafe { product::<V, S>($index / (8 / S), proof, powers, lanes, text) };
                let number = $index / (8 / S);
                sum = Some(
                    match sum {
                        Some(sum) if number % const { group::<V>(S) } != 0 => V::Sum::add(sum, product),
                        _ => product,
                    }
                    .in_order(),
                );
                if let Some(sum) = sum
                    && (number + 1) % const { group::<V>(S) } == 0
                {
                    lanes = sum.reduced();
                }
            }
        };
    }
    round!(1);
    absorb!(0);
    round!(2);
    absorb!(1);
    round!(3);
    absorb!(2);
    round!(4);
    absorb!(3);
    round!(5);
    absorb!(4);
    round!(6);
    absorb!(5);
    round!(7);
    absorb!(6);
    round!(8);
    absorb!(7);
    round!(9);
    round!(10);
    round!(11);
    round!(12);
    round!(13);
    let key = V::broadcast(proof, &keys[A::NR]);
    for (i, x) in x.into_iter().enumerate() {
        // SAFETY: the caller guarantees the bytes of a step at `input` and `output`.
        unsafe {
            let block = V::load(proof, input.add(i * V::BYTES));
            x.encrypt_last(key).xor(block).store(output.add(i * V::BYTES));
        }
    }
    lanes
}

/// The end of a message: `left` bytes, and the lengths in bits.
struct End<V: StreamLanes> {
    start: V::One,
    counter: Counter<V>,
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
unsafe fn last<V: StreamLanes, D: Direction, A: Parameters, const N: usize>(
    proof: V::Proof,
    keys: &RoundKeys,
    powers: &Powers,
    end: End<V>,
    tag: &mut Block,
) {
    let End { start, counter, lanes, input, output, left, lengths } = end;
    let mut counter = counter.reversed;
    let mut mask = start.xor(V::One::broadcast(proof, &keys[0]));
    let mut x = [counter; N];
    let key = V::broadcast(proof, &keys[0]);
    for x in &mut x {
        *x = counter.reversed().xor(key);
        counter = counter.count(1);
    }
    for round_key in &keys[1..A::NR] {
        let key = V::broadcast(proof, round_key);
        for x in &mut x {
            *x = x.encrypt(key);
        }
        mask = mask.encrypt(V::One::broadcast(proof, round_key));
    }
    let key = V::broadcast(proof, &keys[A::NR]);
    mask = mask.encrypt_last(V::One::broadcast(proof, &keys[A::NR]));
    let lengths = V::One::splat(proof, lengths);
    let of_lengths = V::Total::of(lengths, V::one_power(proof, powers, POWERS - 1));
    let mut first = POWERS - 1 - left.div_ceil(BLOCK_LEN);
    let mut sum: Option<V::Sum> = None;
    for (i, x) in x.into_iter().enumerate() {
        let at = left.min(i * V::BYTES);
        let len = (left - at).min(V::BYTES);
        // SAFETY: the caller guarantees `left` bytes, and `len` of them remain from `at` on.
        let text = unsafe {
            let text = V::load_part(proof, input.add(at), len);
            let other = x.encrypt_last(key).xor(text).store_part(output.add(at), len);
            if D::OPENS { text } else { other }
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
