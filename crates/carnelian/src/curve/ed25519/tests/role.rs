//! The facts about Ed25519 in the role of signatures; the tests of all schemes are those of the catalogue.

use super::*;
use crate::signature::testing::SchemeInTests;
use crate::signature::{
    SignatureError as RoleError, SignatureItem, SignatureItemKey, SignatureOption, SignatureScheme, UnsupportedOption,
    VerifyOptions,
};

impl SchemeInTests for SigningKey {
    fn verifies(key: &VerifyingKey, message: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> bool {
        let bytes = signature.try_into().unwrap();
        let context = options.context.map(|context| Context::new(context).unwrap());
        match (options.prehash, context) {
            (Some(_), _) => {
                key.verify_prehash(context, Prehash::of(message), &PrehashSignature::from_bytes(bytes)).is_ok()
            }
            (None, Some(context)) => key.verify_ctx(context, message, &SignatureCtx::from_bytes(bytes)).is_ok(),
            (None, None) => key.verify(message, &Signature::from_bytes(bytes)).is_ok(),
        }
    }
}

#[test]
fn variants_have_the_names_of_the_standard() {
    let variants = [(false, false), (true, false), (true, true)].map(|(c, p)| (SigningKey::ABILITIES.variant)(c, p));
    assert_eq!(variants, ["Ed25519", "Ed25519ctx", "Ed25519ph"]);
}

/// A private key can be followed by its public key.
#[test]
fn pairs_are_private_keys() {
    let pair = [[7; 32], SigningKey::from_seed([7; 32]).verifying_key().to_bytes()].concat();
    assert_eq!(SigningKey::from_private_bytes(&pair).unwrap().as_seed().expose(), &[7; 32]);
    let Err(RoleError::Key(cause)) = SigningKey::from_private_bytes(&[7; 64]) else { panic!("it is a key") };
    assert!(cause.downcast_ref::<MismatchedKeypair>().is_some());
}

#[test]
fn a_rule_decides_which_public_keys_there_are() {
    let mut bytes = [0xff; 32]; // y = 2²⁵⁵ − 19 + 1, which is 1 modulo p
    (bytes[0], bytes[31]) = (0xee, 0x7f);
    let Err(RoleError::Key(cause)) = SigningKey::from_public_bytes(&bytes, None) else { panic!("it is a key") };
    assert_eq!(cause.downcast_ref(), Some(&VerifyingKeyError::NotCanonical));
    assert_eq!(SigningKey::from_public_bytes(&bytes, Some("zip215")).unwrap().as_bytes(), &bytes);
}

#[test]
fn batches_have_no_contexts() {
    let (public, context) = (SigningKey::any().verifying_key().to_bytes(), Some(&b"context"[..]));
    let item = SignatureItem { key: SignatureItemKey::Bytes(&public), context, message: b"", signature: &[0; 64] };
    let option = SignatureOption::Context;
    let refused = SigningKey::verify_batch(&[item], None);
    assert!(matches!(refused, Err(RoleError::Unsupported(UnsupportedOption { option: found, .. })) if found == option));
}
