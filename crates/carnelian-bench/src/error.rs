//! What can go wrong with a run, so that a program can tell the kinds apart.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a run ended without a report.
#[derive(Debug)]
pub enum BenchError {
    /// A pattern selects no operation.
    NothingSelected {
        /// The pattern.
        pattern: String,
        /// Every operation there is.
        known: Vec<String>,
    },
    /// A pattern with wildcards is not well formed.
    MalformedPattern {
        /// The pattern.
        pattern: String,
        /// What is wrong, and where.
        reason: String,
    },
    /// The report could not be written.
    Output {
        /// The file; `None` is the standard output.
        path: Option<PathBuf>,
        /// What the system says.
        source: io::Error,
    },
}

impl BenchError {
    /// Whether the command line is at fault rather than the system.
    #[must_use]
    pub const fn is_usage(&self) -> bool {
        matches!(self, Self::NothingSelected { .. } | Self::MalformedPattern { .. })
    }
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingSelected { pattern, known } => {
                write!(f, "no operation matches `{pattern}`; there are:")?;
                known.iter().try_for_each(|name| write!(f, "\n  {name}"))
            }
            Self::MalformedPattern { pattern, reason } => write!(f, "the pattern `{pattern}`: {reason}"),
            Self::Output { path: Some(path), source } => write!(f, "cannot write {}: {source}", path.display()),
            Self::Output { path: None, source } => write!(f, "cannot write to the standard output: {source}"),
        }
    }
}

impl std::error::Error for BenchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Output { source, .. } => Some(source),
            Self::NothingSelected { .. } | Self::MalformedPattern { .. } => None,
        }
    }
}
