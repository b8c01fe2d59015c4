//! `carnelian.mldsa`, FIPS 204.

use super::sets;
use super::signature::{How, Reads, Signer, Verifier, signing_key, verifying_key};
use crate::buffer::{Input, exposed};
use crate::error::{Class, Error, Result};
use crate::key_file::Imported;
use crate::threads::Guarded;
use carnelian::FaultError;
use carnelian::postquantum::mldsa::{
    self, BatchItem, BatchKey, Context, ExpandedKeyError, KeyFiles, Mu, Parameters, ParseSignatureError, Prehash,
    PrehashSignature, PreparedSigningKey, PreparedVerifyingKey, SignError, Signature, SignatureError, SigningKey,
    Verified, VerifyingKey,
};
use carnelian::random::OsRandom;
use core::ops::Deref;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

crate::error::classes! {
    ExpandedKeyError => InvalidKey,
    ParseSignatureError => InvalidSignature,
}

impl<P: KeyFiles> Imported for SigningKey<P> {}

impl From<SignError> for Error {
    #[cold]
    fn from(error: SignError) -> Self {
        match error {
            SignError::Random(error) => error.into(),
            SignError::Prehash(error) => error.into(),
            SignError::TooManyAttempts => Self::of(Class::CarnelianError, &error),
            SignError::Fault => Self::of(Class::FaultError, &error),
        }
    }
}

impl From<SignatureError> for Error {
    #[cold]
    fn from(error: SignatureError) -> Self {
        match error {
            SignatureError::Prehash(error) => error.into(),
            _ => Self::of(Class::InvalidSignature, &error),
        }
    }
}

/// A private key, prepared or not.
enum Private<P: Parameters> {
    Plain(Box<SigningKey<P>>),
    Prepared(Box<PreparedSigningKey<P>>),
}

/// Calls the same function of a key in either form.
macro_rules! either {
    ($Form:ident, $form:expr, $key:ident => $call:expr) => {
        match $form {
            $Form::Plain($key) => $call,
            $Form::Prepared($key) => $call,
        }
    };
}

impl<P: Parameters> Private<P> {
    /// Makes a private key from its seed, or from its expanded form.
    fn from_bytes(data: &Input<'_>) -> Result<Self> {
        let bytes = data.stable()?;
        Ok(Self::from(match <&[u8; 32]>::try_from(&bytes[..]) {
            Ok(seed) => SigningKey::from_seed(seed),
            Err(_) => SigningKey::from_expanded_slice(&bytes)?,
        }))
    }

    /// Returns the seed.
    fn seed<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        match SigningKey::as_seed(self) {
            Some(seed) => Ok(exposed(py, seed)),
            None => Err(Error::new(Class::InvalidKey, "the seed of a key that was read in expanded form is unknown")),
        }
    }

    /// Returns the key with the matrix that every signature needs.
    fn prepared(&self, py: Python<'_>) -> Result<Self> {
        py.detach(|| {
            let key = match SigningKey::as_seed(self) {
                Some(seed) => SigningKey::from_seed(seed.expose()),
                None => SigningKey::from_expanded_bytes(self.to_expanded_bytes().expose())?,
            };
            Ok(Self::Prepared(Box::new(key.prepare())))
        })
    }

    /// Signs the message that μ stands for.
    fn sign_mu<'py>(&self, py: Python<'py>, mu: &Input<'_>, how: How) -> Result<Bound<'py, PyBytes>> {
        let mu = Mu::from_bytes(&mu.array("mu")?);
        let signature = py.detach(|| match (how.deterministic, how.verified) {
            (true, false) => either!(Self, self, key => key.sign_mu_deterministic(&mu)),
            (false, false) => either!(Self, self, key => key.sign_mu(&mu, &mut OsRandom)),
            (true, true) => self.verified().sign_mu_deterministic(&mu),
            (false, true) => self.verified().sign_mu(&mu, &mut OsRandom),
        })?;
        Ok(PyBytes::new(py, signature.as_ref()))
    }

    /// Returns the key in the form that verifies its signatures.
    fn verified(&self) -> Verified<'_, P> {
        either!(Self, self, key => key.verified())
    }

    fn check_pair(&self) -> core::result::Result<(), FaultError> {
        either!(Self, self, key => key.check_pair())
    }
}

