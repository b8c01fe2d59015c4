//! Cycles and nanoseconds from a single reading.
//!
//! A reading is the value of a [`Counter`]; nanoseconds are differences of readings times a factor that is calibrated
//! once for a run. Measuring processes return raw readings to the process that started them, so no two libraries are
//! measured with different clocks.
//! Cycles are the same differences: of the TSC if it is invariant, of the virtual counter on AArch64. Without either of
//! them there are no cycles.
//!
//! These cycles are not core cycles: the core usually runs faster or slower than its counter. [`Clock::core_per_cycle`]
//! measures the ratio.

mod counter;

pub use counter::Counter;

use std::hint::black_box;
use std::ops::{Add, AddAssign};
use std::time::{Duration, Instant};

/// An elapsed time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Elapsed {
    /// Nanoseconds.
    pub ns: f64,
    /// Cycles of the counter, if it counts cycles.
    pub cycles: Option<f64>,
}

impl Elapsed {
    /// Returns the time of one call if `calls` calls took this long.
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

/// The clock of a run.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    counter: Counter,
    ns_per_tick: f64,
}

impl Clock {
    /// Calibrates the counter of this CPU against the system's clock, which takes a fifth of a second.
    #[must_use]
    pub fn calibrated() -> Self {
        let counter = Counter::of_cpu();
        Self { counter, ns_per_tick: if counter == Counter::System { 1.0 } else { ns_per_tick(counter) } }
    }

    /// Returns the length of a cycle of the counter in nanoseconds.
    #[must_use]
    pub const fn ns_per_tick(&self) -> f64 {
        self.ns_per_tick
    }

    /// Returns the counter's name, if it counts cycles.
    #[must_use]
    pub const fn counter_name(&self) -> Option<&'static str> {
        match self.counter {
            Counter::Tsc => Some("TSC"),
            Counter::Cntvct => Some("cntvct"),
            Counter::System => None,
        }
    }

    /// Measures how long `work` takes.
    #[inline]
    pub fn time(&self, work: impl FnOnce()) -> Elapsed {
        let start = self.counter.read();
        work();
        self.elapsed(self.counter.read().saturating_sub(start))
    }

    /// Converts ticks of the counter to an elapsed time.
    #[must_use]
    pub fn elapsed(&self, ticks: u64) -> Elapsed {
        let ticks = ticks as f64;
        Elapsed { ns: ticks * self.ns_per_tick, cycles: (self.counter != Counter::System).then_some(ticks) }
    }

    /// Returns the number of core cycles per cycle of the counter, measured with a chain of dependent multiplications.
    /// 64-bit multiplication has a latency of three core cycles on x86-64 cores since 2008 and on the AArch64 cores of
    /// servers, desktops and phones since 2017. The fastest of several chains, one without interruptions, is used.
    /// Returns `None` if the counter does not count cycles.
    #[must_use]
    pub fn core_per_cycle(&self) -> Option<f64> {
        const LATENCY: f64 = 3.0;
        const LINKS: u32 = 100_000;
        let chain = || {
            self.time(|| {
                // Repeated squaring: there is no shortcut.
                let mut link = black_box(3u64);
                for _ in 0..LINKS {
                    link = link.wrapping_mul(link);
                }
                black_box(link);
            })
        };
        let fastest = (0..20).filter_map(|_| chain().cycles).reduce(f64::min)?;
        Some(LATENCY * f64::from(LINKS) / fastest)
    }
}

/// Returns the counter's period, measured over a fifth of a second. Each end is the closest of several pairs of
/// readings, so an interrupt between the two readings of a pair does not matter.
fn ns_per_tick(counter: Counter) -> f64 {
    let reading = || {
        let pairs = (0..50).map(|_| {
            let before = Instant::now();
            let ticks = counter.read();
            (before.elapsed(), before, ticks)
        });
        let (_, instant, ticks) = pairs.min_by_key(|(width, ..)| *width).expect("there are fifty");
        (instant, ticks)
    };
    let (start, start_ticks) = reading();
    std::thread::sleep(Duration::from_millis(200));
    let (end, end_ticks) = reading();
    end.duration_since(start).as_nanos() as f64 / end_ticks.saturating_sub(start_ticks).max(1) as f64
}
