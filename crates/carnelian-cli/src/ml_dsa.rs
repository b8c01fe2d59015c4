//! ML-DSA keys of every parameter set.

use crate::exit::Failure;
use crate::key::{PrivateKey, Purpose, Row};
use crate::post_quantum::{
    Hedge, Message, Signing, Strength, Verdict, Verifying, not_signed, too_weak, too_weak_to_verify,
};
use crate::seeded::{PrivateForm, Seeded};
use bytesize::ByteSize;
use carnelian::encoding::{PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo};
use carnelian::postquantum::mldsa::{
    Context, KeyFiles, Mu, Parameters, ParseSignatureError, Prehash, PrehashSignature, SignError, Signature,
    SignatureError, SigningKey, VerifyingKey, WeakPrehash,
};
use carnelian::random::OsRandom;
use carnelian::secret::Secret;

/// Returns the row of a parameter set in the table of key types.
pub(crate) const fn row<P: KeyFiles>(name: &'static str, help: &'static str) -> Row {
    Row {
        algorithm: P::ALGORITHM,
        name,
        help,
        purpose: Purpose::Signature,
        generate: || SigningKey::<P>::generate(&mut OsRandom).map(PrivateKey::signing),
        private_key: |info| SigningKey::<P>::from_private_key_info(info).map(PrivateKey::signing),
        verifying: Some(|info| Ok(Box::new(VerifyingKey::<P>::from_subject_public_key_info(info)?))),
    }
}

impl<P: KeyFiles> Seeded for SigningKey<P> {
    fn bytes(&self, form: PrivateForm) -> Option<Secret<Vec<u8>>> {
        form.of(self.as_seed().map(|seed| &seed.expose()[..]), self.to_expanded_bytes().expose().as_ref())
    }
}

impl<P: KeyFiles> Signing for SigningKey<P> {
    fn to_info(&self) -> PrivateKeyInfo {
        self.to_private_key_info()
    }

    fn to_public_info(&self) -> SubjectPublicKeyInfo {
        self.verifying_key().to_subject_public_key_info()
    }

    fn seeded(&self) -> Option<&dyn Seeded> {
        Some(self)
    }

    fn sign_file(
        &self,
        context: Context<'_>,
        hedge: Hedge,
        file: Message<'_>,
        _: ByteSize,
    ) -> Result<Vec<u8>, Failure> {
        let message = mu(self.verifying_key(), context, file)?;
        let signature = match hedge {
            Hedge::Random => self.sign_mu(&message, &mut OsRandom),
            Hedge::Deterministic => self.sign_mu_deterministic(&message),
        };
        signature.map(|signature| signature.as_bytes().as_ref().to_vec()).map_err(failure::<P>)
    }

    fn sign_prehash(&self, context: Context<'_>, hedge: Hedge, digest: &Prehash) -> Result<Vec<u8>, Failure> {
        let signature = match hedge {
            Hedge::Random => self.sign_prehash(context, digest, &mut OsRandom),
            Hedge::Deterministic => self.sign_prehash_deterministic(context, digest),
        };
        signature.map(|signature| signature.as_bytes().as_ref().to_vec()).map_err(failure::<P>)
    }
}

fn failure<P: Parameters>(error: SignError) -> Failure {
    match error {
        SignError::Prehash(weak) => too_weak(P::NAME, weak),
        SignError::Random(_) => not_signed(true, &error),
        SignError::TooManyAttempts | SignError::Fault => not_signed(false, &error),
    }
}

impl<P: Parameters> Verifying for VerifyingKey<P> {
    fn scheme(&self) -> &'static str {
        "ML-DSA"
    }

    fn set(&self) -> &'static str {
        P::NAME
    }

    fn signature_len(&self) -> usize {
        P::SIGNATURE_LEN
    }

    fn verify_file(&self, context: Context<'_>, signature: &[u8], file: Message<'_>) -> Result<Verdict, Failure> {
        let message = mu(self, context, file)?;
        let signature = decoded(Signature::from_slice(signature));
        Ok(verdict(signature.and_then(|signature| self.verify_mu(&message, &signature))))
    }

    fn verify_prehash(
        &self,
        context: Context<'_>,
        signature: &[u8],
        digest: &Prehash,
        strength: Strength,
    ) -> Result<Verdict, Failure> {
        // The library looks at the signature first, which may not even be one.
        let (at_least, found) = (P::C_TILDE_LEN, digest.digest().len());
        if strength == Strength::OfKey && found < at_least {
            return Err(too_weak_to_verify(P::NAME, WeakPrehash { at_least, found }));
        }
        let signature = decoded(PrehashSignature::from_slice(signature));
        let verify = |signature| self.verify_prehash_of_any_strength(context, digest, &signature);
        Ok(verdict(signature.and_then(verify)))
    }
}

fn verdict(verified: Result<(), SignatureError>) -> Verdict {
    verified.map_err(|error| error.to_string())
}

/// Returns a signature that was parsed, whose length the caller has looked at.
fn decoded<S>(parsed: Result<S, ParseSignatureError>) -> Result<S, SignatureError> {
    parsed.map_err(|error| match error {
        ParseSignatureError::Signature(error) => error,
        ParseSignatureError::Length(_) => unreachable!("the length of a signature is checked when it is read"),
    })
}

/// Returns μ of a file for a key. The file is read once, in constant memory.
fn mu<P: Parameters>(key: &VerifyingKey<P>, context: Context<'_>, file: Message<'_>) -> Result<Mu<P>, Failure> {
    let mut hasher = key.mu_hasher(context);
    file.read(|piece| hasher.update(piece))?;
    Ok(hasher.finalize())
}
