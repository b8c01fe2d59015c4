//! AES with AES-NI, one block per vector; and the key schedule of all backends with AES instructions.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Counter, Kernel, Schedule};
use super::parameters::rounds;
use super::x86_counters::{Counters, LastBytes, Words};
use super::x86_runs::{self, One, Run};
use crate::base::cpu::AesNi;
use crate::base::in_out::InOut;
use crate::base::memory::{align_frame, reread};
use core::arch::x86_64::*;

/// Encrypts or decrypts each block.
fn crypt<const KEY_LEN: usize, const DECRYPT: bool>(_: AesNi, schedule: &Schedule, data: InOut<'_>) {
    #[inline(never)]
    #[target_feature(enable = "aes,avx2,bmi1,bmi2")]
    fn kernel<const KEY_LEN: usize, const DECRYPT: bool>(schedule: &Schedule, run: Run) {
        align_frame();
        // SAFETY: the features are enabled here; the run is that of an `InOut`, and the schedule has the round keys.
        unsafe { x86_runs::all_blocks::<One, KEY_LEN, DECRYPT>(schedule.as_ptr().cast(), run) };
    }
    // SAFETY: the token proves that the CPU has these features.
    unsafe { kernel::<KEY_LEN, DECRYPT>(schedule, Run::of(data)) }
}

impl Kernel for AesNi {
    #[inline]
    fn encrypt<const KEY_LEN: usize>(self, schedule: &Schedule, data: InOut<'_>) {
        crypt::<KEY_LEN, false>(self, schedule, data);
    }

    #[inline]
    fn decrypt<const KEY_LEN: usize>(self, schedule: &Schedule, data: InOut<'_>) {
        crypt::<KEY_LEN, true>(self, schedule, data);
    }

    fn xor_counted<const KEY_LEN: usize>(self, schedule: &Schedule, counter: Counter, first: u128, data: InOut<'_>) {
        #[inline(never)]
        #[target_feature(enable = "aes,avx2,bmi1,bmi2")]
        fn kernel<C: Counters<One>, const KEY_LEN: usize>(schedule: &Schedule, first: u128, run: Run) {
            align_frame();
            // SAFETY: the features are enabled here; the run is that of an `InOut`, and the schedule has the round keys.
            unsafe { x86_runs::xor_counted::<One, C, KEY_LEN>(schedule.as_ptr().cast(), first, run) };
        }
        let run = Run::of(data);
        // SAFETY: the token proves that the CPU has these features.
        unsafe {
            match counter {
                Counter::LastBig => kernel::<Words<One, true>, KEY_LEN>(schedule, first, run),
                Counter::FirstLittle => kernel::<Words<One, false>, KEY_LEN>(schedule, first, run),
                Counter::PublicLastBig => kernel::<LastBytes<One>, KEY_LEN>(schedule, first, run),
            }
        }
    }

    /// Section 5.2, KeyExpansion().
    fn expand<const KEY_LEN: usize>(self, key: &[u8; KEY_LEN], schedule: &mut Schedule) {
        #[inline(never)]
        #[target_feature(enable = "aes,avx2,bmi1,bmi2")]
        fn kernel<const KEY_LEN: usize>(key: &[u8; KEY_LEN], schedule: &mut Schedule) {
            align_frame();
            let (key, round_keys): (*const __m128i, _) = (key.as_ptr().cast(), schedule.as_mut_ptr().cast());
            // SAFETY: the features are enabled here; each case reads a key of its length, and the schedule has space for
            // the round keys.
            unsafe {
                match KEY_LEN {
                    16 => expand_128(_mm_loadu_si128(key), round_keys),
                    24 => expand_192(key, round_keys),
                    _ => expand_256(_mm_loadu_si128(key), _mm_loadu_si128(key.add(1)), round_keys),
                }
            }
        }
        // SAFETY: the token proves that the CPU has these features.
        unsafe { kernel(key, schedule) }
    }

