//! Eight 32-bit words in one AVX2 register as the words of eight states, or as two rows of four words.
#![allow(unsafe_code)]

use super::x86_avx2::{U32x8Avx2, transpose};
use crate::base::cpu::Avx2;
use crate::base::lanes::u32::{ArxLanes, RowLanes};
use core::arch::x86_64::*;

/// Generates the methods of [`RowLanes`] for two rows in a ymm register, for a type whose values only a
/// holder of the proof can make.
macro_rules! two_rows {
    ($proof:ty) => {
        type Proof = $proof;
        const ROWS: usize = 2;

        #[inline(always)]
        fn splat_row(_: $proof, row: &[u8; 16]) -> Self {
            // SAFETY: the token proves that the CPU has AVX2; 16 bytes are read.
            Self(unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(row.as_ptr().cast())) })
        }

        #[inline(always)]
        fn splat_number(_: $proof, row: u128) -> Self {
            // SAFETY: the token proves that the CPU has AVX2.
            Self(unsafe { _mm256_broadcastsi128_si256(_mm_set_epi64x((row >> 64) as i64, row as i64)) })
        }

        #[inline(always)]
        fn or_words_of<const MASK: i32>(self, other: Self) -> Self {
            const { assert!(matches!(MASK, 0b1010 | 0b1100)) };
            // SAFETY: a value of this type exists, so the CPU has AVX2.
            Self(unsafe {
                match MASK {
                    0b1010 => _mm256_blend_epi32::<0b1010_1010>(self.0, other.0),
                    _ => _mm256_blend_epi32::<0b1100_1100>(self.0, other.0),
                }
            })
        }

        #[inline(always)]
        fn counting_rows(_: $proof, first: u128) -> Self {
            // SAFETY: the token proves that the CPU has AVX2.
            Self(unsafe {
                let row = _mm_set_epi64x((first >> 64) as i64, first as i64);
                _mm256_add_epi64(_mm256_broadcastsi128_si256(row), _mm256_set_epi64x(0, 1, 0, 0))
            })
        }

        #[inline(always)]
        fn add_to_rows(self, number: u64) -> Self {
            let number = number.cast_signed();
            // SAFETY: a value of this type exists, so the CPU has AVX2.
            Self(unsafe { _mm256_add_epi64(self.0, _mm256_set_epi64x(0, number, 0, number)) })
        }

        #[inline(always)]
        fn rotate_rows<const K: i32>(self) -> Self {
            const { assert!(matches!(K, 1..=3)) };
            // SAFETY: a value of this type exists, so the CPU has AVX2.
            Self(unsafe {
                match K {
                    1 => _mm256_shuffle_epi32::<0b00_11_10_01>(self.0),
                    2 => _mm256_shuffle_epi32::<0b01_00_11_10>(self.0),
                    _ => _mm256_shuffle_epi32::<0b10_01_00_11>(self.0),
                }
            })
        }

        #[inline(always)]
        fn first_row(self) -> [u8; 16] {
            let mut row = [0; 16];
            // SAFETY: a value of this type exists, so the CPU has AVX2; 16 bytes are written.
            unsafe { _mm_storeu_si128(row.as_mut_ptr().cast(), _mm256_castsi256_si128(self.0)) };
            row
        }

        #[inline(always)]
        fn interleave_rows([a, b, c, d]: [Self; 4]) -> [Self; 4] {
            // SAFETY: values of this type exist, so the CPU has AVX2.
            unsafe {
                [
                    Self(_mm256_permute2x128_si256::<0x20>(a.0, b.0)),
                    Self(_mm256_permute2x128_si256::<0x20>(c.0, d.0)),
                    Self(_mm256_permute2x128_si256::<0x31>(a.0, b.0)),
                    Self(_mm256_permute2x128_si256::<0x31>(c.0, d.0)),
                ]
            }
        }
    };
}
pub(super) use two_rows;

/// Byte shuffles that rotate each word to the left by 16 and by 8 bits.
// Read as volatile: if the compiler knows their contents, it uses two instructions instead of one, or moves the shuffle
// before the XOR, where it takes two shuffles. That costs a tenth of the time.
static BY_16: Shuffle = Shuffle([[2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13]; 2]);
static BY_8: Shuffle = Shuffle([[3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14]; 2]);

#[repr(C, align(32))]
struct Shuffle([[u8; 16]; 2]);

impl ArxLanes for U32x8Avx2 {
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn rotate_left<const R: i32>(self) -> Self {
        const { assert!(0 < R && R < 32) };
        // SAFETY: a value of this type exists, so the CPU has AVX2; the loads read the arrays.
        Self(unsafe {
            match R {
                16 => _mm256_shuffle_epi8(self.0, (&raw const BY_16).cast::<__m256i>().read_volatile()),
                8 => _mm256_shuffle_epi8(self.0, (&raw const BY_8).cast::<__m256i>().read_volatile()),
                // Stable Rust does not allow `{ 32 - R }` as a const argument; LLVM turns the constant count into an
                // immediate.
                _ => _mm256_or_si256(
                    _mm256_slli_epi32::<R>(self.0),
                    _mm256_srlv_epi32(self.0, _mm256_set1_epi32(32 - R)),
                ),
            }
        })
    }
}

impl RowLanes for U32x8Avx2 {
    two_rows!(Avx2);
}

