//! Shared fixtures: libraries with known running times, and a clock that they advance.

use carnelian::__internals::TestRandom;
use carnelian_bench::clock::Elapsed;
use carnelian_bench::measure::{Gone, Runner};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

/// A world in which time passes only while a [`Simulated`] library works.
#[derive(Clone, Default)]
pub(crate) struct World {
    now_ns: Rc<Cell<f64>>,
    /// The libraries that ran, in order.
    pub(crate) turns: Rc<RefCell<Vec<usize>>>,
}

impl World {
    pub(crate) fn now(&self) -> Duration {
        Duration::from_secs_f64(self.now_ns.get() / 1e9)
    }

    /// Returns a library whose calls take `call_ns`, times a factor that `noise` draws for each sample from the current
    /// time.
    pub(crate) fn library(
        &self,
        number: usize,
        call_ns: f64,
        noise: impl FnMut(f64) -> f64 + 'static,
    ) -> Box<dyn Runner> {
        Box::new(Simulated { world: self.clone(), number, call_ns, noise })
    }
}

struct Simulated<N> {
    world: World,
    number: usize,
    call_ns: f64,
    noise: N,
}

impl<N: FnMut(f64) -> f64> Runner for Simulated<N> {
    fn turn(&mut self, calls: u64, samples: usize) -> Result<Vec<Elapsed>, Gone> {
        let mut sample = || {
            let now = self.world.now_ns.get();
            let ns = self.call_ns * calls as f64 * (self.noise)(now / 1e9);
            self.world.now_ns.set(now + ns);
            self.world.turns.borrow_mut().push(self.number);
            Elapsed { ns, cycles: Some(2.0 * ns) }
        };
        Ok((0..samples).map(|_| sample()).collect())
    }
}

/// Draws from the uniform distribution on (0, 1).
pub(crate) fn uniform(random: &mut TestRandom) -> f64 {
    ((random.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

/// Draws from the standard normal distribution by the Box-Muller transform.
pub(crate) fn normal(random: &mut TestRandom) -> f64 {
    (-2.0 * uniform(random).ln()).sqrt() * (std::f64::consts::TAU * uniform(random)).cos()
}
