//! Our time beside that of the best other library in the operations of a page.

use super::corpus::Families;
use crate::document::Standings;

/// Returns the standings in every operation, in order.
pub(super) fn of<'a>(families: &Families<'a>) -> Standings<'a> {
    let operations = families.iter().flat_map(|family| &family.operations);
    Standings::of(operations.map(|measured| (measured.info.operation.as_str(), measured.rows.as_slice())))
}
