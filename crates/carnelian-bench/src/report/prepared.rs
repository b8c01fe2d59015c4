//! From how many uses on it pays to prepare a key.

use super::numbers::{grouped, nanoseconds};
use crate::document::Row;
use crate::op;
use crate::registry;

/// The times of a library that prepares keys.
pub(super) struct Prepared<'a> {
    /// "Ed25519 public key".
    pub(super) keys: &'static str,
    pub(super) library: &'a str,
    /// The time of preparing a key, in nanoseconds.
    pub(super) prepare: f64,
    /// The time of a use with a key that is not prepared.
    pub(super) plain: f64,
    /// The time of a use with a prepared key.
    pub(super) prepared: f64,
}

/// Returns the libraries whose rows have all three times, by keys.
pub(super) fn of_rows<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<Prepared<'a>> {
    let rows: Vec<&Row> = rows.into_iter().collect();
    let time = |operation, library: &str| {
        rows.iter().find(|row| row.operation == operation && row.library == library).map(|row| row.ns_iqm)
    };
    let of_library = |keys: op::PreparedKeys, prepare: &'a Row| {
        let library = prepare.library.as_str();
        let (plain, prepared) = (time(keys.plain, library)?, time(keys.prepared, library)?);
        Some(Prepared { keys: keys.keys, library, prepare: prepare.ns_iqm, plain, prepared })
    };
    let of_keys = |keys: op::PreparedKeys| {
        let prepared = rows.iter().filter(move |row| row.operation == keys.prepare);
        prepared.filter_map(move |row| of_library(keys, row)).collect::<Vec<_>>()
    };
    registry::prepared_keys().into_iter().flat_map(of_keys).collect()
}

impl Prepared<'_> {
    /// Returns how many times as fast a use is with a prepared key.
    pub(super) fn speed_up(&self) -> f64 {
        self.plain / self.prepared
    }

    /// Returns the least number of uses that take less time together with the preparing than without it; `None` if no
    /// number does.
    pub(super) fn pays_from(&self) -> Option<u64> {
        let saved = self.plain - self.prepared;
        // More uses than this occur nowhere.
        const MOST: f64 = 1e9;
        let uses = (self.prepare / saved).ceil().max(1.0);
        (saved > 0.0 && uses <= MOST).then_some(uses as u64)
    }

    /// Describes the times in a sentence.
    pub(super) fn sentence(&self) -> String {
        let pays = match self.pays_from() {
            Some(uses) => format!("pays from {} use{} on", grouped(uses), if uses == 1 { "" } else { "s" }),
            None => "does not pay".to_owned(),
        };
        format!(
            "preparing takes {} ns, a use {} ns, with a prepared key {} ns ({:.2} times as fast): {pays}",
            nanoseconds(self.prepare),
            nanoseconds(self.plain),
            nanoseconds(self.prepared),
            self.speed_up()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(prepare: f64, plain: f64, prepared: f64) -> Prepared<'static> {
        Prepared { keys: "key", library: "a", prepare, plain, prepared }
    }

    #[test]
    fn a_key_pays_from_the_use_that_makes_up_for_its_preparing() {
        assert_eq!(times(100.0, 50.0, 30.0).pays_from(), Some(5));
        assert_eq!(times(101.0, 50.0, 30.0).pays_from(), Some(6));
        assert_eq!(times(1.0, 50.0, 30.0).pays_from(), Some(1));
        for never in [times(100.0, 30.0, 30.0), times(100.0, 30.0, 50.0), times(1e12, 30.0, 29.9)] {
            assert_eq!(never.pays_from(), None);
            assert!(never.sentence().ends_with("does not pay"));
        }
        let sentence = times(1.0, 50.0, 40.0).sentence();
        let expected = "preparing takes 1.0 ns, a use 50.0 ns, with a prepared key 40.0 ns (1.25 times as fast): pays from 1 use on";
        assert_eq!(sentence, expected);
    }
}
