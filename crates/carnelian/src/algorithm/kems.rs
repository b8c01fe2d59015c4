//! The schemes of key encapsulation.

use super::identity::Identity;
use super::table::{Algorithms, row};
use crate::base::random::{Random, RandomError};
use crate::error::LengthError;
use crate::kem::{DynDecapsulationKey, DynEncapsulationKey, Kem, KemError};
use alloc::boxed::Box;
use core::fmt;

/// Calls a macro with a row for each scheme of key encapsulation: the feature that it needs, the type of its decapsulation
/// keys, the name of its constants, its identity, and `file` if its keys have files. `$apply! { [arguments] rows }`.
///
/// A new scheme is a row here; its number follows the last one.
#[doc(hidden)]
#[macro_export]
macro_rules! __kems {
    ($($apply:ident)::+ [$($arguments:tt)*]) => {
        $($apply)::+! { [$($arguments)*]
            "postquantum" [$crate::postquantum::mlkem::DecapsulationKey<$crate::postquantum::mlkem::MlKem512>] MLKEM_512
                (1, "ml-kem-512", "ML-KEM-512", "FIPS 203") [set("ML-KEM", 1) oid("2.16.840.1.101.3.4.4.1")] file;
            "postquantum" [$crate::postquantum::mlkem::DecapsulationKey<$crate::postquantum::mlkem::MlKem768>] MLKEM_768
                (2, "ml-kem-768", "ML-KEM-768", "FIPS 203") [set("ML-KEM", 3) oid("2.16.840.1.101.3.4.4.2")] file;
            "postquantum" [$crate::postquantum::mlkem::DecapsulationKey<$crate::postquantum::mlkem::MlKem1024>] MLKEM_1024
                (3, "ml-kem-1024", "ML-KEM-1024", "FIPS 203") [set("ML-KEM", 5) oid("2.16.840.1.101.3.4.4.3")] file;
            "composite" [$crate::composite::xwing::DecapsulationKey] XWING
                (4, "x-wing", "X-Wing", "draft-connolly-cfrg-xwing-kem-10") [] no_file;
            "composite" [$crate::composite::dhkem::DecapsulationKey] DHKEM_X25519
                (5, "dhkem-x25519-hkdf-sha256", "DHKEM(X25519, HKDF-SHA256)", "RFC 9180 Section 4.1") [aliases(&["DHKEM-X25519"])] no_file;
            "composite" [$crate::composite::hybrid::ClientKey<$crate::composite::hybrid::X25519MlKem768>] X25519MLKEM768
                (6, "x25519mlkem768", "X25519MLKEM768", "draft-ietf-tls-ecdhe-mlkem Section 4") [] no_file;
        }
    };
}

#[cfg(feature = "encoding")]
pub(super) use __kems;

/// A scheme of key encapsulation that is chosen when the program runs. Diffie-Hellman and hybrids are among them.
///
/// ```
/// use carnelian::algorithm;
/// use carnelian::random::OsRandom;
/// for scheme in algorithm::kems() {
///     let key = scheme.generate(&mut OsRandom)?;
///     let published = key.encapsulation_key().to_bytes();
///
///     let (ciphertext, sent) = scheme.encapsulation_key_from_bytes(&published)?.encapsulate(&mut OsRandom)?;
///     let received = key.decapsulate(&ciphertext)?;
///     assert!(carnelian::ct::verify(received.expose(), sent.expose()));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct KemAlgorithm {
    identity: Identity,
    decapsulation_key_lens: &'static [usize],
    seed_len: Option<usize>,
    expanded_len: Option<usize>,
    encapsulation_key_len: usize,
    ciphertext_len: usize,
    shared_secret_len: usize,
    has_uniform_secret: bool,
    backend: fn() -> &'static str,
    generate: fn(&mut dyn Random) -> Private<RandomError>,
    /// Reads a decapsulation key. The length was checked.
    decapsulation_key: fn(&[u8]) -> Private<KemError>,
    encapsulation_key: fn(&[u8]) -> Public<KemError>,
}

/// A decapsulation key, or the reason why there is none.
type Private<E> = Result<Box<dyn DynDecapsulationKey>, E>;
/// An encapsulation key, or the reason why there is none.
type Public<E> = Result<Box<dyn DynEncapsulationKey>, E>;

