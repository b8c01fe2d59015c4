//! The facts about the scheme in the role of signatures; the tests of the types are those of Ed25519.

use super::{Signature, SigningKey, VerifyingKey};
use crate::signature::testing::SchemeInTests;
use crate::signature::{SignatureScheme, VerifyOptions};

/// The scheme has no other options.
impl SchemeInTests for SigningKey {
    fn verifies(key: &VerifyingKey, message: &[u8], signature: &[u8], _: &VerifyOptions<'_>) -> bool {
        key.verify(message, &Signature::from_slice(signature).unwrap()).is_ok()
    }
}

#[test]
fn there_are_no_variants() {
    let variants = [(false, false), (true, false), (true, true)].map(|(c, p)| (SigningKey::ABILITIES.variant)(c, p));
    assert_eq!(variants, ["EdDSA-BLAKE2b"; 3]);
}
