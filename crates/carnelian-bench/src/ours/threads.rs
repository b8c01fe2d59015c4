//! The threads of a build with the feature `rayon`: one for every operation, except where an operation is to use all.

use crate::op::threads::{cpus, take_cpu};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::LazyLock;

/// Confines our library to one thread outside [`on_all`].
pub(super) fn use_one() {
    // A second call is refused, and finds the threads as they should be.
    let _ = ThreadPoolBuilder::new().num_threads(1).build_global();
}

/// Runs `work` with a thread on each CPU of the machine.
pub(super) fn on_all<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    static ALL: LazyLock<ThreadPool> = LazyLock::new(|| {
        let pool = ThreadPoolBuilder::new().num_threads(cpus()).start_handler(take_cpu);
        pool.build().expect("the system has threads")
    });
    ALL.install(work)
}
