//! The first screen of a comparison, and the tables below it.

use super::golden::{sample, sample_of_growth};
use carnelian_bench::document::{Document, OperationInfo, Row, Standings};
use carnelian_bench::report::{self, Look, pages};
use carnelian_bench::stats::{Interval, Verdict};
use carnelian_bench::{Format, PageFormat, View};

/// Names as long as those of the registry, in more families than a screen has lines.
fn families() -> Vec<String> {
    let others = (b'a'..=b't').map(|letter| format!("cipher{}256gcm", letter as char));
    let sets = ["128s", "128f", "192s", "192f", "256s", "256f"].map(|set| format!("slhdsa-sha2-{set}"));
    others.chain(sets).chain(["xchacha20poly1305".to_owned(), "x25519mlkem768".to_owned()]).collect()
}

/// Returns a run over six operations of every family, in which ours takes these times as long as the best other
/// library.
fn run(ratio: impl Fn(usize) -> f64) -> Document {
    let mut document = sample(true);
    let (info, rows) = (document.operations[0].clone(), document.rows.clone());
    (document.operations, document.rows) = (Vec::new(), Vec::new());
    let operations =
        families().into_iter().flat_map(|family| (0..6).map(move |i| format!("{family}/decaps-prepared-{i}")));
    for (i, operation) in operations.enumerate() {
        let ratio = ratio(i);
        let named = |row: &Row| Row { operation: operation.clone(), ..row.clone() };
        let of = |library: &str, ratio: f64| Row {
            library: library.to_owned(),
            ratio: Some(ratio),
            ratio_ci90: Some(Interval { low: 0.99 * ratio, high: 1.01 * ratio }),
            ratio_ci: Some(Interval { low: 0.99 * ratio, high: 1.01 * ratio }),
            backend: "AVX-512, AVX2, SSSE3 or C, in a build for this CPU".to_owned(),
            ..named(&rows[1])
        };
        document.operations.push(OperationInfo { operation: operation.clone(), ..info.clone() });
        document.rows.extend([named(&rows[0]), of("libcrux-chacha20poly1305", ratio), of("slow", ratio / 2.0)]);
    }
    document
}

fn shown(document: &Document, width: usize, details: bool) -> String {
    report::render_for(document, Format::Text, &Look { width, details, ..Look::default() })
}

/// Returns ratios of which every seventh is above 1.
fn mixed(i: usize) -> f64 {
    if i.is_multiple_of(7) { 1.2 + i as f64 / 1000.0 } else { 0.5 + i as f64 / 1000.0 }
}

/// Makes the library of a row as fast as ours.
fn level(row: &mut Row) {
    (row.ratio, row.ratio_ci) = (Some(1.0), Some([0.99, 1.01].into()));
    row.ratio_ci90 = row.ratio_ci;
}

fn assert_fits(text: &str, width: usize) {
    for line in text.lines() {
        assert!(line.chars().count() <= width, "{} columns of {width}: {line}", line.chars().count());
    }
}

#[test]
fn a_comparison_fits_one_screen() {
    let mut interrupted = run(mixed);
    interrupted.interrupted = true;
    interrupted.out_of_time = vec!["sample/late".to_owned(); 300];
    for document in [run(mixed), run(|_| 0.4), run(|_| 2.5), interrupted] {
        for width in [80, 100, 120, 200] {
            let screen = shown(&document, width, false);
            assert!(screen.lines().count() <= 45, "{} lines of {width} columns:\n{screen}", screen.lines().count());
            assert_fits(&screen, width);
        }
    }
}

