//! What is registered hangs together.

use carnelian_bench::op::{self, Unit};
use carnelian_bench::peer;
use std::collections::BTreeSet;

#[test]
fn operations_are_named_once_and_measure_something() {
    let operations = op::all();
    let names: BTreeSet<&str> = operations.iter().map(|operation| operation.name()).collect();
    assert_eq!(names.len(), operations.len());
    let ours = peer::carnelian::library();
    for operation in &operations {
        let name = operation.name();
        assert!(name.starts_with(&format!("{}/", operation.family())), "{name} is not family/operation");
        assert!(operation.subject(&ours.offers).is_some(), "we do not offer {name} ourselves");
        assert!(operation.includes().starts_with("one call: "), "{name}");
        let (Unit::Bytes(amount) | Unit::Operations(amount)) = operation.unit();
        assert!(amount > 0, "{name}");
    }
    for name in ["sha512/64B", "sha512/1KiB", "sha512/16KiB", "sha512/1MiB", "sha512/batch8-1KiB"] {
        assert!(names.contains(name), "{name}");
    }
}

#[test]
fn sizes_are_those_in_the_names() {
    let unit = |name| op::all().iter().find(|operation| operation.name() == name).map(|operation| operation.unit());
    assert_eq!(unit("sha512/64B"), Some(Unit::Bytes(64)));
    assert_eq!(unit("sha512/1MiB"), Some(Unit::Bytes(1024 * 1024)));
    assert_eq!(unit("sha512/batch8-1KiB"), Some(Unit::Bytes(8 * 1024)));
}

#[test]
fn peers_are_found_with_a_version_and_a_backend_or_say_why_not() {
    let peers = peer::all();
    let mut names = BTreeSet::from(["carnelian"]);
    for peer in &peers {
        let name = match peer {
            Ok(library) => {
                assert!(library.version.starts_with(|c: char| c.is_ascii_digit()), "{library:?}");
                for operation in op::all() {
                    if let Some(subject) = operation.subject(&library.offers) {
                        assert!(!subject.backend.is_empty(), "{}", library.name);
                    }
                }
                library.name
            }
            Err(missing) => {
                assert!(!missing.reason.is_empty(), "{}", missing.name);
                missing.name
            }
        };
        assert!(names.insert(name), "{name} is registered twice");
    }
    let found = |name| peers.iter().flatten().any(|library| library.name == name);
    assert!(found("sha2") && found("libcrux-sha2"));
    for native in ["aws-lc-rs", "ring", "openssl", "libsodium"] {
        assert!(names.contains(native) && found(native) == cfg!(feature = "peers-native"), "{native}");
    }
}
