//! The facts about SLH-DSA in the role of signatures; the tests of all schemes are those of the catalogue.

use crate::base::random::TestRandom;
use crate::hash::Sha512;
use crate::postquantum::slhdsa::{
    Context, Parameters, Prehash, PrehashSignature, Signature, SigningKey, SlhDsaSha2_128f, SlhDsaShake128s,
    VerifyingKey,
};
use crate::signature::testing::{Pace, SchemeInTests};
use crate::signature::{DynSigningKey, SignOptions, SignatureError, SignatureScheme, VerifyOptions};
use std::boxed::Box;
use std::vec;
use std::vec::Vec;

impl<P: Parameters> SchemeInTests for SigningKey<P> {
    /// The sets whose names end in 128f are the fastest.
    const PACE: Pace = if P::N == 16 && P::NUMBERS.h_prime == 3 { Pace::Slow } else { Pace::TooSlow };

    /// Any bytes are a key: its root is not checked when it is read.
    fn any() -> Self {
        Self::from_slice(&vec![7; P::PRIVATE_KEY_LEN]).unwrap()
    }

    fn verifies(key: &VerifyingKey<P>, message: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> bool {
        let context = Context::new(options.context.unwrap_or_default()).unwrap();
        if options.prehash.is_some() {
            let signature = PrehashSignature::from_slice(signature).unwrap();
            return key.verify_prehash(context, &Prehash::of::<Sha512>(message), &signature).is_ok();
        }
        key.verify_ctx(context, message, &Signature::from_slice(signature).unwrap()).is_ok()
    }
}

#[test]
fn variants_have_the_names_of_the_standard() {
    let variant = SigningKey::<SlhDsaShake128s>::ABILITIES.variant;
    let variants = [(false, false), (true, false), (true, true)].map(|(context, prehash)| variant(context, prehash));
    assert_eq!(variants, ["SLH-DSA-SHAKE-128s", "SLH-DSA-SHAKE-128s", "HashSLH-DSA-SHAKE-128s"]);
}

/// A private key is SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root, and its root is checked only on request.
fn parts_of_a_key_are_where_the_standard_has_them<P: Parameters>() -> SigningKey<P> {
    let bytes: Vec<u8> = (0..P::PRIVATE_KEY_LEN).map(|i| i as u8).collect();
    let key = SigningKey::<P>::from_private_bytes(&bytes).unwrap();
    assert_eq!(DynSigningKey::to_bytes(&key).expose(), &bytes);
    assert_eq!(key.to_seed().unwrap().expose(), &bytes[..3 * P::N]);
    assert_eq!(DynSigningKey::verifying_key(&key).as_bytes(), &bytes[2 * P::N..]);
    key
}

#[test]
fn keys_with_another_root_are_read_and_refused_later() {
    use crate::postquantum::slhdsa as s;
    parts_of_a_key_are_where_the_standard_has_them::<s::SlhDsaSha2_128s>();
    parts_of_a_key_are_where_the_standard_has_them::<s::SlhDsaSha2_192s>();
    parts_of_a_key_are_where_the_standard_has_them::<s::SlhDsaSha2_192f>();
    parts_of_a_key_are_where_the_standard_has_them::<s::SlhDsaSha2_256s>();
    parts_of_a_key_are_where_the_standard_has_them::<s::SlhDsaSha2_256f>();
    parts_of_a_key_are_where_the_standard_has_them::<SlhDsaShake128s>();
    parts_of_a_key_are_where_the_standard_has_them::<s::SlhDsaShake192s>();
    parts_of_a_key_are_where_the_standard_has_them::<s::SlhDsaShake192f>();
    parts_of_a_key_are_where_the_standard_has_them::<s::SlhDsaShake256s>();
    parts_of_a_key_are_where_the_standard_has_them::<s::SlhDsaShake256f>();
    is_refused(parts_of_a_key_are_where_the_standard_has_them::<SlhDsaSha2_128f>());
    is_refused(parts_of_a_key_are_where_the_standard_has_them::<s::SlhDsaShake128f>());
}

/// Checks that a key with a wrong root does nothing.
fn is_refused<P: Parameters>(key: SigningKey<P>) {
    assert!(matches!(DynSigningKey::check(&key), Err(SignatureError::Key(_))));
    assert!(DynSigningKey::check_pair(&key).is_err());
    let refused = DynSigningKey::sign(&key, b"a message", &SignOptions::default(), &mut TestRandom::new(1));
    assert!(matches!(refused, Err(SignatureError::Fault(_))));
    assert!(matches!(DynSigningKey::prepare(Box::new(key)), Err(SignatureError::Key(_))));
}

#[test]
fn a_damaged_root_is_found_when_a_key_is_prepared() {
    let mut bytes = SigningKey::<SlhDsaSha2_128f>::from_joined_seeds(&[7; 48]).to_bytes().expose().as_ref().to_vec();
    let read = |bytes: &[u8]| Box::new(SigningKey::<SlhDsaSha2_128f>::from_private_bytes(bytes).unwrap());
    assert!(DynSigningKey::prepare(read(&bytes)).is_ok());
    bytes[63] ^= 1;
    assert!(matches!(DynSigningKey::prepare(read(&bytes)), Err(SignatureError::Key(_))));
}
