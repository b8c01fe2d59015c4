//! Tests of the coverage of intervals through the whole pipeline: simulated libraries on a simulated clock, turns,
//! rounds, ratios, intervals, verdicts.
//!
//! The estimated quantity is the interquartile mean of the ratios of rounds; intervals must cover that of the whole
//! distribution. If the noise of both libraries has the same distribution, it is very nearly the ratio of their times;
//! if one library's times are more skewed than the other's, it is not, and no formula yields it. So it is computed from
//! [`LONG`] more runs with the same noise, whose uncertainty is a fourteenth of that of one run, which is negligible.

use crate::measure::world::{World, normal, uniform};
use carnelian::__internals::TestRandom;
use carnelian_bench::clock::Elapsed;
use carnelian_bench::measure::{Limits, SAMPLE, measure, ratios};
use carnelian_bench::op::Estimator;
use carnelian_bench::stats::{Estimate, Verdict, interquartile_mean};
use statrs::distribution::{Binomial, DiscreteCDF};
use std::f64::consts::TAU;
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use std::time::Duration;

/// The number of runs whose intervals are checked.
const REPETITIONS: u64 = 200;
/// The number of runs from which the true value is computed.
const LONG: u64 = 200;

/// Limits for about 400 rounds of two libraries.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(2),
    at_most: Duration::from_secs(3600),
    precision: 0.0,
    confidence: 0.9,
    warm_up: Duration::from_millis(5),
    sample: SAMPLE,
    estimator: Estimator::InterquartileMean,
    cycle: 1,
};

/// Returns the factor on a sample's time at a moment, in seconds.
type Noise = Box<dyn FnMut(f64) -> f64>;

/// A kind of noise: a function from the number of a run to the noise of our library and of the other.
struct Kind {
    name: &'static str,
    of_run: fn(u64) -> [Noise; 2],
}

const KINDS: [Kind; 5] = [
    Kind { name: "normal", of_run: |run| [0, 1].map(|i| gaussian(TestRandom::new(2 * run + i))) },
    Kind { name: "skewed", of_run: |run| [skewed(2 * run, 0.06), skewed(2 * run + 1, 0.02)] },
    Kind { name: "common drift", of_run: drifting },
    Kind { name: "autocorrelated", of_run: |run| [0, 1].map(|i| wandering(TestRandom::new(2 * run + i))) },
    Kind { name: "with outliers", of_run: |run| [0, 1].map(|i| interrupted(TestRandom::new(2 * run + i))) },
];

fn gaussian(mut random: TestRandom) -> Noise {
    Box::new(move |_| 1.0 + 0.02 * normal(&mut random))
}

/// Returns noise that is never below 1, plus an exponential distribution with this mean.
fn skewed(seed: u64, mean: f64) -> Noise {
    let mut random = TestRandom::new(seed);
    Box::new(move |_| 1.0 - mean * uniform(&mut random).ln())
}

/// Returns a drift common to both libraries: the machine slows to half its speed and recovers every 0.7 s, and at some
/// moment becomes slower by a fifth permanently.
fn drifting(run: u64) -> [Noise; 2] {
    let mut random = TestRandom::new(!run);
    let (phase, step) = (uniform(&mut random), 2.0 * uniform(&mut random));
    let drift = move |now: f64| {
        let slower = if now > step { 1.2 } else { 1.0 };
        slower * (1.5 + 0.5 * ((now / 0.7 + phase) * TAU).sin())
    };
    [0, 1].map(|i| -> Noise {
        let mut noise = gaussian(TestRandom::new(2 * run + i));
        Box::new(move |now| drift(now) * noise(now))
    })
}

/// Returns noise with a deviation of 2 % whose memory decays within 25 ms, which is five rounds; independent for each
/// library.
fn wandering(mut random: TestRandom) -> Noise {
    let (mut deviation, mut last) = (normal(&mut random), 0.0);
    Box::new(move |now| {
        let kept = (-(now - last) / 0.025).exp();
        last = now;
        deviation = kept * deviation + (1.0 - kept * kept).sqrt() * normal(&mut random);
        1.0 + 0.02 * deviation
    })
}

