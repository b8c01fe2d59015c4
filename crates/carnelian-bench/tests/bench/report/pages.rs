//! Pages: their exact text, their structure, and the requests that they refuse. The documents are in `pages/data`.

use super::golden::assert_all_golden;
use carnelian_bench::document::{self, Document};
use carnelian_bench::report::pages::{PageError, render};
use carnelian_bench::{Format, PageFormat, View, report};
use scraper::{ElementRef, Html, Selector};
use std::collections::{BTreeMap, BTreeSet};

/// Returns documents of `pages/data`, by name.
macro_rules! documents {
    ($($name:literal)+) => {
        vec![$(document::read(include_str!(concat!("pages/data/", $name, ".json"))).unwrap()),+]
    };
}

/// Returns documents of three machines: two with known microarchitectures and one with an unknown one that cannot count
/// cycles; two runs on one of them; sweeps; and results that are missing, differ or had no time.
fn machines() -> Vec<Document> {
    documents!["amber-old" "amber-new" "unknown" "basalt"]
}

fn tiers() -> Vec<Document> {
    documents!["tier-avx512" "tier-portable64" "tier-avx2"]
}

fn profiles() -> Vec<Document> {
    documents!["profile-0" "profile-1" "profile-2" "profile-3"]
}

fn page(documents: &[Document], view: View, format: PageFormat) -> String {
    render(documents, view, format, "carnelian").unwrap()
}

/// Returns every page of these tests, in HTML.
fn html_pages() -> [String; 4] {
    let html = |documents: &[Document], view| page(documents, view, PageFormat::Html);
    [
        html(&machines(), View::Machines),
        html(&tiers(), View::Tiers),
        html(&profiles(), View::Profiles),
        report::render(&documents!["unknown"][0], Format::Html),
    ]
}

/// Removes everything between `open` and `close`: charts, style and script have files of their own.
fn without(page: &str, open: &str, close: &str) -> String {
    let mut parts = page.split(open);
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |kept, part| kept + open + close + part.split_once(close).unwrap().1)
}

fn markup(page: &str) -> String {
    [("<svg", "</svg>"), ("<style", "</style>"), ("<script", "</script>")]
        .iter()
        .fold(page.to_owned(), |page, (open, close)| without(&page, open, close))
        .replace("><", ">\n<")
}

#[test]
fn markdown_of_every_view() {
    let markdown = |documents: &[Document], view| page(documents, view, PageFormat::Markdown);
    assert_all_golden(&[
        (&markdown(&machines(), View::Machines), "machines.md", include_str!("pages/golden/machines.md")),
        (&markdown(&tiers(), View::Tiers), "tiers.md", include_str!("pages/golden/tiers.md")),
        (&markdown(&profiles(), View::Profiles), "profiles.md", include_str!("pages/golden/profiles.md")),
    ]);
}

#[test]
fn html_of_every_view() {
    let [machines, tiers, profiles, one] = html_pages().map(|page| markup(&page));
    assert_all_golden(&[
        (&machines, "machines.html", include_str!("pages/golden/machines.html")),
        (&tiers, "tiers.html", include_str!("pages/golden/tiers.html")),
        (&profiles, "profiles.html", include_str!("pages/golden/profiles.html")),
        (&one, "one.html", include_str!("pages/golden/one.html")),
    ]);
}

/// Except for the view of profiles, whose first row is that of the first document.
#[test]
fn the_order_of_documents_does_not_matter() {
    for format in [PageFormat::Markdown, PageFormat::Html] {
        for (mut documents, view) in [(machines(), View::Machines), (tiers(), View::Tiers)] {
            let expected = page(&documents, view, format);
            documents.reverse();
            assert!(page(&documents, view, format) == expected, "{view:?}");
            documents.swap(0, 1);
            assert!(page(&documents, view, format) == expected, "{view:?}");
        }
    }
}

fn select<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

fn text(element: ElementRef) -> String {
    element.text().collect::<String>().trim().to_owned()
}

