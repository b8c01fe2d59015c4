//! Consistency of the registries.

use carnelian_bench::op::{self, Unit};
use carnelian_bench::registry;
use carnelian_bench::{ours, peer};
use std::collections::BTreeSet;

/// Names that users' scripts may contain.
const NAMES: &[&str] = &[
    "sha256/64B",
    "sha256/1KiB",
    "sha256/16KiB",
    "sha256/1MiB",
    "sha256/batch8-1KiB",
    "sha256/batch16-1KiB",
    "sha512/64B",
    "sha512/1KiB",
    "sha512/16KiB",
    "sha512/1MiB",
    "sha512/batch8-1KiB",
    "sha3-256/64B",
    "sha3-256/1KiB",
    "sha3-256/16KiB",
    "sha3-256/1MiB",
    "sha3-256/batch8-1KiB",
    "shake128/64B",
    "shake128/1KiB",
    "shake128/16KiB",
    "shake128/1MiB",
    "shake128/batch8-1KiB",
    "blake2b/64B",
    "blake2b/1KiB",
    "blake2b/16KiB",
    "blake2b/1MiB",
    "blake2b/batch8-1KiB",
    "blake2s/64B",
    "blake2s/1KiB",
    "blake2s/16KiB",
    "blake2s/1MiB",
    "blake2s/batch8-1KiB",
    "blake2s/batch16-1KiB",
    "hmac-sha256/32B",
    "hmac-sha256/1KiB",
    "hmac-sha256/fresh-32B",
    "x25519/keygen",
    "x25519/dh",
    "x25519/dh-batch16",
    "x25519/keygen-random",
    "x25519/decode-secret",
    "x25519/decode-public",
    "x25519/dh-init",
    "ed25519/keygen",
    "ed25519/sign",
    "ed25519/sign-batch16",
    "ed25519/verify",
    "ed25519/prepare",
    "ed25519/verify-prepared",
    "ed25519/verify-batch64",
    "ed25519/open-59B",
    "ed25519/keygen-random",
    "ed25519/decode-secret",
    "ed25519/decode-public",
    "ed25519/sign-init",
    "ed25519/verify-init",
    "eddsa-blake2b/keygen",
    "eddsa-blake2b/sign",
    "eddsa-blake2b/verify",
    "edwards25519/msm16-encoded",
    "edwards25519/msm16",
    "edwards25519/msm256",
    "edwards25519/msm1024",
    "ristretto255/encode",
    "ristretto255/decode",
    "elligator2/map",
    "elligator2/rev",
    "elligator2/hidden-keypair",
    "chacha20poly1305/seal-64B",
    "chacha20poly1305/seal-1KiB",
    "chacha20poly1305/seal-16KiB",
    "chacha20poly1305/seal-1MiB",
    "chacha20poly1305/open-64B",
    "chacha20poly1305/open-1KiB",
    "chacha20poly1305/open-16KiB",
    "chacha20poly1305/open-1MiB",
    "xchacha20poly1305/seal-64B",
    "xchacha20poly1305/seal-1KiB",
    "xchacha20poly1305/seal-16KiB",
    "xchacha20poly1305/seal-1MiB",
    "xchacha20poly1305/open-64B",
    "xchacha20poly1305/open-1KiB",
    "xchacha20poly1305/open-16KiB",
    "xchacha20poly1305/open-1MiB",
    "aes128gcm/seal-64B",
    "aes128gcm/seal-1KiB",
    "aes128gcm/seal-16KiB",
    "aes128gcm/seal-1MiB",
    "aes128gcm/open-64B",
    "aes128gcm/open-1KiB",
    "aes128gcm/open-16KiB",
    "aes128gcm/open-1MiB",
    "aes256gcm/seal-64B",
    "aes256gcm/seal-1KiB",
    "aes256gcm/seal-16KiB",
    "aes256gcm/seal-1MiB",
    "aes256gcm/open-64B",
    "aes256gcm/open-1KiB",
    "aes256gcm/open-16KiB",
    "aes256gcm/open-1MiB",
    "aes256gcmsiv/seal-64B",
    "aes256gcmsiv/seal-1KiB",
    "aes256gcmsiv/seal-16KiB",
    "aes256gcmsiv/seal-1MiB",
    "aes256gcmsiv/open-64B",
    "aes256gcmsiv/open-1KiB",
    "aes256gcmsiv/open-16KiB",
    "aes256gcmsiv/open-1MiB",
    "aes256ctr/64B",
    "aes256ctr/1KiB",
    "aes256ctr/16KiB",
    "aes256ctr/1MiB",
    "xsalsa20poly1305/seal-64B",
    "xsalsa20poly1305/seal-1KiB",
    "xsalsa20poly1305/seal-16KiB",
    "xsalsa20poly1305/seal-1MiB",
    "xsalsa20poly1305/open-64B",
    "xsalsa20poly1305/open-1KiB",
    "xsalsa20poly1305/open-16KiB",
    "xsalsa20poly1305/open-1MiB",
    "nacl-box/seal-1KiB",
    "nacl-box/open-1KiB",
    "chacha20/64B",
    "chacha20/1KiB",
    "chacha20/16KiB",
    "chacha20/1MiB",
    "salsa20/64B",
    "salsa20/1KiB",
    "salsa20/1MiB",
    "poly1305/64B",
    "poly1305/1KiB",
    "poly1305/16KiB",
    "poly1305/1MiB",
    "argon2id/64MiB-t3-p1",
    "argon2id/64MiB-t3-p4",
    "argon2id/64MiB-t3-p1-in-memory",
    "argon2id/64MiB-t3-p4-in-memory",
    "argon2i/1MiB-t3-p1",
    "argon2i/64MiB-t3-p1",
];

