//! Runs with poisoned secrets: under valgrind, and built with MemorySanitizer.

use super::build::Listed;
use super::table::{Level, Method, Row, Verdict};
use crate::workspace::target_directory;
use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Output};

/// What `carnelian-ctcheck run` prints of an operation at a tier.
struct Outcome {
    reports: usize,
    untraced: usize,
}

/// One run of everything; valgrind counts its reports and the program reads the count around each operation. Planted
/// leaks are asked for by name, one by one.
///
/// # Errors
/// If the run fails for another reason than a leak.
pub(crate) fn valgrind(program: &Path, level: Level, listed: &[Listed], planted: bool) -> Result<Vec<Row>> {
    let log = target_directory().join("ct").join(format!("valgrind-{}.log", level.name()));
    let run = |operation: Option<&str>| {
        let mut command = Command::new("valgrind");
        command.args(["--tool=memcheck", "--error-limit=no", "--quiet", "--num-callers=20"]);
        command.arg(format!("--log-file={}", log.display())).arg(program).arg("run");
        command.args(operation.map(|name| format!("--operation={name}")));
        outcomes(&command.output().with_context(|| format!("starting {command:?}"))?)
    };
    let everything = if planted { HashMap::new() } else { run(None)? };
    // It emulates a CPU without AVX-512, whose rows are MemorySanitizer's.
    let emulated = listed.iter().filter(|listed| listed.tier != "avx512");
    emulated
        .map(|listed| {
            let alone = if planted { run(Some(&listed.operation))? } else { HashMap::new() };
            let outcome = everything.get(&key(listed)).or_else(|| alone.get(&key(listed)));
            let mut row = row(listed, level, Method::Valgrind, outcome);
            if row.verdict == Verdict::Leak && !planted {
                row.details.push(format!("the reports are in {}", log.display()));
            }
            Ok(row)
        })
        .collect()
}

/// A process for each operation and tier, because MemorySanitizer ends a process at its first report.
///
/// # Errors
/// If a run fails for another reason than a leak.
pub(crate) fn sanitizer(program: &Path, level: Level, listed: &[Listed]) -> Result<Vec<Row>> {
    listed.iter().map(|listed| sanitized(program, level, listed)).collect()
}

fn sanitized(program: &Path, level: Level, listed: &Listed) -> Result<Row> {
    const REPORTED: i32 = 86;
    let Listed { operation, tier } = listed;
    let mut command = Command::new(program);
    command.args(["run", "--operation", operation, "--tier", tier]);
    command.env("MSAN_OPTIONS", format!("exitcode={REPORTED}:halt_on_error=1"));
    let output = command.output().with_context(|| format!("starting {command:?}"))?;
    if output.status.code() != Some(REPORTED) {
        return Ok(row(listed, level, Method::Msan, outcomes(&output)?.get(&key(listed))));
    }
    let mut row = row(listed, level, Method::Msan, Some(&Outcome { reports: 1, untraced: 0 }));
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    row.details.extend(report.lines().skip_while(|line| !line.contains("WARNING")).take(6).map(str::to_owned));
    Ok(row)
}

/// An outcome that is not there belongs to a tier that cannot be had: the program leaves those out.
fn row(listed: &Listed, level: Level, method: Method, outcome: Option<&Outcome>) -> Row {
    let (verdict, details) = match outcome {
        None => (Verdict::Skipped(format!("{} is not to be had on this CPU", listed.tier)), vec![]),
        Some(Outcome { reports: 0, untraced: 0 }) => (Verdict::Clean, vec![]),
        Some(Outcome { reports, untraced: 0 }) => (Verdict::Leak, vec![format!("reports of the checker: {reports}")]),
        Some(Outcome { untraced, .. }) => {
            (Verdict::Leak, vec![format!("results that are not marked as they must be: {untraced}")])
        }
    };
    Row { operation: listed.operation.clone(), backend: listed.tier.clone(), level, method, verdict, details }
}

fn key(listed: &Listed) -> (String, String) {
    (listed.operation.clone(), listed.tier.clone())
}

fn outcomes(output: &Output) -> Result<HashMap<(String, String), Outcome>> {
    if !output.status.success() {
        bail!("carnelian-ctcheck failed ({}):\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    let text = std::str::from_utf8(&output.stdout)?;
    text.lines()
        .map(|line| {
            let fields: Vec<_> = line.split('\t').collect();
            let [operation, tier, reports, untraced] = fields[..] else { bail!("not a row: {line}") };
            let outcome = Outcome { reports: reports.parse()?, untraced: untraced.parse()? };
            Ok(((operation.to_owned(), tier.to_owned()), outcome))
        })
        .collect()
}
