//! SLH-DSA under the empty context. `Signer` is the deterministic variant, `RandomizedSigner` the hedged one.

use crate::interop::rand_core::FromRng;
#[cfg(feature = "alloc")]
use crate::postquantum::slhdsa::PreparedSigningKey;
use crate::postquantum::slhdsa::{Context, Parameters, Signature, SigningKey, VerifyingKey};
use ::signature::rand_core::TryCryptoRng;
use ::signature::{Error, Keypair, MultipartVerifier, RandomizedSigner, SignatureEncoding, Signer, Verifier};

/// Writes the traits of a key that signs.
macro_rules! signs {
    ($Key:ident) => {
        impl<P: Parameters> Signer<Signature<P>> for $Key<P> {
            fn try_sign(&self, message: &[u8]) -> Result<Signature<P>, Error> {
                self.sign_deterministic(message).map_err(|_| Error::new())
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

        impl<P: Parameters> Keypair for $Key<P> {
            type VerifyingKey = VerifyingKey<P>;

            fn verifying_key(&self) -> VerifyingKey<P> {
                *self.verifying_key()
            }
        }
    };
}
signs!(SigningKey);
#[cfg(feature = "alloc")]
signs!(PreparedSigningKey);

impl<P: Parameters> Verifier<Signature<P>> for VerifyingKey<P> {
    fn verify(&self, message: &[u8], signature: &Signature<P>) -> Result<(), Error> {
        self.verify(message, signature).map_err(|_| Error::new())
    }
}

impl<P: Parameters> MultipartVerifier<Signature<P>> for VerifyingKey<P> {
    fn multipart_verify(&self, parts: &[&[u8]], signature: &Signature<P>) -> Result<(), Error> {
        let mut verifier = self.verifier(Context::EMPTY, signature);
        parts.iter().for_each(|part| verifier.update(part));
        verifier.verify().map_err(|_| Error::new())
    }
}

/// A signature is its bytes, on the heap where there is one.
impl<P: Parameters> SignatureEncoding for Signature<P> {
    type Repr = Self;
}

/// Signing reads the message twice, so that its parts have to be joined.
#[cfg(feature = "alloc")]
mod parts {
    use super::*;
    use ::signature::{MultipartSigner, RandomizedMultipartSigner};

    /// Writes the traits of a key that signs messages in parts.
    macro_rules! signs_parts {
        ($Key:ident) => {
            impl<P: Parameters> MultipartSigner<Signature<P>> for $Key<P> {
                fn try_multipart_sign(&self, parts: &[&[u8]]) -> Result<Signature<P>, Error> {
                    self.try_sign(&parts.concat())
                }
            }

            impl<P: Parameters> RandomizedMultipartSigner<Signature<P>> for $Key<P> {
                fn try_multipart_sign_with_rng<R: TryCryptoRng + ?Sized>(
                    &self,
                    rng: &mut R,
                    parts: &[&[u8]],
                ) -> Result<Signature<P>, Error> {
                    self.try_sign_with_rng(rng, &parts.concat())
                }
            }
        };
    }
    signs_parts!(SigningKey);
    signs_parts!(PreparedSigningKey);
}
