//! The table that the check prints: one row per operation, backend, level and method.

use clap::ValueEnum;
use std::fmt;

/// How code is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Runs with poisoned secrets under valgrind: branches and addresses, up to AVX2
    Valgrind,
    /// Runs with poisoned secrets, built with MemorySanitizer: branches, addresses and divisors, also AVX-512
    Msan,
    /// Disassembles the program: divisions, and in assembly kernels jumps and addresses
    Scan,
    /// Disassembles the program: whether kernels that keep vectors on the stack align it
    Frame,
}

/// How code was compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// The release profile as shipped
    Release,
    /// The release profile at `-Os`
    Size,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Clean,
    Leak,
    /// Not a leak, but a kernel whose speed depends on where the stack happens to lie.
    Unaligned,
    Skipped(String),
}

/// One row.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) operation: String,
    pub(crate) backend: String,
    pub(crate) level: Level,
    pub(crate) method: Method,
    pub(crate) verdict: Verdict,
    /// What a reader of a leak wants to know next; printed to standard error.
    pub(crate) details: Vec<String>,
}

/// Fixed, because rows are printed as they come.
const OPERATION_WIDTH: usize = 42;

pub(crate) const HEADING: &str = "operation                                  backend     level    method    verdict";

impl Row {
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
        write!(f, "{operation:OPERATION_WIDTH$} {backend:11} {level:8} {method:9} {verdict}")
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clean => f.write_str("clean"),
            Self::Leak => f.write_str("LEAK"),
            Self::Unaligned => f.write_str("UNALIGNED"),
            Self::Skipped(reason) => write!(f, "skipped: {reason}"),
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
