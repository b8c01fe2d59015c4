//! Faults that are planted in what a key keeps, and in the computation of trees: which of them are found before a
//! signature is returned.

use super::super::address::KeyPairAddress;
use super::super::functions::Hashes;
use super::super::message::{Digest, Message};
use super::super::parameters::{MAX_N, Parameters};
use super::super::trees::hypertree;
use super::for_fastest_sets;
use super::tampering::key;
#[cfg(feature = "threads")]
use crate::base::parallel::threads::with_limit;
use crate::base::random::TestRandom;
use crate::postquantum::slhdsa::{Context, Prehash, SignError, Signature, SigningKey, VerifyingKey, sign_batch};
use core::cell::Cell;
use std::vec;
use std::vec::Vec;

/// Without threads there is one.
#[cfg(not(feature = "threads"))]
fn with_limit<R>(_: usize, work: impl FnOnce() -> R) -> R {
    work()
}

std::thread_local! {
    /// The layer and the leaf that the next computation of a leaf changes.
    static STRIKE: Cell<Option<(usize, u32)>> = const { Cell::new(None) };
}

/// Changes a leaf of an XMSS tree, once, if a test has asked for it.
pub(in super::super) fn strike(
    layer: usize,
    leaf_of: impl Fn(usize) -> u32,
    lanes: usize,
    n: usize,
    node: &mut impl Hashes,
) {
    let Some((struck, leaf)) = STRIKE.get().filter(|(struck, _)| *struck == layer) else { return };
    let Some(lane) = (0..lanes).find(|lane| leaf_of(*lane) == leaf) else { return };
    debug_assert_eq!(struck, layer);
    let mut value = [0; MAX_N];
    node.get(lane, &mut value[..n]);
    value[n / 2] ^= 4;
    node.set(lane, &value[..n]);
    STRIKE.set(None);
}

/// Signs while a leaf changes, on one thread.
fn struck<R>(layer: usize, leaf: u32, sign: impl FnOnce() -> R) -> R {
    STRIKE.set(Some((layer, leaf)));
    let result = with_limit(1, sign);
    assert_eq!(STRIKE.get(), None, "the leaf was not computed");
    result
}

/// Returns the tree and the leaf that sign in each layer.
fn signers<P: Parameters>(public: &VerifyingKey<P>, message: &[u8], signature: &Signature<P>) -> Vec<KeyPairAddress> {
    let message = Message::pure(Context::EMPTY, message);
    let digest = Digest::of::<P::Functions>(&P::NUMBERS, &signature.as_ref()[..P::N], public.as_ref(), &message);
    hypertree::signers(P::NUMBERS, digest.key_pair).map(|(_, key_pair)| key_pair).collect()
}

/// A fault in what the verifier computes too is found; one beside it only by computing twice.
fn strikes_trees<P: Parameters>() {
    let key = key::<P>(60);
    let expected = key.sign_deterministic(b"m").unwrap();
    let signers = signers(key.verifying_key(), b"m", &expected);
    let top = P::NUMBERS.d - 1;
    for layer in [0, 1, top - 1, top] {
        let (own, beside) = (signers[layer].leaf, signers[layer].leaf ^ 1);
        let on_path = struck(layer, own, || key.sign_deterministic(b"m"));
        let off_path = struck(layer, beside, || key.sign_deterministic(b"m"));
        if layer == top {
            // The root above the leaf that signs is known, and nothing is made of it.
            assert_eq!(on_path.unwrap(), expected);
            assert_eq!(off_path, Err(SignError::Fault));
        } else {
            assert_eq!(on_path, Err(SignError::Fault), "{} {layer}", P::NAME);
            assert_eq!(struck(layer, own, || key.verified().sign_deterministic(b"m")), Err(SignError::Fault));
            // Valid, and another one than that of this key.
            assert_ne!(off_path.unwrap(), expected);
        }
        assert_eq!(struck(layer, beside, || key.verified().sign_deterministic(b"m")), Err(SignError::Fault));
    }
    assert_eq!(key.sign_deterministic(b"m").unwrap(), expected);
}