impl<P: Parameters> From<SigningKey<P>> for Private<P> {
    fn from(key: SigningKey<P>) -> Self {
        Self::Plain(Box::new(key))
    }
}

impl<P: Parameters> Deref for Private<P> {
    type Target = SigningKey<P>;

    fn deref(&self) -> &SigningKey<P> {
        match self {
            Self::Plain(key) => key,
            Self::Prepared(key) => key.signing_key(),
        }
    }
}

impl<P: Parameters> Signer for Private<P> {
    const OF_DIGESTS: &'static str = "HashML-DSA";
    // For its representative μ.
    const READS: Reads = Reads::Once;
    const SIGNATURE_LEN: usize = P::SIGNATURE_LEN;
    const TOGETHER: usize = 32;
    type Signature = Signature<P>;
    type OfDigest = PrehashSignature<P>;

    fn sign(&self, context: Context<'_>, message: &[u8], how: How) -> Result<Signature<P>> {
        Ok(match (how.deterministic, how.verified) {
            (true, false) => either!(Self, self, key => key.sign_deterministic_ctx(context, message)),
            (false, false) => either!(Self, self, key => key.sign_ctx(context, message, &mut OsRandom)),
            (true, true) => self.verified().sign_deterministic_ctx(context, message),
            (false, true) => self.verified().sign_ctx(context, message, &mut OsRandom),
        }?)
    }

    fn sign_digest(&self, context: Context<'_>, digest: &Prehash, how: How) -> Result<PrehashSignature<P>> {
        Ok(match (how.deterministic, how.verified) {
            (true, false) => either!(Self, self, key => key.sign_prehash_deterministic(context, digest)),
            (false, false) => either!(Self, self, key => key.sign_prehash(context, digest, &mut OsRandom)),
            (true, true) => self.verified().sign_prehash_deterministic(context, digest),
            (false, true) => self.verified().sign_prehash(context, digest, &mut OsRandom),
        }?)
    }

    fn sign_batch(&self, context: Context<'_>, messages: &[&[u8]]) -> Result<Vec<Signature<P>>> {
        Ok(mldsa::sign_batch(self, context, messages, &mut OsRandom)?)
    }
}

/// A public key, prepared or not.
enum Public<P: Parameters> {
    Plain(Box<VerifyingKey<P>>),
    Prepared(Box<PreparedVerifyingKey<P>>),
}

impl<P: Parameters> Public<P> {
    /// Returns the key with the matrix that every verification needs.
    fn prepared(&self, py: Python<'_>) -> Self {
        Self::Prepared(Box::new(py.detach(|| self.prepare())))
    }

    /// Checks the signature of the message that μ stands for.
    fn verify_mu(&self, py: Python<'_>, signature: &Input<'_>, mu: &Input<'_>) -> Result<()> {
        let mu = Mu::from_bytes(&mu.array("mu")?);
        let signature = Signature::<P>::from_slice(&signature.stable()?[..])?;
        Ok(py.detach(|| either!(Self, self, key => key.verify_mu(&mu, &signature)))?)
    }
}

impl<P: Parameters> From<VerifyingKey<P>> for Public<P> {
    fn from(key: VerifyingKey<P>) -> Self {
        Self::Plain(Box::new(key))
    }
}

impl<P: Parameters> Deref for Public<P> {
    type Target = VerifyingKey<P>;

    fn deref(&self) -> &VerifyingKey<P> {
        match self {
            Self::Plain(key) => key,
            Self::Prepared(key) => key.verifying_key(),
        }
    }
}

/// A signature of another length, or that is not encoded as FIPS 204 requires, is none.
impl<P: Parameters> Verifier for Public<P> {
    const OF_DIGESTS: &'static str = "HashML-DSA";
    const TOGETHER: usize = 64;
    type Signature = Signature<P>;
    type OfDigest = PrehashSignature<P>;

    fn signature(bytes: &[u8]) -> Result<Signature<P>> {
        Ok(Signature::from_slice(bytes)?)
    }

