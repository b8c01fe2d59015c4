//! Disassembles the program and finds faults that runs with poisoned secrets do not reveal: divisions in all code that
//! handles secrets; jumps and addresses in assembly, and in kernels that no tool can run; and unaligned frames.

mod assembly;
mod divisions;
mod flow;
mod frame;
mod image;
mod kernels;
mod lines;
mod listed;
mod planted;
mod reached;
#[cfg(test)]
mod tests;
mod upper_halves;

use super::build::{self, Listed};
use super::table::{Level, Method, Row, Verdict};
use crate::backend;
use crate::primitives::{self, Primitives};
use crate::workspace::{Sources, is_rust, root, sources};
use anyhow::{Result, ensure};
use iced_x86::{FastFormatter, Instruction};
use image::{Function, Image};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Returns the rows of the scan: one for each part of the library that handles secrets and each backend in it; one for
/// each file with assembly; one for each kernel that is checked as a whole.
///
/// # Errors
/// If the program cannot be read, or one of the scan's lists is incomplete.
pub(crate) fn rows(program: &Path, level: Level, planted: bool) -> Result<Vec<Row>> {
    let image = image::read(program)?;
    if planted {
        return planted::rows(&image, level);
    }
    let library = sources(&root().join("crates/carnelian/src"), is_rust)?;
    let registry = build::registry(program, false)?;
    let operations = registry.into_iter().map(|Listed { operation, .. }| operation).collect::<BTreeSet<_>>();
    let primitives = Primitives::new(library.keys().map(String::as_str), operations.iter().map(String::as_str));
    primitives.match_operations(&library, &operations)?;
    reached::check(&image, level, &library, &primitives)?;
    let found = divisions::find(&image, level);
    found.needs_what_is_permitted(level)?;
    let mut rows = found.rows(level);
    every_primitive_is_there(&library, &primitives, &rows)?;
    for file in assembly::files(&library)? {
        rows.push(assembly::row(&image, level, file)?);
    }
    rows.extend(kernels::rows(&image, level)?);
    Ok(rows)
}

/// Returns one row for each function that keeps vectors on the stack. There are no planted faults for this method; its
/// tests use machine code.
///
/// # Errors
/// If the program cannot be read.
pub(crate) fn frames(program: &Path, level: Level, planted: bool) -> Result<Vec<Row>> {
    let image = image::read(program)?;
    let row = |function: &Function| {
        let (operation, backend) = part(function)?;
        let widest = frame::widest_vector(&function.instructions)?;
        let alignment = frame::alignment(&function.instructions);
        let unaligned = alignment < widest;
        let verdict = if unaligned { Verdict::Unaligned } else { Verdict::Clean };
        let why = format!("{} keeps {widest}-byte vectors in a frame aligned to {alignment}", function.name);
        let details = unaligned.then_some(why).into_iter().collect();
        let row = Row::new(operation, backend.to_owned(), level, Method::Frame, verdict);
        Some(Row { details, ..row })
    };
    Ok(if planted { vec![] } else { image.functions.values().filter_map(row).collect() })
}

fn judged((operation, backend): (String, &str), level: Level, details: Vec<String>) -> Row {
    let verdict = if details.is_empty() { Verdict::Clean } else { Verdict::Leak };
    let row = Row::new(operation, backend.to_owned(), level, Method::Scan, verdict);
    Row { details, ..row }
}

/// Returns the part of the library to which a function belongs, and the backend within it, or `None` for foreign code.
///
/// A part is named by its primitive or by the first two modules. Code that is inlined into an operation of the checker
/// is a separate part for each room of operations.
fn part(function: &Function) -> Option<(String, &'static str)> {
    let name = &function.name;
    let modules = match (name.split_once("carnelian_ctcheck::op::"), name.split_once("carnelian::")) {
        (Some((_, rest)), _) if rest.contains("::") && !rest.starts_with("planted::") => format!("inlined::{rest}"),
        (None, Some((_, rest))) => rest.to_owned(),
        _ => return None,
    };
    let is_module = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let modules: Vec<_> = modules.split("::").take_while(is_module).collect();
    Some((primitives::part(&modules), backend::tier(name)))
}

/// Returns the part to which a function belongs: by its name, or by the file of ours from which most of its instructions
/// come according to the line tables. Code that a library calls by a pointer, such as the job of another thread, has
/// a foreign name. The checker's own functions handle no secrets, and the planted leaks have rows of their own.
fn part_of(image: &Image, function: &Function) -> Option<(String, &'static str)> {
    if let Some(part) = part(function) {
        return Some(part);
    }
    let mut parts = BTreeMap::<_, usize>::new();
    for file in function.instructions.iter().filter_map(|instruction| image.lines.file(instruction.ip())) {
        if let Some(part) = part_of_file(file) {
            *parts.entry((part, backend::tier(file))).or_default() += 1;
        }
    }
    let of_checker = function.name.contains("carnelian_ctcheck::");
    parts.into_iter().filter(|_| !of_checker).max_by_key(|(_, instructions)| *instructions).map(|(part, _)| part)
}

/// Returns the part to which a file of the line tables belongs, or `None` if it is foreign.
fn part_of_file(file: &str) -> Option<String> {
    let (folder, file) = file.strip_prefix("crates/")?.split_once("/src/")?;
    let (package, file) = match folder {
        "carnelian" => (None, file),
        "carnelian-ctcheck" => {
            (Some("inlined"), file.strip_prefix("op/").filter(|file| !file.starts_with("planted/"))?)
        }
        _ => (Some(folder.strip_prefix("carnelian-").or_else(|| folder.strip_prefix("drop-in/"))?), file),
    };
    let modules = file.trim_end_matches(".rs").trim_end_matches("/mod").split('/');
    Some(primitives::part(&package.into_iter().chain(modules).collect::<Vec<_>>()))
}

fn shown(function: &Function, instruction: &Instruction) -> String {
    let mut text = String::new();
    FastFormatter::new().format(instruction, &mut text);
    format!("{} at {:#x}: {text}", function.name, instruction.ip())
}

/// Checks that the program contains code of every primitive. If it does not, the primitive is missing from the
/// registry, or the compiler's naming scheme differs from the one that the scan expects, so that the scan checks
/// nothing.
fn every_primitive_is_there(library: &Sources, primitives: &Primitives, rows: &[Row]) -> Result<()> {
    for file in library.keys().filter(|file| !file.starts_with("base/")) {
        let Some(primitive) = primitives.of_file(file)? else { continue };
        let backend = backend::tier(file);
        let there = rows.iter().any(|row| primitive.holds(&row.operation) && row.backend == backend);
        let module = &primitive.module;
        ensure!(
            there,
            "the program has no code of {file}: is {module} missing from the registry of carnelian-ctcheck?"
        );
    }
    Ok(())
}