#[test]
fn of_trees() {
    for_fastest_sets!(strikes_trees);
}

/// Signs in every way, and returns whether each call reported a fault.
fn all_refuse<P: Parameters>(key: &SigningKey<P>) -> bool {
    let (random, context) = (&mut TestRandom::new(1), Context::EMPTY);
    let prehash = Prehash::of::<crate::hash::Sha512>(b"m");
    let mut place = Signature::<P>::from_slice(&vec![0xff; P::SIGNATURE_LEN][..]).unwrap().to_bytes();
    let into = key.sign_into(context, b"m", &mut place, random);
    assert!(into.is_ok() || place.as_ref().iter().all(|byte| *byte == 0), "something was released");
    let verified = key.verified();
    let all = [
        into,
        key.sign(b"m", random).map(drop),
        key.sign_ctx(context, b"m", random).map(drop),
        key.sign_deterministic(b"m").map(drop),
        key.sign_prehash(context, &prehash, random).map(drop),
        key.sign_prehash_deterministic(context, &prehash).map(drop),
        sign_batch(key, context, &[b"1", b"2"], random).map(drop),
        with_limit(3, || key.sign_deterministic(b"m").map(drop)),
        with_limit(3, || sign_batch(key, context, &[b"1", b"2", b"3"], &mut TestRandom::new(1)).map(drop)),
        verified.sign(b"m", random).map(drop),
        verified.sign_ctx(context, b"m", random).map(drop),
        verified.sign_prehash(context, &prehash, random).map(drop),
        verified.sign_prehash_deterministic(context, &prehash).map(drop),
        key.check_pair().map_err(SignError::from),
    ];
    let refused = all.iter().filter(|result| **result == Err(SignError::Fault)).count();
    assert!(refused == 0 || refused == all.len(), "{} {all:?}", P::NAME);
    refused > 0
}

/// Each bit of the kept bytes in turn, some at a time.
fn keeps_bytes<P: Parameters>() {
    let key = key::<P>(63);
    assert!(!all_refuse(&key));
    let bytes = key.to_bytes();
    for (part, is_harmless) in [false, true, false, false].into_iter().enumerate() {
        for bit in [0, 7, 8 * P::N / 2 + 3, 8 * P::N - 1] {
            let mut bytes = bytes.expose().as_ref().to_vec();
            bytes[part * P::N + bit / 8] ^= 1 << (bit % 8);
            let flipped = SigningKey::<P>::from_slice(&bytes[..]).unwrap();
            // In every way for one bit of each part, as it takes long.
            let refuses = if bit == 0 {
                all_refuse(&flipped)
            } else {
                flipped.sign_deterministic(b"m").is_err_and(|error| error == SignError::Fault)
            };
            // Another SK.prf results in other randomizers only.
            assert_eq!(refuses, !is_harmless, "{} part {part} bit {bit}", P::NAME);
        }
    }
}

#[test]
fn of_kept_bytes() {
    for_fastest_sets!(keeps_bytes);
}

/// The nodes that a prepared key keeps: those on the path are in the signature.
fn keeps_nodes<P: Parameters>() {
    let mut key = key::<P>(66).prepare();
    let expected = key.signing_key().sign_deterministic(b"m").unwrap();
    let mut refused = 0;
    for node in 0..(2 << P::NUMBERS.h_prime) - 1 {
        let place = node * P::N + node % P::N;
        key.top.0[place] ^= 0x10;
        for threads in [1, 3] {
            match with_limit(threads, || key.sign_deterministic(b"m")) {
                Ok(signature) => assert!(signature == expected),
                Err(error) => {
                    assert_eq!(error, SignError::Fault);
                    refused += 1;
                }
            }
        }
        key.top.0[place] ^= 0x10;
    }
    assert_eq!(refused, 2 * P::NUMBERS.h_prime);
}

#[test]
fn of_kept_nodes() {
    for_fastest_sets!(keeps_nodes);
}
