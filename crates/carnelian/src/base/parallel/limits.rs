//! The limits that programs set to the number of threads.

use core::cell::Cell;
use core::sync::atomic::{AtomicUsize, Ordering};

/// The limit that permits as many threads as there are CPUs, or as the environment variable `RAYON_NUM_THREADS` says, up to
/// [`MOST`].
pub const ALL: usize = 0;

/// The largest number of threads: limits above it are this one.
pub const MOST: usize = 1024;

/// The limit of the process.
static PROCESS: AtomicUsize = AtomicUsize::new(if cfg!(feature = "rayon") { ALL } else { 1 });

std::thread_local! {
    /// The limit of this thread, which comes before that of the process.
    pub(super) static HERE: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Sets the number of threads that a call may use in this process.
pub fn set_limit(threads: usize) {
    PROCESS.store(threads, Ordering::Relaxed);
}

/// Runs `work`, whose calls on this thread may use `threads` threads.
pub fn with_limit<R>(threads: usize, work: impl FnOnce() -> R) -> R {
    with(Some(threads), work)
}

/// Runs `work` with the limit of the process.
pub(super) fn without_limit<R>(work: impl FnOnce() -> R) -> R {
    with(None, work)
}

/// Runs `work` with a limit of this thread.
fn with<R>(limit: Option<usize>, work: impl FnOnce() -> R) -> R {
    /// Restores the limit also if `work` panics.
    struct Restored(Option<usize>);
    impl Drop for Restored {
        fn drop(&mut self) {
            HERE.set(self.0);
        }
    }
    let _restored = Restored(HERE.replace(limit));
    work()
}

/// Returns the limit in force on this thread, [`ALL`] among them.
pub(super) fn in_force() -> usize {
    HERE.get().unwrap_or_else(|| PROCESS.load(Ordering::Relaxed))
}
