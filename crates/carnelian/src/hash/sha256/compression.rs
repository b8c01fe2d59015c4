//! The compression function of SHA-256, in the order of FIPS 180-4: the functions of Section 4.1.2, then steps 1 to 4
//! of Section 6.2.2.
//!
//! It is written over lanes, with one message in each. Over a single lane, which is a plain word, it is the portable
//! backend; over vector registers it is the kernels for several messages.

use super::tables::K;
use crate::base::bytes;
use crate::base::lanes::arx::Lanes;
use crate::hash::arithmetic::half_words::{Block, State};
use crate::hash::arithmetic::words::load_block;
use crate::hash::sha2_rounds::{rounds, rounds_and_prepare};

/// The compression function of SHA-256.
pub enum Sha256Compression {}

/// Eight words as bytes.
type Row = [u8; 32];

/// Ch(x, y, z) = (x ∧ y) ⊕ (¬x ∧ z), equation (4.2).
#[inline(always)]
fn ch<const N: usize, V: Lanes<N>>(x: V, y: V, z: V) -> V {
    x.choose(y, z)
}

/// Maj(x, y, z) = (x ∧ y) ⊕ (x ∧ z) ⊕ (y ∧ z), equation (4.3).
#[inline(always)]
fn maj<const N: usize, V: Lanes<N>>(x: V, y: V, z: V) -> V {
    x.majority(y, z)
}

/// Σ₀(x), equation (4.4).
#[inline(always)]
fn big_sigma0<const N: usize, V: Lanes<N>>(x: V) -> V {
    x.rotate_right::<2>().xor3(x.rotate_right::<13>(), x.rotate_right::<22>())
}

/// Σ₁(x), equation (4.5).
#[inline(always)]
fn big_sigma1<const N: usize, V: Lanes<N>>(x: V) -> V {
    x.rotate_right::<6>().xor3(x.rotate_right::<11>(), x.rotate_right::<25>())
}

/// σ₀(x), equation (4.6).
#[inline(always)]
fn sigma0<const N: usize, V: Lanes<N>>(x: V) -> V {
    x.rotate_right::<7>().xor3(x.rotate_right::<18>(), x.shift_right::<3>())
}

/// σ₁(x), equation (4.7).
#[inline(always)]
fn sigma1<const N: usize, V: Lanes<N>>(x: V) -> V {
    x.rotate_right::<17>().xor3(x.rotate_right::<19>(), x.shift_right::<10>())
}

/// Section 6.2.2, for every block: absorbs `blocks[lane]` into the hash value `states[lane]`. All lanes have equally
/// many blocks.
#[inline(always)]
pub(super) fn compress<const N: usize, V: Lanes<N, Word = u32, Row = Row>>(
    proof: V::Proof,
    states: [&mut State; N],
    blocks: [&[Block]; N],
) {
    let count = blocks[0].len();
    assert!(blocks.iter().all(|lane| lane.len() == count), "lanes with unequally many blocks");
    let mut h = V::load_transposed(proof, states.each_ref().map(|state| bytes::of_half_words(state)));
    for i in 0..count {
        let w = load_block(proof, blocks.map(|lane| &lane[i]));
        h = compress_words::<N, V>(proof, h, w);
    }
    V::store_transposed(h, states.map(bytes::of_half_words_mut));
}

/// Section 6.2.2, steps 1 to 4: returns H⁽ⁱ⁾ from `state`, which is H⁽ⁱ⁻¹⁾, and `w`, the words of M⁽ⁱ⁾.
#[inline(always)]
pub(super) fn compress_words<const N: usize, V: Lanes<N, Word = u32>>(
    proof: V::Proof,
    state: [V; 8],
    mut w: [V; 16],
) -> [V; 8] {
    // 1. Prepare the message schedule. Its first sixteen words are those of the block: W_t = M_t⁽ⁱ⁾.
    // 2. Initialize the working variables a to h.
    let mut variables = state;
    // 3. For t = 0 to 63: one round. As soon as W_t is used, step 1 replaces it by W_{t+16}; the last sixteen words
    // need no successors.
    let (last, others) = const { K.0.as_chunks::<16>().0.split_last().expect("there are rounds") };
    for k in others {
        rounds_and_prepare!(proof, variables, w, k, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    }
    rounds!(proof, variables, w, last, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    // 4. Compute the hash value: H⁽ⁱ⁾ = working variables + H⁽ⁱ⁻¹⁾.
    for (variable, word) in variables.iter_mut().zip(state) {
        *variable = variable.add(word);
    }
    variables
}

/// Step 1 for 16 ≤ t: W_t = σ₁(W_{t−2}) + W_{t−7} + σ₀(W_{t−15}) + W_{t−16}.
#[inline(always)]
pub(super) fn schedule<const N: usize, V: Lanes<N>>(w2: V, w7: V, w15: V, w16: V) -> V {
    sigma1(w2).add(w7).add(sigma0(w15).add(w16))
}

/// Step 3 for one t; `kw` is K_t + W_t.
#[inline(always)]
pub(super) fn round<const N: usize, V: Lanes<N>>([a, b, c, d, e, f, g, h]: [V; 8], kw: V) -> [V; 8] {
    // T₁ = h + Σ₁(e) + Ch(e, f, g) + K_t + W_t. The new e is known last: what does not depend on it is added first.
    let t1 = h.add(kw).pinned().add(ch(e, f, g)).add(big_sigma1(e));
    // T₂ = Σ₀(a) + Maj(a, b, c)
    let t2 = big_sigma0(a).add(maj(a, b, c));
    // h = g, g = f, f = e, e = d + T₁, d = c, c = b, b = a, a = T₁ + T₂
    [t1.add(t2), a, b, c, d.add(t1), e, f, g]
}
