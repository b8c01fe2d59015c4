//! `carnelian.mldsa`, FIPS 204.

use crate::buffer::{Input, exposed};
use crate::error::{Class, Error, Result};
use crate::key_file::{private_key, public_key};
use carnelian::postquantum::mldsa::{
    Context, ContextLengthError, ExpandedKeyError, MlDsa44, MlDsa65, MlDsa87, Parameters, ParseSignatureError,
    SignError, Signature, SignatureError, SigningKey, VerifyingKey,
};
use carnelian::random::OsRandom;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

crate::error::classes! {
    ContextLengthError => InvalidLength,
    ExpandedKeyError => InvalidKey,
    ParseSignatureError => InvalidSignature,
    SignatureError => InvalidSignature,
}

impl From<SignError> for Error {
    #[cold]
    fn from(error: SignError) -> Self {
        match error {
            SignError::Random(_) => Self::of(Class::RandomError, &error),
            _ => Self::of(Class::CarnelianError, &error),
        }
    }
}

/// Makes a private key from its seed, or from its expanded form.
fn signing_key<P: Parameters>(data: &Input<'_>) -> Result<SigningKey<P>> {
    let bytes = data.stable()?;
    Ok(match <&[u8; 32]>::try_from(&bytes[..]) {
        Ok(seed) => SigningKey::from_seed(seed),
        Err(_) => SigningKey::from_expanded_slice(&bytes)?,
    })
}

/// Returns the seed.
fn seed<'py, P: Parameters>(py: Python<'py>, key: &SigningKey<P>) -> Result<Bound<'py, PyBytes>> {
    match key.seed() {
        Some(seed) => Ok(exposed(py, seed)),
        None => Err(Error::new(Class::InvalidKey, "the seed of a key that was read in expanded form is unknown")),
    }
}

/// Signs a message.
fn sign<'py, P: Parameters>(
    py: Python<'py>,
    key: &SigningKey<P>,
    message: &Input<'_>,
    context: &Input<'_>,
    deterministic: bool,
) -> Result<Bound<'py, PyBytes>> {
    let context = context.stable()?;
    let context = Context::new(&context)?;
    // The message is read once, for its representative μ.
    let message = message.bytes();
    let signature = py.detach(|| match deterministic {
        true => key.sign_deterministic_ctx(context, message),
        false => key.sign_ctx(&mut OsRandom, context, message),
    })?;
    Ok(PyBytes::new(py, signature.as_ref()))
}

/// Checks a signature.
fn verify<P: Parameters>(
    py: Python<'_>,
    key: &VerifyingKey<P>,
    signature: &Input<'_>,
    message: &Input<'_>,
    context: &Input<'_>,
) -> Result<()> {
    let signature = Signature::<P>::try_from(&signature.stable()?[..])?;
    let context = context.stable()?;
    let context = Context::new(&context)?;
    let message = message.bytes();
    Ok(py.detach(|| key.verify_ctx(context, message, &signature))?)
}

/// Writes the classes of a parameter set.
macro_rules! classes {
    ($(
        $Private:ident, $Public:ident, $Set:ty, $set:literal, $private_name:literal, $public_name:literal,
        $private_doc:literal, $public_doc:literal;
    )*) => {
        $(
            #[doc = $private_doc]
            #[pyclass(frozen, name = $private_name, module = "carnelian.mldsa")]
            struct $Private(Box<SigningKey<$Set>>);

            private_key!($Private, SigningKey<$Set> {
                /// The name of the parameter set.
                #[classattr]
                #[pyo3(name = "name")]
                const NAME: &'static str = $set;

                /// Returns a new key.
                #[staticmethod]
                fn generate(py: Python<'_>) -> Result<Self> {
                    Ok(Self::from(py.detach(|| SigningKey::generate(&mut OsRandom))?))
                }

                /// Returns the key of a seed of 32 bytes, or of the expanded form.
                ///
                /// Raises InvalidKey if the parts of an expanded key contradict each other.
                #[staticmethod]
                fn from_bytes(data: Input<'_>) -> Result<Self> {
                    signing_key(&data).map(Self::from)
                }

                /// Returns the seed, 32 bytes.
                ///
                /// Raises InvalidKey if it is unknown, since the key was read in expanded form.
                fn to_bytes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
                    seed(py, &self.0)
                }

                /// Returns the expanded form of FIPS 204.
                fn to_expanded_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    exposed(py, &self.0.to_expanded_bytes())
                }

                /// The public key.
                #[getter]
                fn verifying_key(&self) -> $Public {
                    $Public::from(self.0.verifying_key().clone())
                }

                /// Returns the signature of *message*.
                ///
                /// *context* is up to 255 bytes that say what the signature is for. Signatures are hedged with random
                /// bytes unless *deterministic*.
                #[pyo3(
                    signature = (message, *, context = Input::EMPTY, deterministic = false),
                    text_signature = "($self, message, *, context=b'', deterministic=False)"
                )]
                fn sign<'py>(
                    &self,
                    py: Python<'py>,
                    message: Input<'_>,
                    context: Input<'_>,
                    deterministic: bool,
                ) -> Result<Bound<'py, PyBytes>> {
                    sign(py, &self.0, &message, &context, deterministic)
                }
            });

            #[doc = $public_doc]
            #[pyclass(frozen, name = $public_name, module = "carnelian.mldsa")]
            struct $Public(Box<VerifyingKey<$Set>>);

            public_key!($Public, VerifyingKey<$Set>, $public_name {
                /// The name of the parameter set.
                #[classattr]
                #[pyo3(name = "name")]
                const NAME: &'static str = $set;

                /// Returns the key of these bytes.
                ///
                /// Raises InvalidLength if there are more or fewer than a key has.
                #[staticmethod]
                fn from_bytes(data: Input<'_>) -> Result<Self> {
                    Ok(Self::from(VerifyingKey::try_from(&data.stable()?[..])?))
                }

                /// Returns the bytes of the key.
                fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    PyBytes::new(py, self.0.as_bytes())
                }

                /// Returns if *signature* is that of *message*, and raises InvalidSignature otherwise.
                ///
                /// *context* is the one with which it was signed.
                #[pyo3(
                    signature = (signature, message, *, context = Input::EMPTY),
                    text_signature = "($self, signature, message, *, context=b'')"
                )]
                fn verify(
                    &self,
                    py: Python<'_>,
                    signature: Input<'_>,
                    message: Input<'_>,
                    context: Input<'_>,
                ) -> Result<()> {
                    verify(py, &self.0, &signature, &message, &context)
                }
            });
        )*

        /// Fills the module `carnelian.mldsa`.
        pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                module.add_class::<$Private>()?;
                module.add_class::<$Public>()?;
            )*
            Ok(())
        }
    };
}

classes! {
    SigningKey44, VerifyingKey44, MlDsa44, "ML-DSA-44", "SigningKey44", "VerifyingKey44",
        "A private key of ML-DSA-44.", "A public key of ML-DSA-44.";
    SigningKey65, VerifyingKey65, MlDsa65, "ML-DSA-65", "SigningKey65", "VerifyingKey65",
        "A private key of ML-DSA-65.", "A public key of ML-DSA-65.";
    SigningKey87, VerifyingKey87, MlDsa87, "ML-DSA-87", "SigningKey87", "VerifyingKey87",
        "A private key of ML-DSA-87.", "A public key of ML-DSA-87.";
}
