//! Signing and verifying files with a key of any scheme.

pub mod prehash;
mod variant;

pub(crate) use variant::context_help;
pub use variant::{Variant, VariantArgs};

use crate::exit::{Exit, Failure};
use crate::input::{InputFile, Reason};
use crate::progress::during;
use bytesize::ByteSize;
use carnelian::algorithm::{
    DynSigningKey, DynVerifyingKey, Hedging, SignOptions, SignatureAlgorithm, SignatureError, SignatureOption,
    UnsupportedOption, VerifyOptions,
};
use carnelian::random::OsRandom;

/// The alternative for a file that is too long for memory.
const BY_DIGEST: &str = "--prehash signs files of any length";
/// The reason why there is none, for a scheme without signatures of digests.
const WHOLE_ONLY: &str = "keys of this algorithm sign no digest in place of a file";

/// How files are signed with a key.
#[derive(Clone, Copy, Debug)]
pub struct Signing<'a> {
    /// The variant of the scheme.
    pub variant: Variant<'a>,
    /// The random bytes that a signature depends on besides the key and the file.
    pub hedging: Hedging,
    /// The longest file that is read into memory, if the scheme needs that.
    pub memory_limit: ByteSize,
}

impl Signing<'_> {
    /// Checks that the scheme has the variant, which needs neither the key nor the file.
    ///
    /// # Errors
    /// [`Exit::Usage`] if it does not.
    pub fn check(&self, scheme: &'static SignatureAlgorithm) -> Result<(), Failure> {
        self.variant.check(scheme).map_err(|error| self.variant.failure(scheme, &error))
    }

    /// Returns the signature of a file. It is read once: in pieces, or into memory by a scheme that hashes it twice.
    ///
    /// # Errors
    /// [`Exit::Usage`] if the scheme does not have the variant, [`Exit::Io`] if the file cannot be read or the
    /// operating system has no random bytes, [`Exit::Unusable`] if the file is too long for memory or the key is
    /// damaged.
    pub fn sign_file(&self, key: &dyn DynSigningKey, file: &InputFile) -> Result<Vec<u8>, Failure> {
        match key.signer(&self.options()) {
            Ok(mut signer) => {
                file.stream(|piece| signer.update(piece))?;
                self.signed(key, || signer.sign(&mut OsRandom))
            }
            Err(SignatureError::Unsupported(UnsupportedOption { option: SignatureOption::SigningInParts, .. })) => {
                self.sign(key, &self.read(key, file)?)
            }
            Err(error) => Err(self.variant.failure(key.algorithm(), &error)),
        }
    }

    /// Returns the content of a file, to be signed.
    ///
    /// # Errors
    /// [`Exit::Io`] if it cannot be read, [`Exit::Unusable`] if it is too long for memory.
    pub fn read(&self, key: &dyn DynSigningKey, file: &InputFile) -> Result<Vec<u8>, Failure> {
        let instead = if prehash::Prehash::is_had_by(key.algorithm()) { BY_DIGEST } else { WHOLE_ONLY };
        file.whole(self.memory_limit, Reason { purpose: "to sign", instead })
    }

    /// Returns the signature of a message.
    ///
    /// # Errors
    /// Those of [`sign_file`](Self::sign_file).
    pub fn sign(&self, key: &dyn DynSigningKey, message: &[u8]) -> Result<Vec<u8>, Failure> {
        self.signed(key, || key.sign(message, &self.options(), &mut OsRandom))
    }

    fn options(&self) -> SignOptions<'_> {
        let Variant { context, prehash, .. } = self.variant;
        let prehash = prehash.map(prehash::Prehash::algorithm);
        SignOptions { context, prehash, hedging: self.hedging, ..SignOptions::default() }
    }

    /// Signs, which takes seconds with some keys, so that a line on the terminal says what is done.
    fn signed(
        &self,
        key: &dyn DynSigningKey,
        sign: impl FnOnce() -> Result<Vec<u8>, SignatureError>,
    ) -> Result<Vec<u8>, Failure> {
        let signature = during(&format!("signing with {}", key.name()), sign);
        signature.map_err(|error| self.variant.failure(key.algorithm(), &error))
    }
}

/// The verdict on a signature: if it is not valid, the reason as a sentence.
pub type Verdict = Result<(), String>;

/// How signatures of files are verified with a key.
#[derive(Clone, Copy, Debug)]
pub struct Verifying<'a> {
    /// The variant of the scheme.
    pub variant: Variant<'a>,
    /// The rule that decides which signatures are valid, if it is not the scheme's default.
    pub rule: Option<&'a str>,
    /// Accepts digests that are too short for the strength of the key.
    pub any_strength: bool,
}

impl Verifying<'_> {
    /// Checks that the scheme has the variant. For a digest that is too short for the key there is no verdict: the
    /// signature may be valid.
    ///
    /// # Errors
    /// [`Exit::Usage`] if it does not.
    pub fn check(&self, scheme: &'static SignatureAlgorithm) -> Result<(), Failure> {
        match self.variant.check(scheme) {
            Err(SignatureError::WeakPrehash { .. }) if self.any_strength => Ok(()),
            Err(error) => Err(self.failure(scheme, &error)),
            Ok(()) => Ok(()),
        }
    }

    /// Verifies the signature of a file, which is read in constant memory.
    ///
    /// # Errors
    /// [`Exit::Usage`] if the scheme does not have the variant, [`Exit::Io`] if the file cannot be read. An invalid
    /// signature is not an error.
    pub fn verify_file(
        &self,
        key: &dyn DynVerifyingKey,
        signature: &[u8],
        file: &InputFile,
    ) -> Result<Verdict, Failure> {
        let mut verifier = match key.verifier(signature, &self.options()) {
            Ok(verifier) => verifier,
            Err(error) => return self.verdict(key, Err(error)),
        };
        file.stream(|piece| verifier.update(piece))?;
        self.verdict(key, verifier.verify())
    }

    /// Verifies the signature of a message.
    ///
    /// # Errors
    /// [`Exit::Usage`] if the scheme does not have the variant.
    pub fn verify(&self, key: &dyn DynVerifyingKey, signature: &[u8], message: &[u8]) -> Result<Verdict, Failure> {
        self.verdict(key, key.verify(message, signature, &self.options()))
    }

    fn options(&self) -> VerifyOptions<'_> {
        let Variant { context, prehash, .. } = self.variant;
        let any_strength = self.any_strength;
        VerifyOptions { context, prehash: prehash.map(prehash::Prehash::algorithm), rule: self.rule, any_strength }
    }

    fn verdict(&self, key: &dyn DynVerifyingKey, verified: Result<(), SignatureError>) -> Result<Verdict, Failure> {
        match verified {
            Ok(()) => Ok(Ok(())),
            Err(SignatureError::Invalid(reason)) => Ok(Err(reason.to_string())),
            Err(error) => Err(self.failure(key.algorithm(), &error)),
        }
    }

    fn failure(&self, scheme: &'static SignatureAlgorithm, error: &SignatureError) -> Failure {
        match error {
            SignatureError::WeakPrehash { .. } => {
                let reason = variant::reason(scheme, &self.variant, error);
                Failure::new(Exit::Usage, format!("{reason}; --any-strength accepts it"))
            }
            error => self.variant.failure(scheme, error),
        }
    }
}