#[test]
fn tables_fit_the_width_with_the_verdict_first() {
    let mut large = run(mixed);
    large.rows[1].ns_iqm = 3_456_789_012.0;
    large.missing[0].reason =
        "/a/path/without/any/space/in/it/that/is/longer/than/the/width/of/a/terminal/is/lib.so".to_owned();
    for document in [&large, &sample(true), &sample(false), &sample_of_growth()] {
        for width in [80, 120, 200] {
            let text = shown(document, width, true);
            assert_fits(&text, width);
        }
    }
    let text = shown(&sample(true), 80, true);
    let swift = text.lines().find(|line| line.contains("swift") && line.contains("200.0")).unwrap();
    assert!(swift.trim_start().starts_with("1.250  behind  swift"), "{swift}");
    // What does not fit beside stands below.
    let below = text.replace("\n      ", " ");
    assert!(below.contains("swift: cycles 460; version 0.1.0; backend avx2"), "{text}");
}

#[test]
fn tables_follow_only_where_operations_are_few_or_asked_for() {
    let many = run(mixed);
    assert!(!shown(&many, 80, false).contains("compiler"));
    assert!(shown(&many, 80, true).starts_with(&shown(&many, 80, false)));
    assert!(shown(&many, 80, true).contains("compiler"));
    let mut few = many.clone();
    few.operations.truncate(8);
    assert!(shown(&few, 80, false).contains("compiler"));
    few.operations.push(many.operations[8].clone());
    assert!(!shown(&few, 80, false).contains("compiler"));
}

/// Returns the standings of a document.
fn standings(document: &Document) -> Standings<'_> {
    let rows: Vec<(&str, Vec<&Row>)> = document
        .operations
        .iter()
        .map(|info| (&*info.operation, document.rows.iter().filter(|row| row.operation == info.operation).collect()))
        .collect();
    Standings::of(rows.iter().map(|(operation, rows)| (*operation, rows.as_slice())))
}

#[test]
fn the_verdict_is_that_of_the_page() {
    let mut document = run(mixed);
    // One that does not count, and one that is level.
    document.rows[4].ratio_ci90 = Some([0.3, 0.9].into());
    document.rows[4].ratio_ci = document.rows[4].ratio_ci90;
    level(&mut document.rows[7]);
    let screen = shown(&document, 80, false).replace('\n', " ");
    let page = pages::render(&[document], View::Machines, PageFormat::Markdown, "carnelian").unwrap();
    let row = page.lines().find(|line| line.starts_with("| golden-cove")).unwrap();
    let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
    let [_, _, operations, ahead, level, behind, median, least, most, ..] = cells[..] else { panic!("{row}") };
    let plain = |cell: &str| cell.replace(['*', '\\'], "");
    let verdict =
        format!("{operations} operations: {ahead} ahead, {level} level, {behind} behind; median ratio {median} ");
    assert!(screen.contains(&plain(&verdict)), "{verdict}: {screen}");
    for extreme in [least, most] {
        let (operation, ratio) = extreme.rsplit_once(' ').unwrap();
        assert!(screen.contains(&plain(&format!("{ratio}  {operation}, "))), "{extreme}: {screen}");
    }
    assert_eq!(level, "1");
    assert!(screen.contains("1 not counted: of a single round, or less certain than ±10 %"), "{screen}");
}

#[test]
fn what_is_behind_is_listed_worst_first_with_who_leads() {
    let document = run(|i| if i < 3 { 1.1 + i as f64 } else { 0.5 });
    let screen = shown(&document, 80, false);
    let behind: Vec<&str> = screen.lines().skip_while(|line| !line.starts_with("behind")).skip(1).take(3).collect();
    for (line, ratio) in behind.iter().zip(["3.10", "2.10", "1.10"]) {
        assert!(line.contains(ratio) && line.contains("250 ns") && line.contains("libcrux"), "{screen}");
    }
    assert!(shown(&run(|_| 0.5), 80, false).contains("Nothing is behind."));
}

#[test]
fn an_extreme_is_on_its_side() {
    for (ratio, has) in [(0.5, [true, false]), (1.5, [false, true]), (1.0, [false, false])] {
        let screen = shown(&run(|_| ratio), 80, false);
        assert_eq!(["furthest ahead", "furthest behind"].map(|what| screen.contains(what)), has, "{ratio}: {screen}");
    }
}

