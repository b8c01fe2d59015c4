//! Argon2, RFC 9106: keys from passwords, by a function that takes as much memory as one likes, so that whoever guesses
//! passwords needs it too.
//!
//! | what | how |
//! |---|---|
//! | a key from a password | [`Argon2::hash_into`] |
//! | the same many times, in memory that is kept | [`Argon2::hash_in`] with a [`WorkArea`] |
//! | a password's hash to store, as a string | [`Argon2::hash_password`], [`PasswordHash`] |
//!
//! Of the three variants take Argon2id, [`Argon2::id`], and of the parameters [`Params::FIRST_RECOMMENDED`] or
//! [`Params::SECOND_RECOMMENDED`]. With the feature `rayon` lanes are computed on all threads, and in any case several of
//! them at once.
//!
//! # Constant time
//! Argon2i reads and writes the same memory whatever the password is, and so does Argon2id in the first half of its first
//! pass. What they do after that, and Argon2d from the start, is to read memory at addresses that depend on the password:
//! that is their purpose, and an attacker on the same machine may learn something of it.

mod block;
mod error;
mod h_prime;
mod kernel;
mod memory;
mod params;
#[cfg(feature = "alloc")]
mod password_hash;
mod portable;
mod segment;
#[cfg(feature = "alloc")]
mod work_area;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;

#[cfg(test)]
mod tests;

use crate::base::memory::{wipe, wipe_past_caches, wiping_stack};
use crate::error::LengthRangeError;
use crate::hash::Blake2b512;
use block::BLOCK_LEN;
pub use block::Block;
use core::fmt;
pub use error::{Argon2Error, VerifyError};
use kernel::Backend;
pub use params::{Params, ParamsError};
#[cfg(feature = "alloc")]
pub use password_hash::{Limits, PasswordHash, PasswordHashError};
#[cfg(feature = "alloc")]
pub use work_area::WorkArea;

/// The three functions of Argon2, which differ in how they find the blocks that they refer to. Their numbers are y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Argon2d: by what was computed. The hardest to speed up by hardware, and open to who watches the memory bus or caches.
    D = 0,
    /// Argon2i: by a counter. Safe from these, and easier on who saves memory.
    I = 1,
    /// Argon2id: by a counter in the first half of the first pass, by what was computed from then on. The one to use.
    Id = 2,
}

impl Variant {
    /// The name in lower case, as in strings: `argon2id`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::D => "argon2d",
            Self::I => "argon2i",
            Self::Id => "argon2id",
        }
    }
}

/// The versions of the function. The older one overwrites in later passes what the newer one adds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 1.0, of 2015. Hashes of it are verified, and never made.
    V0x10 = 0x10,
    /// 1.3, of RFC 9106.
    V0x13 = 0x13,
}

/// Argon2 with its parameters, and where there are such with a secret and associated data.
///
/// The time depends on the parameters, on lengths, and in the way that the [module](self) describes on the password.
///
/// ```
/// use carnelian::kdf::argon2::{Argon2, Params};
/// let params = Params::new(1024, 1, 4)?; // for an example that is quick
/// let mut key = [0; 32];
/// Argon2::id(params).hash_into(b"password", b"random salt", &mut key)?;
/// let mut with_pepper = [0; 32];
/// Argon2::id(params).with_secret(b"pepper").hash_into(b"password", b"random salt", &mut with_pepper)?;
/// assert_ne!(key, with_pepper);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Argon2<'a> {
    variant: Variant,
    version: Version,
    params: Params,
    secret: &'a [u8],
    associated_data: &'a [u8],
}

/// The longest of inputs and tags.
const MAX_LEN: usize = u32::MAX as usize;

impl<'a> Argon2<'a> {
    /// The shortest salt in bytes. Take 16, from a random source.
    pub const MIN_SALT_LEN: usize = 8;
    /// The shortest tag in bytes. Take 16 for a hash to compare with, and as many as it must have for a key.
    pub const MIN_TAG_LEN: usize = 4;

    /// The function `variant`, without a secret and associated data.
    #[must_use]
    pub const fn new(variant: Variant, params: Params) -> Self {
        Self { variant, version: Version::V0x13, params, secret: &[], associated_data: &[] }
    }

    /// Argon2id, the one to use.
    #[must_use]
    pub const fn id(params: Params) -> Self {
        Self::new(Variant::Id, params)
    }

    /// K, a secret that all passwords are hashed with and that is kept elsewhere than the hashes (a pepper).
    #[must_use]
    pub const fn with_secret(self, secret: &'a [u8]) -> Self {
        Self { secret, ..self }
    }

    /// X, what the tag is bound to besides.
    #[must_use]
    pub const fn with_associated_data(self, associated_data: &'a [u8]) -> Self {
        Self { associated_data, ..self }
    }