impl KemAlgorithm {
    /// Returns the names and numbers of the scheme.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the numbers of bytes that a decapsulation key may have, that of a new key first. There are none if keys
    /// are used once and have no bytes, as those of X25519MLKEM768.
    #[must_use]
    pub const fn decapsulation_key_lens(&self) -> &'static [usize] {
        self.decapsulation_key_lens
    }

    /// Returns the number of bytes in a seed, from which a decapsulation key is computed; `None` if there is no such form.
    #[must_use]
    pub const fn seed_len(&self) -> Option<usize> {
        self.seed_len
    }

    /// Returns the number of bytes in the form that is computed from a seed, if the standard says how to store it.
    #[must_use]
    pub const fn expanded_len(&self) -> Option<usize> {
        self.expanded_len
    }

    /// Returns the number of bytes in an encapsulation key.
    #[must_use]
    pub const fn encapsulation_key_len(&self) -> usize {
        self.encapsulation_key_len
    }

    /// Returns the number of bytes in a ciphertext.
    #[must_use]
    pub const fn ciphertext_len(&self) -> usize {
        self.ciphertext_len
    }

    /// Returns the number of bytes in a shared secret.
    #[must_use]
    pub const fn shared_secret_len(&self) -> usize {
        self.shared_secret_len
    }

    /// Returns whether a shared secret is uniform, and can be used as a key. If not, derive keys from it.
    #[must_use]
    pub const fn has_uniform_secret(&self) -> bool {
        self.has_uniform_secret
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
    pub fn generate(&self, random: &mut dyn Random) -> Result<Box<dyn DynDecapsulationKey>, RandomError> {
        (self.generate)(random)
    }

    /// Returns the decapsulation key with these bytes: a seed or another form of the scheme, which the length tells. ML-KEM
    /// has a seed, an expanded form, and the first followed by the second. Constant time.
    ///
    /// # Errors
    /// [`KemError::NoSuchForm`] if keys have no bytes, [`KemError::DecapsulationKeyLength`], and those of the scheme: an
    /// expanded key can be damaged.
    pub fn decapsulation_key_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn DynDecapsulationKey>, KemError> {
        KemError::check_forms(self.decapsulation_key_lens, bytes.len())?;
        (self.decapsulation_key)(bytes)
    }

    /// Returns the decapsulation key of a seed. Constant time.
    ///
    /// # Errors
    /// [`KemError::NoSuchForm`] if the scheme has no seeds, [`KemError::Length`] if they have another length.
    pub fn decapsulation_key_from_seed(&self, seed: &[u8]) -> Result<Box<dyn DynDecapsulationKey>, KemError> {
        let expected = self.seed_len.ok_or(KemError::NoSuchForm)?;
        if seed.len() != expected {
            return Err(LengthError { what: "a seed", expected, found: seed.len() }.into());
        }
        (self.decapsulation_key)(seed)
    }

    /// Returns the encapsulation key with these bytes, after the checks of its standard. Variable time in the key, which
    /// is public.
    ///
    /// # Errors
    /// [`KemError::Length`] if it has another length, [`KemError::EncapsulationKeyModulus`] if a coefficient of an ML-KEM
    /// key is out of range, [`KemError::NonContributory`] if a key of DHKEM is of small order.
    pub fn encapsulation_key_from_bytes(&self, bytes: &[u8]) -> Result<Box<dyn DynEncapsulationKey>, KemError> {
        (self.encapsulation_key)(bytes)
    }

    const fn of<K: Kem>(identity: Identity) -> Self {
        Self {
            identity,
            decapsulation_key_lens: K::KEY_LENS,
            seed_len: K::SEED_LEN,
            expanded_len: K::EXPANDED_LEN,
            encapsulation_key_len: K::ENCAPSULATION_KEY_LEN,
            ciphertext_len: K::CIPHERTEXT_LEN,
            shared_secret_len: K::SHARED_SECRET_LEN,
            has_uniform_secret: K::HAS_UNIFORM_SECRET,
            backend: K::backend,
            generate: |random| Ok(Box::new(K::generate(random)?)),
            decapsulation_key: |bytes| Ok(Box::new(K::read(bytes)?)),
            encapsulation_key: |bytes| Ok(Box::new(K::read_encapsulation_key(bytes)?)),
        }
    }
}

row!(KemAlgorithm);

impl fmt::Debug for KemAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identity.id)
    }
}

impl dyn DynDecapsulationKey {
    /// Returns the row of the scheme in the catalogue.
    #[must_use]
    pub fn algorithm(&self) -> &'static KemAlgorithm {
        named(self.name())
    }
}

impl dyn DynEncapsulationKey {
    /// Returns the row of the scheme in the catalogue.
    #[must_use]
    pub fn algorithm(&self) -> &'static KemAlgorithm {
        named(self.name())
    }
}

/// Returns the row with the name that its keys state.
fn named(name: &str) -> &'static KemAlgorithm {
    KEMS.iter().find(|scheme| scheme.identity.name == name).expect("every type of keys has a row")
}

/// Generates the table.
macro_rules! table {
    ([] $($feature:literal [$Key:ty] $STEM:ident ($($names:tt)*) [$($method:ident($($argument:tt)*))*] $file:ident;)+) => {
        &[$(
            #[cfg(feature = $feature)]
            KemAlgorithm::of::<$Key>(Identity::new($($names)*)$(.$method($($argument)*))*),
        )+]
    };
}

/// The table; the numbers are those in C.
pub(super) static KEMS: &[KemAlgorithm] = __kems! { table [] };

/// Returns every scheme of key encapsulation, a family after the other.
#[must_use]
pub const fn kems() -> Algorithms<KemAlgorithm> {
    Algorithms::new(KEMS)
}

/// Returns the scheme of key encapsulation with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// let scheme = algorithm::kem("mlkem768").unwrap();
/// assert_eq!((scheme.identity().family, scheme.identity().category), ("ML-KEM", Some(3)));
/// assert_eq!(scheme.ciphertext_len(), 1088);
/// ```
#[must_use]
pub fn kem(name: &str) -> Option<&'static KemAlgorithm> {
    kems().find(name)
}
