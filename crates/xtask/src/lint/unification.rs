//! Checks that what is installed is what is tested: that a build of the whole workspace compiles it with the features that
//! a build of it alone has.
//!
//! Cargo compiles a crate once for all members of the workspace that are built together, with the features of any of them.
//! So a feature that one member switches on reaches a library that is built beside it, and is missing from what a user
//! builds. Features that add code and change none are listed in [`ADDITIVE`]; any other one is a finding.

use crate::finding::Finding;
use crate::run;
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet};

/// The crates that are built and installed by themselves, with the options of the documented command, and the library as
/// most programs depend on it.
const INSTALLED: &[(&str, &[&str])] = &[
    ("carnelian", &[]),
    ("carnelian-cli", &["--no-default-features"]),
    ("carnelian-capi", &[]),
    ("carnelian-python", &[]),
    ("carnelian-donna", &[]),
    ("carnelian-lib25519", &[]),
    ("carnelian-monocypher", &[]),
    ("carnelian-sodium", &[]),
    ("carnelian-tweetnacl", &[]),
];

/// Crates with the features that a build of the workspace may add to them, and the reason why nothing else changes.
const ADDITIVE: &[(&str, &[&str], &str)] = &[
    ("bitflags", &["std"], "an implementation of a trait"),
    (
        "carnelian",
        &["__internals", "threads"],
        "hooks of the tests; threads for programs that ask for them at run time",
    ),
    ("carnelian-cli", &["bench", "default"], "two subcommands more"),
    ("const-oid", &["db"], "a table of names"),
    ("crypto-common", &["rand_core"], "functions that generate keys"),
    ("digest", &["rand_core"], "functions that generate keys"),
    ("hybrid-array", &["alloc", "ctutils", "extra-sizes"], "implementations of traits for other lengths"),
    ("libc", &["default", "extra_traits", "std"], "implementations of traits for structures"),
    ("num-bigint", &["default"], "a name for what is there"),
    ("num-traits", &["default"], "a name for what is there"),
    ("once_cell", &["default"], "a name for what is there"),
    ("rustix", &["alloc", "default", "fs", "param", "std", "stdio", "termios"], "system calls"),
    ("serde_core", &["alloc", "default"], "implementations of traits"),
    ("zeroize", &["default", "derive", "zeroize_derive"], "a macro"),
];

/// The features of each package, by its name and version.
type Features = BTreeMap<(String, String), BTreeSet<String>>;

/// Runs cargo and compares.
///
/// # Errors
/// If cargo fails.
pub(super) fn check() -> Result<Vec<Finding>> {
    let all = features(&["--workspace"])?;
    let mut findings = Vec::new();
    let mut needed = BTreeSet::new();
    for (name, options) in INSTALLED {
        let alone = features(&[&["--package", name], *options].concat())?;
        findings.extend(compare(name, &alone, &all, &mut needed));
    }
    findings.extend(stale(&needed));
    Ok(findings)
}

/// The crates and features of [`ADDITIVE`] that a build of the workspace adds.
type Needed = BTreeSet<(&'static str, &'static str)>;

/// Returns the features that are listed and that no build adds.
fn stale(needed: &Needed) -> Vec<Finding> {
    let listed = ADDITIVE.iter().flat_map(|(name, features, _)| features.iter().map(move |feature| (*name, *feature)));
    let unneeded = listed.filter(|entry| !needed.contains(entry));
    let finding = |(name, feature)| {
        let message = format!("the feature {feature} of {name} is listed, and is added to nothing that is installed");
        Finding::new("crates/xtask/src/lint/unification.rs", 0, message)
    };
    unneeded.map(finding).collect()
}

/// Returns what is linked in a build with these options.
fn features(options: &[&str]) -> Result<Features> {
    let mut tree = run::cargo(None);
    tree.args(["tree", "--locked", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}|{f}"]);
    Ok(read(&run::output(tree.args(options))?))
}

/// Reads the output of `cargo tree`: `name v1.2.3 (path)|feature,feature (*)`. A crate that is compiled more than once, for
/// a program and for a build script, has the features of both.
fn read(printed: &str) -> Features {
    let mut all = Features::new();
    for line in printed.lines() {
        let Some((package, features)) = line.split_once('|') else { continue };
        let mut words = package.split_whitespace();
        let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
        let features = features.trim_end_matches(" (*)").split(',').filter(|feature| !feature.is_empty());
        all.entry((name.to_owned(), version.to_owned())).or_default().extend(features.map(str::to_owned));
    }
    all
}

/// Returns the features that a build of the workspace adds to what `installed` links. Adds those that are listed to
/// `needed`.
fn compare(installed: &str, alone: &Features, all: &Features, needed: &mut Needed) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (package, features) in alone {
        let (name, version) = package;
        let Some(in_all) = all.get(package) else {
            findings.push(Finding::new(installed, 0, format!("links {name} {version}, which the workspace does not")));
            continue;
        };
        let mut added = Vec::new();
        for feature in in_all.difference(features) {
            match additive(name, feature) {
                Some(entry) => _ = needed.insert(entry),
                None => added.push(feature.as_str()),
            }
        }
        if !added.is_empty() {
            let added = added.join(", ");
            let message = format!(
                "is built with other features beside the rest of the workspace: {name} {version} has {added} too; list \
                 them in lint/unification.rs if they change nothing"
            );
            findings.push(Finding::new(installed, 0, message));
        }
    }
    findings
}

/// Returns the entry of [`ADDITIVE`] for a feature.
fn additive(name: &str, feature: &str) -> Option<(&'static str, &'static str)> {
    let (name, features, _) = ADDITIVE.iter().find(|(known, ..)| *known == name)?;
    features.iter().find(|known| **known == feature).map(|feature| (*name, *feature))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str = "carnelian v0.1.0 (/path)|__internals,rayon,std (*)\nother v1.0.0|a,b\nzeroize v1.9.1|derive\n";

    #[test]
    fn a_feature_of_another_member_is_found() {
        let alone = read("carnelian v0.1.0 (/path)|std\nother v1.0.0|a,b\nzeroize v1.9.1|\n");
        let mut needed = Needed::new();
        let findings = compare("carnelian-capi", &alone, &read(ALL), &mut needed);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].message.contains("carnelian v0.1.0 has rayon too"));
        assert_eq!(needed, [("carnelian", "__internals"), ("zeroize", "derive")].into());
    }

    #[test]
    fn a_listed_feature_that_nothing_adds_is_found() {
        let all = ADDITIVE.iter().flat_map(|(name, features, _)| features.iter().map(|feature| (*name, *feature)));
        let mut needed: Needed = all.collect();
        assert_eq!(stale(&needed), []);
        needed.remove(&("zeroize", "derive"));
        let findings = stale(&needed);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].message.contains("derive of zeroize"));
    }

    #[test]
    fn the_library_is_compared_as_programs_depend_on_it() {
        assert!(INSTALLED.contains(&("carnelian", &[])));
    }

    #[test]
    fn another_version_is_found() {
        let findings = compare("carnelian-capi", &read("other v2.0.0|"), &read(ALL), &mut Needed::new());
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].message.contains("other v2.0.0"));
    }

    #[test]
    fn equal_features_are_fine() {
        let alone = read("other v1.0.0|b,a (*)\n\nother v1.0.0|");
        assert!(compare("carnelian-capi", &alone, &read(ALL), &mut Needed::new()).is_empty());
    }
}