#[test]
fn operations_are_named_once_and_measure_something() {
    let operations = registry::all();
    let names: BTreeSet<&str> = operations.iter().map(|operation| operation.name()).collect();
    assert_eq!(names.len(), operations.len());
    let ours = ours::library();
    for operation in &operations {
        let name = operation.name();
        assert!(name.starts_with(&format!("{}/", operation.family())), "{name} is not family/operation");
        let is_offered = operation.subject(&ours.offers).is_some();
        assert!(is_offered != operation.is_of_peers_only(), "{name}: whether we offer it ourselves");
        assert!(operation.includes().starts_with("one call: "), "{name}");
        let (Unit::Bytes(amount) | Unit::Operations(amount)) = operation.unit();
        assert!(amount > 0, "{name}");
    }
    for name in NAMES {
        assert!(names.contains(name), "{name}");
    }
}

#[test]
fn sizes_are_those_in_the_names() {
    let unit =
        |name| registry::all().iter().find(|operation| operation.name() == name).map(|operation| operation.unit());
    assert_eq!(unit("sha512/64B"), Some(Unit::Bytes(64)));
    assert_eq!(unit("sha512/1MiB"), Some(Unit::Bytes(1024 * 1024)));
    assert_eq!(unit("sha512/batch8-1KiB"), Some(Unit::Bytes(8 * 1024)));
    assert_eq!(unit("chacha20poly1305/seal-1KiB"), Some(Unit::Bytes(1024)));
    assert_eq!(unit("poly1305/16KiB"), Some(Unit::Bytes(16 * 1024)));
    assert_eq!(unit("x25519/dh"), Some(Unit::Operations(1)));
    assert_eq!(unit("x25519/dh-batch16"), Some(Unit::Operations(16)));
    assert_eq!(unit("ed25519/sign-batch16"), Some(Unit::Operations(16)));
    assert_eq!(unit("ed25519/verify-batch64"), Some(Unit::Operations(64)));
    assert_eq!(unit("edwards25519/msm1024"), Some(Unit::Operations(1024)));
    assert_eq!(unit("mldsa65/verify-batch16"), Some(Unit::Operations(16)));
    assert_eq!(unit("slhdsa-sha2-128f/verify-batch16"), Some(Unit::Operations(16)));
    assert_eq!(unit("argon2i/64MiB-t3-p1"), Some(Unit::Bytes(3 * 64 * 1024 * 1024)));
}

