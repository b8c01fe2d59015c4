//! Measurement in rounds in which libraries take turns.
//!
//! In each round every library has one turn, in an order that is shuffled anew, so that any disturbance of the machine
//! (another program, a lower clock rate) affects all libraries alike and cancels in the ratio of a round. A turn is a
//! few samples of about half a millisecond; its result is their interquartile mean, which drops the first sample if it
//! suffers from the caches and the branch history that the previous library left.
//!
//! A library is a [`Runner`]: it is asked for a number of samples, each of a number of calls, and returns how long they
//! took. It runs in a process of its own ([`crate::process`]) or, for quick looks and for tests, in this one
//! ([`InProcess`]).

use crate::clock::{Clock, Elapsed};
use crate::interrupt;
use crate::op::Calls;
use crate::stats::{Estimate, FEWEST_TO_TRIM, middle};
use crate::values::Estimator;
pub use crate::values::SAMPLE;
use carnelian::__internals::TestRandom;
use std::fmt;
use std::time::Duration;

/// A library that makes calls of one operation.
pub trait Runner {
    /// Takes `samples` samples of `calls` calls each, one after the other, and returns the time of each sample.
    ///
    /// # Errors
    /// Returns [`Gone`] if the library can no longer make calls.
    fn turn(&mut self, calls: u64, samples: usize) -> Result<Vec<Elapsed>, Gone>;
}

/// The reason why a library can no longer make calls, as part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone(pub String);

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A library that runs in this process.
pub struct InProcess {
    /// Makes the calls.
    pub calls: Calls,
    /// Times them.
    pub clock: Clock,
}

impl Runner for InProcess {
    fn turn(&mut self, calls: u64, samples: usize) -> Result<Vec<Elapsed>, Gone> {
        Ok((0..samples).map(|_| self.clock.time(|| (self.calls)(calls))).collect())
    }
}

/// The minimum number of rounds of any library that is not so slow that one sample has to do.
pub const MIN_ROUNDS: usize = 3;
/// The number of rounds that ours and the fastest peers make however long a call takes, if [`Limits::at_most`] permits
/// it: with fewer, a single round that was disturbed makes the interval too wide to say anything.
pub const ROUNDS_TO_HOLD: usize = FEWEST_TO_TRIM;
/// The minimum number of keys of a library whose estimate is the mean over fresh keys.
pub const MIN_KEYS: u64 = 50;
/// A peer that is this many times slower than ours gets only [`MIN_ROUNDS`] rounds.
pub const TOO_SLOW: f64 = 20.0;
/// The number of samples in a turn, unless time is short.
const SAMPLES: usize = 4;
/// An interval that is narrow after fewer rounds may be so by chance.
const ROUNDS_TO_TRUST: usize = 30;
/// The number of times that the intervals are inspected in each doubling of the rounds, at least; at most it is twice
/// that. Each inspection is another chance to end a run because its interval happens to be too narrow.
const LOOKS_IN_A_DOUBLING: usize = 4;

/// The conditions for stopping.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time limit for everything, including warm-up. [`ROUNDS_TO_HOLD`] rounds are made even if they exceed it.
    pub time: Duration,
    /// The time limit for those rounds. For them to fit, the slowest peers stop after [`MIN_ROUNDS`], then ours and the
    /// fastest peer make fewer, and at last the slowest libraries make a single sample.
    pub at_most: Duration,
    /// Measurement ends once every interval's half-width is at most this share of its value.
    pub precision: f64,
    /// The confidence level of these intervals.
    pub confidence: f64,
    /// The time for each library to warm up.
    pub warm_up: Duration,
    /// The target duration of a sample.
    pub sample: Duration,
    /// The estimate whose interval is inspected.
    pub estimator: Estimator,
    /// The number of calls that a sample's calls are a multiple of.
    pub cycle: u64,
}

