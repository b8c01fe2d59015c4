//! Batches of secret messages under SHA-256. Its other operations are those of every hash function.

use super::hashing::{TIERS_OF_SHA256, batch};
use crate::op::Operation;
use carnelian::cpu::Tier;
use carnelian::hash::{Hash, Sha256};

/// The tiers of everything that is made from SHA-256.
pub(in crate::op) const TIERS: &[Tier] = TIERS_OF_SHA256;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "sha256/batch-1", tiers: TIERS, backend: Sha256::backend, run: batch::<Sha256, 32, 1> },
    Operation { name: "sha256/batch-3", tiers: TIERS, backend: Sha256::backend, run: batch::<Sha256, 32, 3> },
    Operation { name: "sha256/batch-8", tiers: TIERS, backend: Sha256::backend, run: batch::<Sha256, 32, 8> },
    Operation { name: "sha256/batch-27", tiers: TIERS, backend: Sha256::backend, run: batch::<Sha256, 32, 27> },
];
