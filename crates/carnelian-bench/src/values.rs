//! The values that operations, measurements and documents have in common.

pub use carnelian_peers::values::*;
