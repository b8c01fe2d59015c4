//! Runs with poisoned secrets: under valgrind, and built with MemorySanitizer.

use super::build::Listed;
use super::table::{Level, Method, Row, Skip, Verdict};
use crate::workspace::target_directory;
use anyhow::{Context, Result, bail, ensure};
use std::collections::HashMap;
use std::num::NonZero;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;

/// The result of an operation at a tier, as `carnelian-ctcheck run` prints it.
#[derive(Clone)]
struct Outcome {
    backend: String,
    reports: usize,
    untraced: usize,
    stood_in: bool,
    /// The checker's description of its reports.
    details: Vec<String>,
}

/// Outcomes by operation and tier.
type Outcomes = HashMap<(String, String), Outcome>;

/// Runs all operations in one process; valgrind counts its reports, and the program reads the count around each
/// operation.
///
/// # Errors
/// If the run fails for a reason other than a leak.
pub(crate) fn valgrind(program: &Path, level: Level, listed: &[Listed], planted: bool) -> Result<Vec<Row>> {
    let name = if planted { "planted" } else { "operations" };
    let log = target_directory().join("ct").join(format!("valgrind-{}-{name}.log", level.name()));
    let wanted: Vec<_> = listed.iter().filter(|listed| listed.here).collect();
    let mut found = Outcomes::new();
    if !wanted.is_empty() {
        let mut command = Command::new("valgrind");
        command.args(["--tool=memcheck", "--error-limit=no", "--quiet", "--num-callers=20"]);
        command.arg(format!("--log-file={}", log.display())).arg(program).arg("run");
        command.args(wanted.iter().map(|listed| listed.row()));
        let output = command.output().with_context(|| format!("starting {command:?}"))?;
        ensure!(output.status.success(), "{}", failure(&output));
        found = outcomes(&output)?;
    }
    let mut rows = rows(listed, level, Method::Valgrind, &found);
    for row in rows.iter_mut().filter(|row| row.verdict == Verdict::Leak) {
        row.details.push(format!("the reports are in {}", log.display()));
    }
    Ok(rows)
}

/// The number of rows given to a process at a time: large enough that the start of the process does not matter, and
/// small enough that all processes end at about the same time.
const ROWS_OF_A_PROCESS: usize = 8;

/// Runs as many processes at a time as there are cores, each for some of the rows.
///
/// # Errors
/// If a run fails for a reason other than a leak.
pub(crate) fn sanitizer(program: &Path, level: Level, listed: &[Listed]) -> Result<Vec<Row>> {
    let wanted: Vec<_> = listed.iter().filter(|listed| listed.here).collect();
    let parts = Mutex::new(wanted.chunks(ROWS_OF_A_PROCESS));
    let next = || parts.lock().expect("no thread panics while it holds the lock").next();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let found = thread::scope(|scope| {
        let work = || -> Result<Outcomes> {
            let mut found = Outcomes::new();
            while let Some(part) = next() {
                found.extend(sanitized(program, part)?);
            }
            Ok(found)
        };
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let joined = threads.into_iter().map(|thread| thread.join().expect("the work does not panic"));
        joined.collect::<Result<Vec<_>>>()
    })?;
    let found = found.into_iter().flatten().collect();
    Ok(rows(listed, level, Method::Msan, &found))
}

/// Runs these rows in one process. MemorySanitizer ends it at its first report, which belongs to the first row that was
/// not printed; the rows after that run in a new process.
fn sanitized(program: &Path, mut listed: &[&Listed]) -> Result<Outcomes> {
    const REPORTED: i32 = 86;
    let mut found = Outcomes::new();
    while !listed.is_empty() {
        let mut command = Command::new(program);
        command.arg("run").args(listed.iter().map(|listed| listed.row()));
        command.env("MSAN_OPTIONS", format!("exitcode={REPORTED}:halt_on_error=1"));
        let output = command.output().with_context(|| format!("starting {command:?}"))?;
        let printed = outcomes(&output)?;
        let done = listed.iter().take_while(|listed| printed.contains_key(&key(listed))).count();
        ensure!(done == printed.len(), "{command:?} printed its rows in another order");
        found.extend(printed);
        listed = &listed[done..];
        let Some((reported, rest)) = listed.split_first() else {
            ensure!(output.status.success(), "{}", failure(&output));
            break;
        };
        ensure!(output.status.code() == Some(REPORTED), "{}", failure(&output));
        let report = String::from_utf8_lossy(&output.stderr).into_owned();
        let details = report.lines().skip_while(|line| !line.contains("WARNING")).take(6).map(str::to_owned).collect();
        let backend = reported.backend.clone();
        found.insert(key(reported), Outcome { backend, reports: 1, untraced: 0, stood_in: false, details });
        listed = rest;
    }
    Ok(found)
}

