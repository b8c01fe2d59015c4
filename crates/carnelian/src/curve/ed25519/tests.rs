//! Tests of Ed25519 at every tier against the RFC's examples, a textbook implementation over big integers and another
//! library.

mod batches;
mod combined;
mod faults;
mod oracle;
#[cfg(feature = "alloc")]
mod role;
mod rules;
mod secrets;
mod vectors;

use super::*;
use crate::base::cpu::{Tier, forced::at_most};
use crate::base::random::{Random, RandomError, TestRandom};
use std::format;
use std::string::ToString;
use std::vec::Vec;

/// Runs `test` at every tier that this CPU has.
fn at_every_tier(mut test: impl FnMut(Tier)) {
    for tier in crate::base::cpu::forced::tiers() {
        at_most(tier, || test(tier));
    }
}

fn hex(text: &str) -> Vec<u8> {
    assert!(text.len().is_multiple_of(2));
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

fn array<const N: usize>(text: &str) -> [u8; N] {
    hex(text).try_into().unwrap()
}

fn random_array<const N: usize>(random: &mut TestRandom) -> [u8; N] {
    let mut bytes = [0; N];
    random.fill(&mut bytes).unwrap();
    bytes
}

/// A random source that returns the same byte forever.
struct Constant(u8);

impl Random for Constant {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        out.fill(self.0);
        Ok(())
    }
}

/// A random source that always fails.
struct Broken;

impl Random for Broken {
    fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
        Err(RandomError)
    }
}

#[test]
fn every_bit_of_a_signature_counts() {
    let key = SigningKey::from_seed([3; 32]);
    let (public, signature) = (key.verifying_key(), key.sign(b"message"));
    public.verify(b"message", &signature).unwrap();
    for bit in 0..512 {
        let mut bytes = signature.to_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        for rule in Rule::ALL {
            assert!(
                public.verify_with(rule, b"message", &Signature::from_bytes(&bytes)).is_err(),
                "bit {bit}, {rule:?}"
            );
        }
    }
    for rule in Rule::ALL {
        assert_eq!(public.verify_with(rule, b"massage", &signature), Err(SignatureError::Mismatch));
    }
}

#[test]
fn s_not_below_the_order_is_rejected() {
    const L: [u8; 32] = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ];
    let key = SigningKey::from_seed([4; 32]);
    let signature = key.sign(b"m").to_bytes();
    let mut more = signature;
    let mut carry = 0;
    for (byte, l) in more[32..].iter_mut().zip(L) {
        let sum = u16::from(*byte) + u16::from(l) + carry;
        (*byte, carry) = (sum as u8, sum >> 8);
    }
    let mut order = signature;
    order[32..].copy_from_slice(&L);
    for (rule, bytes) in Rule::ALL.into_iter().flat_map(|rule| [(rule, more), (rule, order)]) {
        let verdict = key.verifying_key().verify_with(rule, b"m", &Signature::from_bytes(&bytes));
        assert_eq!(verdict, Err(SignatureError::ScalarNotCanonical));
    }
}

#[test]
fn streaming_equals_one_shot_for_any_lengths() {
    let key = SigningKey::from_seed([5; 32]);
    let prepared = key.verifying_key().prepare();
    let message: Vec<u8> = (0..700u32).map(|i| i as u8).collect();
    for length in [0, 1, 63, 64, 65, 127, 128, 129, 500, 700] {
        let message = &message[..length];
        let signature = key.sign(message);
        let of_prehash = key.sign_prehash(None, Prehash::of(message));
        prepared.verify(message, &signature).unwrap();
        for piece in [1, 7, 64, 1000] {
            let mut verifier = key.verifying_key().verifier(&signature);
            let mut prehash = Prehash::new();
            for data in message.chunks(piece) {
                verifier.update(data);
                prehash.update(data);
            }
            let mut longer = verifier.clone();
            longer.update(b"x");
            assert_eq!(longer.verify(), Err(SignatureError::Mismatch));
            verifier.verify().unwrap();
            assert_eq!(key.sign_prehash(None, prehash.clone()), of_prehash);
            key.verifying_key().verify_prehash(None, prehash, &of_prehash).unwrap();
        }
    }
}

