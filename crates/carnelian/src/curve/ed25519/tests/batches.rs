//! Batches agree with single verification and single signing, whatever their content.

use super::batch::challenges::LONG;
use super::rules::{cases, verdict};
use super::*;
use crate::base::testing::some;
use crate::curve::curve25519::Scalar;

/// A key's bytes, a message and a signature.
type Signed = ([u8; 32], Vec<u8>, Signature);

/// Returns signatures by `keys` different keys in turn, of messages of many lengths.
fn signed(count: usize, keys: usize) -> Vec<Signed> {
    let keys: Vec<_> = (0..keys as u8).map(|i| SigningKey::from_seed([i; 32])).collect();
    let mut signed = Vec::new();
    for (i, key) in (0..count).zip(keys.iter().cycle()) {
        let message: Vec<u8> = (0..i * 11 % 300).map(|j| (i * j) as u8).collect();
        signed.push((key.verifying_key().to_bytes(), message.clone(), key.sign(&message)));
    }
    signed
}

fn items(signed: &[Signed]) -> Vec<BatchItem<'_>> {
    signed.iter().map(|(key, message, signature)| BatchItem::new(key, message, signature)).collect()
}

/// Bytes that are not on the curve.
const OFF_CURVE: [u8; 32] = {
    let mut bytes = [0; 32];
    bytes[0] = 2;
    bytes
};

/// A modification that makes a signed message invalid.
type Spoil = fn(&mut Signed);

/// The modifications, and the resulting errors.
const SPOILERS: [(Spoil, SignatureError); 7] = [
    (|(_, message, _)| message.push(1), MISMATCH),
    (|(_, _, signature)| *signature = of(&SigningKey::from_seed([99; 32]).sign(b"").r(), signature), MISMATCH),
    (
        |(_, _, signature)| {
            let s = Scalar::from_canonical_bytes(&signature.s()).unwrap() + Scalar::ONE;
            *signature = Signature::from_halves(&signature.r(), &s.to_bytes());
        },
        MISMATCH,
    ),
    (|(key, ..)| *key = SigningKey::from_seed([99; 32]).verifying_key().to_bytes(), MISMATCH),
    (|(key, ..)| *key = OFF_CURVE, SignatureError::Key(VerifyingKeyError::NotOnCurve)),
    (|(_, _, signature)| *signature = of(&OFF_CURVE, signature), SignatureError::PointNotOnCurve),
    (
        |(_, _, signature)| *signature = Signature::from_halves(&signature.r(), &[0xff; 32]),
        SignatureError::ScalarNotCanonical,
    ),
];

const MISMATCH: SignatureError = SignatureError::Mismatch;

/// Returns the signature with another R.
fn of(r: &[u8; 32], signature: &Signature) -> Signature {
    Signature::from_halves(r, &signature.s())
}

/// Asserts that exactly the items at `bad` are rejected, for the given reason.
fn assert_bad(batch: &[Signed], bad: &[usize], reason: SignatureError, what: &str) {
    let found = verify_batch(&items(batch));
    if bad.is_empty() {
        assert_eq!(found, Ok(()), "{what}");
        return;
    }
    let found = found.unwrap_err();
    let expected: Vec<_> = (0..batch.len()).map(|i| if bad.contains(&i) { Err(reason) } else { Ok(()) }).collect();
    assert_eq!(found.verdicts(), expected, "{what}");
    assert_eq!(found.invalid().collect::<Vec<_>>(), bad);
}

#[test]
fn one_bad_item_at_every_index_of_every_length() {
    let signed = signed(40, 23);
    for length in some(0..=40) {
        assert_bad(&signed[..length], &[], MISMATCH, "good");
        for place in some(0..length) {
            // Small batches are tested with every modification, large ones with a few.
            let ways = (0..SPOILERS.len()).filter(|way| length <= 5 || (way + place + length) % 5 == 0);
            for (spoil, reason) in ways.map(|way| SPOILERS[way]) {
                let mut batch = signed[..length].to_vec();
                spoil(&mut batch[place]);
                assert_bad(&batch, &[place], reason, &format!("{place} of {length}, {reason:?}"));
            }
        }
    }
}

