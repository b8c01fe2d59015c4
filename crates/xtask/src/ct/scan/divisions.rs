//! Checks for divisions in all code that handles secrets.

use super::image::{Image, diverges};
use super::{judged, part, shown};
use crate::ct::table::{Level, Row};
use iced_x86::Instruction;
use std::collections::{BTreeMap, BTreeSet};

/// Functions that divide only what is public, and what that is.
const PERMITTED: &[(&str, &str)] = &[
    ("slhdsa::threads::sign", "lengths, by those of a parameter set"),
    ("slhdsa::threads::join", "lengths, by those of a parameter set"),
    ("half_size::halve_vartime", "the challenge of a signature that is verified"),
    ("Scalar::halve_vartime", "the same, where it is inlined"),
];

/// Returns the rows. Code that is reached from ours by direct calls counts as the caller's, unless it only reports a
/// panic.
pub(super) fn rows(image: &Image, level: Level) -> Vec<Row> {
    let mut found: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let ours = image.functions.iter().filter_map(|(address, function)| Some((*address, part(function)?)));
    let mut pending: Vec<_> = ours.collect();
    while let Some((address, part)) = pending.pop() {
        let Some(function) = image.functions.get(&address) else { continue };
        if !seen.insert((address, part.clone())) || diverges(&function.name) {
            continue;
        }
        let is_permitted = PERMITTED.iter().any(|(name, _)| function.name.ends_with(name));
        let divisions = function.instructions.iter().filter(|instruction| divides(instruction) && !is_permitted);
        found.entry(part.clone()).or_default().extend(divisions.map(|division| shown(function, division)));
        let calls = function.instructions.iter().filter(|i| i.is_call_near() || i.is_jmp_short_or_near());
        let others = calls
            .map(Instruction::near_branch_target)
            .filter(|target| image.functions.get(target).is_some_and(|callee| super::part(callee).is_none()));
        pending.extend(others.map(|target| (target, part.clone())));
    }
    found.into_iter().map(|(part, details)| judged(part, level, details)).collect()
}

/// Returns whether the instruction is an integer or floating-point division or square root: the time of these depends
/// on their operands.
pub(super) fn divides(instruction: &Instruction) -> bool {
    let mnemonic = format!("{:?}", instruction.mnemonic()).to_lowercase();
    ["div", "idiv", "vdiv", "fdiv", "fidiv", "sqrt", "vsqrt", "fsqrt"].iter().any(|start| mnemonic.starts_with(start))
}
