//! The compression functions of BLAKE2b and BLAKE2s, in the order of RFC 7693: the parameters of Section 2, the
//! function G of Section 3.1, and the function F of Section 3.2.
//!
//! They are written over lanes, with one message in each. Over a single lane, which is a plain word, they are the
//! portable backend; over vector registers they are the kernels for several messages.

use super::kernel::{Block32, Block64, Run, Whole};
use crate::base::bytes;
use crate::base::lanes::arx::Lanes;

/// A word, with the parameters of its function, Section 2.1: `u64` for BLAKE2b, `u32` for BLAKE2s.
pub(super) trait Word: Copy + 'static {
    /// A block: sixteen words as bytes.
    type Block: Copy;
    /// Eight words as bytes.
    type Row;
    /// The number of rounds r.
    const ROUNDS: usize;
    /// Section 2.6: the IV.
    const IV: [Self; 8];
    /// The word 0.
    const ZERO: Self;
    /// bb, the number of bytes in a block.
    const BLOCK_LEN: Self;

    /// Returns the bytes of eight words.
    fn row(words: &[Self; 8]) -> &Self::Row;
    /// Like [`row`](Self::row), but mutable.
    fn row_mut(words: &mut [Self; 8]) -> &mut Self::Row;
    /// Returns the halves of a block.
    fn rows(block: &Self::Block) -> [&Self::Row; 2];
    /// Returns t as two words, the lower one first, and f.
    fn flags(t: u64, is_last: bool) -> [Self; 3];

    /// Rotates right by R1 bits.
    fn r1<const N: usize, V: Lanes<N>>(x: V) -> V;
    /// Rotates right by R2 bits.
    fn r2<const N: usize, V: Lanes<N>>(x: V) -> V;
    /// Rotates right by R3 bits.
    fn r3<const N: usize, V: Lanes<N>>(x: V) -> V;
    /// Rotates right by R4 bits.
    fn r4<const N: usize, V: Lanes<N>>(x: V) -> V;
    /// Returns the highest bit as the lowest.
    fn highest_bit<const N: usize, V: Lanes<N>>(x: V) -> V;
}

/// Generates [`Word`] from the table of Section 2.1.
macro_rules! words {
    ($($word:ident {
        block: $Block:ty, rounds: $rounds:literal, iv: $iv:expr, bytes: $row:ident $row_mut:ident,
        rotations: $r1:literal $r2:literal $r3:literal $r4:literal, highest_bit: $highest:literal
    })+) => {$(
        impl Word for $word {
            type Block = $Block;
            type Row = [u8; 8 * size_of::<$word>()];
            const ROUNDS: usize = $rounds;
            const IV: [Self; 8] = $iv;
            const ZERO: Self = 0;
            const BLOCK_LEN: Self = size_of::<$Block>() as Self;

            #[inline(always)]
            fn row(words: &[Self; 8]) -> &Self::Row {
                bytes::$row(words)
            }

            #[inline(always)]
            fn row_mut(words: &mut [Self; 8]) -> &mut Self::Row {
                bytes::$row_mut(words)
            }

            #[inline(always)]
            fn rows(block: &Self::Block) -> [&Self::Row; 2] {
                let [low, high] = block.as_chunks().0 else { unreachable!("a block is two rows") };
                [low, high]
            }

            #[inline(always)]
            fn flags(t: u64, is_last: bool) -> [Self; 3] {
                let high = (u128::from(t) >> Self::BITS) as Self;
                [t as Self, high, if is_last { Self::MAX } else { 0 }]
            }

            #[inline(always)]
            fn r1<const N: usize, V: Lanes<N>>(x: V) -> V {
                x.rotate_right::<$r1>()
            }

            #[inline(always)]
            fn r2<const N: usize, V: Lanes<N>>(x: V) -> V {
                x.rotate_right::<$r2>()
            }

            #[inline(always)]
            fn r3<const N: usize, V: Lanes<N>>(x: V) -> V {
                x.rotate_right::<$r3>()
            }

            #[inline(always)]
            fn r4<const N: usize, V: Lanes<N>>(x: V) -> V {
                x.rotate_right::<$r4>()
            }

            #[inline(always)]
            fn highest_bit<const N: usize, V: Lanes<N>>(x: V) -> V {
                x.shift_right::<$highest>()
            }
        }
    )+};
}

words! {
    u64 {
        block: Block64, rounds: 12, iv: IV_64, bytes: of_words of_words_mut,
        rotations: 32 24 16 63, highest_bit: 63
    }
    u32 {
        block: Block32, rounds: 10, iv: IV_32, bytes: of_half_words of_half_words_mut,
        rotations: 16 12 8 7, highest_bit: 31
    }
}

