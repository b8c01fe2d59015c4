//! The values that operations, measurements and documents have in common.

pub use carnelian_peers::values::*;

/// The name of our library in our own rows.
pub(crate) const OURS: &str = "carnelian";
