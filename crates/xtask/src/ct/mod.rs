//! The constant-time check. CONSTANT-TIME.md describes what it promises and how to read its table.

mod build;
mod planted;
mod poison;
mod promises;
mod scan;
mod table;
mod tally;

use anyhow::{Result, bail, ensure};
use build::{Form, Listed};
use clap::Args;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};
use table::{Level, Method, Row, Skip, Verdict};
use tally::{Demands, Tally};

/// The arguments of `cargo xtask ct`.
#[derive(Args)]
pub(crate) struct Options {
    /// Only these methods
    #[arg(long, value_enum)]
    method: Vec<Method>,
    /// Only these levels
    #[arg(long, value_enum)]
    level: Vec<Level>,
    /// Only operations whose name contains this; others are not run. Can be repeated
    #[arg(long)]
    operation: Vec<String>,
    /// The planted leaks instead of the operations; they make the check fail, as they must
    #[arg(long)]
    planted: bool,
    /// A row that is skipped for want of a tool is a failure, and so is a backend of this CPU that no method sees (as
    /// with CI=true in the environment)
    #[arg(long)]
    require_all: bool,
    /// Write the table of promises in CONSTANT-TIME.md from the registry, and check nothing
    #[arg(long, exclusive = true)]
    table: bool,
}

/// The forms in the order in which they are built, each with the methods that use it. Valgrind takes longest and uses
/// one core, so it runs while the other forms are built.
const FORMS: [(Form, &[Method]); 3] = [
    (Form::Poisoned, &[Method::Valgrind]),
    (Form::Plain, &[Method::Scan, Method::Frame]),
    (Form::Sanitized, &[Method::Msan]),
];

/// Runs the check, printing the rows of each method and level as they become available.
///
/// # Errors
/// If a row is a leak, or is skipped where that is not allowed; if a method misses a planted leak; if a tool fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    if options.table {
        return promises::write();
    }
    let demands = options.demands()?;
    if let Some(reason) = build::missing(Form::Plain) {
        ensure!(!demands.all, "{reason}");
        println!("skipped: {reason}");
        return Ok(());
    }
    let mut clock = Clock::default();
    let mut programs = Programs::default();
    let first = options.levels().next().expect("a level at least");
    let registry = Registry::read(&programs.get(options.first_form(), first, &mut clock)?)?;
    let mut tally = Tally::default();
    let mut failed = Vec::new();
    println!("{}", table::HEADING);
    thread::scope(|scope| -> Result<()> {
        let mut jobs = Vec::new();
        for (form, methods) in FORMS {
            for level in options.levels() {
                for method in methods.iter().copied().filter(|method| options.wants(*method)) {
                    let job = Job { method, level, options, registry: &registry };
                    let program = match build::missing(form) {
                        None => Ok(programs.get(form, level, &mut clock)?),
                        Some(reason) => Err(reason),
                    };
                    jobs.push((job, scope.spawn(move || timed(|| job.rows(program)))));
                }
            }
        }
        for (job, thread) in jobs {
            let (rows, took) = thread.join().expect("the check does not panic");
            clock.add(format!("{} at {}", job.method.name(), job.level.name()), took);
            match rows {
                Ok(rows) => rows.into_iter().for_each(|row| {
                    let asked = options.selects(&row.operation);
                    tally.take(row, asked);
                }),
                // The other methods may find something too.
                Err(error) => {
                    println!("{} at {}: {error:#}", job.method.name(), job.level.name());
                    failed.push(format!("{} at {}", job.method.name(), job.level.name()));
                }
            }
        }
        Ok(())
    })?;
    clock.print();
    ensure!(failed.is_empty(), "no result of {}: the reasons are above", failed.join(", "));
    tally.conclude(&demands)
}

impl Options {
    fn levels(&self) -> impl Iterator<Item = Level> {
        let all = [Level::Release, Level::Size].into_iter();
        all.filter(|level| self.level.is_empty() || self.level.contains(level))
    }

    fn wants(&self, method: Method) -> bool {
        self.method.is_empty() || self.method.contains(&method)
    }

    fn selects(&self, operation: &str) -> bool {
        self.operation.is_empty() || self.operation.iter().any(|wanted| operation.contains(wanted.as_str()))
    }

    /// Returns the form that provides the list of operations: one that detects all that the CPU has, and is built
    /// anyway.
    fn first_form(&self) -> Form {
        let poisoned = self.wants(Method::Valgrind) && build::missing(Form::Poisoned).is_none();
        if poisoned { Form::Poisoned } else { Form::Plain }
    }

