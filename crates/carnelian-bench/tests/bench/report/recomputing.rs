//! Numbers on a page, computed again from the JSON by code that has nothing in common with the page's.

use carnelian_bench::{PageFormat, View, document, report::pages::render};
use scraper::{ElementRef, Html, Selector};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// An operation of a document: its unit, and the rows of its libraries.
struct Operation<'j> {
    unit: &'j Value,
    rows: BTreeMap<&'j str, &'j Value>,
}

fn operations(json: &Value) -> BTreeMap<&str, Operation<'_>> {
    let mut operations = BTreeMap::new();
    for info in json["operations"].as_array().unwrap() {
        let name = info["operation"].as_str().unwrap();
        let rows = json["rows"].as_array().unwrap().iter().filter(|row| row["operation"] == name);
        let rows: BTreeMap<&str, &Value> = rows.map(|row| (row["library"].as_str().unwrap(), row)).collect();
        operations.insert(name, Operation { unit: &info["unit"], rows });
    }
    operations.retain(|_, operation| !operation.rows.is_empty());
    operations
}

impl Operation<'_> {
    fn ns(&self, library: &str) -> Option<f64> {
        self.rows.get(library)?["ns_iqm"].as_f64()
    }

    /// Returns the least time of all libraries.
    fn least(&self) -> f64 {
        self.rows.keys().filter_map(|library| self.ns(library)).fold(f64::INFINITY, f64::min)
    }

    /// Returns the best other library, our time over its, and the verdict; `None` unless half the ratio's interval is at
    /// most a tenth of it.
    fn against_best(&self) -> Option<(&str, f64, &'static str)> {
        self.rows.get("carnelian")?;
        let others = self.rows.iter().filter(|(library, row)| **library != "carnelian" && row["ratio"].is_number());
        let ratio = |row: &Value| row["ratio"].as_f64().unwrap();
        let (library, row) = others.max_by(|(_, a), (_, b)| ratio(a).total_cmp(&ratio(b)))?;
        let interval = if row["ratio_ci"].is_array() { &row["ratio_ci"] } else { &row["ratio_ci90"] };
        let (ratio, low, high) = (ratio(row), interval[0].as_f64()?, interval[1].as_f64()?);
        let verdict = if high < 1.0 {
            "ahead"
        } else if low > 1.0 {
            "behind"
        } else {
            "tie"
        };
        (high - low <= 0.2 * ratio).then_some((*library, ratio, verdict))
    }
}

fn select<'a>(element: ElementRef<'a>, selector: &str) -> Vec<ElementRef<'a>> {
    element.select(&Selector::parse(selector).unwrap()).collect()
}

fn text(element: ElementRef) -> String {
    element.text().collect::<String>().trim().to_owned()
}

