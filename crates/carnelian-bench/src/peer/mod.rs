//! The registry of libraries: one file per library, ours among them.
//!
//! To add a peer: write `peer/NAME.rs` with a `find` that gives its version and what it [`Offers`], declare the file
//! below, add its line to [`all`]. A library of several crates with versions of their own has a line for each. A peer that needs a C compiler is an optional dependency under `peers-native`. If
//! it needs configuration to use its fastest backend, that goes into `.cargo/config.toml`, and in any case the offer
//! names the backend that runs. Its answers are compared with ours before it is timed, and by the tests over many
//! inputs; it needs no test of its own.

pub mod carnelian;

#[cfg(feature = "peers-native")]
mod aws_lc_rs;
mod crrl;
mod dalek;
mod ed25519_compact;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod graviola;
mod libcrux;
#[cfg(feature = "peers-native")]
mod libsodium;
#[cfg(feature = "peers-native")]
mod openssl;
#[cfg(feature = "peers-native")]
mod ring;
mod rustcrypto;

use crate::op::Offers;

/// A library that this program can call.
#[derive(Debug)]
pub struct Library {
    /// Its name in reports.
    pub name: &'static str,
    /// Its version.
    pub version: String,
    /// What it can do.
    pub offers: Offers,
}

/// A library that cannot be measured here and now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its name in reports.
    pub name: &'static str,
    /// Why, as part of a sentence: "this CPU lacks adx".
    pub reason: String,
}

/// What a library's `find` gives: the version and what it offers, or why it cannot be measured.
type Found = Result<(String, Offers), String>;

/// Writes the table of peers: name, what finds it, condition under which that is compiled, what it lacks otherwise.
macro_rules! peers {
    ($($name:literal, $find:path, $condition:meta, $otherwise:expr;)+) => {
        /// Every peer, found or missing.
        #[must_use]
        pub fn all() -> Vec<Result<Library, Missing>> {
            vec![$({
                #[cfg($condition)]
                let found: Found = $find().map(|(version, offers)| {
                    (version, offers.found_by(|| $find().ok().map(|(_, offers)| offers)))
                });
                #[cfg(not($condition))]
                let found: Found = Err($otherwise.to_owned());
                found
                    .map(|(version, offers)| Library { name: $name, version, offers })
                    .map_err(|reason| Missing { name: $name, reason })
            }),+]
        }
    };
}

peers! {
    "sha2", rustcrypto::find, all(), "";
    "curve25519-dalek", dalek::curve25519, all(), "";
    "x25519-dalek", dalek::x25519, all(), "";
    "ed25519-dalek", dalek::ed25519, all(), "";
    "graviola", graviola::find, any(target_arch = "x86_64", target_arch = "aarch64"), "it is for x86-64 and AArch64 only";
    "crrl", crrl::find, all(), "";
    "ed25519-compact", ed25519_compact::find, all(), "";
    "libcrux-sha2", libcrux::sha2, all(), "";
    "libcrux-curve25519", libcrux::curve25519, all(), "";
    "libcrux-ed25519", libcrux::ed25519, all(), "";
    "aws-lc-rs", aws_lc_rs::find, feature = "peers-native", NATIVE;
    "ring", ring::find, feature = "peers-native", NATIVE;
    "openssl", openssl::find, feature = "peers-native", NATIVE;
    "libsodium", libsodium::find, feature = "peers-native", NATIVE;
}

#[cfg(not(feature = "peers-native"))]
const NATIVE: &str = "it is built from C, which needs `--features peers-native`";

/// The lock file of the workspace that this program is built in.
const LOCK_FILE: &str = include_str!("../../../../Cargo.lock");

/// The version of a crate in the lock file. `series` is how it starts, for crates that occur in several versions.
///
/// # Panics
/// If there is no such crate, which is a mistake in the caller: the crate could not have been built.
fn locked_version(krate: &str, series: &str) -> String {
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

/// Says which of the features are absent, if any is.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn lacking(features: &[(&'static str, bool)]) -> Option<String> {
    let lacking: Vec<_> = features.iter().filter(|(_, present)| !present).map(|(name, _)| *name).collect();
    (!lacking.is_empty()).then(|| format!("this CPU lacks {}", lacking.join(", ")))
}
