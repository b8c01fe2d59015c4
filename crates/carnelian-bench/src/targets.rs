//! Targets: how fast an operation shall be, and whether a run shows that it is.
//!
//! A file of targets is TOML. Each has an operation, one limit and, if it is not for every machine, a class:
//!
//! ```toml
//! [[target]]
//! operation = "ed25519/verify"
//! class = "zen-4/avx512-ifma"
//! ratio = 0.6                  # or ns = 13000, or cycles = 48000
//! ```
//!
//! `ns` and `cycles` limit the time of one call, `ratio` limits it to a share of that of the fastest other library.

use crate::document::{Document, Row};
use crate::fault::Fault;
use crate::machine::class::Class;
use crate::registry;
use serde::Deserialize;
use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};
use toml::Spanned;

/// A value beyond its limit by at most this share is close.
pub const CLOSE: f64 = 0.05;

/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// A quantity that a target limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The time of one call in nanoseconds.
    Nanoseconds,
    /// The time of one call in cycles of the counter.
    Cycles,
    /// Our time over that of the fastest other library.
    Ratio,
}

impl Quantity {
    /// Returns the name of the field in the file.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            Self::Nanoseconds => "ns",
            Self::Cycles => "cycles",
            Self::Ratio => "ratio",
        }
    }
}

/// A target.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The operation.
    pub operation: String,
    /// The class of machines; `None` for all.
    pub class: Option<String>,
    /// The quantity that is limited.
    pub quantity: Quantity,
    /// The limit.
    pub limit: f64,
}

/// Whether a value keeps to its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It does.
    Pass,
    /// It is beyond by at most [`CLOSE`].
    Close,
    /// It is beyond by more.
    Miss,
}

impl Mark {
    /// Returns the mark of a value.
    #[must_use]
    pub fn of(value: f64, limit: f64) -> Self {
        if value <= limit {
            Self::Pass
        } else if value <= (1.0 + CLOSE) * limit {
            Self::Close
        } else {
            Self::Miss
        }
    }

    /// Returns the word that reports print.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Close => "close",
            Self::Miss => "miss",
        }
    }
}

/// A target with what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The target.
    pub target: Target,
    /// The measured value, and its mark; `None` if it was not measured.
    pub found: Option<(f64, Mark)>,
}

impl Judged {
    /// Returns whether the value is beyond its limit and not close to it.
    #[must_use]
    pub fn is_missed(&self) -> bool {
        self.found.is_some_and(|(_, mark)| mark == Mark::Miss)
    }
}

/// Judges the targets of the document's class, and those of every class.
#[must_use]
pub fn judge(targets: &[Target], document: &Document) -> Vec<Judged> {
    let class = Class::of(document).to_string();
    let of_class = targets.iter().filter(|target| target.class.as_ref().is_none_or(|wanted| *wanted == class));
    let judged = |target: &Target| Judged {
        found: found(target, document).map(|value| (value, Mark::of(value, target.limit))),
        target: target.clone(),
    };
    of_class.map(judged).collect()
}

fn found(target: &Target, document: &Document) -> Option<f64> {
    let rows = document.rows.iter().filter(|row| row.operation == target.operation);
    let ours = || rows.clone().find(|row| row.is_ours());
    match target.quantity {
        Quantity::Nanoseconds => ours().map(|row| row.ns_iqm),
        Quantity::Cycles => ours().and_then(|row: &Row| row.cycles_iqm),
        Quantity::Ratio => rows.clone().filter_map(|row| row.ratio).reduce(f64::max),
    }
}

/// The reason why a file of targets cannot be used.
#[derive(Debug)]
pub struct TargetsError {
    path: PathBuf,
    problem: Problem,
}

#[derive(Debug)]
enum Problem {
    Unreadable(io::Error),
    TooLong,
    /// A line, the field that stands there, and what is wrong with it.
    Field(usize, String, String),
}

impl TargetsError {
    /// Returns the party at fault.
    #[must_use]
    pub const fn fault(&self) -> Fault {
        match self.problem {
            Problem::Unreadable(_) => Fault::Access,
            Problem::TooLong | Problem::Field(..) => Fault::Content,
        }
    }
}

impl fmt::Display for TargetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.problem {
            Problem::Unreadable(error) => error.fmt(f),
            Problem::TooLong => write!(f, "it is longer than {LONGEST} bytes; a file of targets is expected"),
            Problem::Field(line, field, reason) => write!(f, "line {line}, `{field}`: {reason}"),
        }
    }
}

impl std::error::Error for TargetsError {}

