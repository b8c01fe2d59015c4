//! The signature schemes against their types.

use super::are_distinct;
use crate::algorithm::{
    DynSigningKey, DynVerifyingKey, HashAlgorithm, Hedging, Identity, PrehashAlgorithm, SignOptions,
    SignatureAlgorithm, SignatureError, SignatureItem, SignatureItemKey, SignatureOption, UnsupportedOption,
    VerifyOptions, hash, hashes, kems, signature, signatures,
};
use crate::base::random::{Random, RandomError, TestRandom};
use crate::curve::{ed25519, eddsa_blake2b};
use crate::hash::Sha512;
use crate::postquantum::{mldsa, slhdsa};
use std::boxed::Box;
use std::vec::Vec;
use std::{format, vec};

const MESSAGE: &[u8] = b"a message";

/// The rows whose keys are generated and sign here: the others have the same code, and take seconds without an
/// optimizer.
fn quick() -> impl Iterator<Item = &'static SignatureAlgorithm> {
    let is_slow = |id: &str| id.starts_with("slh-dsa") && !id.ends_with("128f");
    signatures().iter().filter(move |scheme| !is_slow(scheme.identity().id))
}

fn is_slhdsa(scheme: &SignatureAlgorithm) -> bool {
    scheme.identity().id.starts_with("slh-dsa")
}

fn key_of(scheme: &SignatureAlgorithm) -> Box<dyn DynSigningKey> {
    scheme.signing_key_from_seed(&vec![7; scheme.seed_len()]).unwrap()
}

fn prehash(name: &str) -> Option<PrehashAlgorithm> {
    hash(name).unwrap().prehash()
}

fn is_unsupported<T>(result: Result<T, SignatureError>, wanted: SignatureOption) -> bool {
    matches!(result, Err(SignatureError::Unsupported(UnsupportedOption { option, .. })) if option == wanted)
}

fn is_invalid(result: Result<(), SignatureError>) -> bool {
    matches!(result, Err(SignatureError::Invalid(_)))
}

#[test]
fn schemes_are_distinct() {
    are_distinct(signatures().iter().map(SignatureAlgorithm::identity));
    assert!(signatures().is_sorted_by_key(|scheme| scheme.identity().number));
}

/// A collision of the prehash must be as hard to find as the category says.
#[test]
fn categories_are_those_of_the_standards() {
    for scheme in signatures() {
        let Some(category) = scheme.identity().category else {
            assert!(scheme.identity().id.starts_with("ed"), "{scheme:?}");
            continue;
        };
        let mut prehashes = ["sha256", "sha384", "sha512"].into_iter().filter_map(prehash);
        let weakest = prehashes.find(|prehash| scheme.has_prehash(prehash)).unwrap();
        let expected = match category {
            1 | 2 => 32,
            3 => 48,
            _ => 64,
        };
        assert_eq!(weakest.digest_len(), expected, "{scheme:?}");
        assert!(!is_slhdsa(scheme) || scheme.public_key_len() == expected, "{scheme:?}");
    }
    let categories = kems().iter().filter_map(|scheme| scheme.identity().category);
    assert_eq!(categories.collect::<Vec<_>>(), [1, 3, 5]);
}

/// Calls a function with each row, and whether keys are of its type.
macro_rules! types {
    ([] $($family:ident $feature:tt { $(
        $module:ident$(<$Set:ident>)? $STEM:ident ($number:literal, $($names:tt)*) $methods:tt $file:ident;
    )+ })+) => {
        /// Returns the number, the lengths of public key and signature of the type, and whether a key is one of it.
        fn of_types() -> Vec<(u32, usize, usize, fn(&dyn DynVerifyingKey) -> bool)> {
            vec![$($((
                $number,
                crate::$family::$module::VerifyingKey$(::<crate::$family::$module::$Set>)?::LEN,
                crate::$family::$module::Signature$(::<crate::$family::$module::$Set>)?::LEN,
                |key| {
                    key.downcast_ref::<crate::$family::$module::VerifyingKey$(<crate::$family::$module::$Set>)?>().is_some()
                },
            ),)+)+]
        }
    };
}
__signatures! { types [] }

