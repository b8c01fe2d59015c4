//! Runs of blocks over vectors of one, two or four blocks, with an instruction for each round.
//!
//! An instruction for a round has a latency of a few cycles, and one or two can be started in each cycle: so eight
//! vectors are processed in parallel.
#![allow(unsafe_code)]

use super::kernel::Block;
use super::parameters::rounds;
use super::x86_counters::Counters;
use crate::base::in_out::InOut;
use core::arch::x86_64::*;

/// A vector of blocks. Every method needs the instructions of the vector.
pub(super) trait Blocks: Copy {
    /// Bytes in a vector.
    const BYTES: usize;

    /// Returns a vector with the same block in all positions.
    ///
    /// # Safety
    /// The CPU must have the instructions; a block can be read.
    unsafe fn broadcast(block: *const Block) -> Self;
    /// Like [`broadcast`](Self::broadcast), for a block in a register.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn splat(block: __m128i) -> Self;
    /// Loads a vector.
    ///
    /// # Safety
    /// The CPU must have the instructions; the bytes of a vector can be read.
    unsafe fn load(from: *const u8) -> Self;
    /// Stores a vector.
    ///
    /// # Safety
    /// The CPU must have the instructions; the bytes of a vector can be written.
    unsafe fn store(self, to: *mut u8);
    /// XORs `len` bytes, fewer than a vector has, with the vector.
    ///
    /// # Safety
    /// The CPU must have the instructions; `len` bytes can be read and written.
    unsafe fn xor_part(self, input: *const u8, output: *mut u8, len: usize);

    /// XORs two vectors.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn xor(self, other: Self) -> Self;
    /// A round of the cipher, Section 5.1.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn encrypt(self, key: Self) -> Self;
    /// The last round of the cipher.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn encrypt_last(self, key: Self) -> Self;
    /// A round of the equivalent inverse cipher, Section 5.3.5.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn decrypt(self, key: Self) -> Self;
    /// The last round of the equivalent inverse cipher.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn decrypt_last(self, key: Self) -> Self;

    /// Reverses the bytes of each block.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn reverse(self) -> Self;
    /// Adds to the first 32-bit word of each block its index within the vector.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn number(self) -> Self;
    /// Adds the number of blocks in `vectors` vectors to the first 32-bit word of each block.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn count(self, vectors: i32) -> Self;
    /// Adds the number of blocks in `vectors` vectors to the last byte of each block, which must not overflow.
    ///
    /// # Safety
    /// The CPU must have the instructions.
    unsafe fn count_last(self, vectors: i32) -> Self;
}

/// Returns the same pointer, in such a way that the compiler does not know that it is the same.
#[inline(always)]
fn again(keys: *const Block) -> *const Block {
    #[cfg(not(carnelian_msan))]
    {
        let mut place = keys;
        // SAFETY: there is no instruction; the pointer is unchanged.
        unsafe { core::arch::asm!("/* {0} */", inout(reg) place, options(readonly, nostack, preserves_flags)) };
        place
    }
    #[cfg(carnelian_msan)]
    core::hint::black_box(keys)
}

/// Data of `len` bytes: whole blocks for the cipher, any number of bytes for a keystream; the end need not fill a
/// vector.
#[derive(Clone, Copy)]
pub(super) struct Run {
    input: *const u8,
    output: *mut u8,
    len: usize,
}

impl Run {
    #[inline(always)]
    pub(super) fn of(mut data: InOut<'_>) -> Self {
        let (len, (input, output)) = (data.len(), data.pointers());
        Self { input, output, len }
    }

    /// Advances by `bytes` bytes.
    ///
    /// # Safety
    /// At least that many must be left.
    #[inline(always)]
    unsafe fn advance(&mut self, bytes: usize) {
        // SAFETY: the caller guarantees that `bytes` bytes are left: the pointers stay within both buffers or one past
        // their ends.
        unsafe {
            self.input = self.input.add(bytes);
            self.output = self.output.add(bytes);
        }
        self.len -= bytes;
    }
}

/// Section 5.1 on `N` vectors.
///
/// # Safety
/// The CPU must have the instructions; the round keys of a key of `KEY_LEN` bytes can be read.
#[inline(always)]
pub(super) unsafe fn encrypt<V: Blocks, const KEY_LEN: usize, const N: usize>(
    keys: *const Block,
    mut x: [V; N],
) -> [V; N] {
    // SAFETY: the caller guarantees the instructions and the round keys.
    unsafe {
        let key = V::broadcast(keys);
        for x in &mut x {
            *x = x.xor(key);
        }
        for round in 1..const { rounds(KEY_LEN) } {
            let key = V::broadcast(keys.add(round));
            for x in &mut x {
                *x = x.encrypt(key);
            }
        }
        let key = V::broadcast(keys.add(const { rounds(KEY_LEN) }));
        for x in &mut x {
            *x = x.encrypt_last(key);
        }
    }
    x
}

