//! Blocks of 128 bits in the lanes of vectors: for AES, and for the field of GHASH and POLYVAL.
//!
//! A vector holds the token, or the pair of tokens, with which it was made: a zero-sized value that proves what the CPU
//! can do with the vector. So `U128x4<Avx512Vaes>` has the rounds of AES, and `U128x4<Vpclmul>` the carry-less product.

pub(crate) mod powers;
#[cfg(target_arch = "x86_64")]
pub(crate) mod products;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_sse;
#[cfg(target_arch = "x86_64")]
mod x86_tokens;

use powers::Element;
#[cfg(target_arch = "x86_64")]
pub(crate) use {
    x86_avx2::U128x2,
    x86_avx512::U128x4,
    x86_sse::U128x1,
    x86_tokens::{ProvesAesNi, ProvesClmul},
};

/// Blocks of 128 bits in the lanes of a vector: moves, and XOR.
#[allow(unsafe_code)]
pub(crate) trait U128Lanes: Copy {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// A vector of one block, with the same proof.
    type One: U128Lanes<Proof = Self::Proof, One = Self::One>;
    /// Blocks in a vector.
    const LANES: usize;
    /// Bytes in a vector.
    const BYTES: usize = 16 * Self::LANES;

    /// Returns a block in all lanes.
    fn broadcast(proof: Self::Proof, block: &[u8; 16]) -> Self;
    /// Returns an element of the field in all lanes.
    fn broadcast_element(proof: Self::Proof, element: &Element) -> Self;
    /// Returns in all lanes a block that is a little-endian number in registers: loading bytes that were stored in
    /// parts would stall.
    fn splat(proof: Self::Proof, block: u128) -> Self;
    /// Returns a block in all lanes.
    fn spread(block: Self::One) -> Self;
    /// Returns a block in the first lane, with zeros in the others.
    fn of_one(first: Self::One) -> Self;
    /// Returns the XOR of the lanes.
    fn sum(self) -> Self::One;

    /// Loads a vector.
    ///
    /// # Safety
    /// The bytes of a vector can be read.
    unsafe fn load(proof: Self::Proof, from: *const u8) -> Self;
    /// Stores a vector.
    ///
    /// # Safety
    /// The bytes of a vector can be written.
    unsafe fn store(self, to: *mut u8);
    /// Loads the first `len` bytes, at most those of a vector, padded with zeros.
    ///
    /// # Safety
    /// `len` bytes can be read.
    unsafe fn load_part(proof: Self::Proof, from: *const u8, len: usize) -> Self;
    /// Stores the first `len` bytes, at most those of a vector, and returns them padded with zeros.
    ///
    /// # Safety
    /// `len` bytes can be written.
    unsafe fn store_part(self, to: *mut u8, len: usize) -> Self;
    /// Writes the XOR of `len` bytes, fewer than a vector has, and the vector.
    ///
    /// # Safety
    /// `len` bytes can be read at `input` and written at `output`.
    unsafe fn xor_part(self, input: *const u8, output: *mut u8, len: usize);

    /// Returns the XOR.
    fn xor(self, other: Self) -> Self;
    /// Reverses the bytes of each block.
    fn reversed(self) -> Self;
    /// Swaps the two halves of each block.
    fn swapped(self) -> Self;
    /// Returns the same vector. A backend that needs it prevents the compiler from computing it before values that were
    /// passed through here earlier, or after values that are passed through here later.
    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }
}

/// Vectors of counter blocks.
pub(crate) trait CounterLanes: U128Lanes {
    /// Adds to the lowest 32-bit word of each block its index within the vector, starting with `first`.
    fn numbered(self, first: i32) -> Self;
    /// Adds the number of blocks in `vectors` vectors to the lowest 32-bit word of each block.
    fn count(self, vectors: i32) -> Self;
    /// Adds the number of blocks in `vectors` vectors to the last byte of each block, which must not overflow.
    fn count_last(self, vectors: i32) -> Self;
}

/// Vectors with an instruction for a round of AES.
pub(crate) trait AesRounds: U128Lanes {
    /// A round of Cipher(), FIPS 197 Section 5.1.
    fn encrypt(self, key: Self) -> Self;
    /// The last round of Cipher().
    fn encrypt_last(self, key: Self) -> Self;
    /// A round of EqInvCipher(), FIPS 197 Section 5.3.5.
    fn decrypt(self, key: Self) -> Self;
    /// The last round of EqInvCipher().
    fn decrypt_last(self, key: Self) -> Self;
}

/// Vectors with the carry-less multiplier.
pub(crate) trait CarryLess: U128Lanes {
    /// Returns the product of the half of `self` selected by bit 0 of `HALVES` and the half of `other` selected by bit
    /// 4.
    fn product_of_halves<const HALVES: i32>(self, other: Self) -> Self;
    /// Returns the product of the lower half of each block and [`REDUCTION`](products::REDUCTION).
    fn times_reduction(self) -> Self;
}

/// FIPS 197 Section 5.2, KeyExpansion(), for kernels that use the round keys at once. AES implements it for every
/// proof of AES-NI.
pub(crate) trait KeyExpansion {
    /// Writes the round keys of a key of 16, 24 or 32 bytes. The first two need fewer than there is room for.
    fn expanded(self, key: &[u8], round_keys: &mut [[u8; 16]; 15]);
}
