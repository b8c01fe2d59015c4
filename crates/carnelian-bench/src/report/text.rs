//! A page to read in a terminal.

use super::{Report, cells, headings, legend, verdict};
use crate::session::Measured;

/// Columns whose entries are text rather than numbers: library, version, backend, interval.
const LEFT_ALIGNED: [bool; 9] = [true, true, true, false, false, false, false, false, true];

/// The page.
#[must_use]
pub fn render(report: &Report) -> String {
    let machine = &report.machine;
    let mut page = String::from("Carnelian's speed");
    page.push_str(if report.compare { " beside other libraries\n\n" } else { "\n\n" });
    for (what, value) in
        [("machine", &machine.machine), ("cpu", &machine.cpu), ("date", &machine.date), ("rustc", &machine.rustc)]
    {
        page.push_str(&format!("{what:8} {value}\n"));
    }
    page.push('\n');
    let [times, ratios] = legend();
    page.push_str(&wrapped(&times, ""));
    if report.compare {
        page.push_str(&wrapped(&ratios, ""));
    }

    let widths = widths(&report.results.operations);
    for measured in &report.results.operations {
        page.push_str(&block(measured, &widths, report.compare));
    }
    page.push_str(&section("Missing", report.results.missing.iter().map(|m| (m.name, m.reason.as_str()))));
    let out_of_time = report.results.out_of_time.iter().map(|name| (name.as_str(), "no time was left for it"));
    page.push_str(&section("Not measured", out_of_time));
    let advice = report.advice();
    page.push_str(&section("More", advice.iter().map(|(command, effect)| (command.as_str(), *effect))));
    page
}

/// One operation.
fn block(measured: &Measured, widths: &[usize; 9], compare: bool) -> String {
    let mut block = format!("\n{}\n{}", measured.operation, wrapped(&measured.includes, ""));
    let columns = if compare { 9 } else { 7 };
    block.push_str(&line(&headings(measured.unit), widths, columns, ""));
    for row in &measured.rows {
        block.push_str(&line(&cells(row, measured.unit), widths, columns, verdict(row)));
    }
    for peer in &measured.differing {
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
fn widths(operations: &[Measured]) -> [usize; 9] {
    let rows = operations.iter().flat_map(|measured| {
        let rows = measured.rows.iter().map(|row| cells(row, measured.unit));
        rows.chain([headings(measured.unit)])
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
fn wrapped(text: &str, indent: &str) -> String {
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
