//! The registry of secret-handling operations: one file per family, and the planted leaks.

/// Generates the table of a room's operations that are written by hand, by file: a room is a folder with the name of the
/// library's.
macro_rules! written {
    ($room:ident: $($file:ident)+) => {
        pub(super) const WRITTEN: &[(&str, &[Operation])] =
            &[$((concat!(stringify!($room), "/", stringify!($file)), $file::OPERATIONS)),+];
    };
}

mod base;
mod cipher;
mod composite;
mod curve;
mod encoding;
mod foreign;
mod hash;
mod kdf;
mod long;
mod planted;
mod postquantum;
mod roles;
mod threads;
mod through_c;

use crate::check::Check;
use anyhow::{Result, bail, ensure};
use carnelian::cpu::Tier;
use std::sync::LazyLock;

/// An operation of the library on secrets.
#[derive(Clone, Copy)]
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

/// The operations that are written by hand and are in no room, by file.
const ROOMLESS: &[(&str, &[Operation])] = &[
    ("encoding", encoding::OPERATIONS),
    ("long", long::OPERATIONS),
    ("threads", threads::OPERATIONS),
    ("foreign", foreign::OPERATIONS),
];

/// The operations by file, those of the catalogue's rows last.
static REGISTRY: LazyLock<Vec<(&str, &[Operation])>> = LazyLock::new(|| {
    let rooms = [
        base::WRITTEN,
        hash::WRITTEN,
        cipher::WRITTEN,
        kdf::WRITTEN,
        curve::WRITTEN,
        postquantum::WRITTEN,
        composite::WRITTEN,
        ROOMLESS,
    ];
    let through_c = through_c::OPERATIONS.iter().map(|operations| ("through_c", *operations));
    let of_rows: [(_, Vec<Operation>); 5] = [
        ("hash/hashing", hash::hashing::operations()),
        ("cipher/aead", cipher::aead::operations()),
        ("postquantum/mlkem", postquantum::mlkem::operations()),
        ("postquantum/mldsa", postquantum::mldsa::operations()),
        ("roles", roles::operations()),
    ];
    let of_rows = of_rows.into_iter().map(|(file, operations)| (file, &*operations.leak()));
    rooms.into_iter().flatten().copied().chain(through_c).chain(of_rows).collect()
});

/// Returns every operation with the file that it stands in.
pub(crate) fn by_file() -> impl Iterator<Item = (&'static str, &'static Operation)> {
    REGISTRY.iter().flat_map(|(file, operations)| operations.iter().map(move |operation| (*file, operation)))
}

/// Returns every operation.
pub(crate) fn registry() -> impl Iterator<Item = &'static Operation> {
    by_file().map(|(_, operation)| operation)
}

/// Returns the leaks that a checker must report, and controls that it must not. They run only when asked for by name.
pub(crate) fn planted() -> impl Iterator<Item = &'static Operation> {
    planted::OPERATIONS.iter().chain(planted::CLASSES.iter().copied().flatten())
}

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
    if rows.is_empty() {
        return Ok(registry().flat_map(Operation::rows).collect());
    }
    let mut selected = Vec::new();
    for row in rows {
        let (name, tier) = row.split_once('@').map_or((&**row, None), |(name, tier)| (name, Some(tier)));
        let operation = registry().chain(planted()).find(|operation| operation.name == name);
        let Some(operation) = operation else { bail!("there is no operation {name}; `list` names them") };
        let before = selected.len();
        selected.extend(operation.rows().filter(|(_, of)| tier.is_none_or(|tier| tier == of.name())));
        ensure!(selected.len() > before, "{name} has no row of its own at that tier: {row}");
    }
    Ok(selected)
}

impl Operation {
    /// Returns the operation of a row of the catalogue.
    fn of_row(name: String, tiers: &'static [Tier], backend: fn() -> &'static str, run: fn(&mut Check)) -> Self {
        Self { name: name.leak(), tiers, backend, run }
    }

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
        let names: Vec<_> = registry().chain(planted()).map(|operation| operation.name).collect();
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
        for operation in registry() {
            let reached = |asked: &[Tier]| -> BTreeSet<_> {
                tiers().filter(|tier| asked.contains(tier)).map(|tier| at_most(tier, operation.backend)).collect()
            };
            assert_eq!(reached(operation.tiers), reached(&Tier::ALL), "{}", operation.name);
        }
    }
}
