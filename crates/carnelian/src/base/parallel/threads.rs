//! How many threads a call may use: for batches, for the trees of an SLH-DSA signature, for the lanes of Argon2.
//!
//! With the feature `rayon` that are as many as there are CPUs; with `threads` alone it is one, until the program asks
//! for more.
//!
//! Threads are started when they are first needed, and kept. Where the system starts no more, calls use those that
//! there are, or the caller's alone. A process that is forked starts its own. A caller that is itself a thread of a pool
//! of rayon has the threads of that pool, whatever the limit.
//!
//! ```
//! use carnelian::kdf::argon2::{Argon2, Params, Variant};
//! use carnelian::threads;
//!
//! let argon2 = Argon2::new(Variant::Id, Params::SECOND_RECOMMENDED);
//! let [mut fast, mut frugal] = [[0; 32]; 2];
//! threads::set_limit(threads::ALL);
//! argon2.hash_into(b"password", b"some salt", &mut fast)?;
//! threads::with_limit(1, || argon2.hash_into(b"password", b"some salt", &mut frugal))?;
//! assert_eq!(fast, frugal);
//! # Ok::<(), carnelian::kdf::argon2::Argon2Error>(())
//! ```

use super::pool;
use core::cell::Cell;
use core::sync::atomic::{AtomicUsize, Ordering};

/// The limit that permits as many threads as there are CPUs, or as the environment variable `RAYON_NUM_THREADS` says.
pub const ALL: usize = 0;

/// The largest number of threads: limits above it are this one.
pub const MOST: usize = 1024;

/// The limit of the process.
static PROCESS: AtomicUsize = AtomicUsize::new(if cfg!(feature = "rayon") { ALL } else { 1 });

std::thread_local! {
    /// The limit of this thread, which comes before that of the process.
    static HERE: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Sets the number of threads that a call may use in this process.
pub fn set_limit(threads: usize) {
    PROCESS.store(threads, Ordering::Relaxed);
}

/// Runs `work`, whose calls on this thread may use `threads` threads.
pub fn with_limit<R>(threads: usize, work: impl FnOnce() -> R) -> R {
    /// Restores the limit also if `work` panics.
    struct Restored(Option<usize>);
    impl Drop for Restored {
        fn drop(&mut self) {
            HERE.set(self.0);
        }
    }
    let _restored = Restored(HERE.replace(Some(threads)));
    work()
}

/// Returns the number of threads that a call may use. It starts none.
#[must_use]
pub fn limit() -> usize {
    if pool::is_in_one() {
        return rayon_core::current_num_threads();
    }
    match HERE.get().unwrap_or_else(|| PROCESS.load(Ordering::Relaxed)) {
        ALL => pool::available(),
        threads => threads.min(MOST),
    }
}

/// Calls `work` with each part of `items` and its index. A part has `each` items; the last one has the remainder. For the
/// package for Python, which works on columns.
#[doc(hidden)]
pub fn for_each_part<T: Send>(items: &mut [T], each: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    super::for_each_part(items, each, work);
}
