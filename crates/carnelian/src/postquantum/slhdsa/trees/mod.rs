//! The structures of signatures, FIPS 205 Sections 5 to 8: chains, the trees above them, and the hypertree.

mod base_2b;
pub(super) mod fors;
pub(super) mod hypertree;
pub(super) mod merkle;
pub(super) mod wots;
mod xmss;
