//! Operations at many values of a parameter: their names, and the agreement of every library with our answers.

use carnelian_bench::document::Parameter;
use carnelian_bench::op::ed25519::Ed25519;
use carnelian_bench::op::{self, Growing, Offers, Unit};
use carnelian_bench::registry;
use carnelian_bench::{ours, peer};
use std::collections::BTreeSet;

/// Names that users' scripts may contain, in addition to every operation over threads.
const NAMES: [(&str, Parameter); 13] = [
    ("sha512/SIZE", Parameter::Size),
    ("sha512/batchN-1KiB", Parameter::Batch),
    ("x25519/dh-batchN", Parameter::Batch),
    ("ed25519/sign-SIZE", Parameter::Size),
    ("ed25519/verify-SIZE", Parameter::Size),
    ("ed25519/sign-batchN", Parameter::Batch),
    ("ed25519/verify-batchN", Parameter::Batch),
    ("mldsa44/verify-batchN", Parameter::Batch),
    ("mldsa65/verify-batchN", Parameter::Batch),
    ("mldsa87/verify-batchN", Parameter::Batch),
    ("slhdsa-sha2-128f/verify-batchN", Parameter::Batch),
    ("slhdsa-shake-128f/verify-batchN", Parameter::Batch),
    ("edwards25519/msmN", Parameter::Batch),
];

/// Returns the smallest value, and two that are not powers of two.
fn some_values(growing: &Growing) -> [u64; 3] {
    let smallest = *growing.values().start();
    [smallest, smallest + 2, 97 + smallest]
}

#[test]
fn what_grows_is_named_once() {
    let growing = registry::growing();
    let names: BTreeSet<&str> = growing.iter().map(Growing::name).collect();
    assert_eq!(names.len(), growing.len());
    for (name, parameter) in NAMES {
        let found = growing.iter().find(|growing| growing.name() == name);
        assert_eq!(found.map(Growing::parameter), Some(parameter), "{name}");
    }
    for operation in registry::all() {
        assert!(names.contains(&*format!("{},threads", operation.name())), "{}", operation.name());
    }
    assert!(growing.iter().all(|growing| growing.includes().starts_with("one call: ")));
    assert!(growing.iter().all(|growing| growing.operation().is_some() == (growing.parameter() == Parameter::Threads)));
}

#[test]
fn names_lead_back_to_operations() {
    for operation in registry::all() {
        let found = registry::find(operation.name()).unwrap();
        assert_eq!((found.name(), found.unit()), (operation.name(), operation.unit()));
    }
    for growing in registry::growing() {
        let (smallest, largest) = growing.values().clone().into_inner();
        for value in [smallest, smallest + 3, largest] {
            let name = format!("{}={value}", growing.name());
            let (found, made) = (registry::find(&name).unwrap(), growing.at(value).unwrap());
            assert_eq!((found.name(), made.name()), (&*name, &*name));
            assert_eq!((found.unit(), found.includes()), (made.unit(), made.includes()));
            assert!(name.starts_with(&format!("{}/", found.family())), "{name}");
        }
        assert!(growing.at(smallest - 1).is_none() && growing.at(largest + 1).is_none(), "{}", growing.name());
    }
}

#[test]
fn a_name_that_stands_for_nothing_finds_nothing() {
    for name in [
        "",
        "=",
        "sha512",
        "sha512/SIZE",
        "sha512/SIZE=",
        "sha512/SIZE=0",
        "sha512/SIZE=63",
        "sha512/SIZE=abc",
        "sha512/SIZE=99999999999",
        "sha512/SIZE=99999999999999999999999",
        "sha512/SIZE=-64",
        "sha512/SIZE=+64",
        "sha512/SIZE=064",
        "sha512/SIZE= 64",
        "sha512/SIZE=64 ",
        "sha512/SIZE=64=64",
        "sha512/64B=64",
        "sha511/SIZE=64",
        "x25519/dh,threads",
        "x25519/dh,threads=0",
        "x25519/dh,threads=1025",
        "x25519/dh,threads=2,threads=2",
        "x25519/dj,threads=2",
    ] {
        assert!(registry::find(name).is_none(), "{name}");
    }
}

