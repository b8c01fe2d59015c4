//! The report that `CARNELIAN_CPU` has a value that is no tier.

use super::{Tier, UnknownTier};
use core::sync::atomic::{AtomicBool, Ordering};
use std::io::{self, Write};
use std::{env, format};

/// Reports on standard error, once in a process, that the value is ignored; returns that no tier is requested.
///
/// A user who sets the variable wants fewer instruction sets than the CPU has, and would otherwise take a measurement or
/// a check for something that it is not. In a process in which the variable is not set nothing is ever written.
pub(super) fn reported(unknown: UnknownTier) -> Option<Tier> {
    // No thread waits for the report: standard error may be a pipe that is full, and a process that is forked in the
    // meantime has no thread that would finish the report.
    static REPORTED: AtomicBool = AtomicBool::new(false);
    if !REPORTED.swap(true, Ordering::Relaxed) {
        let found = env::var_os("CARNELIAN_CPU").unwrap_or_default();
        let line = format!("carnelian: CARNELIAN_CPU is ignored: {unknown}, found {found:?}\n");
        // If standard error is closed, there is nowhere to report it.
        let _ = io::stderr().write_all(line.as_bytes());
    }
    None
}
