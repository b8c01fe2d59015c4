//! `carnelian.slhdsa`, FIPS 205.

use crate::buffer::{Input, exposed};
use crate::columns::slhdsa::{Options, sign_column, verify_column};
use crate::error::{Class, Error, Result};
use crate::key_file::{private_key, public_key};
use crate::threads::on_all;
use carnelian::hash::{
    Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384, Sha512, Sha512_256, Shake128, Shake256,
};
use carnelian::postquantum::slhdsa::{
    Context, Parameters, Prehash, PrehashSignature, RootError, SignError, Signature, SignatureError, SigningKey,
    SlhDsaSha2_128f, SlhDsaSha2_128s, SlhDsaSha2_192f, SlhDsaSha2_192s, SlhDsaSha2_256f, SlhDsaSha2_256s,
    SlhDsaShake128f, SlhDsaShake128s, SlhDsaShake192f, SlhDsaShake192s, SlhDsaShake256f, SlhDsaShake256s, VerifyingKey,
    WeakPrehash,
};
use carnelian::random::OsRandom;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

crate::error::classes! {
    RootError => InvalidKey,
    WeakPrehash => InvalidLength,
}

impl From<SignError> for Error {
    #[cold]
    fn from(error: SignError) -> Self {
        match error {
            SignError::Random(error) => error.into(),
            SignError::Prehash(error) => error.into(),
        }
    }
}

impl From<SignatureError> for Error {
    #[cold]
    fn from(error: SignatureError) -> Self {
        match error {
            SignatureError::Mismatch => Self::of(Class::InvalidSignature, &error),
            SignatureError::Prehash(error) => error.into(),
        }
    }
}

/// Returns the function that hashes messages for HashSLH-DSA, by the name that it has in `hashlib`.
fn prehash(name: &str) -> Result<fn(&[u8]) -> Prehash> {
    Ok(match name {
        "sha224" => Prehash::of::<Sha224>,
        "sha256" => Prehash::of::<Sha256>,
        "sha384" => Prehash::of::<Sha384>,
        "sha512" => Prehash::of::<Sha512>,
        "sha512_256" => Prehash::of::<Sha512_256>,
        "sha3_224" => Prehash::of::<Sha3_224>,
        "sha3_256" => Prehash::of::<Sha3_256>,
        "sha3_384" => Prehash::of::<Sha3_384>,
        "sha3_512" => Prehash::of::<Sha3_512>,
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
        _ => return Err(PyValueError::new_err(format!("HashSLH-DSA has no hash function '{name}'")).into()),
    })
}

/// Signs a message.
fn sign<'py, P: Parameters>(
    py: Python<'py>,
    key: &SigningKey<P>,
    message: &Input<'_>,
    context: &Input<'_>,
    prehash: Option<&str>,
    deterministic: bool,
) -> Result<Bound<'py, PyBytes>> {
    let context = context.stable()?;
    let context = Context::new(&context)?;
    if let Some(name) = prehash {
        let (hash, message) = (self::prehash(name)?, message.bytes());
        let signature = on_all(py, || sign_prehash(key, context, &hash(message), deterministic))??;
        return Ok(PyBytes::new(py, signature.as_ref()));
    }
    // The two readings of the message must agree.
    let message = message.stable()?;
    let message: &[u8] = &message;
    let signature = on_all(py, || match deterministic {
        true => Ok(key.sign_deterministic_ctx(context, message)),
        false => key.sign_ctx(&mut OsRandom, context, message),
    })??;
    Ok(PyBytes::new(py, signature.as_ref()))
}

fn sign_prehash<P: Parameters>(
    key: &SigningKey<P>,
    context: Context<'_>,
    prehash: &Prehash,
    deterministic: bool,
) -> core::result::Result<PrehashSignature<P>, SignError> {
    match deterministic {
        true => Ok(key.sign_prehash_deterministic(context, prehash)?),
        false => key.sign_prehash(&mut OsRandom, context, prehash),
    }
}

/// Checks a signature. One of another length is none, as callers expect who pass what they received.
fn verify<P: Parameters>(
    py: Python<'_>,
    key: &VerifyingKey<P>,
    signature: &Input<'_>,
    message: &Input<'_>,
    context: &Input<'_>,
    prehash: Option<&str>,
) -> Result<()> {
    let context = context.stable()?;
    let context = Context::new(&context)?;
    let (signature, message) = (signature.stable()?, message.bytes());
    let signature: &[u8] = &signature;
    if let Some(name) = prehash {
        let hash = self::prehash(name)?;
        let signature = PrehashSignature::<P>::try_from(signature).map_err(|_| SignatureError::Mismatch)?;
        return Ok(py.detach(|| key.verify_prehash(context, &hash(message), &signature))?);
    }
    let signature = Signature::<P>::try_from(signature).map_err(|_| SignatureError::Mismatch)?;
    Ok(py.detach(|| key.verify_ctx(context, message, &signature))?)
}

