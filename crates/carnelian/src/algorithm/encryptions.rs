//! The schemes of public-key encryption.

use super::identity::Identity;
use super::table::{Algorithms, row};
use crate::base::random::{Random, RandomError};
use crate::encryption::{DynDecryptionKey, DynEncryptionKey, Encryption, EncryptionError};
use alloc::boxed::Box;
use core::fmt;

/// Calls a macro with a row for each scheme of public-key encryption: the feature that it needs, the type of its
/// decryption keys, the name of its constants, and its identity. `$apply! { [arguments] rows }`.
///
/// A new scheme is a row here; its number follows the last one.
macro_rules! encryptions {
    ($($apply:ident)::+ [$($arguments:tt)*]) => {
        $($apply)::+! { [$($arguments)*]
            "composite" [$crate::composite::nacl_box::RecipientKey] SEALED_BOX
                (1, "sealed-box", "Sealed box", "libsodium, crypto_box_seal") [aliases(&["crypto_box_seal"])];
        }
    };
}

/// A scheme of public-key encryption that is chosen when the program runs.
///
/// It encrypts messages of any length, so that a scheme of key encapsulation and a cipher are not put together by hand.
///
/// ```
/// use carnelian::algorithm;
/// use carnelian::random::OsRandom;
/// for scheme in algorithm::encryptions() {
///     let key = scheme.generate(&mut OsRandom)?;
///     let mut ciphertext = key.encryption_key().encrypt(b"a message", &mut OsRandom)?;
///     assert_eq!(key.decrypt(&ciphertext)?.expose(), b"a message");
///     ciphertext[9] ^= 1;
///     assert!(key.decrypt(&ciphertext).is_err());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EncryptionAlgorithm {
    identity: Identity,
    decryption_key_len: usize,
    encryption_key_len: usize,
    overhead: usize,
    backend: fn() -> &'static str,
    generate: fn(&mut dyn Random) -> Private<RandomError>,
    decryption_key: fn(&[u8]) -> Private<EncryptionError>,
    encryption_key: fn(&[u8]) -> Public,
}

/// A decryption key, or the reason why there is none.
type Private<E> = Result<Box<dyn DynDecryptionKey>, E>;
/// An encryption key, or the reason why there is none.
type Public = Result<Box<dyn DynEncryptionKey>, EncryptionError>;

impl EncryptionAlgorithm {
    /// Returns the names and numbers of the scheme.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the number of bytes in a decryption key.
    #[must_use]
    pub const fn decryption_key_len(&self) -> usize {
        self.decryption_key_len
    }

    /// Returns the number of bytes in an encryption key.
    #[must_use]
    pub const fn encryption_key_len(&self) -> usize {
        self.encryption_key_len
    }

    /// Returns the number of bytes by which a ciphertext is longer than its message.
    #[must_use]
    pub const fn overhead(&self) -> usize {
        self.overhead
    }

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    pub fn backend(&self) -> &'static str {
        (self.backend)()
    }

    /// Returns a new key. Constant time.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn generate(&self, random: &mut dyn Random) -> Result<Box<dyn DynDecryptionKey>, RandomError> {
        (self.generate)(random)
    }

    /// Returns the decryption key with these bytes. Constant time. The argument is the caller's to wipe.
    ///
    /// # Errors
    /// [`EncryptionError::Length`] if there are more or fewer than [`decryption_key_len`](Self::decryption_key_len).
    pub fn decryption_key_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn DynDecryptionKey>, EncryptionError> {
        (self.decryption_key)(bytes)
    }

    /// Returns the encryption key with these bytes. Variable time in the key, which is public.
    ///
    /// # Errors
    /// [`EncryptionError::Length`] if it has another length, [`EncryptionError::NonContributory`] if it is of small
    /// order.
    pub fn encryption_key_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn DynEncryptionKey>, EncryptionError> {
        (self.encryption_key)(bytes)
    }

    const fn of<K: Encryption>(identity: Identity) -> Self {
        Self {
            identity,
            decryption_key_len: K::KEY_LEN,
            encryption_key_len: K::ENCRYPTION_KEY_LEN,
            overhead: K::OVERHEAD,
            backend: K::backend,
            generate: |random| Ok(Box::new(K::generate(random)?)),
            decryption_key: |bytes| Ok(Box::new(K::read(bytes)?)),
            encryption_key: |bytes| Ok(Box::new(K::read_encryption_key(bytes)?)),
        }
    }
}

row!(EncryptionAlgorithm);

impl fmt::Debug for EncryptionAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identity.id)
    }
}

impl dyn DynDecryptionKey {
    /// Returns the row of the scheme in the catalogue.
    #[must_use]
    pub fn algorithm(&self) -> &'static EncryptionAlgorithm {
        named(self.name())
    }
}

impl dyn DynEncryptionKey {
    /// Returns the row of the scheme in the catalogue.
    #[must_use]
    pub fn algorithm(&self) -> &'static EncryptionAlgorithm {
        named(self.name())
    }
}

/// Returns the row with the name that its keys state.
fn named(name: &str) -> &'static EncryptionAlgorithm {
    ENCRYPTIONS.iter().find(|scheme| scheme.identity.name == name).expect("every type of keys has a row")
}

/// Generates the table.
macro_rules! table {
    ([] $($feature:literal [$Key:ty] $STEM:ident ($($names:tt)*) [$($method:ident($($argument:tt)*))*];)+) => {
        &[$(
            #[cfg(feature = $feature)]
            EncryptionAlgorithm::of::<$Key>(Identity::new($($names)*)$(.$method($($argument)*))*),
        )+]
    };
}

/// The table; the numbers are those in C.
static ENCRYPTIONS: &[EncryptionAlgorithm] = encryptions! { table [] };

/// Returns every scheme of public-key encryption, a family after the other.
#[must_use]
pub const fn encryptions() -> Algorithms<EncryptionAlgorithm> {
    Algorithms::new(ENCRYPTIONS)
}

/// Returns the scheme of public-key encryption with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::encryption("crypto_box_seal").unwrap().overhead(), 48);
/// ```
#[must_use]
pub fn encryption(name: &str) -> Option<&'static EncryptionAlgorithm> {
    encryptions().find(name)
}
