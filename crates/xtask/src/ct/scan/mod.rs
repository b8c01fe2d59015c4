//! Disassembles the program and looks for what runs with poisoned secrets do not show: divisions in all code that
//! handles secrets; in kernels written in assembly also jumps and addresses; and frames that are not aligned.

mod flow;
mod frame;
mod image;
mod listed;
mod primitives;
#[cfg(test)]
mod tests;
mod upper_halves;

use super::build::{self, Listed};
use super::table::{Level, Method, Row, Verdict};
use crate::backend;
use crate::workspace::{Sources, is_rust, root, sources};
use anyhow::{Context, Result, bail, ensure};
use flow::Fault;
use iced_x86::{FastFormatter, FlowControl, Instruction};
use image::{Function, Image};
use listed::{Kernel, PLANTED, SOURCES};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The rows of the scan: one for each part of the library that handles secrets and each backend in it, and one for each
/// kernel in assembly.
///
/// # Errors
/// If the program cannot be read, or a list that the scan goes by is not complete.
pub(crate) fn rows(program: &Path, level: Level, planted: bool) -> Result<Vec<Row>> {
    let image = image::read(program)?;
    if planted {
        return PLANTED.iter().map(|kernel| kernel_row(&image, level, kernel)).collect();
    }
    let library = sources(&root().join("crates/carnelian/src"), is_rust)?;
    every_assembly_is_listed(&library)?;
    sha_extensions_keep_away_from_avx(&image)?;
    let registry = build::registry(program, false)?;
    let operations = registry.into_iter().map(|Listed { operation, .. }| operation).collect();
    primitives::operations_match(&library, &operations)?;
    let mut rows = division_rows(&image, level);
    every_primitive_is_there(&library, &rows)?;
    for kernel in SOURCES.iter().flat_map(|source| source.kernels) {
        rows.push(kernel_row(&image, level, kernel)?);
    }
    Ok(rows)
}

/// One row for each function that keeps vectors on the stack. There is nothing planted for it to find; its tests are
/// over machine code.
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
        Some(Row { operation, backend: backend.to_owned(), level, method: Method::Frame, verdict, details })
    };
    Ok(if planted { vec![] } else { image.functions.values().filter_map(row).collect() })
}

fn judged((operation, backend): (String, &str), level: Level, details: Vec<String>) -> Row {
    let verdict = if details.is_empty() { Verdict::Clean } else { Verdict::Leak };
    Row { operation, backend: backend.to_owned(), level, method: Method::Scan, verdict, details }
}

/// The part of the library to which a function belongs, and the backend within it; `None` for code that is not ours.
///
/// A part is named by the first two modules. What is inlined into an operation of the checker is a part of its own.
fn part(function: &Function) -> Option<(String, &'static str)> {
    let name = &function.name;
    let modules = match (name.split_once("carnelian_ctcheck::op::"), name.split_once("carnelian::")) {
        (Some((_, rest)), _) if rest.contains("::") && !rest.starts_with("planted::") => format!("inlined::{rest}"),
        (None, Some((_, rest))) => rest.to_owned(),
        _ => return None,
    };
    let is_module = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let part = modules.split("::").take_while(is_module).take(2).collect::<Vec<_>>().join("::");
    Some((part, backend::tier(name)))
}

/// Code that is reached from ours by direct calls counts as the caller's, unless it only says why a program panics.
fn division_rows(image: &Image, level: Level) -> Vec<Row> {
    let mut found: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let ours = image.functions.iter().filter_map(|(address, function)| Some((*address, part(function)?)));
    let mut pending: Vec<_> = ours.collect();
    while let Some((address, part)) = pending.pop() {
        let Some(function) = image.functions.get(&address) else { continue };
        if !seen.insert((address, part.clone())) || diverges(&function.name) {
            continue;
        }
        let divisions = function.instructions.iter().filter(|instruction| divides(instruction));
        found.entry(part.clone()).or_default().extend(divisions.map(|division| shown(function, division)));
        let calls = function.instructions.iter().filter(|i| i.is_call_near() || i.is_jmp_short_or_near());
        let others = calls
            .map(Instruction::near_branch_target)
            .filter(|target| image.functions.get(target).is_some_and(|callee| self::part(callee).is_none()));
        pending.extend(others.map(|target| (target, part.clone())));
    }
    found.into_iter().map(|(part, details)| judged(part, level, details)).collect()
}