#[test]
fn every_tier_finds_bad_items() {
    let signed = signed(40, 23);
    at_every_tier(|tier| {
        for length in [0, 1, 2, 3, 8, 9, 17, 40] {
            assert_bad(&signed[..length], &[], MISMATCH, tier.name());
            for (place, (spoil, reason)) in SPOILERS.into_iter().enumerate().take(length) {
                let mut batch = signed[..length].to_vec();
                spoil(&mut batch[place]);
                assert_bad(&batch, &[place], reason, &format!("{tier}: {place} of {length}"));
            }
        }
    });
}

/// A few are found by halving, many one by one.
#[test]
fn any_number_of_bad_items_is_found() {
    let signed = signed(100, 7);
    let random = &mut TestRandom::new(5);
    for share in [1, 2, 5, 20, 50, 90, 100] {
        let mut batch = signed.clone();
        let bad: Vec<_> = (0..100).filter(|_| random.next_u64() % 100 < share).collect();
        for place in &bad {
            batch[*place].1.push(0);
        }
        assert_bad(&batch, &bad, MISMATCH, &format!("{share} of a hundred"));
    }
}

/// Two errors that cancel each other in a sum without coefficients, or with equal ones.
#[test]
fn errors_that_cancel_are_found() {
    let mut batch = signed(12, 1);
    let add = |signature: &Signature, delta: Scalar| {
        let s = Scalar::from_canonical_bytes(&signature.s()).unwrap() + delta;
        Signature::from_halves(&signature.r(), &s.to_bytes())
    };
    batch[3].2 = add(&batch[3].2, Scalar::ONE);
    batch[8].2 = add(&batch[8].2, -Scalar::ONE);
    assert_bad(&batch, &[3, 8], MISMATCH, "opposite errors");
    let (r3, r8) = (batch[3].2.r(), batch[8].2.r());
    let mut batch = signed(12, 1);
    batch[3].2 = of(&r8, &batch[3].2);
    batch[8].2 = of(&r3, &batch[8].2);
    assert_bad(&batch, &[3, 8], MISMATCH, "exchanged R");
}

#[test]
fn keys_may_repeat_and_come_in_either_form() {
    for keys in [1, 2, 5, 60] {
        let signed = signed(60, keys);
        let decoded: Vec<_> = signed.iter().map(|(key, ..)| VerifyingKey::from_bytes(key).unwrap()).collect();
        let mut batch = items(&signed);
        for (item, key) in batch.iter_mut().zip(&decoded).step_by(3) {
            item.key = key.into();
        }
        assert_eq!(verify_batch(&batch), Ok(()));
        for rule in Rule::ALL {
            assert_eq!(verify_batch_with(rule, &batch), Ok(()));
        }
        batch[30].message = b"another";
        assert_eq!(verify_batch(&batch).unwrap_err().invalid().collect::<Vec<_>>(), [30]);
    }
}

#[test]
fn long_messages_and_many_items() {
    let key = SigningKey::from_seed([1; 32]);
    let long = std::vec![7; LONG + 1];
    let lengths = [0, LONG, 5, LONG - 1, LONG + 1];
    let pairs: Vec<(&SigningKey, &[u8])> = lengths.iter().map(|length| (&key, &long[..*length])).collect();
    let signatures = sign_batch(&pairs);
    let singles: Vec<_> = pairs.iter().map(|(key, message)| key.sign(message)).collect();
    assert_eq!(signatures, singles);
    let items = pairs.iter().zip(&signatures);
    let mut items: Vec<_> =
        items.map(|((_, m), signature)| BatchItem::new(key.verifying_key(), m, signature)).collect();
    assert_eq!(verify_batch(&items), Ok(()));
    items[4].message = &long[..LONG];
    assert_eq!(verify_batch(&items).unwrap_err().invalid().collect::<Vec<_>>(), [4]);

    let mut many = signed(2100, 50);
    assert_bad(&many, &[], MISMATCH, "many");
    many[1023].1.push(1);
    many[1024].1.push(1);
    many[2099].1.push(1);
    assert_bad(&many, &[1023, 1024, 2099], MISMATCH, "many");
}

