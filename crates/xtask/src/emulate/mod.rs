//! The library's unit tests on emulated CPUs, so that AVX-512 kernels are tested on machines without AVX-512, and those
//! for CPUs without AVX2 on a CPU that faults where it should.
//!
//! `docs/measuring/emulation.md` describes how the emulator works and what it does not show.

mod models;
mod python;
mod suite;

use anyhow::{Context, Result, ensure};
use models::{Emulator, MODELS, Model};
use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{iter, thread};

/// The number of cases in a test (`CARNELIAN_CASES`).
const CASES: &str = "10";

/// The limit on CPU time in seconds of a module on one model, such that the whole run stays within ten minutes. Tests
/// that take longer must respect `CARNELIAN_CASES`, as the functions in `base/testing.rs` do.
const LONGEST_SECONDS: u32 = 300;

/// Parts of the names of slow modules, the slowest first: they are started first, so that none is left for the end.
const LONG: &[&str] = &["curve25519::tests::kernels", "ed25519", "mode::gcm", "sealed_file", "argon2", "curve25519"];

/// The arguments of `cargo xtask emulate`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A CPU to emulate, of several if it is given again; without it Skylake-X, Ice Lake and Sapphire Rapids,
    /// which have AVX-512
    #[arg(long = "cpu", value_name = "MODEL", value_parser = MODELS.map(|model| model.name))]
    cpus: Vec<String>,
    /// Only tests that have one of these in their names
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,
}

/// The tests of a module, to be run on a model.
struct Job<'n> {
    module: &'n str,
    tests: Vec<&'n str>,
    model: &'static Model,
}

/// The result of a job.
struct Done<'n> {
    job: Job<'n>,
    outcome: suite::Outcome,
    took: Duration,
    /// The output of the program and how it ended, if a test failed.
    log: Option<String>,
}

/// Runs the tests.
///
/// # Errors
/// If a test fails, none matches, or no kernel of its tier was entered on one of the models.
pub(crate) fn run(options: &Options) -> Result<()> {
    let begin = Instant::now();
    let models = models::chosen(&options.cpus);
    let is_of_bochs = |model: &&Model| matches!(model.emulator, Emulator::Bochs(_));
    let python = if models.iter().any(is_of_bochs) { python::interpreter()? } else { PathBuf::new() };
    let program = suite::build()?;
    let names = suite::names(&program)?;
    let modules = suite::choose(&names, &options.filters)?;
    for model in &models {
        println!("{}: {}, {}", model.name, model.tier, model.has);
    }
    let all = modules.iter().flat_map(|(module, tests)| models.iter().map(move |model| (module, tests, *model)));
    let mut jobs: Vec<Job<'_>> = all
        .map(|(module, tests, model)| {
            let tests = tests.iter().copied().filter(|test| model.wants(test)).collect();
            Job { module, tests, model }
        })
        .filter(|job| !job.tests.is_empty())
        .collect();
    // Jobs are taken from the end.
    jobs.sort_by_key(|job| LONG.iter().position(|long| job.module.contains(long)).map_or(0, |at| LONG.len() - at));
    let done = run_all(jobs, |job| run_one(&python, &program, job))?;
    conclude(&models, &done)?;
    println!("emulate: all passed in {} s", begin.elapsed().as_secs());
    Ok(())
}

/// Runs all jobs, the last first, as many at a time as there are cores, and prints a line for each when it ends.
fn run_all<'n>(jobs: Vec<Job<'n>>, run: impl Fn(Job<'n>) -> Result<Done<'n>> + Sync) -> Result<Vec<Done<'n>>> {
    let jobs = Mutex::new(jobs);
    let take = || jobs.lock().expect("no thread panics").pop();
    let work =
        || iter::from_fn(take).map(&run).inspect(|done| done.iter().for_each(report)).collect::<Result<Vec<_>>>();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let done = threads.into_iter().map(|thread| thread.join().expect("no thread panics"));
        Ok(done.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    })
}

fn run_one<'n>(python: &Path, program: &Path, job: Job<'n>) -> Result<Done<'n>> {
    let begin = Instant::now();
    let mut command = command(python, program, &job);
    let output = command.output().with_context(|| {
        format!("starting {}; Debian and Ubuntu have QEMU in qemu-user", command.get_program().to_string_lossy())
    })?;
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let outcome = suite::read(&job.tests, job.model.tier, &stdout, &stderr);
    let is_good = outcome.failed.is_empty() && output.status.success();
    let log = (!is_good).then(|| format!("{stdout}{stderr}{}", ending(&output)));
    Ok(Done { job, outcome, took: begin.elapsed(), log })
}

/// Returns the emulator command with the tests of the job, restricted to the model's tier: the others are not
/// what it is for.
fn command(python: &Path, program: &Path, job: &Job<'_>) -> Command {
    let mut command = match job.model.emulator {
        Emulator::Bochs(number) => {
            let mut command = Command::new(python);
            command.args(["-I", "-B"]).arg(python::emulator());
            command.args([number.to_string(), LONGEST_SECONDS.to_string()]);
            command
        }
        Emulator::Qemu(cpu) => {
            let mut command = Command::new("prlimit");
            command.args([&format!("--cpu={LONGEST_SECONDS}"), "qemu-x86_64", "-cpu", cpu]);
            command
        }
    };
    command.arg(program).arg("--exact").args(&job.tests);
    command.env("CARNELIAN_CASES", CASES).env("CARNELIAN_TELL_BACKENDS", "1");
    let tier = job.model.tier;
    command.env("CARNELIAN_LOWEST_TIER", tier).env("CARNELIAN_REQUIRE_TIER", tier).env_remove("CARNELIAN_CPU");
    command.env("RUST_TEST_THREADS", "1").env("RUST_BACKTRACE", "0");
    command
}

