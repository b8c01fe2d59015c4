//! Signatures whose scheme is found when the program runs.

use super::{no_files, public_key, row_class, unsupported};
use crate::buffer::{Input, exposed};
use crate::error::{Class, Error, Result};
use crate::key_file::{Stored, private_key};
use crate::{ed25519, postquantum};
use carnelian::algorithm::{
    self, DynSigningKey, DynVerifyingKey, Hedging, PrehashAlgorithm, SignOptions, SignatureError, VerifyOptions,
};
use carnelian::encoding::{PrivateKeyInfo, SubjectPublicKeyInfo};
use carnelian::random::OsRandom;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

impl From<SignatureError> for Error {
    #[cold]
    fn from(error: SignatureError) -> Self {
        let class = match error {
            SignatureError::Invalid(_) => Class::InvalidSignature,
            SignatureError::Key(_) => Class::InvalidKey,
            SignatureError::Random(_) => Class::RandomError,
            SignatureError::Fault(_) => Class::FaultError,
            SignatureError::Unsupported(_) => return unsupported(&error),
            _ => Class::InvalidLength,
        };
        Self::of(class, &error)
    }
}

/// Returns the hash function with this name as one whose digests are signed.
fn prehash(name: Option<&str>) -> Result<Option<PrehashAlgorithm>> {
    let Some(name) = name else { return Ok(None) };
    let found = algorithm::hash(name).and_then(algorithm::HashAlgorithm::prehash);
    match found {
        Some(prehash) => Ok(Some(prehash)),
        None => Err(PyValueError::new_err(format!("'{name}' is no hash function whose digests are signed")).into()),
    }
}

row_class! {
    /// A signature scheme, or a parameter set of one.
    SignatureAlgorithm, signature {
        /// The number of bytes in a public key.
        #[getter]
        fn verifying_key_size(&self) -> usize {
            self.0.public_key_len()
        }

        /// The number of bytes in a signature.
        #[getter]
        fn signature_size(&self) -> usize {
            self.0.signature_len()
        }

        /// The names of the rules that decide which signatures are valid, if there are several; the first is the
        /// default.
        #[getter]
        fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            PyTuple::new(py, self.0.rules())
        }

        /// The classes of the keys of this scheme only, private and public, such as ``mldsa.SigningKey65`` and
        /// ``mldsa.VerifyingKey65``, which also have what no other scheme has; None if there are none.
        #[getter]
        fn key_types<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyTuple>> {
            let name = self.0.identity().name;
            postquantum::mldsa::key_types(py, name)
                .or_else(|| postquantum::slhdsa::key_types(py, name))
                .or_else(|| ed25519::key_types(py, name))
        }

        /// Returns a new key.
        fn generate(&self, py: Python<'_>) -> Result<SigningKey> {
            Ok(SigningKey(py.detach(|| self.0.generate(&mut OsRandom))?))
        }

        /// Returns the private key of these bytes, in any of its forms: the seed, or the complete key.
        ///
        /// Raises InvalidLength if no form has as many, and InvalidKey if its parts contradict each other.
        fn signing_key_from_bytes(&self, py: Python<'_>, data: Input<'_>) -> Result<SigningKey> {
            let data = data.stable()?;
            let data: &[u8] = &data;
            Ok(SigningKey(py.detach(|| {
                let key = self.0.signing_key_from_bytes(data)?;
                key.check()?;
                Ok::<_, SignatureError>(key)
            })?))
        }

        /// Returns the public key of these bytes.
        ///
        /// Raises InvalidLength for another number of bytes, and InvalidKey if they are no key.
        fn verifying_key_from_bytes(&self, data: Input<'_>) -> Result<VerifyingKey> {
            Ok(VerifyingKey(self.0.verifying_key_from_bytes(&data.stable()?)?))
        }
    }
}

/// A private key of any signature scheme.
///
/// >>> from carnelian import algorithms
/// >>> key = algorithms.signature("Ed25519").generate()
/// >>> algorithms.SigningKey.from_pem(key.to_pem()).algorithm.name
/// 'Ed25519'
#[pyclass(frozen, module = "carnelian.algorithms")]
pub(super) struct SigningKey(Box<dyn DynSigningKey>);

impl Stored for SigningKey {
    fn read(py: Python<'_>, info: &PrivateKeyInfo) -> Result<Self> {
        let scheme = algorithm::SignatureAlgorithm::of_key_files(info.algorithm());
        let scheme = scheme.ok_or_else(|| Error::new(Class::InvalidEncoding, "the file has no key of signatures"))?;
        let key = scheme.signing_key_from_info(info)?;
        py.detach(|| key.check())?;
        Ok(Self(key))
    }

    fn info(&self) -> Result<PrivateKeyInfo> {
        self.0.to_private_key_info().ok_or_else(|| no_files(self.0.algorithm().identity()))
    }
}

