//! Keys of every algorithm that the command supports, behind a common interface.

use crate::ml_dsa;
use crate::ml_kem::{self, Decapsulation};
use crate::named::Named;
use crate::post_quantum::{ReadPublic, Signing};
use crate::seeded::Seeded;
use crate::slh_dsa;
use carnelian::curve::{ed25519, x25519};
use carnelian::encoding::{
    Algorithm, EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo,
};
use carnelian::postquantum::mldsa::{MlDsa44, MlDsa65, MlDsa87};
use carnelian::postquantum::mlkem::{MlKem512, MlKem768, MlKem1024};
use carnelian::postquantum::slhdsa::{
    SlhDsaSha2_128f, SlhDsaSha2_128s, SlhDsaSha2_192f, SlhDsaSha2_192s, SlhDsaSha2_256f, SlhDsaSha2_256s,
    SlhDsaShake128f, SlhDsaShake128s, SlhDsaShake192f, SlhDsaShake192s, SlhDsaShake256f, SlhDsaShake256s,
};
use carnelian::random::{OsRandom, RandomError};
use std::fmt;
use std::marker::PhantomData;

/// A key type: an algorithm that the command makes and reads keys of.
#[derive(Clone, Copy)]
pub struct KeyType(&'static Row);

/// The properties of a key type.
pub(crate) struct Row {
    pub(crate) algorithm: Algorithm,
    /// The name on the command line.
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
    pub(crate) purpose: Purpose,
    pub(crate) generate: fn() -> Result<PrivateKey, RandomError>,
    pub(crate) private_key: fn(&PrivateKeyInfo) -> Result<PrivateKey, EncodingError>,
    /// Reads a public key that verifies signatures of FIPS 204 or FIPS 205.
    pub(crate) verifying: Option<ReadPublic>,
}

/// Every key type, in listing order.
static KEY_TYPES: [Row; 20] = [
    Row {
        algorithm: Algorithm::Ed25519,
        name: "ed25519",
        help: "Signatures (RFC 8032)",
        purpose: Purpose::Signature,
        generate: || ed25519::SigningKey::generate(&mut OsRandom).map(|key| PrivateKey::Ed25519(Box::new(key))),
        private_key: |info| Ok(PrivateKey::Ed25519(Box::new(ed25519::SigningKey::from_private_key_info(info)?))),
        verifying: None,
    },
    Row {
        algorithm: Algorithm::X25519,
        name: "x25519",
        help: "Key agreement (RFC 7748)",
        purpose: Purpose::Agreement,
        generate: || x25519::SecretKey::generate(&mut OsRandom).map(PrivateKey::X25519),
        private_key: |info| x25519::SecretKey::from_private_key_info(info).map(PrivateKey::X25519),
        verifying: None,
    },
    ml_kem::row::<MlKem512>("ml-kem-512", "Key encapsulation (FIPS 203), category 1"),
    ml_kem::row::<MlKem768>("ml-kem-768", "Key encapsulation (FIPS 203), category 3"),
    ml_kem::row::<MlKem1024>("ml-kem-1024", "Key encapsulation (FIPS 203), category 5"),
    ml_dsa::row::<MlDsa44>("ml-dsa-44", "Signatures (FIPS 204), category 2"),
    ml_dsa::row::<MlDsa65>("ml-dsa-65", "Signatures (FIPS 204), category 3"),
    ml_dsa::row::<MlDsa87>("ml-dsa-87", "Signatures (FIPS 204), category 5"),
    slh_dsa::row::<SlhDsaSha2_128s>("slh-dsa-sha2-128s", "Signatures (FIPS 205), category 1, short"),
    slh_dsa::row::<SlhDsaSha2_128f>("slh-dsa-sha2-128f", "Signatures (FIPS 205), category 1, made fast"),
    slh_dsa::row::<SlhDsaSha2_192s>("slh-dsa-sha2-192s", "Signatures (FIPS 205), category 3, short"),
    slh_dsa::row::<SlhDsaSha2_192f>("slh-dsa-sha2-192f", "Signatures (FIPS 205), category 3, made fast"),
    slh_dsa::row::<SlhDsaSha2_256s>("slh-dsa-sha2-256s", "Signatures (FIPS 205), category 5, short"),
    slh_dsa::row::<SlhDsaSha2_256f>("slh-dsa-sha2-256f", "Signatures (FIPS 205), category 5, made fast"),
    slh_dsa::row::<SlhDsaShake128s>("slh-dsa-shake-128s", "Signatures (FIPS 205), category 1, short"),
    slh_dsa::row::<SlhDsaShake128f>("slh-dsa-shake-128f", "Signatures (FIPS 205), category 1, made fast"),
    slh_dsa::row::<SlhDsaShake192s>("slh-dsa-shake-192s", "Signatures (FIPS 205), category 3, short"),
    slh_dsa::row::<SlhDsaShake192f>("slh-dsa-shake-192f", "Signatures (FIPS 205), category 3, made fast"),
    slh_dsa::row::<SlhDsaShake256s>("slh-dsa-shake-256s", "Signatures (FIPS 205), category 5, short"),
    slh_dsa::row::<SlhDsaShake256f>("slh-dsa-shake-256f", "Signatures (FIPS 205), category 5, made fast"),
];

impl KeyType {
    /// Returns the key type of an algorithm, if the command supports it.
    #[must_use]
    pub fn of(algorithm: Algorithm) -> Option<Self> {
        KEY_TYPES.iter().find(|row| row.algorithm == algorithm).map(Self)
    }

    /// Returns the function that reads its public keys, if they verify signatures of FIPS 204 or FIPS 205.
    #[must_use]
    pub fn verifying(self) -> Option<ReadPublic> {
        self.0.verifying
    }
}

impl Named for KeyType {
    fn all() -> Vec<Self> {
        KEY_TYPES.iter().map(Self).collect()
    }

    fn name(&self) -> &'static str {
        self.0.name
    }

    fn help(&self) -> Option<&'static str> {
        Some(self.0.help)
    }
}

