//! Many documents in an order that is independent of the order in which they were given: classes, those of the newest
//! microarchitecture first, the machines of each, and the runs on each machine, newest first.

use super::colors::Colors;
use crate::document::{Document, OperationInfo, Row};
use crate::machine::class::Class;
use crate::report::rows::{by_operation, family};
use crate::stats::{Interval, WIDEST};
use crate::values::OURS;
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The documents of a page.
pub(super) struct Corpus<'a> {
    pub(super) kinds: Vec<Kind<'a>>,
    pub(super) colors: Colors,
}

/// The results of a class.
pub(super) struct Kind<'a> {
    pub(super) class: Class,
    pub(super) name: String,
    pub(super) year: Option<u16>,
    pub(super) setups: Vec<Setup<'a>>,
}

/// A machine with a build and a tier of our library: a set of runs that differ only by chance or by the version.
pub(super) struct Setup<'a> {
    /// Its name, which is unique on the page.
    pub(super) name: String,
    /// The runs, newest first; at least one.
    pub(super) runs: Vec<&'a Document>,
}

/// The rows of runs by operation and library.
pub(super) type Rows<'a> = HashMap<(&'a str, &'a str), Vec<&'a Row>>;

/// An operation on a machine or in a class.
pub(super) struct Measured<'a> {
    pub(super) info: &'a OperationInfo,
    /// The run that the rows are of.
    pub(super) run: &'a Document,
    /// The rows, all of one run.
    pub(super) rows: Vec<&'a Row>,
}

/// The operations whose names have the same first part.
pub(super) struct Family<'a> {
    pub(super) name: &'a str,
    pub(super) operations: Vec<Measured<'a>>,
    /// The index of each operation.
    places: HashMap<&'a str, usize>,
}

/// Families, in the order of their first occurrence.
#[derive(Default)]
pub(super) struct Families<'a> {
    all: Vec<Family<'a>>,
    /// The index of each family.
    places: HashMap<&'a str, usize>,
}

impl<'a> Corpus<'a> {
    pub(super) fn of(documents: &'a [Document]) -> Self {
        let mut sorted: Vec<&Document> = documents.iter().collect();
        sorted.sort_by_cached_key(|document| sort_key(document));
        let mut kinds: Vec<Kind> = Vec::new();
        for document in sorted {
            let class = Class::of(document);
            match kinds.last_mut().filter(|kind| kind.class == class) {
                Some(kind) => kind.add(document),
                None => {
                    let setup = Setup { name: brand(&document.cpu).to_owned(), runs: vec![document] };
                    kinds.push(Kind { name: class.to_string(), year: class.year, class, setups: vec![setup] });
                }
            }
        }
        tell_apart(&mut kinds);
        Self { kinds, colors: Colors::of(documents) }
    }

    /// Returns every run, in the page's order.
    pub(super) fn runs(&self) -> impl Iterator<Item = &'a Document> {
        self.kinds.iter().flat_map(Kind::runs)
    }

    /// Returns every machine, in the page's order.
    pub(super) fn setups(&self) -> impl Iterator<Item = &Setup<'a>> {
        self.kinds.iter().flat_map(|kind| &kind.setups)
    }

    /// Returns the name of the page of a class, without an extension: its machine, `zen-4`, followed by its code unless
    /// it is the machine's highest class.
    pub(super) fn page_name(&self, kind: &Kind) -> String {
        let highest = self.kinds.iter().find(|other| other.class.core == kind.class.core);
        let is_highest = highest.is_none_or(|highest| highest.class == kind.class);
        if is_highest { kind.class.core.clone() } else { kind.name.replace('/', "-") }
    }

    /// Returns whether any peer was measured.
    pub(super) fn has_peers(&self) -> bool {
        self.runs().any(|run| run.rows.iter().any(|row| !row.is_ours()))
    }
}

/// Returns the key of the page's order: that of classes, then by everything that distinguishes setups, then newest run
/// first. Documents that differ only in their results are ordered by those.
fn sort_key(document: &Document) -> impl Ord + use<> {
    let Document { cpu, machine, tier, build, date, .. } = document;
    let setup = [cpu, machine, build].map(String::clone);
    let content = serde_json::to_string(document).expect("strings and finite numbers always serialise");
    (Class::of(document).order(), setup, tier.clone(), Reverse(date.clone()), content)
}

/// Returns the rank of a tier; one that this program does not know is the lowest.
pub(super) fn rank(tier: &str) -> usize {
    carnelian::cpu::Tier::ALL.iter().position(|known| known.name() == tier).map_or(0, |position| position + 1)
}

/// Returns the CPU's name without the numbers after it.
fn brand(cpu: &str) -> &str {
    cpu.split_once(" (family ").map_or(cpu, |(brand, _)| brand)
}

/// Names machines after their CPU's brand; if several share it, after everything in which they differ.
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
}

impl<'a> Kind<'a> {
    fn add(&mut self, document: &'a Document) {
        match self.setups.last_mut().filter(|setup| setup.is_of(document)) {
            Some(setup) => setup.runs.push(document),
            None => self.setups.push(Setup { name: brand(&document.cpu).to_owned(), runs: vec![document] }),
        }
    }

    /// Returns the heading, such as "golden-cove/avx512-ifma (2023)".
    pub(super) fn heading(&self) -> String {
        self.year.map_or_else(|| self.name.clone(), |year| format!("{} ({year})", self.name))
    }

