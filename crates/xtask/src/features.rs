//! Checks that the library compiles without features, with the default ones, with each one, and with each pair, except for
//! the features that implement other crates' traits, which are only checked one by one; without features and with each
//! one also where there is no operating system.

use crate::run;
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A target without an operating system and so without `std`: what builds there is `no_std`. It has 32-bit words and no
/// 64-bit atomics.
const BARE: &str = "thumbv7em-none-eabi";

/// The features that implement traits of other crates for existing types. They are independent of each other.
const INTEROP: &[&str] = &["aead", "digest", "kem", "rand_core", "serde", "signature"];

/// The feature that [`BARE`] does not support, nor any feature that enables it.
const HOSTED: &str = "std";

/// The arguments of `cargo xtask features`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Leaves out the pairs
    #[arg(long)]
    alone: bool,
}

/// Checks each combination, with warnings denied.
///
/// # Errors
/// If one does not compile.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut metadata = run::cargo(None);
    metadata.args(["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&run::output(&mut metadata)?)?;
    let features = features(&metadata).context("`cargo metadata` does not know the library")?;
    let mut hosted = if options.alone { alone(&features) } else { combinations(&features) };
    hosted.insert(with_what_they_ask_for(vec!["default"], &features));
    hosted.iter().try_for_each(|set| check(set, None))?;
    alone(&features).iter().filter(|set| !set.contains(HOSTED)).try_for_each(|set| check(set, Some(BARE)))
}

/// Features, and the other features that each enables.
type Features<'m> = BTreeMap<&'m str, Vec<&'m str>>;

/// Returns the library's features that are meant for users.
fn features(metadata: &Value) -> Option<Features<'_>> {
    let library = metadata["packages"].as_array()?.iter().find(|package| package["name"] == "carnelian")?;
    let of_users = library["features"].as_object()?.iter().filter(|(name, _)| !name.starts_with("__"));
    of_users.map(|(name, list)| Some((name.as_str(), asked_features(list)?))).collect()
}

/// Returns the features in the list of a feature. The other entries of such a list are dependencies and their features:
/// `dep:x`, `x/y`, `x?/y`.
fn asked_features(list: &Value) -> Option<Vec<&str>> {
    let names = list.as_array()?.iter().filter_map(Value::as_str);
    Some(names.filter(|name| !name.contains([':', '/'])).collect())
}

/// Returns the combinations to check: no features, each feature, and each pair. A combination contains everything that
/// its features enable, and each distinct combination occurs once.
fn combinations<'m>(features: &Features<'m>) -> BTreeSet<BTreeSet<&'m str>> {
    let names = features.keys().filter(|name| **name != "default" && !INTEROP.contains(name));
    let pairs = names.clone().flat_map(|a| names.clone().map(move |b| vec![*a, *b]));
    let alone = features.keys().filter(|name| INTEROP.contains(name)).map(|name| vec![*name]);
    let asked = pairs.chain(alone).chain([vec![]]);
    asked.map(|asked| with_what_they_ask_for(asked, features)).collect()
}

/// Returns no features, and each feature by itself: the combinations to check without an operating system.
fn alone<'m>(features: &Features<'m>) -> BTreeSet<BTreeSet<&'m str>> {
    let asked = features.keys().filter(|name| **name != "default").map(|name| vec![*name]).chain([vec![]]);
    asked.map(|asked| with_what_they_ask_for(asked, features)).collect()
}

fn with_what_they_ask_for<'m>(mut open: Vec<&'m str>, features: &Features<'m>) -> BTreeSet<&'m str> {
    let mut all = BTreeSet::new();
    while let Some(name) = open.pop() {
        if all.insert(name) {
            open.extend(features.get(name).into_iter().flatten());
        }
    }
    all.remove("default");
    all
}

fn check(features: &BTreeSet<&str>, target: Option<&str>) -> Result<()> {
    let features = features.iter().copied().collect::<Vec<_>>().join(" ");
    println!("features [{features}]{}", target.map(|target| format!(" for {target}")).unwrap_or_default());
    let mut cargo = run::cargo(None);
    cargo.args(["check", "--quiet", "--package", "carnelian", "--no-default-features"]);
    cargo.args(["--features", &features]);
    if let Some(target) = target {
        cargo.args(["--target", target]);
    }
    run::run(cargo.env("RUSTFLAGS", "-Dwarnings"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata() -> Value {
        serde_json::json!({ "packages": [
            { "name": "other", "features": { "x": [] } },
            { "name": "carnelian", "features": {
                "default": ["std", "curve"],
                "std": ["alloc", "dep:getrandom"],
                "alloc": ["zeroize/alloc"],
                "curve": ["dep:fiat-crypto"],
                "encoding": ["alloc", "dep:der"],
                "rayon": ["std", "dep:rayon"],
                "serde": ["dep:serde", "curve"],
                "__internals": ["std"],
            } },
        ]})
    }

    #[test]
    fn hidden_features_and_dependencies_are_left_out() {
        let metadata = metadata();
        let features = features(&metadata).unwrap();
        assert_eq!(
            features.keys().copied().collect::<Vec<_>>(),
            ["alloc", "curve", "default", "encoding", "rayon", "serde", "std"]
        );
        assert_eq!((&features["std"], &features["curve"]), (&vec!["alloc"], &vec![]));
    }

    #[test]
    fn features_are_built_alone_and_in_pairs() {
        let metadata = metadata();
        let found = combinations(&features(&metadata).unwrap());
        let found: Vec<String> = found.iter().map(|set| set.iter().copied().collect::<Vec<_>>().join(" ")).collect();
        let expected = [
            "",
            "alloc",
            "alloc curve",
            "alloc curve encoding",
            "alloc curve rayon std",
            "alloc curve std",
            "alloc encoding",
            "alloc encoding rayon std",
            "alloc encoding std",
            "alloc rayon std",
            "alloc std",
            "curve",
            "curve serde",
        ];
        assert_eq!(found, expected);
        let found = alone(&features(&metadata).unwrap());
        let found: Vec<String> = found.iter().map(|set| set.iter().copied().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(found, ["", "alloc", "alloc encoding", "alloc rayon std", "alloc std", "curve", "curve serde"]);
    }
}