/// Section 5.3.5 on `N` vectors.
///
/// # Safety
/// The CPU must have the instructions; the round keys of a key of `KEY_LEN` bytes can be read.
#[inline(always)]
unsafe fn decrypt<V: Blocks, const KEY_LEN: usize, const N: usize>(keys: *const Block, mut x: [V; N]) -> [V; N] {
    // SAFETY: the caller guarantees the instructions and the round keys.
    unsafe {
        let key = V::broadcast(keys);
        for x in &mut x {
            *x = x.xor(key);
        }
        for round in 1..const { rounds(KEY_LEN) } {
            let key = V::broadcast(keys.add(round));
            for x in &mut x {
                *x = x.decrypt(key);
            }
        }
        let key = V::broadcast(keys.add(const { rounds(KEY_LEN) }));
        for x in &mut x {
            *x = x.decrypt_last(key);
        }
    }
    x
}

/// Encrypts or decrypts the next `N` vectors of a run.
///
/// # Safety
/// The CPU must have the instructions; the round keys, and `N` vectors of the run, can be read and written.
#[inline(always)]
unsafe fn step<V: Blocks, const KEY_LEN: usize, const N: usize, const DECRYPT: bool>(
    keys: *const Block,
    run: &mut Run,
) {
    // SAFETY: the caller guarantees the instructions, the round keys, and `N` vectors of the run.
    unsafe {
        let mut x = [V::broadcast(keys); N];
        for (i, x) in x.iter_mut().enumerate() {
            *x = V::load(run.input.add(i * V::BYTES));
        }
        let x = if DECRYPT { decrypt::<V, KEY_LEN, N>(keys, x) } else { encrypt::<V, KEY_LEN, N>(keys, x) };
        for (i, x) in x.into_iter().enumerate() {
            x.store(run.output.add(i * V::BYTES));
        }
        run.advance(N * V::BYTES);
    }
}

/// Encrypts or decrypts whole vectors as long as there are any, and returns the remainder of the run.
///
/// # Safety
/// The CPU must have the instructions; the round keys of a key of `KEY_LEN` bytes can be read, the run read and written.
#[inline(always)]
pub(super) unsafe fn all_blocks<V: Blocks, const KEY_LEN: usize, const DECRYPT: bool>(
    keys: *const Block,
    mut run: Run,
) -> Run {
    // SAFETY: the caller guarantees the instructions, the round keys and the run; lengths are checked before each step.
    unsafe {
        while run.len >= 8 * V::BYTES {
            // The compiler does not know from one step to the next where the round keys are: there are not enough
            // registers for all of them, and copies on the stack would have to be wiped.
            step::<V, KEY_LEN, 8, DECRYPT>(again(keys), &mut run);
        }
        if run.len >= 4 * V::BYTES {
            step::<V, KEY_LEN, 4, DECRYPT>(keys, &mut run);
        }
        if run.len >= 2 * V::BYTES {
            step::<V, KEY_LEN, 2, DECRYPT>(keys, &mut run);
        }
        if run.len >= V::BYTES {
            step::<V, KEY_LEN, 1, DECRYPT>(keys, &mut run);
        }
    }
    run
}

/// Like [`all_blocks`], with single blocks for the remainder.
///
/// # Safety
/// The requirements of [`all_blocks`].
#[inline(always)]
pub(super) unsafe fn all_blocks_and_last<V: Blocks, const KEY_LEN: usize, const DECRYPT: bool>(
    keys: *const Block,
    run: Run,
) {
    // SAFETY: the caller guarantees the instructions, the round keys and the run; the remainder is part of the run.
    unsafe {
        let last = all_blocks::<V, KEY_LEN, DECRYPT>(keys, run);
        all_blocks::<One, KEY_LEN, DECRYPT>(keys, last);
    }
}

/// XORs the next `N` vectors of a run with the next `N` vectors of the keystream.
///
/// # Safety
/// The CPU must have the instructions; the round keys, and `N` vectors of the run, can be read and written.
#[inline(always)]
unsafe fn step_counted<V: Blocks, C: Counters<V>, const KEY_LEN: usize, const N: usize>(
    keys: *const Block,
    counters: &mut C,
    run: &mut Run,
) {
    // SAFETY: the caller guarantees the instructions, the round keys, and `N` vectors of the run.
    unsafe {
        let stream = encrypt::<V, KEY_LEN, N>(keys, counters.next());
        for (i, stream) in stream.into_iter().enumerate() {
            stream.xor(V::load(run.input.add(i * V::BYTES))).store(run.output.add(i * V::BYTES));
        }
        run.advance(N * V::BYTES);
    }
}

