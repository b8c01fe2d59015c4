//! Rules on commits: a subject of at most 72 characters, an empty line, and a body that says why.
//!
//! Checked are the commits since [`FIRST`], except merges. Where there is no history, as in an archive or a shallow
//! clone, a line says so.

use crate::finding::Finding;
use crate::run;
use std::process::Command;

/// The first commit that is checked. Most of those before it have no body.
const FIRST: &str = "fdef6147611ff80c40d9b67a32b5ff5862869266";

/// The longest subject, in characters.
const LONGEST_SUBJECT: usize = 72;

/// Characters with which git ends the fields of a commit here. No message contains them.
const END_OF_FIELD: char = '\x1f';
const END_OF_COMMIT: char = '\x1e';

/// Checks the commits that lead to the one at hand.
pub(super) fn check() -> Vec<Finding> {
    match log() {
        Some(log) => check_log(&log),
        None => {
            println!("NOT RUN HERE: the lint of commits; there is no history back to {}", &FIRST[..8]);
            Vec::new()
        }
    }
}

/// Returns the hash, the subject and the body of each commit, or `None` if the history does not reach back to the first.
fn log() -> Option<String> {
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        run::output(command.arg("-C").arg(crate::workspace::root()).args(arguments)).ok()
    };
    git(&["merge-base", "--is-ancestor", FIRST, "HEAD"])?;
    git(&["log", "--no-merges", "--format=%H%x1f%B%x1e", "HEAD", &format!("^{FIRST}^")])
}

fn check_log(log: &str) -> Vec<Finding> {
    log.split(END_OF_COMMIT)
        .filter_map(|commit| commit.trim_start().split_once(END_OF_FIELD))
        .flat_map(check_commit)
        .collect()
}

fn check_commit((hash, message): (&str, &str)) -> Vec<Finding> {
    let mut lines = message.trim().lines();
    let subject = lines.next().unwrap_or_default();
    let is_apart = lines.next().is_none_or(str::is_empty);
    let length = subject.chars().count();
    let rules = [
        (length > LONGEST_SUBJECT, format!("a subject has at most {LONGEST_SUBJECT} characters, this one {length}")),
        (!is_apart, "an empty line follows the subject".to_owned()),
        (lines.all(|line| line.trim().is_empty()), "the body says why".to_owned()),
    ];
    let broken = rules.into_iter().filter(|(is_broken, _)| *is_broken);
    broken
        .map(|(_, rule)| {
            Finding::new(format!("commit {}", hash.get(..8).unwrap_or(hash)), 0, format!("{rule}: {subject}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the messages for commits with these messages.
    fn found(messages: &[&str]) -> Vec<String> {
        let log: String = messages.iter().map(|message| format!("abc\x1f{message}\n\x1e\n")).collect();
        check_log(&log).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_commit_says_what_and_why() {
        assert!(found(&["Add a lint\n\nCommits did not say why.", "Mend it\n\nIt was\n\nbroken."]).is_empty());
        assert_eq!(found(&["Add a lint", "Add\n\n  \n"]), ["the body says why: Add a lint", "the body says why: Add"]);
        assert_eq!(found(&["Add a lint\nof commits\n\nWhy."]), ["an empty line follows the subject: Add a lint"]);
    }

    #[test]
    fn a_subject_fits_a_line() {
        let of = |length| format!("{}\n\nWhy.", "ö".repeat(length));
        assert!(found(&[&of(LONGEST_SUBJECT)]).is_empty());
        let long = found(&[&of(LONGEST_SUBJECT + 1)]);
        assert!(long.len() == 1 && long[0].starts_with("a subject has at most 72 characters, this one 73"), "{long:?}");
    }

    /// Git knows the first commit, or the lint says that it checks nothing.
    #[test]
    fn the_first_commit_is_a_whole_hash() {
        assert!(FIRST.len() == 40 && FIRST.bytes().all(|digit| digit.is_ascii_hexdigit()));
        if let Some(log) = log() {
            assert!(log.contains(&format!("{FIRST}\x1f")), "{log}");
        }
    }
}
