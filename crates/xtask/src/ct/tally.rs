//! The evaluation of the rows.

use super::table::{Level, Method, Row, Skip, Verdict};
use anyhow::{Result, ensure};
use std::collections::{BTreeMap, BTreeSet};

/// The requirements on the rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Demands {
    /// Whether every tool must be present, and every backend of this CPU be checked by a method.
    pub(crate) all: bool,
    /// Whether that can be judged, because all methods were requested.
    pub(crate) complete: bool,
    /// The tiers that this CPU must have.
    pub(crate) tiers: Vec<String>,
}

/// The rows, each with whether it was requested.
#[derive(Default)]
pub(crate) struct Tally(Vec<(Row, bool)>);

impl Tally {
    /// Adds a row. Rows that were not requested are not printed, but may vouch for others.
    pub(crate) fn take(&mut self, row: Row, asked: bool) {
        if asked {
            row.print();
        }
        self.0.push((row, asked));
    }

    fn asked(&self) -> impl Iterator<Item = &Row> {
        self.0.iter().filter(|(_, asked)| *asked).map(|(row, _)| row)
    }

    fn skipped(&self) -> impl Iterator<Item = (&Row, &Skip)> {
        self.asked().filter_map(|row| match &row.verdict {
            Verdict::Skipped(skip) => Some((row, skip)),
            _ => None,
        })
    }

    fn count(&self, verdict: &Verdict) -> usize {
        self.asked().filter(|row| row.verdict == *verdict).count()
    }

    /// Returns the names of the methods that check a row's backend where a tool does not support it. A backend that
    /// joins two, such as `sha-ni, avx512`, is checked if both are.
    fn seen_by(&self, row: &Row) -> Option<String> {
        let methods: Option<Vec<_>> = row.backend.split(", ").map(|part| self.part_seen_by(row, part)).collect();
        let mut names: Vec<_> = methods?.into_iter().map(Method::name).collect();
        names.dedup();
        Some(names.join(" and "))
    }

    /// Returns the method that checks a backend: by running it, or by checking all of its code. A model in place of
    /// assembly suffices if valgrind has run the operation with that assembly.
    fn part_seen_by(&self, row: &Row, backend: &str) -> Option<Method> {
        let all = || self.0.iter().map(|(other, _)| other);
        let others = || all().filter(|other| other.level == row.level);
        let same = |other: &&Row| other.operation == row.operation;
        let runs = |other: &&Row| same(other) && other.backend == backend;
        let stands_for = |other: &&Row| other.vouches && other.backend == backend;
        let clean = |other: &&Row| other.verdict == Verdict::Clean;
        let by_model = |other: &&Row| {
            other.verdict == Verdict::CleanModel
                && others().any(|by| by.operation == row.operation && by.method == Method::Valgrind && clean(&by))
        };
        let found = others().find(|other| clean(other) && runs(other));
        // The kernels that only the scan can check are checked as they ship.
        let found = found.or_else(|| all().find(|other| clean(other) && stands_for(other)));
        found.or_else(|| others().find(|other| runs(other) && by_model(other))).map(|other| other.method)
    }

    /// Prints the evaluation.
    ///
    /// # Errors
    /// If there are leaks or unaligned frames, or a required row is missing.
    pub(crate) fn conclude(&self, demands: &Demands) -> Result<()> {
        let [clean, model, leaks, unaligned] = [Verdict::Clean, Verdict::CleanModel, Verdict::Leak, Verdict::Unaligned]
            .map(|verdict| self.count(&verdict));
        let skipped = self.skipped().count();
        println!(
            "{clean} clean, {model} clean where a model stood in for assembly, {leaks} leaking, {unaligned} unaligned, \
             {skipped} skipped"
        );
        let absent = self.print_absent();
        let unseen = self.print_unseen();
        ensure!(leaks == 0, "{leaks} rows leak");
        ensure!(unaligned == 0, "{unaligned} kernels do not align their frame");
        let tools = self.skipped().filter(|(_, skip)| matches!(skip, Skip::NoTool(_))).count();
        ensure!(tools == 0 || !demands.all, "{tools} rows were skipped for want of a tool, and none may be");
        ensure!(unseen == 0 || !demands.all || !demands.complete, "{unseen} rows were skipped that no method sees");
        for tier in &demands.tiers {
            ensure!(!absent.contains(&**tier), "CARNELIAN_REQUIRE_TIER asks for {tier}, which this CPU does not have");
        }
        ensure!(clean + model + skipped > 0, "nothing was checked");
        Ok(())
    }

    /// Prints the tiers that this CPU does not have. Returns them.
    fn print_absent(&self) -> BTreeSet<&str> {
        let mut absent: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (row, skip) in self.skipped() {
            if let Skip::NotOnThisCpu { tier } = skip {
                absent.entry(tier).or_default().insert(&row.operation);
            }
        }
        for (tier, rows) in &absent {
            println!("NOT RUN HERE: {tier} ({} rows): this CPU has none", rows.len());
        }
        absent.into_keys().collect()
    }

