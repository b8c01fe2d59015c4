//! The schemes of key agreement.

use super::identity::Identity;
use super::table::{Algorithms, row};
use crate::agreement::{Agreement, AgreementError, DynAgreementKey};
use crate::base::random::{Random, RandomError};
use alloc::boxed::Box;
use core::fmt;

/// Calls a macro with a row for each scheme of key agreement: the feature that it needs, the types of its secret and
/// public keys, the name of its constants, and its identity. `$apply! { [arguments] rows }`.
///
/// A new scheme is a row here; its number follows the last one.
#[doc(hidden)]
#[macro_export]
macro_rules! __agreements {
    ($($apply:ident)::+ [$($arguments:tt)*]) => {
        $($apply)::+! { [$($arguments)*]
            "curve" [$crate::curve::x25519::SecretKey, $crate::curve::x25519::PublicKey] X25519
                (1, "x25519", "X25519", "RFC 7748 Section 6.1") [oid("1.3.101.110")];
        }
    };
}

#[cfg(feature = "encoding")]
pub(super) use __agreements;

/// A scheme of key agreement that is chosen when the program runs.
///
/// ```
/// use carnelian::algorithm;
/// use carnelian::random::OsRandom;
/// let x25519 = algorithm::agreement("x25519").ok_or("no such scheme")?;
/// let (mine, theirs) = (x25519.generate(&mut OsRandom)?, x25519.generate(&mut OsRandom)?);
/// assert_eq!(mine.agree(&theirs.public_key())?.expose().len(), x25519.shared_secret_len());
///
/// // A public key of small order is refused: the result would be zero.
/// assert!(mine.agree(&[0; 32]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AgreementAlgorithm {
    identity: Identity,
    key_len: usize,
    public_key_len: usize,
    shared_secret_len: usize,
    backend: fn() -> &'static str,
    generate: fn(&mut dyn Random) -> Private<RandomError>,
    key: fn(&[u8]) -> Private<AgreementError>,
    check_public_key: fn(&[u8]) -> Result<(), AgreementError>,
}

/// A secret key, or the reason why there is none.
type Private<E> = Result<Box<dyn DynAgreementKey>, E>;

impl AgreementAlgorithm {
    /// Returns the names and numbers of the scheme.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the number of bytes in a secret key.
    #[must_use]
    pub const fn key_len(&self) -> usize {
        self.key_len
    }

    /// Returns the number of bytes in a public key.
    #[must_use]
    pub const fn public_key_len(&self) -> usize {
        self.public_key_len
    }

    /// Returns the number of bytes in a shared secret.
    #[must_use]
    pub const fn shared_secret_len(&self) -> usize {
        self.shared_secret_len
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
    pub fn generate(&self, random: &mut dyn Random) -> Result<Box<dyn DynAgreementKey>, RandomError> {
        (self.generate)(random)
    }

    /// Returns the secret key with these bytes. Constant time.
    ///
    /// # Errors
    /// [`AgreementError::Length`] if there are more or fewer than [`key_len`](Self::key_len).
    pub fn key_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn DynAgreementKey>, AgreementError> {
        (self.key)(bytes)
    }

    /// Checks a public key that is read long before its use, where it is checked again. Variable time in the key, which
    /// is public.
    ///
    /// # Errors
    /// [`AgreementError`], with which [`agree`](DynAgreementKey::agree) fails for every secret key.
    pub fn check_public_key(&self, bytes: &[u8]) -> Result<(), AgreementError> {
        (self.check_public_key)(bytes)
    }

    const fn of<K: Agreement>(identity: Identity) -> Self {
        Self {
            identity,
            key_len: K::KEY_LEN,
            public_key_len: K::PUBLIC_KEY_LEN,
            shared_secret_len: K::SHARED_SECRET_LEN,
            backend: K::backend,
            generate: |random| Ok(Box::new(K::generate(random)?)),
            key: |bytes| Ok(Box::new(K::read(bytes)?)),
            check_public_key: K::check_public_key,
        }
    }
}

row!(AgreementAlgorithm);

impl fmt::Debug for AgreementAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identity.id)
    }
}

impl dyn DynAgreementKey {
    /// Returns the row of the scheme in the catalogue.
    #[must_use]
    pub fn algorithm(&self) -> &'static AgreementAlgorithm {
        let mut rows = AGREEMENTS.iter();
        rows.find(|scheme| scheme.identity.name == self.name()).expect("every type of keys has a row")
    }
}

/// Generates the table.
macro_rules! table {
    ([] $($feature:literal [$Key:ty, $PublicKey:ty] $STEM:ident ($($names:tt)*) [$($method:ident($($argument:tt)*))*];)+) => {
        &[$(
            #[cfg(feature = $feature)]
            AgreementAlgorithm::of::<$Key>(Identity::new($($names)*)$(.$method($($argument)*))*),
        )+]
    };
}

/// The table; the numbers are those in C.
pub(super) static AGREEMENTS: &[AgreementAlgorithm] = __agreements! { table [] };

/// Returns every scheme of key agreement, a family after the other.
#[must_use]
pub const fn agreements() -> Algorithms<AgreementAlgorithm> {
    Algorithms::new(AGREEMENTS)
}

/// Returns the scheme of key agreement with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::agreement("x25519").unwrap().public_key_len(), 32);
/// ```
#[must_use]
pub fn agreement(name: &str) -> Option<&'static AgreementAlgorithm> {
    agreements().find(name)
}
