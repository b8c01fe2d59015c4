//! The table that the check prints: one row per operation, backend, level and method.

use clap::ValueEnum;
use std::fmt;

/// How code is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Method {
    /// Runs with poisoned secrets under valgrind: branches and addresses, up to AVX2
    Valgrind,
    /// Runs with poisoned secrets, built with MemorySanitizer: branches, addresses and divisors, also AVX-512
    Msan,
    /// Disassembles the program: divisions, and in assembly and kernels with the SHA extensions jumps and addresses
    Scan,
    /// Disassembles the program: whether kernels that keep vectors on the stack align it
    Frame,
}

/// How code was compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Level {
    /// The release profile as shipped
    Release,
    /// The release profile at `-Os`
    Size,
}

/// The result of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Clean,
    /// Clean, but other code replaced assembly.
    CleanModel,
    Leak,
    /// Not a leak, but a kernel whose speed depends on the position of the stack.
    Unaligned,
    Skipped(Skip),
}

/// The reason why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Skip {
    /// This CPU does not have the tier, so nothing can run it.
    NotOnThisCpu { tier: String },
    /// The tool does not support what the backend needs, so another method must check it. `ran` is the backend that ran
    /// instead.
    NotInTool { ran: Option<String> },
    /// A tool is missing that could be installed.
    NoTool(String),
}

/// One row.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) operation: String,
    /// The backend that ran.
    pub(crate) backend: String,
    pub(crate) level: Level,
    pub(crate) method: Method,
    pub(crate) verdict: Verdict,
    /// Whether this covers all of the backend's code for its purpose, so that a clean row vouches for all operations
    /// with it.
    pub(crate) vouches: bool,
    /// Details of a leak for the reader; printed to standard error.
    pub(crate) details: Vec<String>,
}

/// Fixed, because rows are printed as they arrive.
const OPERATION_WIDTH: usize = 42;

pub(crate) const HEADING: &str = "operation                                  backend     level    method    verdict";

impl Row {
    pub(crate) fn new(operation: String, backend: String, level: Level, method: Method, verdict: Verdict) -> Self {
        Self { operation, backend, level, method, verdict, vouches: false, details: vec![] }
    }

    pub(crate) fn print(&self) {
        println!("{self}");
        for detail in &self.details {
            eprintln!("    {detail}");
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, backend, level, method, verdict, .. } = self;
        let (level, method) = (level.name(), method.name());
        write!(f, "{operation:OPERATION_WIDTH$} {backend:11} {level:8} {method:9} ")?;
        match verdict {
            Verdict::Clean => f.write_str("clean"),
            Verdict::CleanModel => f.write_str("clean (a model stood in for assembly)"),
            Verdict::Leak => f.write_str("LEAK"),
            Verdict::Unaligned => f.write_str("UNALIGNED"),
            Verdict::Skipped(Skip::NotOnThisCpu { tier }) => write!(f, "skipped: this CPU has no {tier}"),
            Verdict::Skipped(Skip::NotInTool { ran: Some(ran) }) => {
                write!(f, "skipped: {method} has no {backend}, it ran {ran}")
            }
            Verdict::Skipped(Skip::NotInTool { ran: None }) => write!(f, "skipped: {method} has no {backend}"),
            Verdict::Skipped(Skip::NoTool(reason)) => write!(f, "skipped: {reason}"),
        }
    }
}

impl Method {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Valgrind => "valgrind",
            Self::Msan => "msan",
            Self::Scan => "scan",
            Self::Frame => "frame",
        }
    }
}

impl Level {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Size => "size",
        }
    }
}
