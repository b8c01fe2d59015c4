//! Tables for a README or an issue.

use super::{advice, cells, headings, legend, measured, verdict};
use crate::document::{Document, OperationInfo, Row};

/// The page.
#[must_use]
pub fn render(document: &Document) -> String {
    let compare = document.settings.compare;
    let mut page = String::from("# Carnelian's speed");
    page.push_str(if compare { " beside other libraries\n\n" } else { "\n\n" });
    for (what, value) in [
        ("Machine", &document.machine),
        ("CPU", &document.cpu),
        ("Date", &document.date),
        ("Compiler", &document.rustc),
    ] {
        page.push_str(&format!("- {what}: {}\n", escaped(value)));
    }
    let [times, ratios] = legend();
    page.push_str(&format!("\n{times}\n"));
    if compare {
        page.push_str(&format!("{ratios}\n"));
    }
    for (info, rows) in measured(document) {
        page.push_str(&table(document, info, &rows));
    }
    page.push_str(&section("Missing", document.missing.iter().map(|m| (m.library.as_str(), m.reason.as_str()))));
    let out_of_time = document.out_of_time.iter().map(|name| (name.as_str(), "no time was left for it"));
    page.push_str(&section("Not measured", out_of_time));
    let advice: Vec<_> =
        advice(document).into_iter().map(|(command, effect)| (format!("`{command}`"), effect)).collect();
    page.push_str(&section("More", advice.iter().map(|(command, effect)| (command.as_str(), *effect))));
    page
}

/// One operation.
fn table(document: &Document, info: &OperationInfo, rows: &[&Row]) -> String {
    let compare = document.settings.compare;
    let columns = if compare { 9 } else { 7 };
    let mut headings = headings(info.unit)[..columns].to_vec();
    let mut rule = vec!["---", "---", "---", "--:", "--:", "--:", "--:", "--:", "---"][..columns].to_vec();
    if compare {
        headings.push(String::new());
        rule.push("---");
    }
    let mut table = format!("\n## {}\n\n{}\n\n", info.operation, capitalised(&info.includes));
    table.push_str(&format!("| {} |\n|{}|\n", headings.join(" | "), rule.join("|")));
    for row in rows {
        let mut cells: Vec<_> = cells(row, info.unit)[..columns].iter().map(|cell| escaped(cell)).collect();
        if row.ratio.is_none() {
            cells[0] = format!("**{}**", cells[0]);
        }
        if compare {
            cells.push(verdict(row).to_owned());
        }
        table.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    for peer in document.differing.iter().filter(|peer| peer.operation == info.operation) {
        let (library, version, reason) = (&peer.library, &peer.version, escaped(&peer.reason));
        table.push_str(&format!("\n{library} {version} is not timed, its answer is not ours: {reason}\n"));
    }
    table
}

/// A heading and one item for each entry; nothing without entries.
fn section<'a>(heading: &str, entries: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let items: String = entries.map(|(what, why)| format!("- {what}: {why}\n")).collect();
    if items.is_empty() { items } else { format!("\n## {heading}\n\n{items}") }
}

/// A sentence.
fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), rest.as_str()))
}

/// What would end a table's cell or start other markup is shown as it is.
pub(super) fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|c| ['|', '*', '_', '<', '`', '\\'].contains(&c).then_some('\\').into_iter().chain([c]))
        .collect()
}
