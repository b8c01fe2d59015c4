//! Faster forms of signing and verification for many signatures. They need a heap.

pub(super) mod challenges;
pub(super) mod combined;
mod prepared;
mod sign;
mod verify;

pub use prepared::{PreparedVerifyingKey, PreparedVerifyingKeyOf};
pub(in crate::curve) use sign::{from_all_seeds, generate_all, sign_all};
pub use sign::{from_seed_batch, generate_batch, sign_batch};
pub(in crate::curve) use verify::verify_all;
pub use verify::{BatchError, BatchItem, BatchItemOf, BatchKey, BatchKeyOf, verify_batch, verify_batch_with};
