//! The compression function over anything that behaves like a word: a word in the portable backend, a vector with a word
//! of another message in each lane. RFC 7693 Sections 3.1 and 3.2.

// Lanes belong to the architectures that have them.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

use super::kernel::{Block32, Block64, Run};
use crate::base::bytes;
use crate::base::lanes::Lanes;

/// What the functions G of BLAKE2b and BLAKE2s do to words.
pub(super) trait Word: Copy {
    /// Sum modulo 2^w.
    fn add(self, other: Self) -> Self;
    /// Exclusive or.
    fn xor(self, other: Self) -> Self;
    /// Rotation to the right by R1, and so on.
    fn r1(self) -> Self;
    fn r2(self) -> Self;
    fn r3(self) -> Self;
    fn r4(self) -> Self;
}

/// A plain word, what lanes need to know of it, and of the function that it belongs to.
pub(super) trait PlainWord: Word {
    /// A block of the function.
    type Block: Copy;
    /// Half of that, eight words as they lie in memory.
    type Row;
    /// Section 2.6: the IV.
    const IV: [Self; 8];

    fn row(words: &[Self; 8]) -> &Self::Row;
    fn row_mut(words: &mut [Self; 8]) -> &mut Self::Row;
    /// The two halves of a block.
    fn rows(block: &Self::Block) -> [&Self::Row; 2];
    /// t in two words, and f.
    fn flags(t: u64, is_last: bool) -> [Self; 3];
    /// The bytes of a block, which t grows by.
    fn block_len() -> Self;
    /// The rounds of the function.
    fn rounds<W: Word>(v: [[W; 4]; 4], m: &[W; 16]) -> [[W; 4]; 4];

    /// The rotations of [`Word`] in lanes.
    fn r1<const N: usize, V: Lanes<N>>(x: V) -> V;
    fn r2<const N: usize, V: Lanes<N>>(x: V) -> V;
    fn r3<const N: usize, V: Lanes<N>>(x: V) -> V;
    fn r4<const N: usize, V: Lanes<N>>(x: V) -> V;
    /// The highest bit, as the lowest.
    fn highest_bit<const N: usize, V: Lanes<N>>(x: V) -> V;
}

/// Writes the operations of a plain word.
macro_rules! plain_word {
    (
        $word:ident, $block:ident, $iv:ident, rounds: $rounds:ident, flags: $flags:ident, rows: [$row:ident, $row_mut:ident],
        highest_bit: $highest:literal, rotations: [$r1:literal, $r2:literal, $r3:literal, $r4:literal]
    ) => {
        impl Word for $word {
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }

            #[inline(always)]
            fn r1(self) -> Self {
                self.rotate_right($r1)
            }

            #[inline(always)]
            fn r2(self) -> Self {
                self.rotate_right($r2)
            }

            #[inline(always)]
            fn r3(self) -> Self {
                self.rotate_right($r3)
            }

            #[inline(always)]
            fn r4(self) -> Self {
                self.rotate_right($r4)
            }
        }

        impl PlainWord for $word {
            type Block = $block;
            type Row = [u8; 8 * size_of::<$word>()];
            const IV: [Self; 8] = $iv;

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
                let [low, high] = $flags(t);
                [low, high, if is_last { Self::MAX } else { 0 }]
            }

            #[inline(always)]
            fn block_len() -> Self {
                const { size_of::<$block>() as Self }
            }

            #[inline(always)]
            fn rounds<W: Word>(v: [[W; 4]; 4], m: &[W; 16]) -> [[W; 4]; 4] {
                $rounds(v, m)
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
    };
}

plain_word!(
    u64, Block64, IV_64, rounds: twelve_rounds, flags: in_words_64, rows: [of_words, of_words_mut],
    highest_bit: 63, rotations: [32, 24, 16, 63]
);
plain_word!(
    u32, Block32, IV_32, rounds: ten_rounds, flags: in_words_32, rows: [of_half_words, of_half_words_mut],
    highest_bit: 31, rotations: [16, 12, 8, 7]
);

/// t in two words, the lower one first.
#[inline(always)]
const fn in_words_64(t: u64) -> [u64; 2] {
    [t, 0]
}

/// The same in those of BLAKE2s.
#[inline(always)]
const fn in_words_32(t: u64) -> [u32; 2] {
    [t as u32, (t >> 32) as u32]
}

