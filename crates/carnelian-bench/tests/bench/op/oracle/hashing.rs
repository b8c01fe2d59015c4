//! Hash functions through every interface, and the shorter variants of SHA-512.

use super::{at_every_tier, peers, random_bytes};
use carnelian::__internals::TestRandom;
use carnelian::hash::{self, Hash, Xof};
use carnelian_bench::op::hashing::{
    Blake2bFunction, Blake2sFunction, Function, Offer, Sha3_256Function, Sha256Function, Sha512Function,
    Shake128Function,
};
use carnelian_bench::ours;
use carnelian_bench::peer::Library;

fn offer<F: Function>(library: &Library) -> &Offer<F> {
    library.offers.get().unwrap()
}

/// Returns every length around the first eight blocks, and larger ones at and around multiples of a block.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=1024).chain([4095, 4096, 4097, 16 << 10, (16 << 10) + 111, (16 << 10) + 112, (1 << 20) - 1, 1 << 20])
}

/// Checks `H`, our type for the function that peers offer as `F`: against at least `pure` peers, or `native` with the C
/// libraries.
fn check<F: Function, H: Hash<Digest = F::Digest>>(pure: usize, native: usize) {
    let peers = peers::<Offer<F>>(pure, native);
    every_length::<F, H>(&peers);
    random_splits::<F, H>(&peers);
    batches::<F>(&peers, H::backend);
}

fn every_length<F: Function, H: Hash<Digest = F::Digest>>(peers: &[Library]) {
    let data = random_bytes(1 << 20);
    for len in lengths() {
        let message = &data[data.len() - len..];
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, (offer::<F>(peer).digest)(message))).collect();
        at_every_tier(H::backend, |tier| {
            let ours = H::digest(message);
            for (name, theirs) in &theirs {
                assert_eq!(ours.as_ref(), theirs.as_ref(), "{}, {len} bytes, {tier} against {name}", F::NAME);
            }
        });
    }
}

fn random_splits<F: Function, H: Hash<Digest = F::Digest>>(peers: &[Library]) {
    let data = random_bytes(5000);
    let mut random = TestRandom::new(7);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    for _ in 0..200 {
        let message = &data[..below(data.len() + 1)];
        let mut cuts: Vec<usize> = (0..below(6)).map(|_| below(message.len() + 1)).chain([0, message.len()]).collect();
        cuts.sort_unstable();
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, (offer::<F>(peer).digest)(message))).collect();
        at_every_tier(H::backend, |tier| {
            let mut hasher = H::new();
            cuts.windows(2).for_each(|cut| hasher.update(&message[cut[0]..cut[1]]));
            let ours = hasher.finalize();
            for (name, theirs) in &theirs {
                assert_eq!(ours.as_ref(), theirs.as_ref(), "{} cut at {cuts:?}, {tier} against {name}", F::NAME);
            }
        });
    }
}

/// Checks batches of every size up to two full vectors and a remainder, of messages of mixed lengths.
fn batches<F: Function>(peers: &[Library], backend: fn() -> &'static str) {
    let data = random_bytes(4000);
    let ours = ours::library();
    let mut random = TestRandom::new(8);
    for count in 0..=19 {
        let mut cut = || &data[(random.next_u64() % 3000) as usize..][..(random.next_u64() % 700) as usize];
        let messages: Vec<&[u8]> = (0..count).map(|_| cut()).collect();
        let digests = |library: &Library| {
            let mut digests = vec![F::ZERO; count];
            offer::<F>(library).digest_all(&messages, &mut digests);
            digests.iter().map(|digest| digest.as_ref().to_vec()).collect::<Vec<_>>()
        };
        let theirs: Vec<_> = peers.iter().map(|peer| (&peer.name, digests(peer))).collect();
        at_every_tier(backend, |tier| {
            let ours = digests(&ours);
            for (name, theirs) in &theirs {
                assert_eq!(ours, *theirs, "{}, {count} messages, {tier} against {name}", F::NAME);
            }
        });
    }
}

#[test]
fn sha256_agrees_with_every_peer() {
    check::<Sha256Function, hash::Sha256>(2, 6);
}

#[test]
fn sha512_agrees_with_every_peer() {
    check::<Sha512Function, hash::Sha512>(2, 6);
}

#[test]
fn sha3_256_agrees_with_every_peer() {
    check::<Sha3_256Function, hash::Sha3_256>(1, 4);
}

/// SHAKE128 does not implement [`Hash`]; the library's own tests split messages.
#[test]
fn shake128_agrees_with_every_peer() {
    let peers = peers::<Offer<Shake128Function>>(1, 3);
    let (ours, data) = (ours::library(), random_bytes(1 << 20));
    for len in lengths() {
        let message = &data[data.len() - len..];
        let theirs = peers.iter().map(|peer| (&peer.name, (offer::<Shake128Function>(peer).digest)(message)));
        let theirs: Vec<_> = theirs.collect();
        at_every_tier(hash::Shake128::backend, |tier| {
            let ours = (offer::<Shake128Function>(&ours).digest)(message);
            for (name, theirs) in &theirs {
                assert_eq!(ours, *theirs, "{len} bytes, {tier} against {name}");
            }
        });
    }
    batches::<Shake128Function>(&peers, hash::Shake128::backend);
}

#[test]
fn blake2b_agrees_with_every_peer() {
    check::<Blake2bFunction, hash::Blake2b512>(3, 5);
}

#[test]
fn blake2s_agrees_with_every_peer() {
    check::<Blake2sFunction, hash::Blake2s256>(3, 4);
}

/// Independent implementations of one function.
type Oracles = Vec<(&'static str, fn(&[u8]) -> Vec<u8>)>;

fn agrees_at_every_length(ours: impl Fn(&[u8]) -> Vec<u8>, oracles: &Oracles) {
    let data = random_bytes(1 << 20);
    for len in lengths() {
        let message = &data[data.len() - len..];
        at_every_tier(hash::Sha512::backend, |tier| {
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
