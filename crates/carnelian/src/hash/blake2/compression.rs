//! The compression function over anything that behaves like a word: a word in the portable backend, a vector with a word
//! of another message in each lane. RFC 7693 Sections 3.1 and 3.2.

// Lanes belong to the architectures that have them.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

use super::kernel::{Block64, Run, State64};
use crate::base::bytes;
use crate::base::lanes::U64Lanes;

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

/// Writes the operations of a plain word.
macro_rules! plain_word {
    ($word:ident, $r1:literal, $r2:literal, $r3:literal, $r4:literal) => {
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
    };
}

plain_word!(u64, 32, 24, 16, 63);
plain_word!(u32, 16, 12, 8, 7);

/// A word of BLAKE2b in each of `N` lanes.
#[derive(Clone, Copy)]
pub(super) struct InLanes<const N: usize, V>(pub(super) V);

impl<const N: usize, V: U64Lanes<N>> Word for InLanes<N, V> {
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
        Self(self.0.rotate_right::<32>())
    }

    #[inline(always)]
    fn r2(self) -> Self {
        Self(self.0.rotate_right::<24>())
    }

    #[inline(always)]
    fn r3(self) -> Self {
        Self(self.0.rotate_right::<16>())
    }

    #[inline(always)]
    fn r4(self) -> Self {
        Self(self.0.rotate_right::<63>())
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

/// Section 3.2: takes the run of each lane into its hash value of BLAKE2b. All runs are of one length.
#[inline(always)]
pub(super) fn compress_lanes<const N: usize, V: U64Lanes<N>>(
    proof: V::Proof,
    states: [&mut State64; N],
    runs: [Run<'_, Block64>; N],
) {
    let count = runs[0].blocks.len();
    assert!(runs.iter().all(|run| run.blocks.len() == count), "lanes with unequally many blocks");
    let mut h = V::load_transposed(proof, states.each_ref().map(|state| bytes::of_words(state)));
    let mut counters = [[0u64; 8]; N];
    for (lane, run) in runs.iter().enumerate() {
        counters[lane][0] = run.counter;
        counters[lane][1] = if run.is_last { u64::MAX } else { 0 };
    }
    let [mut t, f, ..] = V::load_transposed(proof, counters.each_ref().map(bytes::of_words));
    let block_len = V::splat(proof, size_of::<Block64>() as u64);
    for index in 0..count {
        h = compress_block(proof, h, t, f, runs.map(|run| &run.blocks[index]));
        t = t.add(block_len);
    }
    V::store_transposed(h, states.map(bytes::of_words_mut));
}

#[inline(always)]
fn compress_block<const N: usize, V: U64Lanes<N>>(
    proof: V::Proof,
    h: [V; 8],
    t: V,
    f: V,
    block: [&Block64; N],
) -> [V; 8] {
    let (low, high) = (block.map(|bytes| &bytes.as_chunks().0[0]), block.map(|bytes| &bytes.as_chunks().0[1]));
    let [m0, m1, m2, m3, m4, m5, m6, m7] = little_endian(V::load_transposed(proof, low));
    let [m8, m9, ma, mb, mc, md, me, mf] = little_endian(V::load_transposed(proof, high));
    let m = [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, ma, mb, mc, md, me, mf];
    let [h0, h1, h2, h3, h4, h5, h6, h7] = in_lanes(h);
    let iv = |i: usize| V::splat(proof, IV_64[i]);
    let [v8, v9, va, vb, vc, vd, ve, vf] =
        in_lanes([iv(0), iv(1), iv(2), iv(3), iv(4).xor(t), iv(5), iv(6).xor(f), iv(7)]);
    let v = [[h0, h1, h2, h3], [h4, h5, h6, h7], [v8, v9, va, vb], [vc, vd, ve, vf]];
    let v = round::<1, _>(round::<0, _>(ten_rounds(v, &m), &m), &m);
    let mut h = h;
    for i in 0..8 {
        h[i] = h[i].xor3(v[i / 4][i % 4].0, v[i / 4 + 2][i % 4].0);
    }
    h
}

/// Not by `array::map`, which is no part of the kernel around this.
#[inline(always)]
fn in_lanes<const N: usize, V: U64Lanes<N>>([a, b, c, d, e, f, g, h]: [V; 8]) -> [InLanes<N, V>; 8] {
    [InLanes(a), InLanes(b), InLanes(c), InLanes(d), InLanes(e), InLanes(f), InLanes(g), InLanes(h)]
}

/// Words that were loaded as they lie.
#[inline(always)]
fn little_endian<const N: usize, V: U64Lanes<N>>([a, b, c, d, e, f, g, h]: [V; 8]) -> [InLanes<N, V>; 8] {
    let (a, b, c, d) = (a.le_to_native(), b.le_to_native(), c.le_to_native(), d.le_to_native());
    let (e, f, g, h) = (e.le_to_native(), f.le_to_native(), g.le_to_native(), h.le_to_native());
    in_lanes([a, b, c, d, e, f, g, h])
}
