//! Turns, rounds and limits, with simulated libraries.

use super::world::{World, normal, uniform};
use carnelian::__internals::TestRandom;
use carnelian_bench::clock::Elapsed;
use carnelian_bench::measure::{Gone, Limits, MIN_ROUNDS, ROUNDS_TO_HOLD, Runner, SAMPLE, measure, ratios};
use carnelian_bench::op::{Calls, Estimator, in_turns};
use carnelian_bench::stats::{CONFIDENCE, Estimate, Verdict};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

const LIMITS: Limits = Limits {
    time: Duration::from_secs(2),
    at_most: Duration::from_secs(3600),
    precision: 0.0,
    confidence: CONFIDENCE,
    warm_up: Duration::from_millis(5),
    sample: SAMPLE,
    estimator: Estimator::InterquartileMean,
    cycle: 1,
};

fn rounds_of(world: &World, mut runners: Vec<Box<dyn Runner>>, limits: &Limits) -> Vec<Vec<Elapsed>> {
    measure(&mut runners, limits, &|| world.now(), &mut |_| ()).into_iter().map(Result::unwrap).collect()
}

fn steady(_: f64) -> f64 {
    1.0
}

/// Returns a factor around 1 with a deviation of 1 % and occasional large outliers.
fn noisy(seed: u64) -> impl FnMut(f64) -> f64 {
    let mut random = TestRandom::new(seed);
    move |_| {
        let spike = if uniform(&mut random) < 0.02 { 3.0 } else { 1.0 };
        spike * (1.0 + 0.01 * normal(&mut random))
    }
}

#[test]
fn times_are_those_of_one_call() {
    let world = World::default();
    let rounds = rounds_of(&world, vec![world.library(0, 250.0, steady)], &LIMITS);
    for round in &rounds[0] {
        assert!((round.ns - 250.0).abs() < 1e-6 && (round.cycles.unwrap() - 500.0).abs() < 1e-6, "{round:?}");
    }
}

#[test]
fn the_time_limit_holds() {
    for call_ns in [1.0, 200.0, 1e6, 2e7] {
        let world = World::default();
        let runners = (0..5).map(|i| world.library(i, call_ns * (1.0 + i as f64), steady)).collect();
        let rounds = rounds_of(&world, runners, &Limits { at_most: LIMITS.time, ..LIMITS });
        assert!(world.now() <= LIMITS.time, "calls of {call_ns} ns: {:?}", world.now());
        // Most of the limit is used, because no precision is sufficient.
        assert!(world.now() >= LIMITS.time / 2 && rounds.iter().all(|rounds| rounds.len() >= 3));
    }
}

#[test]
fn a_dozen_rounds_are_made_whatever_the_time_and_as_many_as_fit_where_calls_are_slow() {
    for (seconds, made) in [(3600, ROUNDS_TO_HOLD), (40, 9), (16, MIN_ROUNDS)] {
        let world = World::default();
        let at_most = Duration::from_secs(seconds);
        let limits = Limits { time: Duration::ZERO, at_most, precision: 1.0, warm_up: Duration::ZERO, ..LIMITS };
        let runners = vec![world.library(0, 3e9, steady), world.library(1, 1e9, steady)];
        assert_eq!(rounds_of(&world, runners, &limits).iter().map(Vec::len).collect::<Vec<_>>(), [made; 2]);
        // One call each for warming up, then one call per turn: no call is wasted when calls are this slow.
        assert_eq!(world.turns.borrow().len(), 2 + 2 * made);
        assert!(world.now() <= at_most);
    }
}

/// One disturbed round of a slow call, such as the one that finds no huge pages, does not make the interval so wide that
/// the ratio does not count.
#[test]
fn a_disturbed_round_of_a_slow_call_does_not_spoil_its_interval() {
    let world = World::default();
    let disturbed = |at: usize| {
        let mut calls = 0;
        move |_| {
            calls += 1;
            if calls == at { 3.0 } else { 1.0 + 0.01 * (calls % 3) as f64 }
        }
    };
    let limits = Limits { time: Duration::from_secs(1), at_most: Duration::from_secs(8), ..LIMITS };
    let runners = vec![world.library(0, 4e7, disturbed(5)), world.library(1, 8e7, disturbed(9))];
    let rounds = rounds_of(&world, runners, &limits);
    let ratio = Estimate::of(&ratios(&rounds[0], &rounds[1]), CONFIDENCE);
    assert_eq!(Verdict::if_it_counts(ratio.iqm, ratio.ci90), Some(Verdict::Ahead), "{ratio:?}");
}

