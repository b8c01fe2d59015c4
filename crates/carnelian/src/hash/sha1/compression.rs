//! The compression function of SHA-1, in the order of FIPS 180-4: the functions of Section 4.1.1 and the constants of
//! Section 4.2.1, then steps 1 to 4 of Section 6.1.2.
//!
//! It is written over lanes, with one message in each. Over a single lane, which is a plain word, it is the portable
//! backend; over vector registers it is the kernels for several messages.

use crate::base::bytes;
use crate::base::lanes::arx::Lanes;
use crate::hash::arithmetic::half_words::{Block, State};
use crate::hash::arithmetic::words::load_block;

/// The compression function of SHA-1.
pub enum Sha1Compression {}

/// Eight words as bytes.
type Row = [u8; 32];

/// H⁽⁰⁾, Section 5.3.1: the digits 0 to f in order, backwards, and interleaved.
pub(super) const INITIAL: State = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0, 0, 0, 0];

/// K_t for t = 0 to 19, 20 to 39, 40 to 59 and 60 to 79.
pub(super) const K: [u32; 4] = [root(2), root(3), root(5), root(10)];

/// Returns ⌊2^30·√n⌋.
const fn root(n: u64) -> u32 {
    (n << 60).isqrt() as u32
}

const _: () = assert!(K[0] == 0x5a82_7999 && K[3] == 0xca62_c1d6, "the first and the last constant of Section 4.2.1");

/// Ch(x, y, z) = (x ∧ y) ⊕ (¬x ∧ z), equation (4.1), for t = 0 to 19.
#[inline(always)]
fn ch<const N: usize, V: Lanes<N>>(x: V, y: V, z: V) -> V {
    x.choose(y, z)
}

/// Parity(x, y, z) = x ⊕ y ⊕ z, for t = 20 to 39 and 60 to 79.
#[inline(always)]
fn parity<const N: usize, V: Lanes<N>>(x: V, y: V, z: V) -> V {
    x.xor3(y, z)
}

/// Maj(x, y, z) = (x ∧ y) ⊕ (x ∧ z) ⊕ (y ∧ z), for t = 40 to 59.
#[inline(always)]
fn maj<const N: usize, V: Lanes<N>>(x: V, y: V, z: V) -> V {
    x.majority(y, z)
}

/// Section 6.1.2, for every block: absorbs `blocks[lane]` into the hash value `states[lane]`. All lanes have equally
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

/// Section 6.1.2, steps 1 to 4: returns H⁽ⁱ⁾ from `h`, which is H⁽ⁱ⁻¹⁾, and `w`, the words of M⁽ⁱ⁾.
#[inline(always)]
fn compress_words<const N: usize, V: Lanes<N, Word = u32>>(proof: V::Proof, mut h: [V; 8], mut w: [V; 16]) -> [V; 8] {
    // 2. Initialize the working variables a to e.
    let mut variables = [h[0], h[1], h[2], h[3], h[4]];
    // 3. For t = 0 to 79: one round, before which step 1 replaces W_{t−16} by W_t. Indices are literals, so that the
    // words of the schedule and the working variables stay in registers.
    macro_rules! rounds {
        ($f:ident, $k:expr, $($t:literal)+) => {
            let k = V::splat(proof, $k);
            $(
                if $t >= 16 {
                    w[$t % 16] = schedule::<N, V>(w[($t + 13) % 16], w[($t + 8) % 16], w[($t + 2) % 16], w[$t % 16]);
                }
                let [_, b, c, d, _] = variables;
                variables = round::<N, V>(variables, $f::<N, V>(b, c, d), k.add(w[$t % 16]));
            )+
        };
    }
    rounds!(ch, K[0], 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19);
    rounds!(parity, K[1], 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39);
    rounds!(maj, K[2], 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59);
    rounds!(parity, K[3], 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79);
    // 4. Compute the hash value: H⁽ⁱ⁾ = working variables + H⁽ⁱ⁻¹⁾.
    for (word, variable) in h.iter_mut().zip(variables) {
        *word = word.add(variable);
    }
    h
}

/// Step 1 for 16 ≤ t: W_t = ROTL¹(W_{t−3} ⊕ W_{t−8} ⊕ W_{t−14} ⊕ W_{t−16}).
#[inline(always)]
pub(super) fn schedule<const N: usize, V: Lanes<N>>(w3: V, w8: V, w14: V, w16: V) -> V {
    w3.xor(w8.xor3(w14, w16)).rotate_right::<31>()
}

/// Step 3 for one t; `f` is f_t(b, c, d), and `kw` is K_t + W_t.
#[inline(always)]
fn round<const N: usize, V: Lanes<N>>([a, b, c, d, e]: [V; 5], f: V, kw: V) -> [V; 5] {
    // T = ROTL⁵(a) + f_t(b, c, d) + e + K_t + W_t. The new a is known last: what does not depend on it is added first.
    let t = e.add(kw).pinned().add(f).add(a.rotate_right::<27>());
    // e = d, d = c, c = ROTL³⁰(b), b = a, a = T
    [t, a, b.rotate_right::<2>(), c, d]
}