#[test]
fn rows_are_of_their_types() {
    for (scheme, (number, public_key_len, signature_len, is_of_type)) in signatures().iter().zip(of_types()) {
        assert_eq!(
            (scheme.identity().number, scheme.public_key_len(), scheme.signature_len()),
            (number, public_key_len, signature_len)
        );
        // The identity element of the curve, and a key of any other scheme.
        let mut bytes = vec![0; public_key_len];
        bytes[0] = 1;
        let public = scheme.verifying_key_from_bytes(&bytes).unwrap();
        assert_eq!((public.name(), public.as_bytes()), (scheme.identity().name, &bytes[..]));
        assert!(is_of_type(&*public) && is_of_type(&*public.fork()) && !scheme.backend().is_empty());
        assert_eq!(public.algorithm().identity(), scheme.identity());
        for len in [0, public_key_len - 1, public_key_len + 1] {
            let refused = scheme.verifying_key_from_bytes(&vec![0; len]);
            assert!(matches!(refused, Err(SignatureError::KeyLength(_))), "{scheme:?} {len}");
        }
        let unknown = scheme.verifying_key_from_bytes_for("none", &bytes);
        assert!(is_unsupported(unknown, SignatureOption::Rule));
    }
    assert_eq!((signatures().len(), of_types().len()), (17, 17));
    assert!(signature("EdDSA").is_some_and(|scheme| scheme.identity().id == "ed25519"));
}

/// Verifies by the type; a prehash is that of SHA-512.
fn verify_by_type(key: &dyn DynVerifyingKey, context: Option<&[u8]>, is_hashed: bool, signature: &[u8]) -> bool {
    if let Some(key) = key.downcast_ref::<ed25519::VerifyingKey>() {
        let bytes = signature.try_into().unwrap();
        let context = context.map(|context| ed25519::Context::new(context).unwrap());
        return match (is_hashed, context) {
            (true, _) => key.verify_prehash(
                context,
                ed25519::Prehash::of(MESSAGE),
                &ed25519::PrehashSignature::from_bytes(bytes),
            ),
            (false, Some(context)) => key.verify_ctx(context, MESSAGE, &ed25519::SignatureCtx::from_bytes(bytes)),
            (false, None) => key.verify(MESSAGE, &ed25519::Signature::from_bytes(bytes)),
        }
        .is_ok();
    }
    if let Some(key) = key.downcast_ref::<eddsa_blake2b::VerifyingKey>() {
        return key.verify(MESSAGE, &eddsa_blake2b::Signature::from_slice(signature).unwrap()).is_ok();
    }
    let context = mldsa::Context::new(context.unwrap_or_default()).unwrap();
    let digest = mldsa::Prehash::of::<Sha512>(MESSAGE);
    macro_rules! try_sets {
        ($($module:ident: $($Set:ident)+;)+) => {$($(
            if let Some(key) = key.downcast_ref::<$module::VerifyingKey<$module::$Set>>() {
                return match is_hashed {
                    true => {
                        let signature = $module::PrehashSignature::from_slice(signature).unwrap();
                        key.verify_prehash(context, &digest, &signature).is_ok()
                    }
                    false => {
                        let signature = $module::Signature::from_slice(signature).unwrap();
                        key.verify_ctx(context, MESSAGE, &signature).is_ok()
                    }
                };
            }
        )+)+};
    }
    try_sets! { mldsa: MlDsa44 MlDsa65 MlDsa87; slhdsa: SlhDsaSha2_128f SlhDsaShake128f; }
    panic!("{key:?} is of no type");
}

/// The options by which a scheme signs here.
fn options_of(scheme: &SignatureAlgorithm) -> Vec<SignOptions<'static>> {
    let mut all = Vec::new();
    for prehash in [None, prehash("sha512")] {
        for context in [None, Some(&b"context"[..])] {
            for hedging in [Hedging::Standard, Hedging::Random, Hedging::Deterministic] {
                all.extend([false, true].map(|verified| SignOptions { context, prehash, hedging, verified }));
            }
        }
    }
    // Each value of each option, in a fifth of the signatures.
    let step = if is_slhdsa(scheme) { 5 } else { 1 };
    all.into_iter().step_by(step).collect()
}

