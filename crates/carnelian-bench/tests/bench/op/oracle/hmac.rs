//! HMAC with SHA-256: reused keys and keys that are used once.

use super::{at_every_tier, ours, peers, random_arrays, random_bytes};
use carnelian::hash::{Hash, Sha256};
use carnelian_bench::op::hmac::HmacSha256;
use carnelian_bench::peer::Library;

/// Returns the tags computed in every available manner: with a fresh key, and with a key object that has already
/// computed another tag.
fn tags(library: &Library, key: &[u8; 32], message: &[u8]) -> Vec<[u8; 32]> {
    let offer = library.offers.get::<HmacSha256>().unwrap();
    let again = offer.key.map(|object| {
        let mac = object(key);
        let _ = mac(&[1; 77]);
        mac(message)
    });
    again.into_iter().chain([(offer.tag)(key, message)]).collect()
}

#[test]
fn every_length_agrees_with_every_peer() {
    let (ours, peers) = (ours::<HmacSha256>(), peers::<HmacSha256>(1, 5));
    for (key, len) in random_arrays(1).zip((0..=300).chain([511, 512, 4096, 65_537])) {
        let message = random_bytes(len);
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, tags(peer, &key, &message))).collect();
        at_every_tier(Sha256::backend, |tier| {
            let tags = tags(&ours, &key, &message);
            for (name, theirs) in &theirs {
                assert!(theirs.iter().chain(&tags).all(|tag| *tag == tags[0]), "{len} bytes, {tier} against {name}");
            }
        });
    }
}
