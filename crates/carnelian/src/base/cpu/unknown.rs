//! The report that `CARNELIAN_CPU` has a value that is no tier.

use super::{Tier, UnknownTier};
use std::io::{self, Write};
use std::sync::Once;
use std::{env, format};

/// Reports on standard error, once in a process, that the value is ignored; returns that no tier is requested.
///
/// A user who sets the variable wants fewer instruction sets than the CPU has, and would otherwise take a measurement or
/// a check for something that it is not. In a process in which the variable is not set nothing is ever written.
pub(super) fn reported(unknown: UnknownTier) -> Option<Tier> {
    static REPORTED: Once = Once::new();
    REPORTED.call_once(|| {
        let found = env::var_os("CARNELIAN_CPU").unwrap_or_default();
        let line = format!("carnelian: CARNELIAN_CPU is ignored: {unknown}, found {found:?}\n");
        // If standard error is closed, there is nowhere to report it.
        let _ = io::stderr().write_all(line.as_bytes());
    });
    None
}
