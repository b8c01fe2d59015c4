//! Operations that search: means over fresh keys, whose distribution has a long tail.

use super::world::{World, uniform};
use carnelian::__internals::TestRandom;
use carnelian_bench::clock::Elapsed;
use carnelian_bench::measure::{Limits, MIN_KEYS, ROUNDS_TO_HOLD, SAMPLE, measure, ratio};
use carnelian_bench::op::Estimator;
use carnelian_bench::stats::{Estimate, Interval, middle};
use statrs::distribution::{Binomial, DiscreteCDF};
use std::time::Duration;

/// The number of runs whose intervals are checked.
const RUNS: u64 = 400;

/// Draws the number of attempts until the first success, each of which succeeds with this probability.
fn attempts(random: &mut TestRandom, success: f64) -> f64 {
    (uniform(random).ln() / (1.0 - success).ln()).ceil().max(1.0)
}

/// Checks that a count is in the range that contains that of a correct interval in all but two of a thousand cases.
fn is_covering(covered: u64, confidence: f64) -> bool {
    let runs = Binomial::new(confidence, RUNS).unwrap();
    (runs.inverse_cdf(0.001)..=runs.inverse_cdf(0.999)).contains(&covered)
}

#[test]
fn means_and_intervals_that_are_known() {
    let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
    let estimate = Estimate::of_mean(&values, 0.9);
    assert!((estimate.iqm - 4.5).abs() < 1e-12 && estimate.rounds == 8 && estimate.min == 1.0);
    // One expensive key in four counts in full; the interquartile mean nearly leaves it out.
    let skewed: Vec<f64> = (0..100).map(|i| if i % 4 == 3 { 9.0 } else { 1.0 }).collect();
    let mean = Estimate::of_mean(&skewed, 0.9);
    assert!((mean.iqm - 3.0).abs() < 1e-12, "{mean:?}");
    assert!(Estimate::of(&skewed, 0.9).iqm < 1.5);
    assert!((middle(Estimator::Mean, &skewed) - 3.0).abs() < 1e-12);
    assert!(middle(Estimator::InterquartileMean, &skewed) < 1.5);
    // A long tail above: the interval reaches further up than down. Equal values have none.
    let Interval { low, high } = mean.ci90;
    assert!(high - 3.0 > 1.1 * (3.0 - low), "{low} to {high}");
    assert_eq!(Estimate::of_mean(&[2.0; 50], 0.99).ci, Interval { low: 2.0, high: 2.0 });
    assert_eq!(Estimate::by(Estimator::Mean, &skewed, 0.9), mean);
    assert_eq!(Estimate::by(Estimator::InterquartileMean, &skewed, 0.9), Estimate::of(&skewed, 0.9));
}

/// Means of fifty keys cover the true mean as often as they claim, with two attempts per key and with twenty.
#[test]
fn intervals_cover_the_mean_of_a_geometric_distribution() {
    for success in [0.5, 0.05] {
        let mut covered = [0; 3];
        let levels = [0.5, 0.9, 0.99];
        for run in 0..RUNS {
            let random = &mut TestRandom::new(run);
            let keys: Vec<f64> = (0..MIN_KEYS).map(|_| attempts(random, success)).collect();
            for (covered, level) in covered.iter_mut().zip(levels) {
                *covered += u64::from(Estimate::of_mean(&keys, level).ci.contains(1.0 / success));
            }
        }
        for (covered, level) in covered.into_iter().zip(levels) {
            assert!(is_covering(covered, level), "{covered} of {RUNS} at {level}, success {success}");
        }
    }
}

/// The interquartile mean flatters: its intervals miss the mean of two attempts in most runs.
#[test]
fn the_interquartile_mean_would_not_cover_it() {
    let covered = (0..RUNS).filter(|run| {
        let random = &mut TestRandom::new(*run);
        let keys: Vec<f64> = (0..200).map(|_| attempts(random, 0.5)).collect();
        Estimate::of(&keys, 0.9).ci.contains(2.0)
    });
    assert!(covered.count() < 40);
}

/// Ratios of means cover the true ratio, while the mean of the rounds' ratios is too large.
#[test]
fn intervals_cover_the_ratio_of_two_means() {
    let elapsed = |ns| Elapsed { ns, cycles: None };
    let (mut covered, mut naive) = (0, 0.0);
    for run in 0..RUNS {
        let random = &mut TestRandom::new(!run);
        let mut rounds =
            |scale: f64| -> Vec<Elapsed> { (0..100).map(|_| elapsed(scale * attempts(random, 0.5))).collect() };
        let (ours, theirs) = (rounds(3.0), rounds(4.0));
        covered += u64::from(ratio(Estimator::Mean, &ours, &theirs, 0.9).ci.contains(0.75));
        naive += ours.iter().zip(&theirs).map(|(x, y)| x.ns / y.ns).sum::<f64>() / 100.0 / RUNS as f64;
    }
    assert!(is_covering(covered, 0.9), "{covered}");
    assert!(naive > 0.9, "{naive}");
}

/// A library whose calls fill a sample each has a round for every four keys, and makes enough of them even if time is
/// up; a peer that is too slow for all rounds does too.
#[test]
fn there_are_enough_keys_even_if_time_is_short() {
    let limits = Limits {
        time: Duration::ZERO,
        at_most: Duration::from_secs(3600),
        precision: 1.0,
        confidence: 0.9,
        warm_up: Duration::ZERO,
        sample: SAMPLE,
        estimator: Estimator::Mean,
        cycle: 1,
    };
    let world = World::default();
    let constant = |_| 1.0;
    let mut runners = vec![world.library(0, 1e6, constant), world.library(1, 30e6, constant)];
    let rounds = measure(&mut runners, &limits, &|| world.now(), &mut |_| ());
    // With no time left, a turn is one sample, here of one call.
    assert_eq!(rounds.iter().map(|rounds| rounds.as_ref().unwrap().len()).collect::<Vec<_>>(), [50, 50]);
    // Where a sample has many keys, as many rounds as for any operation are enough.
    let mut runners = vec![world.library(0, 20e3, constant)];
    let rounds = measure(&mut runners, &limits, &|| world.now(), &mut |_| ());
    assert_eq!(rounds[0].as_ref().unwrap().len(), ROUNDS_TO_HOLD);
}

/// A round is the mean over its samples, not their interquartile mean.
#[test]
fn a_round_is_a_mean() {
    let limits = Limits {
        time: Duration::from_secs(1),
        at_most: Duration::from_secs(3600),
        precision: 0.0,
        confidence: 0.9,
        warm_up: Duration::ZERO,
        sample: SAMPLE,
        estimator: Estimator::Mean,
        cycle: 1,
    };
    let world = World::default();
    let random = TestRandom::new(7);
    let mut random = random;
    let mut runners = vec![world.library(0, 1e6, move |_| attempts(&mut random, 0.5))];
    let rounds = measure(&mut runners, &limits, &|| world.now(), &mut |_| ());
    let ns: Vec<f64> = rounds[0].as_ref().unwrap().iter().map(|round| round.ns / 1e6).collect();
    let estimate = Estimate::of_mean(&ns, 0.999);
    assert!(estimate.ci.contains(2.0) && ns.len() > 90, "{estimate:?}");
    assert!(ns.iter().any(|round| (round * 4.0).fract() == 0.0 && round.fract() == 0.75), "quarters: {ns:?}");
}
