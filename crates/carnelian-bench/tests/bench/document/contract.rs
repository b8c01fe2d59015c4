//! The JSON contract.

use crate::report::golden::sample;
use carnelian_bench::machine::Machine;
use carnelian_bench::{Format, report};
use serde_json::Value;
use std::collections::BTreeSet;

/// Checks a document against the contract, field by field; returns its rows.
pub(crate) fn check_document(json: &str) -> Vec<Value> {
    let document: Value = serde_json::from_str(json).unwrap();
    for field in ["schema", "machine", "cpu", "date", "rustc", "rows", "differing", "missing", "out_of_time"] {
        assert!(keys(&document).contains(field), "{field}");
    }
    assert_eq!(document["schema"], 2);
    for field in ["machine", "cpu", "rustc"] {
        assert!(!document[field].as_str().unwrap().is_empty(), "{field}");
    }
    assert!(document["rustc"].as_str().unwrap().starts_with("rustc 1."));
    let date = document["date"].as_str().unwrap();
    assert!(date.ends_with('Z') && humantime::parse_rfc3339(date).is_ok(), "{date}");
    let rows = document["rows"].as_array().unwrap();
    rows.iter().for_each(check_row);
    rows.clone()
}

fn check_row(row: &Value) {
    let mut expected = BTreeSet::from([
        "operation",
        "library",
        "version",
        "backend",
        "ns_median",
        "ns_iqm",
        "cycles_iqm",
        "ci90_ns",
        "rounds",
    ]);
    if row["library"] != "carnelian" {
        expected.extend(["ratio", "ratio_ci90"]);
        let [low, high] = ends(&row["ratio_ci90"]);
        let ratio = row["ratio"].as_f64().unwrap();
        assert!(0.0 <= low && low <= ratio && ratio <= high, "{row}");
    }
    assert!(expected.is_subset(&keys(row)), "{row}");
    for field in ["operation", "library", "version", "backend"] {
        assert!(!row[field].as_str().unwrap().is_empty(), "{field}: {row}");
    }
    let [low, high] = ends(&row["ci90_ns"]);
    let iqm = row["ns_iqm"].as_f64().unwrap();
    assert!(0.0 <= low && low <= iqm && iqm <= high && row["ns_median"].as_f64().unwrap() > 0.0, "{row}");
    assert!(row["cycles_iqm"].is_null() || row["cycles_iqm"].as_f64().unwrap() > 0.0, "{row}");
    assert!(row["rounds"].as_u64().unwrap() >= 3, "{row}");
}

fn keys(object: &Value) -> BTreeSet<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

fn ends(interval: &Value) -> [f64; 2] {
    let ends: Vec<f64> = interval.as_array().unwrap().iter().map(|end| end.as_f64().unwrap()).collect();
    ends.try_into().unwrap()
}

#[test]
fn the_document_says_what_was_found() {
    let json = report::render(&sample(true), Format::Json);
    let rows = check_document(&json);
    assert_eq!(rows.len(), 6);
    assert_eq!(rows[1]["library"], "swift");
    assert_eq!(rows[1]["ratio"], 1.25);
    assert_eq!(ends(&rows[1]["ratio_ci90"]), [1.24, 1.26]);
    assert_eq!(ends(&rows[0]["ci90_ns"]), [249.0, 251.0]);
    assert_eq!(rows[0]["cycles_iqm"], 575.0);
    assert!(rows[4]["cycles_iqm"].is_null());

    let document: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(document["differing"][0]["library"], "liar");
    assert_eq!(document["missing"][0]["library"], "absent");
    assert_eq!(document["out_of_time"][0], "sample/late");
}

/// The description of the machine contains its hardware, and neither its name nor its user's.
#[test]
fn no_name_of_host_or_user_is_said() {
    let machine = Machine::here();
    let (system, threads) = machine.machine.split_once(", ").unwrap();
    assert_eq!(system, format!("{} {}", std::env::consts::ARCH, std::env::consts::OS));
    let (count, words) = threads.split_once(' ').unwrap();
    assert!(count.parse::<usize>().is_ok() && words.starts_with("hardware thread"), "{threads}");

    let json = report::render(&sample(true), Format::Json);
    let names =
        ["USER", "LOGNAME", "HOSTNAME", "COMPUTERNAME", "HOME"].into_iter().filter_map(|v| std::env::var(v).ok());
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok().map(|name| name.trim().to_owned());
    for name in names.chain(host).filter(|name| name.len() > 3) {
        for said in [&machine.machine, &machine.cpu, &machine.rustc, &json] {
            assert!(!said.contains(&name), "{said} contains {name}");
        }
    }
}
