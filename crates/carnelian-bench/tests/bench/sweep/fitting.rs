//! Fits of growth curves with known coefficients.

use crate::measure::world::normal;
use carnelian::__internals::TestRandom;
use carnelian_bench::document::{Fit, Parameter, Point};
use carnelian_bench::stats::Interval;
use carnelian_bench::sweep::fit;

const SIZES: [u64; 15] =
    [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131_072, 262_144, 524_288, 1_048_576];

/// Returns points whose intervals have a half-width of `error` relative to the time.
fn points(values: &[u64], error: f64, mut ns: impl FnMut(f64) -> f64) -> Vec<Point> {
    let point = |&value: &u64| {
        let ns_iqm = ns(value as f64);
        let ci90_ns = Interval { low: ns_iqm * (1.0 - error), high: ns_iqm * (1.0 + error) };
        Point { value, ns_iqm, ci90_ns, cycles_iqm: None }
    };
    values.iter().map(point).collect()
}

fn over_sizes(ns: impl FnMut(f64) -> f64) -> Fit {
    fit(Parameter::Size, &points(&SIZES, 0.001, ns)).unwrap()
}

#[track_caller]
fn assert_near(found: f64, truth: f64, share: f64) {
    assert!((found - truth).abs() <= share * truth.abs().max(1e-9), "{found} is not {truth}");
}

#[test]
fn an_exact_line_is_found() {
    for (fixed, each) in [(500.0, 1.3), (0.0, 0.25), (1e6, 0.001)] {
        let fit = over_sizes(|size| fixed + each * size);
        assert!((fit.fixed_ns - fixed).abs() < 1e-6 * (fixed + 1.0), "{fit:?}");
        assert_near(fit.each_ns, each, 1e-6);
        assert!(fit.worst < 1e-6, "{fit:?}");
    }
}

/// The small fixed cost is found although the cost at the other end is three thousand times as large.
#[test]
fn noise_of_one_percent_leaves_both_numbers() {
    let mut sum = [0.0; 2];
    for seed in 0..100 {
        let mut random = TestRandom::new(seed);
        let fit = over_sizes(|size| (500.0 + 1.3 * size) * (1.0 + 0.01 * normal(&mut random)));
        assert_near(fit.fixed_ns, 500.0, 0.06);
        assert_near(fit.each_ns, 1.3, 0.02);
        assert!(fit.worst < 0.06, "{fit:?}");
        sum = [sum[0] + fit.fixed_ns, sum[1] + fit.each_ns];
    }
    assert_near(sum[0] / 100.0, 500.0, 0.005);
    assert_near(sum[1] / 100.0, 1.3, 0.002);
}

/// One point is too slow by a factor of two, and its interval is wide enough to allow for that.
#[test]
fn a_point_that_is_badly_known_counts_little() {
    let mut points = points(&SIZES, 0.005, |size| 500.0 + 1.3 * size);
    points[7].ns_iqm *= 2.0;
    let known_well = fit(Parameter::Size, &points).unwrap();
    points[7].ci90_ns = Interval { low: 0.0, high: 2.0 * points[7].ns_iqm };
    let known_badly = fit(Parameter::Size, &points).unwrap();
    assert_near(known_badly.each_ns, 1.3, 0.001);
    assert!(known_well.each_ns > 1.01 * known_badly.each_ns, "{known_well:?}");
    assert_near(known_badly.worst, 1.0, 0.01);
}

/// An unbounded interval carries no information, and the fit still returns finite numbers.
#[test]
fn intervals_without_end_give_numbers_too() {
    let mut points = points(&SIZES, 0.0, |size| 500.0 + 1.3 * size);
    for point in &mut points {
        point.ci90_ns.high = f64::INFINITY;
    }
    let fit = fit(Parameter::Size, &points).unwrap();
    assert_near(fit.each_ns, 1.3, 1e-6);
    assert!([fit.fixed_ns, fit.exponent, fit.worst].iter().all(|number| number.is_finite()), "{fit:?}");
}

