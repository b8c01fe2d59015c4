//! The key schedule of all backends with AES instructions, over vectors of one block.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, RoundKeys, Schedule};
use super::parameters::{Aes128, DerivesKeys, Parameters};
use super::schedule::round_keys;
use super::x86_runs::{self, Cipher};
use crate::base::lanes::u128::{CounterLanes, KeyExpansion, ProvesAesNi, U128Lanes, U128x1};
use crate::base::memory::reread;
use core::arch::x86_64::*;

/// Section 5.2, KeyExpansion().
#[inline(always)]
pub(super) fn expand<P: ProvesAesNi, A: Parameters>(proof: P, key: &A::Key, schedule: &mut Schedule) {
    proof.expanded(key.as_ref(), round_keys_mut(schedule));
}

impl<P: ProvesAesNi> KeyExpansion for P {
    #[inline(always)]
    fn expanded(self, key: &[u8], round_keys: &mut RoundKeys) {
        match key.len() {
            16 => expand_128(self, load(self, key), round_keys),
            24 => expand_192(self, key.first_chunk().expect("a key of 24 bytes"), round_keys),
            _ => expand_256(self, load(self, key), load(self, &key[BLOCK_LEN..]), round_keys),
        }
    }
}

/// RFC 8452 Section 4, derive_keys(). Everything between the two keys stays in registers: storing halves and then
/// loading them as blocks would stall.
#[inline(always)]
pub(super) fn derive<P: ProvesAesNi, A: DerivesKeys>(
    proof: P,
    generating: &Schedule,
    first: u128,
    authentication: &mut Block,
    encryption: &mut Schedule,
) {
    let (first, round_keys) = (U128x1::splat(proof, first), round_keys_mut(encryption));
    // The expansion is the longest dependency chain of a short message, so the cipher's key comes first.
    if A::KEY_LEN == Aes128::KEY_LEN {
        let [k0, k1] = halves::<P, A, 2>(proof, generating, first, 2);
        expand_128(proof, joined(proof, k0, k1), round_keys);
    } else {
        let [k0, k1, k2, k3] = halves::<P, A, 4>(proof, generating, first, 2);
        expand_256(proof, joined(proof, k0, k1), joined(proof, k2, k3), round_keys);
    }
    let [a0, a1] = halves::<P, A, 2>(proof, reread(generating), first, 0);
    U128x1::new(proof, joined(proof, a0, a1)).store_block(authentication);
}

/// Section 5.3.5, KeyExpansionEIC(): reverses the round keys, and applies InvMixColumns() to all except the outermost.
#[inline(always)]
pub(super) fn invert<P: ProvesAesNi, A: Parameters>(proof: P, schedule: &mut Schedule) {
    let keys = round_keys_mut(schedule);
    for low in 0..=A::NR / 2 {
        let high = A::NR - low;
        let (mut a, mut b) = (load(proof, &keys[low]), load(proof, &keys[high]));
        if low > 0 {
            // SAFETY: the token proves AES-NI.
            (a, b) = unsafe { (_mm_aesimc_si128(a), _mm_aesimc_si128(b)) };
        }
        U128x1::new(proof, b).store_block(&mut keys[low]);
        U128x1::new(proof, a).store_block(&mut keys[high]);
    }
}

/// Returns the round keys, for writing.
#[inline(always)]
fn round_keys_mut(schedule: &mut Schedule) -> &mut RoundKeys {
    let (blocks, _) = schedule.as_chunks_mut();
    blocks.first_chunk_mut().expect("a schedule holds all round keys")
}

/// Loads the first block of `bytes`, which must have one.
#[inline(always)]
fn load<P: ProvesAesNi>(proof: P, bytes: &[u8]) -> __m128i {
    U128x1::broadcast(proof, bytes.first_chunk().expect("the bytes of a block")).register()
}

/// Returns the lower halves of two blocks as one block.
#[inline(always)]
fn joined<P: ProvesAesNi>(_: P, low: U128x1<P>, high: U128x1<P>) -> __m128i {
    // SAFETY: values of this type exist, so the CPU has SSE4.1, and so SSE2.
    unsafe { _mm_unpacklo_epi64(low.register(), high.register()) }
}

/// Returns the encryptions of `N` blocks, starting `number` blocks after `first`; only their lower halves are used.
#[inline(always)]
fn halves<P: ProvesAesNi, A: Parameters, const N: usize>(
    proof: P,
    generating: &Schedule,
    first: U128x1<P>,
    number: i32,
) -> [U128x1<P>; N] {
    let mut blocks = [first; N];
    for (block, number) in blocks.iter_mut().zip(number..) {
        *block = first.numbered(number);
    }
    x86_runs::rounds::<U128x1<P>, Cipher, A, N>(proof, round_keys(generating), blocks)
}

