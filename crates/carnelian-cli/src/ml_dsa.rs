//! ML-DSA keys of every parameter set, behind a common interface.

use crate::exit::{Exit, Failure};
use crate::input;
use crate::seeded::{PrivateForm, Seeded};
use crate::stream;
use carnelian::encoding::{
    Algorithm, EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo,
};
use carnelian::hash::Sha512;
use carnelian::postquantum::mldsa::{
    Context, KeyFiles, MlDsa44, MlDsa65, MlDsa87, Mu, Parameters, ParseSignatureError, Prehash, PrehashSignature,
    SignError, Signature, SignatureError, SigningKey, VerifyingKey,
};
use carnelian::random::OsRandom;
use carnelian::secret::Secret;
use std::ffi::OsStr;
use std::io;

/// A variant of the signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant<'a> {
    /// True for HashML-DSA, which signs the SHA-512 digest of the file; false for ML-DSA.
    pub prehash: bool,
    /// The context, empty if there is none.
    pub context: Context<'a>,
}

/// The source of the 32 bytes that a signature depends on besides the key and the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hedge {
    /// Random bytes.
    Random,
    /// None: the same file always gets the same signature.
    Deterministic,
}

/// A private key.
pub trait Signing: Seeded {
    /// Returns the signature of the file `name`, which is read once, in constant memory.
    ///
    /// # Errors
    /// [`Exit::Io`] if the file cannot be read or the operating system has no random bytes.
    fn sign(&self, variant: Variant<'_>, hedge: Hedge, name: &OsStr) -> Result<Vec<u8>, Failure>;
}

impl<P: KeyFiles> Seeded for SigningKey<P> {
    fn to_info(&self) -> PrivateKeyInfo {
        self.to_private_key_info()
    }

    fn bytes(&self, form: PrivateForm) -> Option<Secret<Vec<u8>>> {
        form.of(self.seed().map(|seed| &seed.expose()[..]), self.to_expanded_bytes().expose().as_ref())
    }

    fn to_public_info(&self) -> SubjectPublicKeyInfo {
        self.verifying_key().to_subject_public_key_info()
    }
}

impl<P: KeyFiles> Signing for SigningKey<P> {
    fn sign(&self, variant: Variant<'_>, hedge: Hedge, name: &OsStr) -> Result<Vec<u8>, Failure> {
        let unreadable = |error| Failure::file(input::label(name), &error);
        let context = variant.context;
        let signed = if variant.prehash {
            let message = prehash(name).map_err(unreadable)?;
            let signature = match hedge {
                Hedge::Random => self.sign_prehash(&mut OsRandom, context, &message),
                Hedge::Deterministic => self.sign_prehash_deterministic(context, &message),
            };
            signature.map(|signature| signature.as_bytes().as_ref().to_vec())
        } else {
            let message = mu(self.verifying_key(), context, name).map_err(unreadable)?;
            let signature = match hedge {
                Hedge::Random => self.sign_mu(&mut OsRandom, &message),
                Hedge::Deterministic => self.sign_mu_deterministic(&message),
            };
            signature.map(|signature| signature.as_bytes().as_ref().to_vec())
        };
        signed.map_err(|error| {
            let exit = if matches!(error, SignError::Random(_)) { Exit::Io } else { Exit::Unusable };
            Failure::new(exit, error.to_string())
        })
    }
}

/// Converts a private key from its parsed container. Returns `None` if it is one of another algorithm.
#[must_use]
pub fn private_key(info: &PrivateKeyInfo) -> Option<Result<Box<dyn Signing>, EncodingError>> {
    fn boxed<P: KeyFiles>(info: &PrivateKeyInfo) -> Result<Box<dyn Signing>, EncodingError> {
        SigningKey::<P>::from_private_key_info(info).map(|key| Box::new(key) as Box<dyn Signing>)
    }
    Some(match info.algorithm() {
        Algorithm::MlDsa44 => boxed::<MlDsa44>(info),
        Algorithm::MlDsa65 => boxed::<MlDsa65>(info),
        Algorithm::MlDsa87 => boxed::<MlDsa87>(info),
        _ => return None,
    })
}

/// A public key.
pub trait Verifying {
    /// Returns the name of the variant in FIPS 204.
    fn name(&self, prehash: bool) -> String;

    /// Returns the number of bytes in a signature.
    fn signature_len(&self) -> usize;

    /// Verifies the signature of the file `name`, which is read once, in constant memory.
    ///
    /// # Errors
    /// Errors of reading. An invalid signature is not an error.
    fn verify(&self, variant: Variant<'_>, signature: &[u8], name: &OsStr) -> io::Result<Result<(), SignatureError>>;
}

impl<P: Parameters> Verifying for VerifyingKey<P> {
    fn name(&self, prehash: bool) -> String {
        if prehash { format!("Hash{} with SHA-512", P::NAME) } else { P::NAME.to_owned() }
    }

    fn signature_len(&self) -> usize {
        P::SIGNATURE_LEN
    }

    fn verify(&self, variant: Variant<'_>, signature: &[u8], name: &OsStr) -> io::Result<Result<(), SignatureError>> {
        let context = variant.context;
        if variant.prehash {
            let message = prehash(name)?;
            let signature = decoded(PrehashSignature::try_from(signature));
            return Ok(signature.and_then(|signature| self.verify_prehash(context, &message, &signature)));
        }
        let message = mu(self, context, name)?;
        let signature = decoded(Signature::try_from(signature));
        Ok(signature.and_then(|signature| self.verify_mu(&message, &signature)))
    }
}

/// Returns a signature that was parsed, whose length the caller has looked at.
fn decoded<S>(parsed: Result<S, ParseSignatureError>) -> Result<S, SignatureError> {
    parsed.map_err(|error| match error {
        ParseSignatureError::Signature(error) => error,
        ParseSignatureError::Length(_) => unreachable!("the length of a signature is checked when it is read"),
    })
}

/// Converts a public key from its parsed container. Returns `None` if it is one of another algorithm.
#[must_use]
pub fn public_key(info: &SubjectPublicKeyInfo) -> Option<Result<Box<dyn Verifying>, EncodingError>> {
    fn boxed<P: KeyFiles>(info: &SubjectPublicKeyInfo) -> Result<Box<dyn Verifying>, EncodingError> {
        VerifyingKey::<P>::from_subject_public_key_info(info).map(|key| Box::new(key) as Box<dyn Verifying>)
    }
    Some(match info.algorithm() {
        Algorithm::MlDsa44 => boxed::<MlDsa44>(info),
        Algorithm::MlDsa65 => boxed::<MlDsa65>(info),
        Algorithm::MlDsa87 => boxed::<MlDsa87>(info),
        _ => return None,
    })
}

/// Returns μ of the file `name` for a key.
fn mu<P: Parameters>(key: &VerifyingKey<P>, context: Context<'_>, name: &OsStr) -> io::Result<Mu<P>> {
    let mut hasher = key.mu_hasher(context);
    stream::read(name, |piece| hasher.update(piece))?;
    Ok(hasher.finalize())
}

/// Returns the SHA-512 digest of the file `name`: long enough for every parameter set.
fn prehash(name: &OsStr) -> io::Result<Prehash> {
    let mut hasher = Sha512::new();
    stream::read(name, |piece| hasher.update(piece))?;
    Ok(Prehash::finish(hasher))
}
