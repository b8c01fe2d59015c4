//! `serde`: public values.

use ::serde::Serialize;
use ::serde::de::DeserializeOwned;
use carnelian::composite::{dhkem, xwing};
use carnelian::curve::ed25519::{Signature, SigningKey, VerifyingKey};
use carnelian::curve::x25519::{PublicKey, SecretKey};
use carnelian::hash::Sha512;
use carnelian::postquantum::mldsa::{self, Context, MlDsa44, MlDsa65, MlDsa87, Prehash};
use carnelian::postquantum::mlkem::{self, MlKem512, MlKem768, MlKem1024};
use carnelian::postquantum::slhdsa::{self, SlhDsaSha2_128f, SlhDsaSha2_256f, SlhDsaShake192s};
use carnelian::random::OsRandom;
use std::fmt::{Debug, Write};

#[test]
fn public_values_are_digits_in_json_and_bytes_elsewhere() {
    let key = SigningKey::from_seed([7; 32]);
    let (public, signature) = (*key.verifying_key(), key.sign(b"a message"));
    let exchange = SecretKey::from_bytes([9; 32]).public_key();
    let values = (public, signature, exchange);
    let json = serde_json::to_string(&values).unwrap();
    assert_eq!(json, format!("[\"{public}\",\"{signature}\",\"{exchange}\"]"));
    assert_eq!(serde_json::from_str::<(VerifyingKey, Signature, PublicKey)>(&json).unwrap(), values);
    let binary = postcard::to_allocvec(&values).unwrap();
    assert_eq!(binary.len(), 3 + 32 + 64 + 32, "a byte for each length");
    assert_eq!(postcard::from_bytes::<(VerifyingKey, Signature, PublicKey)>(&binary).unwrap(), values);

    for (text, told) in [
        (format!("\"{}\"", "02".repeat(32)), "the EdDSA key is not a point of the curve"),
        ("\"02\"".to_owned(), "an EdDSA key: expected 64 hexadecimal digits, found 2 characters"),
        (format!("\"x{}\"", "0".repeat(63)), "something else at offset 0"),
        ("7".to_owned(), "hexadecimal digits or bytes"),
    ] {
        let error = serde_json::from_str::<VerifyingKey>(&text).unwrap_err().to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
    assert!(postcard::from_bytes::<Signature>(&[2, 1, 1]).is_err());
}

/// Writes `value` to both kinds of formats, where it is `bytes`, and reads it again; refuses what is not a value.
fn round_trips<T>(value: &T, bytes: &[u8])
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let digits = bytes.iter().fold(String::new(), |mut digits, byte| {
        write!(digits, "{byte:02x}").unwrap();
        digits
    });
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(json, format!("\"{digits}\""));
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *value);
    assert_eq!(serde_json::from_str::<T>(&json.to_uppercase()).unwrap(), *value);
    let binary = postcard::to_allocvec(value).unwrap();
    assert!(binary.ends_with(bytes) && binary.len() <= bytes.len() + 3, "the length and the bytes");
    assert_eq!(postcard::from_bytes::<T>(&binary).unwrap(), *value);

    for (text, told) in [
        ("\"\"".to_owned(), format!("expected {} hexadecimal digits, found 0 characters", digits.len())),
        (format!("\"{}\"", &digits[1..]), format!("found {} characters", digits.len() - 1)),
        (format!("\"{digits}00\""), format!("found {} characters", digits.len() + 2)),
        (format!("\"{}g\"", &digits[1..]), format!("something else at offset {}", digits.len() - 1)),
        ("7".to_owned(), "hexadecimal digits or bytes".to_owned()),
        ("[1, 2]".to_owned(), "hexadecimal digits or bytes".to_owned()),
    ] {
        let error = serde_json::from_str::<T>(&text).unwrap_err().to_string();
        assert!(error.contains(&told), "{error}");
    }
    for other in [&[][..], &bytes[1..], &[bytes, &[0]].concat()] {
        refuses::<T>(other);
    }
}

