//! Keys and signatures as bytes, wrong lengths, and every way to sign and to verify.

use super::tampering::{key, seed};
use super::{for_every_set, for_fast_sets, for_fastest_sets, prehashes};
use crate::base::cpu::forced;
use crate::base::random::{Random, RandomError, TestRandom};
use crate::error::LengthError;
use crate::postquantum::slhdsa::{
    Context, ContextLengthError, Parameters, Prehash, PrehashSignature, RootError, SignError, Signature,
    SignatureError, SigningKey, SlhDsaSha2_128f, SlhDsaShake128f, VerifyingKey, WeakPrehash, backend, hazmat,
    sign_batch,
};
use std::format;
use std::string::ToString;
use std::vec;
use std::vec::Vec;

fn checks_lengths<P: Parameters>() {
    let bytes = vec![0; P::SIGNATURE_LEN + 1];
    for (what, expected) in [("public key", 2 * P::N), ("private key", 4 * P::N), ("signature", P::SIGNATURE_LEN)] {
        for found in [0, 1, expected / 2, expected - 1, expected + 1] {
            let bytes = &bytes[..found];
            let refused = match what {
                "public key" => VerifyingKey::<P>::try_from(bytes).unwrap_err(),
                "private key" => SigningKey::<P>::try_from(bytes).unwrap_err(),
                _ => {
                    let refused = Signature::<P>::try_from(bytes).unwrap_err();
                    assert_eq!(PrehashSignature::<P>::try_from(bytes).unwrap_err(), refused);
                    refused
                }
            };
            let LengthError { what: described, .. } = refused;
            assert_eq!(described, format!("an SLH-DSA {what}"), "{}", P::NAME);
            assert_eq!((refused.expected, refused.found), (expected, found), "{}", P::NAME);
        }
    }
    assert_eq!([VerifyingKey::<P>::LEN, SigningKey::<P>::LEN], [P::PUBLIC_KEY_LEN, P::PRIVATE_KEY_LEN]);
    assert_eq!([Signature::<P>::LEN, PrehashSignature::<P>::LEN], [P::SIGNATURE_LEN; 2]);
}

#[test]
fn lengths() {
    for_every_set!(checks_lengths);
}

fn goes_round<P: Parameters>() {
    let key = SigningKey::<P>::generate(&mut TestRandom::new(5)).unwrap();
    key.check().unwrap();
    let private = key.to_bytes();
    let public = key.verifying_key();
    assert_eq!(private.expose().as_ref()[2 * P::N..], *public.as_ref());
    let same = SigningKey::<P>::from_bytes(private.expose());
    assert_eq!(same.to_bytes().expose(), private.expose());
    let same = SigningKey::<P>::try_from(private.expose().as_ref()).unwrap();
    assert_eq!((same.to_bytes().expose(), same.verifying_key()), (private.expose(), public));
    let other = VerifyingKey::<P>::try_from(public.as_ref()).unwrap();
    assert_eq!((&other, other.as_bytes(), other.to_bytes()), (public, public.as_bytes(), *public.as_bytes()));
    let signature = same.sign_deterministic(b"m").unwrap();
    assert_eq!(key.sign_deterministic(b"m").unwrap(), signature);
    assert_eq!(Signature::<P>::try_from(signature.as_ref()).unwrap(), signature);
    assert_eq!(Signature::<P>::from_bytes(&signature.to_bytes()), signature);
    assert_eq!(PrehashSignature::<P>::try_from(signature.as_ref()).unwrap().to_bytes(), signature.to_bytes());
}

#[test]
fn round_trips() {
    for_fast_sets!(goes_round);
}

fn checks_roots<P: Parameters>() {
    let good = *key::<P>(1).to_bytes().expose();
    for place in [0, 2 * P::N, 3 * P::N - 1, 3 * P::N, 4 * P::N - 1] {
        let mut bytes = good;
        bytes.as_mut()[place] ^= 0x80;
        assert_eq!(SigningKey::<P>::from_bytes(&bytes).check(), Err(RootError), "{} byte {place}", P::NAME);
    }
    // Any SK.prf belongs to a root.
    let mut bytes = good;
    bytes.as_mut()[P::N] ^= 1;
    SigningKey::<P>::from_bytes(&bytes).check().unwrap();
}