    /// RFC 8452 Section 4, derive_keys(). Everything between the two keys stays in registers: storing halves and then
    /// loading them as blocks would stall.
    fn derive<const KEY_LEN: usize>(
        self,
        generating: &Schedule,
        first: u128,
        authentication: &mut Block,
        encryption: &mut Schedule,
    ) {
        #[inline(never)]
        #[target_feature(enable = "aes,avx2,bmi1,bmi2")]
        fn kernel<const KEY_LEN: usize>(
            generating: &Schedule,
            first: u128,
            authentication: &mut Block,
            encryption: &mut Schedule,
        ) {
            align_frame();
            let round_keys = encryption.as_mut_ptr().cast();
            // SAFETY: the features are enabled here; the schedules have space for the round keys of a key of this length.
            unsafe {
                let first = _mm_set_epi64x((first >> 64) as i64, first as i64);
                // The expansion is the longest dependency chain of a short message, so the cipher's key comes first.
                if KEY_LEN == 16 {
                    let [k0, k1] = halves::<KEY_LEN, 2>(generating, first, 2);
                    expand_128(_mm_unpacklo_epi64(k0, k1), round_keys);
                } else {
                    let [k0, k1, k2, k3] = halves::<KEY_LEN, 4>(generating, first, 2);
                    expand_256(_mm_unpacklo_epi64(k0, k1), _mm_unpacklo_epi64(k2, k3), round_keys);
                }
                let [a0, a1] = halves::<KEY_LEN, 2>(reread(generating), first, 0);
                _mm_storeu_si128(authentication.as_mut_ptr().cast(), _mm_unpacklo_epi64(a0, a1));
            }
        }
        const { assert!(KEY_LEN == 16 || KEY_LEN == 32, "keys are derived for AES-128 and AES-256") };
        // SAFETY: the token proves that the CPU has these features.
        unsafe { kernel::<KEY_LEN>(generating, first, authentication, encryption) }
    }

    /// Section 5.3.5, KeyExpansionEIC(): reverses the round keys, and applies InvMixColumns() to all except the outermost.
    fn invert<const KEY_LEN: usize>(self, schedule: &mut Schedule) {
        #[inline(never)]
        #[target_feature(enable = "aes,avx2,bmi1,bmi2")]
        fn kernel<const KEY_LEN: usize>(schedule: &mut Schedule) {
            let keys: *mut __m128i = schedule.as_mut_ptr().cast();
            let rounds = const { rounds(KEY_LEN) };
            for low in 0..=rounds / 2 {
                // SAFETY: the features are enabled here; the schedule has `rounds` + 1 round keys.
                unsafe {
                    let (first, second) = (keys.add(low), keys.add(rounds - low));
                    let (mut a, mut b) = (_mm_loadu_si128(first), _mm_loadu_si128(second));
                    if low > 0 {
                        (a, b) = (_mm_aesimc_si128(a), _mm_aesimc_si128(b));
                    }
                    _mm_storeu_si128(first, b);
                    _mm_storeu_si128(second, a);
                }
            }
        }
        // SAFETY: the token proves that the CPU has these features.
        unsafe { kernel::<KEY_LEN>(schedule) }
    }
}

/// Returns the encryptions of `N` blocks, starting `number` blocks after `first`; only their lower halves are used.
///
/// # Safety
/// The CPU must have AES-NI and AVX2; the round keys are those of a key of `KEY_LEN` bytes.
#[inline(always)]
unsafe fn halves<const KEY_LEN: usize, const N: usize>(
    round_keys: &Schedule,
    first: __m128i,
    number: i32,
) -> [__m128i; N] {
    let (mut blocks, mut encrypted) = ([One(first); N], [first; N]);
    // SAFETY: the caller guarantees AES-NI, AVX2 and the round keys.
    unsafe {
        for (block, number) in blocks.iter_mut().zip(number..) {
            *block = One(_mm_add_epi32(first, _mm_cvtsi32_si128(number)));
        }
        let blocks = x86_runs::encrypt::<One, KEY_LEN, N>(round_keys.as_ptr().cast(), blocks);
        for (encrypted, block) in encrypted.iter_mut().zip(blocks) {
            *encrypted = block.0;
        }
    }
    encrypted
}

/// Byte orders of the word that SubWord() is applied to: with RotWord(), and without.
const ROTATED: i32 = 0x0c0f_0e0d;
const AS_IT_IS: i32 = 0x0f0e_0d0c;

