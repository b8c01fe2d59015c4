//! Statistics against known answers and against distributions with known parameters.

use crate::measure::world::{normal, uniform};
use carnelian::__internals::TestRandom;
use carnelian_bench::stats::{
    CONFIDENCE, Estimate, Interval, Merged, Verdict, correlation, interquartile_mean, median, student_quantile,
};

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
    // Three quarters of a value are dropped at either end: (1/4 + 2 + 12/4) / 1.5.
    close(interquartile_mean(&[12.0, 1.0, 2.0]), 3.5);
    close(interquartile_mean(&[100.0, 2.0, 3.0, -50.0]), 2.5);
    // Twelve values lose three at either end; nine lose two and a quarter: (3/4·5 + 7 + 9 + 11 + 3/4·13) / 4.5.
    close(interquartile_mean(&[5.0, 8.0, 4.0, 38.0, 8.0, 6.0, 9.0, 7.0, 7.0, 3.0, 1.0, 6.0]), 6.5);
    close(interquartile_mean(&[1.0, 3.0, 5.0, 7.0, 9.0, 11.0, 13.0, 15.0, 1000.0]), 9.0);
}

/// Checks tables of Student's t: degrees of freedom and the quantiles at 0.75, 0.95, 0.975, 0.995 and 0.9995.
#[test]
fn quantiles_of_students_t() {
    let table = [
        (1.0, [1.0, 6.313_75, 12.706_2, 63.656_7, 636.619]),
        (2.0, [0.816_497, 2.919_99, 4.302_65, 9.924_84, 31.599_1]),
        (3.0, [0.764_892, 2.353_36, 3.182_45, 5.840_91, 12.924_0]),
        (5.0, [0.726_687, 2.015_05, 2.570_58, 4.032_14, 6.868_83]),
        (10.0, [0.699_812, 1.812_46, 2.228_14, 3.169_27, 4.586_89]),
        (30.0, [0.682_756, 1.697_26, 2.042_27, 2.750_00, 3.645_96]),
        (120.0, [0.676_540, 1.657_65, 1.979_93, 2.617_42, 3.373_45]),
        (1000.0, [0.674_735, 1.646_38, 1.962_34, 2.580_76, 3.300_28]),
    ];
    for (degrees, quantiles) in table {
        for (probability, expected) in [0.75, 0.95, 0.975, 0.995, 0.9995].into_iter().zip(quantiles) {
            let found = student_quantile(degrees, probability);
            assert!((found / expected - 1.0).abs() < 5e-6, "{degrees}, {probability}: {found}, not {expected}");
        }
    }
    // Its limit is the normal distribution.
    for (probability, expected) in [(0.75, 0.674_490), (0.95, 1.644_85), (0.975, 1.959_96), (0.9995, 3.290_53)] {
        let found = student_quantile(1e7, probability);
        assert!((1.0..1.0005).contains(&(found / expected)), "{probability}: {found}, not {expected}");
    }
    // Between integers it decreases from one value to the next.
    let [low, between, high] = [3.0, 2.5, 2.0].map(|degrees| student_quantile(degrees, 0.95));
    assert!(low < between && between < high, "{low} {between} {high}");
}

/// Three values: the interval is Student's with two degrees of freedom, 2.919986 · s · √(1.2/3), and its center the
/// interquartile mean; at 99 %, 9.924843 replaces 2.919986.
#[test]
fn the_interval_of_few_values_is_students() {
    let estimate = Estimate::of(&[11.0, 10.0, 9.0], 0.99);
    close(estimate.iqm, 10.0);
    close(estimate.ci90.half_width(), 2.919_986 * 0.4f64.sqrt());
    close(estimate.ci.half_width(), 9.924_843 * 0.4f64.sqrt());
    close(estimate.precision(), 0.992_484_3 * 0.4f64.sqrt());
    assert_eq!((estimate.rounds, estimate.merged), (3, 1));
}

/// Twelve values, three trimmed at each end: Winsorized 3 3 3 3 4 5 5 6 7 7 7 7, with a sum of squared deviations of
/// 34; six are kept, so five degrees of freedom: 2.015048 · √(34/11 · 12) / 6.
#[test]
fn the_interval_of_trimmed_values_is_tukeys_and_mclaughlins() {
    let estimate =
        Estimate::of_independent(&[1.0, -90.0, 3.0, 4.0, 2.0, 5.0, 5.0, 6.0, 7.0, 9.0, 10.0, 800.0], CONFIDENCE);
    close(estimate.iqm, 5.0);
    close(estimate.ci90.half_width(), 2.015_048 * (34.0f64 / 11.0 * 12.0).sqrt() / 6.0);
    assert_eq!(estimate.ci90, estimate.ci);
}

#[test]
fn an_estimate_says_median_minimum_and_quartiles() {
    let estimate = Estimate::of(&[5.0, 1.0, 4.0, 2.0, 30.0], CONFIDENCE);
    assert_eq!((estimate.median, estimate.min, estimate.quartiles, estimate.rounds), (4.0, 1.0, [2.0, 5.0], 5));
    // A quartile between two values: a quarter of the way from 1 to 3, and three quarters from 5 to 7.
    assert_eq!(Estimate::of(&[7.0, 5.0, 3.0, 1.0], CONFIDENCE).quartiles, [2.5, 5.5]);
}