/// A word of BLAKE2b or of BLAKE2s in each of `N` lanes.
#[derive(Clone, Copy)]
pub(super) struct InLanes<const N: usize, V>(pub(super) V);

impl<const N: usize, V: Lanes<N, Word: PlainWord>> Word for InLanes<N, V> {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(self.0.xor(other.0))
    }

    #[inline(always)]
    fn r1(self) -> Self {
        Self(<V::Word as PlainWord>::r1(self.0).opaque())
    }

    #[inline(always)]
    fn r2(self) -> Self {
        Self(<V::Word as PlainWord>::r2(self.0).opaque())
    }

    #[inline(always)]
    fn r3(self) -> Self {
        Self(<V::Word as PlainWord>::r3(self.0).opaque())
    }

    #[inline(always)]
    fn r4(self) -> Self {
        Self(<V::Word as PlainWord>::r4(self.0).opaque())
    }
}

/// Section 3.1: G of four columns or diagonals of v, step by step: each step waits for the one before, and those of the
/// others fill the time.
#[inline(always)]
fn g<W: Word>([a, b, c, d]: [[W; 4]; 4], x: [W; 4], y: [W; 4]) -> [[W; 4]; 4] {
    let a = add(add(a, x), b);
    let [d0, d1, d2, d3] = xor(d, a);
    let d = [d0.r1(), d1.r1(), d2.r1(), d3.r1()];
    let c = add(c, d);
    let [b0, b1, b2, b3] = xor(b, c);
    let b = [b0.r2(), b1.r2(), b2.r2(), b3.r2()];
    let a = add(add(a, y), b);
    let [d0, d1, d2, d3] = xor(d, a);
    let d = [d0.r3(), d1.r3(), d2.r3(), d3.r3()];
    let c = add(c, d);
    let [b0, b1, b2, b3] = xor(b, c);
    [a, [b0.r4(), b1.r4(), b2.r4(), b3.r4()], c, d]
}

#[inline(always)]
fn add<W: Word>([a0, a1, a2, a3]: [W; 4], [b0, b1, b2, b3]: [W; 4]) -> [W; 4] {
    [a0.add(b0), a1.add(b1), a2.add(b2), a3.add(b3)]
}

#[inline(always)]
fn xor<W: Word>([a0, a1, a2, a3]: [W; 4], [b0, b1, b2, b3]: [W; 4]) -> [W; 4] {
    [a0.xor(b0), a1.xor(b1), a2.xor(b2), a3.xor(b3)]
}

/// Section 2.6: the IV of BLAKE2b, the first 64 bits of the fractional parts of the square roots of the first eight primes.
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

/// That of BLAKE2s: the first 32 bits of the same.
pub(super) const IV_32: [u32; 8] = {
    let (mut iv, mut i) = ([0; 8], 0);
    while i < iv.len() {
        iv[i] = (IV_64[i] >> 32) as u32;
        i += 1;
    }
    iv
};

/// Section 2.7: SIGMA. BLAKE2b has two rounds more than there are rows and begins again.
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

/// One round: G on the columns of v, then on its diagonals. v is given row by row.
#[inline(always)]
pub(super) fn round<const ROW: usize, W: Word>(v: [[W; 4]; 4], m: &[W; 16]) -> [[W; 4]; 4] {
    let s = &SIGMA[ROW];
    let (x, y) = ([m[s[0]], m[s[2]], m[s[4]], m[s[6]]], [m[s[1]], m[s[3]], m[s[5]], m[s[7]]]);
    let [a, [v4, v5, v6, v7], [v8, v9, va, vb], [vc, vd, ve, vf]] = g(v, x, y);
    let (x, y) = ([m[s[8]], m[s[10]], m[s[12]], m[s[14]]], [m[s[9]], m[s[11]], m[s[13]], m[s[15]]]);
    let [a, [v5, v6, v7, v4], [va, vb, v8, v9], [vf, vc, vd, ve]] =
        g([a, [v5, v6, v7, v4], [va, vb, v8, v9], [vf, vc, vd, ve]], x, y);
    [a, [v4, v5, v6, v7], [v8, v9, va, vb], [vc, vd, ve, vf]]
}

