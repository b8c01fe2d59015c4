//! Signed messages: the RFC's examples, and input that yields no message.

use super::vectors::ED25519;
use super::*;
use crate::curve::eddsa_blake2b;
use crate::error::LengthError;
use std::vec;

#[test]
fn the_rfcs_examples() {
    at_every_tier(|tier| {
        for [seed, public, message, signature] in ED25519 {
            let (key, message) = (SigningKey::from_seed(array(seed)), hex(message));
            let expected = [hex(signature), message.clone()].concat();
            assert_eq!(key.sign_combined(&message), expected, "{tier}");
            let mut signed = vec![0xa5; expected.len()];
            key.sign_combined_to(&message, &mut signed).unwrap();
            assert_eq!(signed, expected, "{tier}");
            let public = VerifyingKey::from_bytes(&array(public)).unwrap();
            assert_eq!(open_combined(public.as_bytes(), &signed), Ok(&message[..]), "{tier}");
            let opened = public.open_combined(&signed).unwrap();
            assert_eq!(opened, message, "{tier}");
            assert_eq!(opened.as_ptr_range(), signed[64..].as_ptr_range(), "the message is a slice of the input");
        }
    });
}

/// Every length up to that of a signature and one byte of a message.
#[test]
fn input_that_is_too_short_is_an_error() {
    let key = SigningKey::from_seed([3; 32]);
    let signed = key.sign_combined(b"m");
    for found in 0..64 {
        let refused = key.verifying_key().open_combined(&signed[..found]);
        assert_eq!(refused, Err(SignedMessageError::TooShort { found }));
        assert_eq!(open_combined(key.verifying_key().as_bytes(), &signed[..found]), refused);
    }
    let cut = key.verifying_key().open_combined(&signed[..64]);
    assert_eq!(cut, Err(SignedMessageError::Signature(SignatureError::Mismatch)));
    assert_eq!(key.verifying_key().open_combined(&signed), Ok(&b"m"[..]));
    assert_eq!(
        SignedMessageError::TooShort { found: 3 }.to_string(),
        "a signed message has at least the 64 bytes of its signature, found 3"
    );
}

#[test]
fn every_bit_of_a_signed_message_counts() {
    let key = SigningKey::from_seed([3; 32]);
    let mut signed = key.sign_combined(b"message");
    let other = SigningKey::from_seed([4; 32]);
    for rule in Rule::ALL {
        assert_eq!(key.verifying_key().open_combined_with(rule, &signed), Ok(&b"message"[..]));
        assert!(other.verifying_key().open_combined_with(rule, &signed).is_err());
    }
    for bit in 0..signed.len() * 8 {
        signed[bit / 8] ^= 1 << (bit % 8);
        for rule in Rule::ALL {
            let opened = key.verifying_key().open_combined_with(rule, &signed);
            assert!(matches!(opened, Err(SignedMessageError::Signature(_))), "bit {bit}, {rule:?}");
        }
        assert!(open_combined(key.verifying_key().as_bytes(), &signed).is_err(), "bit {bit}");
        signed[bit / 8] ^= 1 << (bit % 8);
    }
    signed.push(0);
    assert!(key.verifying_key().open_combined(&signed).is_err());
}

/// The identity as key and as R, with S = 0, is a signature of every message under all rules but the strict one.
#[test]
fn the_rule_decides() {
    let mut identity = [0; 32];
    identity[0] = 1;
    let public = VerifyingKey::from_bytes(&identity).unwrap();
    let signed = [&identity[..], &[0; 32], b"anything"].concat();
    assert_eq!(public.open_combined(&signed), Ok(&b"anything"[..]));
    let refused = SignedMessageError::Signature(SignatureError::Key(VerifyingKeyError::SmallOrder));
    assert_eq!(public.open_combined_with(Rule::Strict, &signed), Err(refused));
}

#[test]
fn a_buffer_of_another_length_is_left_alone() {
    let key = SigningKey::from_seed([3; 32]);
    for found in [0, 63, 64, 70, 72, 200] {
        let mut signed = vec![0xa5; found];
        let refused = key.sign_combined_to(b"message", &mut signed);
        assert_eq!(refused, Err(LengthError { what: "a signed message", expected: 71, found }));
        assert_eq!(signed, vec![0xa5; found]);
    }
}

#[test]
fn the_scheme_over_blake2b_has_them_too() {
    let key = eddsa_blake2b::SigningKey::from_seed([3; 32]);
    let signed = key.sign_combined(b"message");
    assert_eq!(signed[..64], key.sign(b"message").to_bytes());
    assert_eq!(key.verifying_key().open_combined(&signed), Ok(&b"message"[..]));
    let other = SigningKey::from_seed([3; 32]);
    assert!(other.verifying_key().open_combined(&signed).is_err());
}
