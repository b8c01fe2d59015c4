//! The crates `fips203` and `fips204`: portable code.

pub(super) mod mldsa;
pub(super) mod mlkem;

use super::reach::Reach;

pub(super) const REACH: Reach = Reach::Portable;
