//! CTR_DRBG with AES-256, SP 800-90A Revision 1 Section 10.2.1: a deterministic random bit generator, seeded with
//! entropy.
//!
//! It generates any number of random bytes from 48 bytes of entropy, and after every request erases what would
//! reproduce them: an attacker who learns the state learns nothing about earlier output. It has no more entropy than
//! its seed. Use the operating system's source ([`OsRandom`](crate::random::OsRandom)) unless you are required to use
//! this one, or need the same bytes from the same seed.
//!
//! With the derivation function ([`CtrDrbg`]), seeds may have any length and come from sources whose bits are not all
//! entropy. Without it ([`CtrDrbgWithoutDf`]), a seed is 48 bytes that must be uniformly random.
//!
//! A generator is stateful: if its memory is duplicated, by `fork` or by a snapshot of a virtual machine, both copies
//! generate the same bytes until one is reseeded.

mod derivation;
mod error;

#[cfg(test)]
mod tests;

pub use derivation::{Derivation, WithDf, WithoutDf};
pub use error::{GenerateError, SeedError};

use super::arithmetic::blocks::{BLOCK_LEN, Block};
use super::block::aes::Aes256;
use super::block::{BlockCipher, EncryptionKey};
use crate::base::memory::{wipe, wiping_stack};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::LengthRangeError;
use core::fmt;
use core::marker::PhantomData;

/// keylen, Table 3, in bytes.
const KEY_LEN: usize = Aes256::KEY_LEN;

/// seedlen, Table 3, in bytes: a key and a block.
pub const SEED_LEN: usize = KEY_LEN + BLOCK_LEN;

/// The security strength, in bytes: the minimum length of entropy that is processed by the derivation function.
pub const MIN_ENTROPY_LEN: usize = 32;

/// Half the security strength, in bytes: the minimum length of a nonce, Section 8.6.7.
pub const MIN_NONCE_LEN: usize = 16;

/// The maximum length of an input, in bytes. The standard allows 2³⁵ bits, more than some machines can address.
pub const MAX_INPUT_LEN: usize = 1 << 28;

/// The maximum length of one request, Table 3, in bytes: 2¹⁹ bits.
pub const MAX_REQUEST_LEN: usize = 1 << 16;

/// reseed_interval, Table 3: the number of requests between two seedings.
pub const RESEED_INTERVAL: u64 = 1 << 48;

/// CTR_DRBG with AES-256 and the derivation function.
///
/// ```
/// # #[cfg(feature = "std")] {
/// use carnelian::cipher::ctr_drbg::CtrDrbg;
/// use carnelian::random::{OsRandom, Random};
/// let mut generator = CtrDrbg::from_source(b"an example", &mut OsRandom)?;
/// let mut key = [0; 32];
/// generator.fill(&mut key)?;
/// # }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
/// The same inputs produce the same bytes:
///
/// ```
/// use carnelian::cipher::ctr_drbg::CtrDrbg;
/// let mut generator = CtrDrbg::new(&[1; 32], &[2; 16], b"an example")?;
/// let mut again = CtrDrbg::new(&[1; 32], &[2; 16], b"an example")?;
/// let (mut bytes, mut same) = ([0; 100], [0; 100]);
/// generator.generate(b"", &mut bytes)?;
/// again.generate(b"", &mut same)?;
/// assert_eq!(bytes, same);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type CtrDrbg = CtrDrbgOf<WithDf>;

/// CTR_DRBG with AES-256 and without the derivation function: entropy is 48 uniformly random bytes, and other inputs
/// have at most 48 bytes.
///
/// ```
/// use carnelian::cipher::ctr_drbg::CtrDrbgWithoutDf;
/// let seed = [7; 48]; // from a true source of 384 random bits
/// let mut generator = CtrDrbgWithoutDf::new(&seed, b"an example")?;
/// let mut bytes = [0; 1000];
/// generator.generate(b"", &mut bytes)?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub type CtrDrbgWithoutDf = CtrDrbgOf<WithoutDf>;

