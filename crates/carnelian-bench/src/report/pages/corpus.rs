//! Many documents in an order that does not depend on how they were given: microarchitectures, newest first, the
//! machines of each, and the runs on each machine, newest first.

use super::colors::Colors;
use crate::document::{Document, OperationInfo, Row};
use crate::report::by_operation;
use crate::stats::Interval;
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// The documents of a page.
pub(in crate::report) struct Corpus<'a> {
    pub(in crate::report) kinds: Vec<Kind<'a>>,
    pub(super) colors: Colors,
}

/// A microarchitecture, or a CPU whose microarchitecture is not known.
pub(in crate::report) struct Kind<'a> {
    pub(super) name: String,
    pub(in crate::report) year: Option<u16>,
    pub(in crate::report) setups: Vec<Setup<'a>>,
}

/// A machine with a build and a tier of ours: runs whose differences are chance, or the work of later versions.
pub(in crate::report) struct Setup<'a> {
    /// What tells it apart on the page.
    pub(super) name: String,
    /// Newest first, at least one.
    pub(super) runs: Vec<&'a Document>,
}

/// The rows of runs by operation and library.
pub(super) type Rows<'a> = HashMap<(&'a str, &'a str), Vec<&'a Row>>;

/// An operation on a machine or microarchitecture.
pub(in crate::report) struct Measured<'a> {
    pub(in crate::report) info: &'a OperationInfo,
    /// Of one run.
    pub(in crate::report) rows: Vec<&'a Row>,
}

/// The operations whose names begin alike.
pub(in crate::report) struct Family<'a> {
    pub(super) name: &'a str,
    pub(in crate::report) operations: Vec<Measured<'a>>,
    /// Where each operation stands.
    places: HashMap<&'a str, usize>,
}

/// Families, in the order in which they were met.
#[derive(Default)]
pub(in crate::report) struct Families<'a> {
    all: Vec<Family<'a>>,
    /// Where each of them stands.
    places: HashMap<&'a str, usize>,
}

impl<'a> Corpus<'a> {
    pub(in crate::report) fn of(documents: &'a [Document]) -> Self {
        let mut sorted: Vec<&Document> = documents.iter().collect();
        sorted.sort_by_cached_key(|document| sort_key(document));
        let mut kinds: Vec<Kind> = Vec::new();
        for document in sorted {
            let (year, name) = kind(document);
            match kinds.last_mut().filter(|kind| kind.year == year && kind.name == name) {
                Some(kind) => kind.add(document),
                None => {
                    let setup = Setup { name: brand(&document.cpu).to_owned(), runs: vec![document] };
                    kinds.push(Kind { name, year, setups: vec![setup] });
                }
            }
        }
        tell_apart(&mut kinds);
        Self { kinds, colors: Colors::of(documents) }
    }

    /// Every run, in the page's order.
    pub(super) fn runs(&self) -> impl Iterator<Item = &'a Document> {
        self.setups().flat_map(|setup| setup.runs.iter().copied())
    }

    /// Every machine, in the page's order.
    pub(super) fn setups(&self) -> impl Iterator<Item = &Setup<'a>> {
        self.kinds.iter().flat_map(|kind| &kind.setups)
    }

    /// Whether any peer was measured.
    pub(super) fn has_peers(&self) -> bool {
        self.runs().any(|run| run.rows.iter().any(|row| !row.is_ours()))
    }
}

/// The order of the page: newest microarchitecture first, unknown ones last, then by everything that tells setups
/// apart, then newest run first. What is left are documents that differ in results alone, ordered by those.
fn sort_key(document: &Document) -> impl Ord + use<> {
    let (year, name) = kind(document);
    let Document { cpu, machine, tier, build, date, .. } = document;
    let setup = [cpu, machine, build].map(String::clone);
    let content = serde_json::to_string(document).expect("strings and finite numbers always serialise");
    (Reverse(year), name, setup, Reverse(rank(tier)), tier.clone(), Reverse(date.clone()), content)
}

