//! Lists in messages.

use core::fmt;

/// Writes the items as `a`, `a or b`, `a, b or c`.
pub(super) fn alternatives<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    mut write: impl FnMut(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    for (at, item) in items.iter().enumerate() {
        f.write_str(match items.len() - at {
            _ if at == 0 => "",
            1 => " or ",
            _ => ", ",
        })?;
        write(item, f)?;
    }
    Ok(())
}
