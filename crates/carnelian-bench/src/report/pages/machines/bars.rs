//! Bars of a family: all libraries of each operation, fastest first, on linear scales from 0.

use super::super::corpus::{Corpus, Family, Kind, Measured};
use super::super::model::{Bar, Bars, Chart, Group};
use crate::document::Row;
use crate::values::{OURS, Unit};

/// The longest bar of times relative to ours; longer ones are cut off here.
const LONGEST: f64 = 4.0;

/// Returns bars of throughput for the operations that process bytes, and bars of relative time for the others.
pub(super) fn charts(corpus: &Corpus, kind: &Kind, family: &Family) -> Vec<Chart> {
    let (sized, others): (Vec<&Measured>, Vec<_>) =
        family.operations.iter().partition(|measured| matches!(measured.info.unit, Unit::Bytes(_)));
    let name = format!("{} on {}", family.name, kind.name);
    let sized = Bars {
        caption: format!("{name}: GB/s, longer is faster"),
        groups: sized.iter().map(|measured| throughput(corpus, measured, most(&sized))).collect(),
    };
    let others = Bars {
        caption: format!("{name}: time of a call, that of {OURS} being 1; shorter is faster"),
        groups: others.iter().map(|measured| relative(corpus, measured)).collect(),
    };
    [sized, others].into_iter().filter(|bars| !bars.groups.is_empty()).map(Chart::Bars).collect()
}

/// Returns gigabytes per second.
fn speed(measured: &Measured, row: &Row) -> f64 {
    let (Unit::Bytes(amount) | Unit::Operations(amount)) = measured.info.unit;
    amount as f64 / row.ns_iqm
}

/// Returns the highest throughput of these operations.
fn most(operations: &[&Measured]) -> f64 {
    let speeds = operations.iter().flat_map(|measured| measured.rows.iter().map(|row| speed(measured, row)));
    speeds.fold(f64::MIN_POSITIVE, f64::max)
}

fn throughput(corpus: &Corpus, measured: &Measured, most: f64) -> Group {
    group(corpus, measured, |row| {
        let speed = speed(measured, row);
        (speed / most, if speed < 0.01 { format!("{speed:.4}") } else { format!("{speed:.2}") })
    })
}

/// Returns bars relative to our time, or to the least one where we were not measured.
fn relative(corpus: &Corpus, measured: &Measured) -> Group {
    let least = || measured.rows.iter().map(|row| row.ns_iqm).fold(f64::INFINITY, f64::min);
    let unit = measured.row(OURS).map_or_else(least, |ours| ours.ns_iqm);
    group(corpus, measured, |row| {
        let times = row.ns_iqm / unit;
        let places = if times < 9.995 { 2 } else { 0 };
        (times / LONGEST, format!("{times:.places$}×"))
    })
}

fn group(corpus: &Corpus, measured: &Measured, bar: impl Fn(&Row) -> (f64, String)) -> Group {
    let mut rows = measured.rows.clone();
    rows.sort_by(|a, b| a.ns_iqm.total_cmp(&b.ns_iqm).then_with(|| a.library.cmp(&b.library)));
    let mut rank = 0;
    let bars = rows.into_iter().map(|row| {
        let (share, text) = bar(row);
        rank += usize::from(!row.is_ours());
        let color = corpus.colors.get(&row.library);
        Bar { library: row.library.clone(), text, share, color, rank: (!row.is_ours()).then_some(rank) }
    });
    Group { name: measured.short_name().to_owned(), bars: bars.collect() }
}
