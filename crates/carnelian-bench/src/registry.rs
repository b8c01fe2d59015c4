//! The registry of operations, with our library as the one that makes their inputs.

pub use carnelian_peers::op::registry::{prepared_keys, schemes};

use crate::op::{Growing, Operation};
use crate::ours;
use carnelian_peers::op::registry;

/// Returns every operation, family by family.
#[must_use]
pub fn all() -> Vec<Box<dyn Operation>> {
    ours::register();
    registry::all()
}

/// Returns the operation with this name: one of [`all`], or one with a parameter at a value, such as `sha512/SIZE=4096`
/// or `x25519/dh,threads=2`.
#[must_use]
pub fn find(name: &str) -> Option<Box<dyn Operation>> {
    ours::register();
    registry::find(name)
}

/// Returns the operations that have a parameter.
#[must_use]
pub fn growing() -> Vec<Growing> {
    ours::register();
    registry::growing()
}
