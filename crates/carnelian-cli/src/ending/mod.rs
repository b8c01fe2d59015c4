//! Cleanup when a signal ends the command: files that have a name before they are complete are removed, and a terminal
//! whose echo was turned off shows input again. The process then terminates by the same signal, as it would have
//! without a handler, so that shells see what happened and stop scripts where users want that.
//!
//! Handlers are installed only once there is something to clean up, and never for a signal that was ignored when the
//! command was started: `nohup` and shells' background jobs rely on that.

#[cfg(not(unix))]
#[path = "elsewhere.rs"]
mod signals;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod terminal;
#[cfg(all(test, unix))]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
pub use terminal::ChangedTerminal;

/// Held during a sequence of actions that a signal must not leave half done.
static STEP: Mutex<()> = Mutex::new(());

/// The state to clean up.
static LEFT: Mutex<Left> = Mutex::new(Left {
    files: Vec::new(),
    #[cfg(unix)]
    terminal: None,
});

#[derive(Debug)]
struct Left {
    files: Vec<PathBuf>,
    #[cfg(unix)]
    terminal: Option<terminal::Own>,
}

/// A step that a signal does not interrupt: the cleanup waits until this is dropped.
#[derive(Debug)]
pub struct Step {
    _held: MutexGuard<'static, ()>,
}

impl Step {
    /// Begins the step. There is one at a time.
    #[must_use]
    pub fn begin() -> Self {
        signals::listen();
        Self { _held: lock(&STEP) }
    }
}

/// A file name that is removed if a signal ends the command before this is dropped.
#[derive(Debug)]
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Registers the name. Call this before the file is created under it.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        signals::listen();
        lock(&LEFT).files.push(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        lock(&LEFT).files.retain(|path| *path != self.0);
    }
}

impl Left {
    fn put_right(&mut self) {
        #[cfg(unix)]
        drop(self.terminal.take());
        for path in self.files.drain(..) {
            // The file may not exist yet, and there is no one left to report an error to.
            let _ = fs::remove_file(path);
        }
    }
}

/// Cleans up and calls `end`. The locks are held until then, so that no thread continues with files that are gone.
fn put_right_and(end: impl FnOnce()) {
    let _no_step = lock(&STEP);
    let mut left = lock(&LEFT);
    left.put_right();
    end();
}

/// Ignores poisoning: each holder keeps the data consistent at every moment, so a panic cannot have corrupted it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