/// Calls take turns among 64 inputs of very different cost. Every sample has all of them equally often.
#[test]
fn samples_consist_of_whole_cycles() {
    struct Turns(u64);
    impl Runner for Turns {
        fn turn(&mut self, calls: u64, samples: usize) -> Result<Vec<Elapsed>, Gone> {
            let mut call = || {
                self.0 += 1;
                1000.0 * (self.0 % 64) as f64
            };
            let mut sample = || Elapsed { ns: (0..calls).map(|_| call()).sum(), cycles: None };
            Ok((0..samples).map(|_| sample()).collect())
        }
    }
    let world = World::default();
    let steady = world.library(1, 50.0, steady);
    let limits = Limits { cycle: 64, time: Duration::from_millis(50), ..LIMITS };
    let rounds = rounds_of(&world, vec![Box::new(Turns(7)), steady], &limits);
    assert!(!rounds[0].is_empty());
    for round in &rounds[0] {
        assert!((round.ns - 31_500.0).abs() < 1e-6, "{round:?}");
    }
}

/// If calls take seconds, the slowest peers make three rounds or one call each, so that as many rounds as possible of
/// ours and the fastest peer fit.
#[test]
fn what_is_too_slow_for_rounds_is_measured_once() {
    let limits =
        |seconds| Limits { time: Duration::ZERO, at_most: Duration::from_secs(seconds), precision: 1.0, ..LIMITS };
    for (seconds, lens) in
        [(200, [12, 12, 3, 12]), (100, [9, 9, 3, 3]), (60, [6, 6, 1, 3]), (33, [3, 3, 1, 1]), (15, [3, 1, 1, 1])]
    {
        let world = World::default();
        let calls = [2e9, 3e9, 8e9, 4e9];
        let runners: Vec<_> = calls.into_iter().enumerate().map(|(i, ns)| world.library(i, ns, steady)).collect();
        let rounds = rounds_of(&world, runners, &limits(seconds));
        assert_eq!(rounds.iter().map(Vec::len).collect::<Vec<_>>(), lens, "{seconds} s");
        for (rounds, ns) in rounds.iter().zip(calls) {
            assert!(rounds.iter().all(|round| (round.ns / ns - 1.0).abs() < 1e-6 && round.cycles.is_some()));
        }
        // The first call of each is made before its pace is known, which takes 17 s; ours makes three more.
        assert!(world.now() <= Duration::from_secs(seconds.max(17 + 6)), "{seconds} s: {:?}", world.now());
    }
    // Our rounds are made where they are short beside the first calls of others.
    let world = World::default();
    let runners = vec![world.library(0, 1e8, steady), world.library(1, 3e9, steady)];
    assert_eq!(rounds_of(&world, runners, &limits(0)).iter().map(Vec::len).collect::<Vec<_>>(), [3, 1]);
    // Nothing is left out if not even our library fits.
    let world = World::default();
    let runners = vec![world.library(0, 2e9, steady), world.library(1, 1e9, steady)];
    assert_eq!(rounds_of(&world, runners, &limits(5)).iter().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(world.now(), Duration::from_secs(3));
}

#[test]
fn a_peer_more_than_twenty_times_slower_gets_three_rounds() {
    let world = World::default();
    let runners =
        vec![world.library(0, 1000.0, steady), world.library(1, 19_000.0, steady), world.library(2, 21_000.0, steady)];
    let lens: Vec<usize> = rounds_of(&world, runners, &LIMITS).iter().map(Vec::len).collect();
    assert_eq!((lens[0], lens[2]), (lens[1], 3));
    assert!(lens[0] > 30, "{lens:?}");
}

#[test]
fn it_ends_early_once_enough_is_known() {
    let world = World::default();
    let limits = Limits { precision: 0.005, time: Duration::from_secs(1000), ..LIMITS };
    let runners = vec![world.library(0, 100.0, noisy(1)), world.library(1, 100.0, noisy(2))];
    let rounds = rounds_of(&world, runners, &limits);
    let ratio = Estimate::of(&ratios(&rounds[0], &rounds[1]), CONFIDENCE);
    assert!(ratio.precision() <= 0.005 && world.now() < Duration::from_secs(100), "{ratio:?} after {:?}", world.now());
}

#[test]
fn libraries_take_turns_in_shuffled_order() {
    let world = World::default();
    let runners = (0..3).map(|i| world.library(i, 1e7, steady)).collect();
    let rounds = rounds_of(&world, runners, &LIMITS)[0].len();
    let turns = world.turns.borrow();
    // Calls this slow make one sample each, and 2 s allow at most four samples per turn.
    let samples = turns[3..].len() / rounds / 3;
    let mut orders = Vec::new();
    for round in turns[3..].chunks(3 * samples) {
        let order: Vec<usize> = round.chunks(samples).map(|turn| turn[0]).collect();
        assert!(round.chunks(samples).all(|turn| turn.iter().all(|library| *library == turn[0])));
        assert_eq!(order.iter().sum::<usize>(), 3, "{order:?}");
        orders.push(order);
    }
    orders.sort();
    orders.dedup();
    assert!(orders.len() > 1, "always in the same order");
}

/// The machine slows to half its speed and recovers every 0.7 s, for all libraries alike.
#[test]
fn a_drift_that_befalls_all_cancels_in_the_ratio() {
    let drift = |now: f64| 1.5 + 0.5 * (now / 0.7 * std::f64::consts::TAU).sin();
    let world = World::default();
    let mut noise = (noisy(3), noisy(4));
    let runners = vec![
        world.library(0, 110.0, move |now| drift(now) * noise.0(now)),
        world.library(1, 100.0, move |now| drift(now) * noise.1(now)),
    ];
    let rounds = rounds_of(&world, runners, &LIMITS);
    let ratio = Estimate::of(&ratios(&rounds[0], &rounds[1]), CONFIDENCE);
    assert!((ratio.iqm - 1.1).abs() < 0.005, "{ratio:?}");
    assert_eq!(Verdict::of(ratio.ci90), Verdict::Behind);
}

/// In each turn the first sample is ten times too slow, as with cold caches.
#[test]
fn a_cold_start_does_not_count() {
    let world = World::default();
    let mut calls = 0;
    let cold = move |_| {
        calls += 1;
        // Two runs to warm up, then turns of four samples.
        if calls > 2 && (calls - 3) % 4 == 0 { 10.0 } else { 1.0 }
    };
    let limits = Limits { time: Duration::from_secs(100), precision: 1.0, warm_up: Duration::ZERO, ..LIMITS };
    let rounds = rounds_of(&world, vec![world.library(0, 1e6, cold)], &limits);
    assert!(rounds[0].iter().all(|round| (round.ns - 1e6).abs() < 1.0), "{:?}", rounds[0]);
}

/// A library that is gone after some turns does not affect the others, and reports the reason.
#[test]
fn a_library_that_goes_away_is_left_out() {
    struct Mortal(Box<dyn Runner>, usize);
    impl Runner for Mortal {
        fn turn(&mut self, calls: u64, samples: usize) -> Result<Vec<Elapsed>, Gone> {
            self.1 = self.1.checked_sub(1).ok_or_else(|| Gone("it is dead".to_owned()))?;
            self.0.turn(calls, samples)
        }
    }
    for lives in [0, 1, 5, 20] {
        let world = World::default();
        let mut runners: Vec<Box<dyn Runner>> = vec![
            world.library(0, 1000.0, steady),
            Box::new(Mortal(world.library(1, 1000.0, steady), lives)),
            world.library(2, 1000.0, steady),
        ];
        let rounds = measure(&mut runners, &LIMITS, &|| world.now(), &mut |_| ());
        assert_eq!(rounds[1], Err(Gone("it is dead".to_owned())), "{lives}");
        assert!(rounds[0].as_ref().unwrap().len() >= 30 && rounds[2].as_ref().unwrap().len() >= 30, "{lives}");
    }
    // Without our library there is nothing to compare with: the measurement ends at once.
    let world = World::default();
    let mut runners: Vec<Box<dyn Runner>> =
        vec![Box::new(Mortal(world.library(0, 1000.0, steady), 5)), world.library(1, 1000.0, steady)];
    let rounds = measure(&mut runners, &LIMITS, &|| world.now(), &mut |_| ());
    assert!(rounds[0].is_err() && rounds[1].as_ref().unwrap().len() <= 5);
}

/// Calls are made one after the other, continuing where the previous request ended.
#[test]
fn calls_with_different_inputs_take_turns() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let call = |i: u64| -> Calls {
        let log = Rc::clone(&log);
        Box::new(move |calls| log.borrow_mut().push((i, calls)))
    };
    let mut turns = in_turns(vec![call(0), call(1), call(2)]);
    turns(2);
    turns(0);
    turns(5);
    assert_eq!(*log.borrow(), [0, 1, 2, 0, 1, 2, 0].map(|i| (i, 1)));
}
