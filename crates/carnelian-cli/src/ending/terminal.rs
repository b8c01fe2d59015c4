//! Terminals that get their own settings back.

use super::{LEFT, lock, signals};
use rustix::termios::{self, OptionalActions, Termios};
use std::fs::File;
use std::io;

/// A terminal with other settings than its own, which it gets back when this is dropped and when a signal ends the
/// command.
#[derive(Debug)]
pub struct ChangedTerminal(());

impl ChangedTerminal {
    /// Changes the terminal's settings, and forgets what was typed before.
    ///
    /// # Errors
    /// Those of the terminal.
    pub fn new(terminal: &File, change: impl FnOnce(&mut Termios)) -> io::Result<Self> {
        signals::listen();
        let settings = termios::tcgetattr(terminal)?;
        let mut changed = settings.clone();
        change(&mut changed);
        let own = Own { terminal: terminal.try_clone()?, settings };
        let mut left = lock(&LEFT);
        // Under the lock: a signal that comes meanwhile finds a terminal that is changed and known, or neither.
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

/// A terminal's own settings, which it gets when this is dropped.
#[derive(Debug)]
pub(super) struct Own {
    terminal: File,
    settings: Termios,
}

impl Drop for Own {
    fn drop(&mut self) {
        // A terminal that has gone away needs nothing.
        let _ = termios::tcsetattr(&self.terminal, OptionalActions::Now, &self.settings);
    }
}
