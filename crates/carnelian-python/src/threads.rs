//! When the interpreter's lock is released, and how objects that change are shared by threads.

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

/// A value that several threads may change, one at a time.
///
/// No thread waits for the value while it is attached to the interpreter, and a thread that holds the value needs
/// nothing from the interpreter, so that neither waits for the other forever.
pub(crate) struct Guarded<T>(Mutex<T>);

impl<T: Send> Guarded<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Runs `work` on the value, which processes `len` bytes.
    #[inline]
    pub(crate) fn with<R: Send>(&self, py: Python<'_>, len: usize, work: impl FnOnce(&mut T) -> R + Send) -> R {
        if len <= RELEASED_ABOVE {
            match self.0.try_lock() {
                Ok(mut value) => return work(&mut value),
                Err(TryLockError::Poisoned(poisoned)) => return work(&mut poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {}
            }
        }
        py.detach(|| work(&mut self.lock()))
    }

    fn lock(&self) -> MutexGuard<'_, T> {
        // A value is never left half changed: nothing that runs on it panics.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
