//! HTML pages: each is one file that loads nothing.

use super::model::{Bar, Bars, Block, Cell, Chart, Column, Page, Section, Table};
use crate::report::chart::palette;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::BTreeSet;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The content security policy: the page's own style and script, an empty icon, and no external resources.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'";

/// Renders the page.
pub(super) fn render(page: &Page) -> String {
    let mut names = Names::default();
    let glance = page.glance.as_ref().map(|section| named(section, &mut names));
    let sections: Vec<_> = page.sections.iter().map(|section| named(section, &mut names)).collect();
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (page.title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(palette::CSS)) (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#content" { "Skip to the results" }
                header {
                    h1 { (page.title) }
                    button #theme type="button" hidden { "Dark" }
                    @for paragraph in &page.lead { p { (paragraph) } }
                    @if let Some(glance) = &glance { div.glance { (written(glance, 2, &mut names)) } }
                }
                nav aria-label="Contents" { (contents(&sections, 2)) }
                main #content tabindex="-1" {
                    @for section in &sections { (written(section, 2, &mut names)) }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    markup.into_string() + "\n"
}

/// A section with the anchor that links refer to.
struct Named<'a> {
    name: String,
    section: &'a Section,
    parts: Vec<Named<'a>>,
}

fn named<'a>(section: &'a Section, names: &mut Names) -> Named<'a> {
    let name = names.unique(&section.heading);
    Named { name, section, parts: section.parts.iter().map(|part| named(part, names)).collect() }
}

/// The anchors of the page, each of which is unique.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl Names {
    /// Derives an anchor from a text: its letters and digits, and a number if that is already in use.
    fn unique(&mut self, text: &str) -> String {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let name = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-");
        let numbered = |number: u32| if number == 1 { format!("s-{name}") } else { format!("s-{name}-{number}") };
        let unique = (1..).map(numbered).find(|name| !self.0.contains(name)).expect("numbers do not run out");
        self.0.insert(unique.clone());
        unique
    }
}

/// Renders links to sections, two levels deep.
fn contents(sections: &[Named], level: usize) -> Markup {
    html! {
        ol {
            @for Named { name, section, parts } in sections {
                li {
                    a href={ "#" (name) } { (section.heading) }
                    @if level < 3 && !parts.is_empty() { (contents(parts, level + 1)) }
                }
            }
        }
    }
}

fn written(Named { name, section, parts }: &Named, level: usize, names: &mut Names) -> Markup {
    html! {
        section aria-labelledby=(name) {
            (heading(level, name, &section.heading))
            @for block in &section.blocks {
                @match block {
                    Block::Text(text) => p { (text) },
                    Block::Facts(facts) => dl { @for (name, fact) in facts { div { dt { (name) } dd { (fact) } } } },
                    Block::Table(table) => (tabulated(table, names)),
                }
            }
            @for part in parts { (written(part, level + 1, names)) }
        }
    }
}

fn heading(level: usize, name: &str, text: &str) -> Markup {
    html! {
        @match level {
            2 => h2 id=(name) { (text) },
            3 => h3 id=(name) { (text) },
            4 => h4 id=(name) { (text) },
            _ => h5 id=(name) { (text) },
        }
    }
}

/// Renders a table below its charts, in a scrollable box.
fn tabulated(table: &Table, names: &mut Names) -> Markup {
    let name = names.unique(&format!("table {}", table.caption));
    let caption = format!("{name}-caption");
    html! {
        @if !table.charts.is_empty() {
            div.charts { @for chart in &table.charts { (drawn(chart, &name)) } }
        }
        div.scroll role="region" tabindex="0" aria-labelledby=(caption) {
            table id=(name) {
                caption id=(caption) { span { (table.caption) } }
                thead { tr { @for column in &table.columns { (column_heading(column)) } } }
                tbody { @for row in &table.rows { tr { (row_cells(row, &table.columns)) } } }
            }
        }
    }
}

/// Renders a chart, whose numbers are in the table with this name.
fn drawn(chart: &Chart, table: &str) -> Markup {
    html! {
        @match chart {
            Chart::Drawn(svg) => figure aria-details=(table) { (PreEscaped(svg)) },
            Chart::Bars(bars) => (barred(bars, table)),
        }
    }
}

/// Renders bars, in as many columns of groups as there is room for.
fn barred(bars: &Bars, table: &str) -> Markup {
    html! {
        figure.bars aria-details=(table) {
            figcaption { (bars.caption) }
            div.groups {
                @for group in &bars.groups {
                    div {
                        p { (group.name) }
                        ol { @for bar in &group.bars { (one_bar(bar)) } }
                    }
                }
            }
        }
    }
}

fn one_bar(bar: &Bar) -> Markup {
    let cut = bar.share > 1.0;
    let rank = bar.rank.map(|rank| rank.min(palette::GRAYS));
    let length = format!("--share: {:.4}", bar.share.clamp(0.0, 1.0));
    html! {
        li.ours[rank.is_none()] data-rank=[rank] data-color=(hue(bar.color)) style=(length) title=(bar.library) {
            span { (bar.library) }
            i.cut[cut] {}
            b { (bar.text) }
        }
    }
}

fn column_heading(column: &Column) -> Markup {
    html! {
        th scope="col" class=[class(column.numeric, false)] data-color=[column.color.map(hue)] {
            button type="button" { (column.heading) }
        }
    }
}

fn row_cells(row: &[Cell], columns: &[Column]) -> Markup {
    html! {
        @for (i, (cell, column)) in row.iter().zip(columns).enumerate() {
            @let class = class(column.numeric, cell.best);
            @let color = cell.color.or(column.color.filter(|_| cell.best));
            @if i == 0 {
                th scope="row" class=[class] data-color=[color.map(hue)] data-key=[cell.key] { (strong(cell)) }
            } @else {
                td class=[class] data-color=[color.map(hue)] data-key=[cell.key] { (strong(cell)) }
            }
        }
    }
}

/// Returns the number of a color's custom property.
fn hue(color: usize) -> usize {
    color % palette::COLORS
}

fn strong(cell: &Cell) -> Markup {
    html! { @if cell.best { strong { (cell.text) } } @else { (cell.text) } }
}

fn class(numeric: bool, best: bool) -> Option<&'static str> {
    match (numeric, best) {
        (true, true) => Some("number best"),
        (true, false) => Some("number"),
        (false, true) => Some("best"),
        (false, false) => None,
    }
}
