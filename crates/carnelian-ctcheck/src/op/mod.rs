//! The registry of secret-handling operations: one file per family, and the planted leaks.

mod aead;
mod aes;
mod aes_gcm;
mod aes_gcm_siv;
mod argon2;
mod blake2;
mod chacha20;
mod chacha20poly1305;
mod ct;
mod dhkem;
mod ed25519;
mod eddsa_blake2b;
mod edwards25519;
mod elligator2;
mod encoding;
mod foreign;
mod ghash;
mod hashing;
mod hmac;
mod hybrid;
mod keccak;
mod long;
mod mldsa;
mod mlkem;
mod nacl_box;
mod planted;
mod poly1305;
mod ristretto255;
mod salsa20;
mod scalar25519;
mod sealed_file;
mod secret;
mod sha256;
mod sha512;
mod slhdsa;
mod threads;
mod through_c;
mod x25519;
mod xsalsa20poly1305;

use crate::check::Check;
use anyhow::{Result, bail, ensure};
use carnelian::cpu::Tier;

/// An operation of the library on secrets.
pub(crate) struct Operation {
    /// The family and the name.
    pub(crate) name: &'static str,
    /// The tiers at which the code differs from that of the tier below; each is a row of the table.
    pub(crate) tiers: &'static [Tier],
    /// Returns the backend that the tier in force selects.
    pub(crate) backend: fn() -> &'static str,
    /// Runs the operation at the tier in force.
    pub(crate) run: fn(&mut Check),
}

/// Every operation, by family.
pub(crate) const REGISTRY: &[&[Operation]] = &{
    let mut all = [through_c::OPERATIONS[0]; OTHERS.len() + through_c::OPERATIONS.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < OTHERS.len() { OTHERS[i] } else { through_c::OPERATIONS[i - OTHERS.len()] };
        i += 1;
    }
    all
};

/// The operations that are not called through C.
const OTHERS: &[&[Operation]] = &[
    ct::OPERATIONS,
    encoding::OPERATIONS,
    secret::OPERATIONS,
    sha256::OPERATIONS,
    sha512::OPERATIONS,
    keccak::OPERATIONS,
    blake2::OPERATIONS,
    aes::OPERATIONS,
    chacha20::OPERATIONS,
    poly1305::OPERATIONS,
    chacha20poly1305::OPERATIONS,
    salsa20::OPERATIONS,
    xsalsa20poly1305::OPERATIONS,
    ghash::OPERATIONS,
    aes_gcm::OPERATIONS,
    aes_gcm_siv::OPERATIONS,
    hmac::OPERATIONS,
    argon2::OPERATIONS,
    sealed_file::OPERATIONS,
    x25519::OPERATIONS,
    dhkem::OPERATIONS,
    nacl_box::OPERATIONS,
    edwards25519::OPERATIONS,
    scalar25519::OPERATIONS,
    ristretto255::OPERATIONS,
    ed25519::OPERATIONS,
    eddsa_blake2b::OPERATIONS,
    elligator2::OPERATIONS,
    mldsa::OPERATIONS,
    mlkem::OPERATIONS,
    slhdsa::OPERATIONS,
    hybrid::OPERATIONS,
    long::OPERATIONS,
    threads::OPERATIONS,
    foreign::OPERATIONS,
];

/// The leaks that a checker must report, and controls that it must not. They run only when asked for by name.
pub(crate) const PLANTED: &[&[Operation]] = &PLANTED_BY_CLASS;

const PLANTED_BY_CLASS: [&[Operation]; 1 + planted::CLASSES.len()] = {
    let mut all = [planted::OPERATIONS; 1 + planted::CLASSES.len()];
    let mut i = 0;
    while i < planted::CLASSES.len() {
        all[1 + i] = planted::CLASSES[i];
        i += 1;
    }
    all
};

/// The tiers of an operation without backends: it runs once, at the lowest tier of a 64-bit machine.
const ONE_BACKEND: &[Tier] = &[Tier::Portable64];

/// The tiers at which the group of curve25519 has a backend of its own.
const TIERS_OF_25519: &[Tier] = &[Tier::Portable32, Tier::Portable64, Tier::Avx2, Tier::Avx512];

fn portable() -> &'static str {
    "portable"
}

/// Returns the operations that `rows` name, in their order: each row is an operation, planted or not, at all of its
/// tiers, or at one as `operation@tier`. Without rows, returns all operations except the planted ones.
///
/// # Errors
/// If an operation does not exist, or does not have the tier.
pub(crate) fn select(rows: &[String]) -> Result<Vec<(&'static Operation, Tier)>> {
    let all = || REGISTRY.iter().copied().flatten();
    if rows.is_empty() {
        return Ok(all().flat_map(Operation::rows).collect());
    }
    let mut selected = Vec::new();
    for row in rows {
        let (name, tier) = row.split_once('@').map_or((&**row, None), |(name, tier)| (name, Some(tier)));
        let operation = all().chain(PLANTED.iter().copied().flatten()).find(|operation| operation.name == name);
        let Some(operation) = operation else { bail!("there is no operation {name}; `list` names them") };
        let before = selected.len();
        selected.extend(operation.rows().filter(|(_, of)| tier.is_none_or(|tier| tier == of.name())));
        ensure!(selected.len() > before, "{name} has no row of its own at that tier: {row}");
    }
    Ok(selected)
}

impl Operation {
    fn rows(&'static self) -> impl Iterator<Item = (&'static Self, Tier)> {
        self.tiers.iter().map(move |tier| (self, *tier))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carnelian::__internals::{at_most, tell_tiers_not_run, tiers};
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique() {
        let names: Vec<_> = REGISTRY.iter().chain(PLANTED).copied().flatten().map(|operation| operation.name).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }

    #[test]
    fn rows_are_selected_by_operation_and_by_tier() {
        let selected = |rows: &[&str]| {
            let rows: Vec<_> = rows.iter().map(|row| (*row).to_owned()).collect();
            let selected = select(&rows).map(|rows| rows.into_iter().map(|(of, tier)| format!("{}@{tier}", of.name)));
            selected.map(Iterator::collect::<Vec<_>>)
        };
        assert_eq!(selected(&["sha256/digest@avx2", "ct/eq"]).unwrap(), ["sha256/digest@avx2", "ct/eq@portable64"]);
        assert_eq!(selected(&["planted/branch"]).unwrap(), ["planted/branch@portable64"]);
        assert!(selected(&[]).unwrap().iter().all(|row| !row.starts_with("planted/")));
        for wrong in ["sha256", "sha256/digest@portable32", "sha256/digest@"] {
            assert!(selected(&[wrong]).is_err(), "{wrong}");
        }
    }

    /// A backend that is added to the library but not here would be shipped unchecked.
    #[test]
    fn the_tiers_of_an_operation_reach_every_backend_of_this_cpu() {
        tell_tiers_not_run();
        for operation in REGISTRY.iter().copied().flatten() {
            let reached = |asked: &[Tier]| -> BTreeSet<_> {
                tiers().filter(|tier| asked.contains(tier)).map(|tier| at_most(tier, operation.backend)).collect()
            };
            assert_eq!(reached(operation.tiers), reached(&Tier::ALL), "{}", operation.name);
        }
    }
}