    pub(super) fn runs(&self) -> impl Iterator<Item = &'a Document> {
        self.setups.iter().flat_map(|setup| setup.runs.iter().copied())
    }

    /// Returns the first day and the last one on which runs began: "2026-11-24 to 2026-11-26", or the only one.
    pub(super) fn days(&self) -> String {
        let days: BTreeSet<&str> = self.runs().filter_map(|run| run.date.split('T').next()).collect();
        match (days.first(), days.last()) {
            (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
            (first, _) => first.copied().unwrap_or_default().to_owned(),
        }
    }

    /// Returns each operation with its rows from one run, because only libraries that took turns can be compared: from
    /// the newest of several.
    pub(super) fn families(&self) -> Families<'a> {
        let mut runs: Vec<&Document> = self.runs().collect();
        runs.sort_by_key(|run| Reverse(&run.date));
        families(&runs)
    }
}

impl<'a> Setup<'a> {
    pub(super) fn newest(&self) -> &'a Document {
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

    /// Returns the rows of each library and operation, one for each run, newest first.
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

/// Returns the operations of `runs`, each from the first run that measured it.
pub(super) fn families<'a>(runs: &[&'a Document]) -> Families<'a> {
    let mut families = Families::default();
    for run in runs {
        let mut rows = by_operation(run);
        for info in &run.operations {
            // An operation that is listed twice is added only once.
            let Some(rows) = rows.remove(info.operation.as_str()) else { continue };
            families.entry(family(&info.operation)).add(Measured { info, run, rows });
        }
    }
    families
}

impl<'a> Families<'a> {
    /// Returns the family with this name, which is created if necessary.
    fn entry(&mut self, name: &'a str) -> &mut Family<'a> {
        let place = *self.places.entry(name).or_insert(self.all.len());
        if place == self.all.len() {
            self.all.push(Family { name, operations: Vec::new(), places: HashMap::new() });
        }
        &mut self.all[place]
    }

    /// Returns the family with this name.
    pub(super) fn named(&self, name: &str) -> Option<&Family<'a>> {
        self.places.get(name).map(|place| &self.all[*place])
    }

    /// Returns the operation with this name.
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
    /// Adds an operation, unless it already exists.
    fn add(&mut self, measured: Measured<'a>) {
        if let Entry::Vacant(place) = self.places.entry(&measured.info.operation) {
            place.insert(self.operations.len());
            self.operations.push(measured);
        }
    }

    /// Returns the operation with this name.
    pub(super) fn measured(&self, operation: &str) -> Option<&Measured<'a>> {
        self.places.get(operation).map(|place| &self.operations[*place])
    }

    /// Returns the libraries, ours first, the others by name.
    pub(super) fn libraries(&self) -> Vec<&'a str> {
        let mut libraries: Vec<&str> =
            self.operations.iter().flat_map(|measured| &measured.rows).map(|row| row.library.as_str()).collect();
        libraries.sort_unstable_by_key(|library| (*library != OURS, *library));
        libraries.dedup();
        libraries
    }

    /// Returns the library's row of the operation, possibly from another machine.
    pub(super) fn row(&self, operation: &Measured, library: &str) -> Option<&'a Row> {
        self.measured(&operation.info.operation)?.row(library)
    }
}

impl<'a> Measured<'a> {
    pub(super) fn row(&self, library: &str) -> Option<&'a Row> {
        self.rows.iter().copied().find(|row| row.library == library)
    }

    /// Returns the operation's name without the family's.
    pub(super) fn short_name(&self) -> &'a str {
        let name = self.info.operation.as_str();
        name.split_once('/').map_or(name, |(_, rest)| rest)
    }

    /// Returns whether the library is among the [`best`](Self::best), if there is more than one row and the times of the
    /// best are known.
    pub(super) fn is_best(&self, library: &str) -> bool {
        let best = self.best();
        let is_known = |library: &&str| self.row(library).is_some_and(is_known);
        self.rows.len() > 1 && best.contains(&library) && best.iter().all(is_known)
    }

    /// Returns the fastest library, and those that are not significantly slower.
    pub(super) fn best(&self) -> Vec<&'a str> {
        let Some(best) = self.rows.iter().copied().min_by(|a, b| a.ns_iqm.total_cmp(&b.ns_iqm)) else {
            return Vec::new();
        };
        self.rows.iter().filter(|row| row.library == best.library || tie(row, best)).map(|row| &*row.library).collect()
    }
}

/// Returns whether two rows of one run are statistically indistinguishable: by the ratio's interval, which is paired,
/// if one is ours; otherwise by whether the times' intervals overlap.
fn tie(one: &Row, other: &Row) -> bool {
    let paired = if one.is_ours() { other } else { one };
    match paired.ratio_interval().filter(|_| one.is_ours() || other.is_ours()) {
        Some(interval) => interval.contains(1.0),
        None => interval(one).low <= interval(other).high && interval(other).low <= interval(one).high,
    }
}

/// Returns whether the time is known well enough to be set beside others, to [`WIDEST`].
pub(super) fn is_known(row: &Row) -> bool {
    interval(row).half_width() <= WIDEST * row.ns_iqm
}

/// Returns the interval of the time at the requested level.
pub(super) fn interval(row: &Row) -> Interval {
    row.ci_ns.unwrap_or(row.ci90_ns)
}