#[test]
fn html_is_well_formed_and_every_name_is_given_once() {
    for page in html_pages() {
        let page = Html::parse_document(&page);
        assert!(page.errors.is_empty(), "{:?}", page.errors);
        let names: Vec<_> = select(&page, "[id]").into_iter().map(|element| element.attr("id").unwrap()).collect();
        let unique: BTreeSet<_> = names.iter().copied().collect();
        assert_eq!(unique.len(), names.len());
        for attribute in ["aria-labelledby", "aria-details"] {
            for element in select(&page, &format!("[{attribute}]")) {
                for name in element.attr(attribute).unwrap().split(' ') {
                    assert!(unique.contains(name), "{attribute}={name}");
                }
            }
        }
    }
}

#[test]
fn nothing_is_loaded_and_every_link_leads_somewhere() {
    for page in html_pages() {
        let parsed = Html::parse_document(&page);
        assert!(select(&parsed, "[src], [srcset], [data], iframe, object, embed, img, base, form").is_empty());
        for link in select(&parsed, "[href]") {
            let href = link.attr("href").unwrap();
            match link.value().name() {
                "link" => assert_eq!((link.attr("rel"), href), (Some("icon"), "data:,")),
                "a" => {
                    let target = href.strip_prefix('#').unwrap_or_else(|| panic!("{href} leaves the page"));
                    assert_eq!(select(&parsed, &format!("[id=\"{target}\"]")).len(), 1, "{href}");
                }
                other => panic!("{other} with {href}"),
            }
        }
        assert!(!page.contains("url(") && !page.contains("@import"));
        let addresses = page.matches("http").count();
        let namespaces = page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count();
        assert_eq!(addresses, namespaces + page.matches("http-equiv").count());
        let policy = select(&parsed, "meta[http-equiv=Content-Security-Policy]")[0].attr("content").unwrap();
        assert!(policy.starts_with("default-src 'none';"), "{policy}");
    }
}

#[test]
fn headings_are_in_order() {
    for page in html_pages() {
        let page = Html::parse_document(&page);
        let levels: Vec<u32> = select(&page, "h1, h2, h3, h4, h5, h6")
            .into_iter()
            .map(|heading| heading.value().name()[1..].parse().unwrap())
            .collect();
        assert_eq!(levels[0], 1);
        assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1);
        assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
    }
}

#[test]
fn tables_say_what_their_cells_are() {
    for page in html_pages() {
        let page = Html::parse_document(&page);
        let tables = select(&page, "table");
        assert!(!tables.is_empty());
        for table in tables {
            let inside = |selector: &str| table.select(&Selector::parse(selector).unwrap()).collect::<Vec<_>>();
            let caption = text(inside("caption")[0]);
            assert!(!caption.is_empty());
            let headings = inside("thead th[scope=col]");
            assert_eq!(inside("thead th[scope=col] > button[type=button]").len(), headings.len(), "{caption}");
            for row in inside("tbody tr") {
                let cells: Vec<_> = row.child_elements().collect();
                assert_eq!(cells.len(), headings.len(), "{caption}");
                assert_eq!((cells[0].value().name(), cells[0].attr("scope")), ("th", Some("row")));
                for (cell, heading) in cells.iter().zip(&headings) {
                    let numeric = heading.attr("class").is_some_and(|class| class.contains("number"));
                    let has_number = !["", "–"].contains(&text(*cell).as_str());
                    assert_eq!(cell.attr("data-key").is_some(), numeric && has_number, "{caption}: {}", text(*cell));
                    assert!(cell.attr("data-key").is_none_or(|key| key.parse::<f64>().unwrap().is_finite()));
                }
            }
        }
    }
}