#[test]
fn proportional_cost_has_exponent_one_and_no_end() {
    let fit = over_sizes(|size| 2.0 * size);
    assert_near(fit.exponent, 1.0, 1e-9);
    assert_eq!(fit.proportional, Some([64, 1_048_576]));
    assert!(fit.fixed_ns < 1e-6, "{fit:?}");
    for exponent in [0.5, 1.5, 2.0] {
        assert_near(over_sizes(|size| size.powf(exponent)).exponent, exponent, 1e-9);
    }
}

/// Neither coefficient is negative, although the best unconstrained line would have a negative one.
#[test]
fn nothing_costs_less_than_nothing() {
    let quadratic = over_sizes(|size| size * size);
    assert!(quadratic.fixed_ns == 0.0 && quadratic.each_ns > 0.0, "{quadratic:?}");
    let falling = over_sizes(|size| 1000.0 - size / 10_000.0);
    assert!(falling.each_ns == 0.0 && falling.fixed_ns > 900.0, "{falling:?}");
    assert!(quadratic.worst > 0.5 && falling.worst < 0.1);
}

/// From 64 KiB on, each byte costs 1.5 times as much.
#[test]
fn a_cache_cliff_ends_proportionality() {
    let fit = over_sizes(|size| size * if size < 65536.0 { 1.0 } else { 1.5 });
    assert_eq!(fit.proportional, Some([64, 32768]));
    // A fixed cost equal to that of 1000 bytes is a tenth of the whole at 10 000 bytes.
    let fit = over_sizes(|size| 1000.0 + size * if size < 524_288.0 { 1.0 } else { 1.5 });
    assert_eq!(fit.proportional, Some([16384, 262_144]));
}

#[test]
fn what_an_interval_leaves_open_ends_nothing() {
    let mut points = points(&SIZES, 0.001, |size| size);
    (points[5].ns_iqm, points[5].ci90_ns.low) = (2048.0 * 1.2, 2048.0 * 1.15);
    assert_eq!(fit(Parameter::Size, &points).unwrap().proportional, Some([4096, 1_048_576]));
    points[5].ci90_ns.low = 2048.0 * 1.05;
    assert_eq!(fit(Parameter::Size, &points).unwrap().proportional, Some([64, 1_048_576]));
}

#[test]
fn constant_cost_is_all_fixed() {
    let fit = over_sizes(|_| 700.0);
    assert_near(fit.fixed_ns, 700.0, 1e-9);
    assert!(fit.each_ns < 1e-9 && fit.exponent.abs() < 1e-9 && fit.worst < 1e-9, "{fit:?}");
    // Only at the largest size does a byte cost the minimum.
    assert_eq!(fit.proportional, None);
}

#[test]
fn too_few_points_say_nothing() {
    for count in 0..3 {
        assert_eq!(fit(Parameter::Size, &points(&SIZES[..count], 0.01, |size| size)), None);
    }
    assert!(fit(Parameter::Size, &points(&SIZES[..3], 0.01, |size| size)).is_some());
    assert_eq!(fit(Parameter::Size, &points(&SIZES, 0.01, |_| 0.0)), None);
}

/// There is a core for each thread, up to four threads; beyond that, threads take turns.
#[test]
fn threads_are_proportional_as_long_as_none_delays_another() {
    let threads = [1, 2, 4, 8, 16];
    let fit = |ns: fn(f64) -> f64| fit(Parameter::Threads, &points(&threads, 0.001, ns)).unwrap();
    let four_cores = fit(|threads| 1000.0 * (threads / 4.0).max(1.0));
    assert_eq!(four_cores.proportional, Some([1, 4]));
    let as_many_cores = fit(|_| 1000.0);
    assert_eq!((as_many_cores.each_ns, as_many_cores.proportional), (0.0, Some([1, 16])));
    let one_core = fit(|threads| 1000.0 * threads);
    assert_near(one_core.each_ns, 1000.0, 1e-6);
    assert_near(one_core.exponent, 1.0, 1e-9);
    assert_eq!(one_core.proportional, None);
}
