//! Cycles and nanoseconds from one reading.
//!
//! A reading is that of a [`Counter`]; nanoseconds are differences of it times a factor that is calibrated once for a
//! run: processes that measure give readings to the one that asked them, so that no two libraries are measured with
//! different clocks.
//! Cycles are the same differences: of the TSC where it is invariant, of the virtual counter on AArch64. Where neither
//! exists there are none.
//!
//! Such cycles are not core cycles: the core usually runs faster or slower than its counter. [`Clock::core_per_cycle`]
//! measures by how much.

mod counter;

pub use counter::Counter;

use std::hint::black_box;
use std::ops::{Add, AddAssign};
use std::time::{Duration, Instant};

/// How long something took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Elapsed {
    /// Nanoseconds.
    pub ns: f64,
    /// Cycles of the counter, where it counts any.
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

    /// Nanoseconds in a cycle of the counter.
    #[must_use]
    pub const fn ns_per_tick(&self) -> f64 {
        self.ns_per_tick
    }

    /// The counter's name, if it counts cycles.
    #[must_use]
    pub const fn counter_name(&self) -> Option<&'static str> {
        match self.counter {
            Counter::Tsc => Some("TSC"),
            Counter::Cntvct => Some("cntvct"),
            Counter::System => None,
        }
    }

    /// How long `work` takes.
    #[inline]
    pub fn time(&self, work: impl FnOnce()) -> Elapsed {
        let start = self.counter.read();
        work();
        self.elapsed(self.counter.read().saturating_sub(start))
    }

    /// What so many ticks of the counter are.
    #[must_use]
    pub fn elapsed(&self, ticks: u64) -> Elapsed {
        let ticks = ticks as f64;
        Elapsed { ns: ticks * self.ns_per_tick, cycles: (self.counter != Counter::System).then_some(ticks) }
    }

    /// Core cycles in a cycle of the counter: how long a chain of multiplications takes, each of which waits for the
    /// one before it. 64-bit multiplication has a latency of three core cycles on the x86-64 cores since 2008 and on
    /// the AArch64 cores of servers, desktops and telephones since 2017. The fastest of several chains counts, the one
    /// that nothing interrupted. `None` where no cycles are counted.
    #[must_use]
    pub fn core_per_cycle(&self) -> Option<f64> {
        const LATENCY: f64 = 3.0;
        const LINKS: u32 = 100_000;
        let chain = || {
            self.time(|| {
                // Squares of squares: there is no shorter way to compute them.
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

/// The counter's rate, over a fifth of a second. Each end is the closest of several pairs of readings, so that an
/// interrupt between the two of a pair does not count.
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
