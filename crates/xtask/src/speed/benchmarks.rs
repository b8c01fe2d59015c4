//! The results and pages in the repository: measuring on this machine, generating the pages from the results, and
//! checking that the pages match the results.
//!
//! docs/measuring/benchmarking.md describes how results are published.

use super::build::{self, Build};
use super::command::{Bench, Preset, made, page};
use super::kept::{self, Table};
use super::pages::Pages;
use super::{replace, results};
use crate::finding;
use crate::workspace::{self, root};
use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The command that writes the results and the pages.
const RENDER: &str = "cargo xtask benchmarks --render";

/// The arguments of `cargo xtask benchmarks`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Operations to measure, as for `carnelian bench`; all if none is given, as for results that are published
    #[arg(conflicts_with_all = ["render", "check"])]
    patterns: Vec<String>,
    /// How much time to take
    #[arg(long, value_enum, default_value = "thorough", conflicts_with_all = ["render", "check"])]
    preset: Preset,
    /// Leave out the peers in C, which need a C compiler, cmake, make and perl
    #[arg(long, conflicts_with_all = ["render", "check"])]
    rust_only: bool,
    /// A shared library to take part besides those that the system has, as for `carnelian bench`; may be repeated
    #[arg(long, value_name = "NAME=FILE", conflicts_with_all = ["render", "check"])]
    peer_lib: Vec<String>,
    /// Measure nothing; make the pages from the results that are there, and drop results that no page reads
    #[arg(long)]
    render: bool,
    /// Measure and write nothing; fail if a page is not what the results make, or a result is one that no page reads
    #[arg(long, conflicts_with = "render")]
    check: bool,
    /// Measure and write nothing; print the operations in which another library is ahead on a class, such as
    /// `zen-4/avx512-ifma`, worst first; this machine's class if none is given
    #[arg(long, value_name = "CLASS", num_args = 0..=1, conflicts_with_all = ["render", "check", "patterns"])]
    behind: Option<Option<String>>,
}

/// Measures and generates the pages, or checks them.
///
/// # Errors
/// If a build, a run or the report fails, if a file cannot be read or written, or if a page fails the check.
pub(crate) fn run(options: &Options) -> Result<()> {
    if let Some(class) = &options.behind {
        let results = results::paths(&root())?;
        let class = class.as_deref().map(|class| ["--class", class]);
        let options = ["--view", "behind"].into_iter().chain(class.into_iter().flatten()).collect::<Vec<_>>();
        print!("{}", page(&build::of_the_tests()?, &results, &options)?);
        return Ok(());
    }
    if options.check {
        return check(&build::of_the_tests()?);
    }
    let program = if options.render { build::of_the_tests()? } else { measure(options)? };
    render(&program)
}

/// Writes the results as the repository keeps them, and then all pages from those.
fn render(program: &Path) -> Result<()> {
    for results in results::kept(&root(), program)? {
        results.write(&root())?;
    }
    Pages::of(&root(), program)?.write(&root())
}

/// Fails if a result is not as the repository keeps it, or a page is not what the results make.
fn check(program: &Path) -> Result<()> {
    let mut findings = Pages::of(&root(), program)?.stale(&root(), RENDER)?;
    for results in results::kept(&root(), program)? {
        findings.extend(results.stale(&root(), RENDER)?);
    }
    finding::conclude("benchmarks", findings)
}

/// Keeps the results of a table of this machine, and makes all pages.
///
/// # Errors
/// If a file cannot be read or written, or the report fails.
pub(super) fn keep(table: Table, program: &Path, measured: &[PathBuf]) -> Result<()> {
    let first = measured.first().context("nothing was measured")?;
    let (machine, _) = place(&fs::read_to_string(first).with_context(|| format!("reading {}", first.display()))?)?;
    table.keep(&root(), &machine, measured)?;
    render(program)
}