/// Every operation is in the line of a family, also where several share a line.
#[test]
fn families_count_every_operation() {
    let mut document = run(mixed);
    level(&mut document.rows[7]);
    let screen = shown(&document, 80, false);
    let mut lines = screen.lines().skip_while(|line| !line.starts_with("family"));
    let names: Vec<&str> = lines.next().unwrap().split_whitespace().skip(1).take(3).collect();
    let mut sums = [0; 3];
    for line in lines.take_while(|line| !line.is_empty()) {
        let counts = line.split_whitespace().skip(1).map(|count| count.parse::<usize>().unwrap());
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    let standings = standings(&document);
    let expected = [("ahead", Verdict::Ahead), ("level", Verdict::Tie), ("behind", Verdict::Behind)]
        .map(|(name, verdict)| (name, standings.counted.iter().filter(|one| one.verdict == verdict).count()));
    assert_eq!(names.into_iter().zip(sums).collect::<Vec<_>>(), expected);
    assert!(screen.contains("\nslhdsa-sha2-* "), "{screen}");
}

#[test]
fn bars_are_as_long_as_the_ratio_and_mark_one() {
    let bar = |ratio: f64| {
        let mut document = run(|_| ratio);
        document.operations.truncate(9);
        let screen = shown(&document, 80, false);
        screen.lines().find(|line| line.starts_with("ciphera256gcm")).unwrap().chars().skip(52).collect::<String>()
    };
    assert_eq!(bar(0.5), "█".repeat(9) + &" ".repeat(9) + "|");
    assert_eq!(bar(1.0), "█".repeat(18) + "|");
    assert_eq!(bar(1.25), "█".repeat(18) + "|" + &"█".repeat(4));
    assert_eq!(bar(7.0), "█".repeat(18) + "|" + &"█".repeat(8) + ">");
}

#[test]
fn colors_are_only_where_they_are_wanted() {
    let document = run(mixed);
    let colored = report::render_for(&document, Format::Text, &Look { color: true, ..Look::default() });
    assert!(colored.contains("\u{1b}[32m") && colored.contains("\u{1b}[33m"), "{colored}");
    assert!(!shown(&document, 80, true).contains('\u{1b}'));
}

/// A ratio counts if half its interval's width is at most a tenth of it, however far from 1 it is.
#[test]
fn what_is_uncertain_counts_nowhere() {
    for (ratio, [low, high], verdict) in [
        (0.5, [0.46, 0.54], Some(Verdict::Ahead)),
        (0.5, [0.451, 0.549], Some(Verdict::Ahead)),
        (0.5, [0.449, 0.551], None),
        (1.0, [0.92, 1.08], Some(Verdict::Tie)),
        (2.0, [1.7, 2.3], None),
        (2.0, [1.9, 2.1], Some(Verdict::Behind)),
    ] {
        assert_eq!(Verdict::if_it_counts(ratio, Interval { low, high }), verdict, "{ratio}: {low} to {high}");
    }
    let mut document = sample(true);
    let count = |document: &Document| {
        let standings = standings(document);
        [standings.counted.len(), standings.uncounted.len(), standings.alone.len()]
    };
    assert_eq!(count(&document), [2, 0, 0]);
    // The best other library decides, also where it had a single round: the others are not the best.
    (document.rows[1].ratio_ci90, document.rows[1].ratio_ci) = (None, None);
    assert_eq!(count(&document), [1, 1, 0]);
    document.rows.retain(|row| row.operation == "sample/64B" || row.is_ours());
    assert_eq!(count(&document), [0, 1, 1]);
    let screen = shown(&document, 80, false);
    assert!(!screen.contains("median") && screen.contains("1 not compared: no other library"), "{screen}");
}
