//! Checks for divisions in all code that handles secrets.

use super::image::{Image, diverges};
use super::{judged, part, part_of, shown};
use crate::ct::table::{Level, Row};
use anyhow::{Result, ensure};
use iced_x86::Instruction;
use std::collections::{BTreeMap, BTreeSet};

/// Divisions of what is public.
struct Permitted {
    /// The end of the path of the source file from which they come.
    file: &'static str,
    /// The end of the name of the function that has them; any function if it is empty.
    function: &'static str,
    /// The levels at which the program has such a division.
    levels: &'static [Level],
    #[allow(dead_code)]
    why: &'static str,
}

const BOTH: &[Level] = &[Level::Release, Level::Size];

/// The file of the operators and methods of integers.
const INTEGERS: &str = "core/src/num/uint_macros.rs";

const PERMITTED: &[Permitted] = &[
    permit("core/src/slice/iter.rs", "", BOTH, "the length of a slice, by that of its chunks"),
    permit("curve/arithmetic/euclid.rs", "", BOTH, "the challenge of a signature that is verified"),
    permit(INTEGERS, "::sort", &[Level::Size], "the number of elements that are sorted"),
    permit(
        INTEGERS,
        "Zip<A,B> as core::iter::adapters::zip::ZipImpl<A,B>>::new",
        &[Level::Release],
        "numbers of chunks",
    ),
    permit(INTEGERS, "carnelian_capi::xof::many", &[Level::Release], "the length of outputs, by their number"),
    permit("carnelian-capi/src/xof.rs", "xof::many", &[Level::Size], "the length of outputs, by their number"),
    permit(INTEGERS, "sodium_pad", BOTH, "a length, by that of blocks"),
];

const fn permit(file: &'static str, function: &'static str, levels: &'static [Level], why: &'static str) -> Permitted {
    Permitted { file, function, levels, why }
}

/// The result of the search.
#[derive(Default)]
pub(super) struct Found {
    details: BTreeMap<(String, &'static str), Vec<String>>,
    /// The indices of the entries of [`PERMITTED`] that are of use.
    needed: BTreeSet<usize>,
}

/// Searches the program. Code that is reached from ours by direct calls counts as the caller's, unless it only reports a
/// panic.
pub(super) fn find(image: &Image, level: Level) -> Found {
    let mut found = Found::default();
    let mut seen = BTreeSet::new();
    let ours = image.functions.iter();
    let mut pending: Vec<_> =
        ours.filter_map(|(address, function)| Some((*address, part_of(image, function)?))).collect();
    while let Some((address, of)) = pending.pop() {
        let Some(function) = image.functions.get(&address) else { continue };
        if !seen.insert((address, of.clone())) || diverges(&function.name) {
            continue;
        }
        let details = found.details.entry(of.clone()).or_default();
        for division in function.instructions.iter().filter(|instruction| divides(instruction)) {
            let file = image.lines.file(division.ip()).unwrap_or_default();
            match PERMITTED.iter().position(|permitted| permitted.holds(level, &function.name, file)) {
                Some(at) => _ = found.needed.insert(at),
                None => details.push(shown(function, division)),
            }
        }
        let calls = function.instructions.iter().filter(|i| i.is_call_near() || i.is_jmp_short_or_near());
        let others = calls
            .map(Instruction::near_branch_target)
            .filter(|target| image.functions.get(target).is_some_and(|callee| part(callee).is_none()));
        pending.extend(others.map(|target| (target, of.clone())));
    }
    found
}

impl Found {
    pub(super) fn rows(self, level: Level) -> Vec<Row> {
        self.details.into_iter().map(|(of, details)| judged(of, level, details)).collect()
    }

    /// # Errors
    /// If divisions are permitted at a level at which the program has none.
    pub(super) fn needs_what_is_permitted(&self, level: Level) -> Result<()> {
        let permitted = PERMITTED.iter().enumerate().filter(|(_, permitted)| permitted.levels.contains(&level));
        for (at, Permitted { file, function, .. }) in permitted {
            let level = level.name();
            ensure!(
                self.needed.contains(&at),
                "ct/scan/divisions.rs permits what the program does not have at {level}: divisions of {file} in {function}"
            );
        }
        Ok(())
    }
}

impl Permitted {
    fn holds(&self, level: Level, function: &str, file: &str) -> bool {
        self.levels.contains(&level) && file.ends_with(self.file) && function.ends_with(self.function)
    }
}

/// Returns whether the instruction is an integer or floating-point division or square root: the time of these depends
/// on their operands.
pub(super) fn divides(instruction: &Instruction) -> bool {
    let mnemonic = format!("{:?}", instruction.mnemonic()).to_lowercase();
    ["div", "idiv", "vdiv", "fdiv", "fidiv", "sqrt", "vsqrt", "fsqrt"].iter().any(|start| mnemonic.starts_with(start))
}