/// Byte orders of the word that SubWord() is applied to: with RotWord(), and without.
const ROTATED: i32 = 0x0c0f_0e0d;
const AS_IT_IS: i32 = 0x0f0e_0d0c;

/// Returns SubWord() of the last word of `words`, with its bytes in the order `order`, plus `rcon`, in each word. In a
/// block of four equal columns ShiftRows() changes nothing, so the last round is the S-box and an addition.
#[inline(always)]
fn sub_word<P: ProvesAesNi>(_: P, words: __m128i, order: i32, rcon: i32) -> __m128i {
    // SAFETY: the token proves AES-NI and SSSE3.
    unsafe { _mm_aesenclast_si128(_mm_shuffle_epi8(words, _mm_set1_epi32(order)), _mm_set1_epi32(rcon)) }
}

/// Returns the sums of the first one, two, three and four words.
#[inline(always)]
fn running_sums<P: ProvesAesNi>(proof: P, words: __m128i) -> __m128i {
    // SAFETY: the token proves SSE4.1, and so SSE2.
    unsafe {
        let pairs = xor(proof, words, _mm_slli_si128::<4>(words));
        xor(proof, pairs, _mm_slli_si128::<8>(pairs))
    }
}

#[inline(always)]
fn xor<P: ProvesAesNi>(_: P, a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: the token proves SSE4.1, and so SSE2.
    unsafe { _mm_xor_si128(a, b) }
}

#[inline(always)]
fn store<P: ProvesAesNi>(proof: P, words: __m128i, round_key: &mut Block) {
    U128x1::new(proof, words).store_block(round_key);
}

/// Rcon\[1\] to Rcon\[10\], Table 5: x to the powers 0 to 9.
const RCON: [i32; 10] = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36];

/// Expands a key of 128 bits.
#[inline(always)]
fn expand_128<P: ProvesAesNi>(proof: P, key: __m128i, round_keys: &mut RoundKeys) {
    let mut words = key;
    store(proof, words, &mut round_keys[0]);
    for (round, rcon) in (1..).zip(RCON) {
        words = xor(proof, running_sums(proof, words), sub_word(proof, words, ROTATED, rcon));
        store(proof, words, &mut round_keys[round]);
    }
}

/// Expands a key of 192 bits.
#[inline(always)]
fn expand_192<P: ProvesAesNi>(proof: P, key: &[u8; 24], round_keys: &mut RoundKeys) {
    let key: *const __m128i = key.as_ptr().cast();
    // SAFETY: the token proves AES-NI and SSSE3; the key has 24 bytes, and the nine groups of 24 bytes that are written
    // end within the round keys: the last one has only its first 16.
    unsafe {
        // Four words and two, which are the next six: they are written contiguously, and round keys span two such
        // groups.
        let mut four = _mm_loadu_si128(key);
        let mut two = _mm_loadl_epi64(key.add(1));
        let mut at = round_keys.as_mut_ptr().cast::<u8>();
        _mm_storeu_si128(at.cast(), four);
        _mm_storel_epi64(at.add(16).cast(), two);
        for (i, rcon) in (1..).zip(RCON).take(8) {
            at = at.add(24);
            // The last of six words is the second of `two`.
            let last = _mm_shuffle_epi32::<0b01_01_01_01>(two);
            four = xor(proof, running_sums(proof, four), sub_word(proof, last, ROTATED, rcon));
            let fourth = _mm_shuffle_epi32::<0b11_11_11_11>(four);
            two = xor(proof, xor(proof, two, _mm_slli_si128::<4>(two)), fourth);
            _mm_storeu_si128(at.cast(), four);
            if i < 8 {
                _mm_storel_epi64(at.add(16).cast(), two);
            }
        }
    }
}

/// Expands a key of 256 bits.
#[inline(always)]
fn expand_256<P: ProvesAesNi>(proof: P, mut first: __m128i, mut second: __m128i, round_keys: &mut RoundKeys) {
    store(proof, first, &mut round_keys[0]);
    store(proof, second, &mut round_keys[1]);
    for (i, rcon) in (1..).zip(RCON).take(7) {
        first = xor(proof, running_sums(proof, first), sub_word(proof, second, ROTATED, rcon));
        store(proof, first, &mut round_keys[2 * i]);
        if i < 7 {
            second = xor(proof, running_sums(proof, second), sub_word(proof, first, AS_IT_IS, 0));
            store(proof, second, &mut round_keys[2 * i + 1]);
        }
    }
}

const _: () = assert!(size_of::<__m128i>() == BLOCK_LEN && RCON.len() == Aes128::NR);