/// Checks that a message is signed by the options, and verified by the role and by the type.
fn signs_and_verifies(scheme: &SignatureAlgorithm, key: &dyn DynSigningKey, options: &SignOptions<'_>) {
    let (public, mut random) = (key.verifying_key(), TestRandom::new(3));
    let signature = key.sign(MESSAGE, options, &mut random).unwrap();
    let SignOptions { context, prehash, .. } = *options;
    let verify = VerifyOptions { context, prehash, ..VerifyOptions::default() };
    public.verify(MESSAGE, &signature, &verify).unwrap();
    assert!(verify_by_type(&*public, context, prehash.is_some(), &signature), "{scheme:?} {options:?}");
    assert!(is_invalid(public.verify(b"another", &signature, &verify)));
    for len in [0, signature.len() - 1] {
        assert!(is_invalid(public.verify(MESSAGE, &signature[..len], &verify)));
        assert!(public.verifier(&signature[..len], &verify).is_err());
    }
    let mut verifier = public.verifier(&signature, &verify).unwrap();
    verifier.update(&MESSAGE[..3]);
    verifier.update(&MESSAGE[3..]);
    verifier.verify().unwrap();
    let mut verifier = public.verifier(&signature, &verify).unwrap();
    verifier.update(b"another");
    assert!(is_invalid(verifier.verify()));
    if scheme.context_lens().is_some() {
        let other = VerifyOptions { context: Some(b"another"), ..verify };
        assert!(is_invalid(public.verify(MESSAGE, &signature, &other)));
    }
    let again = key.sign(MESSAGE, options, &mut random).unwrap();
    let is_hedged = match options.hedging {
        Hedging::Standard => scheme.is_hedged(),
        hedging => hedging == Hedging::Random,
    };
    assert_eq!(again != signature, is_hedged, "{scheme:?} {options:?}");
    let in_parts = key.signer(options).map(|mut signer| {
        signer.update(&MESSAGE[..4]);
        signer.update(&MESSAGE[4..]);
        signer.sign(&mut random).unwrap()
    });
    match prehash.is_some() || scheme.signs_in_parts() {
        true => public.verify(MESSAGE, &in_parts.unwrap(), &verify).unwrap(),
        false => assert!(is_unsupported(in_parts, SignatureOption::SigningInParts)),
    }
}

#[test]
fn schemes_sign_by_the_options_that_they_have() {
    for scheme in quick() {
        let key = scheme.generate(&mut TestRandom::new(1)).unwrap();
        key.check().unwrap();
        key.check_pair().unwrap();
        let public = key.verifying_key();
        for options in options_of(scheme) {
            let (context, prehash) = (options.context, options.prehash);
            let verify = VerifyOptions { context, prehash, ..VerifyOptions::default() };
            let missing = match prehash {
                _ if context.is_some() && scheme.context_lens().is_none() => SignatureOption::Context,
                Some(prehash) if !scheme.has_prehash(&prehash) => SignatureOption::Prehash,
                _ => {
                    signs_and_verifies(scheme, &*key, &options);
                    continue;
                }
            };
            let zeros = vec![0; scheme.signature_len()];
            assert!(is_unsupported(key.sign(MESSAGE, &options, &mut TestRandom::new(1)), missing));
            assert!(is_unsupported(key.sign_digest(&[0; 64], &options, &mut TestRandom::new(1)), missing));
            assert!(is_unsupported(key.signer(&options), missing));
            assert!(is_unsupported(public.verify(MESSAGE, &zeros, &verify), missing));
            assert!(is_unsupported(public.verify_digest(&[0; 64], &zeros, &verify), missing));
            assert!(is_unsupported(public.verifier(&zeros, &verify), missing));
        }
    }
}

