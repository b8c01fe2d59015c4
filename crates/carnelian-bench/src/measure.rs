//! Libraries take turns.
//!
//! In each round every library has one turn, in an order that is shuffled anew, so that whatever the machine does
//! meanwhile (another program, a lower clock) befalls all alike and cancels in the ratio of a round. A turn is a few
//! samples of about half a millisecond; its result is their interquartile mean, which drops the first sample if it
//! suffers from the caches and the branch history that the previous library left.
//!
//! A library is a [`Runner`]: it is asked for so many calls and says how long they took. Here all libraries run in one
//! process ([`InProcess`]), one after the other on one thread. That has a known weakness: a library can slow down the
//! next one, by its code layout, through the allocator, or by leaving the upper halves of vector registers dirty,
//! which makes SHA-NI instructions up to 125 times slower in code that does not clear them first. A runner that
//! passes the number of calls to a process of its own is free of that and needs no change here.

use crate::clock::{Clock, Elapsed};
use crate::op::Calls;
use crate::stats::{CONFIDENCE, Estimate, interquartile_mean};
use carnelian::__internals::TestRandom;
use std::time::Duration;

/// A library that makes calls of one operation.
pub trait Runner {
    /// Makes `calls` calls, one after the other, and says how long they took together.
    fn run(&mut self, calls: u64) -> Elapsed;
}

/// A library that runs in this process.
pub struct InProcess {
    /// Makes the calls.
    pub calls: Calls,
    /// Takes the time.
    pub clock: Clock,
}

impl Runner for InProcess {
    fn run(&mut self, calls: u64) -> Elapsed {
        self.clock.time(|| (self.calls)(calls))
    }
}

/// Fewest rounds of any library.
pub const MIN_ROUNDS: usize = 3;
/// A peer that takes this many times as long as ours gets [`MIN_ROUNDS`] rounds and no more.
pub const TOO_SLOW: f64 = 20.0;
/// How long a sample should take.
const SAMPLE: Duration = Duration::from_micros(600);
/// Samples in a turn, unless time is short.
const SAMPLES: usize = 4;
/// An interval that is narrow after fewer rounds may be so by luck.
const ROUNDS_TO_TRUST: usize = 30;
/// How many times in each doubling of the rounds the intervals are looked at, or up to twice that. Each look is another
/// chance to end a run because its interval happens to be too narrow.
const LOOKS_IN_A_DOUBLING: usize = 4;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time for everything, warm-up included. At least [`MIN_ROUNDS`] rounds are made even so.
    pub time: Duration,
    /// Enough is known once every interval's half-width is at most this share of its value.
    pub precision: f64,
    /// Time for each library to warm up.
    pub warm_up: Duration,
}

