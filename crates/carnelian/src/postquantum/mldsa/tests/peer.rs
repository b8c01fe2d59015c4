//! Agreement with the crate `ml-dsa`, which shares no code with this one.

use crate::base::cpu::forced;
use crate::base::random::{Random, TestRandom};
use crate::base::testing::cases;
use crate::postquantum::mldsa::{Context, MlDsa44, MlDsa65, MlDsa87, Parameters, Signature, SigningKey, VerifyingKey};
use std::vec;

/// Compares keys and signatures for random seeds, messages and contexts, and lets each side verify the other's.
fn agrees<P: Parameters, Theirs: ml_dsa::MlDsaParams>() {
    let random = &mut TestRandom::new(44);
    for case in 0..cases(if cfg!(debug_assertions) { 4 } else { 100 }) {
        let (mut seed, mut message, mut context) = ([0; 32], vec![0; 7 * case], vec![0; 3 * case % 256]);
        random.fill(&mut seed).unwrap();
        random.fill(&mut message).unwrap();
        random.fill(&mut context).unwrap();
        let theirs = ml_dsa::SigningKey::<Theirs>::from_seed(&seed.into());
        let theirs = theirs.expanded_key();
        let expected = theirs.sign_deterministic(&message, &context).unwrap();
        let their_public = theirs.verifying_key();
        let public = VerifyingKey::<P>::try_from(&their_public.encode()[..]).unwrap();
        let context_bytes = &context;
        let context = Context::new(&context).unwrap();
        for tier in forced::tiers() {
            forced::at_most(tier, || {
                let key = SigningKey::<P>::from_seed(&seed);
                assert_eq!(*key.verifying_key(), public, "{} case {case} at {tier}", P::NAME);
                #[allow(deprecated, reason = "the peer advises against the form, which is compared here")]
                let expanded = theirs.to_expanded();
                assert_eq!(key.to_expanded_bytes().expose().as_ref(), &expanded[..], "{} case {case}", P::NAME);
                let signature = key.sign_deterministic_ctx(context, &message).unwrap();
                assert_eq!(signature.as_ref(), &expected.encode()[..], "{} case {case} at {tier}", P::NAME);
                public.verify_ctx(context, &message, &signature).unwrap();
                let hedged = key.sign_ctx(context, &message, &mut TestRandom::new(case as u64)).unwrap();
                assert_ne!(hedged, signature);
                let decoded = ml_dsa::Signature::<Theirs>::try_from(hedged.as_ref()).unwrap();
                assert!(their_public.verify_with_context(&message, context_bytes, &decoded));
                let imported = SigningKey::<P>::from_expanded_slice(&expanded).unwrap();
                assert_eq!(imported.sign_deterministic_ctx(context, &message).unwrap(), signature);
                let mut other = signature.to_bytes();
                other.as_mut()[case % P::SIGNATURE_LEN] ^= 1;
                if let Ok(other) = Signature::from_bytes(&other) {
                    public.verify_ctx(context, &message, &other).unwrap_err();
                }
            });
        }
    }
}

#[test]
fn agrees_with_ml_dsa_44() {
    agrees::<MlDsa44, ml_dsa::MlDsa44>();
}

#[test]
fn agrees_with_ml_dsa_65() {
    agrees::<MlDsa65, ml_dsa::MlDsa65>();
}

#[test]
fn agrees_with_ml_dsa_87() {
    agrees::<MlDsa87, ml_dsa::MlDsa87>();
}
