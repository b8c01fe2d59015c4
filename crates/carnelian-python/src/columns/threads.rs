//! How many threads work on columns.

use crate::columns::fault::Fault;
use carnelian::threads::{self, MOST, for_each_part};
use pyo3::prelude::*;

/// A number of threads. Where the system starts fewer, work is done on those that there are, or on the caller's.
#[derive(Clone, Copy)]
pub(crate) struct Threads(usize);

impl Threads {
    /// Returns the number that a caller asks for, or as many as there are cores.
    pub(crate) fn asked(threads: Option<usize>) -> PyResult<Self> {
        match threads {
            None => Ok(Self(threads::limit())),
            Some(threads @ 1..=MOST) => Ok(Self(threads)),
            Some(found) => Err(Fault::Threads { found, at_most: MOST }.into()),
        }
    }

    pub(super) const fn count(self) -> usize {
        self.0
    }

    /// Runs `work`, whose calls of the library use the threads.
    pub(super) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        threads::with_limit(self.0, work)
    }

    /// Calls `work` with each part and its index.
    pub(super) fn for_each<T: Send>(self, parts: impl Iterator<Item = T>, work: impl Fn(usize, &mut T) + Sync) {
        let mut parts: Vec<T> = parts.collect();
        self.run(|| for_each_part(&mut parts, 1, |number, part| part.iter_mut().for_each(|part| work(number, part))));
    }
}
