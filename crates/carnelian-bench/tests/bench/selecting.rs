//! Patterns.

use carnelian_bench::BenchError;
use carnelian_bench::select::select;

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
    assert!(said.contains("`sha511`") && NAMES.iter().all(|name| said.contains(name)), "{said}");
}

#[test]
fn a_malformed_pattern_is_an_error() {
    for pattern in ["sha[512", "a**b", "***"] {
        let error = selected(&[pattern]).unwrap_err();
        assert!(matches!(error, BenchError::MalformedPattern { .. }), "{pattern}: {error}");
        assert!(error.to_string().contains(pattern));
    }
}
