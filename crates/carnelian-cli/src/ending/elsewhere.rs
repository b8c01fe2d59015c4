//! Handling of Ctrl-C, the only such event on systems other than Unix.

use crate::exit::Exit;
use std::process;
use std::sync::Once;

/// Handles Ctrl-C from now on. A program that has a handler of its own keeps it.
pub(super) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = ctrlc::set_handler(|| super::put_right_and(|| process::exit(Exit::Interrupted as i32)));
    });
}
