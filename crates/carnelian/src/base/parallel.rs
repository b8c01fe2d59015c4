//! Processes many items in parts: on all cores with the feature `rayon`, otherwise sequentially.

// Each of these functions is used only by the families that need it.
#![cfg_attr(not(all(feature = "curve", feature = "kdf")), allow(dead_code))]

#[cfg(all(feature = "rayon", any(test, feature = "__internals")))]
use crate::base::cpu::forced::as_here;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
#[cfg(feature = "alloc")]
use core::ops::{Range, RangeInclusive};

/// Returns the number of available threads.
pub(crate) fn threads() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

/// Calls `work` with each part of `items` and its index. A part has `each` items; the last one has the remainder.
#[cfg(not(feature = "rayon"))]
pub(crate) fn for_each_part<T>(items: &mut [T], each: usize, work: impl Fn(usize, &mut [T])) {
    items.chunks_mut(each).enumerate().for_each(|(number, part)| work(number, part));
}

/// Calls `work` with each part of `items` and its index, on as many threads as rayon has. A part has `each` items; the
/// last one has the remainder.
#[cfg(feature = "rayon")]
pub(crate) fn for_each_part<T: Send>(items: &mut [T], each: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    use rayon::prelude::*;
    let work = |(number, part): (usize, &mut [T])| work(number, part);
    items.par_chunks_mut(each).enumerate().for_each(as_here(&work));
}

/// Returns the results of `work` on parts of `count` items. The size of a part is within `sizes`, except that the last
/// part may be smaller.
#[cfg(all(feature = "alloc", not(feature = "rayon")))]
pub(crate) fn by_parts<R>(count: usize, sizes: RangeInclusive<usize>, work: impl Fn(Range<usize>) -> R) -> Vec<R> {
    parts(count, *sizes.end()).map(work).collect()
}

/// Returns the results of `work` on parts of `count` items, on as many threads as rayon has. The size of a part is
/// within `sizes`, except that the last part may be smaller.
#[cfg(feature = "rayon")]
pub(crate) fn by_parts<R: Send>(
    count: usize,
    sizes: RangeInclusive<usize>,
    work: impl Fn(Range<usize>) -> R + Sync,
) -> Vec<R> {
    use rayon::prelude::*;
    let each = count.div_ceil(rayon::current_num_threads()).clamp(*sizes.start(), *sizes.end());
    parts(count, each).collect::<Vec<_>>().into_par_iter().map(as_here(&work)).collect()
}

/// Returns `work`. Where a thread may have a lower tier than others, they do its work at that tier.
#[cfg(all(feature = "rayon", not(any(test, feature = "__internals"))))]
fn as_here<A, R>(work: &(impl Fn(A) -> R + Sync)) -> impl Fn(A) -> R + Sync + Send {
    work
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

    #[cfg(all(feature = "rayon", not(miri)))]
    #[test]
    fn other_threads_have_the_tier_of_the_one_that_asks() {
        use crate::base::cpu::{Tier, forced};
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
        for tier in forced::tiers() {
            pool.install(|| {
                forced::at_most(tier, || {
                    let found = by_parts(64, 1..=1, |_| Tier::in_force());
                    assert!(found.iter().all(|found| *found == tier), "{tier}: {found:?}");
                    for_each_part(&mut [(); 64], 1, |_, _| assert_eq!(Tier::in_force(), tier));
                });
            });
        }
    }

    #[test]
    fn every_item_is_worked_on_once() {
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
