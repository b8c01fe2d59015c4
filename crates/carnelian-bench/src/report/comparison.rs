//! The changes since a baseline: a table at the end of the report.

use super::facts;
use super::markdown::escaped;
use super::numbers::nanoseconds;
use super::text::fitting;
use super::wrapping::wrapped;
use crate::baseline::{Change, Comparison};
use crate::form::Format;
use crate::look::Look;
use crate::stats::CONFIDENCE_PERCENT;

/// Renders the comparison for the end of a report in this format, text for a terminal of 80 columns. Reports for
/// programs do not include one; for them this is the text that is printed separately.
#[must_use]
pub fn render(comparison: &Comparison, format: Format) -> String {
    render_for(comparison, format, &Look::default())
}

/// Renders the comparison like [`render`], text for a terminal with this look.
#[must_use]
pub fn render_for(comparison: &Comparison, format: Format, look: &Look) -> String {
    match format {
        Format::Markdown => markdown(comparison),
        Format::Text | Format::Json | Format::Csv | Format::Html => text(comparison, look.at_least().width),
    }
}

/// The columns that are left-aligned because their entries are words.
const LEFT_ALIGNED: [bool; 7] = [true, false, false, false, true, false, true];

fn headings() -> [String; 7] {
    let interval = format!("{CONFIDENCE_PERCENT} % interval");
    ["operation", "then, ns", "now, ns", "change", &interval, "beside peers", "verdict"].map(str::to_owned)
}

fn cells(change: &Change) -> [String; 7] {
    [
        change.operation.clone(),
        nanoseconds(change.then_ns),
        nanoseconds(change.now_ns),
        percent(change.ratio),
        format!("{} to {}", percent(change.interval.low), percent(change.interval.high)),
        change.beside_peers.map_or_else(|| "-".to_owned(), percent),
        change.trend.word().to_owned(),
    ]
}

/// Formats the difference of a ratio from 1 in percent.
fn percent(ratio: f64) -> String {
    if ratio.is_finite() { format!("{:+.1} %", 100.0 * (ratio - 1.0)) } else { "∞".to_owned() }
}

fn heading(comparison: &Comparison) -> String {
    format!("Changes since {} of {}", comparison.name, comparison.date)
}

fn legend(comparison: &Comparison) -> [String; 2] {
    let threshold = facts::percent(comparison.threshold);
    [
        format!(
            "The change is that of carnelian's own time for one call. It counts if it is more than {threshold} % and its \
             {CONFIDENCE_PERCENT} % interval does not contain 0."
        ),
        "Beside peers: the change of carnelian's time over that of the other libraries, the median over those that both \
         runs have. A machine that is slower or faster for all does not show there."
            .to_owned(),
    ]
}

/// Returns the operations that cannot be compared, under headings.
fn apart(comparison: &Comparison) -> impl Iterator<Item = (&'static str, String)> {
    [
        ("Measured only now", &comparison.only_now),
        ("Measured only then", &comparison.only_then),
        ("Not compared, because a call includes something else than then", &comparison.redefined),
    ]
    .into_iter()
    .filter(|(_, operations)| !operations.is_empty())
    .map(|(heading, operations)| (heading, operations.join(", ")))
}

/// Summarizes the numbers of operations by trend.
fn summary(comparison: &Comparison) -> String {
    use crate::baseline::Trend::{Faster, Slower, Unchanged};
    let counts = [Slower, Faster, Unchanged].map(|trend| {
        let count = comparison.changes.iter().filter(|change| change.trend == trend).count();
        format!("{count} {}", trend.word())
    });
    counts.join(", ")
}

/// The columns in the order of their importance in a terminal.
const IMPORTANCE: [usize; 7] = [3, 6, 0, 1, 2, 4, 5];

fn text(comparison: &Comparison, columns: usize) -> String {
    let mut page = format!("\n{}\n\n", wrapped(&heading(comparison), columns).trim_end());
    page.extend(legend(comparison).iter().map(|sentence| wrapped(sentence, columns)));
    if !comparison.unlike.is_empty() {
        page.push_str("\nNot only the code is another\n");
        let width = comparison.unlike.iter().map(|unlike| unlike.what.len()).max().unwrap_or(0);
        for unlike in &comparison.unlike {
            for (what, when, value) in [(unlike.what, "then:", &unlike.then), ("", "now:", &unlike.now)] {
                let value = wrapped(value, columns.saturating_sub(width + 10));
                let value = value.trim_end().replace('\n', &format!("\n{:indent$}", "", indent = width + 10));
                page.push_str(&format!("  {what:width$}  {when:5} {value}\n"));
            }
        }
    }
    page.push('\n');
    let rows: Vec<_> = comparison.changes.iter().map(cells).collect();
    let widths: [usize; 7] = std::array::from_fn(|i| {
        rows.iter().chain([&headings()]).map(|cells| cells[i].chars().count()).max().unwrap_or(0)
    });
    let (beside, below) = IMPORTANCE.split_at(fitting(&IMPORTANCE.map(|i| widths[i]), columns));
    page.push_str(&line(&headings(), beside, &widths));
    for (row, change) in rows.iter().zip(&comparison.changes) {
        page.push_str(&line(row, beside, &widths));
        let rest = below.iter().filter(|&&i| row[i] != "-").map(|&i| format!("{} {}", headings()[i], row[i]));
        let rest: Vec<String> = rest.collect();
        let rest = (!rest.is_empty()).then(|| rest.join("; "));
        page.extend(rest.iter().chain(&change.remarks).map(|remark| indented(remark, 6, columns)));
    }
    page.push_str(&format!("  {}\n", summary(comparison)));
    let apart = apart(comparison);
    page.extend(
        apart.map(|(heading, operations)| {
            format!("\n{}{}", wrapped(heading, columns), indented(&operations, 2, columns))
        }),
    );
    page
}

/// Wraps the text into indented lines.
fn indented(text: &str, by: usize, columns: usize) -> String {
    wrapped(text, columns - by).lines().map(|line| format!("{:by$}{line}\n", "")).collect()
}

fn line(cells: &[String; 7], columns: &[usize], widths: &[usize; 7]) -> String {
    let aligned = columns.iter().map(|&i| {
        let (cell, width) = (&cells[i], widths[i]);
        if LEFT_ALIGNED[i] { format!("  {cell:width$}") } else { format!("  {cell:>width$}") }
    });
    aligned.collect::<String>().trim_end().to_owned() + "\n"
}

fn markdown(comparison: &Comparison) -> String {
    let mut page = format!("\n## {}\n\n{}\n", escaped(&heading(comparison)), legend(comparison).join("\n"));
    if !comparison.unlike.is_empty() {
        page.push_str("\nNot only the code is another:\n\n");
        page.extend(comparison.unlike.iter().map(|unlike| {
            format!("- {}: then {}, now {}\n", unlike.what, escaped(&unlike.then), escaped(&unlike.now))
        }));
    }
    let rule = LEFT_ALIGNED.map(|left| if left { "---" } else { "--:" });
    page.push_str(&format!("\n| {} |\n|{}|\n", headings().join(" | "), rule.join("|")));
    for change in &comparison.changes {
        let mut row = cells(change).map(|cell| escaped(&cell));
        let remarks: String = change.remarks.iter().map(|remark| format!("; {}", escaped(remark))).collect();
        row[6] = format!("**{}**{remarks}", row[6]);
        page.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    page.push_str(&format!("\n{}.\n", summary(comparison)));
    page.extend(apart(comparison).map(|(heading, operations)| format!("\n{heading}: {}\n", escaped(&operations))));
    page
}
