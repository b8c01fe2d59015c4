//! SLH-DSA keys of every parameter set.
//!
//! Generating a key, checking one and signing take up to seconds, so that a line on the terminal says what is done.

use crate::exit::Failure;
use crate::key::{PrivateKey, Purpose, Row};
use crate::post_quantum::{
    Hedge, Message, Signing, Strength, Verdict, Verifying, not_signed, too_weak, too_weak_to_verify,
};
use crate::private_copy::{self, Reason};
use crate::progress::during;
use bytesize::ByteSize;
use carnelian::encoding::{EncodingError, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo};
use carnelian::postquantum::slhdsa::{
    Context, KeyFiles, Parameters, Prehash, PrehashSignature, SignError, Signature, SignatureError, SigningKey,
    VerifyingKey,
};
use carnelian::random::{OsRandom, RandomError};

/// Returns the row of a parameter set in the table of key types.
pub(crate) const fn row<P: KeyFiles>(name: &'static str, help: &'static str) -> Row {
    Row {
        algorithm: P::ALGORITHM,
        name,
        help,
        purpose: Purpose::Signature,
        generate: generate::<P>,
        private_key: private_key::<P>,
        verifying: Some(|info| Ok(Box::new(VerifyingKey::<P>::from_subject_public_key_info(info)?))),
    }
}

fn generate<P: KeyFiles>() -> Result<PrivateKey, RandomError> {
    let key = during(&format!("generating an {} key", P::NAME), || SigningKey::<P>::generate(&mut OsRandom));
    key.map(PrivateKey::signing)
}

/// Reads a key and checks that its root is that of its seeds. Signatures of another one would not be valid.
fn private_key<P: KeyFiles>(info: &PrivateKeyInfo) -> Result<PrivateKey, EncodingError> {
    let key = SigningKey::<P>::from_private_key_info(info)?;
    let fault = "its root is not that of its seeds";
    during(&format!("checking the {} key", P::NAME), || key.check())
        .map_err(|_| EncodingError::InvalidPrivateKey { algorithm: P::ALGORITHM, fault })?;
    Ok(PrivateKey::signing(key))
}

/// The alternatives for a file that is too long for memory.
const TOO_LONG: Reason = Reason { purpose: "to sign", instead: "--prehash signs files of any length" };

impl<P: KeyFiles> Signing for SigningKey<P> {
    fn to_info(&self) -> PrivateKeyInfo {
        self.to_private_key_info()
    }

    fn to_public_info(&self) -> SubjectPublicKeyInfo {
        self.verifying_key().to_subject_public_key_info()
    }

    /// The file is hashed twice, the second time together with the result of the first.
    fn sign_file(
        &self,
        context: Context<'_>,
        hedge: Hedge,
        Message(name): Message<'_>,
        memory_limit: ByteSize,
    ) -> Result<Vec<u8>, Failure> {
        let message = private_copy::read(name, memory_limit, TOO_LONG)?;
        let signature = during(&signing::<P>(), || match hedge {
            Hedge::Random => self.sign_ctx(context, &message, &mut OsRandom),
            Hedge::Deterministic => self.sign_deterministic_ctx(context, &message),
        });
        signature.map(|signature| signature.as_ref().to_vec()).map_err(failure::<P>)
    }

    fn sign_prehash(&self, context: Context<'_>, hedge: Hedge, digest: &Prehash) -> Result<Vec<u8>, Failure> {
        let signature = during(&signing::<P>(), || match hedge {
            Hedge::Random => self.sign_prehash(context, digest, &mut OsRandom),
            Hedge::Deterministic => self.sign_prehash_deterministic(context, digest),
        });
        signature.map(|signature| signature.as_ref().to_vec()).map_err(failure::<P>)
    }
}

fn signing<P: Parameters>() -> String {
    format!("signing with {}", P::NAME)
}

fn failure<P: Parameters>(error: SignError) -> Failure {
    match error {
        SignError::Prehash(weak) => too_weak(P::NAME, weak),
        SignError::Random(_) => not_signed(true, &error),
        SignError::Fault => not_signed(false, &error),
    }
}

impl<P: Parameters> Verifying for VerifyingKey<P> {
    fn scheme(&self) -> &'static str {
        "SLH-DSA"
    }

    fn set(&self) -> &'static str {
        P::NAME
    }

    fn signature_len(&self) -> usize {
        P::SIGNATURE_LEN
    }

    fn verify_file(&self, context: Context<'_>, signature: &[u8], file: Message<'_>) -> Result<Verdict, Failure> {
        let signature = Signature::from_slice(signature).expect(LENGTH);
        let mut verifier = self.verifier(context, &signature);
        file.read(|piece| verifier.update(piece))?;
        Ok(verdict(verifier.verify()))
    }

    fn verify_prehash(
        &self,
        context: Context<'_>,
        signature: &[u8],
        digest: &Prehash,
        strength: Strength,
    ) -> Result<Verdict, Failure> {
        let signature = PrehashSignature::from_slice(signature).expect(LENGTH);
        let verified = match strength {
            Strength::OfKey => self.verify_prehash(context, digest, &signature),
            Strength::Any => self.verify_prehash_of_any_strength(context, digest, &signature),
        };
        match verified {
            Err(SignatureError::Prehash(weak)) => Err(too_weak_to_verify(P::NAME, weak)),
            verified => Ok(verdict(verified)),
        }
    }
}

const LENGTH: &str = "the length of a signature is checked when it is read";

fn verdict(verified: Result<(), SignatureError>) -> Verdict {
    verified.map_err(|error| error.to_string())
}
