//! Time budgets, by arithmetic only.

use carnelian_bench::Preset;
use carnelian_bench::plan::Plan;
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

/// Returns the maximum duration of a run over `operations` operations, and the number that is measured, if each takes
/// all of its share.
fn worst_case(plan: &Plan, operations: usize) -> (Duration, usize) {
    let mut spent = Duration::ZERO;
    let mut measured = 0;
    for done in 0..operations {
        if let Some(share) = plan.share(spent, operations - done) {
            assert!(share <= 15 * SECOND);
            spent += share;
            measured += 1;
        }
    }
    (spent, measured)
}

#[test]
fn everything_takes_at_most_ten_minutes() {
    for operations in [1, 5, 40, 41, 400, 4000] {
        for preset in [Preset::Normal, Preset::Quick] {
            let (spent, measured) = worst_case(&Plan::new(preset, operations / 5 + 1, true), operations);
            assert!(spent <= 600 * SECOND, "{preset:?} with {operations} operations: {spent:?}");
            assert_eq!(measured, operations);
        }
    }
}

#[test]
fn a_family_keeps_to_its_preset() {
    for operations in [1, 5, 32, 33, 100, 1000] {
        let normal = worst_case(&Plan::new(Preset::Normal, 1, false), operations).0;
        let quick = worst_case(&Plan::new(Preset::Quick, 1, false), operations).0;
        assert!(normal < 480 * SECOND, "{normal:?}");
        assert!(quick < 90 * SECOND, "{quick:?}");
    }
    // If patterns select several families, each has its own time.
    assert_eq!(Plan::new(Preset::Normal, 3, false).total, 3 * Plan::new(Preset::Normal, 1, false).total);
}

#[test]
fn what_one_operation_leaves_falls_to_the_others() {
    let plan = Plan { total: 100 * SECOND, ..Plan::new(Preset::Normal, 1, false) };
    assert_eq!(plan.share(Duration::ZERO, 50), Some(2 * SECOND));
    assert_eq!(plan.share(20 * SECOND, 40), Some(2 * SECOND));
    assert_eq!(plan.share(20 * SECOND, 10), Some(8 * SECOND));
    assert_eq!(plan.share(20 * SECOND, 2), Some(15 * SECOND));
    assert_eq!(plan.share(99 * SECOND, 1), Some(SECOND));
    assert_eq!(plan.share(100 * SECOND, 1), None);
    assert_eq!(plan.share(101 * SECOND, 1), None);
}
