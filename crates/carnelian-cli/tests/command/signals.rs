//! Signals as a shell in front of a terminal leaves them to its programs.

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::AtomicBool;

/// Lets signals end the programs that the tests start, also where the tests run in a script's background, which ignores
/// some. Who is started inherits what is ignored but not what is handled, so the tests handle them, each by ending.
pub(crate) fn end_programs() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            flag::register_conditional_default(signal, Arc::new(AtomicBool::new(true))).unwrap();
        }
    });
}