/// Reads a file of targets.
///
/// # Errors
/// [`TargetsError`] if it cannot be read, or names the line and the field that cannot be used.
pub fn read(path: &Path) -> Result<Vec<Target>, TargetsError> {
    let fault = |problem| TargetsError { path: path.to_owned(), problem };
    let mut text = Vec::new();
    let file = fs::File::open(path).map_err(|error| fault(Problem::Unreadable(error)))?;
    file.take(LONGEST + 1).read_to_end(&mut text).map_err(|error| fault(Problem::Unreadable(error)))?;
    if text.len() as u64 > LONGEST {
        return Err(fault(Problem::TooLong));
    }
    parse(&String::from_utf8_lossy(&text)).map_err(fault)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    target: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    operation: Spanned<String>,
    class: Option<String>,
    ns: Option<Spanned<f64>>,
    cycles: Option<Spanned<f64>>,
    ratio: Option<Spanned<f64>>,
}

fn parse(text: &str) -> Result<Vec<Target>, Problem> {
    let file: File = toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        // A table's header is where a missing field is told of.
        at(text, start, error.message().to_owned())
    })?;
    let mut seen = HashSet::new();
    let target = |entry: Entry| {
        let operation = entry.operation.get_ref();
        let refused = |reason: String| Err(at(text, entry.operation.span().start, reason));
        if registry::find(operation).is_none() {
            return refused(format!("there is no operation `{operation}`; `carnelian bench --list` lists them"));
        }
        if !seen.insert((operation.clone(), entry.class.clone())) {
            return refused(format!("`{operation}` has a target in this class already"));
        }
        let limits =
            [(Quantity::Nanoseconds, &entry.ns), (Quantity::Cycles, &entry.cycles), (Quantity::Ratio, &entry.ratio)];
        let given: Vec<_> =
            limits.into_iter().filter_map(|(quantity, limit)| Some((quantity, limit.as_ref()?))).collect();
        let [(quantity, limit)] = given[..] else {
            return refused(format!("one of `ns`, `cycles` and `ratio` is expected, found {}", given.len()));
        };
        let value = *limit.get_ref();
        if !(value.is_finite() && value > 0.0) {
            return Err(at(text, limit.span().start, format!("a number above 0 is expected, found {value}")));
        }
        Ok(Target { operation: operation.clone(), class: entry.class.clone(), quantity, limit: value })
    };
    file.target.into_iter().map(target).collect()
}

/// Returns the problem with the line in which a byte of the text stands; its field is what stands before the `=`.
fn at(text: &str, byte: usize, reason: String) -> Problem {
    let line = text.as_bytes().iter().take(byte).filter(|byte| **byte == b'\n').count();
    let field = text.lines().nth(line).and_then(|line| line.split('=').next()).unwrap_or_default().trim();
    Problem::Field(line + 1, field.to_owned(), reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read() {
        let text = "# Why.\n[[target]]\noperation = \"x25519/dh\"\nns = 15_000\n\n[[target]]\noperation = \"x25519/dh\"\n\
                    class = \"zen-4/avx512-ifma\"\nratio = 0.5\n";
        let target = |class: Option<&str>, quantity, limit| Target {
            operation: "x25519/dh".to_owned(),
            class: class.map(str::to_owned),
            quantity,
            limit,
        };
        let expected =
            [target(None, Quantity::Nanoseconds, 15e3), target(Some("zen-4/avx512-ifma"), Quantity::Ratio, 0.5)];
        assert_eq!(parse(text).unwrap(), expected);
    }

    #[test]
    fn an_error_names_the_line_and_the_field() {
        let refused = |lines: &str, line: usize, field: &str, part: &str| {
            let text = format!("[[target]]\noperation = \"x25519/dh\"\n{lines}\n");
            let Problem::Field(at, found, reason) = parse(&text).unwrap_err() else { panic!("{lines}: a field") };
            assert_eq!((at, found.as_str()), (line, field), "{lines}: {reason}");
            assert!(reason.contains(part), "{lines}: {reason}");
        };
        refused("ratio = -1", 3, "ratio", "a number above 0 is expected, found -1");
        refused("ns = nan", 3, "ns", "above 0");
        refused("cycles = inf", 3, "cycles", "above 0");
        refused("ratio = \"fast\"", 3, "ratio", "string");
        refused("limit = 1", 3, "limit", "unknown field");
        refused("ns = 1\nratio = 1", 2, "operation", "found 2");
        refused("", 2, "operation", "found 0");
        refused("ns = 1\n[[target]]\noperation = \"nothing\"\nns = 1", 5, "operation", "no operation `nothing`");
        refused("ns = 1\n[[target]]\noperation = \"x25519/dh\"\nns = 2", 5, "operation", "already");
        refused("ns = ", 3, "ns", "");
        assert!(parse("").is_err());
    }

    #[test]
    fn a_value_within_five_percent_is_close() {
        let marks = [0.9, 1.0, 1.04, 1.06].map(|value| Mark::of(value, 1.0));
        assert_eq!(marks, [Mark::Pass, Mark::Pass, Mark::Close, Mark::Miss]);
        assert_eq!(marks.map(Mark::word), ["pass", "pass", "close", "miss"]);
    }
}
