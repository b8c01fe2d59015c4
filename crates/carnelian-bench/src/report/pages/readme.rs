//! The section of README.md: over a dozen operations by class, and how each class stands on all of them.

use super::corpus::{Corpus, Kind, Measured};
use super::numbers::listed;
use crate::document::{Document, Row};
use crate::report::text::{WIDTH, wrapped};
use crate::stats::Verdict;
use crate::values::Unit;
use std::collections::{BTreeSet, HashMap};

/// The operations of the table: one or two of each family, as users meet them.
const HEADLINES: [&str; 16] = [
    "sha256/1MiB",
    "sha512/batch8-1KiB",
    "sha3-256/16KiB",
    "blake2b/1MiB",
    "x25519/dh",
    "ed25519/sign",
    "ed25519/verify",
    "ed25519/verify-batch64",
    "mlkem768/encaps",
    "mldsa65/sign",
    "mldsa65/verify",
    "slhdsa-sha2-128f/sign",
    "chacha20poly1305/seal-1KiB",
    "aes256gcm/seal-1KiB",
    "aes256gcm/seal-1MiB",
    "argon2id/64MiB-t3-p1",
];

/// The most classes that fit into a page beside the operations: the newest ones.
const MOST_CLASSES: usize = 5;

/// Renders the section; empty if no class has an operation of the table.
#[must_use]
pub fn render(documents: &[Document]) -> String {
    let corpus = Corpus::of(documents);
    let classes = corpus.kinds.iter().map(Standing::of).filter(|class| !class.headlines.is_empty());
    let classes: Vec<Standing<'_>> = classes.take(MOST_CLASSES).collect();
    if classes.is_empty() { String::new() } else { table(&classes) + "\n" + &standings(&classes) }
}

/// How a class stands.
struct Standing<'a> {
    name: &'a str,
    /// The operations of the table, by name.
    headlines: HashMap<&'a str, Measured<'a>>,
    ahead: usize,
    level: usize,
    /// The operations in which we are behind, and the ratios, worst first.
    behind: Vec<(&'a str, f64)>,
    /// The runs that rows are of.
    runs: BTreeSet<String>,
}

impl<'a> Standing<'a> {
    fn of(kind: &'a Kind<'a>) -> Self {
        let mut standing = Self {
            name: &kind.name,
            headlines: HashMap::new(),
            ahead: 0,
            level: 0,
            behind: Vec::new(),
            runs: BTreeSet::new(),
        };
        for measured in kind.families().into_iter().flat_map(|family| family.operations) {
            let Some((_, ratio, interval)) = measured.fastest_other() else { continue };
            let operation = measured.info.operation.as_str();
            match Verdict::of(interval) {
                Verdict::Ahead => standing.ahead += 1,
                Verdict::Tie => standing.level += 1,
                Verdict::Behind => standing.behind.push((operation, ratio)),
            }
            standing.runs.insert(measured.run.source());
            if HEADLINES.contains(&operation) {
                standing.headlines.insert(operation, measured);
            }
        }
        standing.behind.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        standing
    }

    /// Describes the standing in an item of a list.
    fn text(&self) -> String {
        let worst: Vec<String> =
            self.behind.iter().take(3).map(|(operation, ratio)| format!("`{operation}` ({ratio:.2})")).collect();
        let worst = if worst.is_empty() { String::new() } else { format!(", most in {}", listed(&worst)) };
        let all = self.ahead + self.level + self.behind.len();
        let runs: Vec<&String> = self.runs.iter().rev().collect();
        let text = format!(
            "- `{}`: ahead in {} of {all} operations, level in {}, behind in {}{worst}; {}",
            self.name,
            self.ahead,
            self.level,
            self.behind.len(),
            runs.iter().map(|run| run.as_str()).collect::<Vec<_>>().join("; "),
        );
        wrapped(&text, WIDTH - 2).trim_end().replace('\n', "\n  ") + "\n"
    }
}

fn table(classes: &[Standing<'_>]) -> String {
    let names: Vec<String> = classes.iter().map(|class| format!("`{}`", class.name)).collect();
    let mut table = format!("| operation | {} |\n|---|{}\n", names.join(" | "), "--:|".repeat(classes.len()));
    for operation in HEADLINES {
        if classes.iter().any(|class| class.headlines.contains_key(operation)) {
            let cells = classes.iter().map(|class| class.headlines.get(operation).map_or("–".to_owned(), cell));
            table.push_str(&format!("| `{operation}` | {} |\n", cells.collect::<Vec<_>>().join(" | ")));
        }
    }
    table
}

fn standings(classes: &[Standing<'_>]) -> String {
    classes.iter().map(Standing::text).collect()
}

/// Returns our number and that of the fastest other library, the best in bold: both of them where they tie.
fn cell(measured: &Measured<'_>) -> String {
    let (Some(ours), Some((theirs, _, interval))) =
        (measured.rows.iter().find(|row| row.is_ours()), measured.fastest_other())
    else {
        return "–".to_owned();
    };
    let (scale, unit) = scale(measured.info.unit, ours);
    let verdict = Verdict::of(interval);
    let number = |row: &Row, best: bool| {
        let number = three_digits(scale.of(row));
        if best { format!("**{number}**") } else { number }
    };
    format!("{} / {} {unit}", number(ours, verdict != Verdict::Behind), number(theirs, verdict != Verdict::Ahead))
}

/// The number that is shown of a row.
enum Scale {
    /// This many bytes over the time of a call.
    Bytes(f64),
    /// The time of a call over this.
    Time(f64),
}

impl Scale {
    fn of(&self, row: &Row) -> f64 {
        match self {
            Self::Bytes(bytes) => bytes / row.ns_iqm,
            Self::Time(unit) => row.ns_iqm / unit,
        }
    }
}

/// Returns the scale and its unit: gigabytes in a second if bytes are counted, and the time of one item otherwise, in
/// the unit that fits ours.
fn scale(unit: Unit, ours: &Row) -> (Scale, &'static str) {
    match unit {
        Unit::Bytes(bytes) => (Scale::Bytes(bytes as f64), "GB/s"),
        Unit::Operations(items) => {
            let items = items.max(1) as f64;
            match ours.ns_iqm / items {
                ..1e3 => (Scale::Time(items), "ns"),
                1e3..1e6 => (Scale::Time(1e3 * items), "µs"),
                _ => (Scale::Time(1e6 * items), "ms"),
            }
        }
    }
}

fn three_digits(number: f64) -> String {
    match number {
        ..10.0 => format!("{number:.2}"),
        10.0..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}