    /// # Errors
    /// If `CARNELIAN_REQUIRE_TIER` is not the name of a tier.
    fn demands(&self) -> Result<Demands> {
        const TIERS: [&str; 5] = ["portable32", "portable64", "sse", "avx2", "avx512"];
        let all = self.require_all || std::env::var("CI").is_ok_and(|ci| ci == "true");
        let tiers = match std::env::var("CARNELIAN_REQUIRE_TIER") {
            Ok(tier) if !tier.is_empty() => {
                let Some(at) = TIERS.iter().position(|known| *known == tier) else {
                    bail!("CARNELIAN_REQUIRE_TIER is {tier}; there are {}", TIERS.join(", "));
                };
                TIERS[..=at].iter().map(|tier| (*tier).to_owned()).collect()
            }
            _ => vec![],
        };
        Ok(Demands { all, complete: self.method.is_empty() && !self.planted, tiers })
    }
}

/// The operations to run, and the planted leaks.
struct Registry {
    operations: Vec<Listed>,
    planted: Vec<Listed>,
}

impl Registry {
    fn read(program: &Path) -> Result<Self> {
        let registry = Self { operations: build::registry(program, false)?, planted: build::registry(program, true)? };
        planted::are_all_there(&registry.planted)?;
        Ok(registry)
    }
}

/// A method at a level.
#[derive(Clone, Copy)]
struct Job<'a> {
    method: Method,
    level: Level,
    options: &'a Options,
    registry: &'a Registry,
}

impl Job<'_> {
    /// Returns the rows, marked as skipped if there is no program to run. The results of a method are meaningful only
    /// if it reports the planted leaks in the same build.
    fn rows(self, program: Result<PathBuf, String>) -> Result<Vec<Row>> {
        let Self { method, level, options, registry } = self;
        let planted =
            registry.planted.iter().filter(|listed| planted::must_report(method, &listed.operation).is_some());
        let planted: Vec<_> = planted.cloned().collect();
        let operations = registry.operations.iter().filter(|listed| options.selects(&listed.operation));
        let operations: Vec<_> = operations.cloned().collect();
        let program = match program {
            Ok(program) => program,
            Err(reason) => {
                let listed = if options.planted { planted } else { operations };
                return Ok(listed.into_iter().map(|listed| skipped(listed, method, level, &reason)).collect());
            }
        };
        let found = look(method, level, &program, &planted, true)?;
        if options.planted {
            return Ok(found);
        }
        found.iter().try_for_each(must_be_as_planted)?;
        look(method, level, &program, &operations, false)
    }
}

fn look(method: Method, level: Level, program: &Path, listed: &[Listed], planted: bool) -> Result<Vec<Row>> {
    match method {
        Method::Valgrind => poison::valgrind(program, level, listed, planted),
        Method::Msan => poison::sanitizer(program, level, listed),
        Method::Scan => scan::rows(program, level, planted),
        Method::Frame => scan::frames(program, level, planted),
    }
}

/// # Errors
/// If a method misses a planted leak or reports a control. Skipped rows do not count as missed.
fn must_be_as_planted(row: &Row) -> Result<()> {
    let Some(must) = planted::must_report(row.method, &row.operation) else { return Ok(()) };
    let does = match row.verdict {
        Verdict::Skipped(_) => return Ok(()),
        _ => row.verdict == Verdict::Leak,
    };
    ensure!(does == must, "the check is broken: it {} {row}", if must { "overlooks" } else { "reports" });
    Ok(())
}

fn skipped(listed: Listed, method: Method, level: Level, reason: &str) -> Row {
    let verdict = if listed.here {
        Verdict::Skipped(Skip::NoTool(reason.to_owned()))
    } else {
        Verdict::Skipped(Skip::NotOnThisCpu { tier: listed.tier })
    };
    Row::new(listed.operation, listed.backend, level, method, verdict)
}

/// The programs built so far.
#[derive(Default)]
struct Programs(Vec<((Form, Level), PathBuf)>);

impl Programs {
    fn get(&mut self, form: Form, level: Level, clock: &mut Clock) -> Result<PathBuf> {
        if let Some((_, program)) = self.0.iter().find(|(key, _)| *key == (form, level)) {
            return Ok(program.clone());
        }
        let (program, took) = timed(|| build::build(form, level));
        clock.add(format!("building for {form:?} at {}", level.name()), took);
        let program = program?;
        self.0.push(((form, level), program.clone()));
        Ok(program)
    }
}

/// The time that each part took. Methods run in parallel with each other and with builds.
#[derive(Default)]
struct Clock(Vec<(String, Duration)>);

impl Clock {
    fn add(&mut self, what: String, took: Duration) {
        self.0.push((what, took));
    }

    fn print(&self) {
        for (what, took) in &self.0 {
            eprintln!("{what}: {:.1} min", took.as_secs_f64() / 60.0);
        }
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    (work(), start.elapsed())
}