/// For assembly.
#[cfg_attr(any(carnelian_msan, miri), allow(dead_code))]
impl U32x8Avx2 {
    /// Returns the words of a register.
    #[inline(always)]
    pub(crate) fn from_register(_: Avx2, register: __m256i) -> Self {
        Self(register)
    }

    /// The inverse of [`from_register`](Self::from_register).
    #[inline(always)]
    pub(crate) fn register(self) -> __m256i {
        self.0
    }
}

impl U32x8Avx2 {
    /// Loads 32 bytes.
    ///
    /// # Safety
    /// 32 bytes can be read at `bytes`.
    #[inline(always)]
    pub(crate) unsafe fn load_at(_: Avx2, bytes: *const u8) -> Self {
        // SAFETY: the token proves that the CPU has AVX2; 32 bytes can be read.
        Self(unsafe { _mm256_loadu_si256(bytes.cast()) })
    }

    /// Stores 32 bytes.
    ///
    /// # Safety
    /// 32 bytes can be written at `bytes`.
    #[inline(always)]
    pub(crate) unsafe fn store_at(self, bytes: *mut u8) {
        // SAFETY: a value of this type exists, so the CPU has AVX2; 32 bytes can be written.
        unsafe { _mm256_storeu_si256(bytes.cast(), self.0) }
    }

    /// Writes the XOR of 32 bytes of input and this vector.
    ///
    /// # Safety
    /// 32 bytes can be read at `input` and written at `output`.
    #[inline(always)]
    pub(crate) unsafe fn xor_into(self, input: *const u8, output: *mut u8) {
        // SAFETY: a value of this type exists, so the CPU has AVX2; the bytes can be read and written.
        unsafe { _mm256_storeu_si256(output.cast(), _mm256_xor_si256(_mm256_loadu_si256(input.cast()), self.0)) }
    }

    /// Returns the lower and the upper halves of `first` and the seven 64-bit numbers after it.
    #[inline(always)]
    pub(crate) fn counters(_: Avx2, first: u64) -> [Self; 2] {
        // SAFETY: the token proves that the CPU has AVX2.
        unsafe {
            // A shuffle takes two words from each half of both vectors.
            let counter = _mm256_set1_epi64x(first.cast_signed());
            let first = _mm256_castsi256_ps(_mm256_add_epi64(counter, _mm256_setr_epi64x(0, 1, 4, 5)));
            let second = _mm256_castsi256_ps(_mm256_add_epi64(counter, _mm256_setr_epi64x(2, 3, 6, 7)));
            [
                Self(_mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(first, second))),
                Self(_mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(first, second))),
            ]
        }
    }

    /// Transposes: lane j of result i is lane i of operand j.
    #[inline(always)]
    pub(crate) fn transpose([w0, w1, w2, w3, w4, w5, w6, w7]: [Self; 8]) -> [Self; 8] {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        unsafe {
            let four = transpose([w0.0, w1.0, w2.0, w3.0]);
            let next = transpose([w4.0, w5.0, w6.0, w7.0]);
            [
                Self(_mm256_permute2x128_si256::<0x20>(four[0], next[0])),
                Self(_mm256_permute2x128_si256::<0x20>(four[1], next[1])),
                Self(_mm256_permute2x128_si256::<0x20>(four[2], next[2])),
                Self(_mm256_permute2x128_si256::<0x20>(four[3], next[3])),
                Self(_mm256_permute2x128_si256::<0x31>(four[0], next[0])),
                Self(_mm256_permute2x128_si256::<0x31>(four[1], next[1])),
                Self(_mm256_permute2x128_si256::<0x31>(four[2], next[2])),
                Self(_mm256_permute2x128_si256::<0x31>(four[3], next[3])),
            ]
        }
    }
}

/// XORs half of each of eight blocks with their keystream.
///
/// # Safety
/// The eight blocks can be read at `input` and written at `output`.
#[inline(always)]
pub(crate) unsafe fn xor_halves(halves: [U32x8Avx2; 8], input: *const u8, output: *mut u8) {
    /// Bytes in a block of sixteen words.
    const BLOCK_LEN: usize = 64;
    for (block, stream) in halves.into_iter().enumerate() {
        // SAFETY: the halves can be read and written.
        unsafe { stream.xor_into(input.add(block * BLOCK_LEN), output.add(block * BLOCK_LEN)) };
    }
}

/// XORs `len` bytes with the keystream.
///
/// # Safety
/// `len` bytes can be read at `stream` and `input`, and written at `output`.
#[inline(always)]
pub(crate) unsafe fn xor_bytes(proof: Avx2, stream: *const u8, (input, output, len): (*const u8, *mut u8, usize)) {
    let mut at = 0;
    // SAFETY: every access is within the remaining bytes.
    unsafe {
        while len - at >= 32 {
            U32x8Avx2::load_at(proof, stream.add(at)).xor_into(input.add(at), output.add(at));
            at += 32;
        }
        if len - at >= 16 {
            let (stream, text) = (stream.add(at).cast::<u128>(), input.add(at).cast::<u128>());
            output.add(at).cast::<u128>().write_unaligned(text.read_unaligned() ^ stream.read_unaligned());
            at += 16;
        }
        if len - at >= 8 {
            let (stream, text) = (stream.add(at).cast::<u64>(), input.add(at).cast::<u64>());
            output.add(at).cast::<u64>().write_unaligned(text.read_unaligned() ^ stream.read_unaligned());
            at += 8;
        }
        while at < len {
            *output.add(at) = *input.add(at) ^ *stream.add(at);
            at += 1;
        }
    }
}
