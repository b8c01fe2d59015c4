//! Wiping the stack after a computation that moves secrets: a move leaves the bytes where they were.

use carnelian::secret;

/// Returns the result of `work`, which is not secret, and overwrites the `N` bytes of stack below the caller's frame.
#[inline(always)]
pub(crate) fn wiping_stack<const N: usize, R>(work: impl FnOnce() -> R) -> R {
    let result = apart(work);
    wipe::<N>();
    result
}

/// Runs `work` in a frame of its own.
#[inline(never)]
fn apart<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[inline(never)]
fn wipe<const N: usize>() {
    secret::wipe(&mut [0; N]);
}
