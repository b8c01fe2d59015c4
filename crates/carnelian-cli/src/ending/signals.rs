//! Handlers of the signals that end a process.

use crate::threads;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level;
use std::ffi::c_int;
use std::fs;
use std::sync::{Once, mpsc};

/// The signals by which users, terminals and systems end programs, except SIGKILL, which cannot be handled.
pub(super) const SIGNALS: [c_int; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// Handles signals from now on in a separate thread, which is not limited to async-signal-safe calls. If the thread
/// cannot be started or the system refuses handlers, signals end the command at once.
pub(super) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let (ready, is_ready) = mpsc::channel();
        let listener = move || {
            let ignored = ignored();
            let wanted = SIGNALS.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
            let Ok(mut signals) = Signals::new(wanted) else { return };
            // `listen` waits for this message.
            let _ = ready.send(());
            if let Some(signal) = signals.forever().next() {
                super::put_right_and(|| {
                    let _ = low_level::emulate_default_handler(signal);
                });
            }
        };
        if threads::builder("signals").spawn(listener).is_ok() {
            // An error means that the listener could not start.
            let _ = is_ready.recv();
        }
    });
}

/// Returns the signals that were ignored when the process was started, as a bit mask. Outside Linux this is known only
/// by installing a handler, so none counts as ignored.
fn ignored() -> u64 {
    if cfg!(any(target_os = "linux", target_os = "android")) {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    } else {
        0
    }
}