/// Measures `runners`, of which the first is ours; gives for each the time of one call in each round that it took part
/// in. All take part in the first rounds; slow ones stop after [`MIN_ROUNDS`].
///
/// `now` is the time since some fixed moment; `progress` is told the share of the time limit that is used up.
pub fn measure(
    runners: &mut [Box<dyn Runner + '_>],
    limits: &Limits,
    now: &dyn Fn() -> Duration,
    progress: &mut dyn FnMut(f64),
) -> Vec<Vec<Elapsed>> {
    let start = now();
    let spent = || now().saturating_sub(start);
    let paces: Vec<Pace> = runners.iter_mut().map(|runner| Pace::find(&mut **runner, limits.warm_up)).collect();
    let slow: Vec<bool> = paces.iter().map(|pace| pace.call_ns > TOO_SLOW * paces[0].call_ns).collect();
    let samples = samples_in_turns(&paces, &slow, limits.time.saturating_sub(spent()));
    let round_time: Duration = (0..paces.len()).filter(|&i| !slow[i]).map(|i| paces[i].turn(samples[i])).sum();

    let mut rounds = vec![Vec::new(); runners.len()];
    let mut shuffler = TestRandom::new(start.subsec_nanos().into());
    for round in 1.. {
        let mut order: Vec<usize> = (0..runners.len()).filter(|&i| round <= MIN_ROUNDS || !slow[i]).collect();
        shuffle(&mut order, &mut shuffler);
        for i in order {
            rounds[i].push(turn(&mut *runners[i], paces[i].calls_per_sample, samples[i]));
        }
        progress((spent().as_secs_f64() / limits.time.as_secs_f64()).min(1.0));
        let time_is_up = spent() + round_time > limits.time;
        if round >= MIN_ROUNDS && (time_is_up || enough_is_known(round, &rounds, limits.precision)) {
            break;
        }
    }
    rounds
}

/// One turn: the interquartile mean over its samples of the time of one call.
fn turn(runner: &mut dyn Runner, calls: u64, samples: usize) -> Elapsed {
    let taken: Vec<Elapsed> = (0..samples).map(|_| runner.run(calls).per_call(calls)).collect();
    let ns: Vec<f64> = taken.iter().map(|sample| sample.ns).collect();
    let cycles: Option<Vec<f64>> = taken.iter().map(|sample| sample.cycles).collect();
    Elapsed { ns: interquartile_mean(&ns), cycles: cycles.as_deref().map(interquartile_mean) }
}

/// The ratio ours/theirs in each round that both took part in.
#[must_use]
pub fn ratios(ours: &[Elapsed], theirs: &[Elapsed]) -> Vec<f64> {
    ours.iter().zip(theirs).map(|(ours, theirs)| ours.ns / theirs.ns).collect()
}

/// Whether the interval of every ratio, or of our time if we are alone, is narrow enough.
fn enough_is_known(round: usize, rounds: &[Vec<Elapsed>], precision: f64) -> bool {
    if round < ROUNDS_TO_TRUST || !round.is_multiple_of((round / 2 / LOOKS_IN_A_DOUBLING).next_power_of_two()) {
        return false;
    }
    let (ours, peers) = rounds.split_first().expect("ours is always measured");
    let narrow = |values: &[f64]| Estimate::of(values, CONFIDENCE).precision() <= precision;
    if peers.is_empty() {
        return narrow(&ours.iter().map(|round| round.ns).collect::<Vec<_>>());
    }
    // A library that no longer takes part will not be known better.
    peers.iter().filter(|theirs| theirs.len() == round).all(|theirs| narrow(&ratios(ours, theirs)))
}

/// How fast a library is.
struct Pace {
    /// One call, warm, in nanoseconds.
    call_ns: f64,
    /// As many calls as make a sample.
    calls_per_sample: u64,
}

impl Pace {
    /// Runs more and more calls until they fill a sample, then keeps on until the library has warmed up.
    fn find(runner: &mut dyn Runner, warm_up: Duration) -> Self {
        let (target, warm_up) = (SAMPLE.as_secs_f64() * 1e9, warm_up.as_secs_f64() * 1e9);
        let mut calls = 1;
        let mut spent = 0.0;
        let mut fastest = f64::INFINITY;
        loop {
            let taken = runner.run(calls);
            spent += taken.ns;
            // A clock that stands still over a few calls is no reason to divide by zero.
            let call_ns = taken.per_call(calls).ns.max(1e-3);
            fastest = fastest.min(call_ns);
            let wanted = ((target / fastest).round() as u64).max(1);
            if calls >= wanted && spent >= warm_up || spent >= warm_up.max(target) {
                return Self { call_ns: fastest, calls_per_sample: wanted };
            }
            calls = wanted.min(calls * 4);
        }
    }

    /// How long a turn of so many samples takes.
    fn turn(&self, samples: usize) -> Duration {
        Duration::from_secs_f64(self.call_ns * self.calls_per_sample as f64 * samples as f64 / 1e9)
    }
}

/// The samples in each library's turns: one for the slow, and for the others as many as leave time for ten rounds.
fn samples_in_turns(paces: &[Pace], slow: &[bool], time: Duration) -> Vec<usize> {
    let for_others = |samples| move |&slow: &bool| if slow { 1 } else { samples };
    let cost = |samples: usize| -> Duration {
        let rounds = |slow| if slow { MIN_ROUNDS } else { 10 };
        paces.iter().zip(slow).map(|(pace, &slow)| pace.turn(rounds(slow) * for_others(samples)(&slow))).sum()
    };
    let samples = (1..=SAMPLES).rev().find(|&samples| cost(samples) <= time).unwrap_or(1);
    slow.iter().map(for_others(samples)).collect()
}

/// Fisher and Yates. The generator's bias over so few items is far below anything that could matter here.
fn shuffle(order: &mut [usize], random: &mut TestRandom) {
    for i in (1..order.len()).rev() {
        order.swap(i, (random.next_u64() % (i as u64 + 1)) as usize);
    }
}
