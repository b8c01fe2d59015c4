//! Keys of the signature schemes of FIPS 204 and FIPS 205 behind a common interface. The schemes have the same variants:
//! a file is signed itself, or its digest is.

use crate::exit::{Exit, Failure};
use crate::input;
use crate::prehash;
use crate::seeded::Seeded;
use crate::stream;
use bytesize::ByteSize;
use carnelian::encoding::{EncodingError, PrivateKeyInfo, SubjectPublicKeyInfo};
use carnelian::postquantum::mldsa::{Context, Prehash, WeakPrehash};
use std::ffi::OsStr;
use std::fmt::{Debug, Display};

/// A variant of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant<'a> {
    /// The hash function of HashML-DSA and HashSLH-DSA, which sign a digest of the file.
    pub prehash: Option<&'static prehash::Function>,
    /// The context, empty if there is none.
    pub context: Context<'a>,
}

/// The digests that are accepted in place of a file when a signature is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Those that are long enough for the security strength of the key.
    OfKey,
    /// All of them.
    Any,
}

/// The source of the random bytes that a signature depends on besides the key and the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hedge {
    /// The operating system.
    Random,
    /// None: the same file always gets the same signature.
    Deterministic,
}

/// A file that is signed, by its name.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a>(pub &'a OsStr);

impl Message<'_> {
    /// Passes the content of the file to `update`, piece by piece.
    ///
    /// # Errors
    /// [`Exit::Io`] if it cannot be read.
    pub fn read(&self, update: impl FnMut(&[u8])) -> Result<(), Failure> {
        stream::read(self.0, update).map_err(|error| Failure::file(input::label(self.0), &error))
    }
}

/// A private key.
pub trait Signing: Debug {
    /// Returns the key in its container.
    fn to_info(&self) -> PrivateKeyInfo;

    /// Returns the public key in its container.
    fn to_public_info(&self) -> SubjectPublicKeyInfo;

    /// Returns the key if it is one that has a seed and an expanded form.
    fn seeded(&self) -> Option<&dyn Seeded> {
        None
    }

    /// Returns the signature of a file.
    ///
    /// # Errors
    /// [`Exit::Io`] if the file cannot be read or the operating system has no random bytes, [`Exit::Unusable`] if the
    /// scheme needs the file in memory and it is longer than `memory_limit`.
    fn sign_file(
        &self,
        context: Context<'_>,
        hedge: Hedge,
        file: Message<'_>,
        memory_limit: ByteSize,
    ) -> Result<Vec<u8>, Failure>;

    /// Returns the signature of a digest.
    ///
    /// # Errors
    /// [`Exit::Io`] if the operating system has no random bytes, [`Exit::Usage`] if the digest is too short for the key.
    fn sign_prehash(&self, context: Context<'_>, hedge: Hedge, digest: &Prehash) -> Result<Vec<u8>, Failure>;

    /// Returns the signature of a file in a variant.
    ///
    /// # Errors
    /// Those of [`sign_file`](Self::sign_file).
    fn sign(
        &self,
        variant: Variant<'_>,
        hedge: Hedge,
        file: Message<'_>,
        memory_limit: ByteSize,
    ) -> Result<Vec<u8>, Failure> {
        match variant.prehash {
            Some(function) => self.sign_prehash(variant.context, hedge, &(function.digest)(&file)?),
            None => self.sign_file(variant.context, hedge, file, memory_limit),
        }
    }
}

/// Returns the failure of signing: of the random source if `is_random`, else of the key.
pub(crate) fn not_signed(is_random: bool, error: &dyn Display) -> Failure {
    Failure::new(if is_random { Exit::Io } else { Exit::Unusable }, error.to_string())
}

/// Returns the failure of signing a digest that is too short for a key of the parameter set `set`: another function must
/// be named.
pub(crate) fn too_weak(set: &str, weak: WeakPrehash) -> Failure {
    Failure::new(Exit::Usage, weakness(set, weak))
}

/// Returns the failure of verifying the signature of such a digest. No verdict is given: the signature may be valid.
pub(crate) fn too_weak_to_verify(set: &str, weak: WeakPrehash) -> Failure {
    Failure::new(Exit::Usage, format!("{}; --any-strength accepts it", weakness(set, weak)))
}

fn weakness(set: &str, WeakPrehash { at_least, found }: WeakPrehash) -> String {
    format!("--prehash: {set} needs a digest of at least {at_least} bytes, found {found}")
}

/// The verdict on a signature: if it is not valid, the reason as a sentence.
pub type Verdict = Result<(), String>;

/// A public key.
pub trait Verifying {
    /// Returns the name of the scheme.
    fn scheme(&self) -> &'static str;

    /// Returns the name of the parameter set.
    fn set(&self) -> &'static str;

    /// Returns the number of bytes in a signature.
    fn signature_len(&self) -> usize;

    /// Verifies the signature of a file, which is read in constant memory. It has
    /// [`signature_len`](Self::signature_len) bytes.
    ///
    /// # Errors
    /// [`Exit::Io`] if the file cannot be read. An invalid signature is not an error.
    fn verify_file(&self, context: Context<'_>, signature: &[u8], file: Message<'_>) -> Result<Verdict, Failure>;

    /// Verifies the signature of a digest. It has [`signature_len`](Self::signature_len) bytes.
    ///
    /// # Errors
    /// [`Exit::Usage`] if the digest is too short for `strength`. An invalid signature is not an error.
    fn verify_prehash(
        &self,
        context: Context<'_>,
        signature: &[u8],
        digest: &Prehash,
        strength: Strength,
    ) -> Result<Verdict, Failure>;

    /// Verifies the signature of a file in a variant.
    ///
    /// # Errors
    /// Those of [`verify_file`](Self::verify_file) and [`verify_prehash`](Self::verify_prehash).
    fn verify(
        &self,
        variant: Variant<'_>,
        strength: Strength,
        signature: &[u8],
        file: Message<'_>,
    ) -> Result<Verdict, Failure> {
        match variant.prehash {
            Some(function) => self.verify_prehash(variant.context, signature, &(function.digest)(&file)?, strength),
            None => self.verify_file(variant.context, signature, file),
        }
    }
}

/// Returns the name of a variant in its standard.
#[must_use]
pub fn name(key: &dyn Verifying, variant: Variant<'_>) -> String {
    match variant.prehash {
        Some(function) => format!("Hash{} with {}", key.set(), function.title),
        None => key.set().to_owned(),
    }
}

/// Reads a public key from its container.
pub type ReadPublic = fn(&SubjectPublicKeyInfo) -> Result<Box<dyn Verifying>, EncodingError>;
