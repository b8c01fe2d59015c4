//! Malformed input is refused, and every way to sign and to verify agrees.

use crate::base::cpu::forced;
use crate::base::random::{Random, RandomError, TestRandom};
use crate::base::testing::cases;
use crate::hash::{Sha3_512, Sha224, Sha256, Sha384, Sha512, Shake128, Shake256};
use crate::postquantum::mldsa::encoding::Hint;
use crate::postquantum::mldsa::{
    BatchItem, Context, ExpandedKeyError, MlDsa44, MlDsa65, MlDsa87, Mu, Parameters, ParseSignatureError, Prehash,
    PrehashSignature, SignError, Signature, SignatureError, SigningKey, VerifyingKey, hazmat, sign_batch, verify_batch,
};
use std::format;
use std::string::ToString;
use std::vec::Vec;

/// Calls a generic function for each parameter set.
macro_rules! for_every_set {
    ($function:ident) => {
        $function::<MlDsa44>();
        $function::<MlDsa65>();
        $function::<MlDsa87>();
    };
}

fn refuses_signatures<P: Parameters>() {
    let key = SigningKey::<P>::from_seed(&[1; 32]);
    let public = key.verifying_key();
    let signature = key.sign_deterministic(b"a message").unwrap();
    let hint = P::SIGNATURE_LEN - P::OMEGA - P::K;
    let changed = |place: usize, byte: u8| {
        let mut bytes = signature.to_bytes();
        bytes.as_mut()[place] = byte;
        Signature::<P>::from_bytes(&bytes)
    };
    // The largest z there is: zeros stand for γ₁.
    let mut bytes = signature.to_bytes();
    bytes.as_mut()[P::C_TILDE_LEN..][..4].fill(0);
    assert_eq!(Signature::<P>::from_bytes(&bytes), Err(SignatureError::Norm));
    // More ones than ω.
    assert_eq!(changed(P::SIGNATURE_LEN - 1, P::OMEGA as u8 + 1), Err(SignatureError::Hint));
    // An end before its beginning.
    assert_eq!(changed(P::SIGNATURE_LEN - 2, P::OMEGA as u8 + 1), Err(SignatureError::Hint));
    // Padding that is not zero.
    assert!(signature.as_ref()[hint + P::OMEGA - 1] == 0, "this signature has fewer ones than ω");
    assert_eq!(changed(hint + P::OMEGA - 1, 1), Err(SignatureError::Hint));
    // Another c̃, z and hint that are well-formed.
    let other = changed(0, !signature.as_ref()[0]).unwrap();
    assert_eq!(public.verify(b"a message", &other), Err(SignatureError::Mismatch));
    let other = changed(hint - 1, signature.as_ref()[hint - 1] ^ 1);
    assert!(other.is_err() || public.verify(b"a message", &other.unwrap()) == Err(SignatureError::Mismatch));
    assert_eq!(public.verify(b"another", &signature), Err(SignatureError::Mismatch));
    public.verify(b"a message", &signature).unwrap();
    // Lengths.
    for len in [0, P::SIGNATURE_LEN - 1] {
        let refused = Signature::<P>::try_from(&signature.as_ref()[..len]).unwrap_err();
        assert!(matches!(refused, ParseSignatureError::Length(error) if error.found == len));
        VerifyingKey::<P>::try_from(&public.as_ref()[..len.min(5)]).unwrap_err();
    }
}

#[test]
fn malformed_signatures_are_refused() {
    for_every_set!(refuses_signatures);
}

/// Every class of hints that Algorithm 21 refuses, and a few that it accepts.
#[test]
fn hints() {
    let hint = |positions: &[u8], ends: [u8; 4]| {
        let mut bytes = [0; 84];
        bytes[..positions.len()].copy_from_slice(positions);
        bytes[80..].copy_from_slice(&ends);
        Hint::<MlDsa44>::decode(&bytes).map(|hint| [0, 1, 2, 3].map(|row| hint.row(row).collect::<Vec<_>>()))
    };
    let [first, second, third, fourth] = hint(&[3, 9, 0, 255, 7], [2, 2, 4, 5]).unwrap();
    assert_eq!((&first[..], &second[..], &third[..], &fourth[..]), (&[3, 9][..], &[][..], &[0, 255][..], &[7][..]));
    assert!(hint(&[], [0; 4]).is_some());
    assert!(hint(&core::array::from_fn::<u8, 80, _>(|i| i as u8), [80; 4]).is_some());
    assert!(hint(&[3, 3], [2; 4]).is_none(), "a position twice");
    assert!(hint(&[9, 3], [2; 4]).is_none(), "positions in falling order");
    assert!(hint(&[3, 9], [2, 1, 2, 2]).is_none(), "an end before its beginning");
    assert!(hint(&[], [81; 4]).is_none(), "too many ones");
    assert!(hint(&[], [0, 0, 0, 81]).is_none(), "too many ones");
    assert!(hint(&[3, 9], [1; 4]).is_none(), "a position after the last");
}

