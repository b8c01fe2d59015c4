//! Finds public functions that handle secrets and have no code in the program: most likely no operation runs them.
//!
//! The lint compares names; a method may have the name that another type's method has, which an operation runs. The line
//! tables tell them apart: a function is in the program if some of its lines have instructions, in its own code or inlined.
//! A function that only passes on what it has may be left without any, so one that decides nothing itself is not asked for.

use super::assembly::LIBRARY;
use super::image::Image;
use crate::ct::table::Level::{self, Release, Size};
use crate::lint::operations::{Handling, handling_secrets};
use crate::primitives::Primitives;
use crate::workspace::Sources;
use anyhow::{Result, ensure};

/// A function without instructions in the program.
struct WithoutCode {
    /// The path relative to `crates/carnelian/src`.
    file: &'static str,
    name: &'static str,
    /// The levels at which the program has no code of it.
    levels: &'static [Level],
    /// The reason: it receives nothing secret, or the compiler leaves nothing of it, or operations run all that it
    /// consists of.
    #[allow(dead_code)]
    why: &'static str,
}

const BOTH: &[Level] = &[Release, Size];

const WITHOUT_CODE: &[WithoutCode] = &[
    without("composite/sealed_file/mod.rs", "Key::generate", BOTH, "becomes part of its caller"),
    without("curve/ed25519/rule.rs", "Rule::name", &[Release], "rules are public"),
    without("encoding/digits.rs", "Digits::are_hexadecimal", &[Release], "becomes part of its caller"),
    without("encoding/key_types.rs", "PublicKeyFile::from_file", BOTH, "public keys"),
    without(
        "postquantum/mldsa/prehash.rs",
        "SigningKey::sign_prehash_deterministic",
        BOTH,
        "becomes part of its caller",
    ),
];

const fn without(file: &'static str, name: &'static str, levels: &'static [Level], why: &'static str) -> WithoutCode {
    WithoutCode { file, name, levels, why }
}

/// # Errors
/// If the program lacks a function that is not listed, or has one that is.
pub(super) fn check(image: &Image, level: Level, library: &Sources, primitives: &Primitives) -> Result<()> {
    let has_code = |(file, _, lines): &Handling| image.has_code_of(&format!("{LIBRARY}{file}"), lines);
    let without: Vec<_> =
        handling_secrets(library, primitives).into_iter().filter(|function| !has_code(function)).collect();
    let is = |listed: &WithoutCode, (file, name, _): &Handling| listed.file == file && listed.name == name;
    let listed = || WITHOUT_CODE.iter().filter(|listed| listed.levels.contains(&level));
    let missing: Vec<_> = without
        .iter()
        .filter(|function| !listed().any(|listed| is(listed, function)))
        .map(|(file, name, lines)| format!("{file}:{}: {name}", lines.start()))
        .collect();
    let stale: Vec<_> = listed()
        .filter(|listed| !without.iter().any(|function| is(listed, function)))
        .map(|listed| format!("{}: {}", listed.file, listed.name))
        .collect();
    let mut faults = String::new();
    if !missing.is_empty() {
        faults.push_str(
            "the program has no code of these functions: no operation of carnelian-ctcheck runs them, or the compiler has \
             left nothing of them; then list them in ct/scan/reached.rs:\n",
        );
        faults.push_str(&missing.join("\n"));
    }
    if !stale.is_empty() {
        faults.push_str("\nct/scan/reached.rs lists functions that have code now, decide nothing or are gone:\n");
        faults.push_str(&stale.join("\n"));
    }
    ensure!(faults.is_empty(), "at {}: {}", level.name(), faults.trim_start());
    Ok(())
}
