//! Targets and the measurements beside them: the end of a report.

use super::markdown::escaped;
use super::numbers::nanoseconds;
use crate::form::Format;
use crate::targets::{Judged, Mark, Quantity};

/// Renders the targets for the end of a report in this format. Reports for programs do not include them; for them this
/// is the text that is printed separately.
#[must_use]
pub fn render(judged: &[Judged], format: Format) -> String {
    let rows: Vec<[String; 4]> = judged.iter().filter_map(cells).collect();
    let heading = "Targets";
    let headings = ["operation", "limit", "measured", "mark"].map(str::to_owned);
    let mut page = String::new();
    if format == Format::Markdown {
        page.push_str(&format!("\n## {heading}\n\n| {} |\n|---|--:|--:|---|\n", headings.join(" | ")));
        page.extend(rows.iter().map(|row| format!("| {} |\n", row.each_ref().map(|cell| escaped(cell)).join(" | "))));
    } else {
        page.push_str(&format!("\n{heading}\n"));
        let all: Vec<&[String; 4]> = [&headings].into_iter().chain(&rows).collect();
        let width = |i: usize| all.iter().map(|row| row[i].chars().count()).max().unwrap_or(0);
        let widths: [usize; 4] = std::array::from_fn(width);
        for [operation, limit, measured, mark] in all {
            let [first, second, third, _] = widths;
            page.push_str(&format!("  {operation:first$}  {limit:>second$}  {measured:>third$}  {mark}\n"));
        }
    }
    page + &format!("{}{}\n", if format == Format::Markdown { "\n" } else { "  " }, summary(judged))
}

/// Returns the cells of a target that was measured.
fn cells(judged: &Judged) -> Option<[String; 4]> {
    let (value, mark) = judged.found?;
    let quantity = judged.target.quantity;
    let shown = |value: f64| match quantity {
        Quantity::Ratio => format!("ratio {value:.2}"),
        Quantity::Nanoseconds | Quantity::Cycles => format!("{} {}", nanoseconds(value), quantity.field()),
    };
    let mark = mark.word().to_owned();
    Some([judged.target.operation.clone(), shown(judged.target.limit), shown(value), mark])
}

fn summary(judged: &[Judged]) -> String {
    let count = |mark| judged.iter().filter(|judged| judged.found.is_some_and(|(_, found)| found == mark)).count();
    let unmeasured = judged.iter().filter(|judged| judged.found.is_none()).count();
    let marks = [Mark::Pass, Mark::Close, Mark::Miss].map(|mark| format!("{} {}", count(mark), mark.word()));
    format!("{}; {unmeasured} not measured", marks.join(", "))
}
