//! The compression function over lanes, one message in each, FIPS 180-4 Sections 4.1.2 and 6.2.2. Over a single lane it is
//! the portable backend.

use super::kernel::{Block, State};
use super::tables::K;
use crate::base::bytes;
use crate::base::lanes::U32Lanes;

/// Takes `blocks[lane]` into the state of each lane. All lanes have equally many blocks.
#[inline(always)]
pub(super) fn compress<const N: usize, V: U32Lanes<N>>(
    proof: V::Proof,
    states: [&mut State; N],
    blocks: [&[Block]; N],
) {
    let count = blocks[0].len();
    assert!(blocks.iter().all(|lane| lane.len() == count), "lanes with unequally many blocks");
    let mut vectors = V::load_transposed(proof, states.each_ref().map(|state| bytes::of_half_words(state)));
    for index in 0..count {
        vectors = compress_block(proof, vectors, blocks.map(|lane| &lane[index]));
    }
    V::store_transposed(vectors, states.map(bytes::of_half_words_mut));
}

#[inline(always)]
fn compress_block<const N: usize, V: U32Lanes<N>>(proof: V::Proof, state: [V; 8], block: [&Block; N]) -> [V; 8] {
    let (low, high) = (block.map(|bytes| &bytes.as_chunks().0[0]), block.map(|bytes| &bytes.as_chunks().0[1]));
    let [w0, w1, w2, w3, w4, w5, w6, w7] = V::load_transposed(proof, low);
    let [w8, w9, wa, wb, wc, wd, we, wf] = V::load_transposed(proof, high);
    let mut w = [w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, wa, wb, wc, wd, we, wf];
    for word in &mut w {
        *word = word.be_to_native();
    }
    let mut variables = state;
    // By name, so that `w` and the variables stay in registers. A word makes room for its successor as soon as it is
    // used; the last sixteen have none.
    macro_rules! rounds {
        ($k:expr, $next:expr, $($t:literal)+) => {$(
            variables = step(variables, V::splat(proof, $k[$t]).add(w[$t]));
            if $next {
                w[$t] = schedule(w[($t + 14) % 16], w[($t + 9) % 16], w[($t + 1) % 16], w[$t]);
            }
        )+};
    }
    let (k, _) = K.0.as_chunks::<16>();
    for k in &k[..3] {
        rounds!(k, true, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    }
    rounds!(k[3], false, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    // 4. H⁽ⁱ⁾ ← working variables + H⁽ⁱ⁻¹⁾
    for (variable, word) in variables.iter_mut().zip(state) {
        *variable = variable.add(word);
    }
    variables
}

/// 1. W_t ← σ₁(W_{t−2}) + W_{t−7} + σ₀(W_{t−15}) + W_{t−16}
#[inline(always)]
pub(super) fn schedule<const N: usize, V: U32Lanes<N>>(w2: V, w7: V, w15: V, w16: V) -> V {
    let sigma1 = w2.rotate_right::<17>().xor3(w2.rotate_right::<19>(), w2.shift_right::<10>());
    let sigma0 = w15.rotate_right::<7>().xor3(w15.rotate_right::<18>(), w15.shift_right::<3>());
    sigma1.add(w7).add(sigma0.add(w16))
}

/// 3. One round; `kw` is K_t + W_t.
#[inline(always)]
fn step<const N: usize, V: U32Lanes<N>>([a, b, c, d, e, f, g, h]: [V; 8], kw: V) -> [V; 8] {
    let big_sigma1 = e.rotate_right::<6>().xor3(e.rotate_right::<11>(), e.rotate_right::<25>());
    let big_sigma0 = a.rotate_right::<2>().xor3(a.rotate_right::<13>(), a.rotate_right::<22>());
    let t1 = h.add(kw).add(e.choose(f, g)).add(big_sigma1);
    let t2 = big_sigma0.add(a.majority(b, c));
    [t1.add(t2), a, b, c, d.add(t1), e, f, g]
}
