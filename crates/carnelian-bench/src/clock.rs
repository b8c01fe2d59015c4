//! Cycles and nanoseconds from one reading.
//!
//! Where the CPU's time-stamp counter runs at one rate whatever the core's frequency (the "invariant TSC" of x86-64),
//! a reading is that counter: differences are TSC cycles, and nanoseconds are the same differences times a factor that
//! is calibrated once. Elsewhere a reading is the system's monotonic clock and there are no cycles: the counter of
//! AArch64 ticks at a rate that has nothing to do with the core's, and an i686 program takes the system's clock.
//!
//! TSC cycles are not core cycles: the core usually runs faster or slower than its TSC.

use std::ops::{Add, AddAssign};

/// How long something took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Elapsed {
    /// Nanoseconds.
    pub ns: f64,
    /// TSC cycles, where they exist.
    pub cycles: Option<f64>,
}

impl Elapsed {
    /// The share of one call when `calls` took this long.
    #[must_use]
    pub fn per_call(self, calls: u64) -> Self {
        let calls = calls as f64;
        Self { ns: self.ns / calls, cycles: self.cycles.map(|cycles| cycles / calls) }
    }
}

impl Add for Elapsed {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let cycles = self.cycles.zip(other.cycles).map(|(a, b)| a + b);
        Self { ns: self.ns + other.ns, cycles }
    }
}

impl AddAssign for Elapsed {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// The clock that measures.
#[derive(Clone, Debug)]
pub struct Clock {
    source: quanta::Clock,
    counts_cycles: bool,
}

impl Clock {
    /// Looks for an invariant TSC and calibrates it, which takes a fraction of a second the first time.
    #[must_use]
    pub fn new() -> Self {
        Self { source: quanta::Clock::new(), counts_cycles: has_invariant_tsc() }
    }

    /// Whether readings are TSC cycles.
    #[must_use]
    pub const fn counts_cycles(&self) -> bool {
        self.counts_cycles
    }

    /// How long `work` takes.
    #[inline]
    pub fn time(&self, work: impl FnOnce()) -> Elapsed {
        let start = self.source.raw();
        work();
        let end = self.source.raw();
        Elapsed {
            ns: self.source.delta_as_nanos(start, end) as f64,
            cycles: self.counts_cycles.then(|| end.saturating_sub(start) as f64),
        }
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}

/// What [`quanta`] asks for before it reads the TSC, asked again because it does not tell.
#[cfg(target_arch = "x86_64")]
fn has_invariant_tsc() -> bool {
    let cpu = raw_cpuid::CpuId::new();
    cpu.get_advanced_power_mgmt_info().is_some_and(|power| power.has_invariant_tsc())
        && cpu.get_extended_processor_and_feature_identifiers().is_some_and(|features| features.has_rdtscp())
}

#[cfg(not(target_arch = "x86_64"))]
const fn has_invariant_tsc() -> bool {
    false
}
