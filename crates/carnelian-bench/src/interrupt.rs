//! Ctrl-C ends a run early, and what is done is reported. A second Ctrl-C ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that a signal ended, by the convention of shells: 128 and the number of SIGINT.
const BY_SIGNAL: i32 = 130;

/// Takes Ctrl-C for a request from now on, unless it was ignored when the program was started, as in the background jobs of
/// a script.
pub(crate) fn listen() {
    if is_ignored() {
        return;
    }
    // A program that has a handler of its own keeps it, and is ended by it.
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            std::process::exit(BY_SIGNAL);
        }
    });
}

/// Leaves Ctrl-C, which a terminal sends to all processes of a command, to the process that started this one.
pub(crate) fn ignore() {
    let _ = ctrlc::set_handler(|| ());
}

/// Whether SIGINT, the second signal, is ignored. Elsewhere than on Linux only who sets a handler is told.
fn is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> 1 & 1 == 1)
}

/// Whether the run is to end now, or has ended early.
#[must_use]
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