/// Returns the results for the operations. Where another backend ran than the one selected on this CPU, there is one
/// row for the backend that ran, and one for the backend that did not.
fn rows(listed: &[Listed], level: Level, method: Method, found: &Outcomes) -> Vec<Row> {
    let rows_of = |listed: &Listed| -> Vec<Row> {
        let row =
            |backend: &str, verdict| Row::new(listed.operation.clone(), backend.to_owned(), level, method, verdict);
        let skipped = |skip| row(&listed.backend, Verdict::Skipped(skip));
        if !listed.here {
            return vec![row(&listed.tier, Verdict::Skipped(Skip::NotOnThisCpu { tier: listed.tier.clone() }))];
        }
        let Some(outcome) = found.get(&key(listed)) else { return vec![skipped(Skip::NotInTool { ran: None })] };
        let (verdict, details) = judge(outcome);
        let ran = Row { details, ..row(&outcome.backend, verdict) };
        if outcome.backend == listed.backend {
            return vec![ran];
        }
        let instead = skipped(Skip::NotInTool { ran: Some(outcome.backend.clone()) });
        vec![ran, instead]
    };
    listed.iter().flat_map(rows_of).collect()
}

fn judge(outcome: &Outcome) -> (Verdict, Vec<String>) {
    let Outcome { reports, untraced, stood_in, details, .. } = outcome;
    let reason = match (reports, untraced) {
        (0, 0) if *stood_in => return (Verdict::CleanModel, vec![]),
        (0, 0) => return (Verdict::Clean, vec![]),
        (reports, 0) => format!("reports of the checker: {reports}"),
        (_, untraced) => format!("results that are not marked as they must be: {untraced}"),
    };
    (Verdict::Leak, [&[reason], &details[..]].concat())
}

fn key(listed: &Listed) -> (String, String) {
    (listed.operation.clone(), listed.tier.clone())
}

fn failure(output: &Output) -> String {
    format!("carnelian-ctcheck failed ({}):\n{}", output.status, String::from_utf8_lossy(&output.stderr))
}

fn outcomes(output: &Output) -> Result<Outcomes> {
    let text = std::str::from_utf8(&output.stdout)?;
    text.lines()
        .map(|line| {
            let fields: Vec<_> = line.split('\t').collect();
            let [operation, tier, backend, reports, untraced, model] = fields[..] else { bail!("not a row: {line}") };
            let (reports, untraced) = (reports.parse()?, untraced.parse()?);
            let (backend, stood_in) = (backend.to_owned(), model == "model");
            let outcome = Outcome { backend, reports, untraced, stood_in, details: vec![] };
            Ok(((operation.to_owned(), tier.to_owned()), outcome))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(tier: &str, backend: &str, here: bool) -> Listed {
        Listed { operation: "sha256/digest".to_owned(), tier: tier.to_owned(), backend: backend.to_owned(), here }
    }

    fn ran(tier: &str, backend: &str, reports: usize, stood_in: bool) -> Outcomes {
        let outcome = Outcome { backend: backend.to_owned(), reports, untraced: 0, stood_in, details: vec![] };
        [(("sha256/digest".to_owned(), tier.to_owned()), outcome)].into()
    }

    fn verdicts(listed: Listed, found: &Outcomes) -> Vec<(String, Verdict)> {
        let rows = rows(&[listed], Level::Release, Method::Valgrind, found);
        rows.into_iter().map(|row| (row.backend, row.verdict)).collect()
    }

    #[test]
    fn a_row_names_what_ran_and_another_what_did_not() {
        let skipped = |backend: &str, skip| (backend.to_owned(), Verdict::Skipped(skip));
        let is = |backend: &str, verdict| (backend.to_owned(), verdict);
        assert_eq!(
            verdicts(listed("avx2", "sha-ni", true), &ran("avx2", "sha-ni", 0, false)),
            [is("sha-ni", Verdict::Clean)]
        );
        let instead = skipped("sha-ni", Skip::NotInTool { ran: Some("avx2".to_owned()) });
        for (reports, verdict) in [(0, Verdict::Clean), (3, Verdict::Leak)] {
            assert_eq!(
                verdicts(listed("avx2", "sha-ni", true), &ran("avx2", "avx2", reports, false)),
                [is("avx2", verdict), instead.clone()]
            );
        }
        assert_eq!(
            verdicts(listed("avx2", "avx2-fma", true), &ran("avx2", "avx2-fma", 0, true)),
            [is("avx2-fma", Verdict::CleanModel)]
        );
        assert_eq!(
            verdicts(listed("avx512", "avx512", true), &Outcomes::new()),
            [skipped("avx512", Skip::NotInTool { ran: None })]
        );
        assert_eq!(
            verdicts(listed("avx512", "sha-ni", false), &Outcomes::new()),
            [skipped("avx512", Skip::NotOnThisCpu { tier: "avx512".to_owned() })]
        );
    }
}