/// The fixed operations equal those with a parameter at a value, so a point of a curve is comparable with a row.
#[test]
fn units_are_those_of_the_value() {
    let unit = |name| registry::find(name).unwrap().unit();
    assert_eq!(unit("sha512/SIZE=4096"), Unit::Bytes(4096));
    assert_eq!(unit("ed25519/sign-SIZE=4096"), Unit::Operations(1));
    assert_eq!(unit("sha512/64B,threads=3"), Unit::Bytes(192));
    assert_eq!(unit("ed25519/verify-batch64,threads=2"), Unit::Operations(128));
    for (fixed, grown) in [
        ("sha512/64B", "sha512/SIZE=64"),
        ("sha512/1MiB", "sha512/SIZE=1048576"),
        ("sha512/batch8-1KiB", "sha512/batchN-1KiB=8"),
        ("x25519/dh-batch16", "x25519/dh-batchN=16"),
        ("ed25519/sign-batch16", "ed25519/sign-batchN=16"),
        ("ed25519/verify-batch64", "ed25519/verify-batchN=64"),
        ("mldsa65/verify-batch16", "mldsa65/verify-batchN=16"),
        ("slhdsa-sha2-128f/verify-batch16", "slhdsa-sha2-128f/verify-batchN=16"),
        ("edwards25519/msm1024", "edwards25519/msmN=1024"),
        ("x25519/keygen", "x25519/keygen,threads=1"),
    ] {
        assert_eq!(unit(fixed), unit(grown), "{fixed}");
    }
}

/// The operations that no crate in Rust offers.
const ONLY_IN_C: &str = "xsalsa20poly1305/";

#[test]
fn every_library_answers_as_we_do_at_any_value() {
    let ours = ours::library();
    let peers: Vec<_> = peer::all(&[]).into_iter().flatten().collect();
    for growing in registry::growing().iter().filter(|growing| growing.parameter() != Parameter::Threads) {
        let mut checked = 0;
        for value in some_values(growing) {
            let operation = growing.at(value).unwrap();
            operation.subject(&ours.offers).unwrap().calls.as_mut()(1);
            for peer in &peers {
                let Some(mut subject) = operation.subject(&peer.offers) else { continue };
                (subject.calls)(1);
                assert_eq!(operation.check(&ours.offers, &peer.offers), Ok(()), "{}, {}", operation.name(), peer.name);
                checked += 1;
            }
        }
        let is_offered = cfg!(feature = "peers-native") || !growing.name().starts_with(ONLY_IN_C);
        assert!(checked >= 3 || !is_offered, "{} is checked against {checked} answers", growing.name());
    }
}

/// The check covers the operation at that value: a library that is wrong only about large messages, or about the last
/// item of many, is detected there and nowhere else.
#[test]
fn lies_at_one_value_are_found_at_that_value() {
    let honest = || peer::all(&[]).into_iter().flatten().find(|library| library.name == "crrl").unwrap().offers;
    let ed25519 = || honest().get::<Ed25519>().unwrap().clone();
    let lies =
        |lie: Ed25519, name: &str| registry::find(name).unwrap().check(&honest(), &Offers::none().and(lie)).is_err();
    let about_large = || Ed25519 {
        signer: |seed| {
            let seed = *seed;
            Box::new(move |message| {
                let honest = peer::all(&[]).into_iter().flatten().find(|library| library.name == "crrl").unwrap();
                let mut signature = (honest.offers.get::<Ed25519>().unwrap().signer)(&seed)(message);
                signature[0] ^= u8::from(message.len() > 1000);
                signature
            })
        },
        ..ed25519()
    };
    for (name, found) in [
        ("ed25519/sign", false),
        ("ed25519/sign-SIZE=1000", false),
        ("ed25519/sign-SIZE=1001", true),
        ("ed25519/verify-SIZE=1000", false),
        ("ed25519/verify-SIZE=1001", true),
    ] {
        assert_eq!(lies(about_large(), name), found, "{name}");
    }
    // Accepts any batch of more than four.
    let of_many = || Ed25519 { verify_batch: Some(|all| all.len() > 4 || all.iter().all(valid)), ..ed25519() };
    for (name, found) in [("ed25519/verify-batchN=4", false), ("ed25519/verify-batchN=5", true)] {
        assert_eq!(lies(of_many(), name), found, "{name}");
    }
}

fn valid(signed: &op::ed25519::Signed) -> bool {
    let crrl = peer::all(&[]).into_iter().flatten().find(|library| library.name == "crrl").unwrap();
    (crrl.offers.get::<Ed25519>().unwrap().verify)(&signed.public_key, signed.message, &signed.signature)
}