    /// The same in another version.
    #[cfg(feature = "alloc")]
    const fn with_version(self, version: Version) -> Self {
        Self { version, ..self }
    }

    /// Which function it is.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Its parameters.
    #[must_use]
    pub const fn params(&self) -> Params {
        self.params
    }

    /// Fills `tag` with a key of `password` and `salt`, in memory that is allocated, wiped and given back.
    ///
    /// # Errors
    /// [`Argon2Error::Length`] if the salt has fewer than 8 bytes or the tag fewer than 4, or anything 2^32 bytes or more;
    /// [`Argon2Error::OutOfMemory`] if there is not as much memory as the parameters ask for. Nothing is written then.
    #[cfg(feature = "alloc")]
    pub fn hash_into(&self, password: &[u8], salt: &[u8], tag: &mut [u8]) -> Result<(), Argon2Error> {
        self.check(password, salt, tag)?;
        self.hash_in(&mut WorkArea::new(&self.params)?, password, salt, tag)
    }

    /// As [`hash_into`](Self::hash_into), in memory of the caller's, of which the first [`Params::blocks`] are used. What was
    /// there does not matter; they are zeros afterwards.
    ///
    /// # Errors
    /// [`Argon2Error::Length`] as for `hash_into`, and [`Argon2Error::WorkArea`] if the work area has too few blocks.
    /// Nothing is written then.
    ///
    /// ```
    /// use carnelian::kdf::argon2::{Argon2, Block, Params};
    /// let params = Params::new(32, 3, 4)?;
    /// let mut work = [Block::ZERO; 32];
    /// let mut key = [0; 16];
    /// Argon2::id(params).hash_in(&mut work, b"password", b"random salt", &mut key)?;
    /// assert!(work.iter().all(|block| *block == Block::ZERO));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hash_in(&self, work: &mut [Block], password: &[u8], salt: &[u8], tag: &mut [u8]) -> Result<(), Argon2Error> {
        self.check(password, salt, tag)?;
        let (needed, found) = (self.params.blocks() as usize, work.len());
        let Some(work) = work.get_mut(..needed) else {
            return Err(Argon2Error::WorkArea { needed, found });
        };
        wiping_stack::<{ 8 << 10 }, _>(|| self.hash(work, password, salt, tag));
        Ok(())
    }

    /// Section 3.2. `work` has m' blocks.
    fn hash(&self, work: &mut [Block], password: &[u8], salt: &[u8], tag: &mut [u8]) {
        let mut h0 = self.h0(password, salt, tag.len()); // 1.
        memory::fill(Backend::choose(), self, &h0, work); // 2. to 6.
        let mut c = [0; BLOCK_LEN];
        memory::last_column(self, work, &mut c); // 7.
        h_prime::h_prime(&[&c], tag); // 8.
        wipe_past_caches(work);
        wipe(&mut c);
        wipe(&mut h0);
    }

    /// Section 3.1: what is too long or too short.
    fn check(&self, password: &[u8], salt: &[u8], tag: &[u8]) -> Result<(), LengthRangeError> {
        LengthRangeError::check("Argon2 password", 0..=MAX_LEN, password.len())?;
        LengthRangeError::check("Argon2 salt", Self::MIN_SALT_LEN..=MAX_LEN, salt.len())?;
        LengthRangeError::check("Argon2 secret", 0..=MAX_LEN, self.secret.len())?;
        LengthRangeError::check("Argon2 associated data", 0..=MAX_LEN, self.associated_data.len())?;
        LengthRangeError::check("Argon2 tag", Self::MIN_TAG_LEN..=MAX_LEN, tag.len())
    }

    /// Section 3.2, step 1: H_0.
    fn h0(&self, password: &[u8], salt: &[u8], tag_len: usize) -> [u8; 64] {
        let mut hasher = Blake2b512::new();
        let numbers = [
            self.params.lanes(),
            tag_len as u32,
            self.params.memory_kib(),
            self.params.passes(),
            self.version as u32,
            self.variant as u32,
        ];
        numbers.iter().for_each(|number| hasher.update(&number.to_le_bytes()));
        for input in [password, salt, self.secret, self.associated_data] {
            hasher.update(&(input.len() as u32).to_le_bytes());
            hasher.update(input);
        }
        hasher.finalize_reset()
    }
}

/// The name of the backend that runs at the tier in force.
#[must_use]
pub fn backend() -> &'static str {
    Backend::choose().name()
}

impl fmt::Debug for Argon2<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Argon2")
            .field("variant", &self.variant)
            .field("version", &self.version)
            .field("params", &self.params)
            .finish_non_exhaustive()
    }
}
