//! Wiping the stack after a computation that moves secrets: a move leaves the bytes where they were.

use core::hint::black_box;

/// Returns the result of `work`, which is not secret, and overwrites the `N` bytes of stack below the caller's frame.
#[inline(always)]
pub fn wiping_stack<const N: usize, R>(work: impl FnOnce() -> R) -> R {
    let result = apart(work);
    wipe::<N>();
    result
}

/// Runs `work` in a frame of its own.
#[inline(never)]
fn apart<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Writes zeros where the frames of `work` were. The barrier keeps the stores, since what follows could read them.
#[inline(never)]
fn wipe<const N: usize>() {
    black_box(&mut [0_u8; N]);
}
