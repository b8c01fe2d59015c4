//! Exit codes, and the failures that lead to them.

use crate::columns;
use crate::file_name;
use crate::message;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// An exit code. [`TABLE`] lists their meanings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Success.
    Success = 0,
    /// A verdict: something is invalid.
    Invalid = 1,
    /// The command line is wrong.
    Usage = 2,
    /// The system failed to provide a resource.
    Io = 3,
    /// An input is unusable.
    Unusable = 4,
    /// The user interrupted the command: 128 plus the number of SIGINT, as in shells.
    Interrupted = 130,
    /// The reader of standard output is gone: 128 plus the number of SIGPIPE, with which other programs end there.
    ReaderGone = 141,
}

/// The codes and their meanings, for help, the manual and README. The lists in the subcommands' help describe the same
/// codes for each subcommand.
pub const TABLE: [(Exit, &str); 7] = [
    (Exit::Success, "done"),
    (
        Exit::Invalid,
        "a checksum, tag or signature is not valid, a password is wrong, a sealed file is damaged or is none, an \
         answer of the self-test is wrong, or an operation is slower than in its baseline or misses a required target",
    ),
    (Exit::Usage, "invalid command line, or no such algorithm or file type"),
    (Exit::Io, "a file cannot be read or written, or the system lacks memory or random bytes"),
    (Exit::Unusable, "a key or another input file cannot be used, such as a list without checksum lines"),
    (Exit::Interrupted, "ended by Ctrl-C"),
    (Exit::ReaderGone, "ended because the reader of its output is gone"),
];

/// The rule for choosing among several codes.
pub const PRECEDENCE: &str = "If several apply, 1 takes precedence over 3, and 3 over 4.";

/// Returns the table for `--help`, with its heading.
#[must_use]
pub fn section() -> String {
    let row = |(exit, meaning): &(Exit, &str)| {
        columns::hanging(&format!("  {:<3}  ", *exit as u8), meaning, columns::OF_HELP)
    };
    let rows: String = TABLE.iter().map(row).collect();
    format!("Exit codes:\n{rows}{PRECEDENCE}")
}

impl Exit {
    /// Returns the code for both outcomes together. An unreadable file must never hide that something is not valid.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self.gravity() >= other.gravity() { self } else { other }
    }

    const fn gravity(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Unusable => 1,
            Self::Io => 2,
            Self::ReaderGone => 3,
            Self::Invalid => 4,
            Self::Usage => 5,
            Self::Interrupted => 6,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// The reason why a command cannot continue: the exit code and the message to the user.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    /// `None` if the reader of standard output is gone: it wants no more output, and no message either.
    message: Option<String>,
}

impl Failure {
    /// Returns a failure with this exit code and message.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: Some(message.into()) }
    }

    /// Returns the failure of a file `name` that cannot be read or written.
    #[must_use]
    pub fn file(name: &OsStr, error: &io::Error) -> Self {
        Self::new(Exit::Io, format!("{}: {}", file_name::quoted(name), message::reason(error)))
    }

    /// Returns the failure of an input `name` that cannot be used, for the given reason.
    #[must_use]
    pub fn unusable(name: &OsStr, reason: &dyn Display) -> Self {
        Self::new(Exit::Unusable, format!("{}: {reason}", file_name::quoted(name)))
    }

    /// Returns the failure of writing to standard output. The exit code reports it even where the reader is gone and no
    /// message is shown, because the request was not fulfilled: a check that was cut short has not found everything
    /// valid.
    #[must_use]
    pub fn stdout(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self { exit: Exit::ReaderGone, message: None },
            _ => Self::new(Exit::Io, format!("write error: {}", message::reason(error))),
        }
    }

    /// Combines this failure with the outcome `found` so far.
    #[must_use]
    pub fn with(self, found: Exit) -> Self {
        Self { exit: self.exit.and(found), ..self }
    }

    /// Returns whether there is no message because the reader is gone.
    #[must_use]
    pub const fn is_silent(&self) -> bool {
        self.message.is_none()
    }

    /// Shows the message to the user and returns the exit code.
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
        let ascending = [Exit::Success, Exit::Unusable, Exit::Io, Exit::ReaderGone, Exit::Invalid];
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
