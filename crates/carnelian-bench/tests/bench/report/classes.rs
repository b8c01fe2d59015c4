//! Classes of results: their names, and that pages keep them apart.

use super::golden::sample;
use carnelian::cpu::Tier;
use carnelian_bench::BenchError;
use carnelian_bench::document::{Document, Microarchitecture};
use carnelian_bench::machine::class::Class;
use carnelian_bench::report::pages::render;
use carnelian_bench::{PageFormat, View};

fn on(core: &str, tier: &str, features: &[&str]) -> Document {
    Document {
        microarchitecture: Some(Microarchitecture { name: core.to_owned(), year: 2022 }),
        tier: tier.to_owned(),
        features: features.iter().map(|feature| (*feature).to_owned()).collect(),
        ..sample(true)
    }
}

fn class(document: &Document) -> String {
    Class::of(document).to_string()
}

#[test]
fn a_class_is_named_by_the_core_and_by_what_may_run() {
    for (tier, features, expected) in [
        ("avx512", &["avx2", "vaes", "avx512f", "avx512ifma"][..], "a-core/avx512-ifma"),
        ("avx512", &["avx2", "vaes", "avx512f"], "a-core/avx512"),
        ("avx2", &["avx2", "vaes"], "a-core/avx2-vaes"),
        ("avx2", &["avx2"], "a-core/avx2"),
        ("portable64", &[], "a-core/portable64"),
        ("", &[], "a-core/unknown-tier"),
    ] {
        assert_eq!(class(&on("A Core", tier, features)), expected);
    }
    let i686 = Document { machine: "x86 linux, 2 hardware threads".to_owned(), ..on("A Core", "portable32", &[]) };
    assert_eq!(class(&i686), "a-core/portable32-i686");
    let unknown = Document { microarchitecture: None, ..on("", "portable64", &[]) };
    assert_eq!(class(&unknown), "a-cpu-family-6-model-207-stepping-2/portable64");
}

/// A document without features still says it by its backends and its core.
#[test]
fn an_older_result_has_the_class_of_its_backends_and_its_core() {
    let mut document = on("A Core", "avx512", &[]);
    assert_eq!(class(&document), "a-core/avx512");
    document.rows[0].backend = "sha-ni, avx512-ifma".to_owned();
    assert_eq!(class(&document), "a-core/avx512-ifma");
    // A backend of another library says nothing.
    document.rows[0].backend = "avx512".to_owned();
    document.rows[1].backend = "avx512-ifma".to_owned();
    assert_eq!(class(&document), "a-core/avx512");
    // A run of few operations needs not have used every backend of a core that is known to have them.
    assert_eq!(class(&on("Golden Cove or later", "avx512", &[])), "golden-cove-or-later/avx512-ifma");
    assert_eq!(class(&on("Zen 3", "avx2", &[])), "zen-3/avx2-vaes");
    assert_eq!(class(&on("Skylake-X", "avx512", &[])), "skylake-x/avx512");
}

/// Returns the cells of the first row of the first table under the heading, by the headings of its columns.
fn cell(page: &str, heading: &str, column: &str) -> String {
    let mut lines =
        page.lines().skip_while(|line| !line.starts_with(heading)).skip_while(|line| !line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let headings = cells(lines.next().unwrap());
    let row = cells(lines.nth(1).unwrap());
    row[headings.iter().position(|heading| heading == column).unwrap()].clone()
}

#[test]
fn rows_of_a_class_are_the_newest_and_say_of_which_run_they_are() {
    let scaled = |mut document: Document, date: &str, factor: f64| {
        for row in document.rows.iter_mut().filter(|row| row.is_ours()) {
            row.ns_iqm *= factor;
            row.cycles_iqm = row.cycles_iqm.map(|cycles| cycles * factor);
        }
        document.date = date.to_owned();
        document
    };
    let all = ["avx2", "vaes", "avx512f", "avx512ifma"];
    let old = scaled(on("A Core", "avx512", &all), "2026-01-01T00:00:00Z", 4.0);
    let mut new = scaled(on("A Core", "avx512", &all), "2026-02-02T00:00:00Z", 2.0);
    new.commit = "fedcba987654".to_owned();
    let lower = scaled(on("A Core", "avx2", &["avx2", "vaes"]), "2026-03-03T00:00:00Z", 8.0);
    let page = render(&[old, lower, new], View::Machines, PageFormat::Markdown, "carnelian").unwrap();
    let best = "### a-core/avx512-ifma (2022)";
    assert_eq!(cell(&page, best, "carnelian"), "500.0");
    assert_eq!(cell(&page, best, "run"), "2026-02-02, fedcba987654");
    let lower = "### a-core/avx2-vaes (2022)";
    assert_eq!(cell(&page, lower, "carnelian"), "2,000");
    assert_eq!(cell(&page, lower, "run"), "2026-03-03, 0123456789ab");
}

#[test]
fn a_tier_that_is_refused_names_what_the_cpu_lacks() {
    let refused = |in_force, missing: &[&'static str]| {
        let missing = missing.to_vec();
        BenchError::Tier { given: Tier::Avx512, cpu: Tier::Avx2, in_force, missing }.to_string()
    };
    let expected = "`--tier avx512`: the CPU has avx2 and lacks avx512f, avx512vl";
    assert_eq!(refused(Tier::Avx2, &["avx512f", "avx512vl"]), expected);
    // A tier that the CPU lacks is not one that a variable forbids.
    assert_eq!(refused(Tier::Portable64, &["avx512f", "avx512vl"]), expected);
}
