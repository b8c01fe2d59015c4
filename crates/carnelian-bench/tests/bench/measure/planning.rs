//! Time limits and the order of operations, by arithmetic only.

use carnelian_bench::Preset;
use carnelian_bench::plan::Plan;
use carnelian_bench::registry;
use carnelian_bench::schedule::{Schedule, Turn};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

/// Runs a schedule in which an operation takes as long as `cost` says. Returns the operations in the order in which they
/// were measured, and the time of the run.
fn simulated(plan: Plan, families: &[&str], cost: impl Fn(&str, &Turn) -> Duration) -> (Vec<usize>, Duration) {
    let mut schedule = Schedule::new(plan, families.iter().copied());
    let (mut measured, mut spent) = (Vec::new(), Duration::ZERO);
    while let Some(turn) = schedule.next(spent) {
        assert!(turn.time <= turn.at_most && turn.at_most <= plan.total - spent, "{turn:?} after {spent:?}");
        let took = cost(families[turn.operation], &turn);
        schedule.took(&turn, took);
        measured.push(turn.operation);
        spent += took;
    }
    (measured, spent)
}

/// Returns the family of each operation, five in each.
fn fives(operations: usize) -> Vec<String> {
    (0..operations).map(|i| format!("family{}", i / 5)).collect()
}

/// Returns the duration of a run over operations in families of five that take all of their time, and the number that
/// is measured.
fn worst_case(plan: Plan, operations: usize) -> (Duration, usize) {
    let families = fives(operations);
    let families: Vec<&str> = families.iter().map(String::as_str).collect();
    let (measured, spent) = simulated(plan, &families, |_, turn| {
        assert!(turn.time <= 15 * SECOND);
        turn.time
    });
    (spent, measured.len())
}

#[test]
fn everything_takes_at_most_ten_minutes() {
    for operations in [1, 5, 40, 41, 400, 4000] {
        for preset in [Preset::Normal, Preset::Quick] {
            let (spent, measured) = worst_case(Plan::new(preset, operations / 5 + 1, true), operations);
            assert!(spent <= 600 * SECOND, "{preset:?} with {operations} operations: {spent:?}");
            assert_eq!(measured, operations);
        }
    }
}

#[test]
fn a_family_keeps_to_its_preset() {
    for operations in [1, 5, 32, 33, 100, 1000] {
        let normal = worst_case(Plan::new(Preset::Normal, 1, false), operations).0;
        let quick = worst_case(Plan::new(Preset::Quick, 1, false), operations).0;
        assert!(normal < 480 * SECOND, "{normal:?}");
        assert!(quick < 90 * SECOND, "{quick:?}");
    }
    // If patterns select several families, each has its own time.
    assert_eq!(Plan::new(Preset::Normal, 3, false).total, 3 * Plan::new(Preset::Normal, 1, false).total);
}

#[test]
fn what_one_operation_leaves_falls_to_the_others() {
    let plan = Plan { total: 100 * SECOND, ..Plan::new(Preset::Normal, 1, false) };
    let mut schedule = Schedule::new(plan, ["sample"; 50]);
    assert_eq!(schedule.next(Duration::ZERO).unwrap().time, 2 * SECOND);
    assert_eq!(schedule.next(2 * SECOND).unwrap().time, 2 * SECOND);
    // Nothing is used by the next ones.
    for _ in 2..40 {
        schedule.next(2 * SECOND).unwrap();
    }
    assert_eq!(schedule.next(20 * SECOND).unwrap().time, 8 * SECOND);
    for _ in 41..48 {
        schedule.next(20 * SECOND).unwrap();
    }
    assert_eq!(schedule.next(20 * SECOND).unwrap().time, 15 * SECOND);
    assert_eq!(schedule.next(99 * SECOND).unwrap().time, SECOND);
    assert_eq!(schedule.next(99 * SECOND), None);
    let mut late = Schedule::new(plan, ["sample"; 2]);
    assert_eq!((late.next(100 * SECOND), late.next(101 * SECOND)), (None, None));
}

#[test]
fn the_first_of_each_family_comes_first() {
    let plan = Plan { total: 70 * SECOND, ..Plan::new(Preset::Normal, 1, false) };
    let (order, _) = simulated(plan, &["a", "a", "b", "a", "c", "b", "c"], |_, turn| turn.time);
    assert_eq!(order, [0, 2, 4, 1, 5, 6, 3]);
}

/// Signatures that take minutes do not take the time of others, and no family is without a measurement.
#[test]
fn a_slow_family_waits_until_the_others_are_done() {
    let plan = Plan { total: 100 * SECOND, ..Plan::new(Preset::Normal, 1, false) };
    let families = ["quick", "slow"].map(|name| [name; 10]).concat();
    let cost = |family: &str, turn: &Turn| if family == "slow" { turn.at_most } else { turn.time };
    let (order, spent) = simulated(plan, &families, cost);
    assert!(spent <= plan.total, "{spent:?}");
    let quick = order.iter().filter(|i| families[**i] == "quick").count();
    assert_eq!(quick, 10, "{order:?}");
    assert!(order[1] == 10 && order.len() > 11, "{order:?}");
    // Once it has used up its share, it comes last.
    let last_quick = order.iter().rposition(|i| families[*i] == "quick").unwrap();
    let slow_before = order[..last_quick].iter().filter(|i| families[**i] == "slow").count();
    assert!(slow_before < 5, "{order:?}");
}

#[test]
fn every_family_is_measured_even_if_all_operations_take_all_that_they_may() {
    let operations = registry::all();
    let families: Vec<&str> = operations.iter().map(|operation| operation.family()).collect();
    for seconds in [10, 60, 570] {
        let plan = Plan::new(Preset::Normal, 1, true).with(None, Some(seconds * SECOND));
        let (measured, spent) = simulated(plan, &families, |_, turn| turn.at_most);
        assert!(spent <= plan.total);
        for family in &families {
            assert!(measured.iter().any(|i| families[*i] == *family), "{seconds} s: nothing of {family}");
        }
    }
}

/// Slow families need more than an equal share, and others do with less: these take what is expected to be left.
#[test]
fn time_is_set_aside_for_slow_families() {
    let operations = registry::all();
    let families: Vec<&str> = operations.iter().map(|operation| operation.family()).collect();
    let plan = Plan::new(Preset::Normal, 1, true).with(None, Some(570 * SECOND));
    let (measured, spent) = simulated(plan, &families, |family, turn| match family {
        slow if slow.starts_with("slhdsa") && slow.ends_with('s') => 7 * SECOND,
        "argon2id" => 5 * SECOND,
        _ => turn.time,
    });
    let left_out: Vec<&str> =
        (0..families.len()).filter(|i| !measured.contains(i)).map(|i| operations[i].name()).collect();
    assert!(left_out.is_empty() && spent <= 600 * SECOND, "{left_out:?} after {spent:?}");
}

/// If some operations take longer than their share, the others have at least half of an equal one: with less, no
/// interval is narrow, and the last operations are left out instead.
#[test]
fn no_operation_has_less_than_half_an_equal_share() {
    let plan = Plan { total: 100 * SECOND, ..Plan::new(Preset::Normal, 1, false) };
    let (measured, spent) = simulated(plan, &["sample"; 100], |_, turn| {
        assert!(turn.time >= SECOND / 2 || turn.time == turn.at_most, "{turn:?}");
        4 * turn.time
    });
    assert!(measured.len() < 100 && spent <= 102 * SECOND);
}