    fn of_digest(bytes: &[u8]) -> Result<PrehashSignature<P>> {
        Ok(PrehashSignature::from_slice(bytes)?)
    }

    fn verify(&self, context: Context<'_>, message: &[u8], signature: &Signature<P>) -> Result<()> {
        Ok(either!(Self, self, key => key.verify_ctx(context, message, signature))?)
    }

    fn verify_digest(
        &self,
        context: Context<'_>,
        digest: &Prehash,
        signature: &PrehashSignature<P>,
        any_strength: bool,
    ) -> Result<()> {
        let verdict = either!(Self, self, key => match any_strength {
            false => key.verify_prehash(context, digest, signature),
            true => key.verify_prehash_of_any_strength(context, digest, signature),
        });
        Ok(verdict?)
    }

    fn verify_batch(&self, context: Context<'_>, items: &[(&[u8], &Signature<P>)]) -> Vec<bool> {
        let prepared;
        let key = match self {
            Self::Prepared(key) => BatchKey::from(&**key),
            // Preparing takes as long as a verification.
            Self::Plain(key) if items.len() > 2 => {
                prepared = key.prepare();
                BatchKey::from(&prepared)
            }
            Self::Plain(key) => BatchKey::from(&**key),
        };
        let items = items.iter().map(|(message, signature)| BatchItem { key, context, message, signature });
        let items: Vec<_> = items.collect();
        match mldsa::verify_batch(&items) {
            Ok(()) => vec![true; items.len()],
            Err(error) => error.verdicts().iter().map(core::result::Result::is_ok).collect(),
        }
    }
}

/// The computation of μ, whatever the parameter set.
trait Absorbs: Send {
    fn update(&mut self, data: &[u8]);
    fn mu(&self) -> [u8; 64];
    fn copied(&self) -> Box<dyn Absorbs>;
}

impl<P: Parameters> Absorbs for mldsa::MuHasher<P> {
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn mu(&self) -> [u8; 64] {
        *self.clone().finalize().as_bytes()
    }

    fn copied(&self) -> Box<dyn Absorbs> {
        Box::new(self.clone())
    }
}

/// Starts the computation of μ for the messages of a key.
fn mu_hasher<P: Parameters>(key: &VerifyingKey<P>, context: &Input<'_>) -> Result<MuHasher> {
    let context = context.stable()?;
    Ok(MuHasher(Guarded::new(Box::new(key.mu_hasher(Context::new(&context)?)))))
}

/// The computation of mu (µ) of FIPS 204, 64 bytes that stand for a message, a context and a public key: made by
/// ``mu_hasher`` of a public key.
///
/// The message is read once, in pieces, where only the public key is known; ``sign_mu`` of the private key, which can be
/// elsewhere, signs it, and the signature is that of the message.
///
/// >>> from carnelian.mldsa import ML_DSA_65
/// >>> key = ML_DSA_65.generate()
/// >>> hasher = key.verifying_key.mu_hasher(context=b"orders")
/// >>> hasher.update(b"attack ")
/// >>> hasher.update(b"at dawn")
/// >>> signature = key.sign_mu(hasher.digest())
/// >>> key.verifying_key.verify(signature, b"attack at dawn", context=b"orders")
#[pyclass(frozen, module = "carnelian.mldsa")]
struct MuHasher(Guarded<Box<dyn Absorbs>>);

#[pymethods]
impl MuHasher {
    /// Absorbs more of the message.
    #[pyo3(signature = (data, /))]
    fn update(&self, py: Python<'_>, data: Input<'_>) {
        let bytes = data.bytes();
        self.0.with(py, bytes.len(), |hasher| hasher.update(bytes));
    }

    /// Returns mu of the message so far, 64 bytes.
    fn digest<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.with(py, 0, |hasher| hasher.mu()))
    }

    /// Returns an object that has absorbed the same message and goes on by itself.
    fn copy(&self, py: Python<'_>) -> Self {
        Self(Guarded::new(self.0.with(py, 0, |hasher| hasher.copied())))
    }
}

