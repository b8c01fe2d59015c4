//! Kernels that are checked as a whole: branches, addresses, divisions, and where control goes.

use super::flow::{self, Fault};
use super::image::{Function, Image};
use super::listed::{Functions, KERNELS, Kernel};
use super::{assembly, divisions, judged, part, part_of, shown, upper_halves};
use crate::ct::table::{Level, Row};
use anyhow::{Result, bail, ensure};
use iced_x86::FlowControl;
use std::fmt;

/// Functions that any kernel may call: they are checked separately, and get nothing secret.
const CALLED: [&str; 1] = ["carnelian::base::memory::wipe_stack"];

/// Returns one row for each kernel of the library.
///
/// # Errors
/// If the program has no such function, uses the SHA extensions in a function that is not a listed kernel, or AVX in a
/// kernel for CPUs without it.
pub(super) fn rows(image: &Image, level: Level) -> Result<Vec<Row>> {
    every_use_of_the_sha_extensions_is_listed(image)?;
    nothing_of_avx_is_where_cpus_lack_it(image)?;
    // At -Os the compiler keeps some arrays of pointers in memory that it keeps in registers in the release build, and
    // the scan cannot distinguish them from data: these kernels are checked only as they ship. Divisions are checked at
    // both levels.
    let is_told_apart =
        |kernel: &&Kernel| level == Level::Release || !matches!(kernel.functions, Functions::WithSha(_));
    KERNELS.iter().filter(is_told_apart).map(|kernel| row(image, level, kernel)).collect()
}

/// Returns the row of a kernel, which covers all of its functions.
///
/// # Errors
/// If there are no such functions.
pub(super) fn row(image: &Image, level: Level, kernel: &Kernel) -> Result<Row> {
    let functions = kernel.functions.of(image)?;
    ensure!(!functions.is_empty(), "the program has no kernel {}", kernel.functions);
    let details = functions.into_iter().flat_map(|function| faults(image, function, kernel)).collect();
    let row = judged((kernel.operation.to_owned(), kernel.backend), level, details);
    Ok(Row { vouches: true, ..row })
}

/// Returns the forbidden things that a function of a kernel does.
pub(super) fn faults(image: &Image, function: &Function, kernel: &Kernel) -> Vec<String> {
    let instructions = &function.instructions;
    let divisions = instructions.iter().filter(|instruction| divisions::divides(instruction));
    let mut details: Vec<_> = divisions.map(|division| shown(function, division)).collect();
    let jumps = instructions.iter().filter(|instruction| instruction.flow_control() == FlowControl::ConditionalBranch);
    let count = jumps.count();
    if let Some(listed) = kernel.loop_counters
        && count != listed
    {
        details.push(format!("{}: {count} conditional jumps, where {listed} are listed", function.name));
    }
    let callee = |call: &_| image.callee(call, |name| CALLED.iter().any(|called| name.starts_with(called)));
    let found = flow::follow(instructions, &callee, kernel.public);
    for (address, fault) in found.faults {
        let instruction = instructions.iter().find(|instruction| instruction.ip() == address);
        details.extend(instruction.map(|instruction| format!("{}: {fault}", shown(function, instruction))));
    }
    details
}

/// Checks that every function of ours with the SHA extensions is listed, because the other methods cannot check it; and
/// that none mixes them with AVX, which would make it a hundred times slower. Where CPUs lack AVX nothing is to be cleared.
pub(super) fn every_use_of_the_sha_extensions_is_listed(image: &Image) -> Result<()> {
    let ours = image.functions.values().filter(|function| part_of(image, function).is_some());
    for function in ours.filter(|function| upper_halves::has_sha(&function.instructions)) {
        let listed =
            |kernel: &Kernel| matches!(kernel.functions, Functions::WithSha(of) if function.name.starts_with(of));
        ensure!(
            KERNELS.iter().any(listed),
            "{} has the SHA extensions, and is no kernel that is listed",
            function.name
        );
        if !is_without_avx(function)
            && let Some(fault) = upper_halves::fault(&function.instructions)
        {
            bail!("{} {fault}", function.name);
        }
    }
    Ok(())
}

/// Checks that no kernel for CPUs without AVX has an instruction of AVX, at which such a CPU faults.
pub(super) fn nothing_of_avx_is_where_cpus_lack_it(image: &Image) -> Result<()> {
    for function in image.functions.values().filter(|function| is_without_avx(function)) {
        ensure!(
            !upper_halves::has_avx(&function.instructions),
            "{} is for CPUs without AVX, and has it",
            function.name
        );
    }
    Ok(())
}

fn is_without_avx(function: &Function) -> bool {
    part(function).is_some_and(|(_, tier)| tier == "sse")
}

impl Functions {
    /// # Errors
    /// If a file has code outside all functions, or in functions that do not belong to a kernel.
    fn of(self, image: &Image) -> Result<Vec<&Function>> {
        let all = image.functions.values();
        Ok(match self {
            Self::Called(name) => {
                let copy = format!("{name}::<");
                all.filter(|function| function.name == name || function.name.starts_with(&copy)).collect()
            }
            Self::WithSha(module) => all
                .filter(|function| function.name.starts_with(module) && upper_halves::has_sha(&function.instructions))
                .collect(),
            Self::WithCodeOf(file, module) => {
                let functions = image.functions_with_code_of(&format!("{}{file}", assembly::LIBRARY))?;
                for function in &functions {
                    let listed = |kernel: &Kernel| {
                        matches!(kernel.functions, Self::WithCodeOf(of, in_)
                            if of == file && function.name.starts_with(in_))
                    };
                    ensure!(KERNELS.iter().any(listed), "{} has code of {file}, and is no kernel", function.name);
                }
                functions.into_iter().filter(|function| function.name.starts_with(module)).collect()
            }
        })
    }
}

impl fmt::Display for Functions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Called(name) => f.write_str(name),
            Self::WithSha(module) => write!(f, "{module}* with the SHA extensions"),
            Self::WithCodeOf(file, module) => write!(f, "{module}* with code of {file}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Address => "an address made from loaded data",
            Self::Jump => "a conditional jump on loaded data",
            Self::Elsewhere => "leads out of the kernel",
        })
    }
}