/// Prepared keys sign and verify as those that they were made from, and pass on what they cannot do.
#[test]
fn prepared_keys_are_the_same_keys() {
    for scheme in quick() {
        let (key, prepared) = (key_of(scheme), key_of(scheme).prepare().unwrap().prepare().unwrap());
        let (public, ready) = (key.verifying_key(), key.verifying_key().prepare().prepare().fork());
        assert_eq!((prepared.name(), ready.name()), (key.name(), key.name()));
        assert_eq!((ready.as_bytes(), prepared.verifying_key().as_bytes()), (public.as_bytes(), public.as_bytes()));
        assert_eq!(prepared.to_bytes().expose(), key.to_bytes().expose());
        assert_eq!(prepared.to_seed().unwrap().expose(), key.to_seed().unwrap().expose());
        let expanded = |key: &dyn DynSigningKey| key.to_expanded_bytes().map(|bytes| bytes.expose().clone());
        assert_eq!(expanded(&*prepared), expanded(&*key));
        prepared.check().unwrap();
        prepared.check_pair().unwrap();
        for options in options_of(scheme).into_iter().step_by(2) {
            let random = || TestRandom::new(5);
            let Ok(signature) = key.sign(MESSAGE, &options, &mut random()) else {
                assert!(prepared.sign(MESSAGE, &options, &mut random()).is_err());
                continue;
            };
            assert_eq!(prepared.sign(MESSAGE, &options, &mut random()).unwrap(), signature, "{scheme:?} {options:?}");
            let SignOptions { context, prehash, .. } = options;
            let verify = VerifyOptions { context, prehash, ..VerifyOptions::default() };
            for key in [&public, &ready] {
                key.verify(MESSAGE, &signature, &verify).unwrap();
                assert!(is_invalid(key.verify(b"another", &signature, &verify)));
                let mut verifier = key.verifier(&signature, &verify).unwrap();
                verifier.update(MESSAGE);
                verifier.verify().unwrap();
                if let Some(prehash) = prehash {
                    key.verify_digest(&prehash.digest(MESSAGE), &signature, &verify).unwrap();
                }
            }
            scheme.verify(public.as_bytes(), MESSAGE, &signature, &verify).unwrap();
            assert!(is_invalid(scheme.verify(public.as_bytes(), b"another", &signature, &verify)));
            if prehash.is_some() || scheme.signs_in_parts() {
                let mut signer = prepared.signer(&options).unwrap();
                signer.update(MESSAGE);
                public.verify(MESSAGE, &signer.sign(&mut random()).unwrap(), &verify).unwrap();
            }
        }
    }
    let mut bytes = key_of(signature("slh-dsa-sha2-128f").unwrap()).to_bytes().expose().clone();
    bytes[63] ^= 1;
    let damaged = signature("slh-dsa-sha2-128f").unwrap().signing_key_from_bytes(&bytes).unwrap();
    assert!(matches!(damaged.prepare(), Err(SignatureError::Key(_))));
}

#[test]
fn batches_have_the_verdicts_of_single_signatures() {
    for scheme in quick() {
        let (key, other) = (key_of(scheme), signatures().iter().find(|row| row.identity() != scheme.identity()));
        let (public, ready) = (key.verifying_key(), key.verifying_key().prepare());
        let good = key.sign(MESSAGE, &SignOptions::default(), &mut TestRandom::new(1)).unwrap();
        let mut bad = good.clone();
        bad[7] ^= 1;
        let item = |key, signature| SignatureItem { key, context: None, message: MESSAGE, signature };
        let bytes = SignatureItemKey::Bytes(public.as_bytes());
        let items = [
            item(bytes, &good),
            item(SignatureItemKey::Key(&*public), &bad),
            item(SignatureItemKey::Key(&*ready), &good),
            item(bytes, &good[1..]),
            item(SignatureItemKey::Key(&*public), &good),
        ];
        assert_eq!(scheme.verify_batch(&items, None).unwrap(), [true, false, true, false, true], "{scheme:?}");
        assert!(scheme.verify_batch(&[], None).unwrap().is_empty());
        assert!(is_unsupported(scheme.verify_batch(&items, Some("none")), SignatureOption::Rule));
        let short = [item(SignatureItemKey::Bytes(&public.as_bytes()[1..]), &good)];
        assert!(matches!(scheme.verify_batch(&short, None), Err(SignatureError::KeyLength(_))));
        let foreign = key_of(other.unwrap()).verifying_key();
        let refused = scheme.verify_batch(&[item(SignatureItemKey::Key(&*foreign), &good)], None);
        assert!(matches!(refused, Err(SignatureError::OtherScheme { .. })), "{scheme:?}");
        let with_context = [SignatureItem { context: Some(b"context"), ..items[0] }];
        match scheme.is_hedged() {
            true => assert_eq!(scheme.verify_batch(&with_context, None).unwrap(), [false]),
            false => assert!(is_unsupported(scheme.verify_batch(&with_context, None), SignatureOption::Context)),
        }
    }
}

