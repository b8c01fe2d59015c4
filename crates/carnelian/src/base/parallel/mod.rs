//! Processes many items in parts: on several threads with the feature `threads`, otherwise one after the other.

// Each of these functions is used only by the families that need it.
#![cfg_attr(not(all(feature = "curve", feature = "kdf")), allow(dead_code))]

#[cfg(feature = "threads")]
mod limits;
#[cfg(feature = "threads")]
mod pool;
#[cfg(feature = "threads")]
mod process;
#[cfg(feature = "threads")]
pub mod threads;

#[cfg(feature = "alloc")]
use crate::base::division::divide;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
#[cfg(feature = "alloc")]
use core::ops::{Range, RangeInclusive};
#[cfg(feature = "threads")]
pub(crate) use threads::limit;

/// Returns the number of threads that a call may use.
#[cfg(not(feature = "threads"))]
pub(crate) const fn limit() -> usize {
    1
}

/// Calls `work` with each part of `items` and its index, on several threads if the limit permits and the system starts
/// them. A part has `each` items; the last one has the remainder.
pub(crate) fn for_each_part<T: Send>(items: &mut [T], each: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    #[cfg(feature = "threads")]
    if items.len() > each
        && let threads @ 2.. = limit()
        && pool::spread(items, each, &work, threads)
    {
        return;
    }
    items.chunks_mut(each).enumerate().for_each(|(number, part)| work(number, part));
}

/// Returns the results of `work` on parts of `count` items, computed on several threads if the limit permits and the
/// system starts them. The size of a part is within `sizes`, except that the last part may be smaller.
#[cfg(feature = "alloc")]
pub(crate) fn by_parts<R: Send>(
    count: usize,
    sizes: RangeInclusive<usize>,
    work: impl Fn(Range<usize>) -> R + Sync,
) -> Vec<R> {
    let each = match limit() {
        1 => *sizes.end(),
        threads => share(count, threads).clamp(*sizes.start(), *sizes.end()),
    };
    if count <= each {
        return parts(count, each).map(work).collect();
    }
    let mut results: Vec<_> = parts(count, each).map(|part| (part, None)).collect();
    for_each_part(&mut results, 1, |_, results| {
        results.iter_mut().for_each(|(part, result)| *result = Some(work(part.clone())));
    });
    results.into_iter().map(|(_, result)| result.expect("every part is worked on")).collect()
}

/// Returns how many of `count` items each thread has, rounded up.
#[cfg(feature = "alloc")]
fn share(count: usize, threads: usize) -> usize {
    let threads = u32::try_from(threads).unwrap_or(u32::MAX);
    count.checked_sub(1).map_or(0, |last| divide(last as u64, threads) as usize + 1)
}

/// Splits `count` items into parts of `each`; the last one has the remainder.
#[cfg(feature = "alloc")]
fn parts(count: usize, each: usize) -> impl Iterator<Item = Range<usize>> {
    // `step_by` would divide, which the scan of the machine code cannot tell from a division of secrets.
    let starts = core::iter::successors(Some(0_usize), move |start| start.checked_add(each));
    starts.take_while(move |start| *start < count).map(move |start| start..count.min(start.saturating_add(each)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(all(feature = "threads", not(miri)))]
    #[test]
    fn other_threads_have_the_tier_of_the_one_that_asks() {
        use crate::base::cpu::{Tier, forced};
        for tier in forced::tiers() {
            threads::with_limit(4, || {
                forced::at_most(tier, || {
                    let found = by_parts(64, 1..=1, |_| Tier::in_force());
                    assert!(found.iter().all(|found| *found == tier), "{tier}: {found:?}");
                    for_each_part(&mut [(); 64], 1, |_, _| assert_eq!(Tier::in_force(), tier));
                });
            });
        }
    }

    /// Runs `test` on one thread and, if there can be more, on several.
    fn on_any(test: fn()) {
        test();
        #[cfg(all(feature = "threads", not(miri)))]
        [1, 3, threads::ALL].into_iter().for_each(|limit| threads::with_limit(limit, test));
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn shares_are_rounded_up() {
        assert_eq!(
            [(0, 3), (1, 3), (3, 3), (4, 3), (6, 3), (7, 3)].map(|(count, threads)| share(count, threads)),
            [0, 1, 1, 2, 2, 3]
        );
    }

    #[cfg(all(feature = "threads", not(miri)))]
    #[test]
    #[should_panic(expected = "of the work")]
    fn a_panic_is_that_of_the_caller() {
        threads::with_limit(2, || for_each_part(&mut [1, 2, 3], 1, |_, part| assert_ne!(part, [2], "of the work")));
    }

    #[cfg(all(feature = "threads", not(miri)))]
    #[test]
    fn work_may_have_parts_of_its_own() {
        threads::with_limit(3, || {
            let sums = by_parts(9, 1..=1, |part| by_parts(part.end, 1..=1, |part| part.end).into_iter().sum::<usize>());
            assert_eq!(sums, [1, 3, 6, 10, 15, 21, 28, 36, 45]);
        });
    }

    #[test]
    fn every_item_is_worked_on_once() {
        on_any(every_item_once);
    }

    fn every_item_once() {
        for count in [0, 1, 2, 7, 8, 9] {
            for each in 1..10 {
                let mut items = std::vec![0; count];
                for_each_part(&mut items, each, |number, part| {
                    part.iter_mut().zip(number * each..).for_each(|(item, at)| *item += at + 1);
                });
                assert!(items.into_iter().eq(1..=count), "{count} in parts of {each}");
            }
        }
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn every_item_is_in_one_part() {
        on_any(every_item_in_one_part);
    }

    #[cfg(feature = "alloc")]
    fn every_item_in_one_part() {
        for count in [0, 1, 63, 64, 65, 1000, 1024, 1025, 5000] {
            for sizes in [64..=1024, 1..=usize::MAX, 256..=usize::MAX] {
                let parts = by_parts(count, sizes.clone(), |part| part);
                assert!(parts.iter().flat_map(Clone::clone).eq(0..count), "{count}: {parts:?}");
                assert!(parts.iter().all(|part| !part.is_empty() && part.len() <= *sizes.end()), "{count}: {parts:?}");
                let but_the_last = parts.split_last().map_or(&[][..], |(_, others)| others);
                assert!(but_the_last.iter().all(|part| part.len() >= *sizes.start()), "{count}: {parts:?}");
            }
        }
    }
}
