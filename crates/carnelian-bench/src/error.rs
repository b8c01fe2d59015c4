//! What can be wrong with what a run is asked for.

use crate::baseline::BaselineError;
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
    /// What should be `NAME=PATH` is not.
    NotNameAndPath {
        /// The option.
        option: &'static str,
        /// What was given.
        given: String,
        /// One that is right.
        example: &'static str,
    },
    /// A name or a pattern selects no peer.
    UnknownPeer {
        /// As it was given.
        given: String,
        /// Every peer there is.
        known: Vec<String>,
    },
    /// A path is given for a library that is not looked for when the program runs.
    UnknownPeerLib {
        /// As it was given.
        given: String,
        /// Every name that can stand there.
        known: Vec<String>,
    },
    /// Two paths are given for one library.
    RepeatedPeerLib {
        /// The library.
        name: String,
    },
    /// A shared library that was asked for by its path cannot be used.
    PeerLib {
        /// The library.
        name: String,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// Another build of this program cannot take part.
    Build {
        /// Its name.
        name: String,
        /// Why.
        reason: String,
    },
    /// A baseline cannot be compared with, or a result not kept.
    Baseline(BaselineError),
    /// A pattern with wildcards is not well formed.
    MalformedPattern {
        /// The pattern.
        pattern: String,
        /// What is wrong, and where.
        reason: String,
    },
}

impl BenchError {
    /// Whether a file or a program is at fault, rather than the command line.
    #[must_use]
    pub const fn is_about_a_file(&self) -> bool {
        match self {
            Self::Build { .. } | Self::PeerLib { .. } => true,
            Self::Baseline(error) => error.is_about_a_file(),
            _ => false,
        }
    }
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
            Self::NotNameAndPath { option, given, example } => {
                write!(f, "`{option} {given}`: a name, `=` and a path are expected, such as `{example}`")
            }
            Self::UnknownPeer { given, known } => {
                write!(f, "no peer matches `{given}`; there are:")?;
                known.iter().try_for_each(|name| write!(f, "\n  {name}"))
            }
            Self::UnknownPeerLib { given, known } => {
                write!(
                    f,
                    "`--peer-lib {given}`: no library of this name is looked for when the program runs; there are:"
                )?;
                known.iter().try_for_each(|name| write!(f, "\n  {name}"))
            }
            Self::RepeatedPeerLib { name } => {
                write!(f, "`--peer-lib {name}=...` is given twice; one path for each library is expected")
            }
            Self::PeerLib { name, reason } => write!(f, "`--peer-lib {name}=...`: {reason}"),
            Self::Build { name, reason } => {
                write!(f, "the build `{name}` cannot take part: {reason}; another build of this program is expected")
            }
            Self::Baseline(error) => error.fmt(f),
            Self::MalformedPattern { pattern, reason } => write!(f, "the pattern `{pattern}`: {reason}"),
        }
    }
}

impl std::error::Error for BenchError {}

impl From<BaselineError> for BenchError {
    fn from(error: BaselineError) -> Self {
        Self::Baseline(error)
    }
}