/// CTR_DRBG with AES-256, with or without the derivation function. Use it as [`CtrDrbg`] or [`CtrDrbgWithoutDf`].
///
/// Takes time that depends only on lengths and on the number of requests. The state is wiped when it is dropped.
pub struct CtrDrbgOf<D: Derivation> {
    /// Key, expanded.
    key: EncryptionKey<Aes256>,
    /// V, which is secret although it is a counter.
    v: Block,
    reseed_counter: u64,
    derivation: PhantomData<D>,
}

/// Bytes of stack that a request may use, excluding the kernels, which wipe their own.
const STACK: usize = 1024;

/// Bytes of stack that seeding may use.
const STACK_OF_SEED: usize = 2048;

impl CtrDrbg {
    /// Section 10.2.1.3.2, CTR_DRBG_Instantiate_algorithm with the derivation function. `entropy` must contain at least
    /// 256 bits of entropy, in any number of bytes, and `nonce` must not repeat.
    ///
    /// # Errors
    /// [`LengthRangeError`] unless `entropy` has at least [`MIN_ENTROPY_LEN`] bytes, `nonce` at least
    /// [`MIN_NONCE_LEN`], and no input more than [`MAX_INPUT_LEN`].
    #[inline(never)]
    pub fn new(entropy: &[u8], nonce: &[u8], personalization: &[u8]) -> Result<Self, LengthRangeError> {
        LengthRangeError::check("CTR_DRBG entropy", MIN_ENTROPY_LEN..=MAX_INPUT_LEN, entropy.len())?;
        LengthRangeError::check("CTR_DRBG nonce", MIN_NONCE_LEN..=MAX_INPUT_LEN, nonce.len())?;
        wiping_stack::<STACK_OF_SEED, _>(|| Self::instantiate(entropy, nonce, personalization))
    }

    /// Section 10.2.1.4.2, CTR_DRBG_Reseed_algorithm with the derivation function. `entropy` must contain at least 256
    /// bits of entropy.
    ///
    /// # Errors
    /// [`LengthRangeError`] unless `entropy` has at least [`MIN_ENTROPY_LEN`] bytes and neither input more than
    /// [`MAX_INPUT_LEN`]; the generator is unchanged then.
    #[inline(never)]
    pub fn reseed(&mut self, entropy: &[u8], additional: &[u8]) -> Result<(), LengthRangeError> {
        LengthRangeError::check("CTR_DRBG entropy", MIN_ENTROPY_LEN..=MAX_INPUT_LEN, entropy.len())?;
        wiping_stack::<STACK_OF_SEED, _>(|| self.reseed_algorithm(entropy, additional))
    }
}

impl CtrDrbgWithoutDf {
    /// Section 10.2.1.3.1, CTR_DRBG_Instantiate_algorithm without the derivation function. `entropy` must be uniformly
    /// random.
    ///
    /// # Errors
    /// [`LengthRangeError`] if `personalization` has more than [`SEED_LEN`] bytes.
    #[inline(never)]
    pub fn new(entropy: &[u8; SEED_LEN], personalization: &[u8]) -> Result<Self, LengthRangeError> {
        wiping_stack::<STACK_OF_SEED, _>(|| Self::instantiate(entropy, &[], personalization))
    }

    /// Section 10.2.1.4.1, CTR_DRBG_Reseed_algorithm without the derivation function. `entropy` must be uniformly
    /// random.
    ///
    /// # Errors
    /// [`LengthRangeError`] if `additional` has more than [`SEED_LEN`] bytes; the generator is unchanged then.
    #[inline(never)]
    pub fn reseed(&mut self, entropy: &[u8; SEED_LEN], additional: &[u8]) -> Result<(), LengthRangeError> {
        wiping_stack::<STACK_OF_SEED, _>(|| self.reseed_algorithm(entropy, additional))
    }
}

impl<D: Derivation> CtrDrbgOf<D> {
    /// The maximum length of a personalization string or additional input, in bytes.
    pub const MAX_ADDITIONAL_LEN: usize = D::MAX_ADDITIONAL_LEN;