/// Returns noise in which one sample in a hundred is the first of four that take up to five times as long: as much as a
/// whole turn, usually spread over two; and one in fifty takes three times as long on its own.
fn interrupted(mut random: TestRandom) -> Noise {
    let (mut left, mut burst) = (0, 1.0);
    Box::new(move |_| {
        if left == 0 && uniform(&mut random) < 0.01 {
            (left, burst) = (4, 1.0 + 4.0 * uniform(&mut random));
        }
        let slower = if left > 0 { burst } else { 1.0 };
        left = i32::max(left - 1, 0);
        let spike = if uniform(&mut random) < 0.02 { 3.0 } else { 1.0 };
        slower * spike * (1.0 + 0.02 * normal(&mut random))
    })
}

/// Returns the rounds of a run in which a call of ours takes `ours` times as long as the other's, apart from noise.
fn rounds_of_run(kind: &Kind, run: u64, ours: f64, limits: &Limits) -> [Vec<Elapsed>; 2] {
    let world = World::default();
    let [our_noise, their_noise] = (kind.of_run)(run);
    let mut runners = vec![world.library(0, 100.0 * ours, our_noise), world.library(1, 100.0, their_noise)];
    let rounds = measure(&mut runners, limits, &|| world.now(), &mut |_| ());
    rounds.into_iter().map(Result::unwrap).collect::<Vec<_>>().try_into().unwrap()
}

fn ratios_of_run(kind: &Kind, run: u64, ours: f64, limits: &Limits) -> Vec<f64> {
    let [ours, theirs] = rounds_of_run(kind, run, ours, limits);
    ratios(&ours, &theirs)
}

/// The true value for each kind if calls of both libraries take the same time apart from noise.
static TRUTHS: LazyLock<[f64; KINDS.len()]> = LazyLock::new(|| {
    KINDS.each_ref().map(|kind| {
        let runs = REPETITIONS..REPETITIONS + LONG;
        let all: Vec<f64> = runs.flat_map(|run| ratios_of_run(kind, run, 1.0, &LIMITS)).collect();
        interquartile_mean(&all)
    })
});

/// Returns the ratios of each of the repetitions for each kind, with a planted true value.
fn repetitions(planted: f64, limits: &Limits) -> [Vec<Vec<f64>>; KINDS.len()] {
    std::array::from_fn(|i| {
        let ours = planted / TRUTHS[i];
        (0..REPETITIONS).map(|run| ratios_of_run(&KINDS[i], run, ours, limits)).collect()
    })
}

/// The repetitions with a true value of 1.
static EQUAL: LazyLock<[Vec<Vec<f64>>; KINDS.len()]> = LazyLock::new(|| repetitions(1.0, &LIMITS));

/// The index of the kind that slows both libraries alike.
const COMMON_DRIFT: usize = 2;
/// The index of the kind with autocorrelated rounds.
const AUTOCORRELATED: usize = 3;

/// Returns bounds for the number of 200 intervals that cover the true value, if each does so with this probability. The
/// number is below the lower and above the upper bound with a probability of one in a thousand each. The bounds are 166
/// and 192 at 0.9, and 191 and 200 at 0.99.
fn bounds(confidence: f64) -> RangeInclusive<u64> {
    let covering = Binomial::new(confidence, REPETITIONS).unwrap();
    covering.inverse_cdf(0.001)..=covering.inverse_cdf(0.999)
}

fn covering(runs: &[Vec<f64>], truth: f64, estimate: impl Fn(&[f64]) -> Estimate) -> u64 {
    runs.iter().filter(|ratios| estimate(ratios).ci.contains(truth)).count() as u64
}

#[test]
fn intervals_cover_the_truth_as_often_as_they_claim() {
    for (kind, runs) in KINDS.iter().zip(&*EQUAL) {
        for confidence in [0.5, 0.9, 0.99] {
            let (found, bounds) = (covering(runs, 1.0, |ratios| Estimate::of(ratios, confidence)), bounds(confidence));
            assert!(bounds.contains(&found), "{}: {found} of 200 at {confidence}, not {bounds:?}", kind.name);
        }
    }
}