#[test]
fn wrong_roots_are_found() {
    for_fast_sets!(checks_roots);
    assert_eq!(RootError.to_string(), "the root in the SLH-DSA private key does not belong to its seeds");
}

fn prepares<P: Parameters>() {
    for tier in forced::tiers() {
        forced::at_most(tier, || {
            let (key, prepared) = (key::<P>(9), key::<P>(9).prepare());
            for message in [&b"one"[..], b"two"] {
                let signature = key.sign_deterministic(message).unwrap();
                assert!(prepared.sign_deterministic(message).unwrap() == signature, "{} at {tier}", P::NAME);
            }
            assert_eq!(prepared.verifying_key(), key.verifying_key());
            let again = prepared.into_signing_key();
            again.check().unwrap();
            assert_eq!(again.to_bytes().expose(), key.to_bytes().expose());
        });
    }
}

#[test]
fn prepared_keys() {
    for_fast_sets!(prepares);
}

/// Every way to sign draws n bytes, and makes the same signature of them.
fn forms_agree<P: Parameters>() {
    let key = key::<P>(4);
    let context = Context::new(b"context").unwrap();
    let random = || TestRandom::new(77);
    let mut addrnd = seed::<P>(0);
    random().fill(addrnd.as_mut()).unwrap();
    let m_prime = |context: &[u8]| [&[0, context.len() as u8], context, b"m"].concat();
    let expected = hazmat::sign_internal(&key, &m_prime(b"context"), Some(&addrnd)).unwrap();
    assert_eq!(key.sign_ctx(context, b"m", &mut random()).unwrap(), expected);
    let mut bytes = Signature::<P>::from_bytes(key.sign_deterministic(b"another").unwrap().as_bytes()).to_bytes();
    key.sign_into(context, b"m", &mut bytes, &mut random()).unwrap();
    assert_eq!(bytes, expected.to_bytes());
    assert!(sign_batch(&key, context, &[b"m"], &mut random()).unwrap() == core::slice::from_ref(&expected));
    let public = key.verifying_key();
    public.verify_ctx(context, b"m", &expected).unwrap();
    hazmat::verify_internal(public, &m_prime(b"context"), &expected).unwrap();
    let expected = hazmat::sign_internal(&key, &m_prime(b""), Some(&addrnd)).unwrap();
    assert_eq!(key.sign(b"m", &mut random()).unwrap(), expected);
    public.verify(b"m", &expected).unwrap();
    let deterministic = hazmat::sign_internal(&key, &m_prime(b""), None).unwrap();
    assert_eq!(key.sign_deterministic(b"m").unwrap(), deterministic);
    // addrnd ← PK.seed, Algorithm 19, step 2.
    let pk_seed = P::SeedBytes::try_from(&public.as_ref()[..P::N]).unwrap();
    assert_eq!(hazmat::sign_internal(&key, &m_prime(b""), Some(&pk_seed)).unwrap(), deterministic);
    assert_ne!(deterministic, expected);
}

#[test]
fn every_form_agrees() {
    for_fast_sets!(forms_agree);
}

/// Every way to sign by a prepared key makes the signature that the key itself makes.
fn prepared_forms_agree<P: Parameters>() {
    let (key, prepared) = (key::<P>(5), key::<P>(5).prepare());
    let context = Context::new(b"context").unwrap();
    let random = || TestRandom::new(78);
    let expected = key.sign_ctx(context, b"m", &mut random()).unwrap();
    assert_eq!(prepared.sign_ctx(context, b"m", &mut random()).unwrap(), expected);
    assert_eq!(prepared.verified().sign_ctx(context, b"m", &mut random()).unwrap(), expected);
    let mut bytes = expected.to_bytes();
    prepared.sign_into(context, b"m", &mut bytes, &mut random()).unwrap();
    assert_eq!(bytes, expected.to_bytes());
    assert_eq!(prepared.sign(b"m", &mut random()), key.sign(b"m", &mut random()));
    let prehash = prehashes::all(b"m")[2].0;
    let expected = key.sign_prehash_deterministic(context, &prehash);
    assert_eq!(prepared.sign_prehash_deterministic(context, &prehash), expected);
    let expected = key.sign_prehash(context, &prehash, &mut random());
    assert_eq!(prepared.sign_prehash(context, &prehash, &mut random()), expected);
}