#[test]
fn a_prehash_is_the_sha_512_digest() {
    use crate::hash::Sha512;
    let key = SigningKey::from_seed([6; 32]);
    let mut hasher = Sha512::new();
    hasher.update(b"a message");
    let context = Some(Context::new(b"context").unwrap());
    let signature = key.sign_prehash(context, Prehash::from(hasher));
    assert_eq!(key.sign_prehash_digest(context, &Sha512::digest(b"a message")), signature);
    let digest = Sha512::digest(b"a message");
    key.verifying_key().verify_prehash_digest(Rule::Strict, context, &digest, &signature).unwrap();
}

/// The same 64 bytes are valid under only one variant, one context and one message.
#[test]
fn variants_and_contexts_are_separated() {
    let key = SigningKey::from_seed([7; 32]);
    let public = key.verifying_key();
    let [one, two] = [b"one".as_slice(), b"two"].map(|context| Context::new(context).unwrap());
    let digest = crate::hash::Sha512::digest(b"m");
    let signatures = [
        key.sign(&digest).to_bytes(),
        key.sign_ctx(one, &digest).to_bytes(),
        key.sign_ctx(two, &digest).to_bytes(),
        key.sign_prehash_digest(None, &digest).to_bytes(),
        key.sign_prehash_digest(Some(one), &digest).to_bytes(),
        key.sign_prehash_digest(Some(two), &digest).to_bytes(),
    ];
    for (made, bytes) in signatures.into_iter().enumerate() {
        let verdicts = [
            public.verify(&digest, &bytes.into()),
            public.verify_ctx(one, &digest, &bytes.into()),
            public.verify_ctx(two, &digest, &bytes.into()),
            public.verify_prehash_digest(Rule::Rfc8032, None, &digest, &bytes.into()),
            public.verify_prehash_digest(Rule::Rfc8032, Some(one), &digest, &bytes.into()),
            public.verify_prehash_digest(Rule::Rfc8032, Some(two), &digest, &bytes.into()),
        ];
        for (read, verdict) in verdicts.into_iter().enumerate() {
            assert_eq!(verdict.is_ok(), made == read, "made as {made}, read as {read}");
        }
    }
}

#[test]
fn contexts_have_1_to_255_bytes() {
    let bytes = [0; 300];
    for length in 0..=300 {
        let context = Context::new(&bytes[..length]);
        assert_eq!(
            context.err(),
            (length == 0 || length > 255).then_some(ContextLengthError { at_least: 1, found: length })
        );
    }
}

#[test]
fn hedged_signatures_verify_and_depend_on_the_noise_the_key_and_the_message() {
    let key = SigningKey::from_seed([8; 32]);
    let public = key.verifying_key();
    let context = Context::new(&[9; 255]).unwrap();
    let hedged = key.sign_hedged(b"m", &mut Constant(1)).unwrap();
    let others = [
        key.sign(b"m"),
        key.sign_hedged(b"m", &mut Constant(2)).unwrap(),
        key.sign_hedged(b"n", &mut Constant(1)).unwrap(),
        SigningKey::from_seed([9; 32]).sign_hedged(b"m", &mut Constant(1)).unwrap(),
    ];
    assert_eq!(hedged, key.sign_hedged(b"m", &mut Constant(1)).unwrap());
    assert!(others.iter().all(|other| other.r() != hedged.r()));
    public.verify_with(Rule::Strict, b"m", &hedged).unwrap();
    public.verify_ctx(context, b"m", &key.sign_ctx_hedged(context, b"m", &mut Constant(1)).unwrap()).unwrap();
    for context in [None, Some(context)] {
        let signature = key.sign_prehash_hedged(context, Prehash::of(b"m"), &mut Constant(1)).unwrap();
        public.verify_prehash(context, Prehash::of(b"m"), &signature).unwrap();
    }
    assert_eq!(key.sign_hedged(b"m", &mut Broken), Err(RandomError));
    assert!(SigningKey::generate(&mut Broken).is_err());
    assert!(generate_batch(3, &mut Broken).is_err());
}