    /// Returns a generator with entropy, and a nonce if it needs one, from `source`. The personalization string need
    /// not be secret.
    ///
    /// # Errors
    /// [`SeedError`] if `personalization` has more than [`MAX_ADDITIONAL_LEN`](Self::MAX_ADDITIONAL_LEN) bytes, or if
    /// the source fails.
    #[inline(never)]
    pub fn from_source(personalization: &[u8], source: &mut impl Random) -> Result<Self, SeedError> {
        wiping_stack::<STACK_OF_SEED, _>(|| {
            let drawn = Secret::<[u8; SEED_LEN]>::build(|bytes| source.fill(bytes))?;
            // With the derivation function, the nonce is drawn too: all of its bits are entropy, Section 8.6.7.
            let (entropy, nonce) = drawn.expose().split_at(D::ENTROPY_LEN);
            Ok(Self::instantiate(entropy, nonce, personalization)?)
        })
    }

    /// Reseeds from `source`.
    ///
    /// # Errors
    /// [`SeedError`] if `additional` has more than [`MAX_ADDITIONAL_LEN`](Self::MAX_ADDITIONAL_LEN) bytes, or if the
    /// source fails; the generator is unchanged then.
    #[inline(never)]
    pub fn reseed_from(&mut self, additional: &[u8], source: &mut impl Random) -> Result<(), SeedError> {
        wiping_stack::<STACK_OF_SEED, _>(|| {
            let drawn = Secret::<[u8; SEED_LEN]>::build(|bytes| source.fill(&mut bytes[..D::ENTROPY_LEN]))?;
            Ok(self.reseed_algorithm(&drawn.expose()[..D::ENTROPY_LEN], additional)?)
        })
    }

    /// Section 10.2.1.5, CTR_DRBG_Generate_algorithm: fills `out`. `additional` may be empty.
    ///
    /// # Errors
    /// [`GenerateError`] if `out` has more than [`MAX_REQUEST_LEN`] bytes or `additional` more than
    /// [`MAX_ADDITIONAL_LEN`](Self::MAX_ADDITIONAL_LEN), or if [`RESEED_INTERVAL`] requests have been answered since
    /// the last seeding; nothing is written then.
    #[inline(never)]
    pub fn generate(&mut self, additional: &[u8], out: &mut [u8]) -> Result<(), GenerateError> {
        LengthRangeError::check("CTR_DRBG request", 0..=MAX_REQUEST_LEN, out.len())?;
        Self::check_additional(additional)?;
        // 1. If reseed_counter > reseed_interval, then a reseed is required.
        if self.reseed_counter > RESEED_INTERVAL {
            return Err(GenerateError::ReseedRequired);
        }
        wiping_stack::<STACK, _>(|| self.generate_algorithm(additional, out));
        Ok(())
    }

    /// CTR_DRBG_Generate_algorithm from step 2 on.
    fn generate_algorithm(&mut self, additional: &[u8], out: &mut [u8]) {
        // 2. If additional_input ≠ Null, make it seedlen bits long and call CTR_DRBG_Update; otherwise it is zeros.
        let mut additional_input = Secret::new([0; SEED_LEN]);
        if !additional.is_empty() {
            additional_input = Self::seed_material(&[], &[], additional);
            self.update(additional_input.expose());
        }
        // 3. to 5. Increment and encrypt V for each block; return the leftmost bytes.
        let (blocks, rest) = out.as_chunks_mut();
        self.next_blocks(blocks);
        if !rest.is_empty() {
            let mut last = [[0; BLOCK_LEN]];
            self.next_blocks(&mut last);
            rest.copy_from_slice(&last[0][..rest.len()]);
            wipe(last.as_flattened_mut());
        }
        // 6. and 7.
        self.update(additional_input.expose());
        self.reseed_counter += 1;
    }

