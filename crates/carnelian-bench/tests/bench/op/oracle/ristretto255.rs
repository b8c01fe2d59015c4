//! Ristretto255: elements doubled from one encoding to the next, and invalid encodings.

use super::{at_every_tier, ours, peers, random_arrays};
use carnelian::curve::curve25519;
use carnelian_bench::op::ristretto255::{Encoding, GENERATOR, Ristretto255};
use carnelian_bench::peer::Library;

fn everyone() -> Vec<Library> {
    peers::<Ristretto255>(2, 2)
}

fn double(library: &Library, encoding: &Encoding) -> Option<Encoding> {
    (library.offers.get::<Ristretto255>().unwrap().double)(encoding)
}

#[test]
fn encodings_agree_with_every_peer() {
    let (ours, peers) = (ours::<Ristretto255>(), everyone());
    let mut encoding = GENERATOR;
    for doublings in 1..=300 {
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, double(peer, &encoding))).collect();
        at_every_tier(curve25519::backend, |tier| {
            let ours = double(&ours, &encoding);
            for (name, theirs) in &theirs {
                assert_eq!(ours, *theirs, "{doublings} doublings, {tier} against {name}");
            }
        });
        encoding = theirs[0].1.expect("what has been encoded can be decoded");
    }
}

/// A few percent of random encodings are valid if the two bits that must be zero are cleared.
#[test]
fn verdicts_on_random_encodings_agree_with_every_peer() {
    let (ours, peers) = (ours::<Ristretto255>(), everyone());
    let mut accepted = 0;
    let proper = random_arrays(1).take(1000).map(|mut encoding: Encoding| {
        (encoding[0], encoding[31]) = (encoding[0] & 0xfe, encoding[31] & 0x7f);
        encoding
    });
    for encoding in proper.chain(random_arrays(2).take(200)).chain([[0; 32], [0xff; 32]]) {
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, double(peer, &encoding))).collect();
        accepted += usize::from(theirs[0].1.is_some());
        at_every_tier(curve25519::backend, |tier| {
            let ours = double(&ours, &encoding);
            for (name, theirs) in &theirs {
                assert_eq!(ours, *theirs, "{encoding:02x?}, {tier} against {name}");
            }
        });
    }
    assert!((10..900).contains(&accepted), "{accepted} of 1202 accepted");
}
