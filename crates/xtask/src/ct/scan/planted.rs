//! The scan of the planted leaks in their two forms: kernels, and assembly inside functions.

use super::image::{Function, Image};
use super::listed::{Functions, Kernel};
use super::{assembly, judged, kernels};
use crate::ct::planted::{CLASSES, Class, KINDS};
use crate::ct::table::{Level, Row};
use anyhow::{Result, ensure};

/// Returns a row for each kind of leak in each class of kernel.
///
/// # Errors
/// If some are missing from the program.
pub(super) fn rows(image: &Image, level: Level) -> Result<Vec<Row>> {
    let all = CLASSES.iter().flat_map(|class| KINDS.iter().map(move |kind| (class, *kind)));
    all.map(|(class, kind)| row(image, level, class, kind)).collect()
}

fn row(image: &Image, level: Level, class: &Class, kind: &'static str) -> Result<Row> {
    let symbol = format!("carnelian_ctcheck::op::planted::{}{kind}{}", class.module, class.suffix);
    let is_it = |function: &&Function| function.name == symbol || function.name.starts_with(&format!("{symbol}::<"));
    let functions: Vec<_> = image.functions.values().filter(is_it).collect();
    ensure!(functions.len() == class.copies, "the program has {} functions {symbol}", functions.len());
    let kernel = Kernel {
        operation: "",
        backend: class.backend,
        functions: Functions::Called(""),
        loop_counters: None,
        public: &[],
    };
    let found: Vec<_> = functions
        .into_iter()
        .map(|function| match class.assembly {
            Some(file) => assembly::faults(image, function, file),
            None => kernels::faults(image, function, &kernel),
        })
        .collect();
    // Each copy must be detected: a finding in another copy does not make up for one that was missed.
    let overlooked = found.iter().any(Vec::is_empty);
    let details = if overlooked && kind != "control" { vec![] } else { found.concat() };
    let operation = class.operation(kind);
    Ok(judged((operation, class.backend), level, details))
}
