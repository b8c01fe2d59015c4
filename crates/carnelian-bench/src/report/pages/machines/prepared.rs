//! From how many uses on it pays to prepare a key, by class and library.

use super::super::super::numbers::{grouped, nanoseconds};
use super::super::super::prepared::{Prepared, of_rows};
use super::super::corpus::{Corpus, Kind};
use super::super::model::{Cell, Column, Section, Table};

pub(super) fn section(corpus: &Corpus) -> Option<Section> {
    let rows: Vec<Vec<Cell>> = corpus.kinds.iter().flat_map(|kind| of_kind(corpus, kind)).collect();
    if rows.is_empty() {
        return None;
    }
    let numbers = ["preparing, ns", "plain, ns", "prepared, ns", "speed-up", "pays from"].map(Column::numbers);
    let columns = ["class", "keys", "library"].map(Column::words).into_iter().chain(numbers).collect();
    let caption = "Prepared keys: the times of preparing and of a use, and the number of uses from which on it pays";
    let table = Table { caption: caption.to_owned(), columns, rows, charts: vec![] };
    Some(
        Section::new("Prepared keys")
            .text("A key that is used often can be prepared once. It pays from as many uses on as save its preparing.")
            .table(table),
    )
}

fn of_kind(corpus: &Corpus, kind: &Kind) -> Vec<Vec<Cell>> {
    let rows = kind.families().into_iter().flat_map(|family| family.operations).flat_map(|measured| measured.rows);
    let line = |keys: &Prepared| {
        let time = |ns| Cell::number(ns, nanoseconds(ns));
        let pays = keys.pays_from().map_or_else(Cell::none, |uses| Cell::number(uses as f64, grouped(uses)));
        vec![
            Cell::words(&kind.name),
            Cell::words(keys.keys),
            Cell::words(keys.library).colored(corpus.colors.get(keys.library)),
            time(keys.prepare),
            time(keys.plain),
            time(keys.prepared),
            Cell::number(keys.speed_up(), format!("{:.2}", keys.speed_up())),
            pays,
        ]
    };
    of_rows(rows).iter().map(line).collect()
}
