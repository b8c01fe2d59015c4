//! The compression functions of SHA-256 and SHA-512 over lanes, one message in each, FIPS 180-4 Sections 6.2.2 and 6.4.2.
//! Over a single lane it is the portable backend.
//!
//! The two are one algorithm over words of 32 or 64 bits; [`Rounds`] is what else differs.

use crate::base::lanes::Lanes;

/// The functions and constants of Section 4, and how words lie in memory.
pub(in crate::hash) trait Rounds {
    type Word: Copy + 'static;
    /// Eight words as bytes.
    type Row;
    /// Two rows: sixteen words of the padded message.
    type Block;
    /// The words K_t, sixteen a row.
    const K: &'static [[Self::Word; 16]];

    /// Σ₀.
    fn big_sigma0<const N: usize, V: Lanes<N, Word = Self::Word>>(a: V) -> V;
    /// Σ₁.
    fn big_sigma1<const N: usize, V: Lanes<N, Word = Self::Word>>(e: V) -> V;
    /// σ₀.
    fn sigma0<const N: usize, V: Lanes<N, Word = Self::Word>>(w: V) -> V;
    /// σ₁.
    fn sigma1<const N: usize, V: Lanes<N, Word = Self::Word>>(w: V) -> V;

    /// The state as a row.
    fn row(state: &[Self::Word; 8]) -> &Self::Row;
    /// The same, to write to.
    fn row_mut(state: &mut [Self::Word; 8]) -> &mut Self::Row;
    /// The two rows of a block.
    fn rows(block: &Self::Block) -> [&Self::Row; 2];
}

/// Takes `blocks[lane]` into the state of each lane. All lanes have equally many blocks.
#[inline(always)]
pub(in crate::hash) fn compress<const N: usize, R: Rounds, V: Lanes<N, Word = R::Word, Row = R::Row>>(
    proof: V::Proof,
    states: [&mut [R::Word; 8]; N],
    blocks: [&[R::Block]; N],
) {
    let count = blocks[0].len();
    assert!(blocks.iter().all(|lane| lane.len() == count), "lanes with unequally many blocks");
    let mut vectors = V::load_transposed(proof, states.each_ref().map(|state| R::row(state)));
    for index in 0..count {
        vectors = compress_block::<N, R, V>(proof, vectors, blocks.map(|lane| &lane[index]));
    }
    V::store_transposed(vectors, states.map(R::row_mut));
}

#[inline(always)]
fn compress_block<const N: usize, R: Rounds, V: Lanes<N, Word = R::Word, Row = R::Row>>(
    proof: V::Proof,
    state: [V; 8],
    block: [&R::Block; N],
) -> [V; 8] {
    let rows = block.map(R::rows);
    let [w0, w1, w2, w3, w4, w5, w6, w7] = V::load_transposed(proof, rows.map(|[low, _]| low));
    let [w8, w9, wa, wb, wc, wd, we, wf] = V::load_transposed(proof, rows.map(|[_, high]| high));
    let mut w = [w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, wa, wb, wc, wd, we, wf];
    for word in &mut w {
        *word = word.be_to_native();
    }
    let mut variables = state;
    // By name, so that `w` and the variables stay in registers. A word makes room for its successor as soon as it is
    // used; the last sixteen have none.
    macro_rules! rounds {
        ($k:expr, $next:expr, $($t:literal)+) => {$(
            variables = step::<N, R, V>(variables, V::splat(proof, $k[$t]).add(w[$t]));
            if $next {
                w[$t] = schedule::<N, R, V>(w[($t + 14) % 16], w[($t + 9) % 16], w[($t + 1) % 16], w[$t]);
            }
        )+};
    }
    let (last, others) = const { R::K.split_last().expect("there are rounds") };
    for k in others {
        rounds!(k, true, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    }
    rounds!(last, false, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    // 4. H⁽ⁱ⁾ ← working variables + H⁽ⁱ⁻¹⁾
    for (variable, word) in variables.iter_mut().zip(state) {
        *variable = variable.add(word);
    }
    variables
}

/// 1. W_t ← σ₁(W_{t−2}) + W_{t−7} + σ₀(W_{t−15}) + W_{t−16}
#[inline(always)]
pub(in crate::hash) fn schedule<const N: usize, R: Rounds, V: Lanes<N, Word = R::Word>>(
    w2: V,
    w7: V,
    w15: V,
    w16: V,
) -> V {
    R::sigma1(w2).add(w7).add(R::sigma0(w15).add(w16))
}

/// 3. One round; `kw` is K_t + W_t.
#[inline(always)]
fn step<const N: usize, R: Rounds, V: Lanes<N, Word = R::Word>>([a, b, c, d, e, f, g, h]: [V; 8], kw: V) -> [V; 8] {
    let t1 = h.add(kw).add(e.choose(f, g)).add(R::big_sigma1(e));
    let t2 = R::big_sigma0(a).add(a.majority(b, c));
    [t1.add(t2), a, b, c, d.add(t1), e, f, g]
}