/// XORs a run of any length with a keystream. `first` is a block as a little-endian number.
///
/// # Safety
/// The CPU must have the instructions; the round keys of a key of `KEY_LEN` bytes can be read, the run read and written.
#[inline(always)]
pub(super) unsafe fn xor_counted<V: Blocks, C: Counters<V>, const KEY_LEN: usize>(
    keys: *const Block,
    first: u128,
    run: Run,
) {
    // A copy of the caller's run, which LLVM would write back in each step.
    let mut run = Run { ..run };
    // SAFETY: the caller guarantees the instructions, the round keys and the run; lengths are checked before each step.
    unsafe {
        let mut counters = C::starting_at(first);
        while run.len >= 8 * V::BYTES {
            // As in `all_blocks`.
            step_counted::<V, C, KEY_LEN, 8>(again(keys), &mut counters, &mut run);
        }
        if run.len >= 4 * V::BYTES {
            step_counted::<V, C, KEY_LEN, 4>(keys, &mut counters, &mut run);
        }
        if run.len >= 2 * V::BYTES {
            step_counted::<V, C, KEY_LEN, 2>(keys, &mut counters, &mut run);
        }
        if run.len >= V::BYTES {
            step_counted::<V, C, KEY_LEN, 1>(keys, &mut counters, &mut run);
        }
        if run.len > 0 {
            let [stream] = encrypt::<V, KEY_LEN, 1>(keys, counters.next());
            stream.xor_part(run.input, run.output, run.len);
        }
    }
}

/// One block.
#[derive(Clone, Copy)]
pub(super) struct One(pub(super) __m128i);

impl Blocks for One {
    const BYTES: usize = 16;

    #[inline(always)]
    unsafe fn broadcast(block: *const Block) -> Self {
        // SAFETY: the caller guarantees the instructions, and that a block can be read.
        Self(unsafe { _mm_loadu_si128(block.cast()) })
    }

    #[inline(always)]
    unsafe fn splat(block: __m128i) -> Self {
        Self(block)
    }

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller guarantees the instructions, and that a vector can be read.
        Self(unsafe { _mm_loadu_si128(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller guarantees the instructions, and that a vector can be written.
        unsafe { _mm_storeu_si128(to.cast(), self.0) };
    }

    /// Processes eight, four, two and one bytes, where `len` has that bit: what is written in parts is not read again.
    #[inline(always)]
    unsafe fn xor_part(self, mut input: *const u8, mut output: *mut u8, len: usize) {
        // SAFETY: the caller guarantees `len` bytes at both pointers; the lengths of the parts sum to `len`.
        unsafe {
            let mut stream = _mm_cvtsi128_si64(self.0).cast_unsigned();
            if len & 8 != 0 {
                output.cast::<u64>().write_unaligned(input.cast::<u64>().read_unaligned() ^ stream);
                (input, output) = (input.add(8), output.add(8));
                stream = _mm_extract_epi64::<1>(self.0).cast_unsigned();
            }
            if len & 4 != 0 {
                output.cast::<u32>().write_unaligned(input.cast::<u32>().read_unaligned() ^ stream as u32);
                (input, output) = (input.add(4), output.add(4));
                stream >>= 32;
            }
            if len & 2 != 0 {
                output.cast::<u16>().write_unaligned(input.cast::<u16>().read_unaligned() ^ stream as u16);
                (input, output) = (input.add(2), output.add(2));
                stream >>= 16;
            }
            if len & 1 != 0 {
                output.write(input.read() ^ stream as u8);
            }
        }
    }

    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        // SAFETY: the caller guarantees the instructions.
        Self(unsafe { _mm_xor_si128(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn encrypt(self, key: Self) -> Self {
        // SAFETY: the caller guarantees AES-NI.
        Self(unsafe { _mm_aesenc_si128(self.0, key.0) })
    }

    #[inline(always)]
    unsafe fn encrypt_last(self, key: Self) -> Self {
        // SAFETY: the caller guarantees AES-NI.
        Self(unsafe { _mm_aesenclast_si128(self.0, key.0) })
    }

    #[inline(always)]
    unsafe fn decrypt(self, key: Self) -> Self {
        // SAFETY: the caller guarantees AES-NI.
        Self(unsafe { _mm_aesdec_si128(self.0, key.0) })
    }

    #[inline(always)]
    unsafe fn decrypt_last(self, key: Self) -> Self {
        // SAFETY: the caller guarantees AES-NI.
        Self(unsafe { _mm_aesdeclast_si128(self.0, key.0) })
    }

    #[inline(always)]
    unsafe fn reverse(self) -> Self {
        // SAFETY: the caller guarantees the instructions.
        Self(unsafe { _mm_shuffle_epi8(self.0, reversed()) })
    }

    #[inline(always)]
    unsafe fn number(self) -> Self {
        self
    }

    #[inline(always)]
    unsafe fn count(self, vectors: i32) -> Self {
        // SAFETY: the caller guarantees the instructions.
        Self(unsafe { _mm_add_epi32(self.0, _mm_set_epi32(0, 0, 0, vectors)) })
    }

    #[inline(always)]
    unsafe fn count_last(self, vectors: i32) -> Self {
        // SAFETY: the caller guarantees the instructions.
        Self(unsafe { _mm_add_epi32(self.0, _mm_set_epi32(vectors << 24, 0, 0, 0)) })
    }
}

/// Returns the byte indices that reverse a block.
///
/// # Safety
/// None: every CPU of this architecture has the instructions.
#[inline(always)]
pub(super) unsafe fn reversed() -> __m128i {
    // SAFETY: every CPU of this architecture has the instructions.
    unsafe { _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) }
}
