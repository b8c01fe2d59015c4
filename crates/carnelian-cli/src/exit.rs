//! How the command ends: exit codes, and what goes wrong on the way to them.

use crate::file_name;
use crate::message;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// An exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// All went well.
    Success = 0,
    /// A checksum, tag or signature is not valid, a password is wrong, or a sealed file does not open.
    Invalid = 1,
    /// The command line cannot be understood.
    Usage = 2,
    /// A file cannot be read or written.
    Io = 3,
    /// A key or another input file cannot be used.
    Unusable = 4,
    /// The user has ended it before all was done: 128 and the number of SIGINT, as shells have it.
    Interrupted = 130,
}

impl Exit {
    /// The code for both outcomes together. That something is not valid must never hide behind a file that could not
    /// be read.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self.gravity() >= other.gravity() { self } else { other }
    }

    const fn gravity(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Unusable => 1,
            Self::Io => 2,
            Self::Invalid => 3,
            Self::Usage => 4,
            Self::Interrupted => 5,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command cannot go on: the exit code, and what the user is told.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    /// Nothing for a reader that has gone away: it asked for no more, so it is told no more.
    message: Option<String>,
}

impl Failure {
    /// Ends the command with `exit` after telling `message`.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: Some(message.into()) }
    }

    /// The file `name` cannot be read or written.
    #[must_use]
    pub fn file(name: &OsStr, error: &io::Error) -> Self {
        Self::new(Exit::Io, format!("{}: {}", file_name::quoted(name), message::reason(error)))
    }

    /// The input `name` cannot be used, for a reason that its reader gives.
    #[must_use]
    pub fn unusable(name: &OsStr, reason: &dyn Display) -> Self {
        Self::new(Exit::Unusable, format!("{}: {reason}", file_name::quoted(name)))
    }

    /// Standard output cannot be written. The exit code says so even where the reader has gone away and nothing is
    /// told, because what was asked for is not done: a check that was cut short has not found everything valid.
    #[must_use]
    pub fn stdout(error: &io::Error) -> Self {
        let told = error.kind() != io::ErrorKind::BrokenPipe;
        Self { exit: Exit::Io, message: told.then(|| format!("write error: {}", message::reason(error))) }
    }

    /// The same, where `found` is known already.
    #[must_use]
    pub fn with(self, found: Exit) -> Self {
        Self { exit: self.exit.and(found), ..self }
    }

    /// Whether nobody is there any more to be told.
    #[must_use]
    pub const fn is_silent(&self) -> bool {
        self.message.is_none()
    }

    /// Tells the user and gives the exit code.
    #[must_use]
    pub fn report(&self) -> Exit {
        if let Some(message) = &self.message {
            message::tell(message);
        }
        self.exit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graver_outcome_wins_from_either_side() {
        let ascending = [Exit::Success, Exit::Unusable, Exit::Io, Exit::Invalid];
        for (i, &low) in ascending.iter().enumerate() {
            for &high in &ascending[i..] {
                assert_eq!(low.and(high), high);
                assert_eq!(high.and(low), high);
            }
        }
    }

    #[test]
    fn what_is_not_valid_stays_so_where_that_cannot_be_written() {
        let failure = || Failure::stdout(&io::ErrorKind::StorageFull.into());
        assert_eq!(failure().with(Exit::Invalid).exit, Exit::Invalid);
        assert_eq!(failure().with(Exit::Success).exit, Exit::Io);
    }

    #[test]
    fn only_a_reader_that_has_gone_away_is_told_nothing() {
        assert!(Failure::stdout(&io::ErrorKind::BrokenPipe.into()).message.is_none());
        assert!(Failure::stdout(&io::ErrorKind::StorageFull.into()).message.is_some());
    }
}
