//! How many threads a call may use: for batches, for the trees of an SLH-DSA signature, for the lanes of Argon2.
//!
//! With the feature `rayon` that are as many as there are CPUs; with `threads` alone it is one, until the program asks
//! for more.
//!
//! Threads are started when they are first needed, and kept. Where the system starts fewer, calls use those that there
//! are, or only the caller's, and it is not asked again. A process that is forked starts its own.
//!
//! A caller that is itself a thread of a pool of rayon has the threads of that pool, up to the limit. Unless the limit is
//! 1, this thread does other work of its pool while it waits for them, as in `rayon::join`: if it holds a lock that such
//! work takes, it waits forever.
//!
//! ```
//! use carnelian::kdf::argon2::{Argon2, Params, Variant};
//! use carnelian::threads;
//!
//! let argon2 = Argon2::new(Variant::Id, Params::SECOND_RECOMMENDED);
//! let [mut fast, mut frugal] = [[0; 32]; 2];
//! threads::set_limit(threads::ALL);
//! argon2.hash_into(b"password", b"some salt", &mut fast)?;
//! threads::with_limit(1, || argon2.hash_into(b"password", b"some salt", &mut frugal))?;
//! assert_eq!(fast, frugal);
//! # Ok::<(), carnelian::kdf::argon2::Argon2Error>(())
//! ```

pub use super::limits::{ALL, MOST, set_limit, with_limit};

use super::{limits, pool};

/// Returns the number of threads that a call may use. It starts none.
#[must_use]
pub fn limit() -> usize {
    match limits::in_force() {
        1 => 1,
        ALL => pool::of_the_caller().unwrap_or_else(pool::available).min(MOST),
        threads => pool::of_the_caller().unwrap_or(MOST).min(threads).min(MOST),
    }
}

/// Calls `work` with each part of `items` and its index. A part has `each` items; the last one has the remainder. For the
/// package for Python, which works on columns.
#[doc(hidden)]
pub fn for_each_part<T: Send>(items: &mut [T], each: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    super::for_each_part(items, each, work);
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use core::sync::atomic::{AtomicUsize, Ordering};
    use core::time::Duration;
    use rayon_core::{ThreadPool, ThreadPoolBuilder};
    use std::sync::Mutex;
    use std::{thread, vec};

    fn pool(threads: usize) -> ThreadPool {
        ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn a_limit_holds_on_threads_of_rayon() {
        pool(3).install(|| {
            let limits = [1, 2, 3, 4, ALL].map(|threads| with_limit(threads, limit));
            assert_eq!(limits, [1, 2, 3, 3, 3]);
        });
        assert_eq!(with_limit(usize::MAX, limit), MOST);
        assert!((1..=MOST).contains(&with_limit(ALL, limit)));
    }

    /// It may hold a lock that other work of its pool takes.
    #[test]
    fn a_caller_with_a_limit_of_one_works_alone() {
        pool(2).install(|| {
            let here = thread::current().id();
            let work = |_, _: &mut [()]| {
                thread::sleep(Duration::from_millis(1));
                assert_eq!(thread::current().id(), here);
            };
            with_limit(1, || for_each_part(&mut [(); 16], 1, work));
        });
    }

    #[test]
    fn other_work_of_a_pool_has_the_limit_of_the_process() {
        let [arrived, done] = &[const { AtomicUsize::new(0) }; 2];
        let until = |number: &AtomicUsize, is: usize| {
            while number.load(Ordering::SeqCst) != is {
                thread::yield_now();
            }
        };
        let found = &Mutex::new(None);
        pool(2).scope(|scope| {
            let here = thread::current().id();
            let work = |_, _: &mut [()]| {
                arrived.fetch_add(1, Ordering::SeqCst);
                until(arrived, 2);
                if thread::current().id() == here {
                    // The other thread is busy: this one does it while it waits for the other.
                    scope.spawn(move |_| {
                        *found.lock().unwrap() = Some((thread::current().id() == here, limits::HERE.get()));
                        done.store(1, Ordering::SeqCst);
                    });
                } else {
                    until(done, 1);
                }
            };
            with_limit(2, || for_each_part(&mut [(); 2], 1, work));
        });
        // On the waiting thread, and with no limit of its own.
        assert_eq!(*found.lock().unwrap(), Some((true, None)));
    }

    /// Returns the largest number of calls of the function given to `parts` that ran at the same time.
    fn most_at_once(parts: impl FnOnce(&(dyn Fn() + Sync))) -> usize {
        let [now, most] = [const { AtomicUsize::new(0) }; 2];
        parts(&|| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(1));
            now.fetch_sub(1, Ordering::SeqCst);
        });
        most.into_inner()
    }

    #[test]
    fn no_more_threads_work_than_the_limit_permits() {
        // Starts more threads than the limits below.
        with_limit(16, || for_each_part(&mut [(); 16], 1, |_, _| ()));
        for limit in [2, 3, 5] {
            with_limit(limit, || {
                let spread = |parts, work: &(dyn Fn() + Sync)| for_each_part(&mut vec![(); parts], 1, |_, _| work());
                let most = most_at_once(|work| spread(50, work));
                assert!(most <= limit, "{most} of {limit}");
                // Parts that have parts of their own share the limit.
                for parts in [2, 3, 7] {
                    let most = most_at_once(|work| spread(parts, &|| spread(9, work)));
                    assert!(most <= limit, "{most} of {limit}, in {parts} parts");
                }
            });
        }
    }
}
