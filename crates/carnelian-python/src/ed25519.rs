//! `carnelian.ed25519`, RFC 8032.

use crate::buffer::{Input, exposed};
use crate::error::{Class, Error, Result};
use crate::key_file::{Imported, private_key, public_key};
use crate::threads::on_bytes;
use carnelian::curve::ed25519::{
    self, Context, MismatchedKeypair, ParseKeyError, Prehash, PrehashSignature, PreparedVerifyingKey as Prepared, Rule,
    SignError, Signature, SignatureCtx, SignatureError, VerifyingKeyError,
};
use carnelian::random::OsRandom;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

crate::error::classes! {
    MismatchedKeypair => InvalidKey,
    ParseKeyError => InvalidKey,
    VerifyingKeyError => InvalidKey,
    SignatureError => InvalidSignature,
}

/// Returns the rule with this name.
pub(crate) fn rule(name: &str) -> Result<Rule> {
    Ok(match name {
        "rfc8032" => Rule::Rfc8032,
        "zip215" => Rule::Zip215,
        "strict" => Rule::Strict,
        "cofactorless" => Rule::Cofactorless,
        _ => {
            let expected = "rule must be 'rfc8032', 'zip215', 'strict' or 'cofactorless'";
            return Err(PyValueError::new_err(expected).into());
        }
    })
}

/// A private key of Ed25519.
///
/// >>> from carnelian.ed25519 import SigningKey
/// >>> key = SigningKey.generate()
/// >>> signature = key.sign(b"a message")
/// >>> key.verifying_key.verify(signature, b"a message")
#[pyclass(frozen, module = "carnelian.ed25519")]
pub(crate) struct SigningKey(pub(crate) ed25519::SigningKey);

impl Imported for ed25519::SigningKey {}

private_key!(SigningKey, ed25519::SigningKey {
    /// Returns a new key.
    #[staticmethod]
    fn generate(py: Python<'_>) -> Result<Self> {
        Ok(Self(py.detach(|| ed25519::SigningKey::generate(&mut OsRandom))?))
    }

    /// Returns the key of a seed of 32 bytes.
    #[staticmethod]
    fn from_bytes(data: Input<'_>) -> Result<Self> {
        let seed = data.secret::<32>("Ed25519 seed")?;
        Ok(Self(ed25519::SigningKey::from_seed(*seed.expose())))
    }

    /// Returns the key of 64 bytes, the seed and the public key, as other libraries store it.
    ///
    /// Raises InvalidKey if the two do not belong together.
    #[staticmethod]
    fn from_keypair_bytes(data: Input<'_>) -> Result<Self> {
        let pair = data.secret::<64>("Ed25519 key pair")?;
        Ok(Self(ed25519::SigningKey::from_keypair_bytes(pair.expose())?))
    }

    /// Returns the seed, 32 bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        exposed(py, self.0.as_seed())
    }

    /// The public key.
    #[getter]
    fn verifying_key(&self) -> VerifyingKey {
        VerifyingKey(*self.0.verifying_key())
    }

    /// Returns the X25519 key of the same secret scalar.
    fn to_x25519(&self) -> crate::x25519::SecretKey {
        self.0.to_x25519().into()
    }

    /// Returns the signature of *message*, 64 bytes.
    ///
    /// *context* chooses Ed25519ctx, and *prehash* Ed25519ph, with or without a context: verify with the same ones.
    /// *hedged* mixes random bytes into the nonce, as a precaution against faults of the hardware; such signatures of
    /// the same message differ. *verified* verifies the signature before it is returned, which takes three to five times
    /// as long: two signatures of a message that is not hedged reveal the key if a fault has changed one of them.
    ///
    /// Raises FaultError if the signature is not valid, since memory or the processor is faulty.
    #[pyo3(signature = (message, *, context = None, prehash = false, hedged = false, verified = false))]
    fn sign<'py>(
        &self,
        py: Python<'py>,
        message: Input<'_>,
        context: Option<Input<'_>>,
        prehash: bool,
        hedged: bool,
        verified: bool,
    ) -> Result<Bound<'py, PyBytes>> {
        // Both readings of the message must agree: two different ones under the same nonce reveal the key.
        let message = message.stable()?;
        let message: &[u8] = &message;
        if context.is_none() && !prehash && !hedged && !verified {
            let signature = on_bytes(py, message.len(), || self.0.sign(message));
            return Ok(PyBytes::new(py, signature.as_bytes()));
        }
        let context = context.as_ref().map(Input::stable).transpose()?;
        let context = context.as_deref().map(Context::new).transpose()?;
        let sign = if verified { sign_variant_verified } else { sign_variant };
        let signature = py.detach(|| sign(&self.0, message, context, prehash, hedged))?;
        Ok(PyBytes::new(py, &signature))
    }

    /// Checks that the two halves of the key belong together, and that its memory is unchanged: signs a message, which is
    /// not returned, and verifies it.
    ///
    /// Raises FaultError if they do not.
    fn check_pair(&self, py: Python<'_>) -> Result<()> {
        Ok(py.detach(|| self.0.check_pair())?)
    }
});

