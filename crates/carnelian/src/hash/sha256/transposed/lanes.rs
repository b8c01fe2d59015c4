//! The compression function over the lanes of a part of the rows: lanes `N`·`part` to `N`·`part` + `N` − 1.

use crate::base::lanes::arx::Lanes;
use crate::hash::sha2_rounds::{prepare, rounds, rounds_and_prepare};
use crate::hash::sha256::compression::{compress_words, round, schedule};
use crate::hash::sha256::kernel::transposed::{Chains, PREFIX_LEN, Stop, Words};
use crate::hash::sha256::tables::K;

/// Absorbs a block.
#[inline(always)]
pub(super) fn compress<const N: usize, V: Lanes<N, Word = u32>>(
    proof: V::Proof,
    part: usize,
    state: &mut Words<8>,
    block: &Words<16>,
) {
    let w = block.vectors::<16, N, V>(proof, part);
    let before = state.vectors::<8, N, V>(proof, part);
    state.set_vectors(part, compress_words::<N, V>(proof, before, w));
}

/// Takes the steps of chains, with `WORDS` words in a value.
#[inline(always)]
pub(super) fn iterate<const WORDS: usize, const N: usize, V: Lanes<N, Word = u32>>(
    proof: V::Proof,
    part: usize,
    chains: &Chains<'_>,
    value: &mut Words<8>,
    mut kept: Option<&mut Words<8>>,
) {
    let midstate = chains.midstate.vectors::<8, N, V>(proof, part);
    let mut words = value.vectors::<WORDS, N, V>(proof, part);
    let before = chains.before.map(|prefix| (prefix, 1, &[][..]));
    for (prefix, steps, stops) in before.into_iter().chain([(chains.prefix, chains.steps, chains.stops)]) {
        let mut prefix = prefix.vectors::<6, N, V>(proof, part);
        let fixed = Fixed::new(proof, midstate, &prefix);
        let mut stops = stops.iter();
        let mut stop = stops.next();
        for number in 0..=steps {
            if let (Some(here), Some(kept)) = (stop.filter(|stop| stop.step == number), &mut kept) {
                keep::<WORDS, N, V>(proof, part, here, words, kept);
                stop = stops.next();
            }
            if number == steps {
                break;
            }
            let w = message::<WORDS, N, V>(proof, &prefix, words);
            words = step::<WORDS, N, V>(proof, midstate, &fixed, w);
            prefix[5] = prefix[5].add(V::splat(proof, 1 << 16));
        }
    }
    value.set_vectors(part, words);
}

/// Keeps the values of some lanes.
#[inline(always)]
fn keep<const WORDS: usize, const N: usize, V: Lanes<N, Word = u32>>(
    proof: V::Proof,
    part: usize,
    stop: &Stop,
    words: [V; WORDS],
    kept: &mut Words<8>,
) {
    let lanes = V::load_words(proof, &stop.lanes.as_chunks().0[part]);
    for (word, row) in words.into_iter().zip(&mut kept.0) {
        let row = &mut row.as_chunks_mut().0[part];
        lanes.choose(word, V::load_words(proof, row)).store_words(row);
    }
}

/// The variables where all steps are still the same.
#[derive(Clone, Copy)]
struct Fixed<V> {
    /// After round 5, but without W₅, which is still to be added to the first and the fifth.
    variables: [V; 8],
    /// The last three of those with the round constants of rounds 6, 7 and 8, in which they are the last variable.
    with_constants: [V; 3],
}

impl<V: Copy> Fixed<V> {
    #[inline(always)]
    fn new<const N: usize>(proof: V::Proof, midstate: [V; 8], prefix: &[V; 6]) -> Self
    where
        V: Lanes<N, Word = u32>,
    {
        let mut variables = midstate;
        for (word, k) in prefix[..5].iter().zip(K.0) {
            variables = round::<N, V>(variables, V::splat(proof, k).add(*word));
        }
        variables = round::<N, V>(variables, V::splat(proof, K.0[5]));
        let with_constants = [
            variables[7].add(V::splat(proof, K.0[6])),
            variables[6].add(V::splat(proof, K.0[7])),
            variables[5].add(V::splat(proof, K.0[8])),
        ];
        Self { variables, with_constants }
    }
}

/// Returns the block of a step: the prefix, the value and the padding.
#[inline(always)]
fn message<const WORDS: usize, const N: usize, V: Lanes<N, Word = u32>>(
    proof: V::Proof,
    prefix: &[V; 6],
    value: [V; WORDS],
) -> [V; 16] {
    let mut w = [V::splat(proof, 0); 16];
    w[..6].copy_from_slice(prefix);
    // The value starts in the middle of W₅: with its halves exchanged, each word has them where two words of the block
    // have theirs.
    let upper = V::splat(proof, 0xffff_0000);
    let mut before = prefix[5];
    for (index, word) in value.into_iter().enumerate() {
        let exchanged = word.rotate_right::<16>();
        w[5 + index] = upper.choose(before, exchanged);
        before = exchanged;
    }
    w[5 + WORDS] = upper.choose(before, V::splat(proof, 0x8000));
    w[15] = V::splat(proof, 8 * (64 + PREFIX_LEN as u32 + 4 * WORDS as u32));
    w
}

/// Returns the next value from the block of a step.
#[inline(always)]
fn step<const WORDS: usize, const N: usize, V: Lanes<N, Word = u32>>(
    proof: V::Proof,
    midstate: [V; 8],
    fixed: &Fixed<V>,
    mut w: [V; 16],
) -> [V; WORDS] {
    let mut variables = fixed.variables;
    variables[0] = variables[0].add(w[5]);
    variables[4] = variables[4].add(w[5]);
    for (h, word) in fixed.with_constants.into_iter().zip([w[6], w[7], w[8]]) {
        variables[7] = h;
        variables = round::<N, V>(variables, word);
    }
    let [first, others @ .., last] = (const { K.0.as_chunks::<16>().0 }) else { unreachable!("there are rounds") };
    prepare!(w, 0 1 2 3 4 5 6 7 8);
    rounds_and_prepare!(proof, variables, w, first, 9 10 11 12 13 14 15);
    // Written out, these rounds would take the same time and twice the code.
    for k in others {
        rounds_and_prepare!(proof, variables, w, k, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    }
    rounds!(proof, variables, w, last, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    let mut value = [V::splat(proof, 0); WORDS];
    for ((word, variable), before) in value.iter_mut().zip(variables).zip(midstate) {
        *word = variable.add(before);
    }
    value
}