    /// Section 9.3.1 with prediction resistance: reseeds from `source` with `additional`, then generates. The bytes
    /// written to `out` cannot be predicted from any earlier state.
    ///
    /// # Errors
    /// [`SeedError`] if `out` has more than [`MAX_REQUEST_LEN`] bytes or `additional` more than
    /// [`MAX_ADDITIONAL_LEN`](Self::MAX_ADDITIONAL_LEN), or if the source fails; nothing is written then.
    pub fn generate_with_prediction_resistance(
        &mut self,
        additional: &[u8],
        out: &mut [u8],
        source: &mut impl Random,
    ) -> Result<(), SeedError> {
        LengthRangeError::check("CTR_DRBG request", 0..=MAX_REQUEST_LEN, out.len())?;
        // 7.1 to 7.4: reseed, then generate without additional input.
        self.reseed_from(additional, source)?;
        let generated = self.generate(&[], out);
        debug_assert!(generated.is_ok(), "the length is checked above, and the counter starts again at 1");
        Ok(())
    }

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    pub fn backend() -> &'static str {
        super::aes::backend()
    }

    fn check_additional(additional: &[u8]) -> Result<(), LengthRangeError> {
        LengthRangeError::check("CTR_DRBG additional input", 0..=Self::MAX_ADDITIONAL_LEN, additional.len())
    }

    /// Section 10.2.1.3.
    fn instantiate(entropy: &[u8], nonce: &[u8], personalization: &[u8]) -> Result<Self, LengthRangeError> {
        let allowed = 0..=Self::MAX_ADDITIONAL_LEN;
        LengthRangeError::check("CTR_DRBG personalization string", allowed, personalization.len())?;
        let seed_material = Self::seed_material(entropy, nonce, personalization);
        // Key ← 0, V ← 0, CTR_DRBG_Update, reseed_counter ← 1.
        let (key, v) = (EncryptionKey::new(&[0; KEY_LEN]), [0; BLOCK_LEN]);
        let mut generator = Self { key, v, reseed_counter: 1, derivation: PhantomData };
        generator.update(seed_material.expose());
        Ok(generator)
    }

    /// Section 10.2.1.4.
    fn reseed_algorithm(&mut self, entropy: &[u8], additional: &[u8]) -> Result<(), LengthRangeError> {
        Self::check_additional(additional)?;
        let seed_material = Self::seed_material(entropy, &[], additional);
        self.update(seed_material.expose());
        self.reseed_counter = 1;
        Ok(())
    }

    fn seed_material(entropy: &[u8], nonce: &[u8], text: &[u8]) -> Secret<[u8; SEED_LEN]> {
        let Ok(material) = Secret::build(|material| {
            D::seed_material(entropy, nonce, text, material);
            Ok::<(), core::convert::Infallible>(())
        });
        material
    }

    /// Section 10.2.1.2, CTR_DRBG_Update(provided_data, Key, V).
    fn update(&mut self, provided_data: &[u8; SEED_LEN]) {
        // 1. to 3. temp is three blocks, which is seedlen.
        let mut temp = [[0; BLOCK_LEN]; SEED_LEN / BLOCK_LEN];
        self.next_blocks(&mut temp);
        // 4. temp ← temp ⊕ provided_data.
        for (byte, provided) in temp.as_flattened_mut().iter_mut().zip(provided_data) {
            *byte ^= provided;
        }
        // 5. and 6. Key ‖ V ← temp.
        if let Some((key, v)) = temp.as_flattened().split_first_chunk() {
            self.key.replace(key);
            self.v.copy_from_slice(v);
        }
        wipe(temp.as_flattened_mut());
    }

    /// Increments V modulo 2¹²⁸ and encrypts it, for each block. V is secret: nothing branches on its carries.
    fn next_blocks(&mut self, blocks: &mut [Block]) {
        let mut v = u128::from_be_bytes(self.v);
        // Few enough blocks to be still in the L1 cache when they are encrypted.
        for some in blocks.chunks_mut(256) {
            for block in &mut *some {
                v = v.wrapping_add(1);
                *block = v.to_be_bytes();
            }
            self.key.encrypt_blocks(some);
        }
        self.v = v.to_be_bytes();
    }
}

/// Splits a fill of any length into as many requests as it needs.
impl<D: Derivation> Random for CtrDrbgOf<D> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        for request in out.chunks_mut(MAX_REQUEST_LEN) {
            self.generate(&[], request).map_err(|_| RandomError)?;
        }
        Ok(())
    }
}

impl<D: Derivation> Drop for CtrDrbgOf<D> {
    fn drop(&mut self) {
        wipe(&mut self.v);
    }
}

impl<D: Derivation> zeroize::ZeroizeOnDrop for CtrDrbgOf<D> {}

impl<D: Derivation> fmt::Debug for CtrDrbgOf<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", D::NAME)
    }
}
