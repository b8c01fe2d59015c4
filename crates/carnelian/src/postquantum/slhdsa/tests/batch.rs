//! Batches have the verdicts of single verifications, of every size and in every position.

use super::tampering::key;
use super::{for_fast_sets, for_fastest_sets, is_thorough};
use crate::base::cpu::forced;
use crate::base::testing::some;
use crate::postquantum::slhdsa::{
    BatchItem, Context, Parameters, Signature, SignatureError, SigningKey, SlhDsaSha2_192f, SlhDsaSha2Reduced128,
    verify_batch,
};
use std::vec::Vec;

/// A signature with all that it is verified with.
struct Candidate<P: Parameters> {
    /// The number of the key.
    key: usize,
    context: &'static [u8],
    message: &'static [u8],
    signature: Signature<P>,
}

/// Signatures of three keys that are valid, but for every third.
struct Pool<P: Parameters> {
    keys: [SigningKey<P>; 3],
    candidates: Vec<Candidate<P>>,
    verdicts: Vec<Result<(), SignatureError>>,
}

const MESSAGES: [&[u8]; 3] = [b"", b"a message", &[7; 1000]];
const CONTEXTS: [&[u8]; 3] = [b"context", b"", &[8; 255]];

impl<P: Parameters> Pool<P> {
    fn new() -> Self {
        let keys = [10, 20, 30].map(key::<P>);
        let parts = |number: usize| (number % 3, CONTEXTS[number / 3 % 3], MESSAGES[number % 3]);
        let sign = |number: usize| {
            let (key, context, message) = parts(number);
            keys[key].sign_deterministic_ctx(Context::new(context).unwrap(), message).unwrap()
        };
        let signatures: Vec<_> = (0..9).map(sign).collect();
        let candidate = |number: usize| {
            let (mut key, mut context, mut message) = parts(number);
            let mut signature = signatures[number % 9].clone();
            match number {
                2 => key = 0,
                5 => context = b"another",
                8 => message = b"another",
                11 => signature = changed(&signature, 0),
                14 => signature = changed(&signature, P::SIGNATURE_LEN - 1),
                17 => signature = changed(&signature, P::SIGNATURE_LEN / 2),
                _ => (),
            }
            Candidate { key, context, message, signature }
        };
        let candidates: Vec<_> = (0..18).map(candidate).collect();
        let verdict = |candidate: &Candidate<P>| {
            let context = Context::new(candidate.context).unwrap();
            keys[candidate.key].verifying_key().verify_ctx(context, candidate.message, &candidate.signature)
        };
        let verdicts: Vec<_> = candidates.iter().map(verdict).collect();
        assert!((0..18).all(|number| verdicts[number].is_err() == (number % 3 == 2)), "{}", P::NAME);
        Self { keys, candidates, verdicts }
    }

    fn item(&self, number: usize) -> BatchItem<'_, P> {
        let Candidate { key, context, message, signature } = &self.candidates[number];
        let context = Context::new(context).unwrap();
        BatchItem { context, ..BatchItem::new(self.keys[*key].verifying_key(), message, signature) }
    }

    /// Compares the verdicts on a batch of candidates with those on each.
    fn check(&self, numbers: &[usize]) {
        let items: Vec<_> = numbers.iter().map(|number| self.item(*number)).collect();
        let expected: Vec<_> = numbers.iter().map(|number| self.verdicts[*number]).collect();
        match verify_batch(&items) {
            Ok(()) => assert!(expected.iter().all(Result::is_ok), "{} {numbers:?}", P::NAME),
            Err(refused) => {
                assert_eq!(refused.verdicts(), expected, "{} {numbers:?}", P::NAME);
                let invalid = numbers.iter().enumerate().filter(|(_, number)| **number % 3 == 2);
                assert!(refused.invalid().eq(invalid.map(|(position, _)| position)));
                assert!(expected.iter().any(Result::is_err), "{} {numbers:?}", P::NAME);
            }
        }
    }
}

fn changed<P: Parameters>(signature: &Signature<P>, byte: usize) -> Signature<P> {
    let mut bytes = signature.to_bytes();
    bytes.as_mut()[byte] ^= 1;
    Signature::from_bytes(&bytes)
}

/// The valid candidates of one key.
const OF_ONE_KEY: [usize; 5] = [1, 4, 7, 10, 13];
const VALID: [usize; 12] = [0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16];

fn every_size<P: Parameters>() {
    let pool = Pool::<P>::new();
    for size in some(0..=33) {
        // All valid, of one key, and mixed.
        match size % 3 {
            0 => pool.check(&(0..size).map(|i| VALID[(size + i) % 12]).collect::<Vec<_>>()),
            1 => pool.check(&(0..size).map(|i| OF_ONE_KEY[i % 5]).collect::<Vec<_>>()),
            _ => (),
        }
        pool.check(&(0..size).map(|i| (size + 5 * i) % 18).collect::<Vec<_>>());
    }
}

#[test]
fn batches_of_every_size() {
    for_fastest_sets!(every_size);
}

fn every_position<P: Parameters>() {
    let pool = Pool::<P>::new();
    for size in some([8, 17]) {
        for position in some(0..size) {
            let number = |i: usize| if i == position { 2 + 3 * (i % 6) } else { VALID[i % 12] };
            pool.check(&(0..size).map(number).collect::<Vec<_>>());
        }
    }
}

#[test]
fn one_in_every_position() {
    for_fastest_sets!(every_position);
    if is_thorough() {
        every_position::<SlhDsaSha2_192f>();
    }
}

fn few_sizes<P: Parameters>() {
    let pool = Pool::<P>::new();
    for tier in forced::tiers() {
        forced::at_most(tier, || {
            for size in some([9, 19]) {
                pool.check(&(0..size).map(|i| (3 * size + 7 * i) % 18).collect::<Vec<_>>());
            }
        });
    }
}

#[test]
fn batches_at_every_tier() {
    for_fast_sets!(few_sizes);
}

#[test]
fn refusals_are_counted() {
    let pool = Pool::<SlhDsaSha2Reduced128>::new();
    let items = [pool.item(1), pool.item(2), pool.item(3), pool.item(5)];
    let refused = verify_batch(&items).unwrap_err();
    assert_eq!(std::string::ToString::to_string(&refused), "2 of 4 SLH-DSA signatures are not valid");
}