/// Bytes that are not a `T` are refused in binary formats.
fn refuses<T: DeserializeOwned + Debug>(bytes: &[u8]) {
    // A vector of bytes is written as they are.
    postcard::from_bytes::<T>(&postcard::to_allocvec(&bytes.to_vec()).unwrap()).unwrap_err();
}

fn mlkem_round_trips<P: mlkem::Parameters>() {
    let key = mlkem::DecapsulationKey::<P>::from_seed(&[7; 64]).encapsulation_key();
    let (ciphertext, _) = key.encapsulate(&mut OsRandom).unwrap();
    round_trips(&key, key.as_ref());
    round_trips(&ciphertext, ciphertext.as_ref());
    let beyond = [&[0xff; 2][..], &key.as_ref()[2..]].concat();
    refuses::<mlkem::EncapsulationKey<P>>(&beyond);
    let error = serde_json::from_str::<mlkem::EncapsulationKey<P>>(&format!("\"{}\"", "f".repeat(2 * beyond.len())));
    assert!(
        error.unwrap_err().to_string().starts_with("the encapsulation key has a coefficient that is not below 3329")
    );
}

fn mldsa_round_trips<P: mldsa::Parameters>() {
    let key = mldsa::SigningKey::<P>::from_seed(&[7; 32]);
    let signature = key.sign_deterministic(b"a message").unwrap();
    let prehash = Prehash::of::<Sha512>(b"a message");
    let prehashed = key.sign_prehash_deterministic(Context::EMPTY, &prehash).unwrap();
    round_trips(key.verifying_key(), key.verifying_key().as_ref());
    round_trips(&signature, signature.as_ref());
    round_trips(&prehashed, prehashed.as_ref());
    let mut no_hint = signature.as_ref().to_vec();
    *no_hint.last_mut().unwrap() = 200;
    refuses::<mldsa::Signature<P>>(&no_hint);
    refuses::<mldsa::PrehashSignature<P>>(&no_hint);
}

fn slhdsa_round_trips<P: slhdsa::Parameters>() {
    let public = slhdsa::VerifyingKey::<P>::try_from(&[7; 64][..2 * P::N]).unwrap();
    round_trips(&public, public.as_ref());
    // Any bytes are a signature, of no message.
    let bytes: Vec<u8> = (0..P::SIGNATURE_LEN).map(|i| (i * 7) as u8).collect();
    let array = P::SignatureBytes::try_from(&bytes).unwrap();
    round_trips(&slhdsa::Signature::<P>::from_bytes(&array), &bytes);
    round_trips(&slhdsa::PrehashSignature::<P>::from_bytes(&array), &bytes);
}

#[test]
fn values_that_withstand_quantum_computers_are_digits_or_bytes() {
    mlkem_round_trips::<MlKem512>();
    mlkem_round_trips::<MlKem768>();
    mlkem_round_trips::<MlKem1024>();
    mldsa_round_trips::<MlDsa44>();
    mldsa_round_trips::<MlDsa65>();
    mldsa_round_trips::<MlDsa87>();
    slhdsa_round_trips::<SlhDsaSha2_128f>();
    slhdsa_round_trips::<SlhDsaShake192s>();
    slhdsa_round_trips::<SlhDsaSha2_256f>();
}

#[test]
fn values_of_several_families_are_digits_or_bytes() {
    let key = xwing::DecapsulationKey::from_bytes(&[7; 32]).encapsulation_key();
    let (ciphertext, _) = key.encapsulate(&mut OsRandom).unwrap();
    round_trips(&key, &key.to_bytes());
    round_trips(&ciphertext, ciphertext.as_bytes());
    refuses::<xwing::EncapsulationKey>(&[0xff; 1216]);

    let key = dhkem::DecapsulationKey::from_bytes([7; 32]);
    let (ciphertext, _) = key.encapsulation_key().encapsulate(&mut OsRandom).unwrap();
    round_trips(key.encapsulation_key(), key.encapsulation_key().as_bytes());
    round_trips(&ciphertext, ciphertext.as_bytes());
    refuses::<dhkem::EncapsulationKey>(&[0; 32]);
}