private_key!(SigningKey {
    /// The scheme of the key.
    #[getter]
    fn algorithm(&self) -> SignatureAlgorithm {
        SignatureAlgorithm(self.0.algorithm())
    }

    /// The public key.
    #[getter]
    fn verifying_key(&self) -> VerifyingKey {
        VerifyingKey(self.0.verifying_key())
    }

    /// Returns the signature of *message*.
    ///
    /// *context* says what the signature is for. *prehash* is the name of a hash function, whose digest is signed in
    /// place of the message: Ed25519ph, HashML-DSA or HashSLH-DSA. Verify with the same ones. *hedged* says whether
    /// the signature depends on random bytes too; None is what the standard asks for. If *verified*, faults of the
    /// processor are found before a signature is returned, which takes longer.
    ///
    /// Raises ValueError for an option that the scheme does not have, InvalidLength for a context or a digest of a
    /// length that it does not have, and FaultError if memory or the processor is faulty.
    #[pyo3(signature = (message, *, context = None, prehash = None, hedged = None, verified = false))]
    fn sign<'py>(
        &self,
        py: Python<'py>,
        message: Input<'_>,
        context: Option<Input<'_>>,
        prehash: Option<&str>,
        hedged: Option<bool>,
        verified: bool,
    ) -> Result<Bound<'py, PyBytes>> {
        let (message, context) = (message.stable()?, context.as_ref().map(Input::stable).transpose()?);
        let hedging = match hedged {
            None => Hedging::Standard,
            Some(true) => Hedging::Random,
            Some(false) => Hedging::Deterministic,
        };
        let (message, prehash): (&[u8], _) = (&message, self::prehash(prehash)?);
        let options = SignOptions { context: context.as_deref(), prehash, hedging, verified };
        let signature = py.detach(|| self.0.sign(message, &options, &mut OsRandom))?;
        Ok(PyBytes::new(py, &signature))
    }

    /// Returns the bytes of the key: its seed where it has one, and otherwise the complete key.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        exposed(py, &self.0.to_bytes())
    }

    /// Checks that the two halves of the key belong together: signs a message, which is not returned, and verifies it.
    ///
    /// Raises FaultError if they do not.
    fn check_pair(&self, py: Python<'_>) -> Result<()> {
        Ok(py.detach(|| self.0.check_pair())?)
    }
});

/// A public key of any signature scheme.
#[pyclass(frozen, module = "carnelian.algorithms")]
pub(super) struct VerifyingKey(Box<dyn DynVerifyingKey>);

impl VerifyingKey {
    fn read(info: &SubjectPublicKeyInfo) -> Result<Self> {
        let scheme = algorithm::SignatureAlgorithm::of_key_files(info.algorithm());
        let scheme = scheme.ok_or_else(|| Error::new(Class::InvalidEncoding, "the file has no key of signatures"))?;
        Ok(Self(scheme.verifying_key_from_info(info)?))
    }

    fn info(&self) -> Result<SubjectPublicKeyInfo> {
        self.0.to_subject_public_key_info().ok_or_else(|| no_files(self.0.algorithm().identity()))
    }

    fn encoded(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

public_key!(VerifyingKey, SignatureAlgorithm, "verifying_key_from_bytes" {
    /// Returns if *signature* is that of *message*, and raises InvalidSignature otherwise.
    ///
    /// *context* and *prehash* are those with which it was signed; *rule* is one of the ``rules`` of the scheme.
    ///
    /// Raises ValueError for an option that the scheme does not have; InvalidLength for a context of a length that it
    /// does not have, and for a hash function whose digests are shorter than the scheme requires, unless
    /// *any_strength*.
    #[pyo3(
        signature = (signature, message, *, context = None, prehash = None, rule = None, any_strength = false)
    )]
    #[expect(clippy::too_many_arguments, reason = "options with names in Python")]
    fn verify(
        &self,
        py: Python<'_>,
        signature: Input<'_>,
        message: Input<'_>,
        context: Option<Input<'_>>,
        prehash: Option<&str>,
        rule: Option<&str>,
        any_strength: bool,
    ) -> Result<()> {
        let (signature, message) = (signature.stable()?, message.stable()?);
        let context = context.as_ref().map(Input::stable).transpose()?;
        let (signature, message): (&[u8], &[u8]) = (&signature, &message);
        let options =
            VerifyOptions { context: context.as_deref(), prehash: self::prehash(prehash)?, rule, any_strength };
        Ok(py.detach(|| self.0.verify(message, signature, &options))?)
    }
});

/// Adds the classes to the module.
pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<SignatureAlgorithm>()?;
    module.add_class::<SigningKey>()?;
    module.add_class::<VerifyingKey>()
}
