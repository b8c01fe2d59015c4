//! SHA-512, SHA-384 and SHA-512/256 at every tier: at once, piece by piece and in a batch, against RustCrypto.
#![no_main]

use carnelian::__internals::at_most;
use carnelian::cpu::Tier;
use carnelian::hash::{Hash, Sha384, Sha512, Sha512_256};
use libfuzzer_sys::fuzz_target;
use sha2::Digest;

fuzz_target!(|input: (Vec<u8>, &[u8])| {
    let (cuts, message) = input;
    let pieces = cut(message, &cuts);
    check::<Sha512, sha2::Sha512>(message, &pieces);
    check::<Sha384, sha2::Sha384>(message, &pieces);
    check::<Sha512_256, sha2::Sha512_256>(message, &pieces);
});

/// `message` in pieces of the lengths given; what is left is the last.
fn cut<'m>(mut message: &'m [u8], lengths: &[u8]) -> Vec<&'m [u8]> {
    let mut pieces = Vec::new();
    for &length in lengths {
        let (piece, rest) = message.split_at(message.len().min(length.into()));
        pieces.push(piece);
        message = rest;
    }
    pieces.push(message);
    pieces
}

fn check<H: Hash, Oracle: Digest>(message: &[u8], pieces: &[&[u8]]) {
    let whole = Oracle::digest(message);
    let each: Vec<_> = pieces.iter().map(|piece| Oracle::digest(piece)).collect();
    for tier in Tier::ALL {
        at_most(tier, || {
            assert_eq!(H::digest(message).as_ref(), &whole[..], "at once, {tier}");

            let mut hasher = H::new();
            pieces.iter().for_each(|piece| hasher.update(piece));
            assert_eq!(hasher.finalize().as_ref(), &whole[..], "piece by piece, {tier}");

            let mut digests = vec![H::digest(b""); pieces.len()];
            H::digest_batch(pieces, &mut digests).unwrap();
            assert!(digests.iter().zip(&each).all(|(ours, theirs)| ours.as_ref() == &theirs[..]), "in a batch, {tier}");
        });
    }
}
