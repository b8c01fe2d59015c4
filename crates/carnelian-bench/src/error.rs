//! What can be wrong with what a run is asked for.

use crate::baseline::BaselineError;
use carnelian::cpu::Tier;
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
    /// Our code was to be held to a tier above what it may use.
    Tier {
        /// As it was given.
        given: Tier,
        /// The tier of the CPU.
        cpu: Tier,
        /// The tier that `CARNELIAN_CPU` leaves of it.
        in_force: Tier,
    },
    /// A pattern with wildcards is not well formed.
    MalformedPattern {
        /// The pattern.
        pattern: String,
        /// What is wrong, and where.
        reason: String,
    },
}

/// The side that is at fault when something does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The command line.
    CommandLine,
    /// A file that cannot be read or written.
    Access,
    /// A file whose content cannot be used.
    Content,
}

impl BenchError {
    /// The side that is at fault.
    #[must_use]
    pub const fn fault(&self) -> Fault {
        match self {
            Self::Build { .. } | Self::PeerLib { .. } => Fault::Content,
            Self::Baseline(error) => error.fault(),
            Self::NothingSelected { .. }
            | Self::NothingToSweep { .. }
            | Self::NotNameAndPath { .. }
            | Self::UnknownPeer { .. }
            | Self::UnknownPeerLib { .. }
            | Self::RepeatedPeerLib { .. }
            | Self::Tier { .. }
            | Self::MalformedPattern { .. } => Fault::CommandLine,
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
            Self::Tier { given, cpu, in_force } if in_force < cpu => {
                write!(f, "`--tier {given}`: CARNELIAN_CPU allows {in_force}, and the CPU has {cpu}")
            }
            Self::Tier { given, cpu, .. } => write!(f, "`--tier {given}`: the CPU has {cpu}"),
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