/// Writes whole numbers with commas.
fn with_commas(number: f64) -> String {
    let digits = format!("{number:.0}");
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

fn ratio(ratio: f64) -> String {
    if ratio < 0.01 { format!("{ratio:.3}") } else { format!("{ratio:.2}") }
}

/// Returns the cell for a speed in the table of work in a second.
fn work(operation: &Operation, library: &str) -> String {
    let Some(ns) = operation.ns(library) else { return "–".to_owned() };
    let speed = match (operation.unit["bytes"].as_f64(), operation.unit["operations"].as_f64()) {
        (Some(bytes), _) => bytes * 1000.0 / ns,
        (_, Some(count)) => count * 1e9 / ns,
        _ => panic!("{}", operation.unit),
    };
    let speed = match speed {
        _ if speed < 10.0 => format!("{speed:.2}"),
        _ if speed < 100.0 => format!("{speed:.1}"),
        _ => with_commas(speed.round()),
    };
    match operation.ns("carnelian") {
        Some(ours) if library != "carnelian" => {
            let percent = 100.0 * ours / ns;
            let percent = if percent < 10.0 { format!("{percent:.1}") } else { with_commas(percent.round()) };
            format!("{speed} ({percent} %)")
        }
        _ => speed,
    }
}

/// Checks the counts, the ratios of the strip, the speeds and percentages, and the bars. Returns how many numbers.
fn check(json: &str) -> usize {
    let page = render(&[document::read(json).unwrap()], View::Machines, PageFormat::Html, "carnelian").unwrap();
    let (page, json) = (Html::parse_document(&page), serde_json::from_str(json).unwrap());
    let (page, operations) = (page.root_element(), operations(&json));
    // Runs had ratios of these before they were no longer compared.
    let is_first_part = |name: &str| name.contains("/decode-") || name == "ed25519/prepare";
    let compared = operations.iter().filter(|(name, _)| !is_first_part(name));
    let standings: Vec<_> = compared.filter_map(|(name, operation)| Some((*name, operation.against_best()?))).collect();
    check_glance(page, operations.len(), &standings) + check_work(page, &operations) + check_bars(page, &operations)
}

fn check_glance(page: ElementRef, measured: usize, standings: &[(&str, (&str, f64, &str))]) -> usize {
    let dots: BTreeSet<String> = standings
        .iter()
        .map(|(name, (other, value, word))| format!("{name}: {} of the time of {other}, {word}", ratio(*value)))
        .collect();
    let shown: Vec<String> = select(page, ".glance svg circle > title").into_iter().map(text).collect();
    assert_eq!(shown.len(), standings.len());
    assert_eq!(shown.into_iter().collect::<BTreeSet<_>>(), dots);
    let count = |word| standings.iter().filter(|(_, (.., verdict))| *verdict == word).count().to_string();
    let mut ratios: Vec<f64> = standings.iter().map(|(_, (_, value, _))| *value).collect();
    ratios.sort_by(f64::total_cmp);
    let half = ratios.len() / 2;
    let median = if ratios.len() % 2 == 1 { ratios[half] } else { (ratios[half - 1] + ratios[half]) / 2.0 };
    let cells: Vec<String> = select(page, ".glance tbody td").into_iter().map(text).collect();
    let [measured, compared] = [measured, standings.len()].map(|count| count.to_string());
    let expected = [measured, compared, count("ahead"), count("tie"), count("behind"), ratio(median)];
    assert_eq!(cells[..6], expected);
    for (cell, value) in cells[6..].iter().zip([ratios[0], ratios[ratios.len() - 1]]) {
        let (name, shown) = cell.rsplit_once(' ').unwrap();
        assert_eq!(shown, ratio(value));
        assert!(standings.iter().any(|(known, (_, known_value, _))| *known == name && *known_value == value), "{cell}");
    }
    dots.len() + cells.len()
}

fn check_work(page: ElementRef, operations: &BTreeMap<&str, Operation>) -> usize {
    let mut seen = 0;
    for table in select(page, "section[aria-labelledby=s-work-in-a-second] table") {
        let libraries: Vec<String> = select(table, "thead th").into_iter().skip(2).map(text).collect();
        for row in select(table, "tbody tr") {
            let cells: Vec<String> = row.child_elements().map(text).collect();
            for (library, cell) in libraries.iter().zip(&cells[2..]) {
                assert_eq!(*cell, work(&operations[&*cells[0]], library), "{} of {library}", cells[0]);
                seen += 1;
            }
        }
    }
    assert!(seen >= operations.values().map(|operation| operation.rows.len()).sum());
    seen
}

fn check_bars(page: ElementRef, operations: &BTreeMap<&str, Operation>) -> usize {
    let mut seen = 0;
    for figure in select(page, "figure.bars") {
        let caption = text(select(figure, "figcaption")[0]);
        let family = caption.split(" on ").next().unwrap();
        for group in select(figure, ".groups > div") {
            let short = text(select(group, "p")[0]);
            let operation = &operations[&*format!("{family}/{short}")];
            let mut last = 0.0;
            for bar in select(group, "li") {
                let (library, shown) = (text(select(bar, "span")[0]), text(select(bar, "b")[0]));
                let ns = operation.ns(&library).unwrap();
                assert!(ns >= last, "{family}/{short} is not sorted");
                last = ns;
                let share: f64 = bar.attr("style").unwrap().trim_start_matches("--share: ").parse().unwrap();
                let expected = match operation.unit["bytes"].as_f64() {
                    Some(bytes) => bytes / ns,
                    None => ns / operation.ns("carnelian").unwrap_or_else(|| operation.least()),
                };
                let value: f64 = shown.trim_end_matches('×').parse().unwrap();
                assert_eq!(shown.ends_with('×'), operation.unit["bytes"].is_null());
                assert!(
                    (value - expected).abs() <= 0.005 + 0.1 * expected * f64::from(u8::from(expected > 9.9)),
                    "{shown}"
                );
                if shown.ends_with('×') {
                    assert!((share - (expected / 4.0).min(1.0)).abs() < 1e-4, "{share}");
                }
                seen += 1;
            }
        }
    }
    assert_eq!(seen, operations.values().map(|operation| operation.rows.len()).sum::<usize>());
    seen
}

#[test]
fn samples_show_what_their_documents_say() {
    for text in [include_str!("pages/data/amber-new.json"), include_str!("pages/data/basalt.json")] {
        assert!(check(text) > 50);
    }
}

/// Returns all files in a folder and in those within it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Those of classes, and those of the tables of tiers.
#[test]
fn committed_results_show_what_their_documents_say() {
    let mut seen = 0;
    for path in files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../benchmarks"))) {
        let json = std::fs::read_to_string(&path).unwrap();
        // Runs of other kinds have no rows of several libraries.
        if path.extension().is_some_and(|extension| extension == "json") && json.contains("\"ratio\"") {
            seen += check(&json);
        }
    }
    assert!(seen > 1000, "{seen}");
}