fn diverges(name: &str) -> bool {
    const PANICS: [&str; 5] =
        ["core::panicking::", "core::slice::index::slice_", "core::option::", "core::result::", "alloc::alloc::handle"];
    PANICS.iter().any(|prefix| name.starts_with(prefix)) && !name.contains("carnelian")
}

/// Integer and floating-point divisions and square roots: their time depends on their operands.
fn divides(instruction: &Instruction) -> bool {
    let mnemonic = format!("{:?}", instruction.mnemonic()).to_lowercase();
    ["div", "idiv", "vdiv", "fdiv", "fidiv", "sqrt", "vsqrt", "fsqrt"].iter().any(|start| mnemonic.starts_with(start))
}

fn kernel_row(image: &Image, level: Level, kernel: &Kernel) -> Result<Row> {
    let function = image.functions.values().find(|function| function.name == kernel.symbol);
    let function = function.with_context(|| format!("the program has no kernel {}", kernel.symbol))?;
    let details = kernel_faults(function, &image.memset, kernel.loop_counters);
    Ok(judged((kernel.operation.to_owned(), kernel.backend), level, details))
}

/// What a kernel in assembly does that it may not.
fn kernel_faults(function: &Function, memset: &BTreeSet<u64>, loop_counters: Option<usize>) -> Vec<String> {
    let instructions = &function.instructions;
    let divisions = instructions.iter().filter(|instruction| divides(instruction));
    let mut details: Vec<_> = divisions.map(|division| shown(function, division)).collect();
    let jumps = instructions.iter().filter(|instruction| instruction.flow_control() == FlowControl::ConditionalBranch);
    let count = jumps.count();
    if let Some(listed) = loop_counters
        && count != listed
    {
        details.push(format!("{}: {count} conditional jumps, where {listed} are listed", function.name));
    }
    for (address, fault) in flow::faults(instructions, memset) {
        let why = match fault {
            Fault::Address => "an address made from loaded data",
            Fault::Jump => "a conditional jump on loaded data",
            Fault::Elsewhere => "leads out of the kernel",
        };
        let instruction = instructions.iter().find(|instruction| instruction.ip() == address);
        details.extend(instruction.map(|instruction| format!("{}: {why}", shown(function, instruction))));
    }
    details
}

fn shown(function: &Function, instruction: &Instruction) -> String {
    let mut text = String::new();
    FastFormatter::new().format(instruction, &mut text);
    format!("{} at {:#x}: {text}", function.name, instruction.ip())
}

/// A kernel in assembly that the scan does not know would be shipped unscanned.
fn every_assembly_is_listed(library: &Sources) -> Result<()> {
    let found: BTreeSet<_> =
        library.iter().filter(|(_, text)| text.contains("asm!(")).map(|(file, _)| &**file).collect();
    let listed: BTreeSet<_> = SOURCES.iter().map(|source| source.file).collect();
    ensure!(found == listed, "files with `asm!` are {found:?}, and the scan lists {listed:?}");
    Ok(())
}

/// Code of ours that mixes the SHA extensions with AVX would be right, constant in time, and a hundred times slower.
fn sha_extensions_keep_away_from_avx(image: &Image) -> Result<()> {
    let ours = image.functions.values().filter(|function| part(function).is_some());
    let with_sha: Vec<_> = ours.filter(|function| upper_halves::has_sha(&function.instructions)).collect();
    ensure!(!with_sha.is_empty(), "the program has no code with the SHA extensions, which SHA-256 has");
    for function in with_sha {
        if let Some(fault) = upper_halves::fault(&function.instructions) {
            bail!("{} {fault}", function.name);
        }
    }
    Ok(())
}

/// A primitive of which the program has no code is not in its registry. (Or the compiler names functions otherwise than
/// the scan knows, and it looks at nothing.)
fn every_primitive_is_there(library: &Sources, rows: &[Row]) -> Result<()> {
    for file in library.keys().filter(|file| !file.starts_with("base/")) {
        let Some(primitive) = primitives::of_file(file)? else { continue };
        let backend = backend::tier(file);
        let there = rows.iter().any(|row| primitive.holds(&row.operation) && row.backend == backend);
        let module = primitive.module;
        ensure!(
            there,
            "the program has no code of {file}: is {module} missing from the registry of carnelian-ctcheck?"
        );
    }
    Ok(())
}
