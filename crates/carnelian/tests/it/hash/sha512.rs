//! SHA-512, SHA-384, SHA-512/256 and SHA-512/224 against two independent libraries, at every tier.

use crate::inputs::{every_length_up_to, random_bytes};
use crate::tiers::tiers;
use carnelian::__internals::at_most;
use carnelian::hash::{Hash, Sha384, Sha512, Sha512_224, Sha512_256};
use proptest::prelude::*;
use sha2::Digest;

/// The digests of `message` by RustCrypto's sha2, confirmed by libcrux where it has the function.
fn oracles(message: &[u8]) -> ([u8; 64], [u8; 48], [u8; 32], [u8; 28]) {
    let sha512: [u8; 64] = sha2::Sha512::digest(message).into();
    let sha384: [u8; 48] = sha2::Sha384::digest(message).into();
    assert_eq!(sha512, libcrux_sha2::sha512(message));
    assert_eq!(sha384, libcrux_sha2::sha384(message));
    (sha512, sha384, sha2::Sha512_256::digest(message).into(), sha2::Sha512_224::digest(message).into())
}

#[test]
fn every_length_up_to_a_kilobyte() {
    let data = random_bytes(1, 1024);
    for length in every_length_up_to(data.len()) {
        let message = &data[..length];
        let (sha512, sha384, sha512_256, sha512_224) = oracles(message);
        for tier in tiers() {
            at_most(tier, || {
                assert_eq!(Sha512::digest(message), sha512, "{length} bytes at {tier}");
                assert_eq!(Sha384::digest(message), sha384, "{length} bytes at {tier}");
                assert_eq!(Sha512_256::digest(message), sha512_256, "{length} bytes at {tier}");
                assert_eq!(Sha512_224::digest(message), sha512_224, "{length} bytes at {tier}");
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
        let mut digests = vec![[0; 64]; messages.len()];
        at_most(tier, || Sha512::digest_batch(&messages, &mut digests)).unwrap();
        for (message, digest) in messages.iter().zip(&digests) {
            assert_eq!(*digest, oracles(message).0, "{} bytes at {tier}", message.len());
        }
    }
}

#[test]
fn the_writer_takes_everything_in() {
    let data = random_bytes(3, 100_000);
    let mut hasher = Sha512::new();
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
        assert_eq!((H::NAME, H::DIGEST_LEN, H::BLOCK_LEN), (name, expected.len(), 128));
    }
    let (sha512, sha384, sha512_256, sha512_224) = oracles(b"abc");
    check::<Sha512>("SHA-512", &sha512);
    check::<Sha384>("SHA-384", &sha384);
    check::<Sha512_256>("SHA-512/256", &sha512_256);
    check::<Sha512_224>("SHA-512/224", &sha512_224);
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
                let (mut sha512, mut sha384) = (Sha512::new(), Sha384::new());
                let (mut sha512_256, mut sha512_224) = (Sha512_256::new(), Sha512_224::new());
                for ends in places.windows(2) {
                    let piece = &message[ends[0]..ends[1]];
                    sha512.update(piece);
                    sha384.update(piece);
                    sha512_256.update(piece);
                    sha512_224.update(piece);
                }
                prop_assert_eq!(sha512.finalize(), expected.0);
                prop_assert_eq!(sha384.finalize(), expected.1);
                prop_assert_eq!(sha512_256.finalize(), expected.2);
                prop_assert_eq!(sha512_224.finalize(), expected.3);
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
            let mut digests = vec![[0; 32]; slices.len()];
            at_most(tier, || Sha512_256::digest_batch(&slices, &mut digests)).unwrap();
            for (message, digest) in slices.iter().zip(&digests) {
                prop_assert_eq!(*digest, oracles(message).2);
            }
        }
    }
}
