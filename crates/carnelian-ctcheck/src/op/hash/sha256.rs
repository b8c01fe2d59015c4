//! Batches of secret messages under SHA-1 and SHA-256. Their other operations are those of every hash function.

use super::hashing::{TIERS_OF_SHA256, batch};
use crate::op::Operation;
use carnelian::cpu::Tier;
use carnelian::hash::{Hash, Sha1, Sha256};

/// The tiers of everything that is made from SHA-256.
pub(in crate::op) const TIERS: &[Tier] = TIERS_OF_SHA256;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "sha1/batch-3", tiers: TIERS, backend: Sha1::backend, run: batch::<Sha1, 20, 3> },
    Operation { name: "sha1/batch-8", tiers: TIERS, backend: Sha1::backend, run: batch::<Sha1, 20, 8> },
    Operation { name: "sha1/batch-27", tiers: TIERS, backend: Sha1::backend, run: batch::<Sha1, 20, 27> },
    Operation { name: "sha256/batch-1", tiers: TIERS, backend: Sha256::backend, run: batch::<Sha256, 32, 1> },
    Operation { name: "sha256/batch-3", tiers: TIERS, backend: Sha256::backend, run: batch::<Sha256, 32, 3> },
    Operation { name: "sha256/batch-8", tiers: TIERS, backend: Sha256::backend, run: batch::<Sha256, 32, 8> },
    Operation { name: "sha256/batch-27", tiers: TIERS, backend: Sha256::backend, run: batch::<Sha256, 32, 27> },
];
