//! The signatures that each rule accepts: small and mixed orders in all combinations, and every encoding that is not
//! canonical and that it is possible to sign with.

use super::oracle::Curve;
use super::*;
use crate::base::testing::some;
use crate::curve::curve25519::{EdwardsPoint, Scalar};
use std::collections::BTreeMap;

/// Returns the encodings of points of small order that ZIP 215 accepts: the canonical ones of the eight, then the six
/// that have y ≥ p or x = 0 with a sign.
fn small_order() -> Vec<[u8; 32]> {
    let low = |first: u8, top: u8| {
        let mut bytes = [0; 32];
        (bytes[0], bytes[31]) = (first, top);
        bytes
    };
    let high = |first: u8, top: u8| {
        let mut bytes = [0xff; 32];
        (bytes[0], bytes[31]) = (first, top);
        bytes
    };
    let order_8 = [
        array("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
        array("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"),
        array("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
        array("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"),
    ];
    let canonical = [low(1, 0), high(0xec, 0x7f), low(0, 0), low(0, 0x80)];
    let others =
        [low(1, 0x80), high(0xec, 0xff), high(0xed, 0x7f), high(0xed, 0xff), high(0xee, 0x7f), high(0xee, 0xff)];
    [&canonical[..], &order_8, &others].concat()
}

/// A point s·B + T with its scalar s.
struct Known {
    bytes: [u8; 32],
    scalar: Scalar,
}

/// Returns T in each of its 14 encodings, and s·B + T for the eight T.
fn known(scalar: Scalar) -> Vec<Known> {
    let small = small_order();
    let mixed = small[..8].iter().map(|torsion| {
        let point = EdwardsPoint::mul_base(&scalar) + EdwardsPoint::decompress(torsion).unwrap();
        Known { bytes: point.compress(), scalar }
    });
    let small = small.iter().map(|bytes| Known { bytes: *bytes, scalar: Scalar::ZERO });
    small.chain(mixed).collect()
}

/// A key, a message and a signature.
pub(super) struct Case {
    pub(super) key: [u8; 32],
    pub(super) message: [u8; 4],
    pub(super) signature: Signature,
}

/// Returns every pair of known points as A and R, with S = r + k·s and with S = r + k·s + 1.
pub(super) fn cases() -> Vec<Case> {
    let (s, r) = (Scalar::from(0x1234_5678_9abc_def1_u64).invert(), Scalar::from(0xfeed_beef_u64).invert());
    let mut cases = Vec::new();
    for a in &known(s) {
        for r in &known(r) {
            let message = (cases.len() as u32).to_le_bytes();
            let hash = crate::hash::Sha512::digest(&[&r.bytes[..], &a.bytes, &message].concat());
            let s = Scalar::from_bytes_mod_order_wide(&hash) * a.scalar + r.scalar;
            for s in [s, s + Scalar::ONE] {
                let signature = Signature::from_halves(&r.bytes, &s.to_bytes());
                cases.push(Case { key: a.bytes, message, signature });
            }
        }
    }
    cases
}

/// Returns the verdict on a case whose key is loaded under the rule.
pub(super) fn verdict(rule: Rule, case: &Case) -> Result<(), SignatureError> {
    let key = VerifyingKey::from_bytes_for(rule, &case.key).map_err(SignatureError::Key)?;
    key.verify_with(rule, &case.message, &case.signature)
}

/// Returns the verdict of a prepared key. The cases of a key share it, since preparing takes longer than verifying
/// them.
fn prepared_verdict(
    prepared: &mut BTreeMap<[u8; 32], PreparedVerifyingKey>,
    rule: Rule,
    case: &Case,
) -> Result<(), SignatureError> {
    let key = VerifyingKey::from_bytes_for(rule, &case.key).map_err(SignatureError::Key)?;
    let prepared = prepared.entry(case.key).or_insert_with(|| key.prepare());
    prepared.verify_with(rule, &case.message, &case.signature)
}

#[test]
fn the_points_of_small_order_are_fourteen_encodings_of_eight() {
    let small = small_order();
    let points: std::collections::BTreeSet<_> =
        small.iter().map(|bytes| EdwardsPoint::decompress_zip215(bytes).unwrap().compress()).collect();
    assert_eq!(points.into_iter().collect::<Vec<_>>(), {
        let mut canonical = small[..8].to_vec();
        canonical.sort_unstable();
        canonical
    });
    for (i, bytes) in small.iter().enumerate() {
        let loaded = |rule| VerifyingKey::from_bytes_for(rule, bytes);
        assert!(loaded(Rule::Zip215).unwrap().is_small_order() && loaded(Rule::Cofactorless).is_ok());
        assert_eq!(loaded(Rule::Zip215).unwrap().is_canonical(), i < 8);
        let not_canonical = (i >= 8).then_some(VerifyingKeyError::NotCanonical);
        assert_eq!(loaded(Rule::Rfc8032).err(), not_canonical);
        assert_eq!(loaded(Rule::Strict).err(), Some(not_canonical.unwrap_or(VerifyingKeyError::SmallOrder)));
    }
}

#[test]
fn every_rule_accepts_what_it_should() {
    let curve = Curve::new();
    let all = cases();
    let cases: Vec<_> = some(&all).collect();
    let judgements: Vec<_> =
        cases.iter().map(|case| curve.judge(&case.key, &case.message, case.signature.as_bytes()).unwrap()).collect();
    let dalek: Vec<_> = cases.iter().map(|case| by_dalek(case)).collect();
    // The set is not trivial: half of it is valid up to torsion, and some of it without.
    if cases.len() == all.len() {
        assert_eq!(judgements.iter().filter(|judgement| judgement.is_zip215).count(), cases.len() / 2);
        let exact = judgements.iter().filter(|judgement| judgement.is_exact).count();
        assert!(exact > 50 && exact < cases.len() / 4, "{exact}");
    }
    at_every_tier(|tier| {
        let mut prepared = BTreeMap::new();
        for (i, ((case, judgement), (cofactorless, strict))) in cases.iter().zip(&judgements).zip(&dalek).enumerate() {
            let mut accepted = |rule| {
                let verdict = verdict(rule, case);
                let once = verify_with(rule, &case.key, &case.message, &case.signature);
                assert_eq!(once, verdict, "{tier}, case {i}, once");
                assert_eq!(prepared_verdict(&mut prepared, rule, case), verdict, "{tier}, case {i}, prepared");
                verdict.is_ok()
            };
            let canonical = judgement.a_is_canonical && judgement.r_is_canonical;
            assert_eq!(accepted(Rule::Zip215), judgement.is_zip215, "{tier}, case {i}");
            assert_eq!(accepted(Rule::Rfc8032), judgement.is_zip215 && canonical, "{tier}, case {i}");
            assert_eq!(accepted(Rule::Cofactorless), *cofactorless, "{tier}, case {i}");
            assert_eq!(
                accepted(Rule::Cofactorless),
                judgement.is_exact && judgement.r_is_canonical,
                "{tier}, case {i}"
            );
            assert_eq!(accepted(Rule::Strict), *strict, "{tier}, case {i}");
        }
    });
}

/// Returns the verdicts of ed25519-dalek's `verify` and `verify_strict`.
fn by_dalek(case: &Case) -> (bool, bool) {
    use ed25519_dalek::Verifier;
    let key = ed25519_dalek::VerifyingKey::from_bytes(&case.key).unwrap();
    let signature = ed25519_dalek::Signature::from_bytes(case.signature.as_bytes());
    (key.verify(&case.message, &signature).is_ok(), key.verify_strict(&case.message, &signature).is_ok())
}

#[test]
fn a_key_that_is_not_canonical_is_rejected_by_the_other_rules() {
    for (i, bytes) in small_order().iter().enumerate() {
        let key = VerifyingKey::from_bytes_for(Rule::Zip215, bytes).unwrap();
        let signature = Signature::from_halves(&small_order()[0], &[0; 32]);
        for rule in Rule::ALL {
            let expected = match rule {
                Rule::Rfc8032 if i >= 8 => Some(VerifyingKeyError::NotCanonical),
                Rule::Strict if i >= 8 => Some(VerifyingKeyError::NotCanonical),
                Rule::Strict => Some(VerifyingKeyError::SmallOrder),
                _ => None,
            };
            let found = match key.verify_with(rule, b"", &signature) {
                Err(SignatureError::Key(error)) => Some(error),
                _ => None,
            };
            assert_eq!(found, expected, "{rule:?}, {i}");
            assert_eq!(key.prepare().verify_with(rule, b"", &signature), key.verify_with(rule, b"", &signature));
        }
    }
}

#[test]
fn errors_name_the_reason() {
    let key = SigningKey::from_seed([1; 32]);
    let small = small_order();
    let with = |r: &[u8; 32], s: &[u8; 32]| Signature::from_halves(r, s);
    let say = |rule, signature: &Signature| {
        let verdict = key.verifying_key().verify_with(rule, b"m", signature);
        assert_eq!(verify_with(rule, key.verifying_key().as_bytes(), b"m", signature), verdict);
        assert_eq!(key.verifying_key().prepare().verify_with(rule, b"m", signature), verdict);
        verdict.unwrap_err()
    };
    let mut off_curve = [0; 32];
    off_curve[0] = 2;
    assert_eq!(say(Rule::Rfc8032, &with(&small[8], &[0; 32])), SignatureError::PointNotCanonical);
    assert_eq!(say(Rule::Zip215, &with(&small[8], &[0; 32])), SignatureError::Mismatch);
    assert_eq!(say(Rule::Zip215, &with(&off_curve, &[0; 32])), SignatureError::PointNotOnCurve);
    assert_eq!(say(Rule::Cofactorless, &with(&off_curve, &[0; 32])), SignatureError::Mismatch);
    assert_eq!(say(Rule::Rfc8032, &with(&off_curve, &[0xff; 32])), SignatureError::ScalarNotCanonical);
    assert_eq!(VerifyingKey::from_bytes(&off_curve), Err(VerifyingKeyError::NotOnCurve));
    // R of small order, S = k·s: the holder of the key can make these.
    let case = cases().into_iter().find(|case| {
        verdict(Rule::Cofactorless, case).is_ok()
            && verdict(Rule::Strict, case) == Err(SignatureError::PointOfSmallOrder)
    });
    assert!(case.is_some_and(|case| small.contains(&case.signature.r())));
}