/// The year and the name that its results stand under.
fn kind(document: &Document) -> (Option<u16>, String) {
    match &document.microarchitecture {
        Some(known) => (Some(known.year), known.name.clone()),
        None => (None, document.cpu.clone()),
    }
}

/// Tiers in order; one that this program does not know comes first.
pub(super) fn rank(tier: &str) -> usize {
    carnelian::cpu::Tier::ALL.iter().position(|known| known.name() == tier).map_or(0, |position| position + 1)
}

/// The CPU's name without the numbers behind it.
fn brand(cpu: &str) -> &str {
    cpu.split_once(" (family ").map_or(cpu, |(brand, _)| brand)
}

/// Machines are called by their CPU's brand; where several have it, by everything that they differ in.
fn tell_apart(kinds: &mut [Kind]) {
    let brands: Vec<&str> =
        kinds.iter().flat_map(|kind| &kind.setups).map(|setup| brand(&setup.newest().cpu)).collect();
    for setup in kinds.iter_mut().flat_map(|kind| &mut kind.setups) {
        let Document { cpu, machine, tier, build, .. } = setup.newest();
        if brands.iter().filter(|other| **other == brand(cpu)).count() > 1 {
            let parts = [cpu, machine, build, tier].map(String::as_str);
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            setup.name = parts.join(", ");
        }
    }
    // A kind that is named by its CPU is called like its machine, where that is one.
    for kind in kinds.iter_mut().filter(|kind| kind.year.is_none()) {
        if let [setup] = &kind.setups[..] {
            kind.name = setup.name.clone();
        }
    }
}

impl<'a> Kind<'a> {
    fn add(&mut self, document: &'a Document) {
        match self.setups.last_mut().filter(|setup| setup.is_of(document)) {
            Some(setup) => setup.runs.push(document),
            None => self.setups.push(Setup { name: brand(&document.cpu).to_owned(), runs: vec![document] }),
        }
    }

    /// "Golden Cove (2021)".
    pub(super) fn heading(&self) -> String {
        self.year.map_or_else(|| self.name.clone(), |year| format!("{} ({year})", self.name))
    }

    /// Each operation's rows from one run, because only libraries that took turns can be compared: from the one at the
    /// highest tier, and of those the newest.
    pub(in crate::report) fn families(&self) -> Families<'a> {
        let mut runs: Vec<&Document> = self.setups.iter().flat_map(|setup| setup.runs.iter().copied()).collect();
        runs.sort_by_key(|run| Reverse((rank(&run.tier), &run.date)));
        families(&runs)
    }
}

impl<'a> Setup<'a> {
    pub(in crate::report) fn newest(&self) -> &'a Document {
        self.runs[0]
    }

    fn is_of(&self, document: &Document) -> bool {
        let identity = |document: &Document| {
            let Document { cpu, machine, tier, build, .. } = document;
            [cpu, machine, tier, build].map(String::clone)
        };
        identity(self.newest()) == identity(document)
    }

    pub(super) fn families(&self) -> Families<'a> {
        families(&self.runs)
    }

    /// The rows of each library and operation, one for each run, newest first.
    pub(super) fn every(&self) -> Rows<'a> {
        let mut every = Rows::new();
        for run in &self.runs {
            let mut seen = HashSet::new();
            for row in &run.rows {
                let key = (row.operation.as_str(), row.library.as_str());
                if seen.insert(key) {
                    every.entry(key).or_default().push(row);
                }
            }
        }
        every
    }
}

/// The operations of `runs`, each from the first run that measured it.
pub(super) fn families<'a>(runs: &[&'a Document]) -> Families<'a> {
    let mut families = Families::default();
    for run in runs {
        let mut rows = by_operation(run);
        for info in &run.operations {
            // An operation that is told of twice has its rows once.
            let Some(rows) = rows.remove(info.operation.as_str()) else { continue };
            families.entry(family(&info.operation)).add(Measured { info, rows });
        }
    }
    families
}

