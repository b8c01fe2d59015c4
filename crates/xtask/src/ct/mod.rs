//! The constant-time check. CONSTANT-TIME.md says what it promises and how to read its table.

mod build;
mod poison;
mod scan;
mod table;

use anyhow::{Result, ensure};
use build::{Form, Listed};
use clap::Args;
use std::path::{Path, PathBuf};
use table::{Level, Method, Row, Verdict};

/// What to check.
#[derive(Args)]
pub(crate) struct Options {
    /// Only these methods
    #[arg(long, value_enum)]
    method: Vec<Method>,
    /// Only these levels
    #[arg(long, value_enum)]
    level: Vec<Level>,
    /// Only operations whose name contains this
    #[arg(long)]
    operation: Option<String>,
    /// The planted leaks instead of the operations; they make the check fail, as they must
    #[arg(long)]
    planted: bool,
    /// A skipped row is a failure (as with CI=true in the environment)
    #[arg(long)]
    require_all: bool,
}

/// The methods in the order of what they cost.
const METHODS: [Method; 4] = [Method::Scan, Method::Frame, Method::Valgrind, Method::Msan];

/// Checks, printing rows as they come.
///
/// # Errors
/// If a row is a leak, or skipped where none may be; if a method does not see the planted leaks; if a tool fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    let methods = METHODS.into_iter().filter(|method| options.method.is_empty() || options.method.contains(method));
    let levels = [Level::Release, Level::Size];
    let levels = levels.into_iter().filter(|level| options.level.is_empty() || options.level.contains(level));
    let mut programs = Programs::default();
    let mut tally = Tally::default();
    println!("{}", table::HEADING);
    for method in methods {
        for level in levels.clone() {
            for row in check(&mut programs, method, level, options)? {
                if options.operation.as_ref().is_none_or(|wanted| row.operation.contains(wanted.as_str())) {
                    row.print();
                    tally.count(&row);
                }
            }
        }
    }
    tally.conclude(options.require_all || std::env::var("CI").is_ok_and(|ci| ci == "true"))
}

/// The rows of a method at a level. What it says of the operations is worth something only if it sees the planted
/// leaks in the same build.
fn check(programs: &mut Programs, method: Method, level: Level, options: &Options) -> Result<Vec<Row>> {
    let form = match method {
        Method::Valgrind => Form::Poisoned,
        Method::Msan => Form::Sanitized,
        Method::Scan | Method::Frame => Form::Plain,
    };
    if let Some(reason) = build::missing(form) {
        return skipped(programs, method, level, options.planted, &reason);
    }
    let program = programs.get(form, level)?;
    let planted = rows(&program, method, level, true)?;
    if options.planted {
        return Ok(planted);
    }
    for row in planted {
        let must = must_report(method, &row.operation);
        let does = row.verdict == Verdict::Leak;
        ensure!(does == must, "the check is broken: it {} {row}", if must { "overlooks" } else { "reports" });
    }
    rows(&program, method, level, false)
}

fn rows(program: &Path, method: Method, level: Level, planted: bool) -> Result<Vec<Row>> {
    let listed = || build::registry(program, planted);
    match method {
        Method::Valgrind => poison::valgrind(program, level, &listed()?, planted),
        Method::Msan => poison::sanitizer(program, level, &listed()?),
        Method::Scan => scan::rows(program, level, planted),
        Method::Frame => scan::frames(program, level, planted),
    }
}

/// Whether the method must report this planted operation. Valgrind takes a division for any other instruction.
fn must_report(method: Method, operation: &str) -> bool {
    match method {
        Method::Valgrind => matches!(operation, "planted/branch" | "planted/index"),
        Method::Msan | Method::Scan => operation != "planted/control",
        Method::Frame => false,
    }
}

/// One row for each operation that goes unchecked.
fn skipped(programs: &mut Programs, method: Method, level: Level, planted: bool, reason: &str) -> Result<Vec<Row>> {
    let listed = if build::missing(Form::Plain).is_none() {
        build::registry(&programs.get(Form::Plain, level)?, planted)?
    } else {
        vec![Listed { operation: "every operation".to_owned(), tier: "all".to_owned() }]
    };
    let emulated = listed.into_iter().filter(|listed| method != Method::Valgrind || listed.tier != "avx512");
    let row = |Listed { operation, tier: backend }| Row {
        operation,
        backend,
        level,
        method,
        verdict: Verdict::Skipped(reason.to_owned()),
        details: vec![],
    };
    Ok(emulated.map(row).collect())
}

/// What has been built so far.
#[derive(Default)]
struct Programs(Vec<((Form, Level), PathBuf)>);

impl Programs {
    fn get(&mut self, form: Form, level: Level) -> Result<PathBuf> {
        if let Some((_, program)) = self.0.iter().find(|(key, _)| *key == (form, level)) {
            return Ok(program.clone());
        }
        let program = build::build(form, level)?;
        self.0.push(((form, level), program.clone()));
        Ok(program)
    }
}

#[derive(Default)]
struct Tally {
    clean: usize,
    leaks: usize,
    unaligned: usize,
    skipped: usize,
}

impl Tally {
    fn count(&mut self, row: &Row) {
        match row.verdict {
            Verdict::Clean => self.clean += 1,
            Verdict::Leak => self.leaks += 1,
            Verdict::Unaligned => self.unaligned += 1,
            Verdict::Skipped(_) => self.skipped += 1,
        }
    }

    fn conclude(&self, require_all: bool) -> Result<()> {
        let Self { clean, leaks, unaligned, skipped } = *self;
        println!("{clean} clean, {leaks} leaking, {unaligned} unaligned, {skipped} skipped");
        ensure!(leaks == 0, "{leaks} rows leak");
        ensure!(unaligned == 0, "{unaligned} kernels do not align their frame");
        ensure!(skipped == 0 || !require_all, "{skipped} rows were skipped and none may be");
        ensure!(clean + skipped > 0, "nothing was checked");
        Ok(())
    }
}
