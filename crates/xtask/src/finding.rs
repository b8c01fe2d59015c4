//! What a check has to say about a line of a file.

use anyhow::{Result, bail};
use std::fmt;

/// A rule that a line breaks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// The file, as seen from the workspace root.
    pub(crate) file: String,
    /// Counted from 1; 0 where the whole file is meant.
    pub(crate) line: usize,
    /// What is wrong and which rule says so.
    pub(crate) message: String,
}

impl Finding {
    pub(crate) fn new(file: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Self { file: file.into(), line, message: message.into() }
    }

    /// The first line in which a file is not as the command generates it.
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

/// Prints the findings in the order of their places.
///
/// # Errors
/// If there is one.
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