fn refuses_expanded_keys<P: Parameters>() {
    let key = SigningKey::<P>::from_seed(&[2; 32]);
    let good = *key.to_expanded_bytes().expose();
    let same = SigningKey::<P>::from_expanded_bytes(&good).unwrap();
    assert_eq!(same.sign_deterministic(b"m"), key.sign_deterministic(b"m"));
    assert_eq!(same.to_expanded_bytes().expose(), &good);
    assert!(same.as_seed().is_none() && key.as_seed().is_some());
    assert_eq!(hazmat::key_gen_internal::<P>(&[2; 32]).to_expanded_bytes().expose(), &good);
    let changed = |place: usize, mask: u8| {
        let mut bytes = good;
        bytes.as_mut()[place] ^= mask;
        SigningKey::<P>::from_expanded_bytes(&bytes).err()
    };
    let (s1, s2) = (128, 128 + P::L * P::ETA_LEN);
    let t0 = s2 + P::K * P::ETA_LEN;
    for (place, mask) in [(0, 1), (64, 1), (127, 128), (t0, 1), (P::EXPANDED_KEY_LEN - 1, 128)] {
        assert_eq!(changed(place, mask), Some(ExpandedKeyError::Inconsistent), "byte {place}");
    }
    assert_eq!(changed(32, 1), None, "any K is one");
    for place in [s1, s2 - 1, s2, t0 - 1] {
        let mut bytes = good;
        bytes.as_mut()[place] = 0xff;
        let refused = SigningKey::<P>::from_expanded_bytes(&bytes).unwrap_err();
        assert_eq!(refused, ExpandedKeyError::OutOfRange, "byte {place}");
    }
    let refused = SigningKey::<P>::from_expanded_slice(&good.as_ref()[1..]).unwrap_err();
    assert!(matches!(refused, ExpandedKeyError::Length(_)), "{refused}");
}

#[test]
fn malformed_expanded_keys_are_refused() {
    for_every_set!(refuses_expanded_keys);
}

fn limits_attempts<P: Parameters>() {
    let key = SigningKey::<P>::from_seed(&[3; 32]);
    let mut refused = 0;
    for number in 0..cases(20) {
        let mu = Mu::from_bytes(&[number as u8; 64]);
        let expected = key.sign_mu_deterministic(&mu).unwrap();
        let needed = (1..).find(|most| key.sign_with(&mu, &[0; 32], *most).is_ok()).unwrap();
        assert_eq!(key.sign_with(&mu, &[0; 32], needed).unwrap(), expected);
        if needed > 1 {
            assert_eq!(key.sign_with(&mu, &[0; 32], needed - 1), Err(SignError::TooManyAttempts));
            refused += 1;
        }
    }
    assert!(refused > 0 || cases(20) < 20, "some message needs a second attempt");
}

#[test]
fn attempts_are_limited() {
    for_every_set!(limits_attempts);
}

#[test]
fn contexts_are_limited() {
    assert!(Context::new(&[0; 255]).is_ok());
    let refused = Context::new(&[0; 256]).unwrap_err();
    assert_eq!(refused.to_string(), "the context of a signature: expected a length from 0 to 255, found 256");
}

#[test]
fn a_failing_source_signs_nothing() {
    struct Broken;
    impl Random for Broken {
        fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
            Err(RandomError)
        }
    }
    assert!(SigningKey::<MlDsa44>::generate(&mut Broken).is_err());
    let key = SigningKey::<MlDsa44>::from_seed(&[3; 32]);
    assert_eq!(key.sign(b"m", &mut Broken), Err(SignError::Random(RandomError)));
    let refused = sign_batch(&key, Context::EMPTY, &[b"m"], &mut Broken);
    assert_eq!(refused, Err(SignError::Random(RandomError)));
    assert_eq!(sign_batch(&key, Context::EMPTY, &[], &mut Broken), Ok(Vec::new()));
    let prepared = key.prepare();
    let prehash = Prehash::of::<Sha512>(b"m");
    let refused = prepared.sign_prehash(Context::EMPTY, &prehash, &mut Broken);
    assert_eq!(refused, Err(SignError::Random(RandomError)));
}

