//! The key derivation functions.

use super::identity::Identity;
use super::table::{Algorithms, row};
use crate::base::secret::Secret;
use crate::error::LengthRangeError;
use crate::hash::Hash;
use crate::kdf::Hkdf;
use crate::kdf::role::{self, DynKdf, KdfError};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// A key derivation function that is chosen when the program runs. Its secrets are unguessable, but need not be
/// uniform; passwords are guessable, and need a [`PasswordHashAlgorithm`](super::PasswordHashAlgorithm).
///
/// Time depends only on lengths.
///
/// ```
/// use carnelian::algorithm;
/// let function = algorithm::kdf("HKDF-SHA-256").ok_or("no such function")?;
/// let extracted = function.extract(b"salt, which may be public or empty", b"a shared secret");
/// let (mut key, mut nonce) = ([0; 32], [0; 12]);
/// extracted.expand(b"key", &mut key)?;
/// extracted.expand(b"nonce", &mut nonce)?;
/// assert_ne!(key[..12], nonce);
///
/// let mut same = [0; 32];
/// function.derive(b"salt, which may be public or empty", b"a shared secret", b"key", &mut same)?;
/// assert_eq!(same, key);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct KdfAlgorithm {
    identity: Identity,
    prk_len: usize,
    max_output_len: usize,
    backend: fn() -> &'static str,
    extract: fn(&[u8], &[u8]) -> Box<dyn DynKdf>,
    extract_prk: fn(&[u8], &[u8]) -> Secret<Vec<u8>>,
    /// Takes at least `prk_len` bytes.
    from_prk: fn(&[u8]) -> Box<dyn DynKdf>,
}

impl KdfAlgorithm {
    /// Returns the names and numbers of the function.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the number of bytes in a pseudorandom key.
    #[must_use]
    pub const fn prk_len(&self) -> usize {
        self.prk_len
    }

    /// Returns the largest number of bytes that can be derived at a time.
    #[must_use]
    pub const fn max_output_len(&self) -> usize {
        self.max_output_len
    }

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    pub fn backend(&self) -> &'static str {
        (self.backend)()
    }

    /// Extracts a pseudorandom key from a secret. The salt may be public or empty.
    #[must_use]
    pub fn extract(&self, salt: &[u8], ikm: &[u8]) -> Box<dyn DynKdf> {
        (self.extract)(salt, ikm)
    }

    /// Like [`extract`](Self::extract), but returns the bytes of the pseudorandom key, for protocols that pass it on.
    #[must_use]
    pub fn extract_prk(&self, salt: &[u8], ikm: &[u8]) -> Secret<Vec<u8>> {
        (self.extract_prk)(salt, ikm)
    }

    /// Takes a key that is already uniformly random, so that the extraction is not needed.
    ///
    /// # Errors
    /// [`KdfError::Key`] if it is shorter than [`prk_len`](Self::prk_len).
    pub fn from_prk(&self, prk: &[u8]) -> Result<Box<dyn DynKdf>, KdfError> {
        LengthRangeError::check("pseudorandom key", self.prk_len..=usize::MAX, prk.len()).map_err(KdfError::Key)?;
        Ok((self.from_prk)(prk))
    }

    /// Extracts and expands: fills `okm` with a key derived from `ikm`.
    ///
    /// # Errors
    /// [`KdfError::Output`] for more than [`max_output_len`](Self::max_output_len) bytes; nothing is written then.
    pub fn derive(&self, salt: &[u8], ikm: &[u8], info: &[u8], okm: &mut [u8]) -> Result<(), KdfError> {
        self.extract(salt, ikm).expand(info, okm)
    }

    const fn hkdf<H: Hash + Send + Sync + 'static>(identity: Identity) -> Self {
        Self {
            identity: with_oid(identity),
            prk_len: H::DIGEST_LEN,
            max_output_len: Hkdf::<H>::MAX_OUTPUT_LEN,
            backend: H::backend,
            extract: role::extract::<H>,
            extract_prk: role::extract_prk::<H>,
            from_prk: role::from_prk::<H>,
        }
    }
}

/// Sets the object identifier, which RFC 8619 assigns to HKDF with three hash functions only.
const fn with_oid(identity: Identity) -> Identity {
    match identity.number {
        2 => identity.oid("1.2.840.113549.1.9.16.3.28"),
        3 => identity.oid("1.2.840.113549.1.9.16.3.29"),
        4 => identity.oid("1.2.840.113549.1.9.16.3.30"),
        _ => identity,
    }
}

row!(KdfAlgorithm);

impl fmt::Debug for KdfAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identity.id)
    }
}

/// Generates the table: HKDF with each hash function.
macro_rules! table {
    ([] $($Type:ident $STEM:ident ($number:literal, $id:literal, $name:literal, $standard:literal)
        $hash:tt hmac [$($method:ident($($argument:tt)*))*];)+) => {
        &[$(
            KdfAlgorithm::hkdf::<crate::hash::$Type>(
                Identity::new($number, concat!("hkdf-", $id), concat!("HKDF-", $name), "RFC 5869")
                    .with_status_of(&Identity::new($number, $id, $name, $standard)$(.$method($($argument)*))*)
            )
        ),+]
    };
}

/// The table; the numbers are those of the hash functions in C.
static KDFS: &[KdfAlgorithm] = __hashes! { table [] };

/// Returns every key derivation function, a family after the other.
#[must_use]
pub const fn kdfs() -> Algorithms<KdfAlgorithm> {
    Algorithms::new(KDFS)
}

/// Returns the key derivation function with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::kdf("HKDF-SHA512").unwrap().max_output_len(), 255 * 64);
/// ```
#[must_use]
pub fn kdf(name: &str) -> Option<&'static KdfAlgorithm> {
    kdfs().find(name)
}
