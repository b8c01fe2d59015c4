//! Errors in the request for a run.

use crate::baseline::BaselineError;
use crate::fault::Fault;
use crate::nearest::nearest;
use crate::targets::TargetsError;
use carnelian::cpu::Tier;
use std::collections::HashSet;
use std::fmt;

/// The reason why a run ended without a report.
#[derive(Debug)]
pub enum BenchError {
    /// A pattern selects no operation.
    NothingSelected {
        /// The pattern.
        pattern: String,
        /// The names of all operations.
        known: Vec<String>,
    },
    /// A pattern selects nothing that depends on the parameter.
    NothingToSweep {
        /// The parameter, as typed.
        parameter: &'static str,
        /// The pattern.
        pattern: String,
        /// Everything that depends on the parameter.
        known: Vec<String>,
    },
    /// An argument is not of the form `NAME=PATH`.
    NotNameAndPath {
        /// The option.
        option: &'static str,
        /// The argument as given.
        given: String,
        /// A correct example.
        example: &'static str,
    },
    /// A name or a pattern selects no peer.
    UnknownPeer {
        /// The name or pattern, as given.
        given: String,
        /// The names of all peers.
        known: Vec<String>,
    },
    /// A path was given for a library that is not loaded at run time.
    UnknownPeerLib {
        /// The argument, as given.
        given: String,
        /// All valid names.
        known: Vec<String>,
    },
    /// Two paths were given for one library.
    RepeatedPeerLib {
        /// The library.
        name: String,
    },
    /// A shared library that was given by its path cannot be used.
    PeerLib {
        /// The library.
        name: String,
        /// A description of the problem and of what is expected.
        reason: String,
    },
    /// Another build of this program cannot take part.
    Build {
        /// Its name.
        name: String,
        /// The reason.
        reason: String,
    },
    /// A baseline cannot be compared with, or a result cannot be saved.
    Baseline(BaselineError),
    /// The file of targets cannot be used.
    Targets(TargetsError),
    /// The requested tier is higher than the tier our code may use.
    Tier {
        /// The tier, as given.
        given: Tier,
        /// The tier of the CPU.
        cpu: Tier,
        /// The tier in force, which `CARNELIAN_CPU` may lower.
        in_force: Tier,
        /// The features that the requested tier needs and the CPU lacks.
        missing: Vec<&'static str>,
    },
    /// A pattern with wildcards is not well formed.
    MalformedPattern {
        /// The pattern.
        pattern: String,
        /// A description of the problem and its position.
        reason: String,
    },
}

impl BenchError {
    /// Returns the party at fault.
    #[must_use]
    pub const fn fault(&self) -> Fault {
        match self {
            Self::Build { .. } | Self::PeerLib { .. } => Fault::Content,
            Self::Baseline(error) => error.fault(),
            Self::Targets(error) => error.fault(),
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
                writeln!(f, "the families of operations are {}", families(known).join(", "))?;
                write!(f, "no operation matches `{pattern}`; ")?;
                match nearest(pattern, known) {
                    Some(meant) => write!(f, "did you mean `{meant}`?"),
                    None => write!(f, "`carnelian bench --list` prints all"),
                }
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
            Self::Targets(error) => error.fmt(f),
            Self::Tier { given, cpu, in_force, .. } if given <= cpu => {
                write!(f, "`--tier {given}`: CARNELIAN_CPU allows {in_force}, and the CPU has {cpu}")
            }
            Self::Tier { given, cpu, missing, .. } => {
                write!(f, "`--tier {given}`: the CPU has {cpu}")?;
                if missing.is_empty() { Ok(()) } else { write!(f, " and lacks {}", missing.join(", ")) }
            }
            Self::MalformedPattern { pattern, reason } => write!(f, "the pattern `{pattern}`: {reason}"),
        }
    }
}

/// Returns the parts of the names before the first `/`, each once.
fn families(names: &[String]) -> Vec<&str> {
    let mut families: Vec<&str> = names.iter().map(|name| name.split('/').next().unwrap_or(name)).collect();
    let mut seen = HashSet::new();
    families.retain(|family| seen.insert(*family));
    families
}

impl std::error::Error for BenchError {}

impl From<TargetsError> for BenchError {
    fn from(error: TargetsError) -> Self {
        Self::Targets(error)
    }
}

impl From<BaselineError> for BenchError {
    fn from(error: BaselineError) -> Self {
        Self::Baseline(error)
    }
}