/// Small and mixed orders, and encodings that are not canonical: the set on which other libraries' batches differ.
#[test]
fn batches_agree_with_singles_on_torsion() {
    let cases = cases();
    let random = &mut TestRandom::new(6);
    let item = |i: usize| BatchItem::new(&cases[i].key, &cases[i].message, &cases[i].signature);
    at_every_tier(|tier| {
        for rule in Rule::ALL {
            let expected: Vec<_> = cases.iter().map(|case| verdict(rule, case)).collect();
            let all: Vec<_> = (0..cases.len()).collect();
            let valid: Vec<_> = all.iter().copied().filter(|i| expected[*i].is_ok()).collect();
            let chosen = some(0..20).map(|n| (0..n).map(|_| random.next_u64() as usize % cases.len()).collect());
            for chosen in [all, valid].into_iter().chain(chosen) {
                let verdicts: Vec<_> = chosen.iter().map(|i| expected[*i]).collect();
                let batch: Vec<_> = chosen.iter().map(|i| item(*i)).collect();
                match verify_batch_with(rule, &batch) {
                    Ok(()) => assert!(verdicts.iter().all(Result::is_ok), "{tier}, {rule:?}"),
                    Err(error) => assert_eq!(error.verdicts(), verdicts, "{tier}, {rule:?}"),
                }
            }
        }
    });
}

#[test]
fn coefficients_are_those_of_the_whole_batch_and_have_128_bits() {
    use super::batch::combined::{Term, coefficients};
    use crate::curve::curve25519::EdwardsPoint;
    let terms = |change: usize, by: u64| -> Vec<Term> {
        let scalar = |i: usize| Scalar::from(i as u64 + if i == change { by } else { 0 });
        let term = |i| Term { index: i, key: 0, r: EdwardsPoint::BASE, s: scalar(2 * i), k: scalar(2 * i + 1) };
        (0..9).map(term).collect()
    };
    let bytes = |terms: &[Term]| coefficients(terms).iter().map(Scalar::to_bytes).collect::<Vec<_>>();
    let reference = bytes(&terms(0, 0));
    let distinct: std::collections::BTreeSet<_> = reference.iter().collect();
    assert_eq!(distinct.len(), 9);
    assert!(reference.iter().all(|z| z[16..] == [0; 16] && z[..16].iter().any(|byte| *byte != 0)));
    for change in 0..18 {
        let changed = bytes(&terms(change, 100));
        assert!(reference.iter().zip(&changed).all(|(one, other)| one != other));
    }
    assert!(bytes(&terms(0, 0)[..8]).iter().zip(&reference).all(|(one, other)| one != other));
}

#[test]
fn batches_have_the_signatures_and_keys_of_single_calls() {
    let seeds: Vec<[u8; 32]> = (0..70).map(|i| [i; 32]).collect();
    let random = &mut TestRandom::new(7);
    let message: [u8; 300] = random_array(random);
    at_every_tier(|tier| {
        for count in (0..10).chain([31, 32, 33, 70]) {
            let keys = from_seed_batch(&seeds[..count]);
            let singles: Vec<_> = seeds[..count].iter().map(|seed| SigningKey::from_seed(*seed)).collect();
            let publics = |keys: &[SigningKey]| keys.iter().map(|key| *key.verifying_key()).collect::<Vec<_>>();
            assert_eq!(publics(&keys), publics(&singles), "{tier}, {count} keys");
            let pairs: Vec<(&SigningKey, &[u8])> =
                keys.iter().enumerate().map(|(i, key)| (key, &message[..i * 4 % 300])).collect();
            let expected: Vec<_> = singles.iter().zip(&pairs).map(|(key, (_, message))| key.sign(message)).collect();
            assert_eq!(sign_batch(&pairs), expected, "{tier}, {count} messages");
            for (key, single) in keys.iter().zip(&singles) {
                assert_eq!(key.as_seed().expose(), single.as_seed().expose());
                let point = key.verifying_key().to_point();
                assert_eq!(point.compress(), key.verifying_key().to_bytes());
            }
        }
    });
    let generated = generate_batch(33, &mut TestRandom::new(8)).unwrap();
    let mut random = TestRandom::new(8);
    for key in &generated {
        assert_eq!(key.verifying_key(), SigningKey::generate(&mut random).unwrap().verifying_key());
    }
}