#[test]
fn peers_are_found_with_a_version_and_a_backend_or_say_why_not() {
    let peers = peer::all(&[]);
    let mut names = BTreeSet::from(["carnelian"]);
    for peer in &peers {
        let name = match peer {
            Ok(library) => {
                let says = library.version.starts_with(|c: char| c.is_ascii_digit());
                assert!(says || library.version == "unknown", "{library:?}");
                for operation in registry::all() {
                    if let Some(subject) = operation.subject(&library.offers) {
                        assert!(!subject.backend.is_empty(), "{}", library.name);
                    }
                }
                &*library.name
            }
            Err(missing) => {
                assert!(!missing.reason.is_empty(), "{}", missing.name);
                &*missing.name
            }
        };
        assert!(names.insert(name), "{name} is registered twice");
    }
    assert!(
        peers
            .iter()
            .map(|peer| peer.as_ref().map_or_else(|absent| &absent.name, |found| &found.name))
            .eq(&peer::names())
    );
    let found = |name| peers.iter().flatten().any(|library| library.name == name);
    for pure in [
        "sha1",
        "sha2",
        "curve25519-dalek",
        "x25519-dalek",
        "ed25519-dalek",
        "crrl",
        "ed25519-compact",
        "libcrux-sha2",
        "libcrux-curve25519",
        "libcrux-ed25519",
        "blake2",
        "blake2b_simd",
        "blake2s_simd",
        "hmac",
        "libcrux-blake2",
        "sha3",
        "shake",
        "argon2",
        "rust-argon2",
        "chacha20",
        "aes-gcm",
        "aes-gcm-siv",
        "ctr",
        "salsa20",
        "poly1305",
        "chacha20poly1305",
        "libcrux-chacha20poly1305",
        "libcrux-poly1305",
        "libcrux-ml-kem",
        "libcrux-ml-dsa",
        "ml-kem",
        "ml-dsa",
        "fips203",
        "fips204",
        "slh-dsa",
        "fips205",
        "x-wing",
    ] {
        assert!(found(pure), "{pure}");
    }
    for native in
        ["aws-lc-rs", "ring", "openssl", "libsodium", "s2n-bignum", "tweetnacl", "pqcrypto-mlkem", "pqcrypto-mldsa"]
    {
        assert!(names.contains(native) && found(native) == cfg!(feature = "peers-native"), "{native}");
    }
}

/// If a library has no batch function, its row says so.
#[test]
fn a_batch_without_a_call_for_many_is_said_to_be_one_by_one() {
    let operations = registry::all();
    let backend = |operation: &str, library: &peer::Library| {
        let operation = operations.iter().find(|candidate| candidate.name() == operation).unwrap();
        operation.subject(&library.offers).unwrap().backend
    };
    let peers = peer::all(&[]);
    let peer = |name| peers.iter().flatten().find(|library| library.name == name).unwrap();
    for (operation, name) in [
        ("sha512/batch8-1KiB", "sha2"),
        ("blake2b/batch8-1KiB", "blake2"),
        ("x25519/dh-batch16", "x25519-dalek"),
        ("ed25519/sign-batch16", "ed25519-dalek"),
        ("ed25519/verify-batch64", "crrl"),
        ("edwards25519/msm16", "crrl"),
    ] {
        assert!(backend(operation, peer(name)).ends_with(", one by one"), "{name}: {operation}");
    }
    for operation in ["sha512/batch8-1KiB", "x25519/dh-batch16", "ed25519/sign-batch16", "ed25519/verify-batch64"] {
        assert!(!backend(operation, &ours::library()).contains("one by one"), "{operation}");
    }
    assert!(!backend("ed25519/verify-batch64", peer("ed25519-dalek")).contains("one by one"));
    assert!(!backend("sha512/64B", peer("sha2")).contains("one by one"));
}