/// Measures on this machine, with each peer in the better of two builds, and stores the result. Returns the program.
fn measure(options: &Options) -> Result<PathBuf> {
    let program = Build::ordinary(!options.rust_only).make()?;
    let peer_builds = made(&[("native", Build::native(!options.rust_only))])?;
    let output = workspace::target_directory().join("benchmarks.json");
    let (patterns, preset) = (&options.patterns, options.preset);
    let peer_libs = &options.peer_lib;
    Bench { patterns, preset, compare: true, peers: None, tier: None, peer_builds, peer_libs, output: &output }
        .run(&program)?;

    let text = fs::read_to_string(&output).with_context(|| format!("reading {}", output.display()))?;
    let kept = Path::new(kept::FOLDER).join(file_name(&text, patterns)?);
    fs::create_dir_all(root().join(kept::FOLDER)).with_context(|| format!("making {}", kept::FOLDER))?;
    replace(&root().join(&kept), &text)?;
    println!("{}", kept.display());
    Ok(program)
}

/// Returns the file name of a result: the machine, the day, and the patterns if not everything was measured.
fn file_name(result: &str, patterns: &[String]) -> Result<String> {
    let (machine, day) = place(result)?;
    let part = if patterns.is_empty() { String::new() } else { format!("-{}", slug(&patterns.join(" "))) };
    Ok(format!("{machine}-{day}{part}.json"))
}

/// Returns where a result was measured, by the microarchitecture or, where that is unknown, by the CPU's name; and the
/// day.
///
/// # Errors
/// If it is no result, or has no rows.
pub(super) fn place(result: &str) -> Result<(String, String)> {
    let result: Value = serde_json::from_str(result).context("the bench wrote no JSON")?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let machine = text(&result["microarchitecture"]["name"]).or_else(|| text(&result["cpu"]));
    let day = result["date"].as_str().and_then(|date| date.split('T').next());
    let (Some(machine), Some(day)) = (machine, day) else {
        bail!("the bench's result does not say where and when it was measured");
    };
    ensure!(result["rows"].as_array().is_some_and(|rows| !rows.is_empty()), "the bench measured nothing");
    Ok((slug(&machine), day.to_owned()))
}

/// Returns lower-case letters and digits with `-` between words. Text in parentheses is left out.
fn slug(name: &str) -> String {
    let mut depth = 0usize;
    let mut words = String::new();
    for c in name.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            _ if c.is_ascii_alphanumeric() => words.push(c.to_ascii_lowercase()),
            _ => words.push(' '),
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_named_by_its_core_and_day() {
        let result = |microarchitecture: Value, rows: Value| {
            let cpu = "Intel(R) Xeon(R) Processor @ 2.10GHz (family 6, model 207, stepping 2)";
            let date = "2026-11-21T15:52:43Z";
            let result = serde_json::json!({
                "microarchitecture": microarchitecture, "cpu": cpu, "date": date, "rows": rows
            });
            file_name(&result.to_string(), &[])
        };
        let rows = serde_json::json!([{}]);
        let known = serde_json::json!({ "name": "Zen 4 (Genoa)", "year": 2022 });
        assert_eq!(result(known.clone(), rows.clone()).unwrap(), "zen-4-2026-11-21.json");
        assert_eq!(result(Value::Null, rows).unwrap(), "intel-xeon-processor-2-10ghz-2026-11-21.json");
        assert!(result(known, serde_json::json!([])).unwrap_err().to_string().contains("nothing"));
        assert!(file_name("{}", &[]).unwrap_err().to_string().contains("where and when"));
        assert!(file_name("no", &[]).is_err());
        let part = serde_json::json!({ "cpu": "A CPU", "date": "2026-11-21T01:02:03Z", "rows": [{}] }).to_string();
        let patterns = ["argon2id".to_owned(), "aes256gcm/*".to_owned()];
        assert_eq!(file_name(&part, &patterns).unwrap(), "a-cpu-2026-11-21-argon2id-aes256gcm.json");
    }
}