/// The part of an operation's name before the first `/`.
pub(super) fn family(operation: &str) -> &str {
    operation.split('/').next().unwrap_or(operation)
}

impl<'a> Families<'a> {
    /// The family of this name, which is made if there is none.
    fn entry(&mut self, name: &'a str) -> &mut Family<'a> {
        let place = *self.places.entry(name).or_insert(self.all.len());
        if place == self.all.len() {
            self.all.push(Family { name, operations: Vec::new(), places: HashMap::new() });
        }
        &mut self.all[place]
    }

    /// The family of this name.
    pub(super) fn named(&self, name: &str) -> Option<&Family<'a>> {
        self.places.get(name).map(|place| &self.all[*place])
    }

    /// The operation of this name.
    pub(super) fn measured(&self, operation: &str) -> Option<&Measured<'a>> {
        self.named(family(operation))?.measured(operation)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Family<'a>> {
        self.all.iter()
    }
}

impl<'a> IntoIterator for Families<'a> {
    type Item = Family<'a>;
    type IntoIter = std::vec::IntoIter<Family<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl<'a> Family<'a> {
    /// Adds an operation, unless it is there.
    fn add(&mut self, measured: Measured<'a>) {
        if let Entry::Vacant(place) = self.places.entry(&measured.info.operation) {
            place.insert(self.operations.len());
            self.operations.push(measured);
        }
    }

    /// The operation of this name.
    pub(super) fn measured(&self, operation: &str) -> Option<&Measured<'a>> {
        self.places.get(operation).map(|place| &self.operations[*place])
    }

    /// Ours first, the others by name.
    pub(super) fn libraries(&self) -> Vec<&'a str> {
        let mut libraries: Vec<&str> =
            self.operations.iter().flat_map(|measured| &measured.rows).map(|row| row.library.as_str()).collect();
        libraries.sort_unstable_by_key(|library| (*library != crate::document::OURS, *library));
        libraries.dedup();
        libraries
    }

    /// The library's row of the operation, which may be one of another machine.
    pub(super) fn row(&self, operation: &Measured, library: &str) -> Option<&'a Row> {
        self.measured(&operation.info.operation)?.row(library)
    }
}

impl<'a> Measured<'a> {
    pub(super) fn row(&self, library: &str) -> Option<&'a Row> {
        self.rows.iter().copied().find(|row| row.library == library)
    }

    /// The operation's name less the family's.
    pub(super) fn short_name(&self) -> &'a str {
        let name = self.info.operation.as_str();
        name.split_once('/').map_or(name, |(_, rest)| rest)
    }

    /// Whether the library is among the [`best`](Self::best), where there is more than one.
    pub(super) fn is_best(&self, library: &str) -> bool {
        self.rows.len() > 1 && self.best().contains(&library)
    }

    /// The fastest library, and those that cannot be told from it.
    pub(super) fn best(&self) -> Vec<&'a str> {
        let Some(best) = self.rows.iter().copied().min_by(|a, b| a.ns_iqm.total_cmp(&b.ns_iqm)) else {
            return Vec::new();
        };
        self.rows.iter().filter(|row| row.library == best.library || tie(row, best)).map(|row| &*row.library).collect()
    }
}

/// Whether two rows of one run cannot be told apart: by the ratio's interval, which is paired, where one is ours; by
/// whether the times' intervals overlap otherwise.
fn tie(one: &Row, other: &Row) -> bool {
    let paired = if one.is_ours() { other } else { one };
    match ratio_interval(paired).filter(|_| one.is_ours() || other.is_ours()) {
        Some(interval) => interval.contains(1.0),
        None => interval(one).low <= interval(other).high && interval(other).low <= interval(one).high,
    }
}

/// The interval of the time at the level that was asked for.
pub(super) fn interval(row: &Row) -> Interval {
    row.ci_ns.unwrap_or(row.ci90_ns)
}

/// The interval of the ratio at the level that was asked for.
pub(super) fn ratio_interval(row: &Row) -> Option<Interval> {
    row.ratio_ci.or(row.ratio_ci90)
}
