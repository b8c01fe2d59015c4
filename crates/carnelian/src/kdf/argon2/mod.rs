//! Argon2, RFC 9106: derives keys from passwords with a function that takes a configurable amount of memory, which
//! anyone who guesses passwords needs too.
//!
//! | task | function |
//! |---|---|
//! | derive a key from a password | [`Argon2::hash_into`] |
//! | derive many keys in reused memory | [`Argon2::hash_in`] with a [`WorkArea`] |
//! | hash a password into a string to store | [`Argon2::hash_password`], [`PasswordHash`] |
//!
//! Use the variant Argon2id, [`Argon2::id`], and the parameters [`Params::FIRST_RECOMMENDED`] or
//! [`Params::SECOND_RECOMMENDED`]. Several lanes are always computed at once, with the feature `rayon` also on all
//! threads.
//!
//! # Constant time
//! Argon2i reads and writes the same memory whatever the password is, and so does Argon2id in the first half of its
//! first pass. After that Argon2id reads memory at addresses that depend on the password, and Argon2d does so from the
//! start: that is their purpose, and an attacker on the same machine may learn something about the password from it.

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
mod work_area;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;

#[cfg(test)]
mod tests;

use crate::base::memory::{wipe, wiping_stack};
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
pub use work_area::WorkArea;

/// The three variants of Argon2, which differ in how they choose the blocks to read. The discriminants are the type y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Argon2d: addresses depend on the data. It is the hardest to accelerate in hardware, but vulnerable to an
    /// attacker who observes the memory bus or the caches.
    D = 0,
    /// Argon2i: addresses come from a counter. It is safe from such attackers, but easier to compute with less memory.
    I = 1,
    /// Argon2id: addresses come from a counter in the first half of the first pass, and depend on the data from then
    /// on. The recommended variant.
    Id = 2,
}

impl Variant {
    /// Returns the name in lower case, as used in strings: `argon2id`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::D => "argon2d",
            Self::I => "argon2i",
            Self::Id => "argon2id",
        }
    }
}

/// The versions of the function. In later passes the older one overwrites blocks where the newer one XORs into them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 1.0, from 2015. Its hashes are verified, but never created.
    V0x10 = 0x10,
    /// 1.3, specified in RFC 9106.
    V0x13 = 0x13,
}

/// Argon2 with its parameters, and optionally a secret and associated data.
///
/// The time depends on the parameters, on lengths, and on the password as described in the [module](self)
/// documentation.
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

/// The maximum length of inputs and tags.
const MAX_LEN: usize = u32::MAX as usize;

impl<'a> Argon2<'a> {
    /// The minimum length of a salt in bytes. Use 16 bytes, from a random source.
    pub const MIN_SALT_LEN: usize = 8;
    /// The minimum length of a tag in bytes. Use 16 for a hash to compare with, and the key length for a key.
    pub const MIN_TAG_LEN: usize = 4;

    /// Creates the function `variant`, without a secret and associated data.
    #[must_use]
    pub const fn new(variant: Variant, params: Params) -> Self {
        Self { variant, version: Version::V0x13, params, secret: &[], associated_data: &[] }
    }

    /// Creates Argon2id, the recommended variant.
    #[must_use]
    pub const fn id(params: Params) -> Self {
        Self::new(Variant::Id, params)
    }

    /// Sets K, a secret that all passwords are hashed with and that is stored separately from the hashes (a pepper).
    #[must_use]
    pub const fn with_secret(self, secret: &'a [u8]) -> Self {
        Self { secret, ..self }
    }

    /// Sets X, associated data that the tag is bound to.
    #[must_use]
    pub const fn with_associated_data(self, associated_data: &'a [u8]) -> Self {
        Self { associated_data, ..self }
    }

    /// Sets the version.
    #[cfg(feature = "alloc")]
    const fn with_version(self, version: Version) -> Self {
        Self { version, ..self }
    }

    /// Returns the variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the parameters.
    #[must_use]
    pub const fn params(&self) -> Params {
        self.params
    }

    /// Fills `tag` with a key derived from `password` and `salt`, in memory that is allocated, wiped and freed.
    ///
    /// # Errors
    /// [`Argon2Error::Length`] if the salt is shorter than 8 bytes or the tag shorter than 4, or if anything has 2^32
    /// bytes or more; [`Argon2Error::OutOfMemory`] if there is less memory than the parameters require. Nothing is
    /// written then.
    #[cfg(feature = "alloc")]
    pub fn hash_into(&self, password: &[u8], salt: &[u8], tag: &mut [u8]) -> Result<(), Argon2Error> {
        self.check(password, salt, tag)?;
        self.hash_in(&mut WorkArea::new(&self.params)?, password, salt, tag)
    }

    /// Like [`hash_into`](Self::hash_into), but in memory that is reused across calls.
    ///
    /// # Errors
    /// [`Argon2Error::Length`] as for `hash_into`, and [`Argon2Error::WorkArea`] if the work area has too few blocks.
    /// Nothing is written then.
    pub fn hash_in(
        &self,
        area: &mut WorkArea<'_>,
        password: &[u8],
        salt: &[u8],
        tag: &mut [u8],
    ) -> Result<(), Argon2Error> {
        self.check(password, salt, tag)?;
        let work = area.blocks_for(&self.params)?;
        wiping_stack::<{ 8 << 10 }, _>(|| self.hash(work, password, salt, tag));
        Ok(())
    }

    /// Section 3.2. `work` must have m' blocks.
    fn hash(&self, work: &mut [Block], password: &[u8], salt: &[u8], tag: &mut [u8]) {
        let mut h0 = self.h0(password, salt, tag.len()); // 1.
        memory::fill(Backend::choose(), self, &h0, work); // 2. to 6.
        let mut c = [0; BLOCK_LEN];
        memory::last_column(self, work, &mut c); // 7.
        h_prime::h_prime(&[&c], tag); // 8.
        wipe(&mut c);
        wipe(&mut h0);
    }

    /// Section 3.1: checks that no length is too short or too long.
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

/// Returns the name of the backend that runs at the tier in force.
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
