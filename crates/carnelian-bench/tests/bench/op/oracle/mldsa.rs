//! ML-DSA: keys, signatures and verdicts, one by one, with prepared keys and in batches.

use super::{at_every_tier, ours, peers, random_arrays, random_bytes};
use carnelian::__internals::TestRandom;
use carnelian::postquantum::mldsa;
use carnelian_bench::op::mldsa::{MlDsa, MlDsa44, MlDsa65, MlDsa87, Seed, Set, Signed};
use carnelian_bench::op::postquantum::Bytes as _;
use carnelian_bench::peer::Library;

fn offer<S: Set>(library: &Library) -> &MlDsa<S> {
    library.offers.get().unwrap()
}

/// Returns the lengths of messages: empty, around the block of the hash, and longer.
fn lengths() -> impl Iterator<Item = usize> {
    [0, 1, 59, 69, 70, 71, 136, 1000].into_iter()
}

fn everything_agrees<S: Set>() {
    let (ours, peers) = (ours::<MlDsa<S>>(), peers::<MlDsa<S>>(3, 6));
    let mut random = TestRandom::new(3);
    for (seed, len) in random_arrays(1).zip(lengths()) {
        let message = random_bytes(len);
        let public_key = offer::<S>(&ours).key_pair.unwrap()(&seed);
        let signature = (offer::<S>(&ours).signer)(&seed)(&message);
        for peer in &peers {
            let peer_offer = offer::<S>(peer);
            assert!(peer_offer.key_pair.is_none_or(|key_pair| key_pair(&seed) == public_key), "key of {}", peer.name);
            for sign in [Some(peer_offer.signer), peer_offer.prepared_signer].into_iter().flatten() {
                // The signature is ours or, from a library that draws, one that ours accepts.
                let theirs = sign(&seed)(&message);
                let accepted = verdicts(offer::<S>(&ours), &public_key, &message, &theirs);
                assert!(theirs == signature || accepted == [true; 3], "{len} bytes signed by {}", peer.name);
            }
        }
        at_every_tier(mldsa::backend, |tier| {
            let offer = offer::<S>(&ours);
            assert_eq!(offer.key_pair.unwrap()(&seed), public_key, "{tier}");
            for sign in [Some(offer.signer), offer.prepared_signer].into_iter().flatten() {
                assert!(sign(&seed)(&message) == signature, "{len} bytes signed, {tier}");
            }
        });
        for (what, valid, key, message, signature) in variants::<S>(&mut random, public_key, &message, signature) {
            let verdicts = |library| verdicts::<S>(offer(library), &key, &message, &signature);
            for peer in &peers {
                assert_eq!(verdicts(peer), [valid; 3], "{what} of {len} bytes, {}", peer.name);
            }
            at_every_tier(mldsa::backend, |tier| {
                assert_eq!(verdicts(&ours), [valid; 3], "{what} of {len} bytes, {tier}");
            });
        }
    }
}

/// A description, whether the signature is valid, the key, the message and the signature.
type Variant<S> = (&'static str, bool, <S as Set>::PublicKey, Vec<u8>, <S as Set>::Signature);

/// Returns a signature as it is, and with a random bit of the key, the message or the signature flipped.
fn variants<S: Set>(
    random: &mut TestRandom,
    key: S::PublicKey,
    message: &[u8],
    signature: S::Signature,
) -> Vec<Variant<S>> {
    let mut flip = |bytes: &mut [u8]| {
        let bit = random.next_u64() as usize % (8 * bytes.len());
        bytes[bit / 8] ^= 1 << (bit % 8);
    };
    let (mut other_key, mut other_message, mut other_signature) = (key, [message, &[0]].concat(), signature);
    flip(other_key.as_mut());
    flip(&mut other_message);
    flip(other_signature.as_mut());
    let (mut other_challenge, mut other_hint) = (signature, signature);
    flip(&mut other_challenge.as_mut()[..32]);
    other_hint.as_mut()[S::Signature::LEN - 1] ^= 0x80;
    vec![
        ("a signature", true, key, message.to_vec(), signature),
        ("another key", false, other_key, message.to_vec(), signature),
        ("another message", false, key, other_message, signature),
        ("another signature", false, key, message.to_vec(), other_signature),
        ("another challenge", false, key, message.to_vec(), other_challenge),
        ("another hint", false, key, message.to_vec(), other_hint),
    ]
}

/// Returns the verdict from bytes, with a prepared key and in a batch of one; if a library lacks one of the latter, the
/// first verdict is used.
fn verdicts<S: Set>(offer: &MlDsa<S>, key: &S::PublicKey, message: &[u8], signature: &S::Signature) -> [bool; 3] {
    let verdict = (offer.verify)(key, message, signature);
    let prepared = offer.verifier.map_or(verdict, |prepare| prepare(key)(message, signature));
    [verdict, prepared, offer.verify_all(&[Signed { public_key: *key, message, signature: *signature }])]
}

#[test]
fn ml_dsa_44_agrees_with_every_peer() {
    everything_agrees::<MlDsa44>();
}

#[test]
fn ml_dsa_65_agrees_with_every_peer() {
    everything_agrees::<MlDsa65>();
}

#[test]
fn ml_dsa_87_agrees_with_every_peer() {
    everything_agrees::<MlDsa87>();
}

/// A batch is valid if all signatures are: checks all valid, and one invalid at each index.
#[test]
fn batches_are_verified_like_single_signatures() {
    let ours = ours::<MlDsa<MlDsa44>>();
    let offer = offer::<MlDsa44>(&ours);
    for count in [0, 1, 7, 8, 9, 16, 17] {
        let seeds: Vec<Seed> = random_arrays(4).take(count).collect();
        let messages: Vec<Vec<u8>> = (0..count).map(random_bytes).collect();
        let signed =
            |(seed, message): (&Seed, &Vec<u8>)| (offer.key_pair.unwrap()(seed), (offer.signer)(seed)(message));
        let made: Vec<_> = seeds.iter().zip(&messages).map(signed).collect();
        let item = |((public_key, signature), message)| -> Signed<'_, MlDsa44> {
            let (public_key, signature, message): (&[u8; 1312], &[u8; 2420], &Vec<u8>) =
                (public_key, signature, message);
            Signed { public_key: *public_key, message, signature: *signature }
        };
        let mut all: Vec<_> = made.iter().map(|(key, signature)| (key, signature)).zip(&messages).map(item).collect();
        at_every_tier(mldsa::backend, |tier| assert!(offer.verify_all(&all), "{count} signatures, {tier}"));
        for bad in 0..count {
            all[bad].signature[bad] ^= 4;
            at_every_tier(mldsa::backend, |tier| assert!(!offer.verify_all(&all), "{bad} of {count}, {tier}"));
            all[bad].signature[bad] ^= 4;
        }
    }
}
