//! The registry of operations, with our library as the one that makes their inputs.

pub use carnelian_peers::op::*;

use crate::ours;

/// Returns every operation, family by family.
#[must_use]
pub fn all() -> Vec<Box<dyn Operation>> {
    ours::register();
    carnelian_peers::op::all()
}

/// Returns the operation with this name: one of [`all`], or one with a parameter at a value, such as `sha512/SIZE=4096`
/// or `x25519/dh,threads=2`.
#[must_use]
pub fn find(name: &str) -> Option<Box<dyn Operation>> {
    ours::register();
    carnelian_peers::op::find(name)
}

/// Returns the operations that have a parameter.
#[must_use]
pub fn growing() -> Vec<Growing> {
    ours::register();
    carnelian_peers::op::growing()
}