/// The items of a call are those of its name, and reports print the cost of one.
#[test]
fn calls_for_many_name_their_items() {
    let items = |name: &str| registry::find(name).unwrap().items().map(|items| (items.count, items.name));
    let many = |count, name: &str| Some((count, name.to_owned()));
    assert_eq!(items("x25519/dh-batch16"), many(16, "secret"));
    assert_eq!(items("ed25519/sign-batch16"), many(16, "signature"));
    assert_eq!(items("ed25519/verify-batch64"), many(64, "signature"));
    assert_eq!(items("edwards25519/msm16"), many(16, "point"));
    assert_eq!(items("edwards25519/msm16-encoded"), many(16, "point"));
    assert_eq!(items("sha512/batch8-1KiB"), many(8, "message"));
    assert_eq!(items("ed25519/verify-batchN=128"), many(128, "signature"));
    assert_eq!(items("ed25519/verify-batchN=1"), None);
    assert_eq!(items("mldsa65/verify-batch16"), many(16, "signature"));
    assert_eq!(items("slhdsa-shake-256s/verify-batch16"), many(16, "signature"));
    assert_eq!(items("x25519/dh"), None);
}

/// Only what searches is estimated by the mean.
#[test]
fn the_mean_is_the_estimate_of_what_searches() {
    let means = registry::all().into_iter().filter(|operation| operation.estimator() == op::Estimator::Mean);
    assert_eq!(means.map(|operation| operation.name().to_owned()).collect::<Vec<_>>(), ["elligator2/hidden-keypair"]);
}

#[test]
fn what_others_leave_to_the_next_call_is_not_compared() {
    let apart = registry::all().into_iter().filter(|operation| !operation.is_compared());
    let expected = "x25519/decode-secret x25519/decode-public ed25519/prepare ed25519/decode-secret \
                    ed25519/decode-public mldsa44/expand mldsa44/prepare mldsa65/expand mldsa65/prepare \
                    mldsa87/expand mldsa87/prepare";
    assert_eq!(apart.map(|operation| operation.name().to_owned()).collect::<Vec<_>>().join(" "), expected);
}

/// Every library that offers one of these operations gives our answers, and most have another library at hand.
#[test]
fn answers_to_the_operations_around_keys_agree() {
    const ALONE: [&str; 7] = [
        "eddsa-blake2b/keygen",
        "eddsa-blake2b/sign",
        "eddsa-blake2b/verify",
        "elligator2/map",
        "elligator2/rev",
        "elligator2/hidden-keypair",
        "ed25519/open-59B",
    ];
    let ours = ours::library();
    let peers: Vec<_> = peer::all(&[]).into_iter().flatten().collect();
    let prefixes = [
        "keygen-random",
        "decode-",
        "-init",
        "open-59B",
        "eddsa-blake2b/",
        "elligator2/",
        "msm16-encoded",
        "argon2i/1M",
    ];
    let operations = registry::all();
    let chosen: Vec<_> = operations
        .iter()
        .filter(|operation| prefixes.iter().any(|part| operation.name().contains(part)))
        .filter(|operation| !operation.name().starts_with("ristretto255/"))
        .collect();
    assert_eq!(chosen.len(), 24);
    for operation in chosen {
        let name = operation.name();
        assert_eq!(operation.check(&ours.offers, &ours.offers), Ok(()), "{name}");
        let offering: Vec<_> = peers.iter().filter(|peer| operation.subject(&peer.offers).is_some()).collect();
        for peer in &offering {
            assert_eq!(operation.check(&ours.offers, &peer.offers), Ok(()), "{name} of {}", peer.name);
        }
        let is_alone = ALONE.contains(&name) || operation.is_of_peers_only() || !cfg!(target_arch = "x86_64");
        assert!(!offering.is_empty() || is_alone, "{name} has no other library");
    }
}
