//! Which process this is: one that was forked has the memory of its parent, but none of its threads.
#![allow(unsafe_code)] // Has the system call a function in every process that is forked.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::process;

/// A process, as different from all that it was forked from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Process {
    /// The number alone is not enough: the first process of a container may fork the first one of another, and a number
    /// is given again when its process has ended.
    forks: usize,
    /// The count alone is not enough either: not every system counts, nor does every way to fork.
    number: u32,
}

/// How many times a process was forked, from the first that counts to this one.
static FORKS: AtomicUsize = AtomicUsize::new(0);

impl Process {
    pub(super) fn this() -> Self {
        Self { forks: FORKS.load(Ordering::Relaxed), number: process::id() }
    }

    /// Returns a process that was forked from this one and has its number.
    #[cfg(test)]
    pub(super) fn forked() -> Self {
        let Self { forks, number } = Self::this();
        Self { forks: forks + 1, number }
    }
}

/// Has forks counted from now on.
#[cfg(all(unix, not(miri)))]
pub(super) fn count_forks() {
    use core::ffi::c_int;
    use core::sync::atomic::AtomicBool;

    type Handler = Option<extern "C" fn()>;

    unsafe extern "C" {
        fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int;
    }

    extern "C" fn in_the_child() {
        FORKS.fetch_add(1, Ordering::Relaxed);
    }

    /// Counting twice does no harm, and not counting at all would: a fork may come between the two lines below.
    static COUNTED: AtomicBool = AtomicBool::new(false);
    if !COUNTED.load(Ordering::Relaxed) {
        // SAFETY: the declaration is that of POSIX. The handler has no requirements, does not unwind and only adds to an
        // atomic number, which is permitted in a child of a process with several threads.
        let counted = unsafe { pthread_atfork(None, None, Some(in_the_child)) } == 0;
        COUNTED.store(counted, Ordering::Relaxed);
    }
}

/// Does nothing: this system does not tell of forks, or has none.
#[cfg(not(all(unix, not(miri))))]
pub(super) const fn count_forks() {}
