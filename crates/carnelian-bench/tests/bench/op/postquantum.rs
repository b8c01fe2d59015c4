//! The operations of the post-quantum family: their names, the libraries beside ours, and how they are measured.

use carnelian_bench::op::{self, mldsa, slhdsa};
use carnelian_bench::registry;
use carnelian_bench::{ours, peer};
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
const OF_SLH_DSA: [&str; 5] = ["keygen", "sign", "sign-prepared", "verify", "verify-batch16"];
/// The sets of SLH-DSA whose signatures are fast, and those whose signatures are small.
const SLH_DSA_F: [&str; 6] = [
    "slhdsa-sha2-128f",
    "slhdsa-sha2-192f",
    "slhdsa-sha2-256f",
    "slhdsa-shake-128f",
    "slhdsa-shake-192f",
    "slhdsa-shake-256f",
];
const SLH_DSA_S: [&str; 6] = [
    "slhdsa-sha2-128s",
    "slhdsa-sha2-192s",
    "slhdsa-sha2-256s",
    "slhdsa-shake-128s",
    "slhdsa-shake-192s",
    "slhdsa-shake-256s",
];

/// Returns whether there may be no other library with this operation: none prepares a signing key in a step of its own,
/// none has prepared keys of SLH-DSA or makes one signature on many threads, and others do only what they can on some
/// CPUs or with `peers-native`.
fn may_be_alone(name: &str) -> bool {
    let is_native = name.starts_with("x25519mlkem768/") && !cfg!(feature = "peers-native");
    let is_ours = name.starts_with("slhdsa") && (name.ends_with("/sign-prepared") || name.ends_with("/sign-rayon"));
    is_native || is_ours || name.ends_with("/expand") || name.starts_with("mlkem") && name.contains("prepare")
}

fn names() -> BTreeSet<String> {
    let families: [(&[&str], &[&str]); 5] = [
        (&["mlkem512", "mlkem768", "mlkem1024"], &OF_ML_KEM),
        (&["mldsa44", "mldsa65", "mldsa87"], &OF_ML_DSA),
        (&SLH_DSA_F, &OF_SLH_DSA),
        (&SLH_DSA_S, &OF_SLH_DSA),
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
    let families = ["mlkem", "mldsa", "slhdsa", "xwing", "x25519mlkem"];
    let is_chosen = |name: &str| families.iter().any(|family| name.starts_with(family));
    registry::all().into_iter().filter(|operation| is_chosen(operation.name())).collect()
}

#[test]
fn every_operation_has_its_name() {
    let found = operations().into_iter().map(|operation| operation.name().to_owned());
    assert_eq!(found.filter(|name| !name.ends_with("/sign-rayon")).collect::<BTreeSet<_>>(), names());
}

/// Returns whether a family is no set of SLH-DSA, or one that stands for the others: a signature of those takes some
/// libraries seconds. The tests of the library compare all sets.
fn is_quick(family: &str) -> bool {
    !family.starts_with("slhdsa") || ["slhdsa-sha2-128s", "slhdsa-sha2-192f", "slhdsa-shake-128f"].contains(&family)
}

/// Every library that offers one of these operations gives our answers, and most have another library at hand.
#[test]
fn answers_agree_with_every_peer() {
    let ours = ours::library();
    let peers: Vec<_> = peer::all(&[]).into_iter().flatten().collect();
    for operation in operations() {
        let name = operation.name();
        assert!(operation.subject(&ours.offers).is_some(), "{name}");
        let offering: Vec<_> = peers.iter().filter(|peer| operation.subject(&peer.offers).is_some()).collect();
        for peer in [&ours].into_iter().chain(offering.iter().copied()).filter(|_| is_quick(operation.family())) {
            assert_eq!(operation.check(&ours.offers, &peer.offers), Ok(()), "{name} of {}", peer.name);
        }
        assert!(!offering.is_empty() || may_be_alone(name), "{name} has no other library");
    }
}

/// Every call that is measured can be made, by every library.
#[test]
fn calls_are_made() {
    let libraries = peer::all(&[]).into_iter().flatten().chain([ours::library()]);
    for library in libraries {
        for operation in operations().into_iter().filter(|operation| is_quick(operation.family())) {
            if let Some(mut subject) = operation.subject(&library.offers) {
                (subject.calls)(2);
            }
        }
    }
}

/// The number of attempts at a signature of ML-DSA depends on the message, and the number of hashes in a verification of
/// SLH-DSA on the signature, so samples consist of all messages. Operations by name have a test of their own.
#[test]
fn calls_of_different_cost_are_averaged() {
    let is_by_name = |operation: &dyn op::Operation| {
        let by_name = op::by_name::operations_of(operation.family());
        let same = |of: &dyn op::Operation| of.name() == operation.name() && of.includes() == operation.includes();
        by_name.iter().any(|of| same(&**of))
    };
    for operation in registry::all().into_iter().filter(|operation| !is_by_name(&**operation)) {
        let name = operation.name();
        let is_signing = name.starts_with("mldsa") && name.contains("/sign");
        let cycle = match () {
            () if is_signing => mldsa::TURNS,
            () if name.starts_with("slhdsa") && name.ends_with("/verify") => slhdsa::TURNS,
            () => 1,
        };
        assert_eq!(operation.cycle(), cycle as u64, "{name}");
    }
    let on_threads = registry::find("mldsa65/sign,threads=2").unwrap();
    assert_eq!(on_threads.cycle(), mldsa::TURNS as u64);
}

/// Sizes of FIPS 203 Table 3, FIPS 204 Table 2, FIPS 205 Table 2, and the drafts of the hybrids.
#[test]
fn sizes_are_those_of_the_standards() {
    let schemes = registry::schemes();
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
    for (set, n, signature) in [
        ("128s", 16, 7856),
        ("128f", 16, 17088),
        ("192s", 24, 16224),
        ("192f", 24, 35664),
        ("256s", 32, 29792),
        ("256f", 32, 49856),
    ] {
        let (seeds, private, public) = (3 * n, 4 * n, 2 * n);
        let expected = format!("seeds {seeds}, private key {private}, public key {public}, signature {signature}");
        for functions in ["SHA2", "SHAKE"] {
            assert_eq!(sizes(&format!("SLH-DSA-{functions}-{set}")), expected);
        }
    }
    assert_eq!(sizes("X-Wing"), "decapsulation key 32, encapsulation key 1216, ciphertext 1120, shared secret 32");
    assert_eq!(sizes("X25519MLKEM768"), "encapsulation key 1216, ciphertext 1120, shared secret 64");
}

/// The roles of schemes and the operations of prepared keys are operations.
#[test]
fn schemes_and_prepared_keys_name_operations() {
    let names: BTreeSet<String> = registry::all().iter().map(|operation| operation.name().to_owned()).collect();
    for (role, operation) in registry::schemes().into_iter().flat_map(|scheme| scheme.roles) {
        assert!(names.contains(&operation), "{role}: {operation}");
    }
    let prepared = registry::prepared_keys();
    assert_eq!(prepared.len(), 10);
    for keys in prepared {
        for operation in [keys.prepare, keys.plain, keys.prepared] {
            assert!(names.contains(operation), "{}: {operation}", keys.keys);
        }
    }
}
