//! SHA-512 in every way that there is to compute it, and its two shorter relatives.

use super::random_bytes;
use carnelian::__internals::TestRandom;
use carnelian::cpu::Tier;
use carnelian::hash::{self, Hash};
use carnelian_bench::op::sha512::Sha512;
use carnelian_bench::peer::Library;

fn peers() -> Vec<Library> {
    super::peers::<Sha512>(2, 6)
}

fn at_every_tier(check: impl FnMut(Tier)) {
    super::at_every_tier(hash::Sha512::backend, check);
}

fn digest(peer: &Library, message: &[u8]) -> [u8; 64] {
    (peer.offers.get::<Sha512>().unwrap().digest)(message)
}

/// Every length around the first eight blocks, and larger ones at and beside multiples of a block.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=1024).chain([4095, 4096, 4097, 16 << 10, (16 << 10) + 111, (16 << 10) + 112, (1 << 20) - 1, 1 << 20])
}

#[test]
fn every_length_agrees_with_every_peer() {
    let data = random_bytes(1 << 20);
    let peers = peers();
    for len in lengths() {
        let message = &data[data.len() - len..];
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, digest(peer, message))).collect();
        at_every_tier(|tier| {
            let ours = hash::Sha512::digest(message);
            for (name, theirs) in &theirs {
                assert_eq!(ours, *theirs, "{len} bytes, {tier} against {name}");
            }
        });
    }
}

#[test]
fn random_splits_agree_with_every_peer() {
    let data = random_bytes(5000);
    let peers = peers();
    let mut random = TestRandom::new(7);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    for _ in 0..200 {
        let message = &data[..below(data.len() + 1)];
        let mut cuts: Vec<usize> = (0..below(6)).map(|_| below(message.len() + 1)).chain([0, message.len()]).collect();
        cuts.sort_unstable();
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, digest(peer, message))).collect();
        at_every_tier(|tier| {
            let mut hasher = hash::Sha512::new();
            cuts.windows(2).for_each(|cut| hasher.update(&message[cut[0]..cut[1]]));
            let ours = hasher.finalize();
            for (name, theirs) in &theirs {
                assert_eq!(ours, *theirs, "cut at {cuts:?}, {tier} against {name}");
            }
        });
    }
}

/// Batches of every size up to two full vectors and a rest, of messages of mixed lengths.
#[test]
fn batches_agree_with_every_peer() {
    let data = random_bytes(4000);
    let peers = peers();
    let mut random = TestRandom::new(8);
    for count in 0..=19 {
        let mut cut = || &data[(random.next_u64() % 3000) as usize..][..(random.next_u64() % 700) as usize];
        let messages: Vec<&[u8]> = (0..count).map(|_| cut()).collect();
        for peer in &peers {
            let mut theirs = vec![[0; 64]; count];
            peer.offers.get::<Sha512>().unwrap().digest_all(&messages, &mut theirs);
            at_every_tier(|tier| {
                let mut ours = vec![[0; 64]; count];
                hash::Sha512::digest_batch(&messages, &mut ours).unwrap();
                assert_eq!(ours, theirs, "{count} messages, {tier} against {}", peer.name);
            });
        }
    }
}

/// Independent implementations of one function.
type Oracles = Vec<(&'static str, fn(&[u8]) -> Vec<u8>)>;

fn agrees_at_every_length(ours: impl Fn(&[u8]) -> Vec<u8>, oracles: &Oracles) {
    let data = random_bytes(1 << 20);
    for len in lengths() {
        let message = &data[data.len() - len..];
        at_every_tier(|tier| {
            for (name, oracle) in oracles {
                assert_eq!(ours(message), oracle(message), "{len} bytes, {tier} against {name}");
            }
        });
    }
}

#[test]
fn sha384_agrees() {
    use sha2::Digest;
    let pure: Oracles = vec![
        ("sha2", |message| sha2::Sha384::digest(message).to_vec()),
        ("libcrux", |message| libcrux_sha2::sha384(message).to_vec()),
    ];
    agrees_at_every_length(|message| hash::Sha384::digest(message).to_vec(), &[pure, native::sha384()].concat());
}

#[test]
fn sha512_256_agrees() {
    use sha2::Digest;
    let pure: Oracles = vec![("sha2", |message| sha2::Sha512_256::digest(message).to_vec())];
    agrees_at_every_length(
        |message| hash::Sha512_256::digest(message).to_vec(),
        &[pure, native::sha512_256()].concat(),
    );
}

#[cfg(feature = "peers-native")]
mod native {
    use super::Oracles;
    use aws_lc_rs::digest as aws_lc;
    use ring::digest as ring;

    pub(super) fn sha384() -> Oracles {
        vec![
            ("openssl", |message| openssl::sha::sha384(message).to_vec()),
            ("ring", |message| ring::digest(&ring::SHA384, message).as_ref().to_vec()),
            ("aws-lc-rs", |message| aws_lc::digest(&aws_lc::SHA384, message).as_ref().to_vec()),
        ]
    }

    pub(super) fn sha512_256() -> Oracles {
        vec![
            ("ring", |message| ring::digest(&ring::SHA512_256, message).as_ref().to_vec()),
            ("aws-lc-rs", |message| aws_lc::digest(&aws_lc::SHA512_256, message).as_ref().to_vec()),
        ]
    }
}

#[cfg(not(feature = "peers-native"))]
mod native {
    use super::Oracles;

    pub(super) fn sha384() -> Oracles {
        Vec::new()
    }

    pub(super) fn sha512_256() -> Oracles {
        Vec::new()
    }
}
