//! Permutations of states side by side, for the `N` states in one vector.

use crate::base::lanes::u64::U64Lanes;
use crate::base::memory::wipe;
use crate::hash::keccak::kernel::transposed::{Digests, LANES, States};
use crate::hash::keccak::permutation::{self, Form, Permute, Rows as Matrix, WORDS};

/// The row of the value in the states of [`iterate`](super::iterate).
pub(in crate::hash::keccak) const fn value_row(words: usize) -> usize {
    words + 4
}

/// One, in a big-endian number below 256 that is the upper half of a little-endian word.
pub(in crate::hash::keccak) const ONE: u64 = 1 << 56;

/// [`hash`](super::hash) and [`iterate`](super::iterate) for the `N` lanes from lane `N * group` on.
pub(in crate::hash::keccak) trait Steps<const N: usize, V: U64Lanes<N>> {
    /// [`hash`](super::hash).
    fn hash(proof: V::Proof, states: &States, group: usize, words: usize, digests: &mut Digests);

    /// [`iterate`](super::iterate).
    fn iterate(proof: V::Proof, states: &mut States, group: usize, words: usize, steps: usize);
}

impl<F: Form, const N: usize, V: U64Lanes<N>> Steps<N, V> for F {
    #[inline(always)]
    fn hash(proof: V::Proof, states: &States, group: usize, words: usize, digests: &mut Digests) {
        let first = first_words::<F, N, V>(proof, states, group);
        store(first, group, &mut digests.0[..words]);
    }

    #[inline(always)]
    fn iterate(proof: V::Proof, states: &mut States, group: usize, words: usize, steps: usize) {
        for _ in 0..steps {
            let first = first_words::<F, N, V>(proof, states, group);
            let value = value_row(words);
            store(first, group, &mut states.0[value..value + words]);
            let counter = &mut states.0[value - 1].as_chunks_mut().0[group];
            V::load_words(proof, counter).add(V::splat(proof, ONE)).store_words(counter);
        }
    }
}

/// Returns the first words of states after a permutation.
#[inline(always)]
fn first_words<F: Form, const N: usize, V: U64Lanes<N>>(proof: V::Proof, states: &States, group: usize) -> [V; 4] {
    macro_rules! loaded {
        ($($i:literal)+) => { [$(V::load_words(proof, &states.0[$i].as_chunks().0[group])),+] };
    }
    let a = loaded!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
    permutation::first_words::<F, N, V>(proof, a)
}

/// Stores as many words as there are rows, at least two.
#[inline(always)]
fn store<const N: usize, V: U64Lanes<N>>([a, b, c, d]: [V; 4], group: usize, rows: &mut [[u64; LANES]]) {
    a.store_words(&mut rows[0].as_chunks_mut().0[group]);
    b.store_words(&mut rows[1].as_chunks_mut().0[group]);
    if rows.len() > 2 {
        c.store_words(&mut rows[2].as_chunks_mut().0[group]);
    }
    if rows.len() > 3 {
        d.store_words(&mut rows[3].as_chunks_mut().0[group]);
    }
}

/// Permutes the `N` states from lane `N * group` on.
#[inline(always)]
pub(in crate::hash::keccak) fn permute_group<P: Permute<N, V>, const N: usize, V: U64Lanes<N>>(
    proof: V::Proof,
    states: &mut States,
    group: usize,
) {
    let mut some: Matrix<N> = [[0; N]; WORDS];
    for (words, row) in some.iter_mut().zip(&states.0) {
        *words = row.as_chunks().0[group];
    }
    P::permute(proof, &mut some);
    for (row, words) in states.0.iter_mut().zip(&some) {
        row.as_chunks_mut().0[group] = *words;
    }
    wipe(some.as_flattened_mut());
}
