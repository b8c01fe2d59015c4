//! The registry of peers, and what a run asks of them: which take part, and at which tier.

mod selection;
mod tier;

pub use carnelian_peers::peer::*;
pub use selection::{Selection, libs, select};
pub use tier::{environment, hold};
