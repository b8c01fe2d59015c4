//! Reports for a terminal: the first screen, and below it the tables of all operations.

use super::facts::facts;
use super::notes::{advice, left_out, legend, measured, notes, prepared_keys, title};
use super::table::{Line, Table};
use super::wrapping::wrapped;
use super::{growth, screen};
use crate::document::{Document, Sweep};
use crate::look::Look;
use std::iter::{once, repeat};

/// Up to this many operations, the tables of all of them are printed unasked.
pub const FEW: usize = 8;

/// The number of characters in a line of a page for a repository, and the indentation of values.
pub(super) const WIDTH: usize = 100;
const INDENT: usize = 12;
/// The longest name of an entry that has its text on the same line.
const LONGEST_NAME: usize = 28;

/// Renders the report. A comparison begins with its first screen, which is all of it unless tables are asked for or the
/// operations are few.
#[must_use]
pub fn render(document: &Document, look: &Look) -> String {
    let look = &look.at_least();
    let standings = screen::standings(document);
    let compared = standings.alone.len() < document.operations.len();
    if !compared {
        return format!("{}\n\n{}", title(document), details(document, look.width));
    }
    let details_follow = look.details || document.operations.len() <= FEW || !document.sweeps.is_empty();
    let mut page = screen::render(document, &standings, look, document.operations.len() <= FEW);
    if details_follow {
        page.push_str(&format!("\n{}", details(document, look.width)));
    }
    page
}

/// Renders the facts, the tables of all operations and everything that was left out.
fn details(document: &Document, width: usize) -> String {
    let mut page = String::new();
    for (what, value) in facts(document) {
        page.push_str(&indented(&wrapped(&value, width - INDENT), what));
    }
    page.push('\n');
    for sentences in legend(document) {
        page.push_str(&wrapped(&sentences, width));
    }

    let tables: Vec<_> = measured(document)
        .map(|(info, rows)| (info, notes(document, info, &rows), Table::of_operation(document, info, &rows)))
        .map(|(info, notes, table)| (info, notes, table.by_importance()))
        .collect();
    let widths = widths(tables.iter().map(|(_, _, table)| table));
    for (info, notes, table) in &tables {
        page.push_str(&format!("\n{}\n{}", wrapped(&info.operation, width).trim_end(), wrapped(&info.includes, width)));
        page.push_str(&lines(table, &widths, width));
        for note in notes {
            page.push_str(&indented(&wrapped(note, width - 2), "  "));
        }
    }
    page.push_str(&section("Prepared keys", &prepared_keys(document), width));
    page.push_str(&growth_section(&document.sweeps, width));
    for (heading, entries) in left_out(document) {
        page.push_str(&section(heading, &entries, width));
    }
    page.push_str(&section("More", &advice(document), width));
    page
}

/// Renders the columns that fit, and below the table what the others say of each line.
fn lines(table: &Table, widths: &[usize], width: usize) -> String {
    let fitting = fitting(&widths[..table.columns.len().min(widths.len())], width);
    let headings = Line { cells: table.columns.iter().map(|column| column.heading.clone()).collect(), ours: false };
    let rows = once(&headings).chain(&table.lines).map(|row| line(table, &row.cells[..fitting], widths));
    let mut text: String = rows.collect();
    let name = table.columns.iter().take(fitting).position(|column| column.left && !column.heading.is_empty());
    for row in &table.lines {
        let rest: Vec<String> = (fitting..row.cells.len())
            .filter(|&i| !["", "-"].contains(&row.cells[i].as_str()))
            .map(|i| format!("{} {}", table.columns[i].heading, row.cells[i]))
            .collect();
        if !rest.is_empty() {
            let name = &row.cells[name.unwrap_or(0)];
            text.push_str(&hanging(&format!("{name}: {}", rest.join("; ")), width));
        }
    }
    text
}

/// Returns how many columns, from the first on, fit into `width`.
pub(super) fn fitting(widths: &[usize], width: usize) -> usize {
    let ends = widths.iter().scan(0, |end, column| {
        *end += 2 + column;
        Some(*end)
    });
    ends.take_while(|end| *end <= width).count().max(1)
}

fn line(table: &Table, cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for ((cell, column), &width) in cells.iter().zip(&table.columns).zip(widths) {
        line.push_str("  ");
        line.push_str(&if column.left { format!("{cell:width$}") } else { format!("{cell:>width$}") });
    }
    line.truncate(line.trim_end().len());
    line + "\n"
}

/// Returns column widths common to all tables, so that columns are aligned down the page.
fn widths<'a>(tables: impl Iterator<Item = &'a Table>) -> Vec<usize> {
    let mut widths = Vec::new();
    for table in tables {
        widths.resize(widths.len().max(table.columns.len()), 0);
        for (i, width) in widths.iter_mut().enumerate().take(table.columns.len()) {
            let cells = table.lines.iter().map(|line| &line.cells[i]).chain([&table.columns[i].heading]);
            *width = cells.map(|cell| cell.chars().count()).fold(*width, usize::max);
        }
    }
    widths
}

fn growth_section(sweeps: &[Sweep], width: usize) -> String {
    let mut section = String::new();
    let tables: Vec<_> = sweeps.iter().map(growth::table).collect();
    let widths = widths(tables.iter());
    for (i, (sweep, table)) in sweeps.iter().zip(&tables).enumerate() {
        section.push_str(if i == 0 { "\nGrowth\n" } else { "\n" });
        section.push_str(&wrapped(&growth::heading(sweep), width));
        section.push_str(&wrapped(&sweep.includes, width));
        section.push_str(&lines(table, &widths, width));
        section.push_str(&indented(&wrapped(&growth::sentence(sweep), width - 2), "  "));
    }
    section
}

/// Returns a heading and the entries, each with its text beside it, or below a name that is long; empty without entries.
fn section(heading: &str, entries: &[(String, String)], width: usize) -> String {
    let lengths = entries.iter().map(|(what, _)| what.chars().count()).filter(|length| *length <= LONGEST_NAME);
    let column = lengths.max().unwrap_or(0) + 4;
    let entry = |(what, why): &(String, String)| {
        let (text, name) = (wrapped(why, width.saturating_sub(column)), format!("  {what}"));
        let is_long = name.chars().count() + 2 > column;
        let first = if is_long { hanging(what, width) } else { String::new() };
        let labels = once(if is_long { "" } else { &name }).chain(repeat(""));
        first + &text.lines().zip(labels).map(|(line, label)| format!("{label:column$}{line}\n")).collect::<String>()
    };
    let lines: String = entries.iter().map(entry).collect();
    if lines.is_empty() { lines } else { format!("\n{heading}\n{lines}") }
}

/// Wraps the text into lines that are indented by two characters, and all but the first by four more.
fn hanging(text: &str, width: usize) -> String {
    let text = wrapped(text, width.saturating_sub(6));
    text.lines().zip(once("  ").chain(repeat("      "))).map(|(line, indent)| format!("{indent}{line}\n")).collect()
}

/// Indents the lines, with `label` before the first line and the same space before the others.
pub(super) fn indented(lines: &str, label: &str) -> String {
    let width = if label.trim().is_empty() { label.len() } else { INDENT };
    let indented = lines.lines().zip(once(label).chain(repeat("")));
    indented.map(|(line, label)| format!("{label:width$}{line}\n")).collect()
}
