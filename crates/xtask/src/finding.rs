//! Findings of the checks, each about a line of a file.

use anyhow::{Result, bail};
use std::fmt;

/// A rule that a line breaks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// The file, relative to the workspace root.
    pub(crate) file: String,
    /// The line, counted from 1; 0 for the whole file.
    pub(crate) line: usize,
    /// The fault, and the rule that it breaks.
    pub(crate) message: String,
}

impl Finding {
    pub(crate) fn new(file: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Self { file: file.into(), line, message: message.into() }
    }

    /// Returns a finding for the first line in which a file differs from the output of its generator.
    pub(crate) fn of_difference(path: &str, generated: &str, found: &str, command: &str) -> Option<Self> {
        if generated == found {
            return None;
        }
        let same = generated.lines().zip(found.lines()).take_while(|(generated, found)| generated == found).count();
        Some(Self::new(path, same + 1, format!("differs from what `{command}` writes")))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message),
            line => write!(f, "{}:{line}: {}", self.file, self.message),
        }
    }
}

/// Prints the findings in order of their locations.
///
/// # Errors
/// If there is a finding.
pub(crate) fn conclude(check: &str, mut findings: Vec<Finding>) -> Result<()> {
    findings.sort();
    findings.dedup();
    for finding in &findings {
        eprintln!("{finding}");
    }
    match findings.len() {
        0 => println!("{check}: no findings"),
        count => bail!("{check}: {count} finding{}", if count == 1 { "" } else { "s" }),
    }
    Ok(())
}