/// The rounds that BLAKE2b and BLAKE2s have in common: all ten of the latter.
#[inline(always)]
pub(super) fn ten_rounds<W: Word>(v: [[W; 4]; 4], m: &[W; 16]) -> [[W; 4]; 4] {
    let v = round::<4, W>(round::<3, W>(round::<2, W>(round::<1, W>(round::<0, W>(v, m), m), m), m), m);
    round::<9, W>(round::<8, W>(round::<7, W>(round::<6, W>(round::<5, W>(v, m), m), m), m), m)
}

/// Those of BLAKE2b.
#[inline(always)]
pub(super) fn twelve_rounds<W: Word>(v: [[W; 4]; 4], m: &[W; 16]) -> [[W; 4]; 4] {
    round::<1, W>(round::<0, W>(ten_rounds(v, m), m), m)
}

/// Section 3.2: takes the run of each lane into its hash value. All runs are of one length.
#[inline(always)]
pub(super) fn compress_lanes<W: PlainWord, const N: usize, V: Lanes<N, Word = W, Row = W::Row>>(
    proof: V::Proof,
    states: [&mut [W; 8]; N],
    runs: [Run<'_, W::Block>; N],
) {
    let count = runs[0].blocks.len();
    assert!(runs.iter().all(|run| run.blocks.len() == count), "lanes with unequally many blocks");
    let mut h = V::load_transposed(proof, states.each_ref().map(|state| W::row(state)));
    // Three words are used; eight are what a row has.
    let mut flags = [W::IV; N];
    for (flags, run) in flags.iter_mut().zip(&runs) {
        flags[..3].copy_from_slice(&W::flags(run.counter, run.is_last));
    }
    let [mut low, mut high, f, ..] = V::load_transposed(proof, flags.each_ref().map(W::row));
    let block_len = V::splat(proof, W::block_len());
    for index in 0..count {
        h = compress_block(proof, h, [low, high, f], runs.map(|run| &run.blocks[index]));
        // What is so small overflows just when the highest bit goes.
        let sum = low.add(block_len);
        high = high.add(W::highest_bit(low.and_not(sum)));
        low = sum;
    }
    V::store_transposed(h, states.map(W::row_mut));
}

#[inline(always)]
fn compress_block<W: PlainWord, const N: usize, V: Lanes<N, Word = W, Row = W::Row>>(
    proof: V::Proof,
    h: [V; 8],
    [t0, t1, f]: [V; 3],
    block: [&W::Block; N],
) -> [V; 8] {
    let rows = block.map(W::rows);
    let [m0, m1, m2, m3, m4, m5, m6, m7] = little_endian(V::load_transposed(proof, rows.map(|[low, _]| low)));
    let [m8, m9, ma, mb, mc, md, me, mf] = little_endian(V::load_transposed(proof, rows.map(|[_, high]| high)));
    let m = [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, ma, mb, mc, md, me, mf];
    let [h0, h1, h2, h3, h4, h5, h6, h7] = in_lanes(h);
    let iv = |i: usize| V::splat(proof, W::IV[i]);
    let [v8, v9, va, vb, vc, vd, ve, vf] =
        in_lanes([iv(0), iv(1), iv(2), iv(3), iv(4).xor(t0), iv(5).xor(t1), iv(6).xor(f), iv(7)]);
    let v = W::rounds([[h0, h1, h2, h3], [h4, h5, h6, h7], [v8, v9, va, vb], [vc, vd, ve, vf]], &m);
    let mut h = h;
    for i in 0..8 {
        h[i] = h[i].xor3(v[i / 4][i % 4].0, v[i / 4 + 2][i % 4].0);
    }
    h
}

/// Not by `array::map`, which is no part of the kernel around this.
#[inline(always)]
fn in_lanes<const N: usize, V: Lanes<N>>([a, b, c, d, e, f, g, h]: [V; 8]) -> [InLanes<N, V>; 8] {
    [InLanes(a), InLanes(b), InLanes(c), InLanes(d), InLanes(e), InLanes(f), InLanes(g), InLanes(h)]
}

/// Words that were loaded as they lie.
#[inline(always)]
fn little_endian<const N: usize, V: Lanes<N>>([a, b, c, d, e, f, g, h]: [V; 8]) -> [InLanes<N, V>; 8] {
    let (a, b, c, d) = (a.le_to_native(), b.le_to_native(), c.le_to_native(), d.le_to_native());
    let (e, f, g, h) = (e.le_to_native(), f.le_to_native(), g.le_to_native(), h.le_to_native());
    in_lanes([a, b, c, d, e, f, g, h])
}
