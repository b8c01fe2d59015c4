//! The facts about ML-DSA in the role of signatures; the tests of all schemes are those of the catalogue.

use crate::base::random::TestRandom;
use crate::hash::Sha512;
use crate::postquantum::mldsa::{
    Context, MlDsa44, MlDsa65, Parameters, Prehash, PrehashSignature, Signature, SigningKey, VerifyingKey,
};
use crate::signature::testing::SchemeInTests;
use crate::signature::{
    DynSigningKey, SignatureError, SignatureItem, SignatureItemKey, SignatureScheme, VerifyOptions,
};
use std::vec;

impl<P: Parameters> SchemeInTests for SigningKey<P> {
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
    let variant = SigningKey::<MlDsa65>::ABILITIES.variant;
    let variants = [(false, false), (true, false), (true, true)].map(|(context, prehash)| variant(context, prehash));
    assert_eq!(variants, ["ML-DSA-65", "ML-DSA-65", "HashML-DSA-65"]);
}

#[test]
fn an_expanded_key_out_of_range_is_refused() {
    let mut zeros = vec![0; SigningKey::<MlDsa44>::EXPANDED_LEN];
    zeros[200] = 0xff;
    assert!(matches!(SigningKey::<MlDsa44>::from_private_bytes(&zeros), Err(SignatureError::Key(_))));
}

#[test]
fn batches_have_contexts() {
    let key = SigningKey::<MlDsa44>::any();
    let public = DynSigningKey::verifying_key(&key);
    let context = Context::new(b"context").unwrap();
    let signature = key.sign_ctx(context, b"a message", &mut TestRandom::new(1)).unwrap();
    let item = |context| SignatureItem {
        key: SignatureItemKey::Key(&*public),
        context,
        message: b"a message",
        signature: signature.as_ref(),
    };
    let items = [item(Some(context.as_bytes())), item(None)];
    assert_eq!(SigningKey::<MlDsa44>::verify_batch(&items, None).unwrap(), [true, false]);
}