impl From<KeyType> for Algorithm {
    fn from(key_type: KeyType) -> Self {
        key_type.0.algorithm
    }
}

impl PartialEq for KeyType {
    fn eq(&self, other: &Self) -> bool {
        self.0.algorithm == other.0.algorithm
    }
}

impl Eq for KeyType {}

impl fmt::Debug for KeyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

/// The purpose of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Signature,
    Agreement,
    Encapsulation,
}

/// The keys that a subcommand reads.
pub trait Role: 'static {
    /// The names of their families, for messages.
    const KEYS: &str;

    /// Returns whether keys of this type are among them.
    fn has(key_type: KeyType) -> bool;
}

/// The role of keys that sign and verify.
#[derive(Clone, Copy, Debug)]
pub enum Signature {}

/// The role of keys for key agreement.
#[derive(Clone, Copy, Debug)]
pub enum Agreement {}

/// The role of keys for key encapsulation.
#[derive(Clone, Copy, Debug)]
pub enum Encapsulation {}

/// The role of keys that are read for any purpose.
#[derive(Clone, Copy, Debug)]
pub enum Any {}

impl Role for Signature {
    const KEYS: &str = "Ed25519, ML-DSA or SLH-DSA";

    fn has(key_type: KeyType) -> bool {
        key_type.0.purpose == Purpose::Signature
    }
}

impl Role for Agreement {
    const KEYS: &str = "X25519";

    fn has(key_type: KeyType) -> bool {
        key_type.0.purpose == Purpose::Agreement
    }
}

impl Role for Encapsulation {
    const KEYS: &str = "ML-KEM-512, ML-KEM-768 or ML-KEM-1024";

    fn has(key_type: KeyType) -> bool {
        key_type.0.purpose == Purpose::Encapsulation
    }
}

impl Role for Any {
    const KEYS: &str = "Ed25519, X25519, ML-KEM, ML-DSA or SLH-DSA";

    fn has(_: KeyType) -> bool {
        true
    }
}

/// A key type in a role: the value of `--algorithm`.
pub struct KeyTypeOf<R>(KeyType, PhantomData<fn() -> R>);

impl<R> Clone for KeyTypeOf<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for KeyTypeOf<R> {}

impl<R> fmt::Debug for KeyTypeOf<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<R: Role> Named for KeyTypeOf<R> {
    fn all() -> Vec<Self> {
        KeyType::all().into_iter().filter(|key_type| R::has(*key_type)).map(|one| Self(one, PhantomData)).collect()
    }

    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn help(&self) -> Option<&'static str> {
        self.0.help()
    }
}

