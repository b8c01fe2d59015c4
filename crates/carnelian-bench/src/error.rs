//! What can be wrong with what a run is asked for.

use std::fmt;

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
    /// A pattern selects nothing that grows with a parameter.
    NothingToSweep {
        /// The parameter, as it is typed.
        parameter: &'static str,
        /// The pattern.
        pattern: String,
        /// Everything that grows with it.
        known: Vec<String>,
    },
    /// A pattern with wildcards is not well formed.
    MalformedPattern {
        /// The pattern.
        pattern: String,
        /// What is wrong, and where.
        reason: String,
    },
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingSelected { pattern, known } => {
                write!(f, "no operation matches `{pattern}`; there are:")?;
                known.iter().try_for_each(|name| write!(f, "\n  {name}"))
            }
            Self::NothingToSweep { parameter, pattern, known } => {
                write!(f, "nothing that matches `{pattern}` can be swept by {parameter}; there are:")?;
                known.iter().try_for_each(|name| write!(f, "\n  {name}"))
            }
            Self::MalformedPattern { pattern, reason } => write!(f, "the pattern `{pattern}`: {reason}"),
        }
    }
}

impl std::error::Error for BenchError {}
