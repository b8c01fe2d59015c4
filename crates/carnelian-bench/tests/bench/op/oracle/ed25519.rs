//! Ed25519: keys, signatures and verdicts, one by one and in batches.
//!
//! Libraries differ in their treatment of malformed and small-order encodings; these tests cover the cases in which all
//! agree: honestly generated signatures and those with a bit flipped.

use super::{at_every_tier, ours, peers, random_arrays, random_bytes};
use carnelian::__internals::TestRandom;
use carnelian::curve::curve25519;
use carnelian_bench::op::ed25519::{Ed25519, PublicKey, Seed, Signature, Signed};
use carnelian_bench::peer::Library;

fn everyone() -> Vec<Library> {
    peers::<Ed25519>(5, 9)
}

fn offer(library: &Library) -> &Ed25519 {
    library.offers.get().unwrap()
}

/// Returns messages of every length around the first blocks of SHA-512, and a longer one.
fn messages() -> Vec<Vec<u8>> {
    (0..=300).chain([10_000]).map(random_bytes).collect()
}

#[test]
fn public_keys_and_signatures_agree_with_every_peer() {
    let (ours, peers) = (ours::<Ed25519>(), everyone());
    for (seed, message) in random_arrays(1).zip(messages()) {
        let made = |library: &Library| {
            let offer = offer(library);
            let signature = (offer.signer)(&seed)(&message);
            ((offer.public_key)(&seed), offer.comparable(&seed, &message, &signature))
        };
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, made(peer))).collect();
        at_every_tier(curve25519::backend, |tier| {
            let ours = made(&ours);
            for (name, theirs) in &theirs {
                assert_eq!(ours, *theirs, "{} bytes signed, {tier} against {name}", message.len());
            }
        });
    }
}

/// Checks valid signatures, and those with one random bit of the key, the message or the signature flipped.
#[test]
fn verdicts_agree_with_every_peer() {
    let (ours, peers) = (ours::<Ed25519>(), everyone());
    let mut random = TestRandom::new(2);
    for (seed, message) in random_arrays(2).zip(messages().into_iter().skip(1)) {
        let (public_key, signature) = signed(&ours, &seed, &message);
        let mut flip = |bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            let bit = random.next_u64() as usize % (8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            bytes
        };
        let flipped = (flip(&public_key), flip(&message), flip(&signature));
        let cases: [(&str, PublicKey, &[u8], Signature); 4] = [
            ("as it is", public_key, &message, signature),
            ("key", flipped.0.try_into().unwrap(), &message, signature),
            ("message", public_key, &flipped.1, signature),
            ("signature", public_key, &message, flipped.2.try_into().unwrap()),
        ];
        for (what, public_key, message, signature) in cases {
            let valid = what == "as it is";
            for peer in &peers {
                assert_eq!(verdicts(peer, &public_key, message, &signature), [valid; 3], "{}: {what}", peer.name);
            }
            at_every_tier(curve25519::backend, |tier| {
                assert_eq!(verdicts(&ours, &public_key, message, &signature), [valid; 3], "{tier}: {what}");
            });
        }
    }
}

fn signed(library: &Library, seed: &Seed, message: &[u8]) -> (PublicKey, Signature) {
    ((offer(library).public_key)(seed), (offer(library).signer)(seed)(message))
}

/// Returns the verdict from bytes, with a prepared key and in a batch of one; if a library lacks one of the latter, the
/// first verdict is used.
fn verdicts(library: &Library, public_key: &PublicKey, message: &[u8], signature: &Signature) -> [bool; 3] {
    let offer = offer(library);
    let verdict = (offer.verify)(public_key, message, signature);
    let prepared = offer
        .verifier
        .map_or(verdict, |verifier| verifier(public_key).is_some_and(|verify| verify(message, signature)));
    [verdict, prepared, offer.verify_all(&[Signed { public_key: *public_key, message, signature: *signature }])]
}

/// Checks batches of every size up to two full vectors and a remainder, and larger ones.
#[test]
fn batches_of_signatures_agree_with_every_peer() {
    let (ours, peers) = (ours::<Ed25519>(), everyone());
    let messages = messages();
    for count in (0..=19).chain([64]) {
        let seeds: Vec<Seed> = random_arrays(3).take(count).collect();
        let messages: Vec<&[u8]> = messages[messages.len() - count..].iter().map(Vec::as_slice).collect();
        for peer in &peers {
            let theirs = offer(peer).signer_all(&seeds)(&messages);
            let made = theirs.iter().zip(&seeds).zip(&messages);
            let theirs: Vec<_> =
                made.map(|((made, seed), message)| offer(peer).comparable(seed, message, made)).collect();
            at_every_tier(curve25519::backend, |tier| {
                let ours = offer(&ours).signer_all(&seeds)(&messages);
                assert_eq!(ours, theirs, "{count} messages, {tier} against {}", peer.name);
            });
        }
    }
}

/// A batch is valid if all signatures are: checks all valid, and one invalid at each index.
#[test]
fn batches_are_verified_like_single_signatures() {
    let (ours, mut peers) = (ours::<Ed25519>(), everyone());
    peers.retain(|peer| offer(peer).verify_batch.is_some());
    let messages = messages();
    for count in (0..=19).chain([64]) {
        let made: Vec<_> = random_arrays(4).take(count).zip(&messages).collect();
        let mut all: Vec<Signed> = made
            .iter()
            .map(|(seed, message)| {
                let (public_key, signature) = signed(&ours, seed, message);
                Signed { public_key, message, signature }
            })
            .collect();
        verify_everywhere(&ours, &peers, &all, true);
        for bad in 0..count {
            all[bad].signature[bad % 64] ^= 4;
            verify_everywhere(&ours, &peers, &all, false);
            all[bad].signature[bad % 64] ^= 4;
        }
    }
}

fn verify_everywhere(ours: &Library, peers: &[Library], all: &[Signed], valid: bool) {
    for peer in peers {
        assert_eq!(offer(peer).verify_all(all), valid, "{} signatures, {}", all.len(), peer.name);
    }
    at_every_tier(curve25519::backend, |tier| {
        assert_eq!(offer(ours).verify_all(all), valid, "{} signatures, {tier}", all.len());
    });
}
