//! The pages that a repository has of its results, and the results that it keeps for them.

use super::golden::sample;
use carnelian_bench::document::{self, Document, Microarchitecture, Missing};
use carnelian_bench::report::pages::{PageError, render};
use carnelian_bench::{PageFormat, View};

fn on(core: &str, year: u16, tier: &str, date: &str) -> Document {
    Document {
        microarchitecture: Some(Microarchitecture { name: core.to_owned(), year }),
        tier: tier.to_owned(),
        date: date.to_owned(),
        ..sample(true)
    }
}

fn view(documents: &[Document], view: View) -> String {
    render(documents, view, PageFormat::Markdown, "carnelian").unwrap()
}

/// Returns the pages with their paths.
fn pages(documents: &[Document]) -> Vec<(String, String)> {
    let text = view(documents, View::Repository);
    let pages = text.split("<!-- ").skip(1).map(|page| page.split_once(" -->\n").unwrap());
    pages.map(|(path, page)| (path.to_owned(), page.to_owned())).collect()
}

fn page<'a>(pages: &'a [(String, String)], path: &str) -> &'a str {
    &pages.iter().find(|(found, _)| found == path).unwrap_or_else(|| panic!("no {path}")).1
}

fn two_cores() -> Vec<Document> {
    vec![
        on("New Cove", 2024, "avx512", "2026-02-02T00:00:00Z"),
        on("Old Cove", 2019, "avx2", "2026-01-01T00:00:00Z"),
        on("New Cove", 2024, "avx2", "2026-01-03T00:00:00Z"),
        on("New Cove", 2024, "avx512", "2026-02-01T00:00:00Z"),
    ]
}

/// The machine's name is that of its highest class; the others have their code in it.
#[test]
fn every_class_has_a_page_and_a_line_in_the_index() {
    let documents = two_cores();
    let pages = pages(&documents);
    let paths: Vec<&str> = pages.iter().map(|(path, _)| path.as_str()).collect();
    let expected = ["new-cove", "new-cove-avx2", "old-cove", "classes", "operations"];
    assert_eq!(paths, [&["BENCHMARKS.md".to_owned()][..], &expected.map(|it| format!("docs/speed/{it}.md"))].concat());
    let index = page(&pages, "BENCHMARKS.md");
    assert!(index.starts_with("# Carnelian's speed beside other libraries\n") && index.lines().count() < 60, "{index}");
    for path in &paths[1..] {
        assert!(index.contains(&format!("]({path})")), "{path}: {index}");
    }
    let line = index.lines().find(|line| line.contains("(docs/speed/new-cove.md)")).unwrap();
    // Measured, compared, ahead, level, behind, median.
    assert!(line.contains("| 2026-02-01 to 2026-02-02 |") && line.ends_with("| 2 | 2 | 1 | 0 | 1 | 1.10 |"), "{line}");
    let mut reversed = documents;
    reversed.reverse();
    assert_eq!(self::pages(&reversed), pages);
}

#[test]
fn a_page_of_a_class_has_its_own_numbers_and_no_others() {
    let mut documents = two_cores();
    for row in documents[1].rows.iter_mut().filter(|row| row.library == "idle") {
        row.library = "only-old".to_owned();
    }
    let pages = pages(&documents);
    let new = page(&pages, "docs/speed/new-cove.md");
    for section in ["Is it faster?", "Where it is behind", "Operations and libraries", "Machines", "Libraries"] {
        assert!(new.contains(&format!("\n## {section}\n")), "{section}: {new}");
    }
    let mut rows = new.lines().filter(|line| line.starts_with("| sample/64B | 1.250 |"));
    let row = rows.find(|line| line.contains("| **200.0** |")).unwrap();
    assert!(row.ends_with("| 2026-02-02, 0123456789ab |"), "{row}");
    assert!(new.contains("| swift | 0.1.0 | native; ordinary | avx2; C |"), "{new}");
    assert!(!new.contains("only-old") && !new.contains("old-cove/"), "{new}");
    assert!(page(&pages, "docs/speed/old-cove.md").contains("only-old"));
    assert!(page(&pages, "docs/speed/classes.md").contains("| old-cove/avx2 (2019) |"));
    let operations = page(&pages, "docs/speed/operations.md");
    assert!(operations.contains("- sample/64B"), "{operations}");
    // A single class is not compared with others.
    let alone = self::pages(&documents[1..2]);
    assert!(alone.iter().all(|(path, page)| !path.contains("classes") && !page.contains("classes.md")));
}

/// Returns what is kept of each document, if anything.
fn kept(documents: &[Document]) -> Vec<Option<Document>> {
    let text = view(documents, View::Results);
    let results = serde_json::Deserializer::from_str(&text).into_iter::<serde_json::Value>();
    let results: Vec<_> = results.map(Result::unwrap).collect();
    let read = |json: &serde_json::Value| document::read(json.to_string()).unwrap();
    results.iter().map(|json| (!json.is_null()).then(|| read(json))).collect()
}

