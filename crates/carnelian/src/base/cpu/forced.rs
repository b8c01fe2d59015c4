//! Lowering the tier for one thread, and the tiers that are tested.

#[cfg(any(test, feature = "__internals"))]
use super::missing;
use super::{ONE_LOWERING, Ordering, STATE, Tier, detected};
use core::cell::Cell;
#[cfg(any(test, feature = "__internals"))]
use std::io::Write;

std::thread_local! {
    static CEILING: Cell<Tier> = const { Cell::new(Tier::Avx512) };
}

/// Returns the lower one of `tier` and the ceiling of this thread.
#[cold]
pub(super) fn lowered(tier: Tier) -> Tier {
    tier.min(CEILING.get())
}

/// Runs `work` with every tier above `tier` disabled on this thread; calls nest and can only lower the tier.
pub fn at_most<R>(tier: Tier, work: impl FnOnce() -> R) -> R {
    struct Restore(Tier);
    impl Drop for Restore {
        fn drop(&mut self) {
            CEILING.set(self.0);
            STATE.fetch_sub(ONE_LOWERING, Ordering::Relaxed);
        }
    }
    _ = detected();
    STATE.fetch_add(ONE_LOWERING, Ordering::Relaxed);
    let _restore = Restore(CEILING.replace(lowered(tier)));
    work()
}

/// Returns `work` with the tier of this thread, for other threads that do a part of it.
#[cfg(feature = "threads")]
pub(crate) fn as_here<A, R>(work: &(impl Fn(A) -> R + Sync)) -> impl Fn(A) -> R + Sync + Send {
    let tier = CEILING.get();
    // A thread that is not lowered must not make all others look whether they are.
    move |argument| if tier == Tier::Avx512 { work(argument) } else { at_most(tier, || work(argument)) }
}

/// Returns the tiers that are tested, lowest first: up to the one in force, starting at the one named by
/// `CARNELIAN_LOWEST_TIER`. An emulator, which is slow, need not repeat what runs on every CPU.
#[cfg(any(test, feature = "__internals"))]
pub fn tiers() -> impl Iterator<Item = Tier> {
    let highest = Tier::in_force();
    let lowest = named("CARNELIAN_LOWEST_TIER").unwrap_or(Tier::Portable32).min(highest);
    Tier::ALL.into_iter().filter(move |tier| (lowest..=highest).contains(tier))
}

/// Reports on standard error, bypassing the test harness, the tiers that this CPU cannot test, and the tokens that
/// this CPU lacks among the tiers that it has.
///
/// # Panics
/// If `CARNELIAN_REQUIRE_TIER` names a tier that this CPU does not have.
#[cfg(any(test, feature = "__internals"))]
pub fn tell_tiers_not_run() {
    let here = Tier::of_cpu();
    let of_this_architecture = if cfg!(target_arch = "x86_64") { Tier::Avx512 } else { here };
    for tier in Tier::ALL.into_iter().filter(|tier| (here..=of_this_architecture).contains(tier) && *tier != here) {
        let how = if tier == Tier::Avx512 { "; cargo xtask emulate runs it" } else { "" };
        // If standard error is closed, there is nowhere to report it.
        let _ = writeln!(std::io::stderr(), "NOT RUN HERE: {tier} (this CPU has none{how})");
    }
    for token in missing(here) {
        let _ = writeln!(std::io::stderr(), "NOT RUN HERE: what asks for cpu::{token} (this CPU has not all of it)");
    }
    let required = named("CARNELIAN_REQUIRE_TIER").unwrap_or(here);
    assert!(required <= here, "CARNELIAN_REQUIRE_TIER is {required}, and this CPU has only {here}");
}

/// Returns the tier that an environment variable names; `None` if it is not set or empty.
#[cfg(any(test, feature = "__internals"))]
fn named(variable: &str) -> Option<Tier> {
    let name = std::env::var_os(variable).filter(|name| !name.is_empty())?;
    let name = name.to_str().unwrap_or_default();
    Some(name.parse().unwrap_or_else(|error| panic!("{variable} is {name:?}: {error}")))
}