/// Section 2.6: the IV of BLAKE2b, the first 64 bits of the fractional parts of the square roots of the first eight
/// primes.
pub(super) const IV_64: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// Section 2.6: the IV of BLAKE2s, the first 32 bits of the same.
pub(super) const IV_32: [u32; 8] = {
    let (mut iv, mut i) = ([0; 8], 0);
    while i < iv.len() {
        iv[i] = (IV_64[i] >> 32) as u32;
        i += 1;
    }
    iv
};

/// Section 2.7: SIGMA. BLAKE2b has two rounds more than the table has rows, and repeats the first two.
pub(super) const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// Every row is a permutation of the sixteen words.
const _: () = {
    let mut row = 0;
    while row < SIGMA.len() {
        let (mut seen, mut i) = (0u16, 0);
        while i < 16 {
            seen |= 1 << SIGMA[row][i];
            i += 1;
        }
        assert!(seen == u16::MAX);
        row += 1;
    }
};

/// Section 3.1: G on four columns or diagonals of v, interleaved: each step depends on the previous one, and the steps
/// of the others fill the wait.
#[inline(always)]
fn g<W: Word, const N: usize, V: Lanes<N, Word = W>>([a, b, c, d]: [[V; 4]; 4], x: [V; 4], y: [V; 4]) -> [[V; 4]; 4] {
    let a = add(add(a, x), b);
    let [d0, d1, d2, d3] = xor(d, a);
    let d = [W::r1(d0).opaque(), W::r1(d1).opaque(), W::r1(d2).opaque(), W::r1(d3).opaque()];
    let c = add(c, d);
    let [b0, b1, b2, b3] = xor(b, c);
    let b = [W::r2(b0).opaque(), W::r2(b1).opaque(), W::r2(b2).opaque(), W::r2(b3).opaque()];
    let a = add(add(a, y), b);
    let [d0, d1, d2, d3] = xor(d, a);
    let d = [W::r3(d0).opaque(), W::r3(d1).opaque(), W::r3(d2).opaque(), W::r3(d3).opaque()];
    let c = add(c, d);
    let [b0, b1, b2, b3] = xor(b, c);
    let b = [W::r4(b0).opaque(), W::r4(b1).opaque(), W::r4(b2).opaque(), W::r4(b3).opaque()];
    [a, b, c, d]
}

#[inline(always)]
fn add<const N: usize, V: Lanes<N>>([a0, a1, a2, a3]: [V; 4], [b0, b1, b2, b3]: [V; 4]) -> [V; 4] {
    [a0.add(b0), a1.add(b1), a2.add(b2), a3.add(b3)]
}

#[inline(always)]
fn xor<const N: usize, V: Lanes<N>>([a0, a1, a2, a3]: [V; 4], [b0, b1, b2, b3]: [V; 4]) -> [V; 4] {
    [a0.xor(b0), a1.xor(b1), a2.xor(b2), a3.xor(b3)]
}

/// One round of Section 3.2: G on the columns of v, then on its diagonals. `v` is v row by row; `ROW` is the row of
/// SIGMA.
#[inline(always)]
fn round<const ROW: usize, W: Word, const N: usize, V: Lanes<N, Word = W>>(v: [[V; 4]; 4], m: &[V; 16]) -> [[V; 4]; 4] {
    let s = &SIGMA[ROW];
    let (x, y) = ([m[s[0]], m[s[2]], m[s[4]], m[s[6]]], [m[s[1]], m[s[3]], m[s[5]], m[s[7]]]);
    let [a, [v4, v5, v6, v7], [v8, v9, va, vb], [vc, vd, ve, vf]] = g(v, x, y);
    let (x, y) = ([m[s[8]], m[s[10]], m[s[12]], m[s[14]]], [m[s[9]], m[s[11]], m[s[13]], m[s[15]]]);
    let [a, [v5, v6, v7, v4], [va, vb, v8, v9], [vf, vc, vd, ve]] =
        g([a, [v5, v6, v7, v4], [va, vb, v8, v9], [vf, vc, vd, ve]], x, y);
    [a, [v4, v5, v6, v7], [v8, v9, va, vb], [vc, vd, ve, vf]]
}

/// All rounds of Section 3.2.
#[inline(always)]
fn rounds<W: Word, const N: usize, V: Lanes<N, Word = W>>(mut v: [[V; 4]; 4], m: &[V; 16]) -> [[V; 4]; 4] {
    macro_rules! rounds {
        ($($row:literal)+) => {$( v = round::<$row, W, N, V>(v, m); )+};
    }
    rounds!(0 1 2 3 4 5 6 7 8 9);
    if W::ROUNDS == 12 {
        rounds!(0 1);
    }
    v
}

