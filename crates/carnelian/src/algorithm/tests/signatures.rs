//! The signature schemes against their types. What is a fact about one of them is tested in its folder.

use super::are_distinct;
use crate::algorithm::{
    DynSigningKey, DynVerifyingKey, HashAlgorithm, Hedging, Identity, PrehashAlgorithm, SignOptions,
    SignatureAlgorithm, SignatureError, SignatureItem, SignatureItemKey, SignatureOption, UnsupportedOption,
    VerifyOptions, hash, hashes, signatures,
};
use crate::base::random::{Random, RandomError, TestRandom};
use crate::base::secret::Secret;
use crate::signature::testing::{Pace, SchemeInTests};
use std::boxed::Box;
use std::string::ToString;
use std::vec::Vec;
use std::{format, vec};

const MESSAGE: &[u8] = b"a message";

/// Facts of a row that its types know.
struct Typed {
    number: u32,
    public_key_len: usize,
    signature_len: usize,
    pace: Pace,
    /// Returns a key.
    any: fn() -> Box<dyn DynSigningKey>,
    /// Returns whether a key is of the type.
    is_of_type: fn(&dyn DynVerifyingKey) -> bool,
    /// Returns whether the signature of a message is valid.
    verifies: fn(&dyn DynVerifyingKey, &[u8], &VerifyOptions<'_>) -> bool,
}

impl Typed {
    fn of<K: SchemeInTests>(number: u32, public_key_len: usize, signature_len: usize) -> Self {
        Self {
            number,
            public_key_len,
            signature_len,
            pace: K::PACE,
            any: || Box::new(K::any()),
            is_of_type: |key| key.downcast_ref::<K::VerifyingKey>().is_some(),
            verifies: |key, signature, options| {
                K::verifies(key.downcast_ref().expect("a key of the row"), MESSAGE, signature, options)
            },
        }
    }
}

/// Returns a value for each row.
macro_rules! types {
    ([] $($family:ident $feature:tt { $(
        $module:ident$(<$Set:ident>)? $STEM:ident ($number:literal, $($names:tt)*) $methods:tt $file:ident;
    )+ })+) => {
        vec![$($(Typed::of::<crate::$family::$module::SigningKey$(<crate::$family::$module::$Set>)?>(
            $number,
            crate::$family::$module::VerifyingKey$(::<crate::$family::$module::$Set>)?::LEN,
            crate::$family::$module::Signature$(::<crate::$family::$module::$Set>)?::LEN,
        ),)+)+]
    };
}

fn types() -> Vec<Typed> {
    __signatures! { types [] }
}

fn type_of(scheme: &SignatureAlgorithm) -> Typed {
    let is_it = |typed: &Typed| typed.number == scheme.identity().number;
    types().into_iter().find(is_it).expect("every row has a type")
}

/// The rows whose keys are generated and sign here: the others have the same code, and take seconds without an
/// optimizer.
fn quick() -> impl Iterator<Item = &'static SignatureAlgorithm> {
    signatures().iter().filter(|scheme| type_of(scheme).pace != Pace::TooSlow)
}

fn key_of(scheme: &SignatureAlgorithm) -> Box<dyn DynSigningKey> {
    scheme.signing_key_from_seed(&vec![7; scheme.seed_len()]).unwrap()
}

fn revealed(bytes: Option<Secret<Vec<u8>>>) -> Option<Vec<u8>> {
    bytes.map(|bytes| bytes.expose().clone())
}

fn prehash(name: &str) -> Option<PrehashAlgorithm> {
    hash(name).unwrap().prehash()
}

fn is_unsupported<T>(result: Result<T, SignatureError>, wanted: SignatureOption) -> bool {
    matches!(result, Err(SignatureError::Unsupported(UnsupportedOption { option, .. })) if option == wanted)
}

/// Returns whether the error is one of the options that a scheme does not have.
fn is_any_of<T>(result: Result<T, SignatureError>, missing: &[SignatureOption]) -> bool {
    missing.iter().any(|missing| matches!(&result, Err(SignatureError::Unsupported(error)) if error.option == *missing))
}

fn is_invalid(result: Result<(), SignatureError>) -> bool {
    matches!(result, Err(SignatureError::Invalid(_)))
}

#[test]
fn schemes_are_distinct() {
    are_distinct(signatures().iter().map(SignatureAlgorithm::identity));
    assert!(signatures().is_sorted_by_key(|scheme| scheme.identity().number));
}