/// Returns the key with the nodes that every signature needs.
fn prepared<P: Parameters>(py: Python<'_>, key: &SigningKey<P>) -> SigningKey<P> {
    let mut prepared = SigningKey::from_bytes(key.to_bytes().expose());
    py.detach(|| prepared.prepare());
    prepared
}

/// Writes the classes of a parameter set.
macro_rules! classes {
    ($($Private:ident, $Public:ident, $Set:ty, $set:literal, $private_name:literal, $public_name:literal;)*) => {
        $(
            #[doc = concat!("A private key of ", $set, ".")]
            #[pyclass(frozen, name = $private_name, module = "carnelian.slhdsa")]
            struct $Private(SigningKey<$Set>);

            private_key!($Private, SigningKey<$Set> {
                /// The name of the parameter set.
                #[classattr]
                #[pyo3(name = "name")]
                const NAME: &'static str = $set;

                /// Returns a new key.
                #[staticmethod]
                fn generate(py: Python<'_>) -> Result<Self> {
                    Ok(Self(py.detach(|| SigningKey::generate(&mut OsRandom))?))
                }

                /// Returns the key of three seeds of 16, 24 or 32 bytes: SK.seed, SK.prf and PK.seed of FIPS 205. The
                /// first two are secret.
                #[staticmethod]
                fn from_seeds(
                    py: Python<'_>,
                    sk_seed: Input<'_>,
                    sk_prf: Input<'_>,
                    pk_seed: Input<'_>,
                ) -> Result<Self> {
                    const N: usize = <$Set as Parameters>::N;
                    let sk_seed = sk_seed.secret::<N>("SK.seed")?;
                    let sk_prf = sk_prf.secret::<N>("SK.prf")?;
                    let pk_seed = pk_seed.array::<N>("PK.seed")?;
                    Ok(Self(py.detach(|| SigningKey::from_seeds(sk_seed.expose(), sk_prf.expose(), &pk_seed))))
                }

                /// Returns the key of these bytes: SK.seed, SK.prf, PK.seed and PK.root of FIPS 205.
                ///
                /// Whether they belong together is not checked, since that takes as long as generating a key: see
                /// *check*.
                #[staticmethod]
                fn from_bytes(data: Input<'_>) -> Result<Self> {
                    let bytes = data.secret::<{ <$Set as Parameters>::PRIVATE_KEY_LEN }>("SLH-DSA private key")?;
                    Ok(Self(SigningKey::from_bytes(bytes.expose())))
                }

                /// Returns the bytes of the key: SK.seed, SK.prf, PK.seed and PK.root.
                fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    exposed(py, &self.0.to_bytes())
                }

                /// Generates the key again from its seeds, and raises InvalidKey if it has another root: all its
                /// signatures would be invalid.
                fn check(&self, py: Python<'_>) -> Result<()> {
                    Ok(py.detach(|| self.0.check())?)
                }

                /// Returns the same key in a form for many signatures: it holds what is the same in all of them, up to
                /// 24 kilobytes, and takes as long as generating a key. Sets whose names end in *s* sign in 6/7 or 7/8
                /// of the time then.
                fn prepare(&self, py: Python<'_>) -> Self {
                    Self(prepared(py, &self.0))
                }

                /// The public key.
                #[getter]
                fn verifying_key(&self) -> $Public {
                    $Public(*self.0.verifying_key())
                }

                /// Returns the signature of *message*.
                ///
                /// *context* is up to 255 bytes that say what the signature is for. *prehash* is the name of a hash
                /// function, such as ``"sha512"``, and chooses HashSLH-DSA, which signs the digest. Verify with the
                /// same ones. Signatures are hedged with random bytes unless *deterministic*.
                #[pyo3(
                    signature = (message, *, context = Input::EMPTY, prehash = None, deterministic = false),
                    text_signature = "($self, message, *, context=b'', prehash=None, deterministic=False)"
                )]
                fn sign<'py>(
                    &self,
                    py: Python<'py>,
                    message: Input<'_>,
                    context: Input<'_>,
                    prehash: Option<&str>,
                    deterministic: bool,
                ) -> Result<Bound<'py, PyBytes>> {
                    sign(py, &self.0, &message, &context, prehash, deterministic)
                }

                /// Returns the signature of every message of a column, computed on all cores.
                ///
                /// Columns and answers are those of `carnelian.hash_batch`: lists, arrays of NumPy or of Arrow.
                #[pyo3(
                    signature = (messages, /, *, context = Input::EMPTY, threads = None, out = None),
                    text_signature = "($self, messages, /, *, context=b'', threads=None, out=None)"
                )]
                fn sign_batch<'py>(
                    &self,
                    py: Python<'py>,
                    messages: &Bound<'py, PyAny>,
                    context: Input<'_>,
                    threads: Option<usize>,
                    out: Option<&Bound<'py, PyAny>>,
                ) -> Result<Bound<'py, PyAny>> {
                    sign_column(py, &self.0, messages, &Options { context, threads, out })
                }
            });

            #[doc = concat!("A public key of ", $set, ".")]
            #[pyclass(frozen, name = $public_name, module = "carnelian.slhdsa")]
            struct $Public(VerifyingKey<$Set>);

            public_key!($Public, VerifyingKey<$Set>, $public_name {
                /// The name of the parameter set.
                #[classattr]
                #[pyo3(name = "name")]
                const NAME: &'static str = $set;

                /// Returns the key of these bytes: any are one.
                ///
                /// Raises InvalidLength if there are more or fewer than a key has.
                #[staticmethod]
                fn from_bytes(data: Input<'_>) -> Result<Self> {
                    Ok(Self(VerifyingKey::try_from(&data.stable()?[..])?))
                }

                /// Returns the bytes of the key.
                fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    PyBytes::new(py, self.0.as_ref())
                }

                /// Returns if *signature* is that of *message*, and raises InvalidSignature otherwise.
                ///
                /// *context* and *prehash* are those with which it was signed.
                #[pyo3(
                    signature = (signature, message, *, context = Input::EMPTY, prehash = None),
                    text_signature = "($self, signature, message, *, context=b'', prehash=None)"
                )]
                fn verify(
                    &self,
                    py: Python<'_>,
                    signature: Input<'_>,
                    message: Input<'_>,
                    context: Input<'_>,
                    prehash: Option<&str>,
                ) -> Result<()> {
                    verify(py, &self.0, &signature, &message, &context, prehash)
                }

                /// Returns the verdict on every signature of a column, computed on all cores, in less time than single
                /// calls take.
                ///
                /// Columns and answers are those of `carnelian.ed25519.verify_batch`, except that a signature of
                /// another length is a verdict of false.
                #[pyo3(
                    signature = (signatures, messages, /, *, context = Input::EMPTY, threads = None, out = None),
                    text_signature = "($self, signatures, messages, /, *, context=b'', threads=None, out=None)"
                )]
                fn verify_batch<'py>(
                    &self,
                    py: Python<'py>,
                    signatures: &Bound<'py, PyAny>,
                    messages: &Bound<'py, PyAny>,
                    context: Input<'_>,
                    threads: Option<usize>,
                    out: Option<&Bound<'py, PyAny>>,
                ) -> Result<Bound<'py, PyAny>> {
                    verify_column(py, &self.0, signatures, messages, &Options { context, threads, out })
                }
            });
        )*

        /// Fills the module `carnelian.slhdsa`.
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
    SigningKeySha2_128s, VerifyingKeySha2_128s, SlhDsaSha2_128s, "SLH-DSA-SHA2-128s",
        "SigningKeySHA2_128s", "VerifyingKeySHA2_128s";
    SigningKeySha2_128f, VerifyingKeySha2_128f, SlhDsaSha2_128f, "SLH-DSA-SHA2-128f",
        "SigningKeySHA2_128f", "VerifyingKeySHA2_128f";
    SigningKeySha2_192s, VerifyingKeySha2_192s, SlhDsaSha2_192s, "SLH-DSA-SHA2-192s",
        "SigningKeySHA2_192s", "VerifyingKeySHA2_192s";
    SigningKeySha2_192f, VerifyingKeySha2_192f, SlhDsaSha2_192f, "SLH-DSA-SHA2-192f",
        "SigningKeySHA2_192f", "VerifyingKeySHA2_192f";
    SigningKeySha2_256s, VerifyingKeySha2_256s, SlhDsaSha2_256s, "SLH-DSA-SHA2-256s",
        "SigningKeySHA2_256s", "VerifyingKeySHA2_256s";
    SigningKeySha2_256f, VerifyingKeySha2_256f, SlhDsaSha2_256f, "SLH-DSA-SHA2-256f",
        "SigningKeySHA2_256f", "VerifyingKeySHA2_256f";
    SigningKeyShake128s, VerifyingKeyShake128s, SlhDsaShake128s, "SLH-DSA-SHAKE-128s",
        "SigningKeySHAKE_128s", "VerifyingKeySHAKE_128s";
    SigningKeyShake128f, VerifyingKeyShake128f, SlhDsaShake128f, "SLH-DSA-SHAKE-128f",
        "SigningKeySHAKE_128f", "VerifyingKeySHAKE_128f";
    SigningKeyShake192s, VerifyingKeyShake192s, SlhDsaShake192s, "SLH-DSA-SHAKE-192s",
        "SigningKeySHAKE_192s", "VerifyingKeySHAKE_192s";
    SigningKeyShake192f, VerifyingKeyShake192f, SlhDsaShake192f, "SLH-DSA-SHAKE-192f",
        "SigningKeySHAKE_192f", "VerifyingKeySHAKE_192f";
    SigningKeyShake256s, VerifyingKeyShake256s, SlhDsaShake256s, "SLH-DSA-SHAKE-256s",
        "SigningKeySHAKE_256s", "VerifyingKeySHAKE_256s";
    SigningKeyShake256f, VerifyingKeyShake256f, SlhDsaShake256f, "SLH-DSA-SHAKE-256f",
        "SigningKeySHAKE_256f", "VerifyingKeySHAKE_256f";
}