/// A source that fails.
struct Broken;

impl Random for Broken {
    fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
        Err(RandomError)
    }
}

#[test]
fn contexts_digests_and_sources_are_checked() {
    for scheme in quick() {
        let (key, options) = (key_of(scheme), SignOptions::default());
        let random = &mut TestRandom::new(1);
        assert!(scheme.generate(&mut Broken).is_err());
        let hedged = SignOptions { hedging: Hedging::Random, ..options };
        assert!(matches!(key.sign(MESSAGE, &hedged, &mut Broken), Err(SignatureError::Random(_))));
        let deterministic = SignOptions { hedging: Hedging::Deterministic, ..options };
        assert!(is_unsupported(key.sign_digest(&[0; 64], &options, random), SignatureOption::DigestAlone));
        if let Some(lens) = scheme.context_lens() {
            let long = SignOptions { context: Some(&[0; 256]), ..options };
            assert!(matches!(key.sign(MESSAGE, &long, random), Err(SignatureError::Context(_))));
            let empty = SignOptions { context: Some(b""), ..deterministic };
            let is_refused = matches!(key.sign(MESSAGE, &empty, &mut Broken), Err(SignatureError::Context(_)));
            assert_eq!(is_refused, *lens.start() > 0);
        }
        let hashed = SignOptions { prehash: prehash("sha512"), ..deterministic };
        if scheme.has_prehash(&hashed.prehash.unwrap()) {
            let wrong = key.sign_digest(&[0; 63], &hashed, random);
            assert!(matches!(wrong, Err(SignatureError::Digest(_))));
            let digest = hashed.prehash.unwrap().digest(MESSAGE);
            let signature = key.sign_digest(&digest, &hashed, &mut Broken).unwrap();
            let verify = VerifyOptions { prehash: hashed.prehash, ..VerifyOptions::default() };
            key.verifying_key().verify(MESSAGE, &signature, &verify).unwrap();
            key.verifying_key().verify_digest(&digest, &signature, &verify).unwrap();
            assert!(is_invalid(key.verifying_key().verify_digest(&[0; 64], &signature, &verify)));
        }
    }
}

#[test]
fn weak_digests_are_accepted_on_request() {
    for scheme in quick() {
        let (key, weak) = (key_of(scheme), prehash("sha224"));
        let options = SignOptions { prehash: weak, ..SignOptions::default() };
        let verify = VerifyOptions { prehash: weak, ..VerifyOptions::default() };
        let any = VerifyOptions { any_strength: true, ..verify };
        let public = key.verifying_key();
        let signature = key.sign(MESSAGE, &SignOptions::default(), &mut TestRandom::new(1)).unwrap();
        assert!(!scheme.has_prehash(&weak.unwrap()));
        let without = VerifyOptions { any_strength: true, ..VerifyOptions::default() };
        assert!(is_unsupported(public.verify(MESSAGE, &signature, &without), SignatureOption::AnyStrength));
        assert!(is_unsupported(public.verifier(&signature, &without), SignatureOption::AnyStrength));
        let refused = key.sign(MESSAGE, &options, &mut Broken);
        if scheme.is_hedged() {
            let is_weak = |result| matches!(result, Err(SignatureError::WeakPrehash { found: 28, .. }));
            assert!(is_weak(refused.map(drop)) && is_weak(key.signer(&options).map(drop)));
            assert!(is_weak(public.verify(MESSAGE, &signature, &verify)));
            assert!(is_invalid(public.verify(MESSAGE, &signature, &any)));
        } else {
            assert!(is_unsupported(refused, SignatureOption::Prehash));
            assert!(is_unsupported(public.verify(MESSAGE, &signature, &any), SignatureOption::AnyStrength));
        }
    }
}