/// Returns what is kept of a document by itself: all of its operations.
fn alone(document: &Document) -> Document {
    kept(std::slice::from_ref(document)).pop().flatten().unwrap()
}

#[test]
fn an_operation_is_kept_in_the_newest_result_of_its_class() {
    let [new, old, lower, mut part] = <[Document; 4]>::try_from(two_cores()).unwrap();
    "2026-03-03T00:00:00Z".clone_into(&mut part.date);
    part.rows.retain(|row| row.operation == "sample/64B");
    part.operations.retain(|info| info.operation == "sample/64B");
    let mut oldest = on("New Cove", 2024, "avx512", "2026-01-01T00:00:00Z");
    oldest.missing.push(Missing { library: "x".to_owned(), operation: None, reason: "lost".to_owned() });
    let documents = [oldest, new, old, lower, part];
    let kept = kept(&documents);
    let operations = |document: &Option<Document>| -> Vec<String> {
        let infos = document.iter().flat_map(|document| &document.operations);
        infos.map(|info| info.operation.clone()).collect()
    };
    let both = ["sample/64B", "sample/sign"];
    assert_eq!(kept[0], None);
    assert_eq!(operations(&kept[1]), both[1..]);
    assert_eq!([&kept[2], &kept[3]].map(operations), [both, both]);
    assert_eq!(operations(&kept[4]), both[..1]);
    let kept: Vec<Document> = kept.into_iter().flatten().collect();
    // The pages of classes have the same tables, and nothing more can go.
    let tables = |documents: &[Document]| -> Vec<String> {
        let lines = |page: &str| page.lines().filter(|line| line.starts_with("| sample")).map(str::to_owned).collect();
        pages(documents).iter().flat_map(|(_, page)| -> Vec<String> { lines(page) }).collect()
    };
    let whole: Vec<Document> = documents.iter().map(alone).collect();
    assert_eq!(tables(&kept), tables(&whole));
    let again: Vec<Document> = self::kept(&kept).into_iter().flatten().collect();
    assert_eq!(again, kept);
}

/// Builds of a class do not supersede one another; what their calls include is said once.
#[test]
fn the_builds_of_a_table_are_all_kept() {
    let build = |name: &str, day: u8| {
        let document = on("New Cove", 2024, "avx512", &format!("2026-01-0{day}T00:00:00Z"));
        Document { build: name.to_owned(), ..document }
    };
    let documents = [build("-Os", 1), build("-O3", 2), build("-O3", 3)];
    let [Some(small), None, Some(fast)] = &kept(&documents)[..] else { panic!("two results") };
    assert_eq!((small.rows.len(), fast.rows.len()), (documents[0].rows.len(), documents[2].rows.len()));
    let said = |document: &Document| document.operations.iter().filter(|info| !info.includes.is_empty()).count();
    assert_eq!(said(small) + said(fast), documents[0].operations.len());
    let page = |documents: &[Document]| view(documents, View::Profiles);
    assert_eq!(page(&[small.clone(), fast.clone()]), page(&[0, 2].map(|i| alone(&documents[i]))));
}

/// Numbers have five digits; what no page shows is left out, and so is an interval that is there twice.
#[test]
fn a_kept_row_is_short() {
    let mut document = on("New Cove", 2024, "avx512", "2026-02-02T00:00:00Z");
    document.rows[0].ns_iqm = 250.123_456;
    document.rows[0].ci_ns = Some(document.rows[0].ci90_ns);
    document.rows[0].ns_rounds = Some(vec![250.0; 120]);
    document.conditions.counter_hz = Some(2_596_096_012.0);
    let kept = alone(&document);
    let [row, theirs] = [&kept.rows[0], &kept.rows[1]];
    assert_eq!((row.ns_iqm, kept.conditions.counter_hz), (250.12, Some(2_596_100_000.0)));
    assert_eq!((row.ci_ns, row.ns_min, row.ns_quartiles, &row.ns_rounds), (None, None, None, &None));
    assert_eq!((theirs.ci_ns, theirs.ratio_ci), (document.rows[1].ci_ns, document.rows[1].ratio_ci));
    let text = view(&[document.clone()], View::Results);
    let rows = text.lines().filter(|line| line.starts_with("{\"operation\":\"sample/64B\"") && line.contains("ns_iqm"));
    assert_eq!(rows.count(), document.rows.iter().filter(|row| row.operation == "sample/64B").count());
    assert!(text.lines().all(|line| line.len() < 2000), "{text}");
}

#[test]
fn these_views_are_no_pages_of_html() {
    for view in [View::Repository, View::Results] {
        let refused = render(&two_cores(), view, PageFormat::Html, "carnelian").unwrap_err();
        assert_eq!(refused, PageError::MarkdownAlone);
    }
}
