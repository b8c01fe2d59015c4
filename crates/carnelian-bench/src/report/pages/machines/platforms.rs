//! The section of each machine: its facts, every number with its interval, and what could not be measured there.

use super::super::super::numbers::{cost, grouped, nanoseconds};
use super::super::corpus::{Corpus, Family, Measured, Rows, Setup};
use super::super::model::{Cell, Column, Section, Table};
use super::super::numbers::{Time, counted, listed, range, uncertainty};
use crate::document::{Attempt, Conditions, Document, Row};
use crate::machine::class::Class;
use crate::stats::Verdict;
use crate::values::Items;
use std::collections::HashSet;

pub(super) fn section(corpus: &Corpus) -> Option<Section> {
    Section::new("Machines").parts(corpus.setups().map(|setup| of_setup(corpus, setup))).unless_empty()
}

fn of_setup(corpus: &Corpus, setup: &Setup) -> Section {
    let every = setup.every();
    let tables = setup.families().into_iter().map(|family| table(corpus, setup, &every, &family));
    let section = Section::new(&setup.name).facts(facts(setup));
    tables.fold(section, Section::table).parts(not_measured(setup))
}

/// Returns the facts that a reader needs to judge the numbers.
pub(super) fn facts(setup: &Setup) -> Vec<(String, String)> {
    let Document {
        carnelian, machine, cpu, microarchitecture, rustc, build, commit, tier, conditions, settings, ..
    } = setup.newest();
    let kind = microarchitecture.as_ref().map(|known| format!("{}, {}", known.name, known.year));
    let dates: Vec<&str> = setup.runs.iter().map(|run| run.date.as_str()).collect();
    let measuring = format!(
        "preset {}, until intervals are within ± {:.1} %, in at most {:.0} s",
        settings.preset,
        100.0 * settings.precision,
        settings.max_time_s
    );
    let facts = [
        ("CPU", cpu.clone()),
        ("microarchitecture", kind.unwrap_or_default()),
        ("class", Class::of(setup.newest()).to_string()),
        ("machine", machine.clone()),
        (if dates.len() > 1 { "dates" } else { "date" }, listed(&dates)),
        ("Carnelian", carnelian.clone()),
        ("build", build.clone()),
        ("commit", commit.clone()),
        ("tier", tier.clone()),
        ("compiler", rustc.clone()),
        ("measured", if settings.max_time_s > 0.0 { measuring } else { format!("preset {}", settings.preset) }),
    ];
    let facts = facts.into_iter().chain(conditions_of(conditions));
    facts.filter(|(_, fact)| !fact.is_empty()).map(|(name, fact)| (name.to_owned(), fact)).collect()
}

