//! `carnelian.slhdsa`, FIPS 205.

use super::sets;
use super::signature::{How, Reads, Signer, Verifier, signing_key, verifying_key};
use crate::buffer::{Input, exposed};
use crate::error::{Class, Error, Result};
use crate::key_file::Imported;
use carnelian::postquantum::slhdsa::{
    self, BatchItem, Context, KeyFiles, Parameters, Prehash, PrehashSignature, PreparedSigningKey, RootError,
    SignError, Signature, SignatureError, SigningKey, Verified, VerifyingKey, sign_batch, verify_batch,
};
use carnelian::random::OsRandom;
use core::ops::Deref;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

crate::error::classes! {
    RootError => InvalidKey,
}

impl From<SignError> for Error {
    #[cold]
    fn from(error: SignError) -> Self {
        match error {
            SignError::Random(error) => error.into(),
            SignError::Prehash(error) => error.into(),
            SignError::Fault => Self::of(Class::FaultError, &error),
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

/// A private key, prepared or not.
enum Private<P: Parameters> {
    Plain(Box<SigningKey<P>>),
    Prepared(Box<PreparedSigningKey<P>>),
}

/// Calls the same function of a key in either form.
macro_rules! either {
    ($form:expr, $key:ident => $call:expr) => {
        match $form {
            Private::Plain($key) => $call,
            Private::Prepared($key) => $call,
        }
    };
}

impl<P: Parameters> Private<P> {
    /// Returns the key with the nodes that every signature needs.
    fn prepared(&self, py: Python<'_>) -> Self {
        let key = SigningKey::from_bytes(self.to_bytes().expose());
        Self::Prepared(Box::new(py.detach(|| key.prepare())))
    }

    /// Returns the key in the form that computes each signature twice.
    fn verified(&self) -> Verified<'_, P> {
        either!(self, key => key.verified())
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

/// The root is that of the seeds.
impl<P: KeyFiles> Imported for SigningKey<P> {
    fn check_import(&self, py: Python<'_>) -> Result<()> {
        Ok(py.detach(|| self.check())?)
    }
}

impl<P: Parameters> Signer for Private<P> {
    const OF_DIGESTS: &'static str = "HashSLH-DSA";
    const READS: Reads = Reads::Twice;
    const SIGNATURE_LEN: usize = P::SIGNATURE_LEN;
    // It takes a hundred times as long as verification.
    const TOGETHER: usize = 2;
    type Signature = Signature<P>;
    type OfDigest = PrehashSignature<P>;

    fn sign(&self, context: Context<'_>, message: &[u8], how: How) -> Result<Signature<P>> {
        Ok(match (how.deterministic, how.verified) {
            (true, false) => either!(self, key => key.sign_deterministic_ctx(context, message)),
            (false, false) => either!(self, key => key.sign_ctx(context, message, &mut OsRandom)),
            (true, true) => self.verified().sign_deterministic_ctx(context, message),
            (false, true) => self.verified().sign_ctx(context, message, &mut OsRandom),
        }?)
    }

    fn sign_digest(&self, context: Context<'_>, digest: &Prehash, how: How) -> Result<PrehashSignature<P>> {
        Ok(match (how.deterministic, how.verified) {
            (true, false) => either!(self, key => key.sign_prehash_deterministic(context, digest)),
            (false, false) => either!(self, key => key.sign_prehash(context, digest, &mut OsRandom)),
            (true, true) => self.verified().sign_prehash_deterministic(context, digest),
            (false, true) => self.verified().sign_prehash(context, digest, &mut OsRandom),
        }?)
    }

    fn sign_batch(&self, context: Context<'_>, messages: &[&[u8]]) -> Result<Vec<Signature<P>>> {
        Ok(either!(self, key => sign_batch(&**key, context, messages, &mut OsRandom))?)
    }
}

/// A signature of another length is none, as callers expect who pass what they received.
impl<P: Parameters> Verifier for VerifyingKey<P> {
    const OF_DIGESTS: &'static str = "HashSLH-DSA";
    // As many as have lanes in a vector.
    const TOGETHER: usize = 16;
    type Signature = Signature<P>;
    type OfDigest = PrehashSignature<P>;

    fn signature(bytes: &[u8]) -> Result<Signature<P>> {
        Ok(Signature::from_slice(bytes).map_err(|_| SignatureError::Mismatch)?)
    }

    fn of_digest(bytes: &[u8]) -> Result<PrehashSignature<P>> {
        Ok(PrehashSignature::from_slice(bytes).map_err(|_| SignatureError::Mismatch)?)
    }

    fn verify(&self, context: Context<'_>, message: &[u8], signature: &Signature<P>) -> Result<()> {
        Ok(self.verify_ctx(context, message, signature)?)
    }

    fn verify_digest(
        &self,
        context: Context<'_>,
        digest: &Prehash,
        signature: &PrehashSignature<P>,
        any_strength: bool,
    ) -> Result<()> {
        let verdict = match any_strength {
            false => self.verify_prehash(context, digest, signature),
            true => self.verify_prehash_of_any_strength(context, digest, signature),
        };
        Ok(verdict?)
    }

    fn verify_batch(&self, context: Context<'_>, items: &[(&[u8], &Signature<P>)]) -> Vec<bool> {
        let items = items.iter().map(|(message, signature)| BatchItem { key: self, context, message, signature });
        let items: Vec<_> = items.collect();
        match verify_batch(&items) {
            Ok(()) => vec![true; items.len()],
            Err(error) => error.verdicts().iter().map(core::result::Result::is_ok).collect(),
        }
    }
}

/// Writes the classes of a parameter set.
macro_rules! classes {
    ([] $(
        $Set:ident $set:literal $Private:ident $private_name:literal $Public:ident $public_name:literal;
    )*) => {
        $(
            #[doc = concat!("A private key of ", $set, ".")]
            #[pyclass(frozen, name = $private_name, module = "carnelian.slhdsa")]
            struct $Private(Private<slhdsa::$Set>);

            signing_key!($Private, SigningKey<slhdsa::$Set>, $Public, $set {
                /// Returns the key of three seeds of 16, 24 or 32 bytes: SK.seed, SK.prf and PK.seed of FIPS 205. The
                /// first two are secret.
                #[staticmethod]
                fn from_seeds(
                    py: Python<'_>,
                    sk_seed: Input<'_>,
                    sk_prf: Input<'_>,
                    pk_seed: Input<'_>,
                ) -> Result<Self> {
                    const N: usize = <slhdsa::$Set as Parameters>::N;
                    let sk_seed = sk_seed.secret::<N>("SK.seed")?;
                    let sk_prf = sk_prf.secret::<N>("SK.prf")?;
                    let pk_seed = pk_seed.array::<N>("PK.seed")?;
                    let key = py.detach(|| SigningKey::from_seeds(sk_seed.expose(), sk_prf.expose(), &pk_seed));
                    Ok(Self::from(key))
                }

                /// Returns the key of these bytes: SK.seed, SK.prf, PK.seed and PK.root of FIPS 205.
                ///
                /// Takes as long as generating a key, and raises InvalidKey if the root does not belong to the seeds:
                /// all signatures would be invalid.
                #[staticmethod]
                fn from_bytes(py: Python<'_>, data: Input<'_>) -> Result<Self> {
                    let bytes = data.secret::<{ <slhdsa::$Set as Parameters>::PRIVATE_KEY_LEN }>("SLH-DSA private key")?;
                    let key = SigningKey::<slhdsa::$Set>::from_bytes(bytes.expose());
                    key.check_import(py)?;
                    Ok(Self::from(key))
                }

                /// Returns the bytes of the key: SK.seed, SK.prf, PK.seed and PK.root.
                fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    exposed(py, &self.0.to_bytes())
                }

                /// Generates the key again from its seeds, and raises InvalidKey if it has another root. Keys that are
                /// read have been checked; later, this finds damage in memory.
                fn check(&self, py: Python<'_>) -> Result<()> {
                    Ok(py.detach(|| self.0.check())?)
                }

                /// Returns the same key in a form for many signatures: it holds what is the same in all of them, up to
                /// 24 kilobytes, and takes as long as generating a key. Sets whose names end in *s* sign in 6/7 or 7/8
                /// of the time then.
                fn prepare(&self, py: Python<'_>) -> Self {
                    Self(self.0.prepared(py))
                }
            });

            #[doc = concat!("A public key of ", $set, ".")]
            #[pyclass(frozen, name = $public_name, module = "carnelian.slhdsa")]
            struct $Public(VerifyingKey<slhdsa::$Set>);

            verifying_key!($Public, VerifyingKey<slhdsa::$Set>, $public_name, $set {});
        )*

        /// Returns the classes of the keys of a parameter set.
        pub(crate) fn key_types<'py>(py: Python<'py>, set: &str) -> Option<Bound<'py, PyTuple>> {
            match set {
                $($set => PyTuple::new(py, [py.get_type::<$Private>(), py.get_type::<$Public>()]).ok(),)*
                _ => None,
            }
        }

        /// Fills the module `carnelian.slhdsa`.
        pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                module.add_class::<$Private>()?;
                module.add_class::<$Public>()?;
            )*
            let py = module.py();
            let sets = [$(sets::signature::<$Private, $Public>(py, $set)?),*];
            module.add("parameter_sets", PyTuple::new(py, sets)?)?;
            Ok(())
        }
    };
}

crate::algorithms::rows::slhdsa! { classes [] }
