//! What is put right when a signal ends the command: files that have a name before they are complete are removed, and a
//! terminal that hides what is typed shows it again. Then the process ends by the same signal, as it would have without
//! a handler, so that shells see what has happened and end scripts where users want that.
//!
//! Handlers stand only from the first moment on that there is something to put right, and never for a signal that was
//! ignored when the command was started: `nohup` and shells' background jobs rely on that.

#[cfg(not(unix))]
#[path = "ending/elsewhere.rs"]
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

/// Held by whoever does several things of which a signal must not leave a part.
static STEP: Mutex<()> = Mutex::new(());

/// What is to be put right.
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

/// A step that is done as a whole: a signal that comes before it is dropped waits for that.
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

/// A name that is taken away if a signal ends the command before this is dropped.
#[derive(Debug)]
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// To be called before the file gets the name.
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
            // It may not have come to be, and nobody is there to be told.
            let _ = fs::remove_file(path);
        }
    }
}

/// Puts everything right and calls `end`. The locks are kept until then, so that nobody goes on with what is gone.
fn put_right_and(end: impl FnOnce()) {
    let _no_step = lock(&STEP);
    let mut left = lock(&LEFT);
    left.put_right();
    end();
}

/// Each holder leaves what it guards whole at every moment, so a thread that panicked has spoilt nothing.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