#[test]
fn every_form_by_a_prepared_key_agrees() {
    for_fastest_sets!(prepared_forms_agree);
}

/// Delivers some bytes, and fails.
struct Broken(usize);

impl Random for Broken {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        self.0 = self.0.checked_sub(out.len()).ok_or(RandomError)?;
        out.fill(0xab);
        Ok(())
    }
}

fn fails<P: Parameters>() {
    for delivered in [0, P::N, 3 * P::N - 1] {
        assert!(SigningKey::<P>::generate(&mut Broken(delivered)).is_err(), "{}", P::NAME);
    }
    let key = key::<P>(6);
    let broken = &mut Broken(P::N - 1);
    assert_eq!(key.sign(b"m", broken), Err(SignError::Random(RandomError)));
    assert_eq!(key.sign_ctx(Context::EMPTY, b"m", broken), Err(SignError::Random(RandomError)));
    assert_eq!(
        sign_batch(&key, Context::EMPTY, &[b"1", b"2", b"3"], &mut Broken(2 * P::N)),
        Err(SignError::Random(RandomError))
    );
    let prehash = prehashes::all(b"m")[2].0;
    assert_eq!(key.sign_prehash(Context::EMPTY, &prehash, broken), Err(SignError::Random(RandomError)));
    let before = Signature::<P>::from_bytes(key.sign_deterministic(b"before").unwrap().as_bytes()).to_bytes();
    let mut bytes = before;
    assert_eq!(key.sign_into(Context::EMPTY, b"m", &mut bytes, broken), Err(SignError::Random(RandomError)));
    assert!(bytes == before, "the buffer is unchanged");
}

#[test]
fn a_failing_source_signs_nothing() {
    for_fast_sets!(fails);
}

fn batch_signs<P: Parameters>() {
    let key = key::<P>(8);
    let context = Context::new(b"context").unwrap();
    let messages: [&[u8]; 5] = [b"", b"1", b"2", b"1", b"a longer message"];
    for count in [0, 1, 5] {
        let random = &mut TestRandom::new(count as u64);
        let single: Vec<_> =
            messages[..count].iter().map(|message| key.sign_ctx(context, message, random).unwrap()).collect();
        let batch = sign_batch(&key, context, &messages[..count], &mut TestRandom::new(count as u64)).unwrap();
        assert!(batch == single, "{} {count}", P::NAME);
    }
    let single = sign_batch(&key, context, &messages, &mut TestRandom::new(9)).unwrap();
    let batch = sign_batch(&key.prepare(), context, &messages, &mut TestRandom::new(9)).unwrap();
    assert!(batch == single, "{} prepared", P::NAME);
}

#[test]
fn batches_of_messages() {
    for_fastest_sets!(batch_signs);
}

/// A signature of M′ is verified whatever the length of the digest.
fn verifies_of_any_strength<P: Parameters>(key: &SigningKey<P>, context: Context<'_>, prehash: (&Prehash, u8)) {
    let (prehash, last) = prehash;
    let m_prime = [&[1, 7][..], b"context", &prehashes::oid(last), prehash.digest()].concat();
    let signature = PrehashSignature::<P>::from_bytes(hazmat::sign_internal(key, &m_prime, None).unwrap().as_bytes());
    let public = key.verifying_key();
    public.verify_prehash_of_any_strength(context, prehash, &signature).unwrap();
    public.verify_prehash_of_any_strength(Context::EMPTY, prehash, &signature).unwrap_err();
}

