//! ML-KEM keys of every parameter set, behind a common interface.

use crate::exit::Failure;
use crate::key::{self, PrivateKey, Purpose, Role, Row};
use crate::key_file;
use crate::seeded::{PrivateForm, Seeded};
use carnelian::LengthError;
use carnelian::encoding::{
    Algorithm, EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo,
};
use carnelian::postquantum::mlkem::{
    Ciphertext, DecapsulationKey, EncapsulationKey, KeyFiles, MlKem512, MlKem768, MlKem1024, Parameters, SharedSecret,
};
use carnelian::random::{OsRandom, RandomError};
use carnelian::secret::Secret;
use std::ffi::OsStr;
use std::fmt::Debug;

/// Returns the row of a parameter set in the table of key types.
pub(crate) const fn row<P: KeyFiles>(name: &'static str, help: &'static str) -> Row {
    Row {
        algorithm: P::ALGORITHM,
        name,
        help,
        purpose: Purpose::Encapsulation,
        generate: || DecapsulationKey::<P>::generate(&mut OsRandom).map(|key| PrivateKey::MlKem(Box::new(key))),
        private_key: |info| Ok(PrivateKey::MlKem(Box::new(DecapsulationKey::<P>::from_private_key_info(info)?))),
        verifying: None,
    }
}

/// A private key.
pub trait Decapsulation: Seeded + Debug {
    /// Returns the key in its container.
    fn to_info(&self) -> PrivateKeyInfo;

    /// Returns the public key in its container.
    fn to_public_info(&self) -> SubjectPublicKeyInfo;

    /// Returns the number of bytes in a ciphertext.
    fn ciphertext_len(&self) -> usize;

    /// Returns the shared secret of a ciphertext, or a secret that no other party has if it is not for this key.
    ///
    /// # Errors
    /// [`LengthError`] if it does not have [`ciphertext_len`](Self::ciphertext_len) bytes.
    fn decapsulate(&self, ciphertext: &[u8]) -> Result<SharedSecret, LengthError>;
}

impl<P: KeyFiles> Seeded for DecapsulationKey<P> {
    fn bytes(&self, form: PrivateForm) -> Option<Secret<Vec<u8>>> {
        form.of(self.as_seed().map(|seed| &seed.expose()[..]), self.as_expanded_bytes().expose().as_ref())
    }
}

impl<P: KeyFiles> Decapsulation for DecapsulationKey<P> {
    fn to_info(&self) -> PrivateKeyInfo {
        self.to_private_key_info()
    }

    fn to_public_info(&self) -> SubjectPublicKeyInfo {
        self.encapsulation_key().to_subject_public_key_info()
    }

    fn ciphertext_len(&self) -> usize {
        P::CIPHERTEXT_LEN
    }

    fn decapsulate(&self, ciphertext: &[u8]) -> Result<SharedSecret, LengthError> {
        Ciphertext::from_slice(ciphertext).map(|ciphertext| self.decapsulate(&ciphertext))
    }
}

/// A public key.
pub trait Encapsulation {
    /// Returns the ciphertext of a new secret, and the secret.
    ///
    /// # Errors
    /// [`RandomError`] if the operating system has no random bytes.
    fn encapsulate(&self) -> Result<(Vec<u8>, SharedSecret), RandomError>;
}

impl<P: Parameters> Encapsulation for EncapsulationKey<P> {
    fn encapsulate(&self) -> Result<(Vec<u8>, SharedSecret), RandomError> {
        let (ciphertext, secret) = self.encapsulate(&mut OsRandom)?;
        Ok((ciphertext.as_ref().to_vec(), secret))
    }
}

/// Converts a public key from its parsed container. Returns `None` if it is one of another algorithm.
#[must_use]
pub fn public_key(info: &SubjectPublicKeyInfo) -> Option<Result<Box<dyn Encapsulation>, EncodingError>> {
    fn boxed<P: KeyFiles>(info: &SubjectPublicKeyInfo) -> Result<Box<dyn Encapsulation>, EncodingError> {
        EncapsulationKey::<P>::from_subject_public_key_info(info).map(|key| Box::new(key) as Box<dyn Encapsulation>)
    }
    Some(match info.algorithm() {
        Algorithm::MlKem512 => boxed::<MlKem512>(info),
        Algorithm::MlKem768 => boxed::<MlKem768>(info),
        Algorithm::MlKem1024 => boxed::<MlKem1024>(info),
        _ => return None,
    })
}

/// Returns the failure of the key file `name` that holds a key of another algorithm.
#[must_use]
pub fn other_algorithm(name: &OsStr, found: Algorithm) -> Failure {
    key_file::other_algorithm(name, key::Encapsulation::KEYS, found)
}
