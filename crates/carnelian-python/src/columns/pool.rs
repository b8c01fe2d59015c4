//! The threads that work on columns.
//!
//! The pools are not rayon's global one: a child process that `os.fork` creates inherits the pools but not their
//! threads, so each process has its own, and a caller can ask for another number of threads than the CPU has.

use crate::columns::fault::Fault;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// A number of threads, in a process.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    process: u32,
    threads: usize,
}

/// The pools of this process, and those that it inherited. There are few: one for each number of threads in use.
static POOLS: Mutex<Vec<(Place, Arc<ThreadPool>)>> = Mutex::new(Vec::new());

/// The number of cores, which the operating system takes tens of microseconds to tell.
static CORES: OnceLock<usize> = OnceLock::new();

/// The largest number of threads that a caller can ask for.
const MOST: usize = 1024;

/// Returns the pool of `threads` threads of this process, or as many as there are cores.
pub(crate) fn pool(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    let threads = match threads {
        None => *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from)),
        Some(threads @ 1..=MOST) => threads,
        Some(found) => return Err(Fault::Threads { found, at_most: MOST }.into()),
    };
    let place = Place { process: std::process::id(), threads };
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, pool)) = pools.iter().find(|(of, _)| *of == place) {
        return Ok(Arc::clone(pool));
    }
    let built = ThreadPoolBuilder::new().num_threads(threads).thread_name(|number| format!("carnelian-{number}"));
    let pool = Arc::new(built.build().map_err(|error| Fault::NoThreads { cause: error.to_string() })?);
    pools.push((place, Arc::clone(&pool)));
    Ok(pool)
}

/// The patience of a user who has pressed Ctrl-C during a long computation without the interpreter.
pub(super) struct Patience(Instant);

impl Patience {
    /// The time after which signals are looked at again.
    const LASTS: Duration = Duration::from_millis(200);

    pub(super) fn new() -> Self {
        Self(Instant::now())
    }

    /// Runs the handlers of signals that came in, once in a while.
    ///
    /// # Errors
    /// What a handler raises, such as `KeyboardInterrupt`.
    pub(super) fn check(&mut self) -> PyResult<()> {
        if self.0.elapsed() < Self::LASTS {
            return Ok(());
        }
        self.0 = Instant::now();
        Python::attach(|py| {
            py.check_signals()?;
            Ok(())
        })
    }
}