/// Signs with one of the variants.
fn sign_variant(
    key: &ed25519::SigningKey,
    message: &[u8],
    context: Option<Context<'_>>,
    prehash: bool,
    hedged: bool,
) -> Result<[u8; 64]> {
    let random = &mut OsRandom;
    Ok(match (context, prehash, hedged) {
        (None, false, false) => key.sign(message).to_bytes(),
        (None, false, true) => key.sign_hedged(message, random)?.to_bytes(),
        (Some(context), false, false) => key.sign_ctx(context, message).to_bytes(),
        (Some(context), false, true) => key.sign_ctx_hedged(context, message, random)?.to_bytes(),
        (context, true, false) => key.sign_prehash(context, Prehash::of(message)).to_bytes(),
        (context, true, true) => key.sign_prehash_hedged(context, Prehash::of(message), random)?.to_bytes(),
    })
}

/// Signs with one of the variants, and verifies the signature.
fn sign_variant_verified(
    key: &ed25519::SigningKey,
    message: &[u8],
    context: Option<Context<'_>>,
    prehash: bool,
    hedged: bool,
) -> Result<[u8; 64]> {
    let (key, random) = (key.verified(), &mut OsRandom);
    Ok(match (context, prehash, hedged) {
        (None, false, false) => key.sign(message)?.to_bytes(),
        (None, false, true) => key.sign_hedged(message, random)?.to_bytes(),
        (Some(context), false, false) => key.sign_ctx(context, message)?.to_bytes(),
        (Some(context), false, true) => key.sign_ctx_hedged(context, message, random)?.to_bytes(),
        (context, true, false) => key.sign_prehash(context, Prehash::of(message))?.to_bytes(),
        (context, true, true) => key.sign_prehash_hedged(context, Prehash::of(message), random)?.to_bytes(),
    })
}

impl From<SignError> for Error {
    #[cold]
    fn from(error: SignError) -> Self {
        match error {
            SignError::Random(error) => error.into(),
            SignError::Fault => Self::of(Class::FaultError, &error),
        }
    }
}

/// A public key of Ed25519.
///
/// >>> from carnelian.ed25519 import SigningKey, VerifyingKey
/// >>> key = SigningKey.generate().verifying_key
/// >>> VerifyingKey.from_bytes(key.to_bytes()) == key
/// True
#[pyclass(frozen, module = "carnelian.ed25519")]
pub(crate) struct VerifyingKey(pub(crate) ed25519::VerifyingKey);

