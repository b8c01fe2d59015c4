//! The section of README.md: over a dozen operations by class, and how each class stands on all of them.

use super::corpus::{Corpus, Families, Kind, is_known};
use super::numbers::listed;
use super::{repository, standing};
use crate::document::{Document, Row, Standing};
use crate::report::text::WIDTH;
use crate::report::wrapping::wrapped;
use crate::stats::Verdict;
use crate::values::{OURS, Unit};

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
    let classes: Vec<Class> = corpus.kinds.iter().map(|kind| Class::of(&corpus, kind)).collect();
    let classes = classes.iter().filter(|class| HEADLINES.iter().any(|operation| class.cell(operation).is_some()));
    let classes: Vec<&Class> = classes.take(MOST_CLASSES).collect();
    if classes.is_empty() {
        return String::new();
    }
    table(&classes) + "\n" + &classes.iter().map(|class| class.text()).collect::<String>()
}

/// How a class stands.
struct Class<'a> {
    name: &'a str,
    /// The path of its page.
    page: String,
    /// The days on which it was measured.
    days: String,
    families: Families<'a>,
}

impl<'a> Class<'a> {
    fn of(corpus: &Corpus, kind: &'a Kind<'a>) -> Self {
        let page = format!("{}/{}.md", repository::FOLDER, corpus.page_name(kind));
        Self { name: &kind.name, page, days: kind.days(), families: kind.families() }
    }

    /// Returns our number in an operation and that of the fastest other library, the better one in bold: both where they
    /// tie or have the same digits. `None` if the operation does not count, or one of the numbers is not known to
    /// [`WIDEST`]: a ratio that is taken round by round may be known better than the times are.
    fn cell(&self, operation: &str) -> Option<String> {
        let measured = self.families.measured(operation)?;
        let ours = measured.row(OURS)?;
        let Standing { other, verdict, .. } = standing::of_one(measured)?;
        if ![ours, other].into_iter().all(is_known) {
            return None;
        }
        let (scale, unit) = scale(measured.info.unit, ours);
        let numbers = [ours, other].map(|row| three_digits(scale.of(row)));
        let verdict = if numbers[0] == numbers[1] { Verdict::Tie } else { verdict };
        let best = [verdict != Verdict::Behind, verdict != Verdict::Ahead];
        let bold = |number: &String, best| if best { format!("**{number}**") } else { number.clone() };
        Some(format!("{} / {} {unit}", bold(&numbers[0], best[0]), bold(&numbers[1], best[1])))
    }

    /// Describes the standing in an item of a list.
    fn text(&self) -> String {
        let standings = standing::of(&self.families);
        let behind = standings.behind();
        let worst: Vec<String> =
            behind.iter().take(3).map(|it| format!("`{}` ({:.2})", it.operation, it.ratio)).collect();
        let worst = if worst.is_empty() { String::new() } else { format!(", most in {}", listed(&worst)) };
        let text = format!(
            "- [`{}`]({}): ahead in {} of {} operations, level in {}, behind in {}{worst}; measured {}",
            self.name,
            self.page,
            standings.count(Verdict::Ahead),
            standings.counted.len(),
            standings.count(Verdict::Tie),
            behind.len(),
            self.days,
        );
        wrapped(&text, WIDTH - 2).trim_end().replace('\n', "\n  ") + "\n"
    }
}

fn table(classes: &[&Class<'_>]) -> String {
    let names: Vec<String> = classes.iter().map(|class| format!("`{}`", class.name)).collect();
    let mut table = format!("| operation | {} |\n|---|{}\n", names.join(" | "), "--:|".repeat(classes.len()));
    for operation in HEADLINES {
        let cells: Vec<Option<String>> = classes.iter().map(|class| class.cell(operation)).collect();
        if cells.iter().any(Option::is_some) {
            let cells: Vec<String> = cells.into_iter().map(|cell| cell.unwrap_or_else(|| "–".to_owned())).collect();
            table.push_str(&format!("| `{operation}` | {} |\n", cells.join(" | ")));
        }
    }
    table
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
