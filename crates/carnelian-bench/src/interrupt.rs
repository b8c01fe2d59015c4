//! Interruption by Ctrl-C. The first one ends a run early, and the results so far are reported; the second ends the
//! program.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that was killed by a signal, by shell convention: 128 plus the number of SIGINT.
const BY_SIGNAL: i32 = 130;

/// Treats Ctrl-C as a request to stop from now on, unless it was ignored when the program started, as in the background
/// jobs of a script.
pub(crate) fn listen() {
    if is_ignored() {
        return;
    }
    // If the program already has a handler of its own, it keeps that one, which ends it.
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            std::process::exit(BY_SIGNAL);
        }
    });
}

/// Ignores Ctrl-C, which a terminal sends to all processes of a command; the parent process handles it.
pub(crate) fn ignore() {
    let _ = ctrlc::set_handler(|| ());
}

/// Returns whether SIGINT (signal 2) is ignored. Only Linux reports this without a handler being set.
fn is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> 1 & 1 == 1)
}

/// Returns whether the user has asked the run to end early.
#[must_use]
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