#[test]
fn rules_are_those_of_the_scheme() {
    for scheme in quick() {
        let key = key_of(scheme);
        let signature = key.sign(MESSAGE, &SignOptions::default(), &mut TestRandom::new(1)).unwrap();
        let unknown = VerifyOptions { rule: Some("none"), ..VerifyOptions::default() };
        assert!(is_unsupported(key.verifying_key().verify(MESSAGE, &signature, &unknown), SignatureOption::Rule));
        for rule in scheme.rules() {
            let options = VerifyOptions { rule: Some(rule), ..VerifyOptions::default() };
            let public = scheme.verifying_key_from_bytes_for(rule, key.verifying_key().as_bytes()).unwrap();
            public.verify(MESSAGE, &signature, &options).unwrap();
        }
    }
    let mut bytes = [0xff; 32]; // y = 2²⁵⁵ − 19 + 1, which is 1 modulo p
    (bytes[0], bytes[31]) = (0xee, 0x7f);
    let ed25519 = signature("ed25519").unwrap();
    let Err(SignatureError::Key(cause)) = ed25519.verifying_key_from_bytes(&bytes) else { panic!("it is a key") };
    assert_eq!(cause.downcast_ref(), Some(&ed25519::VerifyingKeyError::NotCanonical));
    let public = ed25519.verifying_key_from_bytes_for("zip215", &bytes).unwrap();
    assert_eq!(public.as_bytes(), &bytes);
}

#[test]
fn forms_of_keys_come_back() {
    for scheme in quick() {
        let key = key_of(scheme);
        let seed = key.to_seed().unwrap();
        assert_eq!(seed.expose(), &vec![7; scheme.seed_len()]);
        let mut forms = vec![key.to_bytes()];
        forms.extend(key.to_expanded_bytes());
        assert_eq!(key.to_bytes().expose().len(), scheme.private_key_lens()[0]);
        assert_eq!(key.to_expanded_bytes().map(|bytes| bytes.expose().len()), scheme.expanded_key_len());
        for form in forms {
            let read = scheme.signing_key_from_bytes(form.expose()).unwrap();
            assert_eq!(read.verifying_key().as_bytes(), key.verifying_key().as_bytes());
            assert_eq!(read.to_bytes().expose(), form.expose());
        }
        assert!(matches!(scheme.signing_key_from_seed(&[7; 33]), Err(SignatureError::KeyLength(_))));
        assert!(!format!("{key:?}").contains("07, 07"));
    }
    let pair = [[7; 32], ed25519::SigningKey::from_seed([7; 32]).verifying_key().to_bytes()].concat();
    let ed25519 = signature("ed25519").unwrap();
    assert_eq!(ed25519.signing_key_from_bytes(&pair).unwrap().to_bytes().expose(), &[7; 32]);
    let Err(SignatureError::Key(cause)) = ed25519.signing_key_from_bytes(&[7; 64]) else { panic!("it is a key") };
    assert!(cause.downcast_ref::<ed25519::MismatchedKeypair>().is_some());
    let mut zeros = vec![0; mldsa::SigningKey::<mldsa::MlDsa44>::EXPANDED_LEN];
    zeros[200] = 0xff;
    let refused = signature("ml-dsa-44").unwrap().signing_key_from_bytes(&zeros);
    assert!(matches!(refused, Err(SignatureError::Key(_))));
}

