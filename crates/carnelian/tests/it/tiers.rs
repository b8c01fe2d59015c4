//! The tiers of this CPU.

use carnelian::__internals::at_most;
use carnelian::cpu::Tier;
use carnelian::curve::curve25519;
use std::collections::BTreeSet;

/// The tiers that this CPU has, lowest first.
pub(crate) fn tiers() -> impl Iterator<Item = Tier> {
    Tier::ALL.into_iter().filter(|tier| *tier <= Tier::of_cpu())
}

/// Runs `check` at one tier for each backend of curve25519 that this CPU can be led to: for checks too slow to be run at
/// tiers that lead to the same code.
pub(crate) fn with_every_backend(mut check: impl FnMut(&'static str)) {
    let mut seen = BTreeSet::new();
    for tier in tiers() {
        at_most(tier, || {
            let backend = curve25519::backend();
            if seen.insert(backend) {
                check(backend);
            }
        });
    }
    assert!(seen.contains(curve25519::backend()), "the best backend was not run");
}
