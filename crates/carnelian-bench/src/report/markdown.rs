//! Tables for a README or an issue.

use super::facts::facts;
use super::growth;
use super::notes::{advice, left_out, legend, measured, notes, prepared_keys, title};
use super::table::Table;
use crate::document::Document;

/// Renders the page.
#[must_use]
pub fn render(document: &Document) -> String {
    let mut page = format!("# {}\n\n", title(document));
    for (what, value) in facts(document) {
        page.push_str(&format!("- {}: {}\n", what_it_is(what), escaped(&value)));
    }
    page.push('\n');
    for sentences in legend(document) {
        page.push_str(&format!("{sentences}\n"));
    }
    for (info, rows) in measured(document) {
        let table = Table::of_operation(document, info, &rows);
        page.push_str(&format!("\n## {}\n\n{}\n\n", escaped(&info.operation), sentence(&info.includes)));
        page.push_str(&self::table(&table));
        for note in notes(document, info, &rows) {
            page.push_str(&format!("\n{}\n", escaped(&note)));
        }
    }
    page.push_str(&section("Prepared keys", prepared_keys(document).into_iter()));
    for (i, sweep) in document.sweeps.iter().enumerate() {
        page.push_str(if i == 0 { "\n## Growth\n" } else { "" });
        page.push_str(&format!("\n### {}\n\n{}\n\n", escaped(&growth::heading(sweep)), sentence(&sweep.includes)));
        page.push_str(&format!("{}\n{}\n", table(&growth::table(sweep)), escaped(&growth::sentence(sweep))));
    }
    for (heading, entries) in left_out(document) {
        page.push_str(&section(heading, entries.iter().map(|(what, why)| (escaped(what), escaped(why)))));
    }
    let advice = advice(document).into_iter().map(|(command, effect)| (format!("`{command}`"), effect));
    page.push_str(&section("More", advice));
    page
}

fn table(table: &Table) -> String {
    let headings: Vec<_> = table.columns.iter().map(|column| escaped(&column.heading)).collect();
    let rule: Vec<_> = table.columns.iter().map(|column| if column.left { "---" } else { "--:" }).collect();
    let mut text = format!("| {} |\n|{}|\n", headings.join(" | "), rule.join("|"));
    for line in &table.lines {
        let mut cells: Vec<_> = line.cells.iter().map(|cell| escaped(cell)).collect();
        if line.ours {
            cells[0] = format!("**{}**", cells[0]);
        }
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    text
}

/// Returns a heading and one item for each entry; empty without entries.
fn section(heading: &str, entries: impl Iterator<Item = (String, String)>) -> String {
    let items: String = entries.map(|(what, why)| format!("- {what}: {why}\n")).collect();
    if items.is_empty() { items } else { format!("\n## {heading}\n\n{items}") }
}

/// Returns the name of a fact in the form used at the beginning of a list item.
fn what_it_is(what: &str) -> String {
    if what == "cpu" { "CPU".to_owned() } else { capitalised(what) }
}

fn sentence(text: &str) -> String {
    format!("{}.", escaped(&capitalised(text)))
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| format!("{}{}", first.to_uppercase(), rest.as_str()))
}

/// Escapes characters that would end a table's cell or start other markup.
pub(super) fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|c| ['|', '*', '_', '<', '[', '`', '\\'].contains(&c).then_some('\\').into_iter().chain([c]))
        .collect()
}