    /// Prints the backends of this CPU that a tool does not support, and the methods that check them. Returns the
    /// number of rows that no method checks.
    fn print_unseen(&self) -> usize {
        let mut found: BTreeMap<_, BTreeSet<(&str, Level)>> = BTreeMap::new();
        for (row, skip) in self.skipped() {
            if matches!(skip, Skip::NotInTool { .. }) {
                let rows = found.entry((row.method, &*row.backend, self.seen_by(row))).or_default();
                rows.insert((&row.operation, row.level));
            }
        }
        for ((method, backend, by), rows) in &found {
            let by = by.as_deref().unwrap_or("NO METHOD OF THIS RUN");
            println!("NOT RUN BY {}: {backend} ({} rows): seen by {by}", method.name(), rows.len());
        }
        found.iter().filter(|((_, _, by), _)| by.is_none()).map(|(_, rows)| rows.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(operation: &str, backend: &str, method: Method, verdict: Verdict) -> Row {
        Row::new(operation.to_owned(), backend.to_owned(), Level::Release, method, verdict)
    }

    fn concluded(rows: &[Row], demands: &Demands) -> Result<(), String> {
        let mut tally = Tally::default();
        rows.iter().for_each(|row| tally.take(row.clone(), true));
        tally.conclude(demands).map_err(|error| error.to_string())
    }

    fn not_in_tool(operation: &str, backend: &str, method: Method) -> Row {
        row(operation, backend, method, Verdict::Skipped(Skip::NotInTool { ran: None }))
    }

    const ALL: Demands = Demands { all: true, complete: true, tiers: vec![] };

    #[test]
    fn a_tier_that_the_cpu_does_not_have_is_missed_only_where_it_is_asked_for() {
        let absent = Verdict::Skipped(Skip::NotOnThisCpu { tier: "avx512".to_owned() });
        let rows = [row("sha512/digest", "avx512", Method::Msan, absent)];
        assert_eq!(concluded(&rows, &ALL), Ok(()));
        let demands = |tier: &str| Demands { tiers: vec![tier.to_owned()], ..ALL };
        assert_eq!(concluded(&rows, &demands("avx2")), Ok(()));
        assert!(concluded(&rows, &demands("avx512")).unwrap_err().contains("avx512"));
    }

    #[test]
    fn a_tool_that_is_missing_is_missed_where_everything_is_asked_for() {
        let rows = [row("a/b", "avx2", Method::Valgrind, Verdict::Skipped(Skip::NoTool("none".to_owned())))];
        assert_eq!(concluded(&rows, &Demands::default()), Ok(()));
        assert!(concluded(&rows, &ALL).is_err());
    }

    #[test]
    fn what_a_tool_does_not_have_another_must_see() {
        let skipped = not_in_tool("aes/encrypt", "avx2-vaes", Method::Valgrind);
        let seen = |by: Row| concluded(&[skipped.clone(), by], &ALL);
        assert!(concluded(std::slice::from_ref(&skipped), &ALL).is_err());
        assert_eq!(concluded(std::slice::from_ref(&skipped), &Demands { complete: false, ..ALL }), Ok(()));
        assert_eq!(seen(row("aes/encrypt", "avx2-vaes", Method::Msan, Verdict::Clean)), Ok(()));
        for other in [
            row("aes/decrypt", "avx2-vaes", Method::Msan, Verdict::Clean),
            row("aes/encrypt", "aes-ni", Method::Msan, Verdict::Clean),
            row("aes/encrypt", "avx2-vaes", Method::Msan, Verdict::CleanModel),
            Row { level: Level::Size, ..row("aes/encrypt", "avx2-vaes", Method::Msan, Verdict::Clean) },
        ] {
            assert!(seen(other.clone()).is_err(), "{other}");
        }
        let scanned = row("aes/rounds", "avx2-vaes", Method::Scan, Verdict::Clean);
        assert!(seen(scanned.clone()).is_err());
        assert_eq!(seen(Row { vouches: true, ..scanned }), Ok(()));
    }

    #[test]
    fn of_a_backend_that_joins_two_both_must_be_seen() {
        let skipped = not_in_tool("sha256/batch-8", "sha-ni, avx512", Method::Msan);
        let sha_ni = Row { vouches: true, ..row("sha256/compress", "sha-ni", Method::Scan, Verdict::Clean) };
        let avx512 = row("sha256/batch-8", "avx512", Method::Msan, Verdict::Clean);
        for one in [&sha_ni, &avx512] {
            assert!(concluded(&[skipped.clone(), one.clone()], &ALL).is_err());
        }
        assert_eq!(concluded(&[skipped, sha_ni, avx512], &ALL), Ok(()));
    }

    #[test]
    fn a_model_will_do_where_valgrind_has_run_the_assembly() {
        let skipped = not_in_tool("x25519/dh", "avx512-ifma", Method::Valgrind);
        let model = row("x25519/dh", "avx512-ifma", Method::Msan, Verdict::CleanModel);
        let assembly = row("x25519/dh", "avx2-fma", Method::Valgrind, Verdict::Clean);
        assert!(concluded(&[skipped.clone(), model.clone()], &ALL).is_err());
        assert_eq!(concluded(&[skipped, model, assembly], &ALL), Ok(()));
    }

    #[test]
    fn what_is_found_is_an_error() {
        for verdict in [Verdict::Leak, Verdict::Unaligned] {
            assert!(concluded(&[row("a/b", "avx2", Method::Scan, verdict)], &Demands::default()).is_err());
        }
        assert!(concluded(&[], &Demands::default()).is_err(), "nothing was checked");
    }
}
