//! AES with AES-NI, one block in each vector; and the key schedule of all backends with AES instructions.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Counter, Schedule};
use super::parameters::rounds;
use super::x86_runs::{self, One, Run};
use crate::base::cpu::AesNi;
use crate::base::in_out::InOut;
use crate::base::memory::align_frame;
use core::arch::x86_64::*;

pub(super) fn encrypt<const KEY_LEN: usize>(_: AesNi, schedule: &Schedule, mut data: InOut<'_>) {
    #[inline(never)]
    #[target_feature(enable = "aes,avx2,bmi1,bmi2")]
    fn kernel<const KEY_LEN: usize>(schedule: &Schedule, run: Run) {
        align_frame();
        // SAFETY: the features are enabled here; the run is the caller's.
        unsafe { x86_runs::all_blocks::<One, KEY_LEN, false>(schedule.as_ptr().cast(), run) };
    }
    let len = data.len();
    let (input, output) = data.pointers();
    // SAFETY: the proof says that the CPU has the features.
    unsafe { kernel::<KEY_LEN>(schedule, Run { input, output, len }) }
}

pub(super) fn decrypt<const KEY_LEN: usize>(_: AesNi, schedule: &Schedule, mut data: InOut<'_>) {
    #[inline(never)]
    #[target_feature(enable = "aes,avx2,bmi1,bmi2")]
    fn kernel<const KEY_LEN: usize>(schedule: &Schedule, run: Run) {
        align_frame();
        // SAFETY: the features are enabled here; the run is the caller's.
        unsafe { x86_runs::all_blocks::<One, KEY_LEN, true>(schedule.as_ptr().cast(), run) };
    }
    let len = data.len();
    let (input, output) = data.pointers();
    // SAFETY: the proof says that the CPU has the features.
    unsafe { kernel::<KEY_LEN>(schedule, Run { input, output, len }) }
}

pub(super) fn xor_counted<const KEY_LEN: usize>(
    _: AesNi,
    schedule: &Schedule,
    counter: Counter,
    first: u128,
    mut data: InOut<'_>,
) {
    #[inline(never)]
    #[target_feature(enable = "aes,avx2,bmi1,bmi2")]
    fn kernel<const KEY_LEN: usize, const REVERSED: bool>(schedule: &Schedule, first: u128, run: Run) {
        align_frame();
        // SAFETY: the features are enabled here; the run is the caller's.
        unsafe { x86_runs::xor_counted::<One, KEY_LEN, REVERSED>(schedule.as_ptr().cast(), first, run) };
    }
    let len = data.len();
    let (input, output) = data.pointers();
    let run = Run { input, output, len };
    // SAFETY: the proof says that the CPU has the features.
    unsafe {
        match counter {
            Counter::LastBig => kernel::<KEY_LEN, true>(schedule, first, run),
            Counter::FirstLittle => kernel::<KEY_LEN, false>(schedule, first, run),
        }
    }
}

/// Section 5.2, KeyExpansion().
pub(super) fn expand<const KEY_LEN: usize>(_: AesNi, key: &[u8; KEY_LEN], schedule: &mut Schedule) {
    #[inline(never)]
    #[target_feature(enable = "aes,avx2,bmi1,bmi2")]
    fn kernel<const KEY_LEN: usize>(key: &[u8; KEY_LEN], schedule: &mut Schedule) {
        align_frame();
        // SAFETY: the features are enabled here; keys have the lengths of their cases, and the schedule has room for their
        // round keys.
        unsafe {
            match KEY_LEN {
                16 => expand_128(key.as_ptr().cast(), schedule.as_mut_ptr().cast()),
                24 => expand_192(key.as_ptr().cast(), schedule.as_mut_ptr().cast()),
                _ => expand_256(key.as_ptr().cast(), schedule.as_mut_ptr().cast()),
            }
        }
    }
    // SAFETY: the proof says that the CPU has the features.
    unsafe { kernel(key, schedule) }
}

/// RotWord() on the word that SubWord() is applied to, or not.
const ROTATED: i32 = 0x0c0f_0e0d;
const AS_IT_IS: i32 = 0x0f0e_0d0c;

/// SubWord() of the last word of `words`, with its bytes in the order of `order`, plus `rcon`, in each word. In a block of
/// four equal columns ShiftRows() changes nothing, so the last round is the S-box and a sum.
///
/// # Safety
/// The CPU must have AES-NI and AVX2.
#[inline(always)]
unsafe fn sub_word(words: __m128i, order: i32, rcon: i32) -> __m128i {
    // SAFETY: as the function's own.
    unsafe { _mm_aesenclast_si128(_mm_shuffle_epi8(words, _mm_set1_epi32(order)), _mm_set1_epi32(rcon)) }
}

/// The sums of the first one, two, three and four words.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn running_sums(words: __m128i) -> __m128i {
    // SAFETY: as the function's own.
    unsafe {
        let pairs = _mm_xor_si128(words, _mm_slli_si128::<4>(words));
        _mm_xor_si128(pairs, _mm_slli_si128::<8>(pairs))
    }
}

/// Rcon\[1\] to Rcon\[10\], Table 5: x to the powers 0 to 9.
const RCON: [i32; 10] = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36];

/// # Safety
/// The CPU must have AES-NI and AVX2; 16 bytes of a key can be read and 11 round keys written.
#[inline(always)]
unsafe fn expand_128(key: *const __m128i, round_keys: *mut __m128i) {
    // SAFETY: as the function's own.
    unsafe {
        let mut words = _mm_loadu_si128(key);
        _mm_storeu_si128(round_keys, words);
        for (round, rcon) in (1..).zip(RCON) {
            words = _mm_xor_si128(running_sums(words), sub_word(words, ROTATED, rcon));
            _mm_storeu_si128(round_keys.add(round), words);
        }
    }
}

/// # Safety
/// The CPU must have AES-NI and AVX2; 24 bytes of a key can be read and 13 round keys written.
#[inline(always)]
unsafe fn expand_192(key: *const __m128i, round_keys: *mut __m128i) {
    // SAFETY: as the function's own.
    unsafe {
        // Four words and two, which are the next six: written one behind the other, round keys lie across them.
        let mut four = _mm_loadu_si128(key);
        let mut two = _mm_loadl_epi64(key.add(1));
        let mut at = round_keys.cast::<u8>();
        _mm_storeu_si128(at.cast(), four);
        _mm_storel_epi64(at.add(16).cast(), two);
        for (i, rcon) in (1..).zip(RCON).take(8) {
            at = at.add(24);
            // The last of six words is the second of two.
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

/// # Safety
/// The CPU must have AES-NI and AVX2; 32 bytes of a key can be read and 15 round keys written.
#[inline(always)]
unsafe fn expand_256(key: *const __m128i, round_keys: *mut __m128i) {
    // SAFETY: as the function's own.
    unsafe {
        let mut first = _mm_loadu_si128(key);
        let mut second = _mm_loadu_si128(key.add(1));
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

/// Section 5.3.5, KeyExpansionEIC(): the round keys the other way round, all but the outermost with InvMixColumns().
pub(super) fn invert<const KEY_LEN: usize>(_: AesNi, schedule: &mut Schedule) {
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
    // SAFETY: the proof says that the CPU has the features.
    unsafe { kernel::<KEY_LEN>(schedule) }
}

const _: () = assert!(size_of::<__m128i>() == BLOCK_LEN && RCON.len() == rounds(16));
