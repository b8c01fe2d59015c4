//! When the interpreter's lock is released, and how objects that change are shared by threads.
#![allow(unsafe_code)] // Hands a value to one thread at a time.

use core::cell::UnsafeCell;
use core::mem::size_of;
use core::sync::atomic::{AtomicUsize, Ordering};
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// The number of bytes above which the lock is released while they are processed. Releasing and taking it again costs
/// about 45 ns, a thirtieth of the time of a hash of 2 KiB; while other threads wait for the lock it costs a turn, from
/// which shorter calls are spared. `hashlib` has the same bound.
pub(crate) const RELEASED_ABOVE: usize = 2047;

/// Runs `work` on `len` bytes, without the interpreter's lock where that pays.
#[inline]
pub(crate) fn on_bytes<T: Send>(py: Python<'_>, len: usize, work: impl FnOnce() -> T + Send) -> T {
    if len > RELEASED_ABOVE { py.detach(work) } else { work() }
}

/// Whether only one thread at a time is attached to the interpreter. Where that is not so, the head of an object has more
/// than its count of references and its class.
const ONE_IS_ATTACHED: bool = size_of::<PyObject>() == 2 * size_of::<usize>();

/// A value that several threads may change, one at a time.
///
/// No thread waits for the value while it is attached to the interpreter, and a thread that holds the value needs
/// nothing from the interpreter, so that neither waits for the other forever.
///
/// Short work takes no lock where only one thread is attached: that thread has the value if no other one has detached for
/// it. A lock costs as much as the rest of a call that absorbs one byte.
pub(crate) struct Guarded<T> {
    value: UnsafeCell<T>,
    /// Held by a thread that is detached, or by any where several are attached.
    lock: Mutex<()>,
    /// How many threads have detached for the value, and are not attached again. Raised by threads that are attached.
    outside: AtomicUsize,
}

// SAFETY: `with` hands the value to one thread at a time.
unsafe impl<T: Send> Sync for Guarded<T> {}

impl<T: Send> Guarded<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { value: UnsafeCell::new(value), lock: Mutex::new(()), outside: AtomicUsize::new(0) }
    }

    /// Runs `work` on the value, which processes `len` bytes and does not attach to the interpreter.
    #[inline]
    pub(crate) fn with<R: Send>(&self, py: Python<'_>, len: usize, work: impl FnOnce(&mut T) -> R + Send) -> R {
        if len <= RELEASED_ABOVE {
            if ONE_IS_ATTACHED {
                if self.outside.load(Ordering::Acquire) == 0 {
                    // SAFETY: this thread is attached, as `py` proves, and stays so, since `work` cannot hold a token to
                    // detach with. No other one is, so none has the value here, and none has detached for it.
                    return work(unsafe { &mut *self.value.get() });
                }
            } else if let Some(_held) = self.try_lock() {
                // SAFETY: this thread holds the lock, without which the value is not reached here.
                return work(unsafe { &mut *self.value.get() });
            }
        }
        self.with_lock(py, work)
    }

    /// Detaches, and waits for the lock.
    #[inline(never)]
    fn with_lock<R: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> R + Send) -> R {
        self.outside.fetch_add(1, Ordering::Relaxed);
        let result = py.detach(|| {
            // Nothing that runs on a value panics, so that none is left half changed.
            let _held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
            // SAFETY: this thread holds the lock, and has said before it detached that no other may do without.
            work(unsafe { &mut *self.value.get() })
        });
        self.outside.fetch_sub(1, Ordering::Release);
        result
    }

    fn try_lock(&self) -> Option<MutexGuard<'_, ()>> {
        match self.lock.try_lock() {
            Ok(held) => Some(held),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}
