//! SHA-1 against two independent libraries, at every tier.

use crate::inputs::{every_length_up_to, random_bytes};
use crate::tiers::tiers;
use carnelian::__internals::at_most;
use carnelian::hash::{Hash, Sha1};
use proptest::prelude::*;
use sha1::Digest;

/// The digest of `message` by RustCrypto's sha1, confirmed by sha1_smol.
fn oracle(message: &[u8]) -> [u8; 20] {
    let digest: [u8; 20] = sha1::Sha1::digest(message).into();
    assert_eq!(digest, sha1_smol::Sha1::from(message).digest().bytes());
    digest
}

#[test]
fn every_length_up_to_a_kilobyte() {
    let data = random_bytes(1, 1024);
    for length in every_length_up_to(data.len()) {
        let message = &data[..length];
        for tier in tiers() {
            assert_eq!(at_most(tier, || Sha1::digest(message)), oracle(message), "{length} bytes at {tier}");
        }
    }
}

/// Whole blocks in one batch, lengths around every boundary, one message after another shorter by one.
#[test]
fn every_length_in_one_batch() {
    let data = random_bytes(2, 1024);
    let messages: Vec<&[u8]> = (0..=data.len()).rev().map(|length| &data[..length]).collect();
    for tier in tiers() {
        let mut digests = vec![[0; 20]; messages.len()];
        at_most(tier, || Sha1::digest_batch(&messages, &mut digests)).unwrap();
        for (message, digest) in messages.iter().zip(&digests) {
            assert_eq!(*digest, oracle(message), "{} bytes at {tier}", message.len());
        }
    }
}

#[test]
fn the_trait_says_what_the_type_does() {
    let mut hasher = <Sha1 as Hash>::new();
    Hash::update(&mut hasher, b"ab");
    Hash::update(&mut hasher, b"c");
    assert_eq!(Hash::finalize(hasher), oracle(b"abc"));
    assert_eq!((Sha1::NAME, Sha1::DIGEST_LEN, Sha1::BLOCK_LEN), ("SHA-1", 20, 64));
}

proptest! {
    #[test]
    fn any_split_gives_the_digest_of_the_whole(
        message in prop::collection::vec(any::<u8>(), 0..3000),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(message.len() + 1)).collect();
        places.extend([0, message.len()]);
        places.sort_unstable();
        for tier in tiers() {
            let digest = at_most(tier, || {
                let mut hasher = Sha1::new();
                places.windows(2).for_each(|ends| hasher.update(&message[ends[0]..ends[1]]));
                hasher.finalize()
            });
            prop_assert_eq!(digest, oracle(&message));
        }
    }

    #[test]
    fn any_batch_gives_the_digests_of_its_messages(
        messages in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..700), 0..40),
    ) {
        let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        for tier in tiers() {
            let mut digests = vec![[0; 20]; slices.len()];
            at_most(tier, || Sha1::digest_batch(&slices, &mut digests)).unwrap();
            for (message, digest) in slices.iter().zip(&digests) {
                prop_assert_eq!(*digest, oracle(message));
            }
        }
    }
}