#[test]
fn equal_values_have_an_interval_of_no_width() {
    for count in [3, 11, 12, 20, 400] {
        let estimate = Estimate::of(&vec![5.0; count], 0.99);
        let point = Interval { low: 5.0, high: 5.0 };
        assert_eq!((estimate.iqm, estimate.ci90, estimate.ci, estimate.merged), (5.0, point, point, 1));
    }
}

#[test]
fn no_interval_reaches_below_zero() {
    let estimate = Estimate::of(&[0.1, 1.0, 30.0], 0.99);
    assert_eq!((estimate.ci90.low, estimate.ci.low), (0.0, 0.0));
}

#[test]
#[should_panic(expected = "three values")]
fn two_values_have_no_interval() {
    let _ = Estimate::of(&[1.0, 2.0], CONFIDENCE);
}

/// NaN and infinity neither end the run nor count as precise results.
#[test]
fn what_is_no_number_does_not_panic() {
    for values in [vec![f64::NAN; 3], vec![f64::NAN; 40], [vec![1.0; 30], vec![f64::INFINITY; 20]].concat()] {
        assert!(!Estimate::of(&values, CONFIDENCE).ci.contains(1e6));
    }
}

/// The number of repetitions of each draw below. The standard error of a share near 0.9 over this number is 0.007.
const REPETITIONS: u32 = 2000;

/// Returns how often the interval of each of `levels` covers the true value.
fn coverage<const LEVELS: usize>(
    levels: [f64; LEVELS],
    truth: f64,
    mut draw: impl FnMut(&mut TestRandom) -> Vec<f64>,
) -> [f64; LEVELS] {
    let mut random = TestRandom::new(7);
    let mut covered = [0u32; LEVELS];
    for _ in 0..REPETITIONS {
        let values = draw(&mut random);
        for (covered, level) in covered.iter_mut().zip(levels) {
            *covered += u32::from(Estimate::of(&values, level).ci.contains(truth));
        }
    }
    covered.map(|covered| f64::from(covered) / f64::from(REPETITIONS))
}

fn clean(random: &mut TestRandom) -> f64 {
    100.0 + normal(random)
}

/// Draws a normal value; one in ten is far off to either side, like an interrupt that could also make a call faster.
fn dirty(random: &mut TestRandom) -> f64 {
    let wild = if uniform(random) < 0.1 { 50.0 } else { 1.0 };
    100.0 + wild * normal(random)
}

/// Draws 100 plus an exponential.
fn skewed(random: &mut TestRandom) -> f64 {
    100.0 - uniform(random).ln()
}

/// Returns the interquartile mean of the distribution of [`skewed`]: twice the integral of -ln from 1/4 to 3/4.
fn skewed_truth() -> f64 {
    100.0 + (0..10_000).map(|i| -(0.25 + 0.5 * (f64::from(i) + 0.5) / 10_000.0).ln()).sum::<f64>() / 10_000.0
}

/// The tolerance is four standard errors on either side: the method itself is exact only in the limit. Testing for a
/// correlation where there is none costs up to 0.015.
#[test]
fn intervals_of_independent_values_cover_the_truth_as_often_as_they_claim() {
    let levels = [0.5, 0.9, 0.99];
    for n in [30, 200] {
        for (name, truth, draw) in [
            ("clean", 100.0, clean as fn(&mut TestRandom) -> f64),
            ("dirty", 100.0, dirty),
            ("skewed", skewed_truth(), skewed),
        ] {
            let found = coverage(levels, truth, |random| (0..n).map(|_| draw(random)).collect());
            for (share, level) in found.into_iter().zip(levels) {
                let error = (level * (1.0 - level) / f64::from(REPETITIONS)).sqrt();
                let bounds = level - 4.0 * error..=level + 4.0 * error + 0.015;
                assert!(bounds.contains(&share), "{name}, {n} values: {share} of the intervals at {level} cover");
            }
        }
    }
}

/// A slow library has as few as three rounds.
#[test]
fn intervals_of_few_values_cover_the_truth() {
    for n in 3..=12 {
        for (name, truth, draw) in [
            ("clean", 100.0, clean as fn(&mut TestRandom) -> f64),
            ("dirty", 100.0, dirty),
            ("skewed", skewed_truth(), skewed),
        ] {
            let [at_90, at_99] = coverage([0.9, 0.99], truth, |random| (0..n).map(|_| draw(random)).collect());
            assert!((0.87..0.98).contains(&at_90), "{name}, {n} values: {at_90} at 0.9");
            assert!(at_99 > 0.97, "{name}, {n} values: {at_99} at 0.99");
        }
    }
}

