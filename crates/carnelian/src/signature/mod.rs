//! The role of signatures: keys of any scheme behind one interface, chosen when the program runs.

mod batch;
mod error;
mod options;
mod parts;
mod scheme;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use batch::verdicts;
pub use batch::{SignatureItem, SignatureItemKey};
pub use error::{Cause, KeyLengthError, SignatureError, SignatureOption, UnsupportedOption};
pub use options::{Hedging, PrehashAlgorithm, SignOptions, VerifyOptions};
pub(crate) use parts::{PrehashSigner, PrehashVerifier};
pub(crate) use scheme::{Abilities, SignatureScheme, check_len, key_of_len, unsupported};

use crate::base::random::Random;
use crate::base::secret::Secret;
use crate::error::FaultError;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt::Debug;

/// A signing key of any scheme: what [`SignatureAlgorithm`](crate::algorithm::SignatureAlgorithm) generates and reads.
/// Sealed.
///
/// Secrets are wiped when the key is dropped, and take constant time, as those of the type are. An option that the
/// scheme does not have is an error.
///
/// ```
/// use carnelian::algorithm::{self, SignOptions, VerifyOptions};
/// use carnelian::random::OsRandom;
/// let scheme = algorithm::signature("ml-dsa-65").ok_or("no such scheme")?;
/// let key = scheme.generate(&mut OsRandom)?;
/// let options = SignOptions { context: Some(b"example"), ..SignOptions::default() };
/// let signature = key.sign(b"a message", &options, &mut OsRandom)?;
///
/// let public = scheme.verifying_key_from_bytes(key.verifying_key().as_bytes())?;
/// let options = VerifyOptions { context: Some(b"example"), ..VerifyOptions::default() };
/// public.verify(b"a message", &signature, &options)?;
/// assert!(public.verify(b"another", &signature, &options).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait DynSigningKey: sealed::Sealed + Any + Debug + Send + Sync {
    /// Returns the name of the scheme or parameter set in its standard.
    fn name(&self) -> &'static str;

    /// Returns the signature of a message. `random` is asked only if the signature is hedged.
    ///
    /// # Errors
    /// [`SignatureError`] if the scheme does not have an option, if the source fails, or if the key or the machine is
    /// faulty; nothing is signed then.
    fn sign(
        &self,
        message: &[u8],
        options: &SignOptions<'_>,
        random: &mut dyn Random,
    ) -> Result<Vec<u8>, SignatureError>;

    /// Returns the signature of a message whose digest by the prehash of the options is given.
    ///
    /// # Errors
    /// [`SignatureError`] as [`sign`](Self::sign), and if the options have no prehash or the digest another length.
    fn sign_digest(
        &self,
        digest: &[u8],
        options: &SignOptions<'_>,
        random: &mut dyn Random,
    ) -> Result<Vec<u8>, SignatureError>;

    /// Starts a message that comes in parts and need not fit into memory. Schemes that read a message twice have this
    /// only with a prehash: see [`signs_in_parts`](crate::algorithm::SignatureAlgorithm::signs_in_parts).
    ///
    /// # Errors
    /// [`SignatureError`] if the scheme does not have an option, or reads messages twice.
    ///
    /// ```
    /// use carnelian::algorithm::{self, SignOptions, VerifyOptions};
    /// use carnelian::random::OsRandom;
    /// let prehash = algorithm::hash("sha512").and_then(|function| function.prehash());
    /// let key = algorithm::signature("ed25519").ok_or("no such scheme")?.generate(&mut OsRandom)?;
    /// let mut signer = key.signer(&SignOptions { prehash, ..SignOptions::default() })?;
    /// signer.update(b"a mess");
    /// signer.update(b"age");
    /// let signature = signer.sign(&mut OsRandom)?;
    /// let options = VerifyOptions { prehash, ..VerifyOptions::default() };
    /// key.verifying_key().verify(b"a message", &signature, &options)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn signer(&self, options: &SignOptions<'_>) -> Result<Box<dyn DynSigner + '_>, SignatureError>;

    /// Returns the verifying key, the public half.
    fn verifying_key(&self) -> Box<dyn DynVerifyingKey>;

    /// Returns the key in the form for many signatures, with the matrix of ML-DSA or the highest tree of SLH-DSA; EdDSA
    /// has no other form. The signatures stay the same. Checks what [`check`](Self::check) does, in the same pass.
    ///
    /// # Errors
    /// [`SignatureError::Key`] as there.
    ///
    /// ```
    /// use carnelian::algorithm::{self, SignOptions, VerifyOptions};
    /// use carnelian::random::OsRandom;
    /// let key = algorithm::signature("ml-dsa-65").ok_or("no such scheme")?.generate(&mut OsRandom)?.prepare()?;
    /// let public = key.verifying_key().prepare();
    /// for message in [b"one", b"two"] {
    ///     let signature = key.sign(message, &SignOptions::default(), &mut OsRandom)?;
    ///     public.verify(message, &signature, &VerifyOptions::default())?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn prepare(self: Box<Self>) -> Result<Box<dyn DynSigningKey>, SignatureError>;

    /// Returns the private key in the form that files hold: the seed where the key has one and the scheme can read it,
    /// else the complete key.
    fn to_bytes(&self) -> Secret<Vec<u8>>;

    /// Returns the seed that the key is derived from, if it has one. That of SLH-DSA is SK.seed ‖ SK.prf ‖ PK.seed.
    fn to_seed(&self) -> Option<Secret<Vec<u8>>>;

    /// Returns the expanded private key, if the scheme has such a form beside the seed.
    fn to_expanded_bytes(&self) -> Option<Secret<Vec<u8>>>;

    /// Checks what is not checked when a key is read, because it takes as long as generating one: the root of SLH-DSA.
    /// Other schemes have nothing left to check.
    ///
    /// # Errors
    /// [`SignatureError::Key`] if the parts of the key do not belong together.
    fn check(&self) -> Result<(), SignatureError> {
        Ok(())
    }

    /// Checks that the two halves of the key belong together, and that its memory is unchanged: signs a message, which
    /// is not released, and verifies it.
    ///
    /// # Errors
    /// [`FaultError`] if they do not.
    fn check_pair(&self) -> Result<(), FaultError>;
}