fn forms_agree<P: Parameters>() {
    let random = &mut TestRandom::new(7);
    let key = SigningKey::<P>::generate(random).unwrap();
    let public = *key.verifying_key();
    let prepared_public = public.prepare();
    let context = Context::new(b"context").unwrap();
    let expected = key.sign_deterministic_ctx(context, b"a message").unwrap();
    let prepared = key.prepare();
    for tier in forced::tiers() {
        forced::at_most(tier, || {
            let prepared_public = public.prepare();
            assert_eq!(prepared.sign_deterministic_ctx(context, b"a message").unwrap(), expected);
            prepared_public.verify_ctx(context, b"a message", &expected).unwrap();
            prepared_public.verify(b"a message", &expected).unwrap_err();
            let mut hasher = public.mu_hasher(context);
            hasher.update(b"a mess");
            hasher.update(b"age");
            let mu = hasher.finalize();
            public.verify_mu(&mu, &expected).unwrap();
            assert_eq!(prepared.sign_mu_deterministic(&mu).unwrap(), expected);
            assert_eq!(prepared.signing_key().sign_mu_deterministic(&mu).unwrap(), expected);
        });
    }
    let seeds = (&mut TestRandom::new(8), &mut TestRandom::new(8));
    let hedged = prepared.sign(b"m", seeds.0).unwrap();
    assert_eq!(prepared.signing_key().sign(b"m", seeds.1).unwrap(), hedged);
    prepared_public.verify(b"m", &hedged).unwrap();
}

#[test]
fn every_form_agrees() {
    for_every_set!(forms_agree);
}

fn batches_agree<P: Parameters>() {
    let keys = [[4; 32], [5; 32]].map(|seed| SigningKey::<P>::from_seed(&seed));
    let prepared = keys[0].verifying_key().prepare();
    let long = [6; 5000];
    let messages: Vec<&[u8]> = (0..19).map(|i| if i == 11 { &long[..] } else { &long[..i] }).collect();
    let signatures: Vec<_> = messages
        .iter()
        .enumerate()
        .map(|(i, message)| keys[i % 2].sign_deterministic(if i % 5 == 4 { b"another" } else { message }).unwrap())
        .collect();
    for tier in forced::tiers() {
        forced::at_most(tier, || {
            for len in [0, 1, 7, 8, 9, 12, messages.len()] {
                let items: Vec<_> = (0..len)
                    .map(|i| {
                        let key = keys[i % 2].verifying_key();
                        match i % 4 {
                            0 => BatchItem::new(&prepared, messages[i], &signatures[i]),
                            _ => BatchItem::new(key, messages[i], &signatures[i]),
                        }
                    })
                    .collect();
                let expected: Vec<_> =
                    (0..len).map(|i| keys[i % 2].verifying_key().verify(messages[i], &signatures[i])).collect();
                match verify_batch(&items) {
                    Ok(()) => assert!(expected.iter().all(Result::is_ok)),
                    Err(refused) => {
                        assert_eq!(refused.verdicts(), expected);
                        assert!(refused.invalid().all(|i| i % 5 == 4), "{refused}");
                    }
                }
            }
        });
    }
}

#[test]
fn batches() {
    for_every_set!(batches_agree);
}

/// A batch is as many single calls with the same random source, wherever its threads run.
fn signs_in_batches<P: Parameters>() {
    let key = SigningKey::<P>::from_seed(&[4; 32]);
    let context = Context::new(b"context").unwrap();
    let messages: [&[u8]; 5] = [b"", b"one", b"two", b"three", &[7; 1000]];
    for tier in forced::tiers() {
        forced::at_most(tier, || {
            for count in [0, 1, 2, messages.len()] {
                let messages = &messages[..count];
                let random = &mut TestRandom::new(9);
                let expected: Vec<_> =
                    messages.iter().map(|message| key.sign_ctx(context, message, random).unwrap()).collect();
                assert_eq!(sign_batch(&key, context, messages, &mut TestRandom::new(9)).unwrap(), expected);
            }
        });
    }
}

#[test]
fn signatures_of_a_batch() {
    for_every_set!(signs_in_batches);
}

