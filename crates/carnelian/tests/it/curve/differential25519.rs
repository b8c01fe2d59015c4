//! X25519 and Ed25519 against dalek's, on random keys and messages, on every backend.
//!
//! `CARNELIAN_CASES` says on how many the best backend is tried, and the others at most: many for one long run
//! (docs/kernels/ed25519.md has the longest), and few in an emulator.

use crate::inputs::{bytes, cases_told};
use crate::tiers::with_every_backend;
use carnelian::__internals::TestRandom;
use carnelian::curve::curve25519;
use carnelian::curve::ed25519::{self, BatchItem, Signature, SignatureError, SigningKey, VerifyingKey};
use carnelian::curve::x25519::{self, PublicKey, SecretKey, diffie_hellman_batch};
use ed25519_dalek as dalek;
use ed25519_dalek::Signer;

/// How many cases a test tries on each backend unless told otherwise.
const CASES: u64 = 3000;
/// How many of them are put into one batch.
const TOGETHER: u64 = 16;

fn cases(is_best: bool) -> u64 {
    let told = cases_told().unwrap_or(CASES);
    if is_best { told } else { told.min(CASES) }
}

/// The next case's bytes.
fn three(random: &mut TestRandom) -> [[u8; 32]; 3] {
    [bytes(random), bytes(random), bytes(random)]
}

#[test]
fn shared_secrets_and_public_keys() {
    let best = curve25519::backend();
    with_every_backend(|backend| {
        let random = &mut TestRandom::new(25519);
        for first in (0..cases(backend == best)).step_by(TOGETHER as usize) {
            let pairs: Vec<_> = (0..TOGETHER).map(|_| three(random)).collect();
            let secrets: Vec<_> = pairs.iter().map(|[k, ..]| SecretKey::from_bytes(*k)).collect();
            let publics: Vec<_> = pairs.iter().map(|[_, u, _]| PublicKey::from_bytes(*u)).collect();
            let together = diffie_hellman_batch(&secrets.iter().zip(&publics).collect::<Vec<_>>());
            for (i, [k, u, _]) in pairs.iter().enumerate() {
                let expected = x25519_dalek::x25519(*k, *u);
                let alone = x25519::x25519(k, u);
                assert_eq!(*alone.declassify("test"), expected, "{k:02x?}, {u:02x?} on {backend}, case {first} + {i}");
                let shared = together[i].as_ref().unwrap().as_secret();
                assert_eq!(
                    *shared.declassify("test"),
                    expected,
                    "{k:02x?}, {u:02x?} together on {backend}, {first} + {i}"
                );
                let public = x25519_dalek::PublicKey::from(&x25519_dalek::StaticSecret::from(*k));
                assert_eq!(secrets[i].public_key().to_bytes(), public.to_bytes(), "{k:02x?} on {backend}");
            }
        }
    });
}

/// A key, a message and a signature, and whether that is one.
struct Case {
    key: VerifyingKey,
    message: [u8; 32],
    signature: Signature,
    is_valid: bool,
}

/// Signs as dalek does, and damages every third signature, message or key where one bit says.
fn case(number: u64, [seed, message, noise]: [[u8; 32]; 3], backend: &str) -> Case {
    let theirs = dalek::SigningKey::from_bytes(&seed);
    let key = SigningKey::from_seed(seed);
    assert_eq!(key.verifying_key().to_bytes(), theirs.verifying_key().to_bytes(), "{seed:02x?} on {backend}");
    let signature = key.sign(&message);
    assert_eq!(signature.to_bytes(), theirs.sign(&message).to_bytes(), "{seed:02x?}, {message:02x?} on {backend}");
    let (mut signature, mut damaged) = (signature.to_bytes(), message);
    let (place, bit) = (usize::from(noise[0]) % 96, 1 << (noise[1] % 8));
    let is_valid = number % 3 != 2;
    if !is_valid {
        *signature.iter_mut().chain(&mut damaged).nth(place).unwrap() ^= bit;
    }
    Case { key: *key.verifying_key(), message: damaged, signature: Signature::from_bytes(&signature), is_valid }
}

#[test]
fn keys_signatures_and_verdicts() {
    let best = curve25519::backend();
    with_every_backend(|backend| {
        let random = &mut TestRandom::new(8032);
        for first in (0..cases(backend == best)).step_by(TOGETHER as usize) {
            let cases: Vec<_> = (first..first + TOGETHER).map(|number| case(number, three(random), backend)).collect();
            let items: Vec<_> =
                cases.iter().map(|case| BatchItem::new(&case.key, &case.message, &case.signature)).collect();
            let refused = ed25519::verify_batch(&items).unwrap_err();
            for (i, Case { key, message, signature, is_valid }) in cases.iter().enumerate() {
                let place = format!("{key}, {message:02x?}, {signature} on {backend}, case {first} + {i}");
                let theirs = dalek::VerifyingKey::from_bytes(key.as_bytes()).unwrap();
                let expected = theirs.verify_strict(message, &dalek::Signature::from_bytes(signature.as_bytes()));
                assert_eq!(expected.is_ok(), *is_valid, "{place}");
                let verdict: Result<(), SignatureError> = key.verify(message, signature);
                assert_eq!(verdict.is_ok(), *is_valid, "{place}");
                assert_eq!(ed25519::verify(key.as_bytes(), message, signature), verdict, "{place}, once");
                assert_eq!(refused.verdicts()[i], verdict, "{place}, in a batch");
                if i == 0 {
                    assert_eq!(key.prepare().verify(message, signature), verdict, "{place}, prepared");
                }
            }
        }
    });
}