#[test]
fn every_chart_is_well_formed_and_has_its_numbers_in_a_table() {
    let [page, ..] = html_pages();
    let charts: Vec<&str> = page.split("<svg").skip(1).map(|rest| rest.split_once("</svg>").unwrap().0).collect();
    // Strips for three machines, radars across machines for two families, a growth curve.
    assert_eq!(charts.len(), 3 + 2 + 1);
    for chart in charts {
        let chart = format!("<svg{chart}</svg>");
        let parsed = roxmltree::Document::parse(&chart).unwrap();
        assert!(parsed.descendants().any(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title"))));
    }
    let parsed = Html::parse_document(&page);
    assert_eq!(select(&parsed, "figure[aria-details] > svg").len(), select(&parsed, "svg").len());
    for figure in select(&parsed, "figure") {
        let table = figure.attr("aria-details").unwrap();
        assert_eq!(select(&parsed, &format!("table[id=\"{table}\"]")).len(), 1);
    }
}

#[test]
fn a_library_has_one_color_and_no_other_has_it() {
    let [page, ..] = html_pages();
    let page = Html::parse_document(&page);
    let mut colors: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for element in select(&page, "thead th[data-color], tbody td[data-color]:not(.best)") {
        colors.entry(text(element)).or_default().insert(element.attr("data-color").unwrap());
    }
    assert_eq!(colors.keys().collect::<Vec<_>>(), ["a|b <c>", "carnelian", "even", "libold", "plain-rs", "swift"]);
    assert!(colors.values().all(|colors| colors.len() == 1), "{colors:?}");
    assert_eq!(colors.values().flatten().collect::<BTreeSet<_>>().len(), 6);
    assert_eq!(colors["carnelian"], BTreeSet::from(["0"]));
}

/// Bars are sorted by speed and as long as what they show; ours stands out, the others are ranked.
#[test]
fn bars_are_sorted_and_start_at_zero() {
    let times = [("carnelian", 100.0), ("a", 80.0), ("b", 200.0), ("c", 1000.0)];
    let sized = small("2026-01-01T00:00:00Z", &times, 0.001);
    let mut counted = sized.clone();
    counted.operations[0].unit = carnelian_bench::op::Unit::Operations(1);
    let bars = |document: Document| -> Vec<(String, String, f64, Option<String>)> {
        let html = Html::parse_document(&page(&[document], View::Machines, PageFormat::Html));
        let bars = select(&html, ".bars li");
        let of = |bar: &ElementRef, name: &str| text(bar.select(&Selector::parse(name).unwrap()).next().unwrap());
        let share = |bar: &ElementRef| bar.attr("style").unwrap().trim_start_matches("--share: ").parse().unwrap();
        let rank = |bar: &ElementRef| bar.attr("data-rank").map(str::to_owned);
        bars.iter().map(|bar| (of(bar, "span"), of(bar, "b"), share(bar), rank(bar))).collect()
    };
    let rank = |rank: &str| Some(rank.to_owned());
    let expected =
        |bars: [(&str, &str, f64, Option<String>); 4]| bars.map(|(a, b, c, d)| (a.to_owned(), b.to_owned(), c, d));
    assert_eq!(
        bars(sized),
        expected([
            ("a", "0.80", 1.0, rank("1")),
            ("carnelian", "0.64", 0.8, None),
            ("b", "0.32", 0.4, rank("2")),
            ("c", "0.06", 0.08, rank("3")),
        ])
    );
    // Relative to ours, four times as long being the end.
    assert_eq!(
        bars(counted),
        expected([
            ("a", "0.80×", 0.2, rank("1")),
            ("carnelian", "1.00×", 0.25, None),
            ("b", "2.00×", 0.5, rank("2")),
            ("c", "10×", 1.0, rank("3")),
        ])
    );
}

/// Each chart is a file, named in the line above it, and readable by itself in both themes.
#[test]
fn charts_for_a_repository_are_files() {
    let charts = page(&machines(), View::Charts, PageFormat::Markdown);
    let names: Vec<&str> = charts.lines().filter_map(|line| line.strip_prefix("<!-- ")?.strip_suffix(" -->")).collect();
    assert_eq!(names, ["headline.svg", "radar-hash.svg", "radar-sign.svg"]);
    for file in charts.split("<!-- ").skip(1) {
        let svg = file.split_once("-->\n").unwrap().1;
        let parsed = roxmltree::Document::parse(svg).unwrap();
        assert_eq!(parsed.root_element().attribute("width"), Some("800"));
        assert!(svg.contains("prefers-color-scheme: dark") && !svg.contains("url(") && !svg.contains("href"));
    }
    let one = documents!["basalt"];
    let one = page(&one, View::Charts, PageFormat::Markdown);
    assert!(one.contains("<!-- headline.svg -->") && one.contains("swift"), "{one}");
    assert_eq!(render(&machines(), View::Charts, PageFormat::Html, "carnelian").unwrap_err(), PageError::MarkdownAlone);
}

#[test]
fn microarchitectures_stand_newest_first_in_cycles_where_there_are_any() {
    let markdown = page(&machines(), View::Machines, PageFormat::Markdown);
    let headings: Vec<_> = markdown.lines().filter(|line| line.starts_with("### ")).take(3).collect();
    assert_eq!(
        headings,
        [
            "### basalt-5/avx512 (2024), cycles",
            "### amber-cove/avx512 (2021), cycles",
            "### implementer-0x41-part-0xd0c/portable64, nanoseconds"
        ]
    );
}

/// Returns the lines of the first table under the heading that starts with `heading`.
fn table<'a>(markdown: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let from = markdown.lines().skip_while(|line| !line.starts_with(heading)).skip(1);
    let rows = from.skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

/// Returns a document with a single operation, on which libraries take these times in nanoseconds, with intervals of ±
/// 1 %, and of ± `ratio_width` for the ratio.
fn small(date: &str, times: &[(&str, f64)], ratio_width: f64) -> Document {
    let [mut document] = <[Document; 1]>::try_from(documents!["profile-0"]).unwrap();
    let first = document.rows[0].clone();
    let ours = times[0].1;
    document.date = date.to_owned();
    document.operations.truncate(1);
    document.rows = times
        .iter()
        .map(|(library, ns)| {
            let mut row = first.clone();
            row.library = (*library).to_owned();
            (row.ns_iqm, row.cycles_iqm) = (*ns, None);
            row.ci90_ns = [0.99 * ns, 1.01 * ns].into();
            row.ci_ns = None;
            row.ratio = (*library != "carnelian").then(|| ours / ns);
            row.ratio_ci90 = row.ratio.map(|ratio| [ratio * (1.0 - ratio_width), ratio * (1.0 + ratio_width)].into());
            row
        })
        .collect();
    document
}

#[test]
fn the_best_is_bold_and_so_is_what_cannot_be_told_from_it() {
    let best = |times: &[(&str, f64)], ratio_width| -> Vec<String> {
        let markdown = page(&[small("2026-01-01T00:00:00Z", times, ratio_width)], View::Machines, PageFormat::Markdown);
        let rows = table(&markdown, "#### hash");
        let cells = rows[0].iter().zip(&rows[2]).filter(|(_, cell)| cell.starts_with("**"));
        cells.map(|(library, _)| (*library).to_owned()).collect()
    };
    assert_eq!(best(&[("carnelian", 100.0), ("a", 110.0), ("b", 120.0)], 0.001), ["carnelian"]);
    assert_eq!(best(&[("carnelian", 100.0), ("a", 90.0), ("b", 95.0)], 0.001), ["a"]);
    // Times whose intervals overlap; the paired ratio, if there is one, is more precise.
    assert_eq!(best(&[("carnelian", 100.0), ("a", 101.0), ("b", 120.0)], 0.001), ["carnelian"]);
    assert_eq!(best(&[("carnelian", 100.0), ("a", 101.0), ("b", 120.0)], 0.02), ["carnelian", "a"]);
    assert_eq!(best(&[("carnelian", 100.0), ("a", 91.0), ("b", 90.0)], 0.001), ["a", "b"]);
    assert_eq!(best(&[("carnelian", 100.0)], 0.0), [] as [&str; 0]);
}

#[test]
fn a_row_is_of_the_newest_run_and_older_ones_are_told_of() {
    let old = small("2026-01-01T00:00:00Z", &[("carnelian", 123.0), ("a", 200.0), ("gone", 1.0)], 0.001);
    let new = small("2026-02-01T00:00:00Z", &[("carnelian", 100.0), ("a", 222.0)], 0.001);
    let markdown = page(&[new, old], View::Machines, PageFormat::Markdown);
    let rows = table(&markdown, "#### hash");
    assert_eq!(rows[0], ["operation", "carnelian", "a", "run"]);
    assert_eq!(rows[2][1..], ["**100.0**", "222.0", "2026-02-01"]);
    let rows = table(&markdown, "## Machines");
    assert_eq!(rows[0].last(), Some(&"other runs, ns"));
    assert_eq!([rows[2].last(), rows[3].last()], [Some(&"1 run: 123.0"), Some(&"1 run: 200.0")]);
}

#[test]
fn percentages_are_relative_to_the_library_that_is_asked_for() {
    let documents = [small("2026-01-01T00:00:00Z", &[("carnelian", 100.0), ("a", 200.0)], 0.001)];
    let cells = |relative_to| {
        let markdown = render(&documents, View::Machines, PageFormat::Markdown, relative_to).unwrap();
        let rows = table(&markdown, "## Work in a second");
        [rows[2][2].to_owned(), rows[2][3].to_owned()]
    };
    assert_eq!(cells("carnelian"), ["**640**", "320 (50 %)"]);
    assert_eq!(cells("a"), ["**640 (200 %)**", "320"]);
    let error = render(&documents, View::Machines, PageFormat::Html, "b").unwrap_err();
    assert_eq!(error.to_string(), "`b` was not measured in these results; there are: a, carnelian");
}

#[test]
fn both_forms_have_the_same_tables() {
    for (documents, view) in [(machines(), View::Machines), (tiers(), View::Tiers), (profiles(), View::Profiles)] {
        let html = Html::parse_document(&page(&documents, view, PageFormat::Html));
        let markdown = page(&documents, view, PageFormat::Markdown);
        let rules = markdown.lines().filter(|line| line.starts_with("|--")).count();
        assert_eq!(select(&html, "table").len(), rules);
        let rows = markdown.lines().filter(|line| line.starts_with("| ")).count();
        assert_eq!(select(&html, "tr").len(), rows);
        assert!(markdown.lines().filter(|line| line.starts_with('|')).all(|line| line.ends_with('|')));
    }
}

/// Documents are untrusted: all of their content is rendered as text.
#[test]
fn what_a_document_says_is_never_markup() {
    let mut documents = machines();
    let hostile = "</script><script>alert(1)</script>\n\n# \"'&|`";
    for document in &mut documents {
        hostile.clone_into(&mut document.build);
        for missing in &mut document.missing {
            hostile.clone_into(&mut missing.reason);
        }
        for row in document.rows.iter_mut().filter(|row| row.library == "swift") {
            hostile.clone_into(&mut row.library);
        }
    }
    let html = page(&documents, View::Machines, PageFormat::Html);
    let parsed = Html::parse_document(&html);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    assert_eq!(select(&parsed, "script").len(), 1);
    assert!(html.contains("&lt;script&gt;alert(1)"));
    let markdown = page(&documents, View::Machines, PageFormat::Markdown);
    assert_eq!(markdown.lines().filter(|line| line.starts_with("# ")).count(), 1);
    assert!(markdown.lines().filter(|line| line.starts_with('|')).all(|line| line.ends_with('|')));
}

#[test]
fn percentages_of_builds_are_of_the_first_documents_speed() {
    let of = |build: &str, ns| {
        let mut document = small("2026-01-01T00:00:00Z", &[("carnelian", ns)], 0.0);
        build.clone_into(&mut document.build);
        document
    };
    let cells = |documents: &[Document]| -> Vec<Vec<String>> {
        let markdown = page(documents, View::Profiles, PageFormat::Markdown);
        let rows = table(&markdown, "## Builds");
        rows[2..].iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    };
    assert_eq!(cells(&[of("-O3", 100.0), of("-Os", 125.0)]), [["-O3", "640 MB/s"], ["-Os", "80 %"]]);
    assert_eq!(cells(&[of("-Os", 125.0), of("-O3", 100.0)]), [["-Os", "512 MB/s"], ["-O3", "125 %"]]);
}

#[test]
fn a_view_that_the_documents_cannot_fill_is_refused_with_what_would_be_right() {
    let refused = |documents: &[Document], view| {
        let error = render(documents, view, PageFormat::Html, "carnelian").unwrap_err();
        let told = error.to_string();
        assert!(told.contains("expected") || matches!(error, PageError::SeveralMachines { .. }), "{told}");
        error
    };
    assert_eq!(refused(&[], View::Machines), PageError::Nothing);
    let mut empty = documents!["unknown"];
    empty[0].rows.clear();
    assert_eq!(refused(&empty, View::Machines), PageError::Nothing);
    for view in [View::Tiers, View::Profiles] {
        let PageError::SeveralMachines { machines } = refused(&machines(), view) else { panic!("{view:?}") };
        assert_eq!(machines.len(), 3);
    }
    assert_eq!(refused(&tiers()[..1], View::Tiers), PageError::OneTier { tier: "avx512".to_owned() });
    assert_eq!(refused(&profiles()[..1], View::Profiles), PageError::OneBuild);
    let twice = [&profiles()[1..2], &profiles()[1..2]].concat();
    assert_eq!(refused(&twice, View::Profiles), PageError::SameBuild { build: "-O3, native".to_owned() });
}

/// Files of the first schema have no microarchitecture, conditions or schemes.
#[test]
fn a_document_of_the_first_schema_makes_a_page() {
    let old = document::read(include_str!("golden/schema1.json")).unwrap();
    let markdown = page(&[old], View::Machines, PageFormat::Markdown);
    assert!(markdown.contains("\n### A CPU"), "{markdown}");
}

/// A library that every run measured has a section, ours at the end; one that a run lacks has none.
#[test]
fn builds_of_other_libraries_stand_before_ours() {
    let mut documents = profiles();
    for (number, document) in documents.iter_mut().enumerate() {
        let theirs: Vec<_> = document.rows.clone();
        for library in ["libother", "libonce"].into_iter().take(if number == 0 { 2 } else { 1 }) {
            let rows = theirs.iter().cloned().map(|mut row| {
                row.library = library.to_owned();
                row.ns_iqm *= 1.0 + number as f64;
                row
            });
            document.rows.extend(rows);
        }
    }
    let page = page(&documents, View::Profiles, PageFormat::Markdown);
    let places: Vec<_> = ["## libother\n", "## carnelian\n"].map(|heading| page.find(heading).unwrap()).into();
    assert!(places.is_sorted() && !page.contains("libonce") && !page.contains("## Builds"), "{page}");
    let (_, theirs) = page.split_once("## libother\n").unwrap();
    let cells = |build: &str| {
        let line = theirs.lines().find(|line| line.starts_with(&format!("| {build}"))).unwrap();
        line.split('|').nth(2).unwrap().trim().to_owned()
    };
    let ours = profiles().iter().map(|run| (run.build.clone(), run.rows[0].ns_iqm)).collect::<Vec<_>>();
    let expected = 100.0 * ours[0].1 / (2.0 * ours[1].1);
    let found: f64 = cells(&ours[1].0).trim_end_matches('%').trim().parse().unwrap();
    assert!((found - expected).abs() < 1.0, "{found} {expected}\n{theirs}");
}

/// The view of speeds relative to a library has the families that it was measured on, and nothing else.
#[test]
fn speeds_relative_to_a_library_have_a_page_of_their_own() {
    let relative = |view| render(&machines(), view, PageFormat::Markdown, "plain-rs").unwrap();
    let (whole, alone) = (relative(View::Machines), relative(View::Throughput));
    let (lead, section) = alone.split_once("## Work in a second").unwrap();
    assert!(lead.starts_with("# Speed relative to plain-rs\n") && !section.contains("\n## "), "{alone}");
    let tables: Vec<&str> = section.split("\n\n").filter(|part| part.starts_with("| ")).collect();
    assert!(!tables.is_empty() && section.contains("of what plain-rs does"), "{alone}");
    for table in tables {
        assert!(whole.contains(table) && table.lines().next().unwrap().contains("plain-rs"), "{table}");
    }
}
