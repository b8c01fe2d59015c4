//! Keys that withstand quantum computers: `carnelian.mlkem`, `carnelian.mldsa` and `carnelian.slhdsa`, with a class for
//! each parameter set.

pub(crate) mod mldsa;
pub(crate) mod mlkem;
pub(crate) mod signature;
pub(crate) mod slhdsa;