impl<R> From<KeyTypeOf<R>> for Algorithm {
    fn from(key_type: KeyTypeOf<R>) -> Self {
        key_type.0.into()
    }
}

/// Checks that the bytes of a public key are one.
///
/// # Errors
/// [`EncodingError::InvalidPublicKey`] if they are not.
pub fn check_public(info: &SubjectPublicKeyInfo) -> Result<(), EncodingError> {
    if let Some(read) = KeyType::of(info.algorithm()).and_then(KeyType::verifying) {
        return read(info).map(drop);
    }
    match (ml_kem::public_key(info), info.algorithm()) {
        (Some(key), _) => key.map(drop),
        (None, Algorithm::Ed25519) => ed25519::VerifyingKey::from_subject_public_key_info(info).map(drop),
        (None, _) => x25519::PublicKey::from_subject_public_key_info(info).map(drop),
    }
}

/// A private key.
#[derive(Debug)]
pub enum PrivateKey {
    /// An Ed25519 key.
    Ed25519(Box<ed25519::SigningKey>),
    /// An X25519 key.
    X25519(x25519::SecretKey),
    /// An ML-KEM key.
    MlKem(Box<dyn Decapsulation>),
    /// An ML-DSA or SLH-DSA key.
    Signing(Box<dyn Signing>),
}

impl PrivateKey {
    /// Returns a key of the signature schemes of FIPS 204 and FIPS 205.
    pub(crate) fn signing(key: impl Signing + 'static) -> Self {
        Self::Signing(Box::new(key))
    }

    /// Generates a key from the random bytes of the operating system.
    ///
    /// # Errors
    /// [`RandomError`] if it has none.
    pub fn generate(key_type: KeyType) -> Result<Self, RandomError> {
        (key_type.0.generate)()
    }

    /// Converts the key from its parsed container.
    ///
    /// # Errors
    /// [`EncodingError`] if parts of it contradict each other, or the algorithm is not supported.
    pub fn from_info(info: &PrivateKeyInfo) -> Result<Self, EncodingError> {
        let algorithm = info.algorithm();
        let unknown = EncodingError::WrongAlgorithm { expected: None, found: algorithm.oid() };
        KeyType::of(algorithm).ok_or(unknown).and_then(|key_type| (key_type.0.private_key)(info))
    }

    /// Returns the key in its container.
    #[must_use]
    pub fn to_info(&self) -> PrivateKeyInfo {
        match self {
            Self::Ed25519(key) => key.to_private_key_info(),
            Self::X25519(key) => key.to_private_key_info(),
            Self::MlKem(key) => key.to_info(),
            Self::Signing(key) => key.to_info(),
        }
    }

    /// Returns the public key in its container.
    #[must_use]
    pub fn to_public_info(&self) -> SubjectPublicKeyInfo {
        match self {
            Self::Ed25519(key) => key.verifying_key().to_subject_public_key_info(),
            Self::X25519(key) => key.public_key().to_subject_public_key_info(),
            Self::MlKem(key) => key.to_public_info(),
            Self::Signing(key) => key.to_public_info(),
        }
    }

    /// Returns the key if it is one that has a seed and an expanded form.
    #[must_use]
    pub fn seeded(&self) -> Option<&dyn Seeded> {
        match self {
            Self::Ed25519(_) | Self::X25519(_) => None,
            Self::MlKem(key) => Some(&**key),
            Self::Signing(key) => key.seeded(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names on the command line are those of the library in small letters, and every key is read as what it is.
    #[test]
    fn key_types_have_the_names_of_their_algorithms() {
        for key_type in KeyType::all() {
            let algorithm = Algorithm::from(key_type);
            assert_eq!(key_type.name(), algorithm.to_string().to_lowercase());
            assert_eq!(KeyType::of(algorithm), Some(key_type));
            let signs = key_type.name().contains("-dsa-");
            assert_eq!(key_type.verifying().is_some(), signs, "{key_type:?}");
            if !key_type.name().ends_with('s') {
                let info = PrivateKey::generate(key_type).unwrap().to_info();
                assert_eq!(info.algorithm(), algorithm);
                assert_eq!(PrivateKey::from_info(&info).unwrap().to_info().algorithm(), algorithm);
            }
        }
    }
}