public_key!(VerifyingKey, ed25519::VerifyingKey, "carnelian.ed25519.VerifyingKey" {
    /// Returns the key of 32 bytes. *rule* decides which encodings are accepted.
    ///
    /// Raises InvalidKey if they are no key.
    #[staticmethod]
    #[pyo3(signature = (data, *, rule = "rfc8032"))]
    fn from_bytes(data: Input<'_>, rule: &str) -> Result<Self> {
        let bytes = data.array::<32>("Ed25519 public key")?;
        Ok(Self(ed25519::VerifyingKey::from_bytes_for(self::rule(rule)?, &bytes)?))
    }

    /// Returns the key, 32 bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.as_bytes())
    }

    /// Returns the X25519 key of the same point.
    fn to_x25519(&self) -> crate::x25519::PublicKey {
        self.0.to_x25519().into()
    }

    /// Returns a key that verifies faster, for one that verifies many signatures; it takes some kilobytes.
    fn prepare(&self) -> PreparedVerifyingKey {
        PreparedVerifyingKey(Box::new(self.0.prepare()))
    }

    /// Returns if *signature* is that of *message*, and raises InvalidSignature otherwise.
    ///
    /// *context* and *prehash* are those with which it was signed. *rule* is one of ``rfc8032`` (the standard to the
    /// letter), ``zip215`` (Zcash), ``strict`` (no points of small order) and ``cofactorless`` (as most libraries
    /// decide); they differ only on signatures that no honest signer makes.
    #[pyo3(
        signature = (signature, message, *, context = None, prehash = false, rule = None),
        text_signature = "($self, signature, message, *, context=None, prehash=False, rule='rfc8032')"
    )]
    fn verify(
        &self,
        py: Python<'_>,
        signature: Input<'_>,
        message: Input<'_>,
        context: Option<Input<'_>>,
        prehash: bool,
        rule: Option<&str>,
    ) -> Result<()> {
        let signature = signature_of(&signature)?;
        let rule = rule.map_or(Ok(Rule::Rfc8032), self::rule)?;
        let message = message.bytes();
        if context.is_none() && !prehash {
            let signature = Signature::from_bytes(&signature);
            return Ok(py.detach(|| self.0.verify_with(rule, message, &signature))?);
        }
        let context = context.as_ref().map(Input::stable).transpose()?;
        let context = context.as_deref().map(Context::new).transpose()?;
        Ok(py.detach(|| match (context, prehash) {
            (Some(context), false) => {
                self.0.verify_ctx_with(rule, context, message, &SignatureCtx::from_bytes(&signature))
            }
            (context, _) => {
                let signature = PrehashSignature::from_bytes(&signature);
                self.0.verify_prehash_with(rule, context, Prehash::of(message), &signature)
            }
        })?)
    }
});

/// Returns the bytes of a signature. One of another length is none, as callers expect who pass what they received.
fn signature_of(signature: &Input<'_>) -> Result<[u8; 64]> {
    signature.bytes().try_into().map_err(|_| {
        let found = format!("Ed25519 signature: expected 64 bytes, found {}", signature.len());
        Error::new(Class::InvalidSignature, found)
    })
}

/// A public key of Ed25519 with tables that make verification faster: made by ``VerifyingKey.prepare``.
#[pyclass(frozen, module = "carnelian.ed25519")]
pub(crate) struct PreparedVerifyingKey(Box<Prepared>);

#[pymethods]
impl PreparedVerifyingKey {
    /// The key.
    #[getter]
    fn verifying_key(&self) -> VerifyingKey {
        VerifyingKey(*self.0.verifying_key())
    }

    /// Returns if *signature* is that of *message*, and raises InvalidSignature otherwise.
    #[pyo3(
        signature = (signature, message, *, rule = None),
        text_signature = "($self, signature, message, *, rule='rfc8032')"
    )]
    fn verify(&self, py: Python<'_>, signature: Input<'_>, message: Input<'_>, rule: Option<&str>) -> Result<()> {
        let signature = Signature::from_bytes(&signature_of(&signature)?);
        let rule = rule.map_or(Ok(Rule::Rfc8032), self::rule)?;
        let message = message.bytes();
        Ok(py.detach(|| self.0.verify_with(rule, message, &signature))?)
    }

    fn __repr__(&self) -> String {
        crate::public::shown("carnelian.ed25519.PreparedVerifyingKey", self.0.verifying_key().as_bytes())
    }
}

/// Returns the classes of the keys, if this is the name of the scheme.
pub(crate) fn key_types<'py>(py: Python<'py>, name: &str) -> Option<Bound<'py, PyTuple>> {
    let types = [py.get_type::<SigningKey>(), py.get_type::<VerifyingKey>()];
    if name == "Ed25519" { PyTuple::new(py, types).ok() } else { None }
}

/// Fills the module `carnelian.ed25519`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<SigningKey>()?;
    module.add_class::<VerifyingKey>()?;
    module.add_class::<PreparedVerifyingKey>()
}
