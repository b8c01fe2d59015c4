//! What a library must offer to be measured, and how answers are checked. [`crate::registry`] has all operations.

pub use carnelian_peers::op::*;
