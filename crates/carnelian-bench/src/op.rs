//! The families of operations: offers of a library, and how answers are checked. [`crate::registry`] has all operations.

pub use carnelian_peers::op::*;
