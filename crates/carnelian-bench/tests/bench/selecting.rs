//! Patterns.

use carnelian_bench::select::select;
use carnelian_bench::{BenchArgs, BenchError, Fault, peer};

const NAMES: [&str; 6] =
    ["sha512/64B", "sha512/1KiB", "sha512/16KiB", "sha512/1MiB", "sha512/batch8-1KiB", "ed25519/sign"];

fn selected(patterns: &[&str]) -> Result<Vec<&'static str>, BenchError> {
    let patterns: Vec<String> = patterns.iter().map(ToString::to_string).collect();
    Ok(select(&NAMES, &patterns)?.into_iter().map(|i| NAMES[i]).collect())
}

#[test]
fn patterns_select() {
    for (patterns, expected) in [
        (&[][..], &NAMES[..]),
        (&["sha512"], &NAMES[..5]),
        (&["1KiB"], &["sha512/1KiB", "sha512/batch8-1KiB"]),
        (&["512/1"], &["sha512/1KiB", "sha512/16KiB", "sha512/1MiB"]),
        (&["*1KiB"], &["sha512/1KiB", "sha512/batch8-1KiB"]),
        (&["*"], &NAMES),
        (&["s*B"], &NAMES[..5]),
        (&["sha512/?KiB"], &["sha512/1KiB"]),
        (&["sha512?1KiB"], &["sha512/1KiB"]),
        (&["sha512/[!1b]*"], &["sha512/64B"]),
        (&["*[0-9]KiB"], &["sha512/1KiB", "sha512/16KiB", "sha512/batch8-1KiB"]),
        (&["sign", "64B", "64B"], &["sha512/64B", "ed25519/sign"]),
    ] {
        assert_eq!(selected(patterns).unwrap(), expected, "{patterns:?}");
    }
}

#[test]
fn a_wildcard_pattern_must_match_the_whole_name() {
    assert!(matches!(selected(&["KiB*"]), Err(BenchError::NothingSelected { .. })));
    assert!(matches!(selected(&["sha512?"]), Err(BenchError::NothingSelected { .. })));
}

#[test]
fn a_pattern_that_selects_nothing_is_an_error_even_beside_one_that_does() {
    let error = selected(&["sha512", "sha511"]).unwrap_err();
    let said = error.to_string();
    let expected =
        "the families of operations are sha512, ed25519\nno operation matches `sha511`; did you mean `sha512`?";
    assert_eq!(said, expected);
    // Where nothing is near, the message ends with how to find out.
    let said = selected(&["no/such/operation"]).unwrap_err().to_string();
    assert!(said.ends_with("no operation matches `no/such/operation`; `carnelian bench --list` prints all"), "{said}");
}

#[test]
fn a_malformed_pattern_is_an_error() {
    for pattern in ["sha[512", "a**b", "***"] {
        let error = selected(&[pattern]).unwrap_err();
        assert!(matches!(error, BenchError::MalformedPattern { .. }), "{pattern}: {error}");
        assert!(error.to_string().contains(pattern));
    }
}

fn peers(args: &BenchArgs) -> Result<Vec<String>, BenchError> {
    Ok(peer::select(args)?.names().to_vec())
}

fn list(items: &[&str]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

#[test]
fn peers_are_selected_by_names_and_patterns() {
    let select = |items| peers(&BenchArgs { peers: list(items), ..BenchArgs::default() }).unwrap();
    assert_eq!(select(&["crrl"]), ["crrl"]);
    assert_eq!(select(&["*-dalek"]), ["curve25519-dalek", "x25519-dalek", "ed25519-dalek"]);
    assert_eq!(select(&["gmp (shared)", "sha2"]), ["sha2", "gmp (shared)"]);
    assert_eq!(select(&["crrl", "sha2*", "*x-sha2"]), ["sha2", "crrl", "libcrux-sha2"]);
    assert!(select(&["shared"]).iter().all(|name| name.ends_with(" (shared)")));
    assert_eq!(select(&["openssl"]), ["openssl"]);
    assert_eq!(select(&["openssl-"]), ["openssl-3 (shared)", "openssl-4 (shared)"]);
    assert_eq!(select(&["*"]), peer::names());
}

#[test]
fn without_a_list_all_peers_are_taken_if_any_are_asked_for() {
    assert_eq!(peers(&BenchArgs::default()).unwrap(), [""; 0]);
    assert_eq!(peers(&BenchArgs { compare: true, ..BenchArgs::default() }).unwrap(), peer::names());
    let by_path = BenchArgs { peer_lib: list(&["gmp=/nowhere"]), ..BenchArgs::default() };
    assert_eq!(peers(&by_path).unwrap(), peer::names());
    let both = BenchArgs { peers: list(&["crrl"]), ..by_path };
    assert_eq!(peers(&both).unwrap(), ["crrl", "gmp (shared)"]);
    assert_eq!(peer::select(&both).unwrap().libs()[0].path().to_str(), Some("/nowhere"));
}

#[test]
fn an_unknown_peer_is_refused_with_those_that_there_are() {
    let error = peers(&BenchArgs { peers: list(&["crrl", "botan"]), ..BenchArgs::default() }).unwrap_err();
    assert!(matches!(error, BenchError::UnknownPeer { .. }) && error.fault() == Fault::CommandLine);
    let said = error.to_string();
    assert!(said.contains("`botan`") && peer::names().iter().all(|name| said.contains(name)), "{said}");
    let error = peers(&BenchArgs { peers: list(&["dalek["]), ..BenchArgs::default() }).unwrap_err();
    assert!(matches!(error, BenchError::MalformedPattern { .. }), "{error}");
}

#[test]
fn a_path_is_given_with_a_name_that_is_known() {
    let refused = |items: &[&str]| {
        let error = peers(&BenchArgs { peer_lib: list(items), ..BenchArgs::default() }).unwrap_err();
        assert_eq!(error.fault(), Fault::CommandLine, "{error}");
        error
    };
    for malformed in ["libsodium", "=/lib/libsodium.so", "libsodium=", "="] {
        let error = refused(&[malformed]);
        assert!(matches!(error, BenchError::NotNameAndPath { .. }), "{error}");
    }
    let unknown = refused(&["crrl=/lib/crrl.so"]);
    assert!(matches!(unknown, BenchError::UnknownPeerLib { .. }), "{unknown}");
    let said = unknown.to_string();
    for known in "openssl-3 openssl-4 libsodium lib25519 libargon2 monocypher tweetnacl libgcrypt gmp liboqs wolfssl crypto_mb isa-l_crypto".split(' ')
    {
        assert!(said.contains(known), "{said}");
    }
    let repeated = refused(&["gmp=/a", "gmp (shared)=/b"]);
    assert!(matches!(repeated, BenchError::RepeatedPeerLib { .. }), "{repeated}");
}