/// Returns SubWord() of the last word of `words`, with its bytes in the order `order`, plus `rcon`, in each word. In a
/// block of four equal columns ShiftRows() changes nothing, so the last round is the S-box and an addition.
///
/// # Safety
/// The CPU must have AES-NI and AVX2.
#[inline(always)]
unsafe fn sub_word(words: __m128i, order: i32, rcon: i32) -> __m128i {
    // SAFETY: the caller guarantees AES-NI and AVX2.
    unsafe { _mm_aesenclast_si128(_mm_shuffle_epi8(words, _mm_set1_epi32(order)), _mm_set1_epi32(rcon)) }
}

/// Returns the sums of the first one, two, three and four words.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn running_sums(words: __m128i) -> __m128i {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        let pairs = _mm_xor_si128(words, _mm_slli_si128::<4>(words));
        _mm_xor_si128(pairs, _mm_slli_si128::<8>(pairs))
    }
}

/// Rcon\[1\] to Rcon\[10\], Table 5: x to the powers 0 to 9.
const RCON: [i32; 10] = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36];

/// Expands a key of 128 bits.
///
/// # Safety
/// The CPU must have AES-NI and AVX2; 11 round keys can be written.
#[inline(always)]
unsafe fn expand_128(key: __m128i, round_keys: *mut __m128i) {
    // SAFETY: the caller guarantees AES-NI and AVX2, and that 11 round keys can be written.
    unsafe {
        let mut words = key;
        _mm_storeu_si128(round_keys, words);
        for (round, rcon) in (1..).zip(RCON) {
            words = _mm_xor_si128(running_sums(words), sub_word(words, ROTATED, rcon));
            _mm_storeu_si128(round_keys.add(round), words);
        }
    }
}

/// Expands a key of 192 bits.
///
/// # Safety
/// The CPU must have AES-NI and AVX2; 24 bytes of a key can be read and 13 round keys written.
#[inline(always)]
unsafe fn expand_192(key: *const __m128i, round_keys: *mut __m128i) {
    // SAFETY: the caller guarantees AES-NI and AVX2, a key of 24 bytes, and that 13 round keys can be written.
    unsafe {
        // Four words and two, which are the next six: they are written contiguously, and round keys span two such
        // groups.
        let mut four = _mm_loadu_si128(key);
        let mut two = _mm_loadl_epi64(key.add(1));
        let mut at = round_keys.cast::<u8>();
        _mm_storeu_si128(at.cast(), four);
        _mm_storel_epi64(at.add(16).cast(), two);
        for (i, rcon) in (1..).zip(RCON).take(8) {
            at = at.add(24);
            // The last of six words is the second of `two`.
            let last = _mm_shuffle_epi32::<0b01_01_01_01>(two);
            four = _mm_xor_si128(running_sums(four), sub_word(last, ROTATED, rcon));
            let fourth = _mm_shuffle_epi32::<0b11_11_11_11>(four);
            two = _mm_xor_si128(_mm_xor_si128(two, _mm_slli_si128::<4>(two)), fourth);
            _mm_storeu_si128(at.cast(), four);
            if i < 8 {
                _mm_storel_epi64(at.add(16).cast(), two);
            }
        }
    }
}

/// Expands a key of 256 bits.
///
/// # Safety
/// The CPU must have AES-NI and AVX2; 15 round keys can be written.
#[inline(always)]
unsafe fn expand_256(mut first: __m128i, mut second: __m128i, round_keys: *mut __m128i) {
    // SAFETY: the caller guarantees AES-NI and AVX2, and that 15 round keys can be written.
    unsafe {
        _mm_storeu_si128(round_keys, first);
        _mm_storeu_si128(round_keys.add(1), second);
        for (i, rcon) in (1..).zip(RCON).take(7) {
            first = _mm_xor_si128(running_sums(first), sub_word(second, ROTATED, rcon));
            _mm_storeu_si128(round_keys.add(2 * i), first);
            if i < 7 {
                second = _mm_xor_si128(running_sums(second), sub_word(first, AS_IT_IS, 0));
                _mm_storeu_si128(round_keys.add(2 * i + 1), second);
            }
        }
    }
}

const _: () = assert!(size_of::<__m128i>() == BLOCK_LEN && RCON.len() == rounds(16));
