//! Batches in parts: large enough that each profits from being a batch, and on all cores with the feature `rayon`.

use alloc::vec::Vec;

/// The most items of a part. From here on a batch gets no faster by being larger, and its points leave the cache.
const MOST: usize = 1024;

/// The results of `work` on parts of `items`, one after the other.
#[cfg(not(feature = "rayon"))]
pub(super) fn by_chunks<T, R>(items: &[T], work: impl Fn(&[T]) -> Vec<R>) -> Vec<R> {
    items.chunks(MOST).flat_map(work).collect()
}

/// The least items of a part, if there are more than one.
#[cfg(feature = "rayon")]
const LEAST: usize = 64;

/// The results of `work` on parts of `items`, on as many threads as rayon has.
#[cfg(feature = "rayon")]
pub(super) fn by_chunks<T: Sync, R: Send>(items: &[T], work: impl Fn(&[T]) -> Vec<R> + Sync) -> Vec<R> {
    use rayon::prelude::*;
    let each = items.len().div_ceil(rayon::current_num_threads()).clamp(LEAST, MOST);
    let parts: Vec<Vec<R>> = items.par_chunks(each).map(&work).collect();
    parts.into_iter().flatten().collect()
}