/// Section 3.2: absorbs runs of one message into its hash value h.
#[inline(always)]
pub(super) fn absorb<W: Word, V: Lanes<1, Word = W, Row = W::Row, Proof = ()>>(
    h: &mut [W; 8],
    runs: &[Run<'_, W::Block>],
) {
    for run in runs {
        compress_lanes::<W, 1, V>((), [&mut *h], [*run]);
    }
}

/// Section 3.3: absorbs a complete message into the hash value h, with all blocks, the last one too, in one loop. Of
/// BLAKE2s, Zen 5 loses the time of a block where a loop over the others ends; of BLAKE2b, whose blocks take longer in
/// this form, it does not.
#[allow(dead_code, reason = "on other architectures than x86-64 no backend uses it")]
#[inline(always)]
pub(super) fn absorb_message<W: Word, V: Lanes<1, Word = W, Row = W::Row, Proof = ()>>(
    h: &mut [W; 8],
    message: Whole<'_, W::Block>,
) {
    let Whole { body, last, len, .. } = message;
    let mut state = V::load_transposed((), [W::row(h)]);
    for index in 0..=body.len() {
        let (block, t, is_last) = match body.get(index) {
            Some(block) => (block, ((index + 1) * size_of::<W::Block>()) as u64, false),
            None => (last, len, true),
        };
        let [t0, t1, f] = W::flags(t, is_last);
        let flags = [V::splat((), t0), V::splat((), t1), V::splat((), f)];
        state = compress_block::<W, 1, V>((), state, flags, [block]);
    }
    V::store_transposed(state, [W::row_mut(h)]);
}

/// Section 3.2: absorbs the run of each lane into its hash value h. All runs have the same number of blocks.
#[inline(always)]
pub(super) fn compress_lanes<W: Word, const N: usize, V: Lanes<N, Word = W, Row = W::Row>>(
    proof: V::Proof,
    states: [&mut [W; 8]; N],
    runs: [Run<'_, W::Block>; N],
) {
    let count = runs[0].blocks.len();
    assert!(runs.iter().all(|run| run.blocks.len() == count), "lanes with unequally many blocks");
    let mut h = V::load_transposed(proof, states.each_ref().map(|state| W::row(state)));
    // Three words are used of the eight in a row.
    let mut flags = [W::IV; N];
    for (flags, run) in flags.iter_mut().zip(&runs) {
        flags[..3].copy_from_slice(&W::flags(run.counter, run.is_last));
    }
    let [mut low, mut high, f, ..] = V::load_transposed(proof, flags.each_ref().map(W::row));
    let block_len = V::splat(proof, W::BLOCK_LEN);
    for index in 0..count {
        h = compress_block(proof, h, [low, high, f], runs.map(|run| &run.blocks[index]));
        // Adding a number below half of the range overflows exactly if the highest bit changes from 1 to 0.
        let sum = low.add(block_len);
        high = high.add(W::highest_bit(low.and_not(sum)));
        low = sum;
    }
    V::store_transposed(h, states.map(W::row_mut));
}

/// Section 3.2, F(h, m, t, f).
#[inline(always)]
fn compress_block<W: Word, const N: usize, V: Lanes<N, Word = W, Row = W::Row>>(
    proof: V::Proof,
    h: [V; 8],
    [t0, t1, f]: [V; 3],
    block: [&W::Block; N],
) -> [V; 8] {
    let rows = block.map(W::rows);
    let [m0, m1, m2, m3, m4, m5, m6, m7] = little_endian(V::load_transposed(proof, rows.map(|[low, _]| low)));
    let [m8, m9, ma, mb, mc, md, me, mf] = little_endian(V::load_transposed(proof, rows.map(|[_, high]| high)));
    let m = [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, ma, mb, mc, md, me, mf];
    // Initialize v: h, then the IV with t and f.
    let [h0, h1, h2, h3, h4, h5, h6, h7] = h;
    let iv = |i: usize| V::splat(proof, W::IV[i]);
    let (vc, vd, ve) = (iv(4).xor(t0), iv(5).xor(t1), iv(6).xor(f));
    let v = [[h0, h1, h2, h3], [h4, h5, h6, h7], [iv(0), iv(1), iv(2), iv(3)], [vc, vd, ve, iv(7)]];
    let v = rounds(v, &m);
    // h[i] = h[i] ⊕ v[i] ⊕ v[i + 8]
    let mut h = h;
    for i in 0..8 {
        h[i] = h[i].xor3(v[i / 4][i % 4], v[i / 4 + 2][i % 4]);
    }
    h
}

/// Converts words that were loaded in memory order. It is not `array::map`, which would not be part of the kernel
/// around this.
#[inline(always)]
fn little_endian<const N: usize, V: Lanes<N>>([a, b, c, d, e, f, g, h]: [V; 8]) -> [V; 8] {
    let (a, b, c, d) = (a.le_to_native(), b.le_to_native(), c.le_to_native(), d.le_to_native());
    let (e, f, g, h) = (e.le_to_native(), f.le_to_native(), g.le_to_native(), h.le_to_native());
    [a, b, c, d, e, f, g, h]
}
