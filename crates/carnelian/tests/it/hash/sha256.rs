//! SHA-256 and SHA-224 against two independent libraries, at every tier.

use crate::inputs::{every_length_up_to, random_bytes};
use crate::tiers::tiers;
use carnelian::__internals::at_most;
use carnelian::hash::{Hash, Sha224, Sha256};
use proptest::prelude::*;
use sha2::Digest;

/// The digests of `message` by RustCrypto's sha2, confirmed by libcrux.
fn oracles(message: &[u8]) -> ([u8; 32], [u8; 28]) {
    let sha256: [u8; 32] = sha2::Sha256::digest(message).into();
    let sha224: [u8; 28] = sha2::Sha224::digest(message).into();
    assert_eq!(sha256, libcrux_sha2::sha256(message));
    assert_eq!(sha224, libcrux_sha2::sha224(message));
    (sha256, sha224)
}

#[test]
fn every_length_up_to_four_kilobytes() {
    let data = random_bytes(1, 4096);
    for length in every_length_up_to(data.len()) {
        let message = &data[..length];
        let (sha256, sha224) = oracles(message);
        for tier in tiers() {
            at_most(tier, || {
                assert_eq!(Sha256::digest(message), sha256, "{length} bytes at {tier}");
                assert_eq!(Sha224::digest(message), sha224, "{length} bytes at {tier}");
            });
        }
    }
}

/// Whole blocks in one batch, lengths around every boundary, one message after another shorter by one.
#[test]
fn every_length_in_one_batch() {
    let data = random_bytes(2, 1024);
    let messages: Vec<&[u8]> = (0..=data.len()).rev().map(|length| &data[..length]).collect();
    for tier in tiers() {
        let mut digests = vec![[0; 32]; messages.len()];
        at_most(tier, || Sha256::digest_batch(&messages, &mut digests)).unwrap();
        for (message, digest) in messages.iter().zip(&digests) {
            assert_eq!(*digest, oracles(message).0, "{} bytes at {tier}", message.len());
        }
    }
}

#[test]
fn the_writer_takes_everything_in() {
    let data = random_bytes(3, 100_000);
    let mut hasher = Sha256::new();
    assert_eq!(std::io::copy(&mut data.as_slice(), &mut hasher).unwrap(), data.len() as u64);
    assert_eq!(hasher.finalize(), oracles(&data).0);
}

/// Taken through the trait, as code generic over the hash function does.
#[test]
fn the_trait_says_what_the_types_do() {
    fn check<H: Hash>(name: &str, expected: &[u8]) {
        let mut hasher = H::new();
        hasher.update(b"ab");
        hasher.update(b"c");
        assert_eq!(hasher.finalize().as_ref(), expected);
        assert_eq!(H::digest(b"abc").as_ref(), expected);
        assert_eq!((H::NAME, H::DIGEST_LEN, H::BLOCK_LEN), (name, expected.len(), 64));
    }
    let (sha256, sha224) = oracles(b"abc");
    check::<Sha256>("SHA-256", &sha256);
    check::<Sha224>("SHA-224", &sha224);
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
        let expected = oracles(&message);
        for tier in tiers() {
            at_most(tier, || {
                let (mut sha256, mut sha224) = (Sha256::new(), Sha224::new());
                for ends in places.windows(2) {
                    let piece = &message[ends[0]..ends[1]];
                    sha256.update(piece);
                    sha224.update(piece);
                }
                prop_assert_eq!(sha256.finalize(), expected.0);
                prop_assert_eq!(sha224.finalize(), expected.1);
                Ok(())
            })?;
        }
    }

    #[test]
    fn any_batch_gives_the_digests_of_its_messages(
        messages in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..700), 0..40),
    ) {
        let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        for tier in tiers() {
            let mut digests = vec![[0; 28]; slices.len()];
            at_most(tier, || Sha224::digest_batch(&slices, &mut digests)).unwrap();
            for (message, digest) in slices.iter().zip(&digests) {
                prop_assert_eq!(*digest, oracles(message).1);
            }
        }
    }
}
