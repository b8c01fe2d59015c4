//! The tiers of this CPU.

pub(crate) use carnelian::__internals::tiers;
use carnelian::__internals::{at_most, tell_tiers_not_run};
use carnelian::curve::curve25519;
use std::collections::BTreeSet;

#[test]
fn tiers_that_are_not_run_are_told() {
    tell_tiers_not_run();
}

/// Runs `check` at one tier for each backend of curve25519 that this CPU can be led to: for checks too slow to be run
/// at tiers that lead to the same code.
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