/// Describes how the program ended and what that means.
fn ending(output: &Output) -> String {
    match output.status.code() {
        Some(code) => format!("(exit code {code})"),
        None => format!("({}: more than {LONGEST_SECONDS} s of CPU time, or stopped from outside)", output.status),
    }
}

fn report(done: &Done<'_>) {
    let Done { job, outcome, took, log } = done;
    let verdict = if log.is_none() { "ok    " } else { "FAILED" };
    let (passed, entered, seconds) = (outcome.passed, outcome.entered.len(), took.as_secs_f64());
    println!(
        "{verdict} {:15} {:32} {passed:3} tests, {entered:2} kernels of {}, {seconds:5.1} s",
        job.model.name, job.module, job.model.tier
    );
}

/// Prints the failures and the totals.
///
/// # Errors
/// If a test failed, or no kernel of its tier was entered on one of the models.
fn conclude(models: &[&Model], done: &[Done<'_>]) -> Result<()> {
    for Done { job, outcome, log, .. } in done {
        if let Some(log) = log {
            eprintln!("\n{} on {}: {}\n{log}", job.module, job.model.name, outcome.failed.join(", "));
        }
    }
    for model in models {
        let of_model = || done.iter().filter(|done| done.job.model == *model);
        let passed: usize = of_model().map(|done| done.outcome.passed).sum();
        let entered: BTreeSet<&String> = of_model().flat_map(|done| &done.outcome.entered).collect();
        println!("{}: {passed} tests passed, {} kernels of {} entered", model.name, entered.len(), model.tier);
        ensure!(!entered.is_empty(), "no kernel of {} was entered on {}", model.tier, model.name);
    }
    let failed = done.iter().filter(|done| done.log.is_some()).count();
    ensure!(failed == 0, "emulate: {failed} of {} runs failed", done.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(outcome: suite::Outcome, log: Option<&str>) -> Done<'static> {
        let job = Job { module: "hash", tests: vec!["hash::one"], model: &MODELS[3] };
        Done { job, outcome, took: Duration::ZERO, log: log.map(str::to_owned) }
    }

    fn entered() -> BTreeSet<String> {
        BTreeSet::from(["sha512 compress: avx512".to_owned()])
    }

    #[test]
    fn a_failure_and_the_absence_of_kernels_are_errors() {
        let models = [&MODELS[3]];
        let good = || suite::Outcome { passed: 1, failed: vec![], entered: entered() };
        conclude(&models, &[done(good(), None)]).unwrap();
        let error = conclude(&models, &[done(good(), None), done(good(), Some("log"))]).unwrap_err();
        assert_eq!(error.to_string(), "emulate: 1 of 2 runs failed");
        let error = conclude(&models, &[done(suite::Outcome { passed: 1, ..Default::default() }, None)]).unwrap_err();
        assert_eq!(error.to_string(), "no kernel of avx512 was entered on skylake-x");
        // Success on one model does not make up for another.
        assert!(conclude(&[&MODELS[3], &MODELS[4]], &[done(good(), None)]).is_err());
    }

    #[test]
    fn the_last_job_is_run_first_and_none_is_left_out() {
        let job = |module| Job { module, tests: vec!["one"], model: &MODELS[0] };
        let order = Mutex::new(Vec::new());
        let all = run_all(vec![job("a"), job("b"), job("c")], |job| {
            order.lock().unwrap().push(job.module);
            Ok(Done { job, outcome: suite::Outcome::default(), took: Duration::ZERO, log: None })
        });
        assert_eq!(all.unwrap().len(), 3);
        let order = order.into_inner().unwrap();
        assert!(order.len() == 3 && order.contains(&"a"), "{order:?}");
    }

    #[test]
    fn the_emulated_program_is_told_what_to_run() {
        let job = Job { module: "hash", tests: vec!["hash::one", "hash::two"], model: &MODELS[5] };
        let command = command(Path::new("python"), Path::new("program"), &job);
        let arguments: Vec<_> = command.get_args().skip(3).map(|argument| argument.to_str().unwrap()).collect();
        assert_eq!(arguments, ["28", "300", "program", "--exact", "hash::one", "hash::two"]);
        let job = Job { model: &MODELS[0], ..job };
        let other = super::command(Path::new("python"), Path::new("program"), &job);
        let arguments: Vec<_> = other.get_args().map(|argument| argument.to_str().unwrap()).collect();
        assert_eq!(arguments[1..], ["qemu-x86_64", "-cpu", "Westmere", "program", "--exact", "hash::one", "hash::two"]);
        assert!(
            command
                .get_envs()
                .any(|(name, value)| name == "CARNELIAN_REQUIRE_TIER" && value == Some("avx512".as_ref()))
        );
    }
}