/// M′ of HashSLH-DSA is what the standard says, and digests shorter than 2n bytes are refused.
fn checks_prehashes<P: Parameters>() {
    let key = key::<P>(2);
    let public = key.verifying_key();
    let context = Context::new(b"context").unwrap();
    let any = PrehashSignature::<P>::from_bytes(key.sign_deterministic(b"m").unwrap().as_bytes());
    let mut strong = 0;
    for (prehash, last, len) in prehashes::all(b"m") {
        assert_eq!(prehash.digest().len(), len);
        if len < 2 * P::N {
            let weak = WeakPrehash { at_least: 2 * P::N, found: len };
            let random = &mut TestRandom::new(1);
            assert_eq!(key.sign_prehash_deterministic(context, &prehash), Err(SignError::Prehash(weak)));
            assert_eq!(key.sign_prehash(context, &prehash, random), Err(SignError::Prehash(weak)));
            assert_eq!(public.verify_prehash(context, &prehash, &any), Err(SignatureError::Prehash(weak)));
            assert_eq!(public.verify_prehash_of_any_strength(context, &prehash, &any), Err(SignatureError::Mismatch));
            verifies_of_any_strength(&key, context, (&prehash, last));
            continue;
        }
        strong += 1;
        let signature = key.sign_prehash_deterministic(context, &prehash).unwrap();
        public.verify_prehash(context, &prehash, &signature).unwrap();
        public.verify_prehash(Context::EMPTY, &prehash, &signature).unwrap_err();
        verifies_of_any_strength(&key, context, (&prehash, last));
        let m_prime = [&[1, 7][..], b"context", &prehashes::oid(last), prehash.digest()].concat();
        let expected = hazmat::sign_internal(&key, &m_prime, None).unwrap();
        assert!(signature.as_bytes() == expected.as_bytes(), "{} hash function {last}", P::NAME);
    }
    assert_eq!(strong, [9, 5, 3][(P::N - 16) / 8], "{}", P::NAME);
}

#[test]
fn prehashes_of_every_function() {
    for_fast_sets!(checks_prehashes);
}

#[test]
fn contexts_are_limited() {
    assert!(Context::new(&[0; 255]).is_ok());
    assert_eq!(Context::new(&[0; 256]), Err(ContextLengthError { at_least: 0, found: 256 }));
    let key = key::<SlhDsaShake128f>(1);
    let context = Context::new(&[3; 255]).unwrap();
    let signature = key.sign_deterministic_ctx(context, b"m").unwrap();
    key.verifying_key().verify_ctx(context, b"m", &signature).unwrap();
    let shorter = Context::new(&[3; 254]).unwrap();
    key.verifying_key().verify_ctx(shorter, b"\x03m", &signature).unwrap_err();
}

#[test]
fn texts() {
    let key = key::<SlhDsaSha2_128f>(0x2a);
    let text = format!("{key:?}");
    assert!(text.starts_with("SigningKey(SLH-DSA-SHA2-128f verifying key 2c2c"), "{text}");
    assert!(text.ends_with(", ..)") && !text.contains("2a2a") && !text.contains("2b2b"), "{text}");
    assert_eq!(key.verifying_key().to_string().len(), 64);
    let signature = key.sign_deterministic(b"m").unwrap();
    let text = format!("{signature:?}");
    assert_eq!(text, format!("SLH-DSA-SHA2-128f signature {signature}"));
    assert_eq!(signature.to_string().len(), 2 * 17_088);
    let mismatch = key.verifying_key().verify(b"another", &signature).unwrap_err();
    assert_eq!(
        mismatch.to_string(),
        "the SLH-DSA signature is not valid: it belongs to another message or another key, or was made with another \
         context or prehash"
    );
    let weak = WeakPrehash { at_least: 32, found: 28 };
    let said = "the digest of the prehash is too short: expected 32 bytes or more, found 28";
    assert_eq!(SignError::from(weak).to_string(), said);
    assert_eq!(SignatureError::from(weak).to_string(), format!("the SLH-DSA signature is not valid: {said}"));
    assert_eq!(SignError::from(RandomError).to_string(), RandomError.to_string());
    assert_eq!(backend::<SlhDsaSha2_128f>(), crate::hash::sha256::transposed::Backend::choose().name());
    let _: Prehash = prehashes::all(b"m")[0].0;
}
