//! Checks the coverage of confidence intervals on a real clock.
//!
//! Two libraries with a known ratio take turns as in a run: the same chain of multiplications twice, and a chain with
//! one that is 5 % longer. Each pair is measured 200 times; the output is how often the interval of the ratio covers
//! the true value, and how often the verdict is right.
//!
//! ```sh
//! cargo run --release -p carnelian-bench --example coverage
//! ```

use carnelian_bench::clock::Clock;
use carnelian_bench::machine::conditions;
use carnelian_bench::measure::{InProcess, Limits, Runner, SAMPLE, measure, ratios};
use carnelian_bench::op::{Estimator, repeat};
use carnelian_bench::stats::{CONFIDENCE, Estimate, Verdict};
use std::hint::black_box;
use std::time::{Duration, Instant};

const REPETITIONS: usize = 200;

/// Limits for about 100 rounds of two libraries on a quiet machine.
const LIMITS: Limits = Limits {
    time: Duration::from_millis(500),
    at_most: Duration::from_millis(500),
    precision: 0.0,
    confidence: CONFIDENCE,
    warm_up: Duration::from_millis(2),
    sample: SAMPLE,
    estimator: Estimator::InterquartileMean,
    cycle: 1,
};

/// The number of multiplications in the shorter chain: large enough that the overhead of a call is below a
/// ten-thousandth of it.
const LINKS: u32 = 20_000;

fn main() {
    let clock = Clock::calibrated();
    let load = conditions::now(&clock).load;
    println!("load before: {}", load.map_or("unknown".to_owned(), |load| format!("{load:.2}")));
    for (truth, links, right) in [(1.0, LINKS, Verdict::Tie), (1.05, LINKS + LINKS / 20, Verdict::Behind)] {
        let runs: Vec<Vec<f64>> = (0..REPETITIONS).map(|_| run(clock, links)).collect();
        let estimates = |confidence| runs.iter().map(move |ratios| Estimate::of(ratios, confidence));
        println!(
            "\ntruth {truth}, {REPETITIONS} repetitions of {} rounds",
            runs.iter().map(Vec::len).sum::<usize>() / REPETITIONS
        );
        for confidence in [0.5, 0.9, 0.99] {
            let covering = estimates(confidence).filter(|estimate| estimate.ci.contains(truth)).count();
            println!("  intervals at {confidence}: {:.1} % cover the truth", percent(covering));
        }
        let independent = runs.iter().map(|ratios| Estimate::of_independent(ratios, CONFIDENCE));
        let covering = independent.filter(|estimate| estimate.ci.contains(truth)).count();
        println!("  without merging, at {CONFIDENCE}: {:.1} %", percent(covering));
        let verdicts = estimates(CONFIDENCE).filter(|estimate| Verdict::of(estimate.ci) == right).count();
        println!("  called {}: {:.1} %", right.word(), percent(verdicts));
        let mean = estimates(CONFIDENCE).map(|estimate| estimate.iqm).sum::<f64>() / REPETITIONS as f64;
        println!("  mean of the estimates: {mean:.5}");
        let merged = estimates(CONFIDENCE).filter(|estimate| estimate.merged > 1).count();
        let half_width = estimates(CONFIDENCE).map(|estimate| estimate.precision()).sum::<f64>() / REPETITIONS as f64;
        println!("  rounds merged in {:.1} %; mean half-width {:.2} %", percent(merged), 100.0 * half_width);
    }
}

fn percent(count: usize) -> f64 {
    100.0 * count as f64 / REPETITIONS as f64
}

/// Returns the ratios of a run of a chain of `links` multiplications and the shorter one.
fn run(clock: Clock, links: u32) -> Vec<f64> {
    let library = |links| -> Box<dyn Runner> {
        let mut link = 3;
        let call = move || {
            link = chain(link, links);
            link
        };
        Box::new(InProcess { calls: repeat(call), clock })
    };
    let start = Instant::now();
    let rounds = measure(&mut [library(links), library(LINKS)], &LIMITS, &|| start.elapsed(), &mut |_| ());
    match &rounds[..] {
        [Ok(ours), Ok(theirs)] => ratios(ours, theirs),
        _ => unreachable!("a library in this process does not go away"),
    }
}

/// Computes a chain of multiplications, each of which depends on the one before it, and the first one on the previous
/// call: otherwise the CPU would execute the first few hundred in parallel with the last ones of that call, and the
/// ratio would differ from the nominal one.
#[inline(never)]
fn chain(link: u64, links: u32) -> u64 {
    let mut link = black_box(link);
    for _ in 0..links {
        link = link.wrapping_mul(link);
    }
    black_box(link)
}
