//! Documents on disk: written documents can be read, old ones too, and other files are refused with the reason.

use crate::report::golden::{sample, sample_of_growth};
use carnelian_bench::document::{self, ReadError};
use carnelian_bench::{Format, report};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A document as written by the first version.
const SCHEMA_1: &str = include_str!("../report/golden/schema1.json");

#[test]
fn what_is_written_is_read() {
    for document in [sample(true), sample(false), sample_of_growth()] {
        let json = report::render(&document, Format::Json);
        assert_eq!(document::read(&json).unwrap(), document);
    }
}

/// Checks every number of a document of schema 1, in the model and in every format that shows it.
#[test]
fn schema_1_keeps_its_numbers() {
    let document = document::read(SCHEMA_1).unwrap();
    let written: Value = serde_json::from_str(SCHEMA_1).unwrap();
    let again: Value = serde_json::from_str(&report::render(&document, Format::Json)).unwrap();
    assert_contains(&again, &written, "the document");

    let operations: Vec<_> = document.operations.iter().map(|info| &*info.operation).collect();
    assert_eq!(operations, ["sample/64B", "sample/sign"]);
    for format in [Format::Text, Format::Markdown] {
        let page = report::render(&document, format);
        for shown in
            ["250.0", "460", "1.240 to 1.260", "behind", "13,000", "90 % interval", "liar", "this CPU lacks adx"]
        {
            assert!(page.contains(shown), "{shown}: {page}");
        }
        // Values that the old program did not record are not made up.
        for unsaid in ["load", "preset", "tier", "process"] {
            assert!(!page.contains(unsaid), "{unsaid}: {page}");
        }
    }
    let csv = report::render(&document, Format::Csv);
    assert!(
        csv.contains("sample/sign,carnelian,0.1.0,portable,ordinary,12345.6,12345.6,,,,,12300.0,12400.0,"),
        "{csv}"
    );
}

/// Checks that `whole` has every field of `part`, with the same value.
fn assert_contains(whole: &Value, part: &Value, path: &str) {
    match part {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| assert_contains(&whole[name], field, &format!("{path}.{name}")));
        }
        Value::Array(items) => {
            assert_eq!(whole.as_array().map(Vec::len), Some(items.len()), "{path}");
            items.iter().enumerate().for_each(|(i, item)| assert_contains(&whole[i], item, &format!("{path}[{i}]")));
        }
        _ => assert_eq!(whole, part, "{path}"),
    }
}

/// A document of schema 1 about an operation that exists is completed from the registry.
#[test]
fn schema_1_is_completed_from_the_registry() {
    let document = document::read(SCHEMA_1.replace("sample/64B", "sha512/64B")).unwrap();
    let page = report::render(&document, Format::Text);
    assert!(page.contains("GB/s"), "{page}");
    let unknown = report::render(&document::read(SCHEMA_1).unwrap(), Format::Text);
    assert!(!unknown.contains("GB/s"), "{unknown}");
}

#[test]
fn what_is_no_document_is_refused() {
    let right = "a file that `carnelian bench --report json` or `--save` wrote is expected";
    for text in ["", "{", "operation,library\n", "\u{0}"] {
        let error = document::read(text).unwrap_err();
        assert!(matches!(error, ReadError::NotJson(_)), "{text}: {error}");
        assert!(error.to_string().starts_with("it is not JSON") && error.to_string().ends_with(right), "{error}");
    }
    for value in [
        json!({}),
        json!({ "schema": 0 }),
        json!([1, 2]),
        json!("schema"),
        json!({ "schema": "1" }),
        json!({ "schema": 2, "rows": 7 }),
    ] {
        let error = document::read(value.to_string()).unwrap_err();
        assert!(matches!(error, ReadError::Foreign(_)), "{value}: {error}");
        assert!(error.to_string().contains("no result of a bench") && error.to_string().ends_with(right), "{error}");
    }
}

#[test]
fn a_newer_schema_is_refused_as_such() {
    let newer = json!({ "schema": document::SCHEMA + 1, "rows": { "in": "a form that is not known yet" } });
    let error = document::read(newer.to_string()).unwrap_err();
    assert!(matches!(error, ReadError::TooNew { schema: 3 }), "{error}");
    assert!(error.to_string().contains("use a newer one"), "{error}");
}

#[test]
fn a_text_that_is_too_long_is_refused_before_it_is_read() {
    let error = document::read(vec![b' '; document::LONGEST + 1]).unwrap_err();
    assert!(matches!(error, ReadError::TooLong) && error.to_string().contains("longer than 96 MiB"), "{error}");
}

/// A result may be longer than any that exists: here mostly of spaces.
#[test]
fn a_text_of_75_megabytes_is_read() {
    let text = report::render(&sample(true), Format::Json);
    let long = text.clone() + &" ".repeat(75_000_000);
    assert_eq!(document::read(long).unwrap(), document::read(text).unwrap());
}

