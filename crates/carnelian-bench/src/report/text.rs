//! A page to read in a terminal.

use super::{advice, cells, headings, legend, measured, verdict};
use crate::document::{Document, OperationInfo, Row};

/// Columns whose entries are text rather than numbers: library, version, backend, interval.
const LEFT_ALIGNED: [bool; 9] = [true, true, true, false, false, false, false, false, true];

/// The page.
#[must_use]
pub fn render(document: &Document) -> String {
    let compare = document.settings.compare;
    let mut page = String::from("Carnelian's speed");
    page.push_str(if compare { " beside other libraries\n\n" } else { "\n\n" });
    for (what, value) in
        [("machine", &document.machine), ("cpu", &document.cpu), ("date", &document.date), ("rustc", &document.rustc)]
    {
        page.push_str(&format!("{what:8} {value}\n"));
    }
    page.push('\n');
    let [times, ratios] = legend();
    page.push_str(&wrapped(&times, ""));
    if compare {
        page.push_str(&wrapped(&ratios, ""));
    }

    let widths = widths(document);
    for (info, rows) in measured(document) {
        page.push_str(&block(document, info, &rows, &widths));
    }
    page.push_str(&section("Missing", document.missing.iter().map(|m| (m.library.as_str(), m.reason.as_str()))));
    let out_of_time = document.out_of_time.iter().map(|name| (name.as_str(), "no time was left for it"));
    page.push_str(&section("Not measured", out_of_time));
    let advice = advice(document);
    page.push_str(&section("More", advice.iter().map(|(command, effect)| (command.as_str(), *effect))));
    page
}

/// One operation.
fn block(document: &Document, info: &OperationInfo, rows: &[&Row], widths: &[usize; 9]) -> String {
    let mut block = format!("\n{}\n{}", info.operation, wrapped(&info.includes, ""));
    let columns = if document.settings.compare { 9 } else { 7 };
    block.push_str(&line(&headings(info.unit), widths, columns, ""));
    for row in rows {
        block.push_str(&line(&cells(row, info.unit), widths, columns, verdict(row)));
    }
    for peer in document.differing.iter().filter(|peer| peer.operation == info.operation) {
        let said = format!("{} {} is not timed, its answer is not ours: {}", peer.library, peer.version, peer.reason);
        block.push_str(&wrapped(&said, "  "));
    }
    block
}

fn line(cells: &[String; 9], widths: &[usize; 9], columns: usize, verdict: &str) -> String {
    let mut line = String::new();
    for i in 0..columns {
        let (cell, width) = (&cells[i], widths[i]);
        line.push_str("  ");
        line.push_str(&if LEFT_ALIGNED[i] { format!("{cell:width$}") } else { format!("{cell:>width$}") });
    }
    line.push_str("  ");
    line.push_str(verdict);
    line.truncate(line.trim_end().len());
    line.push('\n');
    line
}

/// The same on the whole page, so that one can read down it.
fn widths(document: &Document) -> [usize; 9] {
    let rows = measured(document).flat_map(|(info, rows)| {
        let rows: Vec<_> = rows.into_iter().map(|row| cells(row, info.unit)).collect();
        rows.into_iter().chain([headings(info.unit)])
    });
    rows.fold([0; 9], |widths, cells| std::array::from_fn(|i| widths[i].max(cells[i].chars().count())))
}

/// A heading and one line for each entry; nothing without entries.
fn section<'a>(heading: &str, entries: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let entries: Vec<_> = entries.collect();
    let Some(width) = entries.iter().map(|(what, _)| what.len()).max() else { return String::new() };
    let lines: String = entries.iter().map(|(what, why)| format!("  {what:width$}  {why}\n")).collect();
    format!("\n{heading}\n{lines}")
}

/// Broken at spaces into lines of at most 100 characters.
pub(super) fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = indent.to_owned();
    for word in text.split(' ') {
        if line.len() > indent.len() {
            if line.chars().count() + 1 + word.chars().count() > 100 {
                lines.push_str(&line);
                lines.push('\n');
                line = indent.to_owned();
            } else {
                line.push(' ');
            }
        }
        line.push_str(word);
    }
    lines + &line + "\n"
}
