//! One color for each library, the same on the whole page.

use crate::document::Document;
use crate::report::chart::palette::COLORS;
use crate::report::rows::family;
use crate::values::OURS;
use std::collections::{BTreeMap, BTreeSet};

/// The colors of libraries.
pub(super) struct Colors(BTreeMap<String, usize>);

impl Colors {
    /// Assigns the first color to our library and the others in order of name. When all are in use, a library shares
    /// the color of libraries that it has no family in common with; if there is none, it gets a number beyond the
    /// palette, which charts distinguish by other means.
    pub(super) fn of(documents: &[Document]) -> Self {
        let mut families: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for document in documents {
            let rows = document.rows.iter().map(|row| (&row.library, &row.operation));
            let sweeps = document.sweeps.iter().map(|sweep| (&sweep.library, &sweep.operation));
            for (library, operation) in rows.chain(sweeps) {
                families.entry(library).or_default().insert(family(operation));
            }
        }
        let mut colors = BTreeMap::from([(OURS.to_owned(), 0)]);
        for (library, met) in families.iter().filter(|(library, _)| **library != OURS) {
            let users = |color: usize| colors.iter().filter(move |(_, used)| **used == color).map(|(user, _)| user);
            let meets = |user: &String| {
                *user == OURS || families.get(user.as_str()).is_some_and(|others| !others.is_disjoint(met))
            };
            let free = |color: &usize| !users(*color).any(meets);
            let color = (0..COLORS).filter(free).min_by_key(|color| users(*color).count());
            let color = color.or_else(|| (COLORS..).find(free)).expect("numbers do not run out");
            colors.insert((*library).to_owned(), color);
        }
        Self(colors)
    }

    pub(super) fn get(&self, library: &str) -> usize {
        self.0.get(library).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;

    fn document(rows: &[(&str, String)]) -> Document {
        let mut document = document::read(
            r#"{"schema": 1, "machine": "", "cpu": "", "date": "", "rustc": "", "rows": [], "differing": [],
                "missing": []}"#,
        )
        .unwrap();
        document.sweeps = rows
            .iter()
            .map(|(operation, library)| document::Sweep {
                operation: (*operation).to_owned(),
                includes: String::new(),
                parameter: document::Parameter::Size,
                library: library.clone(),
                version: String::new(),
                backend: String::new(),
                points: vec![],
                fit: None,
            })
            .collect();
        document
    }

    #[test]
    fn libraries_share_a_color_only_if_they_must_and_never_meet() {
        let (hashes, curves) = (0..8, 8..16);
        let rows: Vec<_> = hashes
            .map(|i| ("hash/a", format!("lib{i:02}")))
            .chain(curves.map(|i| ("curve/a", format!("lib{i:02}"))))
            .collect();
        let colors = Colors::of(&[document(&rows)]);
        assert_eq!(colors.get(OURS), 0);
        for (operation, library) in &rows {
            let color = colors.get(library);
            assert!((1..COLORS).contains(&color), "{library}: {color}");
            for (other_operation, other) in rows.iter().filter(|(_, other)| other != library) {
                assert!(operation != other_operation || colors.get(other) != color, "{library} and {other}");
            }
        }
        let firsts: BTreeSet<_> = (0..COLORS - 1).map(|i| colors.get(&format!("lib{i:02}"))).collect();
        assert_eq!(firsts.len(), COLORS - 1, "a color is used twice while another is free");
    }
}
