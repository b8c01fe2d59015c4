//! The registry of secret-handling operations: one file per family, and the planted leaks.

mod aead;
mod aes;
mod aes_gcm;
mod aes_gcm_siv;
mod argon2;
mod blake2;
mod chacha20;
mod chacha20poly1305;
mod ct;
mod ed25519;
mod eddsa_blake2b;
mod edwards25519;
mod elligator2;
mod encoding;
mod ghash;
mod hashing;
mod hmac;
mod keccak;
mod planted;
mod poly1305;
mod ristretto255;
mod scalar25519;
mod sealed_file;
mod secret;
mod sha256;
mod sha512;
mod x25519;

use crate::check::Check;
use carnelian::cpu::Tier;

/// Something that the library does with secrets.
pub(crate) struct Operation {
    /// Family and name.
    pub(crate) name: &'static str,
    /// The tiers at which it runs other code than at the tier below; each is a row of the table.
    pub(crate) tiers: &'static [Tier],
    /// The backend that the tier in force leads to.
    pub(crate) backend: fn() -> &'static str,
    /// Does it, at the tier in force.
    pub(crate) run: fn(&mut Check),
}

/// Every operation, by family.
pub(crate) const REGISTRY: &[&[Operation]] = &[
    ct::OPERATIONS,
    encoding::OPERATIONS,
    secret::OPERATIONS,
    sha256::OPERATIONS,
    sha512::OPERATIONS,
    keccak::OPERATIONS,
    blake2::OPERATIONS,
    aes::OPERATIONS,
    chacha20::OPERATIONS,
    poly1305::OPERATIONS,
    chacha20poly1305::OPERATIONS,
    ghash::OPERATIONS,
    aes_gcm::OPERATIONS,
    aes_gcm_siv::OPERATIONS,
    hmac::OPERATIONS,
    argon2::OPERATIONS,
    sealed_file::OPERATIONS,
    x25519::OPERATIONS,
    edwards25519::OPERATIONS,
    scalar25519::OPERATIONS,
    ristretto255::OPERATIONS,
    ed25519::OPERATIONS,
    eddsa_blake2b::OPERATIONS,
    elligator2::OPERATIONS,
];

/// What a checker must report, and a control that it must not. Run only when asked for by name.
pub(crate) const PLANTED: &[&[Operation]] = &[planted::OPERATIONS];

/// An operation without backends runs once, at the lowest tier of a 64-bit machine.
const ONE_BACKEND: &[Tier] = &[Tier::Portable64];

/// The tiers at which the group of curve25519 has a backend of its own.
const TIERS_OF_25519: &[Tier] = &[Tier::Portable32, Tier::Portable64, Tier::Avx2, Tier::Avx512];

fn portable() -> &'static str {
    "portable"
}

/// The operation called `name`, planted or not; all but the planted ones without a name.
pub(crate) fn select(name: Option<&str>) -> Vec<&'static Operation> {
    let all = REGISTRY.iter().copied().flatten();
    match name {
        Some(name) => all.chain(PLANTED.iter().copied().flatten()).filter(|operation| operation.name == name).collect(),
        None => all.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carnelian::__internals::{at_most, tell_tiers_not_run, tiers};
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique() {
        let names: Vec<_> = REGISTRY.iter().chain(PLANTED).copied().flatten().map(|operation| operation.name).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }

    /// A backend that is added to the library and not here would be shipped unchecked.
    #[test]
    fn the_tiers_of_an_operation_reach_every_backend_of_this_cpu() {
        tell_tiers_not_run();
        for operation in REGISTRY.iter().copied().flatten() {
            let reached = |asked: &[Tier]| -> BTreeSet<_> {
                tiers().filter(|tier| asked.contains(tier)).map(|tier| at_most(tier, operation.backend)).collect()
            };
            assert_eq!(reached(operation.tiers), reached(&Tier::ALL), "{}", operation.name);
        }
    }
}
