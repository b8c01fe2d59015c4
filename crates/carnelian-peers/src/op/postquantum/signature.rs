//! Parameter sets of ML-DSA, as far as operations with draws need them.

use super::Bytes;
use crate::values::PreparedKeys;

/// A parameter set: a marker type that tells the libraries' offers apart.
pub trait Set: Sized + 'static {
    /// The family in names of operations.
    const FAMILY: &'static str;
    /// The name in FIPS 204.
    const NAME: &'static str;
    /// The bytes of a public key.
    type PublicKey: Bytes;
    /// The bytes of a signature.
    type Signature: Bytes;
    /// The bytes of an expanded private key.
    const EXPANDED_LEN: u64;
    /// The keys that can be prepared: the public key, and the private key.
    const PREPARED_KEYS: [PreparedKeys; 2];
}

/// Signs a message with a signing key object.
pub type Signer<S> = Box<dyn Fn(&[u8]) -> <S as Set>::Signature>;
