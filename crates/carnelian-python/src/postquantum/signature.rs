//! Shared by keys of ML-DSA and of SLH-DSA: their arguments, their methods, and the digests that are signed.

use crate::buffer::Input;
use crate::error::Result;
use carnelian::hash::{self, Shake128, Shake256};
use carnelian::postquantum::mldsa::{Context, ContextLengthError, Prehash, WeakPrehash};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

crate::error::classes! {
    ContextLengthError => InvalidLength,
    WeakPrehash => InvalidLength,
}

/// How often an operation reads a message that others may write meanwhile; see `buffer.rs`.
pub(crate) enum Reads {
    Once,
    /// The readings must agree.
    Twice,
}

/// A private key. Its methods run without the interpreter.
pub(crate) trait Signer: Sync {
    /// The variant of the scheme that signs digests.
    const OF_DIGESTS: &'static str;
    /// How often signing reads a message.
    const READS: Reads;
    /// Bytes in a signature.
    const SIGNATURE_LEN: usize;
    /// The number of signatures for each thread between two looks at the user's signals.
    const TOGETHER: usize;

    /// A signature.
    type Signature: AsRef<[u8]> + Send;
    /// A signature of a digest.
    type OfDigest: AsRef<[u8]> + Send;

    fn sign(&self, context: Context<'_>, message: &[u8], how: How) -> Result<Self::Signature>;
    fn sign_digest(&self, context: Context<'_>, digest: &Prehash, how: How) -> Result<Self::OfDigest>;
    /// Signs on as many threads as the limit permits.
    fn sign_batch(&self, context: Context<'_>, messages: &[&[u8]]) -> Result<Vec<Self::Signature>>;
}

/// The options of a signature.
#[derive(Clone, Copy)]
pub(crate) struct How {
    pub(crate) deterministic: bool,
    /// By the form of the key that finds faults in the computation.
    pub(crate) verified: bool,
}

/// A public key. Its methods run without the interpreter.
pub(crate) trait Verifier: Sync {
    /// The variant of the scheme that signs digests.
    const OF_DIGESTS: &'static str;
    /// The number of signatures for each thread between two looks at the user's signals.
    const TOGETHER: usize;

    /// A signature.
    type Signature: Send + Sync;
    /// A signature of a digest.
    type OfDigest: Send + Sync;

    /// Reads a signature.
    fn signature(bytes: &[u8]) -> Result<Self::Signature>;
    /// Reads a signature of a digest.
    fn of_digest(bytes: &[u8]) -> Result<Self::OfDigest>;
    fn verify(&self, context: Context<'_>, message: &[u8], signature: &Self::Signature) -> Result<()>;
    /// Digests of any strength are taken on request.
    fn verify_digest(
        &self,
        context: Context<'_>,
        digest: &Prehash,
        signature: &Self::OfDigest,
        any_strength: bool,
    ) -> Result<()>;
    /// Returns whether each signature is valid, which is found on all threads of the pool in which it runs.
    fn verify_batch(&self, context: Context<'_>, items: &[(&[u8], &Self::Signature)]) -> Vec<bool>;
}

/// Writes the function that finds the hash function of a digest.
macro_rules! hash_functions {
    ([] $($Function:ident $name:literal;)*) => {
        /// Returns the function that hashes messages, by the name that it has in `hashlib`.
        fn hash_function(of_digests: &str, name: &str) -> Result<fn(&[u8]) -> Prehash> {
            Ok(match name {
                $($name => Prehash::of::<hash::$Function>,)*
                "shake_128" => |message: &[u8]| {
                    let mut shake = Shake128::new();
                    shake.update(message);
                    Prehash::finish_shake128(shake)
                },
                "shake_256" => |message: &[u8]| {
                    let mut shake = Shake256::new();
                    shake.update(message);
                    Prehash::finish_shake256(shake)
                },
                _ => return Err(PyValueError::new_err(format!("{of_digests} has no hash function '{name}'")).into()),
            })
        }
    };
}

crate::algorithms::rows::prehashes! { hash_functions [] }

/// Signs a message, or its digest by the hash function `prehash`.
pub(super) fn sign<'py, K: Signer>(
    py: Python<'py>,
    key: &K,
    message: &Input<'_>,
    context: &Input<'_>,
    prehash: Option<&str>,
    how: How,
) -> Result<Bound<'py, PyBytes>> {
    let context = context.stable()?;
    let context = Context::new(&context)?;
    if let Some(name) = prehash {
        let (hash, message) = (hash_function(K::OF_DIGESTS, name)?, message.bytes());
        let signature = py.detach(|| key.sign_digest(context, &hash(message), how))?;
        return Ok(PyBytes::new(py, signature.as_ref()));
    }
    let copy;
    let message = match K::READS {
        Reads::Once => message.bytes(),
        Reads::Twice => {
            copy = message.stable()?;
            &copy[..]
        }
    };
    let signature = py.detach(|| key.sign(context, message, how))?;
    Ok(PyBytes::new(py, signature.as_ref()))
}

/// The options of a verification.
pub(super) struct Options<'o, 'py> {
    pub(super) context: &'o Input<'py>,
    pub(super) prehash: Option<&'o str>,
    pub(super) any_strength: bool,
}

/// Checks the signature of a message, or of its digest by the hash function `prehash`.
pub(super) fn verify<K: Verifier>(
    py: Python<'_>,
    key: &K,
    signature: &Input<'_>,
    message: &Input<'_>,
    options: &Options<'_, '_>,
) -> Result<()> {
    let context = options.context.stable()?;
    let context = Context::new(&context)?;
    let (signature, message) = (signature.stable()?, message.bytes());
    if let Some(name) = options.prehash {
        let (hash, any_strength) = (hash_function(K::OF_DIGESTS, name)?, options.any_strength);
        let signature = K::of_digest(&signature)?;
        return py.detach(|| key.verify_digest(context, &hash(message), &signature, any_strength));
    }
    let signature = K::signature(&signature)?;
    py.detach(|| key.verify(context, message, &signature))
}

/// Writes a class of private keys: its own methods, those that both schemes have, and those for key files.
macro_rules! signing_key {
    ($Class:ident, $Key:ty, $Public:ident, $set:literal { $($own:tt)* }) => {
        $crate::key_file::private_key!($Class, $Key {
            /// The name of the parameter set.
            #[classattr]
            #[pyo3(name = "name")]
            const NAME: &'static str = $set;

            /// Returns a new key.
            #[staticmethod]
            fn generate(py: Python<'_>) -> $crate::error::Result<Self> {
                Ok(Self::from(py.detach(|| <$Key>::generate(&mut carnelian::random::OsRandom))?))
            }

            $($own)*

            /// The public key.
            #[getter]
            fn verifying_key(&self) -> $Public {
                $Public::from(*self.0.verifying_key())
            }

            /// Returns the signature of *message*.
            ///
            /// *context* is up to 255 bytes that say what the signature is for. *prehash* is the name of a hash
            /// function, such as ``"sha512"``, and chooses the variant of the standard that signs the digest:
            /// HashML-DSA or HashSLH-DSA. Verify with the same ones. Signatures are hedged with random bytes unless
            /// *deterministic*. If *verified*, faults of the processor are found too, which takes longer.
            ///
            /// Raises InvalidLength for a longer context, and for a hash function whose digests are shorter than the
            /// parameter set requires. Raises FaultError if memory or the processor is faulty; nothing is returned then,
            /// since a faulty signature can reveal the key.
            #[pyo3(
                signature = (
                    message, *, context = $crate::buffer::Input::EMPTY, prehash = None, deterministic = false,
                    verified = false
                ),
                text_signature =
                    "($self, message, *, context=b'', prehash=None, deterministic=False, verified=False)"
            )]
            fn sign<'py>(
                &self,
                py: Python<'py>,
                message: $crate::buffer::Input<'_>,
                context: $crate::buffer::Input<'_>,
                prehash: Option<&str>,
                deterministic: bool,
                verified: bool,
            ) -> $crate::error::Result<Bound<'py, PyBytes>> {
                let how = $crate::postquantum::signature::How { deterministic, verified };
                $crate::postquantum::signature::sign(py, &self.0, &message, &context, prehash, how)
            }

            /// Checks that the two halves of the key belong together: signs a message, which is not returned, and
            /// verifies it.
            ///
            /// Raises FaultError if they do not.
            fn check_pair(&self, py: Python<'_>) -> $crate::error::Result<()> {
                Ok(py.detach(|| self.0.check_pair())?)
            }

            /// Returns the signature of every message of a column, computed on all cores.
            ///
            /// Columns and answers are those of `carnelian.hash_batch`: lists, arrays of NumPy or of Arrow. *context*
            /// is the same for all messages.
            ///
            /// Raises InvalidLength for a context of more than 255 bytes.
            #[pyo3(
                signature = (messages, /, *, context = $crate::buffer::Input::EMPTY, threads = None, out = None),
                text_signature = "($self, messages, /, *, context=b'', threads=None, out=None)"
            )]
            fn sign_batch<'py>(
                &self,
                py: Python<'py>,
                messages: &Bound<'py, PyAny>,
                context: $crate::buffer::Input<'_>,
                threads: Option<usize>,
                out: Option<&Bound<'py, PyAny>>,
            ) -> $crate::error::Result<Bound<'py, PyAny>> {
                let options = $crate::columns::one_key::Options { context, threads, out };
                $crate::columns::one_key::sign_column(py, &self.0, messages, &options)
            }
        });
    };
}
pub(super) use signing_key;