#[test]
fn rows_are_of_their_types() {
    for (scheme, typed) in signatures().iter().zip(types()) {
        let public_key_len = scheme.public_key_len();
        assert_eq!(
            (scheme.identity().number, public_key_len, scheme.signature_len()),
            (typed.number, typed.public_key_len, typed.signature_len)
        );
        let key = (typed.any)().verifying_key();
        let public = scheme.verifying_key_from_bytes(key.as_bytes()).unwrap();
        assert_eq!((public.name(), public.as_bytes()), (scheme.identity().name, key.as_bytes()));
        assert!((typed.is_of_type)(&*public) && (typed.is_of_type)(&*public.fork()) && !scheme.backend().is_empty());
        assert_eq!(public.algorithm().identity(), scheme.identity());
        for len in [0, public_key_len - 1, public_key_len + 1] {
            let refused = scheme.verifying_key_from_bytes(&vec![0; len]);
            assert!(matches!(refused, Err(SignatureError::KeyLength(_))), "{scheme:?} {len}");
        }
        let unknown = scheme.verifying_key_from_bytes_for("none", key.as_bytes());
        assert!(is_unsupported(unknown, SignatureOption::Rule));
    }
    assert_eq!(signatures().len(), types().len());
}

/// A scheme has one form or both, and what it does without an option is one of them.
#[test]
fn forms_are_hedged_and_deterministic() {
    for scheme in signatures() {
        match scheme.hedging() {
            [Hedging::Random] | [Hedging::Random, Hedging::Deterministic] => assert!(scheme.is_hedged()),
            [Hedging::Deterministic] | [Hedging::Deterministic, Hedging::Random] => assert!(!scheme.is_hedged()),
            others => panic!("{scheme:?} has {others:?}"),
        }
    }
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
    let step = if type_of(scheme).pace == Pace::Fast { 1 } else { 5 };
    all.into_iter().step_by(step).collect()
}

/// Checks that a message is signed by the options, and verified by the role and by the type.
fn signs_and_verifies(scheme: &SignatureAlgorithm, key: &dyn DynSigningKey, options: &SignOptions<'_>) {
    let (public, mut random) = (key.verifying_key(), TestRandom::new(3));
    let signature = key.sign(MESSAGE, options, &mut random).unwrap();
    let SignOptions { context, prehash, .. } = *options;
    let verify = VerifyOptions { context, prehash, ..VerifyOptions::default() };
    public.verify(MESSAGE, &signature, &verify).unwrap();
    assert!((type_of(scheme).verifies)(&*public, &signature, &verify), "{scheme:?} {options:?}");
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
            let no_context = (context.is_some() && scheme.context_lens().is_none()).then_some(SignatureOption::Context);
            let is_other = prehash.is_some_and(|prehash| !scheme.has_prehash(&prehash));
            let no_prehash = is_other.then_some(SignatureOption::Prehash);
            let no_hedging = match options.hedging {
                Hedging::Standard => None,
                hedging if scheme.hedging().contains(&hedging) => None,
                Hedging::Random => Some(SignatureOption::HedgedSignatures),
                Hedging::Deterministic => Some(SignatureOption::DeterministicSignatures),
            };
            let unverified: Vec<_> = no_context.into_iter().chain(no_prehash).collect();
            let unsigned: Vec<_> = unverified.iter().copied().chain(no_hedging).collect();
            if unsigned.is_empty() {
                signs_and_verifies(scheme, &*key, &options);
                continue;
            }
            let random = &mut TestRandom::new(1);
            assert!(is_any_of(key.sign(MESSAGE, &options, random), &unsigned));
            assert!(prehash.is_none() || is_any_of(key.sign_digest(&[0; 64], &options, random), &unsigned));
            assert!(is_any_of(key.signer(&options), &unsigned));
            if unverified.is_empty() {
                continue;
            }
            let zeros = vec![0; scheme.signature_len()];
            assert!(is_any_of(public.verify(MESSAGE, &zeros, &verify), &unverified));
            assert!(prehash.is_none() || is_any_of(public.verify_digest(&[0; 64], &zeros, &verify), &unverified));
            assert!(is_any_of(public.verifier(&zeros, &verify), &unverified));
        }
    }
}

