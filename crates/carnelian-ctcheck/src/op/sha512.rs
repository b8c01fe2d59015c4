//! SHA-512, SHA-384 and SHA-512/256 of secret messages.

use super::Operation;
use super::hashing::{batch, digest, incremental};
use carnelian::cpu::Tier;
use carnelian::hash::{Hash, Sha384, Sha512, Sha512_256};

const TIERS: &[Tier] = &[Tier::Portable64, Tier::Avx2, Tier::Avx512];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "sha512/digest", tiers: TIERS, backend: Sha512::backend, run: digest::<Sha512> },
    Operation { name: "sha384/digest", tiers: TIERS, backend: Sha384::backend, run: digest::<Sha384> },
    Operation { name: "sha512-256/digest", tiers: TIERS, backend: Sha512_256::backend, run: digest::<Sha512_256> },
    Operation { name: "sha512/incremental", tiers: TIERS, backend: Sha512::backend, run: incremental::<Sha512> },
    Operation { name: "sha384/incremental", tiers: TIERS, backend: Sha384::backend, run: incremental::<Sha384> },
    Operation {
        name: "sha512-256/incremental",
        tiers: TIERS,
        backend: Sha512_256::backend,
        run: incremental::<Sha512_256>,
    },
    Operation { name: "sha512/batch-1", tiers: TIERS, backend: Sha512::backend, run: batch::<Sha512, 64, 1> },
    Operation { name: "sha512/batch-3", tiers: TIERS, backend: Sha512::backend, run: batch::<Sha512, 64, 3> },
    Operation { name: "sha512/batch-8", tiers: TIERS, backend: Sha512::backend, run: batch::<Sha512, 64, 8> },
    Operation { name: "sha512/batch-13", tiers: TIERS, backend: Sha512::backend, run: batch::<Sha512, 64, 13> },
];
