//! Our time beside that of the best other library in the operations of a page.

use super::corpus::{Families, Measured};
use crate::document::{Standing, Standings};

/// Returns the standings in every operation, in order.
pub(super) fn of<'a>(families: &Families<'a>) -> Standings<'a> {
    let operations = families.iter().flat_map(|family| &family.operations);
    Standings::of(operations.map(|measured| (measured.info.operation.as_str(), measured.rows.as_slice())))
}

/// Returns the standing in one operation; `None` if it does not count.
pub(super) fn of_one<'a>(measured: &Measured<'a>) -> Option<Standing<'a>> {
    Standings::of([(measured.info.operation.as_str(), measured.rows.as_slice())]).counted.pop()
}

/// Returns the number of operations, compared or not.
pub(super) const fn measured(standings: &Standings) -> usize {
    standings.counted.len() + standings.uncounted.len() + standings.alone.len()
}
