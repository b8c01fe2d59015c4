//! The threads of this process: pools of rayon that belong to this library alone.
//!
//! rayon's global pool is never used. It panics where the system starts no thread, as in a container that limits them,
//! and a process that was forked waits forever for its threads, which exist in its parent only.
#![allow(unsafe_code)] // Reads a list that no lock guards.

use super::process::{Process, count_forks};
use super::share;
use super::threads::{with_limit, without_limit};
use crate::base::cpu::forced::as_here;
use crate::base::division::divide;
use core::ptr;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use rayon_core::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};
use std::borrow::ToOwned;
use std::boxed::Box;
use std::sync::{Mutex, PoisonError};
use std::{env, format, io, thread};

/// A pool, as an element of a list that only grows. A process that was forked inherits the list, but no threads.
struct Pool {
    process: Process,
    /// The number of threads that was asked for. Where the system starts fewer, there are fewer.
    wanted: usize,
    threads: ThreadPool,
    next: *const Self,
}

/// The list. A lock would be held forever in a process that is forked while another thread holds it.
static POOLS: AtomicPtr<Pool> = AtomicPtr::new(ptr::null_mut());

/// Calls `work` with each part of `items` and its index on up to `wanted` threads: of the pool of which the caller is a
/// thread, or of this library's. Returns whether there are threads; without any nothing is called.
///
/// It is not inlined, since callers with a single part have no use for it.
#[inline(never)]
pub(super) fn spread<T: Send>(
    items: &mut [T],
    each: usize,
    work: &(impl Fn(usize, &mut [T]) + Sync),
    wanted: usize,
) -> bool {
    let work = |(number, part): (usize, &mut [T])| work(number, part);
    // Outside of what the other threads run: it asks for the tier of this one.
    let work = &as_here(&work);
    if of_the_caller().is_some() {
        run(items, each, work, wanted);
        return true;
    }
    let Some(threads) = find(wanted).or_else(|| start(wanted, spawn)) else { return false };
    threads.install(move || run(items, each, work, wanted));
    true
}

/// Has up to `wanted` threads of the current pool call `work` with each part, and waits for them.
fn run<'i, T: Send>(items: &'i mut [T], each: usize, work: &(impl Fn((usize, &'i mut [T])) + Sync), wanted: usize) {
    // Parallel iterators would divide, which the scan of the machine code cannot tell from a division of secrets.
    let tasks = wanted.min(share(items.len(), each));
    let parts = &Mutex::new(items.chunks_mut(each).enumerate());
    let next = move || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let has_others = rayon_core::current_num_threads() > wanted;
    // This thread may do other work of the pool while it waits: the limit of this call is not for that.
    without_limit(|| {
        rayon_core::scope(|scope| {
            for number in 0..tasks {
                scope.spawn(move |_| {
                    // The limits of calls in all tasks add up to this call's, unless the pool has no more threads.
                    let limit = if has_others { divide_by(wanted + number, tasks) } else { wanted };
                    with_limit(limit, || core::iter::from_fn(next).for_each(work));
                });
            }
        });
    });
}

/// Returns the quotient, rounded down.
fn divide_by(dividend: usize, divisor: usize) -> usize {
    divide(dividend as u64, u32::try_from(divisor).unwrap_or(u32::MAX)) as usize
}

/// Returns the number of threads of the pool of which the caller is a thread.
pub(super) fn of_the_caller() -> Option<usize> {
    rayon_core::current_thread_index().map(|_| rayon_core::current_num_threads())
}

/// Returns a pool of this process.
fn find(wanted: usize) -> Option<&'static ThreadPool> {
    let process = Process::this();
    let first: *const Pool = POOLS.load(Ordering::Acquire);
    // SAFETY: what is in the list is never changed or freed, and was written before it came there.
    let element = |pool: *const Pool| unsafe { pool.as_ref() };
    let pools = core::iter::successors(element(first), |pool: &&Pool| element(pool.next));
    let mut pools = pools.filter(|pool| pool.process == process && pool.wanted == wanted);
    pools.next().map(|pool| &pool.threads)
}

/// Starts a pool of as many threads as the system permits, up to `wanted`, unless it permits no two.
fn start(wanted: usize, spawn: fn(ThreadBuilder) -> io::Result<()>) -> Option<&'static ThreadPool> {
    let attempts = core::iter::successors(Some(wanted), |count| Some(count >> 1)).take_while(|count| *count > 1);
    let name = |number| format!("carnelian-{number}");
    let pool = |count| ThreadPoolBuilder::new().num_threads(count).thread_name(name).spawn_handler(spawn).build().ok();
    let threads = attempts.filter_map(pool).next()?;
    count_forks();
    let pool = Box::leak(Box::new(Pool { process: Process::this(), wanted, threads, next: ptr::null() }));
    // Of two threads that start a pool at the same time each uses its own; later calls find the one that came last.
    let mut next = POOLS.load(Ordering::Relaxed);
    loop {
        pool.next = next;
        match POOLS.compare_exchange_weak(next, pool, Ordering::Release, Ordering::Relaxed) {
            Ok(_) => return Some(&pool.threads),
            Err(found) => next = found,
        }
    }
}

/// Starts a thread of a pool.
fn spawn(thread: ThreadBuilder) -> io::Result<()> {
    let mut builder = thread::Builder::new();
    if let Some(name) = thread.name() {
        builder = builder.name(name.to_owned());
    }
    builder.spawn(move || thread.run()).map(drop)
}

/// Returns the number of threads for which the user or the system has CPUs: `RAYON_NUM_THREADS`, if it is set.
pub(super) fn available() -> usize {
    /// The system takes tens of microseconds to tell.
    static FOUND: AtomicUsize = AtomicUsize::new(0);
    match FOUND.load(Ordering::Relaxed) {
        0 => {
            let set = env::var("RAYON_NUM_THREADS").ok().and_then(|number| number.parse().ok());
            let found = set.filter(|number| *number > 0);
            let found = found.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
            FOUND.store(found, Ordering::Relaxed);
            found
        }
        found => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_no_thread_starts_there_is_no_pool() {
        assert!(start(8, |_| Err(io::ErrorKind::WouldBlock.into())).is_none());
        assert!(start(1, spawn).is_none() && start(0, spawn).is_none());
    }

    #[cfg(not(miri))]
    #[test]
    fn where_few_threads_start_they_are_the_pool() {
        // Of every attempt, the threads above the second are refused.
        let few = |thread: ThreadBuilder| match thread.index() {
            0 | 1 => spawn(thread),
            _ => Err(io::ErrorKind::WouldBlock.into()),
        };
        let wanted = 9;
        assert_eq!(start(wanted, few).unwrap().current_num_threads(), 2);
        assert!(ptr::eq(find(wanted).unwrap(), find(wanted).unwrap()));
    }
}
