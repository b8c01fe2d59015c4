//! Markdown pages, for a repository: tables without charts.

use super::super::markdown;
use super::model::{Block, Cell, Page, Section, Table};

/// Renders the page.
pub(super) fn render(page: &Page) -> String {
    let mut text = format!("# {}\n", escaped(&page.title));
    for paragraph in &page.lead {
        text.push_str(&format!("\n{}\n", escaped(paragraph)));
    }
    for section in page.glance.iter().chain(&page.sections) {
        write_section(section, 2, &mut text);
    }
    text
}

fn write_section(section: &Section, level: usize, text: &mut String) {
    text.push_str(&format!("\n{} {}\n", "#".repeat(level), escaped(&section.heading)));
    for block in &section.blocks {
        text.push('\n');
        match block {
            Block::Text(paragraph) => text.push_str(&format!("{}\n", escaped(paragraph))),
            Block::Facts(facts) => {
                let line = |(name, fact): &(String, String)| format!("- {}: {}\n", escaped(name), escaped(fact));
                text.extend(facts.iter().map(line));
            }
            Block::Table(table) => write_table(table, text),
        }
    }
    for part in &section.parts {
        write_section(part, level + 1, text);
    }
}

fn write_table(table: &Table, text: &mut String) {
    text.push_str(&format!("{}\n\n", escaped(&table.caption)));
    let headings: Vec<_> = table.columns.iter().map(|column| escaped(&column.heading)).collect();
    let rule: Vec<_> = table.columns.iter().map(|column| if column.numeric { "--:" } else { "---" }).collect();
    text.push_str(&format!("| {} |\n|{}|\n", headings.join(" | "), rule.join("|")));
    for row in &table.rows {
        let cells: Vec<_> = row.iter().map(cell).collect();
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
}

/// Escapes a text for a single line: a line break would end a table or start other markup.
fn escaped(text: &str) -> String {
    markdown::escaped(text).replace(|c: char| c.is_control(), " ")
}

fn cell(cell: &Cell) -> String {
    let text = escaped(&cell.text);
    if cell.best { format!("**{text}**") } else { text }
}
