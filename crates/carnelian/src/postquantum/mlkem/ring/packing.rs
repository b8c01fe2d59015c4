//! Coefficients as bytes and bits, over lanes of 16-bit integers: Algorithms 5 and 6, compression (4.7), (4.8), and the
//! centered binomial distribution, Algorithm 8.

use super::polynomial::{N, NttPoly, Poly, Q};
use crate::base::lanes::i16::I16Lanes;

/// The words of a polynomial: four coefficients in each, as [`I16Lanes::join`] makes them.
type Words = [u64; N / 4];

/// Writes the lowest 4`D` bits of each word, one after the other. The words have no other bits.
#[inline(always)]
fn write_words<const D: usize>(words: &Words, bytes: &mut [u8]) {
    for ([first, second], bytes) in words.as_chunks().0.iter().zip(bytes.as_chunks_mut::<D>().0) {
        if D < 8 {
            let both = first | second << (4 * D);
            bytes.copy_from_slice(&both.to_le_bytes()[..D]);
        } else {
            // The first and the last eight bytes, which overlap.
            let low = first | second << ((4 * D) % 64);
            let high = first >> (8 * D - 64) | second << (64 - 4 * D);
            bytes[..8].copy_from_slice(&low.to_le_bytes());
            bytes[D - 8..].copy_from_slice(&high.to_le_bytes());
        }
    }
}

/// The inverse of [`write_words`]; the upper bits of the words are undefined.
#[inline(always)]
fn read_words<const D: usize>(bytes: &[u8]) -> Words {
    let mut words = [0; N / 4];
    for ([first, second], bytes) in words.as_chunks_mut().0.iter_mut().zip(bytes.as_chunks::<D>().0) {
        if D < 8 {
            let both = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            (*first, *second) = (both, both >> (4 * D));
        } else {
            let low = bytes.first_chunk().expect("eight bytes and more");
            let high = bytes.last_chunk().expect("eight bytes and more");
            (*first, *second) = (u64::from_le_bytes(*low), u64::from_le_bytes(*high) >> ((64 - 4 * D) % 64));
        }
    }
    words
}

/// Algorithm 5, ByteEncode₁₂(f̂). Needs `0 ≤ f̂[i] < q`; writes 384 bytes.
#[inline(always)]
pub(super) fn encode<L: I16Lanes<W>, const W: usize>(proof: L::Proof, f_hat: &NttPoly, bytes: &mut [u8]) {
    let mut words = [0; N / 4];
    for (f, words) in f_hat.0.as_chunks().0.iter().zip(words.chunks_exact_mut(W / 4)) {
        L::load(proof, f).join::<12>(words);
    }
    write_words::<12>(&words, bytes);
}

/// Algorithm 6, ByteDecode₁₂(B) without the reduction modulo q: the coefficients are below 2^12. Reads 384 bytes.
#[inline(always)]
pub(super) fn decode<L: I16Lanes<W>, const W: usize>(proof: L::Proof, bytes: &[u8], f_hat: &mut NttPoly) {
    let words = read_words::<12>(bytes);
    for (f, words) in f_hat.0.as_chunks_mut().0.iter_mut().zip(words.chunks_exact(W / 4)) {
        L::split::<12>(proof, words).store(f);
    }
}

/// Returns whether all coefficients that [`decode`] reads are below q.
#[inline(always)]
pub(super) fn is_canonical_vartime<L: I16Lanes<W>, const W: usize>(proof: L::Proof, bytes: &[u8]) -> bool {
    let q = L::splat(proof, Q);
    let mut all_below = L::splat(proof, -1);
    for words in read_words::<12>(bytes).chunks_exact(W / 4) {
        all_below = all_below.and(L::split::<12>(proof, words).sub(q).sign());
    }
    let mut below = [0; W];
    all_below.store(&mut below);
    below.iter().all(|below| *below != 0)
}

/// ByteEncode_D(Compress_D(f)). Needs `|f[i]| < 2q`; writes 32`BYTES` bytes, where `BYTES` = `D`.
#[inline(always)]
pub(super) fn compress<const D: i32, const BYTES: usize, L: I16Lanes<W>, const W: usize>(
    proof: L::Proof,
    f: &Poly,
    bytes: &mut [u8],
) {
    let mut words = [0; N / 4];
    for (f, words) in f.0.as_chunks().0.iter().zip(words.chunks_exact_mut(W / 4)) {
        compress_lanes::<D, L, W>(proof, L::load(proof, f)).join::<D>(words);
    }
    write_words::<BYTES>(&words, bytes);
}

