//! The operations of the post-quantum family: their names, the libraries beside ours, and how they are measured.

use carnelian_bench::op::{self, mldsa};
use carnelian_bench::peer;
use std::collections::BTreeSet;

/// Names that users' scripts may contain, of each set or of each family.
const OF_ML_KEM: [&str; 12] = [
    "keygen",
    "encaps",
    "decaps",
    "prepare",
    "encaps-prepared",
    "decaps-prepared",
    "keygen-random",
    "encaps-random",
    "roundtrip",
    "keygen-batch16",
    "encaps-batch16",
    "decaps-batch16",
];
const OF_ML_DSA: [&str; 9] = [
    "keygen",
    "keygen-random",
    "sign",
    "expand",
    "sign-prepared",
    "verify",
    "prepare",
    "verify-prepared",
    "verify-batch16",
];

/// Returns whether there may be no other library with this operation: none prepares a signing key in a step of its own,
/// and others do only what they can on some CPUs or with `peers-native`.
fn may_be_alone(name: &str) -> bool {
    let is_native = name.starts_with("x25519mlkem768/") && !cfg!(feature = "peers-native");
    is_native || name.ends_with("/expand") || name.starts_with("mlkem") && name.contains("prepare")
}

fn names() -> BTreeSet<String> {
    let families: [(&[&str], &[&str]); 3] = [
        (&["mlkem512", "mlkem768", "mlkem1024"], &OF_ML_KEM),
        (&["mldsa44", "mldsa65", "mldsa87"], &OF_ML_DSA),
        (&["xwing", "x25519mlkem768"], &["keygen", "encaps", "decaps"]),
    ];
    let mut names = BTreeSet::new();
    for (families, operations) in families {
        for family in families {
            names.extend(operations.iter().map(|operation| format!("{family}/{operation}")));
        }
    }
    names
}

fn operations() -> Vec<Box<dyn op::Operation>> {
    let families = ["mlkem", "mldsa", "xwing", "x25519mlkem"];
    let is_chosen = |name: &str| families.iter().any(|family| name.starts_with(family));
    op::all().into_iter().filter(|operation| is_chosen(operation.name())).collect()
}

#[test]
fn every_operation_has_its_name() {
    let found: BTreeSet<String> = operations().iter().map(|operation| operation.name().to_owned()).collect();
    assert_eq!(found, names());
}

/// Every library that offers one of these operations gives our answers, and most have another library at hand.
#[test]
fn answers_agree_with_every_peer() {
    let ours = peer::carnelian::library();
    let peers: Vec<_> = peer::all(&[]).into_iter().flatten().collect();
    for operation in operations() {
        let name = operation.name();
        assert!(operation.subject(&ours.offers).is_some(), "{name}");
        assert_eq!(operation.check(&ours.offers, &ours.offers), Ok(()), "{name}");
        let offering: Vec<_> = peers.iter().filter(|peer| operation.subject(&peer.offers).is_some()).collect();
        for peer in &offering {
            assert_eq!(operation.check(&ours.offers, &peer.offers), Ok(()), "{name} of {}", peer.name);
        }
        assert!(!offering.is_empty() || may_be_alone(name), "{name} has no other library");
    }
}

/// Every call that is measured can be made, by every library.
#[test]
fn calls_are_made() {
    let libraries = peer::all(&[]).into_iter().flatten().chain([peer::carnelian::library()]);
    for library in libraries {
        for operation in operations() {
            if let Some(mut subject) = operation.subject(&library.offers) {
                (subject.calls)(2);
            }
        }
    }
}

/// The number of attempts at a signature depends on the message, so samples consist of all messages.
#[test]
fn signing_is_averaged_over_its_messages() {
    for operation in op::all() {
        let name = operation.name();
        let is_signing = name.starts_with("mldsa") && name.contains("/sign");
        assert_eq!(operation.cycle(), if is_signing { mldsa::TURNS as u64 } else { 1 }, "{name}");
    }
    let on_threads = op::find("mldsa65/sign,threads=2").unwrap();
    assert_eq!(on_threads.cycle(), mldsa::TURNS as u64);
}

/// Sizes of FIPS 203 Table 3, FIPS 204 Table 2, and the drafts of the hybrids.
#[test]
fn sizes_are_those_of_the_standards() {
    let schemes = op::schemes();
    let sizes = |name: &str| {
        let scheme = schemes.iter().find(|scheme| scheme.name == name).unwrap();
        scheme.sizes.iter().map(|(what, bytes)| format!("{what} {bytes}")).collect::<Vec<_>>().join(", ")
    };
    let kem = |key, public, ciphertext| {
        format!(
            "seed 64, decapsulation key {key}, encapsulation key {public}, ciphertext {ciphertext}, shared secret 32"
        )
    };
    assert_eq!(sizes("ML-KEM-512"), kem(1632, 800, 768));
    assert_eq!(sizes("ML-KEM-768"), kem(2400, 1184, 1088));
    assert_eq!(sizes("ML-KEM-1024"), kem(3168, 1568, 1568));
    let signature = |key, public, signature| {
        format!("seed 32, expanded private key {key}, public key {public}, signature {signature}")
    };
    assert_eq!(sizes("ML-DSA-44"), signature(2560, 1312, 2420));
    assert_eq!(sizes("ML-DSA-65"), signature(4032, 1952, 3309));
    assert_eq!(sizes("ML-DSA-87"), signature(4896, 2592, 4627));
    assert_eq!(sizes("X-Wing"), "decapsulation key 32, encapsulation key 1216, ciphertext 1120, shared secret 32");
    assert_eq!(sizes("X25519MLKEM768"), "encapsulation key 1216, ciphertext 1120, shared secret 64");
}

/// The roles of schemes and the operations of prepared keys are operations.
#[test]
fn schemes_and_prepared_keys_name_operations() {
    let names: BTreeSet<String> = op::all().iter().map(|operation| operation.name().to_owned()).collect();
    for (role, operation) in op::schemes().into_iter().flat_map(|scheme| scheme.roles) {
        assert!(names.contains(&operation), "{role}: {operation}");
    }
    let prepared = op::prepared_keys();
    assert_eq!(prepared.len(), 10);
    for keys in prepared {
        for operation in [keys.prepare, keys.plain, keys.prepared] {
            assert!(names.contains(operation), "{}: {operation}", keys.keys);
        }
    }
}
