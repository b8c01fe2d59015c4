//! The library builds with each of its features alone, with none, and where there is no operating system.

use crate::run;
use anyhow::{Context, Result};
use serde_json::Value;

/// A target without an operating system and so without `std`: what builds there is `no_std`. 32 bits, and no 64-bit
/// atomics either.
const BARE: &str = "thumbv7em-none-eabi";

/// The features that must build on [`BARE`].
const BARE_FEATURES: &[&str] = &["", "alloc"];

/// Builds each combination, with warnings denied.
///
/// # Errors
/// If one does not build.
pub(crate) fn run() -> Result<()> {
    let mut metadata = run::cargo(None);
    metadata.args(["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&run::output(&mut metadata)?)?;
    build("", None)?;
    for feature in features(&metadata).context("`cargo metadata` does not know the library")? {
        build(feature, None)?;
    }
    BARE_FEATURES.iter().try_for_each(|features| build(features, Some(BARE)))
}

/// The library's features that are for users.
fn features(metadata: &Value) -> Option<Vec<&str>> {
    let library = metadata["packages"].as_array()?.iter().find(|package| package["name"] == "carnelian")?;
    let names = library["features"].as_object()?.keys().map(String::as_str);
    Some(names.filter(|name| !name.starts_with("__")).collect())
}

fn build(features: &str, target: Option<&str>) -> Result<()> {
    println!("features [{features}]{}", target.map(|target| format!(" for {target}")).unwrap_or_default());
    let mut cargo = run::cargo(None);
    cargo.args(["rustc", "--quiet", "--package", "carnelian", "--lib", "--no-default-features"]);
    cargo.args(["--features", features]);
    if let Some(target) = target {
        cargo.args(["--target", target]);
    }
    // Flags given this way reach the library alone, so what it stands on is not built again for them.
    run::run(cargo.args(["--", "-Dwarnings"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_features_are_left_out() {
        let metadata = serde_json::json!({ "packages": [
            { "name": "other", "features": { "x": [] } },
            { "name": "carnelian", "features": { "std": ["alloc"], "alloc": [], "__internals": [] } },
        ]});
        assert_eq!(features(&metadata), Some(vec!["alloc", "std"]));
    }
}
