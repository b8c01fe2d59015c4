//! Terminals whose settings are changed and later restored.

use super::{LEFT, lock, signals};
use rustix::termios::{self, OptionalActions, Termios};
use std::fs::File;
use std::io;

/// A terminal with changed settings. The original settings are restored when this is dropped or when a signal ends the
/// command.
#[derive(Debug)]
pub struct ChangedTerminal(());

impl ChangedTerminal {
    /// Changes the terminal's settings, and discards pending input.
    ///
    /// # Errors
    /// Errors of the terminal.
    pub fn new(terminal: &File, change: impl FnOnce(&mut Termios)) -> io::Result<Self> {
        signals::listen();
        let settings = termios::tcgetattr(terminal)?;
        let mut changed = settings.clone();
        change(&mut changed);
        let own = Own { terminal: terminal.try_clone()?, settings };
        let mut left = lock(&LEFT);
        // The lock is held, so a signal meanwhile finds a terminal that is both changed and registered, or neither.
        termios::tcsetattr(terminal, OptionalActions::Flush, &changed)?;
        left.terminal = Some(own);
        Ok(Self(()))
    }
}

impl Drop for ChangedTerminal {
    fn drop(&mut self) {
        drop(lock(&LEFT).terminal.take());
    }
}

/// A terminal's original settings, which are restored when this is dropped.
#[derive(Debug)]
pub(super) struct Own {
    terminal: File,
    settings: Termios,
}

impl Drop for Own {
    fn drop(&mut self) {
        // A terminal that is gone needs no restoring.
        let _ = termios::tcsetattr(&self.terminal, OptionalActions::Now, &self.settings);
    }
}