/// M′ of HashML-DSA is what the standard says, and only long digests are signed.
#[test]
fn prehashes() {
    let key = SigningKey::<MlDsa65>::from_seed(&[9; 32]);
    let public = key.verifying_key();
    let prepared = SigningKey::<MlDsa65>::from_seed(&[9; 32]).prepare();
    let prepared_public = public.prepare();
    let context = Context::new(b"context").unwrap();
    let (mut shake128, mut shake256) = (Shake128::new(), Shake256::new());
    shake128.update(b"m");
    shake256.update(b"m");
    let good = [
        (Prehash::of::<Sha384>(b"m"), 2),
        (Prehash::of::<Sha512>(b"m"), 3),
        (Prehash::of::<Sha3_512>(b"m"), 10),
        (Prehash::finish_shake256(shake256), 12),
    ];
    for (prehash, oid) in good {
        let signature = key.sign_prehash_deterministic(context, &prehash).unwrap();
        public.verify_prehash(context, &prehash, &signature).unwrap();
        public.verify_prehash(Context::EMPTY, &prehash, &signature).unwrap_err();
        let head = [&[1, 7][..], b"context", &[0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, oid]];
        let m_prime = [&head.concat(), prehash.digest()].concat();
        let expected = hazmat::sign_internal(&key, &m_prime, &[0; 32]).unwrap();
        assert_eq!(signature.as_bytes(), expected.as_bytes());
        assert_eq!(prepared.sign_prehash_deterministic(context, &prehash).unwrap(), signature);
        let seeds = (&mut TestRandom::new(8), &mut TestRandom::new(8));
        let hedged = prepared.sign_prehash(context, &prehash, seeds.0).unwrap();
        assert_eq!(key.sign_prehash(context, &prehash, seeds.1).unwrap(), hedged);
        prepared_public.verify_prehash(context, &prehash, &hedged).unwrap();
        prepared_public.verify_prehash(Context::EMPTY, &prehash, &hedged).unwrap_err();
        public.verify_prehash_of_any_strength(context, &prehash, &hedged).unwrap();
    }
    for prehash in [Prehash::of::<Sha256>(b"m"), Prehash::finish_shake128(shake128)] {
        let refused = key.sign_prehash_deterministic(context, &prehash).unwrap_err();
        assert!(matches!(refused, SignError::Prehash(weak) if weak.found == 32 && weak.at_least == 48));
        let signature = key.sign_prehash_deterministic(context, &good[0].0).unwrap();
        assert!(matches!(public.verify_prehash(context, &prehash, &signature), Err(SignatureError::Prehash(_))));
        assert_eq!(prepared.sign_prehash_deterministic(context, &prehash), Err(refused));
        let refused = prepared_public.verify_prehash(context, &prehash, &signature);
        assert!(matches!(refused, Err(SignatureError::Prehash(_))));
    }
    let key = SigningKey::<MlDsa44>::from_seed(&[9; 32]);
    key.sign_prehash_deterministic(context, &Prehash::of::<Sha256>(b"m")).unwrap();
}

/// Signatures of short digests, which the library makes only of M′ itself, are verified on request.
#[test]
fn prehashes_of_any_strength() {
    let key = SigningKey::<MlDsa87>::from_seed(&[9; 32]);
    let (public, prepared) = (key.verifying_key(), key.verifying_key().prepare());
    let context = Context::new(b"context").unwrap();
    for (prehash, oid) in [(Prehash::of::<Sha224>(b"m"), 4), (Prehash::of::<Sha384>(b"m"), 2)] {
        let head = [&[1, 7][..], b"context", &[0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, oid]];
        let m_prime = [&head.concat(), prehash.digest()].concat();
        let signature = hazmat::sign_internal(&key, &m_prime, &[0; 32]).unwrap();
        let signature = PrehashSignature::from_bytes(signature.as_bytes()).unwrap();
        public.verify_prehash_of_any_strength(context, &prehash, &signature).unwrap();
        prepared.verify_prehash_of_any_strength(context, &prehash, &signature).unwrap();
        let other = Prehash::of::<Sha224>(b"n");
        let refused = public.verify_prehash_of_any_strength(context, &other, &signature);
        assert_eq!(refused, Err(SignatureError::Mismatch));
        assert_eq!(prepared.verify_prehash_of_any_strength(context, &other, &signature), refused);
        assert!(matches!(public.verify_prehash(context, &prehash, &signature), Err(SignatureError::Prehash(_))));
    }
}

#[test]
fn debug_output_has_no_secrets() {
    let key = SigningKey::<MlDsa44>::from_seed(&[9; 32]);
    let text = format!("{key:?}");
    assert!(text.starts_with("SigningKey(ML-DSA-44 verifying key ") && text.ends_with(", ..)"), "{text}");
}
