//! The verdicts in the headers that are written by hand, those of the libraries under foreign names: each has the mark of
//! results that must not be ignored.

use crate::finding::Finding;
use crate::workspace;
use anyhow::Result;

/// The headers that are written by hand, relative to the workspace root.
const HEADERS: &[&str] = &[
    "crates/drop-in/donna/include/ed25519.h",
    "crates/drop-in/lib25519/include/lib25519.h",
    "crates/drop-in/monocypher/include/monocypher-ed25519.h",
    "crates/drop-in/monocypher/include/monocypher.h",
    "crates/drop-in/sodium/include/sodium.h",
    "crates/drop-in/tweetnacl/include/tweetnacl.h",
];

/// The mark.
const MARK: &str = "CARNELIAN_MUST_CHECK";

/// Words in the names of functions that return a verdict, and endings of such names.
const WORDS: &[&str] = &["verify", "_open", "_decrypt", "is_valid", "is_canonical", "is_zero", "needs_rehash"];
const ENDINGS: &[&str] = &["_unlock", "_read", "_check", "_check_equation", "_rev", "_memcmp", "_compare", "1305_pull"];

/// Returns a finding for each verdict in these headers that may be ignored without a warning.
///
/// # Errors
/// If a header cannot be read.
pub(super) fn unmarked() -> Result<Vec<Finding>> {
    let root = workspace::root();
    let mut findings = Vec::new();
    for path in HEADERS {
        findings.extend(unmarked_in(path, &std::fs::read_to_string(root.join(path))?));
    }
    Ok(findings)
}

fn unmarked_in(path: &str, header: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let lines: Vec<&str> = header.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = name_of_int_function(line).filter(|name| is_verdict(name)) else { continue };
        let end = lines[at..].iter().position(|line| line.ends_with(';')).map_or(lines.len(), |end| at + end + 1);
        if !lines[at..end].iter().any(|line| line.contains(MARK)) {
            findings.push(Finding::new(path, at + 1, format!("{name} returns a verdict and lacks {MARK}")));
        }
    }
    findings
}

/// Returns the name of the function whose declaration begins with the line, if it returns an `int`.
fn name_of_int_function(line: &str) -> Option<&str> {
    let line = line.strip_prefix("extern ").unwrap_or(line);
    line.strip_prefix("int ")?.split('(').next().filter(|name| !name.is_empty())
}

fn is_verdict(name: &str) -> bool {
    WORDS.iter().any(|word| name.contains(word)) || ENDINGS.iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_is_marked() {
        assert_eq!(unmarked().unwrap(), []);
    }

    #[test]
    fn a_verdict_without_the_mark_is_found() {
        let header =
            "int a_open(int b,\n           int c);\nint a_verify(void) CARNELIAN_MUST_CHECK;\nint hash(void);\n";
        let lines: Vec<usize> = unmarked_in("a.h", header).iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [1]);
    }
}
