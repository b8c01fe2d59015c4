//! Statistics against known answers and against distributions whose truth is known.

use crate::world::{normal, uniform};
use carnelian::__internals::TestRandom;
use carnelian_bench::stats::{Estimate, Interval, Verdict, interquartile_mean, median};

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-3 * expected.abs().max(1e-3), "found {found}, expected {expected}");
}

#[test]
fn medians() {
    close(median(&[7.0]), 7.0);
    close(median(&[4.0, 1.0]), 2.5);
    close(median(&[9.0, 1.0, 5.0]), 5.0);
    close(median(&[1e9, 2.0, 3.0, 1.0]), 2.5);
}

#[test]
fn interquartile_means() {
    close(interquartile_mean(&[7.0]), 7.0);
    close(interquartile_mean(&[1.0, 3.0]), 2.0);
    // Three quarters of a value go at either end: (1/4 + 2 + 12/4) / 1.5.
    close(interquartile_mean(&[12.0, 1.0, 2.0]), 3.5);
    close(interquartile_mean(&[100.0, 2.0, 3.0, -50.0]), 2.5);
    // Twelve values lose three whole ones at either end; nine lose two and a quarter: (3/4·5 + 7 + 9 + 11 + 3/4·13) / 4.5.
    close(interquartile_mean(&[5.0, 8.0, 4.0, 38.0, 8.0, 6.0, 9.0, 7.0, 7.0, 3.0, 1.0, 6.0]), 6.5);
    close(interquartile_mean(&[1.0, 3.0, 5.0, 7.0, 9.0, 11.0, 13.0, 15.0, 1000.0]), 9.0);
}

/// Three values: nothing is trimmed, so the interval is Student's with two degrees of freedom, 2.919986 · s/√3, and
/// its centre the interquartile mean.
#[test]
fn the_interval_of_three_values_is_students() {
    let estimate = Estimate::of(&[9.0, 10.0, 11.0]);
    close(estimate.iqm, 10.0);
    close(estimate.ci90.half_width(), 2.919_986 / 3f64.sqrt());
    close(estimate.precision(), 0.168_585);
}

/// Eight values, two trimmed at each end: Winsorised 3 3 3 4 5 6 6 6, whose sum of squared deviations is 14; kept are
/// four, so three degrees of freedom: 2.353363 · √(14/7 · 8) / 4.
#[test]
fn the_interval_of_trimmed_values_is_tukeys_and_mclaughlins() {
    let estimate = Estimate::of(&[1.0, -90.0, 3.0, 4.0, 5.0, 6.0, 7.0, 800.0]);
    close(estimate.iqm, 4.5);
    close(estimate.ci90.half_width(), 2.353_363);
}

/// The quantiles of Student's t show in the intervals: with 4k values and k trimmed at each end there are 2k-1 degrees
/// of freedom. The expected quantiles are those of the usual tables.
#[test]
fn quantiles_of_students_t() {
    for (k, quantile) in [(1, 6.3138), (2, 2.3534), (3, 2.0150), (6, 1.7959), (10, 1.7291), (60, 1.6578)] {
        // Two values, half and half: Winsorising changes nothing, and s² = n/4/(n-1) around 1/2.
        let n = 4 * k;
        let values: Vec<f64> = (0..n).map(|i| f64::from(100 + i % 2)).collect();
        let error = (f64::from(n * n) / 4.0 / f64::from(n - 1)).sqrt() / f64::from(2 * k);
        close(Estimate::of(&values).ci90.half_width() / error, quantile);
    }
}

#[test]
fn equal_values_have_an_interval_of_no_width() {
    let estimate = Estimate::of(&[5.0; 20]);
    assert_eq!((estimate.iqm, estimate.ci90), (5.0, Interval { low: 5.0, high: 5.0 }));
}

#[test]
fn no_interval_reaches_below_zero() {
    assert_eq!(Estimate::of(&[0.1, 1.0, 30.0]).ci90.low, 0.0);
}

#[test]
#[should_panic(expected = "three values")]
fn two_values_have_no_interval() {
    let _ = Estimate::of(&[1.0, 2.0]);
}

/// How often the interval from `n` draws covers the truth, over 2000 repetitions.
fn coverage(n: usize, truth: f64, mut draw: impl FnMut(&mut TestRandom) -> f64) -> f64 {
    let mut random = TestRandom::new(n as u64);
    let repetitions = 2000;
    let covered = (0..repetitions).filter(|_| {
        let values: Vec<f64> = (0..n).map(|_| draw(&mut random)).collect();
        Estimate::of(&values).ci90.contains(truth)
    });
    covered.count() as f64 / f64::from(repetitions)
}

/// The standard error of a share near 0.9 over 2000 repetitions is 0.007; the method itself is exact only in the limit.
#[test]
fn intervals_cover_the_truth_as_often_as_they_claim() {
    let clean = |random: &mut TestRandom| 100.0 + normal(random);
    // One value in ten is far off to one side and the other, as an interrupt would be if it could help as well.
    let dirty = |random: &mut TestRandom| {
        let wild = if uniform(random) < 0.1 { 50.0 } else { 1.0 };
        100.0 + wild * normal(random)
    };
    // 100 and an exponential, whose true interquartile mean is twice the integral of -ln from 1/4 to 3/4.
    let skewed = |random: &mut TestRandom| 100.0 - uniform(random).ln();
    let skewed_truth =
        100.0 + (0..10_000).map(|i| -(0.25 + 0.5 * (f64::from(i) + 0.5) / 10_000.0).ln()).sum::<f64>() / 10_000.0;
    for n in [30, 200] {
        for (name, share) in [
            ("clean", coverage(n, 100.0, clean)),
            ("dirty", coverage(n, 100.0, dirty)),
            ("skewed", coverage(n, skewed_truth, skewed)),
        ] {
            assert!((0.87..=0.93).contains(&share), "{name}, {n} values: covered {share} of the time");
        }
    }
}

#[test]
fn a_ratio_whose_interval_contains_1_is_a_tie() {
    for (low, high, verdict, word) in [
        (0.90, 0.999, Verdict::Ahead, "ahead"),
        (0.90, 1.0, Verdict::Tie, "tie"),
        (0.97, 1.02, Verdict::Tie, "tie"),
        (1.0, 1.3, Verdict::Tie, "tie"),
        (1.001, 1.3, Verdict::Behind, "behind"),
    ] {
        let found = Verdict::of(Interval { low, high });
        assert_eq!((found, found.word()), (verdict, word), "{low} to {high}");
    }
}