/// Measures `runners`, the first of which is ours. Returns for each of them the time of one call in each round that it
/// took part in, or the reason why it is gone. All take part in the first rounds; slow ones stop after [`MIN_ROUNDS`]. A
/// library for whose rounds there is no time has made one sample nevertheless, which is then its only round.
///
/// `now` returns the time since some fixed moment; `progress` receives the share of the time limit that is used up.
pub fn measure(
    runners: &mut [Box<dyn Runner + '_>],
    limits: &Limits,
    now: &dyn Fn() -> Duration,
    progress: &mut dyn FnMut(f64),
) -> Vec<Result<Vec<Elapsed>, Gone>> {
    let start = now();
    let spent = || now().saturating_sub(start);
    let mut places: Vec<Place> = Vec::new();
    for runner in &mut *runners {
        places.push(Place::find(&mut **runner, limits));
    }
    let ours = places[0].pace().map_or(0.0, |pace| pace.call.ns);
    for place in &mut places {
        place.slow = place.pace().is_some_and(|pace| pace.call.ns > TOO_SLOW * ours);
    }
    let wanted = rounds_that_fit(&mut places, limits, spent());
    let samples = samples_in_turns(&places, limits.time.saturating_sub(spent()));
    let turns = places.iter().filter(|place| !place.slow).filter_map(|place| Some(place.pace()?.turn(samples)));
    let round_time: Duration = turns.sum();
    places.iter_mut().for_each(|place| place.set_least_rounds(limits.estimator, samples));
    let least_rounds = places.iter().map(|place| place.least_rounds).max().unwrap_or(MIN_ROUNDS).max(wanted);

    let mut shuffler = TestRandom::new(start.subsec_nanos().into());
    for round in 1.. {
        if places[0].rounds.is_err() || places[0].pace.is_none() {
            break;
        }
        let takes_part = |place: &Place| {
            place.rounds.is_ok() && place.pace.is_some() && (round <= place.least_rounds || !place.slow)
        };
        let mut order: Vec<usize> = (0..places.len()).filter(|&i| takes_part(&places[i])).collect();
        shuffle(&mut order, &mut shuffler);
        for i in order {
            places[i].take_turn(&mut *runners[i], samples, limits.estimator);
        }
        progress((spent().as_secs_f64() / limits.time.as_secs_f64()).min(1.0));
        let time_is_up = spent() + round_time > limits.time || interrupt::requested();
        if round >= least_rounds && (time_is_up || enough_is_known(round, &places, limits))
            || round >= MIN_ROUNDS && interrupt::requested()
        {
            break;
        }
    }
    places.into_iter().map(|place| place.rounds).collect()
}

/// Returns the number of rounds of the libraries that are not slow: [`ROUNDS_TO_HOLD`], if they fit into the remainder
/// of `at_most`. Until they do, the slowest peers but one are made slow, so that they stop early; then fewer rounds are
/// made; then one sample of the slowest peers has to do, so that the minimum rounds of the others fit. Our library
/// makes one sample only if its own rounds take longer than all of `at_most`, and than was spent already.
fn rounds_that_fit(places: &mut [Place], limits: &Limits, spent: Duration) -> usize {
    let rest = limits.at_most.saturating_sub(spent);
    let cost = |place: &Place| place.pace().map_or(Duration::ZERO, |pace| pace.least_time(limits.estimator));
    loop {
        let quick = |place: &&Place| !place.slow && place.pace.is_some();
        let least: Duration = places.iter().map(cost).sum();
        let round: Duration = places.iter().filter(quick).filter_map(|place| Some(place.pace()?.turn(1))).sum();
        let more = round * (ROUNDS_TO_HOLD - MIN_ROUNDS) as u32;
        if least + more <= rest {
            return ROUNDS_TO_HOLD;
        }
        let quick_peers = places[1..].iter().filter(quick).count();
        if quick_peers > 1
            && let Some(slowest) = slowest_peer(places, cost, |place| !place.slow)
        {
            places[slowest].slow = true;
        } else if least <= rest {
            let fitting = (rest - least).as_secs_f64() / round.as_secs_f64().max(1e-9);
            return MIN_ROUNDS + (fitting as usize).min(ROUNDS_TO_HOLD - MIN_ROUNDS);
        } else if let Some(slowest) = slowest_peer(places, cost, |_| true) {
            places[slowest].settle_for_one_sample();
        } else {
            if cost(&places[0]) > limits.at_most.max(spent) {
                places[0].settle_for_one_sample();
            }
            return MIN_ROUNDS;
        }
    }
}

/// Returns the index of the peer with the largest cost among those that still make rounds and are `eligible`.
fn slowest_peer(
    places: &[Place],
    cost: impl Fn(&Place) -> Duration,
    eligible: impl Fn(&Place) -> bool,
) -> Option<usize> {
    (1..places.len()).filter(|&i| places[i].pace.is_some() && eligible(&places[i])).max_by_key(|&i| cost(&places[i]))
}

/// A library's state in the rounds.
struct Place {
    /// Its speed; `None` if it takes part in no round: it is gone, or one sample has to do.
    pace: Option<Pace>,
    /// Whether it stops after its least rounds.
    slow: bool,
    /// The number of rounds that it needs at least: [`MIN_ROUNDS`], and as many as contain [`MIN_KEYS`] where each call
    /// has a key of its own.
    least_rounds: usize,
    /// The time of one call in each of its rounds so far.
    rounds: Result<Vec<Elapsed>, Gone>,
}

impl Place {
    fn find(runner: &mut dyn Runner, limits: &Limits) -> Self {
        match Pace::find(runner, limits) {
            Ok(pace) => Self { pace: Some(pace), slow: false, least_rounds: MIN_ROUNDS, rounds: Ok(Vec::new()) },
            Err(gone) => Self { pace: None, slow: false, least_rounds: MIN_ROUNDS, rounds: Err(gone) },
        }
    }

    /// Makes the sample from which its speed is known its only round.
    fn settle_for_one_sample(&mut self) {
        if let Some(pace) = self.pace.take() {
            self.rounds = Ok(vec![pace.call]);
        }
    }

    const fn pace(&self) -> Option<&Pace> {
        self.pace.as_ref()
    }

    fn set_least_rounds(&mut self, estimator: Estimator, samples: usize) {
        let samples = if self.slow { 1 } else { samples };
        self.least_rounds = self.pace().map_or(MIN_ROUNDS, |pace| pace.least_rounds(estimator, samples));
    }

    /// Takes one turn: the estimate over its samples of the time of one call. Slow libraries take only one sample.
    fn take_turn(&mut self, runner: &mut dyn Runner, samples: usize, estimator: Estimator) {
        let Some(pace) = &self.pace else { return };
        let samples = if self.slow { 1 } else { samples };
        match (runner.turn(pace.calls_per_sample, samples), &mut self.rounds) {
            (Ok(taken), Ok(rounds)) => rounds.push(of_one_call(&taken, pace.calls_per_sample, estimator)),
            (Err(gone), _) => self.rounds = Err(gone),
            (Ok(_), Err(_)) => {}
        }
    }
}

fn of_one_call(samples: &[Elapsed], calls: u64, estimator: Estimator) -> Elapsed {
    let samples: Vec<Elapsed> = samples.iter().map(|sample| sample.per_call(calls)).collect();
    let ns: Vec<f64> = samples.iter().map(|sample| sample.ns).collect();
    let cycles: Option<Vec<f64>> = samples.iter().map(|sample| sample.cycles).collect();
    Elapsed { ns: middle(estimator, &ns), cycles: cycles.as_deref().map(|cycles| middle(estimator, cycles)) }
}

/// Returns the ratio ours/theirs for each round that both took part in.
#[must_use]
pub fn ratios(ours: &[Elapsed], theirs: &[Elapsed]) -> Vec<f64> {
    ours.iter().zip(theirs).map(|(ours, theirs)| ours.ns / theirs.ns).collect()
}

/// Estimates the ratio ours/theirs from the rounds that both took part in.
///
/// The interquartile mean is that of the rounds' ratios. The mean is the ratio of the two means: the mean of ratios is
/// larger where single rounds differ much, since a cheap round of the peer counts more than an expensive one. Its
/// interval is that of the mean of r·(1 + x/x̄ − y/ȳ), the linear approximation of the ratio over the rounds x of ours
/// and y of theirs.
///
/// # Panics
/// Panics if there are fewer than three rounds.
#[must_use]
pub fn ratio(estimator: Estimator, ours: &[Elapsed], theirs: &[Elapsed], confidence: f64) -> Estimate {
    if estimator == Estimator::InterquartileMean {
        return Estimate::of(&ratios(ours, theirs), confidence);
    }
    let (ours, theirs): (Vec<f64>, Vec<f64>) =
        ours.iter().zip(theirs).map(|(ours, theirs)| (ours.ns, theirs.ns)).unzip();
    let [our_mean, their_mean] = [&ours, &theirs].map(|values| middle(estimator, values));
    let linear = |(ours, theirs)| our_mean / their_mean * (1.0 + ours / our_mean - theirs / their_mean);
    Estimate::by(estimator, &ours.iter().zip(&theirs).map(linear).collect::<Vec<f64>>(), confidence)
}

/// Returns whether the interval of every ratio, or of our time if there are no peers, is narrow enough.
fn enough_is_known(round: usize, places: &[Place], limits: &Limits) -> bool {
    if round < ROUNDS_TO_TRUST || !round.is_multiple_of((round / 2 / LOOKS_IN_A_DOUBLING).next_power_of_two()) {
        return false;
    }
    let mut rounds = places.iter().filter_map(|place| place.rounds.as_ref().ok());
    let Some(ours) = rounds.next() else { return true };
    let narrow = |estimate: Estimate| estimate.precision() <= limits.precision;
    // More rounds will not improve the estimate of a library that no longer takes part.
    let mut peers = rounds.filter(|theirs| theirs.len() == round).peekable();
    if peers.peek().is_none() {
        let ours: Vec<f64> = ours.iter().map(|round| round.ns).collect();
        return narrow(Estimate::by(limits.estimator, &ours, limits.confidence));
    }
    peers.all(|theirs| narrow(ratio(limits.estimator, ours, theirs, limits.confidence)))
}

/// The speed of a library.
struct Pace {
    /// The time of one call after warm-up: that in the fastest sample so far.
    call: Elapsed,
    /// The number of calls that make a sample.
    calls_per_sample: u64,
}

impl Pace {
    /// Runs more and more calls until they fill a sample, then continues until the library has warmed up. All calls are
    /// in whole cycles.
    fn find(runner: &mut dyn Runner, limits: &Limits) -> Result<Self, Gone> {
        let [target, warm_up] = [limits.sample, limits.warm_up].map(|time| time.as_secs_f64() * 1e9);
        let cycle = limits.cycle;
        let mut calls = cycle;
        let mut spent = 0.0;
        let mut fastest = Elapsed { ns: f64::INFINITY, cycles: None };
        loop {
            let taken = runner.turn(calls, 1)?.into_iter().fold(Elapsed::default(), longer);
            spent += taken.ns;
            // The clock may not advance over a few calls; avoid a division by zero.
            let one = taken.per_call(calls);
            let one = Elapsed { ns: one.ns.max(1e-3), ..one };
            fastest = if one.ns < fastest.ns { one } else { fastest };
            let wanted = ((target / fastest.ns / cycle as f64).round() as u64).max(1).saturating_mul(cycle);
            if calls >= wanted && spent >= warm_up || spent >= warm_up.max(target) {
                return Ok(Self { call: fastest, calls_per_sample: wanted });
            }
            calls = wanted.min(calls * 4);
        }
    }

    /// Returns the minimum number of rounds of `samples` samples each.
    fn least_rounds(&self, estimator: Estimator, samples: usize) -> usize {
        let keys = match estimator {
            Estimator::InterquartileMean => 0,
            Estimator::Mean => MIN_KEYS,
        };
        let rounds = keys.div_ceil(self.calls_per_sample.saturating_mul(samples as u64));
        usize::try_from(rounds).unwrap_or(usize::MAX).max(MIN_ROUNDS)
    }

    /// Returns the duration of the minimum number of rounds, of one sample each.
    fn least_time(&self, estimator: Estimator) -> Duration {
        self.turn(self.least_rounds(estimator, 1))
    }

    /// Returns the duration of a turn of `samples` samples.
    fn turn(&self, samples: usize) -> Duration {
        Duration::from_secs_f64(self.call.ns * self.calls_per_sample as f64 * samples as f64 / 1e9)
    }
}

fn longer(a: Elapsed, b: Elapsed) -> Elapsed {
    if a.ns > b.ns { a } else { b }
}

/// Returns the number of samples in a turn: the largest that leaves time for [`ROUNDS_TO_HOLD`] rounds, in which slow
/// libraries take three turns of one sample.
fn samples_in_turns(places: &[Place], time: Duration) -> usize {
    let cost = |samples: usize| -> Duration {
        let turns = |slow| if slow { MIN_ROUNDS } else { ROUNDS_TO_HOLD * samples };
        places.iter().filter_map(|place| Some(place.pace()?.turn(turns(place.slow)))).sum()
    };
    (1..=SAMPLES).rev().find(|&samples| cost(samples) <= time).unwrap_or(1)
}

/// Fisher-Yates shuffle. The generator's bias over a few items is far too small to matter here.
fn shuffle(order: &mut [usize], random: &mut TestRandom) {
    for i in (1..order.len()).rev() {
        order.swap(i, (random.next_u64() % (i as u64 + 1)) as usize);
    }
}
