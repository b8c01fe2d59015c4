//! The result of the search for a peer, and what goes into it: its version, and the features that the CPU lacks.

use crate::offers::Offers;

/// The result of a library's `find`: the version and the offers, or the reason why it cannot be measured.
pub(super) type Found = Result<(String, Offers), String>;

/// The lock file of the workspace in which this program is built.
const LOCK_FILE: &str = include_str!("../../../../Cargo.lock");

/// Returns the version of a crate in the lock file. `series` is the prefix of the version, for crates that occur in
/// several versions.
///
/// # Panics
/// Panics if there is no such crate, which is a bug in the caller: the crate could not have been built.
pub(super) fn locked_version(krate: &str, series: &str) -> String {
    let line = format!("name = \"{krate}\"");
    let mut lines = LOCK_FILE.lines();
    while lines.any(|candidate| candidate == line) {
        let version = lines.next().and_then(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
        if let Some(version) = version.filter(|version| version.starts_with(series)) {
            return version.to_owned();
        }
    }
    panic!("{krate} {series} is not in the lock file");
}

/// Returns a sentence that lists the absent features, if any.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) fn lacking(features: &[(&'static str, bool)]) -> Option<String> {
    let lacking: Vec<_> = features.iter().filter(|(_, present)| !present).map(|(name, _)| *name).collect();
    (!lacking.is_empty()).then(|| format!("this CPU lacks {}", lacking.join(", ")))
}
