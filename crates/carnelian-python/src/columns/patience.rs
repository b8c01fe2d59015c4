//! When signals are looked at during a long computation.

use pyo3::prelude::*;
use std::time::{Duration, Instant};

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