/// Writes the classes of a parameter set.
macro_rules! classes {
    ([] $(
        $Set:ident $set:literal $Private:ident $private_name:literal $Public:ident $public_name:literal;
    )*) => {
        $(
            #[doc = concat!("A private key of ", $set, ".")]
            #[pyclass(frozen, name = $private_name, module = "carnelian.mldsa")]
            struct $Private(Private<mldsa::$Set>);

            signing_key!($Private, SigningKey<mldsa::$Set>, $Public, $set {
                /// Returns the key of a seed of 32 bytes, or of the expanded form.
                ///
                /// Raises InvalidKey if the parts of an expanded key contradict each other.
                #[staticmethod]
                fn from_bytes(data: Input<'_>) -> Result<Self> {
                    Private::from_bytes(&data).map(Self)
                }

                /// Returns the seed, 32 bytes.
                ///
                /// Raises InvalidKey if it is unknown, since the key was read in expanded form.
                fn to_bytes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
                    self.0.seed(py)
                }

                /// Returns the expanded form of FIPS 204.
                fn to_expanded_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    exposed(py, &self.0.to_expanded_bytes())
                }

                /// Returns the same key in a form for many signatures: it holds the matrix that every signature needs,
                /// up to 56 kilobytes, and takes as long as generating a key.
                fn prepare(&self, py: Python<'_>) -> Result<Self> {
                    self.0.prepared(py).map(Self)
                }

                /// Returns the signature of the message that *mu* stands for, 64 bytes that ``mu_hasher`` of the public
                /// key has computed. A signer who did not compute them does not know what is signed.
                ///
                /// Raises InvalidLength if *mu* has another length, and FaultError as ``sign`` does.
                #[pyo3(signature = (mu, *, deterministic = false, verified = false))]
                fn sign_mu<'py>(
                    &self,
                    py: Python<'py>,
                    mu: Input<'_>,
                    deterministic: bool,
                    verified: bool,
                ) -> Result<Bound<'py, PyBytes>> {
                    self.0.sign_mu(py, &mu, How { deterministic, verified })
                }
            });

            #[doc = concat!("A public key of ", $set, ".")]
            #[pyclass(frozen, name = $public_name, module = "carnelian.mldsa")]
            struct $Public(Public<mldsa::$Set>);

            verifying_key!($Public, VerifyingKey<mldsa::$Set>, $public_name, $set {
                /// Returns the same key in a form for many verifications, which take half of the time then: it holds the
                /// matrix that each of them needs, up to 64 kilobytes, and takes as long as one verification.
                fn prepare(&self, py: Python<'_>) -> Self {
                    Self(self.0.prepared(py))
                }

                /// Returns an object that computes mu of a message in pieces, for ``sign_mu`` and ``verify_mu``.
                ///
                /// Raises InvalidLength for a context of more than 255 bytes.
                #[pyo3(
                    signature = (*, context = Input::EMPTY),
                    text_signature = "($self, *, context=b'')"
                )]
                fn mu_hasher(&self, context: Input<'_>) -> Result<MuHasher> {
                    mu_hasher(&self.0, &context)
                }

                /// Returns if *signature* is that of the message that *mu* stands for, and raises InvalidSignature
                /// otherwise.
                ///
                /// Raises InvalidLength if *mu* has not 64 bytes.
                #[pyo3(signature = (signature, mu))]
                fn verify_mu(&self, py: Python<'_>, signature: Input<'_>, mu: Input<'_>) -> Result<()> {
                    self.0.verify_mu(py, &signature, &mu)
                }
            });
        )*

        /// Returns the classes of the keys of a parameter set.
        pub(crate) fn key_types<'py>(py: Python<'py>, set: &str) -> Option<Bound<'py, PyTuple>> {
            match set {
                $($set => PyTuple::new(py, [py.get_type::<$Private>(), py.get_type::<$Public>()]).ok(),)*
                _ => None,
            }
        }

        /// Fills the module `carnelian.mldsa`.
        pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                module.add_class::<$Private>()?;
                module.add_class::<$Public>()?;
            )*
            let py = module.py();
            let sets = [$(sets::signature::<$Private, $Public>(py, $set)?),*];
            module.add("parameter_sets", PyTuple::new(py, sets)?)?;
            module.add_class::<MuHasher>()
        }
    };
}

crate::algorithms::rows::mldsa! { classes [] }
