//! Argon2id with small memories.

use super::{at_every_tier, ours, peers, random_arrays, random_bytes};
use carnelian::kdf::argon2;
use carnelian_bench::op::argon2::{Argon2id, Cost};
use carnelian_bench::peer::Library;

/// Returns the keys computed in every available manner: in a single call, and twice in preallocated memory.
fn keys(library: &Library, cost: Cost, password: &[u8], salt: &[u8; 16]) -> Vec<[u8; 32]> {
    let offer = library.offers.get::<Argon2id>().unwrap();
    let again = offer.in_memory.map(|memory| {
        let mut hash = memory(cost);
        [hash(password, salt), hash(password, salt)]
    });
    again.into_iter().flatten().chain([(offer.hash)(cost, password, salt)]).collect()
}

#[test]
fn costs_agree_with_every_peer() {
    let (ours, peers) = (ours::<Argon2id>(), peers::<Argon2id>(2, 4));
    let costs =
        [(8, 1, 1), (9, 3, 1), (64, 2, 1), (1024, 1, 1), (8 << 10, 3, 1), (33, 3, 4), (1000, 2, 3), (4096, 3, 4)];
    for (salt, (memory_kib, passes, lanes)) in random_arrays(1).zip(costs) {
        let (cost, password) = (Cost { memory_kib, passes, lanes }, random_bytes(memory_kib as usize % 50));
        // libsodium requires at least one pass and at least 8 KiB of memory.
        let peers = peers.iter().filter(|peer| peer.offers.get::<Argon2id>().unwrap().most_lanes >= lanes);
        let theirs: Vec<_> = peers.map(|peer| (&peer.name, keys(peer, cost, &password, &salt))).collect();
        at_every_tier(argon2::backend, |tier| {
            let keys = keys(&ours, cost, &password, &salt);
            for (name, theirs) in &theirs {
                let agree = theirs.iter().chain(&keys).all(|key| *key == keys[0]);
                assert!(agree, "{cost:?}, {tier} against {name}");
            }
        });
    }
}