/// Writes a class of public keys: its own methods, those that both schemes have, and those for key files.
macro_rules! verifying_key {
    ($Class:ident, $Key:ty, $name:literal, $set:literal { $($own:tt)* }) => {
        $crate::key_file::public_key!($Class, $Key, $name {
            /// The name of the parameter set.
            #[classattr]
            #[pyo3(name = "name")]
            const NAME: &'static str = $set;

            /// Returns the key of these bytes: any are one.
            ///
            /// Raises InvalidLength if there are more or fewer than a key has.
            #[staticmethod]
            fn from_bytes(data: $crate::buffer::Input<'_>) -> $crate::error::Result<Self> {
                Ok(Self::from(<$Key>::try_from(&data.stable()?[..])?))
            }

            /// Returns the bytes of the key.
            fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                PyBytes::new(py, self.0.as_bytes())
            }

            $($own)*

            /// Returns if *signature* is that of *message*, and raises InvalidSignature otherwise.
            ///
            /// *context* and *prehash* are those with which it was signed.
            ///
            /// Raises InvalidLength for a context of more than 255 bytes; and for a hash function whose digests are
            /// shorter than the parameter set requires, unless *any_strength*: such signatures are as weak as their
            /// digests.
            #[pyo3(
                signature = (
                    signature, message, *, context = $crate::buffer::Input::EMPTY, prehash = None, any_strength = false
                ),
                text_signature = "($self, signature, message, *, context=b'', prehash=None, any_strength=False)"
            )]
            fn verify(
                &self,
                py: Python<'_>,
                signature: $crate::buffer::Input<'_>,
                message: $crate::buffer::Input<'_>,
                context: $crate::buffer::Input<'_>,
                prehash: Option<&str>,
                any_strength: bool,
            ) -> $crate::error::Result<()> {
                let options = $crate::postquantum::signature::Options { context: &context, prehash, any_strength };
                $crate::postquantum::signature::verify(py, &self.0, &signature, &message, &options)
            }

            /// Returns the verdict on every signature of a column, computed on all cores, in less time than single
            /// calls take.
            ///
            /// Columns and answers are those of `carnelian.ed25519.verify_batch`, except that a signature of another
            /// length is a verdict of false. *context* is the same for all messages.
            ///
            /// Raises InvalidLength for a context of more than 255 bytes.
            #[pyo3(
                signature = (
                    signatures, messages, /, *, context = $crate::buffer::Input::EMPTY, threads = None, out = None
                ),
                text_signature = "($self, signatures, messages, /, *, context=b'', threads=None, out=None)"
            )]
            fn verify_batch<'py>(
                &self,
                py: Python<'py>,
                signatures: &Bound<'py, PyAny>,
                messages: &Bound<'py, PyAny>,
                context: $crate::buffer::Input<'_>,
                threads: Option<usize>,
                out: Option<&Bound<'py, PyAny>>,
            ) -> $crate::error::Result<Bound<'py, PyAny>> {
                let options = $crate::columns::one_key::Options { context, threads, out };
                $crate::columns::one_key::verify_column(py, &self.0, signatures, messages, &options)
            }
        });
    };
}
pub(super) use verifying_key;
