//! Batches of secret messages under SHA-512. Its other operations are those of every hash function.

use super::hashing::{TIERS, batch};
use crate::op::Operation;
use carnelian::hash::{Hash, Sha512};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "sha512/batch-1", tiers: TIERS, backend: Sha512::backend, run: batch::<Sha512, 64, 1> },
    Operation { name: "sha512/batch-3", tiers: TIERS, backend: Sha512::backend, run: batch::<Sha512, 64, 3> },
    Operation { name: "sha512/batch-8", tiers: TIERS, backend: Sha512::backend, run: batch::<Sha512, 64, 8> },
    Operation { name: "sha512/batch-13", tiers: TIERS, backend: Sha512::backend, run: batch::<Sha512, 64, 13> },
];
