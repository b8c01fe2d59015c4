//! A change anywhere in a signature, a message, a context or a key is refused.

use super::{for_fast_sets, for_fastest_sets, is_slow, is_thorough};
use crate::base::cpu::forced;
use crate::base::testing::some;
use crate::hash::Sha512;
use crate::postquantum::slhdsa::{
    Context, Parameters, Prehash, PrehashSignature, Signature, SignatureError, SigningKey, SlhDsaSha2_128s,
    SlhDsaSha2_192f, SlhDsaSha2_192s, SlhDsaSha2_256s, SlhDsaShake128s, SlhDsaShake256f, VerifyingKey,
};
use std::vec::Vec;

/// Seeds of a key.
pub(super) fn seed<P: Parameters>(byte: u8) -> P::SeedBytes {
    P::SeedBytes::try_from(&[byte; 32][..P::N]).unwrap()
}

pub(super) fn key<P: Parameters>(byte: u8) -> SigningKey<P> {
    SigningKey::from_seeds(&seed::<P>(byte), &seed::<P>(byte + 1), &seed::<P>(byte + 2))
}

/// Returns one byte of every value of n bytes: R, the secret values and paths of FORS, the values of WOTS⁺ and the
/// paths of XMSS.
fn places<P: Parameters>() -> impl Iterator<Item = usize> {
    (0..P::SIGNATURE_LEN / P::N).map(|value| value * P::N + value % P::N)
}

/// Returns the first and the last value of each part of a signature, and some between them.
fn few_places<P: Parameters>() -> Vec<usize> {
    let numbers = P::NUMBERS;
    let fors = P::N + numbers.fors_len();
    let (tree, layer, wots) = (numbers.fors_tree_len(), numbers.xmss_len(), numbers.len() * P::N);
    let mut places = Vec::from([0, P::N - 1, P::N, P::N + tree - 1, fors - tree, fors - 1]);
    for start in [fors, fors + layer, fors + (numbers.d - 1) * layer] {
        places.extend([start, start + wots - 1, start + wots, start + layer - 1]);
    }
    places.extend((0..8).map(|i| (i * 2 + 1) * P::SIGNATURE_LEN / 16));
    places
}

fn refuses<P: Parameters>(places: impl Iterator<Item = usize>) {
    let key = key::<P>(1);
    let public = key.verifying_key();
    let mut changed = key.sign_deterministic(b"a message").unwrap().to_bytes();
    for place in places {
        let bit = 1 << (place % 8);
        changed.as_mut()[place] ^= bit;
        let verdict = public.verify(b"a message", &Signature::from_bytes(&changed));
        assert_eq!(verdict, Err(SignatureError::Mismatch), "{} byte {place}", P::NAME);
        changed.as_mut()[place] ^= bit;
    }
    public.verify(b"a message", &Signature::from_bytes(&changed)).unwrap();
}

/// Every value of a signature, for a set of each family.
#[test]
fn every_value_counts() {
    fn refuses_all<P: Parameters>() {
        refuses::<P>(some(places::<P>()));
    }
    for_fastest_sets!(refuses_all);
}

fn refuses_some<P: Parameters>() {
    let tiers = forced::tiers().filter(|tier| !is_slow::<P>() || Some(*tier) == forced::tiers().last());
    for tier in tiers {
        forced::at_most(tier, || refuses::<P>(some(few_places::<P>())));
    }
}

#[test]
fn every_part_counts() {
    for_fast_sets!(refuses_some);
    if is_thorough() {
        refuses_some::<SlhDsaSha2_128s>();
        refuses_some::<SlhDsaShake128s>();
        refuses_some::<SlhDsaSha2_192s>();
        refuses_some::<SlhDsaSha2_256s>();
    }
}

fn refuses_others<P: Parameters>() {
    let key = key::<P>(7);
    let context = Context::new(b"context").unwrap();
    let signature = key.sign_deterministic_ctx(context, b"a message").unwrap();
    let public = key.verifying_key();
    public.verify_ctx(context, b"a message", &signature).unwrap();
    for message in [&b""[..], b"a messagf", b"a messag", b"a message\0", b"A message"] {
        assert_eq!(public.verify_ctx(context, message, &signature), Err(SignatureError::Mismatch), "{}", P::NAME);
    }
    // Bytes cannot move from the context to the message, nor the other way round.
    let others: [(&[u8], &[u8]); 5] = [
        (b"", b"a message"),
        (b"contexu", b"a message"),
        (b"context\0", b"a message"),
        (b"contexta", b" message"),
        (b"contex", b"ta message"),
    ];
    for (other, message) in others {
        let verdict = public.verify_ctx(Context::new(other).unwrap(), message, &signature);
        assert_eq!(verdict, Err(SignatureError::Mismatch), "{}", P::NAME);
    }
    for byte in some(0..2 * P::N) {
        let mut changed = public.to_bytes();
        changed.as_mut()[byte] ^= 0x10;
        let verdict = VerifyingKey::<P>::from_bytes(&changed).verify_ctx(context, b"a message", &signature);
        assert_eq!(verdict, Err(SignatureError::Mismatch), "{} byte {byte} of the key", P::NAME);
    }
}

#[test]
fn messages_contexts_and_keys_count() {
    for_fast_sets!(refuses_others);
}

/// A pure signature is none of a prehash, nor the other way round, even where M′ has the same end.
#[test]
fn interfaces_are_apart() {
    let key = key::<SlhDsaSha2_192f>(3);
    let prehash = Prehash::of::<Sha512>(b"a message");
    let public = key.verifying_key();
    let content = [&super::prehashes::oid(3)[..], prehash.digest()].concat();
    let pure = key.sign_deterministic(&content).unwrap();
    let hashed = key.sign_prehash_deterministic(Context::EMPTY, &prehash).unwrap();
    public.verify(&content, &pure).unwrap();
    public.verify_prehash(Context::EMPTY, &prehash, &hashed).unwrap();
    assert!(public.verify(&content, &Signature::from_bytes(hashed.as_bytes())).is_err());
    let confused = PrehashSignature::from_bytes(pure.as_bytes());
    assert!(public.verify_prehash(Context::EMPTY, &prehash, &confused).is_err());
}

/// Signatures of zeros and ones are refused.
#[test]
fn constant_signatures() {
    let public = *key::<SlhDsaShake256f>(3).verifying_key();
    for byte in [0, 0xff] {
        let signature = Signature::from_bytes(&[byte; SlhDsaShake256f::SIGNATURE_LEN]);
        assert_eq!(public.verify(b"", &signature), Err(SignatureError::Mismatch));
    }
}
