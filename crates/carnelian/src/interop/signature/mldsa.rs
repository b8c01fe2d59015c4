//! ML-DSA under the empty context. `Signer` is the deterministic variant, `RandomizedSigner` the hedged one.

use crate::interop::rand_core::FromRng;
use crate::postquantum::mldsa::{Context, Mu, MuHasher, Parameters, Signature, SigningKey, VerifyingKey};
#[cfg(feature = "alloc")]
use crate::postquantum::mldsa::{PreparedSigningKey, PreparedVerifyingKey};
use ::signature::rand_core::TryCryptoRng;
use ::signature::{
    Error, Keypair, MultipartSigner, MultipartVerifier, RandomizedMultipartSigner, RandomizedSigner, SignatureEncoding,
    Signer, Verifier,
};

/// Returns μ of a message in parts.
fn mu<P: Parameters>(mut hasher: MuHasher<P>, parts: &[&[u8]]) -> Mu<P> {
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize()
}

/// Writes the traits of a key that signs.
macro_rules! signs {
    ($Key:ident) => {
        impl<P: Parameters> Signer<Signature<P>> for $Key<P> {
            fn try_sign(&self, message: &[u8]) -> Result<Signature<P>, Error> {
                self.sign_deterministic(message).map_err(|_| Error::new())
            }
        }

        impl<P: Parameters> MultipartSigner<Signature<P>> for $Key<P> {
            fn try_multipart_sign(&self, parts: &[&[u8]]) -> Result<Signature<P>, Error> {
                let mu = mu(self.verifying_key().mu_hasher(Context::EMPTY), parts);
                self.sign_mu_deterministic(&mu).map_err(|_| Error::new())
            }
        }

        impl<P: Parameters> RandomizedSigner<Signature<P>> for $Key<P> {
            fn try_sign_with_rng<R: TryCryptoRng + ?Sized>(
                &self,
                rng: &mut R,
                message: &[u8],
            ) -> Result<Signature<P>, Error> {
                self.sign(message, &mut FromRng(rng)).map_err(|_| Error::new())
            }
        }

        impl<P: Parameters> RandomizedMultipartSigner<Signature<P>> for $Key<P> {
            fn try_multipart_sign_with_rng<R: TryCryptoRng + ?Sized>(
                &self,
                rng: &mut R,
                parts: &[&[u8]],
            ) -> Result<Signature<P>, Error> {
                let mu = mu(self.verifying_key().mu_hasher(Context::EMPTY), parts);
                self.sign_mu(&mu, &mut FromRng(rng)).map_err(|_| Error::new())
            }
        }

        impl<P: Parameters> Keypair for $Key<P> {
            type VerifyingKey = VerifyingKey<P>;

            fn verifying_key(&self) -> VerifyingKey<P> {
                *self.verifying_key()
            }
        }
    };
}

/// Writes the traits of a key that verifies.
macro_rules! verifies {
    ($Key:ident) => {
        impl<P: Parameters> Verifier<Signature<P>> for $Key<P> {
            fn verify(&self, message: &[u8], signature: &Signature<P>) -> Result<(), Error> {
                self.verify(message, signature).map_err(|_| Error::new())
            }
        }

        impl<P: Parameters> MultipartVerifier<Signature<P>> for $Key<P> {
            fn multipart_verify(&self, parts: &[&[u8]], signature: &Signature<P>) -> Result<(), Error> {
                let mu = mu(self.mu_hasher(Context::EMPTY), parts);
                self.verify_mu(&mu, signature).map_err(|_| Error::new())
            }
        }
    };
}

signs!(SigningKey);
verifies!(VerifyingKey);
#[cfg(feature = "alloc")]
signs!(PreparedSigningKey);
#[cfg(feature = "alloc")]
verifies!(PreparedVerifyingKey);

/// A signature is its bytes. An array of the right length cannot be named here, for all parameter sets at once.
impl<P: Parameters> SignatureEncoding for Signature<P> {
    type Repr = Self;
}