/// Compress_D(x), (4.7): ⌈2^D x / q⌋ mod 2^D, for |x| < 2q.
///
/// The product with 2^D/q, rounded to a multiple of 2⁻¹⁵, is the nearest integer or one beside it. Its remainder
/// says which: one greater if the remainder is above q/2, one less if it is below -q/2. The remainder is computed
/// modulo 2^16 and is smaller than q.
#[inline(always)]
fn compress_lanes<const D: i32, L: I16Lanes<W>, const W: usize>(proof: L::Proof, x: L) -> L {
    let reciprocal = ((1 << (15 + D)) + i32::from(Q) / 2) / i32::from(Q);
    let (q, half) = (L::splat(proof, Q), L::splat(proof, Q / 2));
    let y = x.mul_round(L::splat(proof, reciprocal as i16));
    let remainder = x.shift_left::<D>().sub(y.mul_low(q));
    let y = y.sub(half.sub(remainder).sign()).add(remainder.add(half).sign());
    y.and(L::splat(proof, (1 << D) - 1))
}

/// Decompress_D(ByteDecode_D(B)), (4.8): ⌈q y / 2^D⌋, from 0 to q. Reads 32`BYTES` bytes, where `BYTES` = `D`.
#[inline(always)]
pub(super) fn decompress<const D: i32, const BYTES: usize, L: I16Lanes<W>, const W: usize>(
    proof: L::Proof,
    bytes: &[u8],
    f: &mut Poly,
) {
    let q = L::splat(proof, Q);
    let words = read_words::<BYTES>(bytes);
    for (f, words) in f.0.as_chunks_mut().0.iter_mut().zip(words.chunks_exact(W / 4)) {
        // (2^(15 - D) y) q / 2^15, rounded.
        let y = L::split::<D>(proof, words);
        let y = y.mul_low(L::splat(proof, 1 << (15 - D)));
        y.mul_round(q).store(f);
    }
}

/// Adds Decompress₁(ByteDecode₁(m)) to f: ⌈q/2⌋ where a bit is set.
#[inline(always)]
pub(super) fn add_message<L: I16Lanes<W>, const W: usize>(proof: L::Proof, m: &[u8; 32], f: &mut Poly) {
    let half = L::splat(proof, Q / 2 + 1);
    let words = read_words::<1>(m);
    for (f, words) in f.0.as_chunks_mut().0.iter_mut().zip(words.chunks_exact(W / 4)) {
        let bits = L::split::<1>(proof, words);
        L::load(proof, f).add(bits.mul_low(half)).store(f);
    }
}

/// Algorithm 8, SamplePolyCBD₂(B). Reads 128 bytes; `|f[i]| ≤ 2`.
#[inline(always)]
pub(super) fn sample_cbd2<L: I16Lanes<W>, const W: usize>(proof: L::Proof, bytes: &[u8], f: &mut Poly) {
    let mut words = [0; N / 4];
    for (four, bytes) in words.as_chunks_mut::<4>().0.iter_mut().zip(bytes.as_chunks().0) {
        // Sums of two bits, then in each four bits x - y + 4.
        let bits = u64::from_le_bytes(*bytes);
        let sums = (bits & TWOS) + ((bits >> 1) & TWOS);
        let differences = (sums & FOURS) + (FOUR_IN_FOURS - ((sums >> 2) & FOURS));
        *four = [0, 16, 32, 48].map(|at| differences >> at);
    }
    center::<4, L, W>(proof, &words, f);
}

/// Algorithm 8, SamplePolyCBD₃(B). Reads 192 bytes; `|f[i]| ≤ 3`.
#[inline(always)]
pub(super) fn sample_cbd3<L: I16Lanes<W>, const W: usize>(proof: L::Proof, bytes: &[u8], f: &mut Poly) {
    let mut words = [0; N / 4];
    for (two, [a, b, c, d, e, f]) in words.as_chunks_mut::<2>().0.iter_mut().zip(bytes.as_chunks().0) {
        // Sums of three bits, then in each six bits x - y + 4.
        let bits = u64::from_le_bytes([*a, *b, *c, *d, *e, *f, 0, 0]);
        let sums = (bits & THREES) + ((bits >> 1) & THREES) + ((bits >> 2) & THREES);
        let differences = (sums & SIXES) + (FOUR_IN_SIXES - ((sums >> 3) & SIXES));
        *two = [differences, differences >> 24];
    }
    center::<6, L, W>(proof, &words, f);
}

/// The lowest of each two bits.
const TWOS: u64 = 0x5555_5555_5555_5555;
/// The two lowest of each four bits.
const FOURS: u64 = 0x3333_3333_3333_3333;
/// 4 in each four bits.
const FOUR_IN_FOURS: u64 = 0x4444_4444_4444_4444;
/// The lowest of each three of 48 bits.
const THREES: u64 = 0o1111_1111_1111_1111;
/// The three lowest of each six bits.
const SIXES: u64 = 0o0707_0707_0707_0707;
/// 4 in each six bits.
const FOUR_IN_SIXES: u64 = 0o0404_0404_0404_0404;

/// Sets f to the integers of `D` bits in the words, less 4.
#[inline(always)]
fn center<const D: i32, L: I16Lanes<W>, const W: usize>(proof: L::Proof, words: &Words, f: &mut Poly) {
    let four = L::splat(proof, 4);
    for (f, words) in f.0.as_chunks_mut().0.iter_mut().zip(words.chunks_exact(W / 4)) {
        L::split::<D>(proof, words).sub(four).store(f);
    }
}