fn conditions_of(conditions: &Conditions) -> [(&'static str, String); 8] {
    let Conditions { load, governor, hypervisor, huge_pages, counter, counter_hz, core_per_cycle, .. } = conditions;
    let rate = counter_hz.map(|hz| format!(", {} MHz", grouped((hz / 1e6).round() as u64))).unwrap_or_default();
    let core = core_per_cycle.map(|cycles| format!(", {cycles:.3} core cycles for each of its own"));
    let crowded = conditions.crowded().map(|crowded| format!("; {crowded}")).unwrap_or_default();
    let isolation = if conditions.isolated { "a process for each library" } else { "one process for all libraries" };
    [
        ("processes", isolation.to_owned()),
        ("bound to one CPU", outcome(&conditions.pinned)),
        ("real-time priority", outcome(&conditions.real_time)),
        ("counter", counter.as_ref().map(|name| name.clone() + &rate + &core.unwrap_or_default()).unwrap_or_default()),
        ("load before", load.map(|load| format!("{load:.2}")).unwrap_or_default() + &crowded),
        ("governor", governor.clone().unwrap_or_default()),
        ("hypervisor", hypervisor.clone().unwrap_or_default()),
        ("huge pages", huge_pages.clone().unwrap_or_default()),
    ]
}

fn outcome(outcome: &Attempt) -> String {
    match outcome {
        Attempt::NotTried => String::new(),
        Attempt::Done(with) => format!("yes, {with}"),
        Attempt::Refused(why) => format!("no: {why}"),
    }
}

fn table(corpus: &Corpus, setup: &Setup, every: &Rows, family: &Family) -> Table {
    let words = Column::words;
    let numbers = Column::numbers;
    let columns = vec![
        words("operation"),
        words("library"),
        words("version"),
        words("backend"),
        words("build"),
        numbers("ns"),
        numbers("±"),
        numbers("cycles"),
        words("each"),
        numbers("rounds"),
        numbers("ratio"),
        words("interval"),
        words("verdict"),
        words("other runs, ns"),
    ];
    let rows = family
        .operations
        .iter()
        .flat_map(|measured| measured.rows.iter().map(|row| cells(corpus, every, measured, row)));
    let caption = format!("{} on {}", family.name, setup.name);
    Table { caption, columns, rows: rows.collect(), charts: vec![] }.without_empty_columns()
}

fn cells(corpus: &Corpus, every: &Rows, measured: &Measured, row: &Row) -> Vec<Cell> {
    let color = corpus.colors.get(&row.library);
    let time = Time::Nanoseconds.cell(row);
    let time = if measured.is_best(&row.library) { time.best().colored(color) } else { time };
    let cycles = row.cycles_iqm.map_or_else(Cell::default, |_| Time::Cycles.cell(row));
    let ratio = row.ratio.map_or_else(Cell::default, |ratio| Cell::number(ratio, format!("{ratio:.3}")));
    vec![
        Cell::words(&row.operation),
        Cell::words(&row.library).colored(color),
        Cell::words(&row.version),
        Cell::words(&row.backend),
        Cell::words(build(row)),
        time,
        uncertainty(row),
        cycles,
        Cell::words(measured.info.items.as_ref().map(|items| of_each(row, items)).unwrap_or_default()),
        Cell::number(row.rounds as f64, grouped(row.rounds as u64)),
        ratio,
        Cell::words(row.ratio_interval().map(range).unwrap_or_default()),
        Cell::words(row.ratio_interval().map_or("", |interval| Verdict::of(interval).word())),
        Cell::words(other_runs(every, row)),
    ]
}

/// Formats the cost of one item: in cycles, if there are any.
fn of_each(row: &Row, items: &Items) -> String {
    let time = if row.cycles_iqm.is_some() { Time::Cycles } else { Time::Nanoseconds };
    format!("{} {} per {}", cost(time.value(row) / items.count as f64), time.word(), items.name)
}

/// Describes the fastest build and the results of the others; empty if there was only the ordinary one.
fn build(row: &Row) -> String {
    if row.other_builds.is_empty() && row.build == "ordinary" {
        return String::new();
    }
    let others = row.other_builds.iter().map(|other| format!("; {}: {} ns", other.build, nanoseconds(other.ns_iqm)));
    row.build.clone() + &others.collect::<String>()
}

/// Describes the results of the same library in the other runs.
fn other_runs(every: &Rows, row: &Row) -> String {
    let all = every.get(&(row.operation.as_str(), row.library.as_str())).into_iter().flatten();
    let others: Vec<f64> = all.filter(|other| !std::ptr::eq(**other, row)).map(|other| other.ns_iqm).collect();
    let (least, most) =
        others.iter().fold((f64::INFINITY, 0.0f64), |(least, most), ns| (least.min(*ns), most.max(*ns)));
    match others.len() {
        0 => String::new(),
        1 => format!("1 run: {}", nanoseconds(least)),
        count => format!("{}: {} to {}", counted(count, "run"), nanoseconds(least), nanoseconds(most)),
    }
}

/// Returns what is missing, differs, or had no time, in any run.
pub(super) fn not_measured(setup: &Setup) -> Option<Section> {
    let mut facts: Vec<(String, String)> = Vec::new();
    let mut seen = HashSet::new();
    for run in &setup.runs {
        let missing = run.missing.iter().map(|missing| {
            let operation = missing.operation.as_ref().map(|operation| format!(", {operation}")).unwrap_or_default();
            (missing.library.clone() + &operation, missing.reason.clone())
        });
        let differing = run.differing.iter().map(|peer| {
            let name = format!("{} {}, {}", peer.library, peer.version, peer.operation);
            (name, format!("not timed, its answer is not ours: {}", peer.reason))
        });
        let out_of_time = run.out_of_time.iter().map(|name| (name.clone(), "no time was left for it".to_owned()));
        for fact in missing.chain(differing).chain(out_of_time) {
            if seen.insert(fact.clone()) {
                facts.push(fact);
            }
        }
    }
    Section::new(format!("Not measured on {}", setup.name)).facts(facts).unless_empty()
}