/// The signature is that of the plain scheme with the first half of SHA-512(prefix ‖ Z) as the prefix.
#[test]
fn the_hedged_nonce_is_that_of_the_draft() {
    use crate::curve::curve25519::{EdwardsPoint, Scalar};
    use crate::hash::Sha512;
    let digest = Sha512::digest(&[7; 32]);
    let hedged_prefix = &Sha512::digest(&[&digest[32..], &[1; 32]].concat())[..32];
    let nonce = Sha512::digest(&[hedged_prefix, b"m"].concat());
    let r = EdwardsPoint::mul_base(&Scalar::from_bytes_mod_order_wide(&nonce)).compress();
    let signature = SigningKey::from_seed([7; 32]).sign_hedged(b"m", &mut Constant(1)).unwrap();
    assert_eq!(signature.r(), r);
}

#[test]
fn mismatched_key_pairs_are_rejected() {
    let key = SigningKey::from_seed([1; 32]);
    let [public, other] = [[1; 32], [2; 32]].map(|seed| SigningKey::from_seed(seed).verifying_key().to_bytes());
    assert!(SigningKey::from_seed_and_public([1; 32], &public).is_ok());
    assert_eq!(SigningKey::from_seed_and_public([1; 32], &other).unwrap_err(), MismatchedKeypair);
    let pair = |public: &[u8]| <[u8; 64]>::try_from([&[1; 32], public].concat()).unwrap();
    let again = SigningKey::from_keypair_bytes(&pair(&public)).unwrap();
    assert_eq!(again.sign(b"m"), key.sign(b"m"));
    assert_eq!(SigningKey::from_keypair_bytes(&pair(&other)).unwrap_err(), MismatchedKeypair);
    assert_eq!(key.as_seed().declassify("test"), &[1; 32]);
}

#[test]
fn signatures_of_a_wrong_length_are_rejected() {
    for length in (0..130).filter(|length| *length != 64) {
        let refused = Signature::from_slice(&std::vec![0; length][..]).unwrap_err();
        assert_eq!((refused.expected, refused.found), (64, length));
    }
}

#[test]
fn debug_shows_what_is_public() {
    let key = SigningKey::from_seed([1; 32]);
    assert_eq!(format!("{key:?}"), format!("SigningKey(.., VerifyingKey({}))", key.verifying_key()));
    let signature = key.sign_prehash(None, Prehash::of(b"m"));
    assert_eq!(format!("{signature:?}"), format!("Ed25519ph signature {signature}"));
    assert_eq!(hex(&signature.to_string()), signature.to_bytes());
    assert_eq!(format!("{:?}", Prehash::of(b"m")), "Prehash(SHA-512(..))");
}

#[test]
fn keys_convert_to_x25519_and_back() {
    use crate::curve::x25519;
    let random = &mut TestRandom::new(1);
    for _ in 0..20 {
        let seed = random_array(random);
        at_every_tier(|tier| {
            let key = SigningKey::from_seed(seed);
            let public = key.verifying_key();
            let converted = public.to_x25519();
            assert_eq!(key.to_x25519().public_key(), converted, "{tier}");
            let sign = public.as_bytes()[31] >> 7 == 1;
            assert_eq!(VerifyingKey::from_x25519(&converted, sign), Ok(*public));
            let negated = VerifyingKey::from_x25519(&converted, !sign).unwrap();
            assert_eq!(negated.to_bytes()[31], public.to_bytes()[31] ^ 0x80);
            assert_eq!(negated.to_bytes()[..31], public.to_bytes()[..31]);
        });
    }
    // −1 and −1 + p modulo 2²⁵⁵; 2, which belongs to the twist; 0 is the point of order 2, whose x is 0.
    let mut minus_one = [0xff; 32];
    (minus_one[0], minus_one[31]) = (0xec, 0x7f);
    let mut two = [0; 32];
    two[0] = 2;
    for (u, sign) in [(minus_one, false), (minus_one, true), (two, false), (two, true), ([0; 32], true)] {
        assert_eq!(VerifyingKey::from_x25519(&x25519::PublicKey::from_bytes(u), sign), Err(NoVerifyingKey));
    }
    let order_2 = VerifyingKey::from_x25519(&x25519::PublicKey::from_bytes([0; 32]), false).unwrap();
    assert_eq!(order_2.to_bytes(), minus_one);
    // y = 1: the identity element has no u-coordinate, and maps to 0.
    let mut one = [0; 32];
    one[0] = 1;
    assert_eq!(VerifyingKey::from_bytes(&one).unwrap().to_x25519().as_bytes(), &[0; 32]);
}
