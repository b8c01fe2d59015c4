//! Every peer is an oracle for our own code, at every tier of this CPU.
//!
//! With `peers-native` the C libraries take part too.

mod argon2;
mod cipher;
mod ed25519;
mod edwards25519;
mod hashing;
mod hmac;
mod mldsa;
mod mlkem;
mod ristretto255;
mod slhdsa;
mod x25519;

use carnelian::__internals::{TestRandom, at_most, tell_tiers_not_run, tiers};
use carnelian::cpu::Tier;
use carnelian::random::Random;
use carnelian_bench::ours;
use carnelian_bench::peer::{self, Library};
use std::collections::BTreeSet;

/// Returns the peers that offer `O`: at least `pure` of them, and at least `native` with the C libraries.
fn peers<O: 'static>(pure: usize, native: usize) -> Vec<Library> {
    let peers: Vec<Library> =
        peer::all(&[]).into_iter().flatten().filter(|peer| peer.offers.get::<O>().is_some()).collect();
    assert!(peers.len() >= if cfg!(feature = "peers-native") { native } else { pure }, "too few oracles: {peers:?}");
    peers
}

/// Returns our library, which offers `O`.
fn ours<O: 'static>() -> Library {
    let ours = ours::library();
    assert!(ours.offers.get::<O>().is_some(), "we offer {ours:?}");
    ours
}

/// Runs `check` at every tier of this CPU, and fails if the best one was not run.
fn at_every_tier(backend: fn() -> &'static str, mut check: impl FnMut(Tier)) {
    let mut ran = BTreeSet::new();
    for tier in tiers() {
        at_most(tier, || {
            ran.insert(backend());
            check(tier);
        });
    }
    assert!(ran.contains(backend()), "{} did not run", backend());
}

#[test]
fn tiers_that_are_not_run_are_told() {
    tell_tiers_not_run();
}

fn random_bytes(len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    TestRandom::new(len as u64).fill(&mut bytes).unwrap();
    bytes
}

/// Returns an infinite sequence of arrays of random bytes.
fn random_arrays<const LEN: usize>(seed: u64) -> impl Iterator<Item = [u8; LEN]> {
    let mut random = TestRandom::new(seed);
    std::iter::repeat_with(move || {
        let mut bytes = [0; LEN];
        random.fill(&mut bytes).unwrap();
        bytes
    })
}