/// The test can fail: if autocorrelated rounds are treated as independent, the intervals are far too narrow.
#[test]
fn intervals_that_overlook_autocorrelation_do_not_cover_the_truth() {
    let runs = &EQUAL[AUTOCORRELATED];
    for confidence in [0.5, 0.9, 0.99] {
        let found = covering(runs, 1.0, |ratios| Estimate::of_independent(ratios, confidence));
        assert!(found < *bounds(confidence).start(), "{found} of 200 at {confidence}");
    }
    assert!(runs.iter().filter(|ratios| Estimate::of(ratios, 0.9).merged > 1).count() > 190);
}

/// Independent rounds are merged only by chance.
#[test]
fn independent_rounds_are_not_merged() {
    for (kind, runs) in KINDS.iter().zip(&*EQUAL).filter(|(kind, _)| kind.name != KINDS[AUTOCORRELATED].name) {
        let merged = runs.iter().filter(|ratios| Estimate::of(ratios, 0.9).merged > 1).count();
        assert!(merged < 10, "{}: {merged} of 200", kind.name);
    }
}

/// The drift cancels in the ratio, and appears only in the times.
#[test]
fn a_common_drift_is_in_the_times_and_not_in_the_ratios() {
    let kind = &KINDS[COMMON_DRIFT];
    let [ours, theirs] = rounds_of_run(kind, 1, 1.0, &LIMITS);
    let times: Vec<f64> = ours.iter().map(|round| round.ns).collect();
    let (time, ratio) = (Estimate::of(&times, 0.9), Estimate::of(&ratios(&ours, &theirs), 0.9));
    assert!(time.merged > 8 && ratio.merged == 1, "{time:?} {ratio:?}");
    assert!(time.precision() > 10.0 * ratio.precision());
}

/// A run that ends once its interval is narrow enough ends slightly more often when the interval is too narrow by
/// chance. It starts checking after 30 rounds and checks less and less often; the resulting loss of coverage is below
/// the sensitivity of this test.
#[test]
fn intervals_of_runs_that_end_early_cover_the_truth() {
    let limits = Limits { precision: 0.005, time: Duration::from_secs(100), ..LIMITS };
    for (kind, runs) in KINDS.iter().zip(&repetitions(1.0, &limits)) {
        assert!(runs.iter().all(|ratios| ratios.len() < 10_000), "{}: not all end early", kind.name);
        let found = covering(runs, 1.0, |ratios| Estimate::of(ratios, 0.9));
        assert!(found >= *bounds(0.9).start(), "{}: {found} of 200", kind.name);
    }
}

/// Of 200 runs with a true value of 1, at least 85 % are reported as a tie; of those with a planted difference of 5 %,
/// either way, at least 95 % are detected.
#[test]
fn ties_and_differences_are_told_apart() {
    let count = |runs: &[Vec<f64>], verdict| {
        runs.iter().filter(|ratios| Verdict::of(Estimate::of(ratios, 0.9).ci) == verdict).count()
    };
    let (slower, faster) = (repetitions(1.05, &LIMITS), repetitions(0.95, &LIMITS));
    for (i, kind) in KINDS.iter().enumerate() {
        let found =
            [count(&EQUAL[i], Verdict::Tie), count(&slower[i], Verdict::Behind), count(&faster[i], Verdict::Ahead)];
        assert!(found[0] >= 170 && found[1] >= 190 && found[2] >= 190, "{}: {found:?} of 200", kind.name);
    }
}

/// If both libraries' noise has the same distribution, the true value computed from long runs is the planted one; if
/// one is skewed more, it is not.
#[test]
fn the_truth_is_the_planted_one_where_noise_is_alike() {
    for (kind, truth) in KINDS.iter().zip(*TRUTHS) {
        assert_eq!((truth - 1.0).abs() < 0.001, kind.name != "skewed", "{}: {truth}", kind.name);
    }
}