impl dyn DynSigningKey {
    /// Returns the key as a type, if it is one: for what no other scheme has.
    ///
    /// ```
    /// use carnelian::algorithm;
    /// use carnelian::curve::ed25519::SigningKey;
    /// let key = algorithm::signature("ed25519").ok_or("no such scheme")?.signing_key_from_seed(&[7; 32])?;
    /// let typed = key.downcast_ref::<SigningKey>().ok_or("another key")?;
    /// assert_eq!(typed.to_x25519().public_key(), typed.verifying_key().to_x25519());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn downcast_ref<K: Any>(&self) -> Option<&K> {
        (self as &dyn Any).downcast_ref()
    }
}

/// A verifying key of any scheme. All of it is public: nothing here takes constant time. Sealed.
pub trait DynVerifyingKey: sealed::Sealed + Any + Debug + Send + Sync {
    /// Returns the name of the scheme or parameter set in its standard.
    fn name(&self) -> &'static str;

    /// Verifies the signature of a message.
    ///
    /// # Errors
    /// [`SignatureError::Invalid`] if the signature is not valid; others if no verdict is given, because the scheme
    /// does not have an option or the digest is too short for the strength of the key.
    fn verify(&self, message: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> Result<(), SignatureError>;

    /// Verifies the signature of a message whose digest by the prehash of the options is given.
    ///
    /// # Errors
    /// [`SignatureError`] as [`verify`](Self::verify), and if the options have no prehash or the digest another length.
    fn verify_digest(&self, digest: &[u8], signature: &[u8], options: &VerifyOptions<'_>)
    -> Result<(), SignatureError>;

    /// Starts the verification of a signature whose message comes in parts. The message is read once.
    ///
    /// # Errors
    /// [`SignatureError`] if the scheme does not have an option, or if no message has this signature.
    ///
    /// ```
    /// use carnelian::algorithm::{self, SignOptions, VerifyOptions};
    /// use carnelian::random::OsRandom;
    /// let key = algorithm::signature("ed25519").ok_or("no such scheme")?.generate(&mut OsRandom)?;
    /// let signature = key.sign(b"a message", &SignOptions::default(), &mut OsRandom)?;
    /// let mut verifier = key.verifying_key().verifier(&signature, &VerifyOptions::default())?;
    /// verifier.update(b"a mess");
    /// verifier.update(b"age");
    /// verifier.verify()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn verifier(&self, signature: &[u8], options: &VerifyOptions<'_>) -> Result<Box<dyn DynVerifier>, SignatureError>;

    /// Returns the key in the form for many verifications, with tables or the matrix of ML-DSA; SLH-DSA has no other.
    fn prepare(&self) -> Box<dyn DynVerifyingKey>;

    /// Returns the bytes of the key.
    fn as_bytes(&self) -> &[u8];

    /// Returns a copy.
    fn fork(&self) -> Box<dyn DynVerifyingKey>;
}

impl dyn DynVerifyingKey {
    /// Returns the key as a type, if it is one: for what no other scheme has.
    #[must_use]
    pub fn downcast_ref<K: Any>(&self) -> Option<&K> {
        (self as &dyn Any).downcast_ref()
    }
}

/// A message that is signed in parts: what [`DynSigningKey::signer`] starts. Sealed.
pub trait DynSigner: sealed::Sealed + Send {
    /// Absorbs the next part of the message, of any length.
    fn update(&mut self, data: &[u8]);

    /// Returns the signature of the message. `random` is asked only if the signature is hedged.
    ///
    /// # Errors
    /// [`SignatureError`] as [`DynSigningKey::sign`].
    fn sign(self: Box<Self>, random: &mut dyn Random) -> Result<Vec<u8>, SignatureError>;
}

/// A signature that is verified while its message comes in parts: what [`DynVerifyingKey::verifier`] starts. Sealed.
pub trait DynVerifier: sealed::Sealed + Send {
    /// Absorbs the next part of the message, of any length.
    fn update(&mut self, data: &[u8]);

    /// Verifies the signature of the message that was absorbed. Do not trust any of it until this returns `Ok`.
    ///
    /// # Errors
    /// [`SignatureError::Invalid`] if the signature is not valid.
    fn verify(self: Box<Self>) -> Result<(), SignatureError>;
}

/// Only this library implements the traits: the catalogue has a row for every key.
pub(crate) mod sealed {
    pub trait Sealed {}
}