#[test]
fn private_keys_have_the_lengths_of_the_rows() {
    for scheme in signatures() {
        for len in [0, 31, scheme.private_key_lens()[0] + 1] {
            let refused = scheme.signing_key_from_bytes(&vec![0; len]);
            assert!(matches!(refused, Err(SignatureError::KeyLength(_))), "{scheme:?} {len}");
        }
    }
    for scheme in signatures().iter().filter(|scheme| is_slhdsa(scheme)) {
        let bytes: Vec<u8> = (0..scheme.private_key_lens()[0]).map(|i| i as u8).collect();
        let key = scheme.signing_key_from_bytes(&bytes).unwrap();
        assert_eq!(key.to_bytes().expose(), &bytes);
        assert_eq!(key.to_seed().unwrap().expose(), &bytes[..scheme.seed_len()]);
        assert_eq!(key.verifying_key().as_bytes(), &bytes[bytes.len() / 2..]);
        if scheme.identity().id.ends_with("128f") {
            assert!(matches!(key.check(), Err(SignatureError::Key(_))));
            assert!(key.check_pair().is_err());
            let refused = key.sign(MESSAGE, &SignOptions::default(), &mut TestRandom::new(1));
            assert!(matches!(refused, Err(SignatureError::Fault(_))));
        }
    }
}

#[cfg(feature = "encoding")]
#[test]
fn containers_hold_keys_of_every_row() {
    for scheme in signatures() {
        let mut bytes = vec![0; scheme.public_key_len()];
        bytes[0] = 1;
        let public = scheme.verifying_key_from_bytes(&bytes).unwrap();
        // The name of the algorithm follows the numbers.
        let oid = scheme.key_files().map(|algorithm| format!("{}", algorithm.oid()));
        assert_eq!(oid.as_deref().and_then(|oid| oid.split(' ').next()), scheme.identity().oid);
        let Some(info) = public.to_subject_public_key_info() else {
            assert_eq!(scheme.identity().id, "eddsa-blake2b");
            assert!(key_of(scheme).to_private_key_info().is_none());
            continue;
        };
        assert_eq!(scheme.verifying_key_from_info(&info).unwrap().as_bytes(), &bytes);
        let found = SignatureAlgorithm::of_key_files(info.algorithm()).unwrap();
        assert_eq!(found.identity(), scheme.identity());
        let others = signatures().iter().filter(|other| other.identity() != scheme.identity());
        assert!(others.clone().all(|other| other.verifying_key_from_info(&info).is_err()));
        // Any bytes are a key of SLH-DSA, whose root is not checked.
        let private = scheme.signing_key_from_bytes(&vec![7; scheme.private_key_lens()[0]]).unwrap();
        let info = private.to_private_key_info().unwrap();
        assert_eq!(info.public_key().unwrap(), private.verifying_key().as_bytes());
        let read = scheme.signing_key_from_info(&info).unwrap();
        assert_eq!(read.to_bytes().expose(), private.to_bytes().expose());
        assert!(others.clone().all(|other| other.signing_key_from_info(&info).is_err()));
    }
}

#[test]
fn sets_of_a_scheme_have_a_family_and_a_category() {
    for scheme in signatures() {
        let Identity { name, family, category, .. } = *scheme.identity();
        assert!(name.starts_with(family) && (name == family) == category.is_none(), "{name}");
        let least = hashes().iter().filter_map(HashAlgorithm::prehash);
        let least = least.filter(|prehash| scheme.has_prehash(prehash)).map(|prehash| prehash.digest_len()).min();
        // FIPS 204 Section 5.4 and FIPS 205 Section 10.2: as strong as the key.
        let expected = category.map(|category| [32, 32, 48, 48, 64][usize::from(category) - 1]);
        assert!(expected.is_none() || least == expected, "{name}");
    }
}

#[test]
fn variants_have_the_names_of_their_standards() {
    let variants =
        |id| [(false, false), (true, false), (true, true)].map(|(c, p)| signature(id).unwrap().variant(c, p));
    assert_eq!(variants("ed25519"), ["Ed25519", "Ed25519ctx", "Ed25519ph"]);
    assert_eq!(variants("eddsa-blake2b"), ["EdDSA-BLAKE2b"; 3]);
    assert_eq!(variants("slh-dsa-shake-128s"), ["SLH-DSA-SHAKE-128s", "SLH-DSA-SHAKE-128s", "HashSLH-DSA-SHAKE-128s"]);
}