/// Only schemes with contexts and prehashes name another one as a possible reason.
#[test]
fn mismatches_name_the_options_that_the_scheme_has() {
    for scheme in quick() {
        let (key, options) = (key_of(scheme), VerifyOptions::default());
        let signature = key.sign(MESSAGE, &SignOptions::default(), &mut TestRandom::new(1)).unwrap();
        let refused = key.verifying_key().verify(b"another", &signature, &options).unwrap_err().to_string();
        let names_options = refused.ends_with("or another key, or was made with another context or prehash");
        assert_eq!(names_options, scheme.context_lens().is_some(), "{refused}");
        assert!(names_options || refused.ends_with("it belongs to another message or another key"), "{refused}");
        let once = scheme.verify(key.verifying_key().as_bytes(), b"another", &signature, &options);
        assert_eq!(once.unwrap_err().to_string(), refused);
    }
}

/// The check before a message is the one that signing makes.
#[test]
fn contexts_are_checked_before_a_message_as_with_one() {
    for scheme in quick() {
        let key = key_of(scheme);
        for (len, prehash) in [0, 1, 255, 256].into_iter().flat_map(|len| [(len, None), (len, prehash("sha512"))]) {
            let context = vec![7; len];
            let checked = scheme.check_context(&context, prehash.is_some());
            let options = SignOptions { context: Some(&context), prehash, ..SignOptions::default() };
            let signed = key.sign(MESSAGE, &options, &mut TestRandom::new(1));
            let signed = signed.map(drop).map_err(|error| error.to_string());
            assert_eq!(checked.map_err(|error| error.to_string()), signed, "{scheme:?} {len}");
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
        let forms = |key: &dyn DynSigningKey| [key.to_seed(), key.to_expanded_bytes()].map(revealed);
        assert_eq!(forms(&*prepared), forms(&*key));
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
}

#[test]
fn batches_have_the_verdicts_of_single_signatures() {
    for scheme in quick() {
        let (key, other) = (key_of(scheme), quick().find(|row| row.identity() != scheme.identity()));
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
        match scheme.verify_batch(&with_context, None) {
            Ok(verdicts) => assert_eq!((verdicts, scheme.context_lens().is_some()), (vec![false], true), "{scheme:?}"),
            refused => assert!(is_unsupported(refused, SignatureOption::Context)),
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
        if scheme.hedging().contains(&hedged.hedging) {
            assert!(matches!(key.sign(MESSAGE, &hedged, &mut Broken), Err(SignatureError::Random(_))));
        }
        assert!(is_unsupported(key.sign_digest(&[0; 64], &options, random), SignatureOption::DigestAlone));
        // A signature without random bytes asks no source for any.
        let source = &mut TestRandom::new(2);
        let (options, source): (_, &mut dyn Random) = match scheme.hedging().contains(&Hedging::Deterministic) {
            true => (SignOptions { hedging: Hedging::Deterministic, ..options }, &mut Broken),
            false => (options, source),
        };
        if let Some(lens) = scheme.context_lens() {
            let long = SignOptions { context: Some(&vec![0; lens.end() + 1]), ..options };
            assert!(matches!(key.sign(MESSAGE, &long, random), Err(SignatureError::Context(_))));
            let empty = SignOptions { context: Some(b""), ..options };
            let is_refused = matches!(key.sign(MESSAGE, &empty, source), Err(SignatureError::Context(_)));
            assert_eq!(is_refused, *lens.start() > 0);
        }
        let hashed = SignOptions { prehash: prehash("sha512"), ..options };
        if scheme.has_prehash(&hashed.prehash.unwrap()) {
            let wrong = key.sign_digest(&[0; 63], &hashed, random);
            assert!(matches!(wrong, Err(SignatureError::Digest(_))));
            let digest = hashed.prehash.unwrap().digest(MESSAGE);
            let signature = key.sign_digest(&digest, &hashed, source).unwrap();
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
        let without = VerifyOptions { any_strength: true, ..VerifyOptions::default() };
        assert!(is_unsupported(public.verify(MESSAGE, &signature, &without), SignatureOption::AnyStrength));
        assert!(is_unsupported(public.verifier(&signature, &without), SignatureOption::AnyStrength));
        let refused = key.sign(MESSAGE, &options, &mut Broken);
        match scheme.check_prehash(&weak.unwrap()) {
            Err(SignatureError::WeakPrehash { at_least, found }) => {
                assert!(at_least > found && found == weak.unwrap().digest_len());
                let is_weak = |error: Option<SignatureError>| matches!(error, Some(SignatureError::WeakPrehash { .. }));
                assert!(is_weak(refused.err()) && is_weak(key.signer(&options).err()));
                assert!(is_weak(public.verify(MESSAGE, &signature, &verify).err()));
                assert!(is_invalid(public.verify(MESSAGE, &signature, &any)));
            }
            Err(_) => {
                assert!(is_unsupported(refused, SignatureOption::Prehash));
                assert!(is_any_of(
                    public.verify(MESSAGE, &signature, &any),
                    &[SignatureOption::AnyStrength, SignatureOption::Prehash]
                ));
            }
            Ok(()) => {} // It is strong enough for this scheme.
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
}

#[test]
fn forms_of_keys_come_back() {
    for scheme in quick() {
        let key = key_of(scheme);
        if let Some(seed) = key.to_seed() {
            assert_eq!(seed.expose(), &vec![7; scheme.seed_len()]);
        }
        let mut forms = vec![key.to_bytes()];
        forms.extend(key.to_expanded_bytes());
        assert_eq!(key.to_bytes().expose().len(), scheme.private_key_lens()[0]);
        assert_eq!(key.to_expanded_bytes().map(|bytes| bytes.expose().len()), scheme.expanded_key_len());
        for form in forms {
            let read = scheme.signing_key_from_bytes(form.expose()).unwrap();
            assert_eq!(read.verifying_key().as_bytes(), key.verifying_key().as_bytes());
            assert_eq!(read.to_bytes().expose(), form.expose());
        }
        assert!(matches!(
            scheme.signing_key_from_seed(&vec![7; scheme.seed_len() + 1]),
            Err(SignatureError::KeyLength(_))
        ));
        assert!(!format!("{key:?}").contains("07, 07"));
    }
}

#[test]
fn private_keys_have_the_lengths_of_the_rows() {
    for scheme in signatures() {
        let longest = scheme.private_key_lens().iter().max().unwrap();
        for len in (0..longest + 2).filter(|len| !scheme.private_key_lens().contains(len)) {
            let refused = scheme.signing_key_from_bytes(&vec![0; len]);
            assert!(matches!(refused, Err(SignatureError::KeyLength(_))), "{scheme:?} {len}");
        }
    }
}

#[cfg(feature = "encoding")]
#[test]
fn containers_hold_keys_of_every_row() {
    for scheme in signatures() {
        let private = (type_of(scheme).any)();
        let public = private.verifying_key();
        let Some(algorithm) = scheme.key_files() else {
            assert!(public.to_subject_public_key_info().is_none() && private.to_private_key_info().is_none());
            continue;
        };
        // The name of the algorithm follows the numbers.
        assert_eq!(format!("{}", algorithm.oid()).split(' ').next(), scheme.identity().oid);
        let info = public.to_subject_public_key_info().unwrap();
        assert_eq!(scheme.verifying_key_from_info(&info).unwrap().as_bytes(), public.as_bytes());
        let found = SignatureAlgorithm::of_key_files(info.algorithm()).unwrap();
        assert_eq!(found.identity(), scheme.identity());
        let others = signatures().iter().filter(|other| other.identity() != scheme.identity());
        assert!(others.clone().all(|other| other.verifying_key_from_info(&info).is_err()));
        let info = private.to_private_key_info().unwrap();
        assert_eq!(info.public_key().unwrap(), private.verifying_key().as_bytes());
        let read = scheme.signing_key_from_info(&info).unwrap();
        assert_eq!(read.to_bytes().expose(), private.to_bytes().expose());
        assert!(others.clone().all(|other| other.signing_key_from_info(&info).is_err()));
    }
}

/// A collision of the prehash must be as hard to find as the category says: FIPS 204 Section 5.4, FIPS 205 Section 10.2.
#[test]
fn sets_of_a_scheme_have_a_family_and_a_category() {
    for scheme in signatures() {
        let Identity { name, family, category, .. } = *scheme.identity();
        assert!(name.starts_with(family), "{name}");
        let least = hashes().iter().filter_map(HashAlgorithm::prehash);
        let least = least.filter(|prehash| scheme.has_prehash(prehash)).map(|prehash| prehash.digest_len()).min();
        let expected = category.map(|category| [32, 32, 48, 48, 64][usize::from(category) - 1]);
        assert!(least.is_none() || expected.is_none() || least == expected, "{name}");
    }
}
