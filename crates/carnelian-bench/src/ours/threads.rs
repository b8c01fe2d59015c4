//! The threads of a build with the feature `rayon`, for the operations that are to use all CPUs.

use crate::op::threads::{cpus, take_cpu};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::LazyLock;

/// Runs `work` with a thread on each CPU of the machine.
pub(super) fn on_all<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    static ALL: LazyLock<ThreadPool> = LazyLock::new(|| {
        let pool = ThreadPoolBuilder::new().num_threads(cpus()).start_handler(take_cpu);
        pool.build().expect("the system has threads")
    });
    ALL.install(work)
}
