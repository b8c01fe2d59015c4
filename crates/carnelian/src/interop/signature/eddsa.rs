//! Ed25519 and its kin. Verification is by the scheme's own rule.

#[cfg(feature = "alloc")]
use crate::curve::ed25519::PreparedVerifyingKeyOf;
use crate::curve::ed25519::{Scheme, SignatureOf, SigningKeyOf, VerifyingKeyOf};
use ::signature::{Error, Keypair, SignatureEncoding, Signer, Verifier};

impl<S: Scheme> Signer<SignatureOf<S>> for SigningKeyOf<S> {
    fn try_sign(&self, message: &[u8]) -> Result<SignatureOf<S>, Error> {
        Ok(self.sign(message))
    }
}

impl<S: Scheme> Keypair for SigningKeyOf<S> {
    type VerifyingKey = VerifyingKeyOf<S>;

    fn verifying_key(&self) -> VerifyingKeyOf<S> {
        *self.verifying_key()
    }
}

impl<S: Scheme> Verifier<SignatureOf<S>> for VerifyingKeyOf<S> {
    fn verify(&self, message: &[u8], signature: &SignatureOf<S>) -> Result<(), Error> {
        self.verify(message, signature).map_err(|_| Error::new())
    }
}

#[cfg(feature = "alloc")]
impl<S: Scheme> Verifier<SignatureOf<S>> for PreparedVerifyingKeyOf<S> {
    fn verify(&self, message: &[u8], signature: &SignatureOf<S>) -> Result<(), Error> {
        self.verify(message, signature).map_err(|_| Error::new())
    }
}

impl<S: Scheme> SignatureEncoding for SignatureOf<S> {
    type Repr = [u8; 64];
}
