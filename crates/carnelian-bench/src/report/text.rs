//! Reports for a terminal.

use super::facts::facts;
use super::table::Table;
use super::{advice, growth, left_out, legend, measured, notes, prepared_keys, title};
use crate::document::{Document, Sweep};

/// Renders the page.
#[must_use]
pub fn render(document: &Document) -> String {
    let mut page = format!("{}\n\n", title(document));
    for (what, value) in facts(document) {
        page.push_str(&indented(&wrapped(&value, WIDTH - INDENT), what));
    }
    page.push('\n');
    for sentences in legend(document) {
        page.push_str(&wrapped(&sentences, WIDTH));
    }

    let tables: Vec<_> = measured(document)
        .map(|(info, rows)| (info, notes(document, info, &rows), Table::of_operation(document, info, &rows)))
        .collect();
    let widths = widths(tables.iter().map(|(_, _, table)| table));
    for (info, notes, table) in &tables {
        page.push_str(&format!("\n{}\n{}{}", info.operation, wrapped(&info.includes, WIDTH), lines(table, &widths)));
        for note in notes {
            page.push_str(&indented(&wrapped(note, WIDTH - 2), "  "));
        }
    }
    page.push_str(&section("Prepared keys", &prepared_keys(document)));
    page.push_str(&growth_section(&document.sweeps));
    for (heading, entries) in left_out(document) {
        page.push_str(&section(heading, &entries));
    }
    page.push_str(&section("More", &advice(document)));
    page
}

/// The number of characters in a line, and the indentation of values.
pub(super) const WIDTH: usize = 100;
const INDENT: usize = 12;

fn lines(table: &Table, widths: &[usize]) -> String {
    let headings = table.columns.iter().map(|column| &column.heading).collect();
    let lines = table.lines.iter().map(|line| line.cells.iter().collect());
    [headings].into_iter().chain(lines).map(|cells: Vec<_>| line(table, &cells, widths)).collect()
}

fn line(table: &Table, cells: &[&String], widths: &[usize]) -> String {
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

fn growth_section(sweeps: &[Sweep]) -> String {
    let mut section = String::new();
    let tables: Vec<_> = sweeps.iter().map(growth::table).collect();
    let widths = widths(tables.iter());
    for (i, (sweep, table)) in sweeps.iter().zip(&tables).enumerate() {
        section.push_str(if i == 0 { "\nGrowth\n" } else { "\n" });
        section.push_str(&format!("{}\n{}", growth::heading(sweep), wrapped(&sweep.includes, WIDTH)));
        section.push_str(&lines(table, &widths));
        section.push_str(&indented(&wrapped(&growth::sentence(sweep), WIDTH - 2), "  "));
    }
    section
}

/// Returns a heading and one line for each entry; empty without entries.
fn section(heading: &str, entries: &[(String, String)]) -> String {
    let Some(width) = entries.iter().map(|(what, _)| what.chars().count()).max() else { return String::new() };
    let lines: String = entries.iter().map(|(what, why)| format!("  {what:width$}  {why}\n")).collect();
    format!("\n{heading}\n{lines}")
}

/// Indents the lines, with `label` before the first line and the same space before the others.
pub(super) fn indented(lines: &str, label: &str) -> String {
    let width = if label.trim().is_empty() { label.len() } else { INDENT };
    let indented = lines.lines().zip([label].into_iter().chain(std::iter::repeat("")));
    indented.map(|(line, label)| format!("{label:width$}{line}\n")).collect()
}

/// Breaks the text at spaces into lines of at most `width` characters.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let word_length = word.chars().count();
        if length > 0 {
            let full = length + 1 + word_length > width;
            lines.push(if full { '\n' } else { ' ' });
            length = if full { 0 } else { length + 1 };
        }
        lines.push_str(word);
        length += word_length;
    }
    lines + "\n"
}
