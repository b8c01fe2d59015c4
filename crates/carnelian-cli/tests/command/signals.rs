//! Signal dispositions as a shell at a terminal sets them for its programs.

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::AtomicBool;

/// Lets signals end the programs that the tests start, also where the tests run in a script's background, in which some
/// signals are ignored. A child inherits ignored signals but not handlers, so the tests install handlers, each of which
/// ends the process.
pub(crate) fn end_programs() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            flag::register_conditional_default(signal, Arc::new(AtomicBool::new(true))).unwrap();
        }
    });
}
