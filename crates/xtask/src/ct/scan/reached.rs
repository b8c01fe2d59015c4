//! Finds public functions that handle secrets and have no code in the program: no operation runs them.
//!
//! The lint compares names; a method may have the name that another type's method has, which an operation runs. The line
//! tables tell them apart: a function is in the program if some of its lines have instructions, in its own code or inlined.
//! A function that only passes on what it has may be left without any, so one that decides nothing itself is not asked for.

use super::assembly::LIBRARY;
use super::image::Image;
use crate::lint::operations::handling_secrets;
use crate::workspace::Sources;
use anyhow::{Result, ensure};

/// Functions whose lines the compiler leaves without instructions, or that receive nothing secret, and why.
const WITHOUT_CODE: &[(&str, &str, &str)] = &[
    ("curve/curve25519/scalar.rs", "Scalar::is_zero", "one comparison, which becomes part of its caller"),
    ("curve/ed25519/variant.rs", "Context::new", "contexts are public"),
    ("postquantum/mldsa/prepared.rs", "PreparedVerifyingKey::new", "public keys"),
    ("postquantum/mldsa/signature.rs", "Signature::from_bytes", "signatures are public"),
];

/// # Errors
/// If the program lacks a function that is not listed.
pub(super) fn check(image: &Image, library: &Sources) -> Result<()> {
    let mut missing = Vec::new();
    for (file, name, lines) in handling_secrets(library) {
        let is_listed = WITHOUT_CODE.iter().any(|(of, listed, _)| *of == file && *listed == name);
        let has_code = image.has_code_of(&format!("{LIBRARY}{file}"), &lines);
        if !has_code && !is_listed {
            missing.push(format!("{file}:{}: {name}", lines.start()));
        }
    }
    ensure!(missing.is_empty(), "no operation of carnelian-ctcheck runs these functions:\n{}", missing.join("\n"));
    Ok(())
}