/// Returns a series with mean 100 in which each deviation is `share` of the previous one plus an independent term, with
/// a standard deviation of 1; one value in `1/outliers` is larger by up to 40.
fn series(random: &mut TestRandom, n: usize, share: f64, outliers: f64) -> Vec<f64> {
    let mut deviation = normal(random);
    let mut next = || {
        deviation = share * deviation + (1.0 - share * share).sqrt() * normal(random);
        let outlier = if uniform(random) < outliers { 40.0 * uniform(random) } else { 0.0 };
        100.0 + deviation + outlier
    };
    (0..n).map(|_| next()).collect()
}

/// The more values there are, the better a correlation is detected. The loss of coverage with few values is recorded
/// here, so that it does not grow unnoticed.
#[test]
fn intervals_of_values_that_depend_on_one_another_cover_the_truth() {
    for (n, share, least) in [
        (400, 0.3, 0.87),
        (400, 0.8, 0.87),
        (400, 0.95, 0.87),
        (100, 0.3, 0.87),
        (100, 0.8, 0.87),
        (30, 0.3, 0.85),
        (30, 0.6, 0.83),
    ] {
        let [merged] = coverage([0.9], 100.0, |random| series(random, n, share, 0.0));
        assert!((least..0.94).contains(&merged), "{n} values, {share} of the one before: {merged} cover");
    }
}

/// Interrupts in one value of twenty make the values appear independent.
#[test]
fn outliers_hide_no_correlation() {
    let mut random = TestRandom::new(11);
    for _ in 0..200 {
        let values = series(&mut random, 400, 0.8, 0.05);
        assert!(correlation(&values) < 0.5, "the test is about nothing: {}", correlation(&values));
        assert!(Estimate::of(&values, CONFIDENCE).merged >= 4);
    }
    let [share] = coverage([0.9], 100.0, |random| {
        // To both sides, so that the true value is known.
        let signs: Vec<f64> = (0..400).map(|_| if uniform(random) < 0.5 { -1.0 } else { 1.0 }).collect();
        series(random, 400, 0.8, 0.05).iter().zip(signs).map(|(value, sign)| 100.0 + sign * (value - 100.0)).collect()
    });
    assert!(share > 0.87, "{share}");
}

#[test]
fn correlations() {
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    // Too short, constant, alternating: -9/10 and the correction of 1/10.
    close(correlation(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), 0.0);
    close(correlation(&[0.1; 100]), 0.0);
    close(correlation(&[1.0, 3.0, 1.0, 3.0, 1.0, 3.0, 1.0, 3.0, 1.0, 3.0]), -0.8);
    // Two levels: of nine products, eight are 1 and one is -1. 7/10 + 3.1/10 exceeds the upper bound.
    close(correlation(&[1.0, 1.0, 1.0, 1.0, 1.0, 3.0, 3.0, 3.0, 3.0, 3.0]), 0.95);
    // 1 1 3 3 and so on: of eleven products, six are 1 and five are -1. 1/12 + (1 + 3/12)/12.
    close(correlation(&[1.0, 1.0, 3.0, 3.0].repeat(3)), 1.0 / 12.0 + 1.25 / 12.0);
}

#[test]
fn neighbours_are_merged_until_they_do_not_depend_on_one_another() {
    // Pairs of equal values, with the pairs independent of one another: one step is sufficient.
    let mut random = TestRandom::new(1);
    let pairs: Vec<f64> = (0..100).flat_map(|_| [normal(&mut random); 2]).collect();
    let merged = Merged::of(pairs.clone());
    assert_eq!((merged.size, merged.values.len()), (2, 100));
    assert!(merged.values.iter().zip(pairs.chunks(2)).all(|(merged, pair)| *merged == pair[0]));
    assert!(merged.correlation < 0.2 && merged.widening() < 1.23);

    // A linear trend remains correlated however much is merged: eight values are left, and the interval is widened by
    // the maximum factor, √(1.95/0.05).
    let merged = Merged::of((0..135).map(f64::from).collect());
    assert_eq!((merged.size, merged.values[0], merged.values.len()), (16, 7.5, 8));
    assert!(merged.widening() > 2.0);
    let hopeless = Merged { values: vec![], size: 1, correlation: 0.95 };
    close(hopeless.widening(), 39f64.sqrt());
    // Alternation would narrow the interval; it is treated as zero correlation.
    let alternating = Merged::of([1.0, 2.0].repeat(20));
    assert_eq!((alternating.size, alternating.widening()), (1, 1.0));
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

/// A disturbance of half of the rounds makes the interval wide, but does not extend it below the fastest round.
#[test]
fn an_interval_of_many_rounds_begins_with_the_fastest() {
    let disturbed: Vec<f64> = (0..64).map(|i| if i < 32 { 200.0 } else { 20_000.0 }).collect();
    let estimate = Estimate::of(&disturbed, CONFIDENCE);
    close(estimate.ci90.low, 200.0);
    assert!(estimate.precision() > 0.5, "{estimate:?}");
    // With a few rounds it is unknown which ones are fast.
    close(Estimate::of(&[1.0, 1.0, 100.0], CONFIDENCE).ci90.low, 0.0);
}