/// An older run has ratios of operations that are no longer compared.
#[test]
fn ratios_of_what_is_not_compared_are_left_out() {
    let mut document = sample(true);
    let operation = document.rows[1].operation.clone();
    assert!(document.rows[1].ratio.is_some());
    for row in document.rows.iter_mut().filter(|row| row.operation == operation) {
        row.operation = "x25519/decode-public".to_owned();
    }
    let read = document::read(report::render(&document, Format::Json)).unwrap();
    let (apart, others): (Vec<_>, Vec<_>) = read.rows.iter().partition(|row| row.operation == "x25519/decode-public");
    assert!(apart.iter().all(|row| (row.ratio, row.ratio_ci90, row.ratio_ci) == (None, None, None)));
    assert!(others.iter().any(|row| row.ratio.is_some()));
}

/// A number that is beyond all others is no JSON value of Rust's, so reading ends there; the row is named nevertheless.
#[test]
fn infinite_numbers_are_refused_with_their_row() {
    for text in [report::render(&sample(true), Format::Json), serde_json::to_string(&sample(true)).unwrap()] {
        let document: Value = serde_json::from_str(&text).unwrap();
        let (operation, library) = (&document["rows"][1]["operation"], &document["rows"][1]["library"]);
        let start = text.match_indices("\"ns_median\":").nth(1).unwrap().0 + "\"ns_median\":".len();
        let end = start + text[start..].find(',').unwrap();
        for infinite in ["1e999", "-1e999", "\"fast\""] {
            let error = document::read(format!("{} {infinite}{}", &text[..start], &text[end..])).unwrap_err();
            let expected = format!("`{}` of {}: ", operation.as_str().unwrap(), library.as_str().unwrap());
            assert!(matches!(error, ReadError::Unreadable { .. }), "{error}");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
    }
}

/// Numbers that no operation has are named too, and so are counts by which a page divides.
#[test]
fn impossible_counts_and_settings_are_refused() {
    let [rows, growth] = [sample(true), sample_of_growth()].map(|sample| serde_json::to_value(sample).unwrap());
    for (good, number, impossible, said) in [
        (&growth, "/sweeps/0/points/0/value", json!(0), "`sample/SIZE` of carnelian: value"),
        (&growth, "/sweeps/0/points/0/value", json!(u64::MAX), "`sample/SIZE` of carnelian: value"),
        (&growth, "/sweeps/0/points/0/cycles_iqm", json!(0.0), "`sample/SIZE` of carnelian: cycles_iqm"),
        (&rows, "/rows/0/rounds", json!(0), "`sample/64B` of carnelian: rounds"),
        (&rows, "/rows/2/merged", json!(0), "`sample/64B` of even: merged"),
        (&rows, "/operations/0/unit/bytes", json!(0), "`sample/64B` of all libraries: unit"),
        (&rows, "/operations/1/unit/operations", json!(u64::MAX), "`sample/sign` of all libraries: unit"),
        (&rows, "/conditions/load", json!(-1.0), "load"),
        (&rows, "/conditions/counter_hz", json!(1e300), "counter_hz"),
        (&rows, "/settings/confidence", json!(-0.5), "confidence"),
        (&rows, "/settings/max_time_s", json!(1e300), "max_time_s"),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(number).unwrap() = impossible;
        let error = document::read(bad.to_string()).unwrap_err();
        assert!(matches!(error, ReadError::Impossible(_)) && error.to_string().contains(said), "{number}: {error}");
    }
}

/// Checks each number, in a document that has all of them.
#[test]
fn numbers_that_no_run_finds_are_refused() {
    let mut seen = 0;
    for sample in [sample(true), sample_of_growth()] {
        let good = serde_json::to_value(&sample).unwrap();
        assert!(document::read(good.to_string()).is_ok());
        for (list, number) in [
            ("rows", "/ns_iqm"),
            ("rows", "/ns_median"),
            ("rows", "/ns_min"),
            ("rows", "/ns_quartiles/0"),
            ("rows", "/cycles_iqm"),
            ("rows", "/ci90_ns/0"),
            ("rows", "/ci90_ns/1"),
            ("rows", "/ci_ns/1"),
            ("rows", "/ratio"),
            ("rows", "/ratio_ci90/1"),
            ("rows", "/ratio_ci/0"),
            ("rows", "/other_builds/0/ns_iqm"),
            ("sweeps", "/points/0/ns_iqm"),
            ("sweeps", "/points/0/ci90_ns/1"),
            ("sweeps", "/fit/worst"),
        ] {
            let count = good[list].as_array().unwrap().len();
            let Some(place) = (0..count).find(|i| good[list][*i].pointer(number).is_some_and(Value::is_number)) else {
                continue;
            };
            seen += 1;
            let zero = !number.contains("ci") && !number.contains("quartiles") && !number.contains("fit");
            let values = [-1e300, -1.0, 1e300].into_iter().chain(zero.then_some(0.0));
            for impossible in values.filter(|value| *value != -1.0 || !number.contains("fit")) {
                let mut bad = good.clone();
                *bad[list][place].pointer_mut(number).unwrap() = impossible.into();
                let error = document::read(bad.to_string()).unwrap_err();
                let field = number.split('/').rfind(|part| part.parse::<usize>().is_err()).unwrap();
                let said = error.to_string();
                assert!(matches!(error, ReadError::Impossible(_)) && said.contains(field), "{list}{number}: {said}");
                assert!(said.contains(good[list][place]["operation"].as_str().unwrap()), "{said}");
            }
        }
    }
    assert_eq!(seen, 15, "a number is in no sample");
}

#[test]
fn a_busy_machine_is_told_of() {
    let mut document = sample(true);
    let told =
        |document: &document::Document, format| report::render(document, format).contains("keep this machine busy");
    document.conditions.cpus = Some(2);
    for (load, expected) in
        [(None, false), (Some(0.1), false), (Some(3.0), false), (Some(3.1), true), (Some(14.0), true)]
    {
        document.conditions.load = load;
        for format in [Format::Text, Format::Markdown, Format::Html] {
            assert_eq!(told(&document, format), expected, "{load:?} {format:?}");
        }
    }
    document.conditions.cpus = None;
    assert!(!told(&document, Format::Text));
}

/// The headings of CSV are the fields of JSON, all of them except the nested builds.
#[test]
fn csv_has_the_fields_of_json() {
    let document = sample(true);
    let csv = report::render(&document, Format::Csv);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let headings = reader.headers().unwrap().clone();
    let field = |heading: &str| heading.trim_end_matches("_low").trim_end_matches("_high").to_owned();
    let mut named: BTreeSet<String> = headings.iter().map(field).collect();
    named.insert("other_builds".to_owned());
    let json: Value = serde_json::from_str(&report::render(&document, Format::Json)).unwrap();
    let rows = json["rows"].as_array().unwrap().iter();
    assert_eq!(named, rows.flat_map(|row| row.as_object().unwrap().keys().cloned()).collect());

    let lines: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(lines.len(), document.rows.len());
    let unmerged = json!(1);
    for (line, row) in lines.iter().zip(json["rows"].as_array().unwrap()) {
        for (heading, cell) in headings.iter().zip(line) {
            // JSON leaves it out where no rounds are merged.
            let value = if heading == "merged" { row.get("merged").unwrap_or(&unmerged) } else { &row[field(heading)] };
            let value = match heading.rsplit_once('_').map(|(_, end)| end) {
                Some("low") => &value[0],
                Some("high") => &value[1],
                _ => value,
            };
            // A field with its default value is absent.
            let value = if heading == "merged" && value.is_null() { &json!(1) } else { value };
            let said = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(cell, if value.is_null() { "" } else { &said }, "{heading} of {row}");
        }
    }
}

/// Single rounds are written if the run kept them, and read back; a document whose rounds are impossible is refused.
#[test]
fn single_rounds_are_kept_and_checked() {
    let mut document = sample(true);
    assert!(!report::render(&document, Format::Json).contains("ns_rounds"));
    let row = &mut document.rows[0];
    let rounds: Vec<f64> = (0..row.rounds).map(|i| row.ns_iqm + i as f64 / 7.0 - 1.0).collect();
    row.ns_rounds = Some(rounds.clone());
    let json = report::render(&document, Format::Json);
    assert_eq!(document::read(&json).unwrap(), document);
    let refusal = |change: &dyn Fn(&mut Vec<f64>)| {
        let (mut document, mut rounds) = (document.clone(), rounds.clone());
        change(&mut rounds);
        document.rows[0].ns_rounds = Some(rounds);
        document::read(report::render(&document, Format::Json)).unwrap_err().to_string()
    };
    let refusals = [
        (refusal(&|rounds| _ = rounds.pop()), "ns_rounds: expected a time for each round, found 119 rounds of 120"),
        (refusal(&|rounds| rounds[7] = -1.0), "ns_rounds: expected a time above 0 and below a day, found -1 ns"),
        (refusal(&|rounds| rounds[7] = 0.0), "ns_rounds: expected a time above 0"),
        (refusal(&|rounds| rounds[7] = 1e20), "ns_rounds: expected a time above 0"),
        (refusal(&|rounds| rounds.iter_mut().for_each(|ns| *ns *= 2.0)), "ns_rounds: expected an interval"),
    ];
    for (said, expected) in refusals {
        assert!(said.contains("`sample/64B` of carnelian") && said.contains(expected), "{said}");
    }
}
