//! The threads of this process: a pool of rayon that belongs to this library alone.
//!
//! rayon's global pool is never used. It panics where the system starts no thread, as in a container that limits them,
//! and a process that was forked waits forever for its threads, which exist in its parent only.
#![allow(unsafe_code)] // Reads what no lock guards.

use super::limits::{MOST, with_limit, without_limit};
use super::process::{Process, count_forks};
use super::share;
use crate::base::cpu::forced::as_here;
use crate::base::division::divide;
use core::ptr;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use rayon_core::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};
use std::borrow::ToOwned;
use std::boxed::Box;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{env, format, io, thread};

/// A pool that a process has started or is starting.
struct Pool {
    process: Process,
    /// The number of threads that are asked of the system.
    wanted: usize,
    /// Those that it started, or those of an earlier pool if these are more. Empty while they are being started.
    threads: OnceLock<Option<&'static ThreadPool>>,
    /// The one before. Nothing reads it, but what looks for lost memory finds what is kept.
    _before: *mut Self,
}

/// The pool that was started last. A process that was forked inherits it without the threads. No lock guards it, which
/// would be held forever in a process that is forked while another thread holds it.
struct Latest(AtomicPtr<Pool>);

static LATEST: Latest = Latest::new();

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
    let Some(threads) = LATEST.find(Process::this(), wanted, spawn) else { return false };
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

impl Latest {
    const fn new() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }

    /// Returns a pool of the process, which has `wanted` threads or as many as the system permits. Starts one if there is
    /// none. Returns `None` if the system permits no two threads, and while a thread of the process is starting a pool:
    /// to wait for it could take forever in a process that is forked.
    fn find(
        &self,
        process: Process,
        wanted: usize,
        spawn: fn(ThreadBuilder) -> io::Result<()>,
    ) -> Option<&'static ThreadPool> {
        let latest = self.0.load(Ordering::Acquire);
        // SAFETY: a pool that is stored here was complete before, and is never freed. It changes only as `OnceLock` does.
        let found: Option<&'static Pool> = unsafe { latest.as_ref() };
        let Some(found) = found.filter(|pool| pool.process == process) else {
            return self.start(latest, process, wanted, None, spawn);
        };
        let threads = *found.threads.get()?;
        // Where the system started fewer than it was asked for, it is not asked again.
        if found.wanted >= wanted || count(threads) < found.wanted {
            return threads;
        }
        // The threads of earlier pools stay. With twice as many in each, they are not more than in the last one.
        self.start(latest, process, wanted.max(found.wanted << 1).min(MOST), threads, spawn)
    }

    /// Starts a pool of as many threads as the system permits, up to `wanted`, unless it permits no more than `before`
    /// has or another thread has stored a pool in the meantime.
    fn start(
        &self,
        latest: *mut Pool,
        process: Process,
        wanted: usize,
        before: Option<&'static ThreadPool>,
        spawn: fn(ThreadBuilder) -> io::Result<()>,
    ) -> Option<&'static ThreadPool> {
        let pool = Box::into_raw(Box::new(Pool { process, wanted, threads: OnceLock::new(), _before: latest }));
        if self.0.compare_exchange(latest, pool, Ordering::Release, Ordering::Relaxed).is_err() {
            // SAFETY: it was not stored, so that nothing else refers to it.
            drop(unsafe { Box::from_raw(pool) });
            return None;
        }
        count_forks();
        let attempts = core::iter::successors(Some(wanted), |wanted| Some(wanted >> 1));
        let started = attempts.take_while(|wanted| *wanted > count(before)).find_map(|wanted| build(wanted, spawn));
        let threads = started.map(|threads| &*Box::leak(Box::new(threads))).or(before);
        // SAFETY: what is stored is never freed.
        let pool = unsafe { &*pool };
        *pool.threads.get_or_init(|| threads)
    }
}

/// Returns the number of threads that a call has with a pool or without one.
fn count(threads: Option<&ThreadPool>) -> usize {
    threads.map_or(1, ThreadPool::current_num_threads)
}

/// Starts a pool of this number of threads.
fn build(count: usize, spawn: fn(ThreadBuilder) -> io::Result<()>) -> Option<ThreadPool> {
    let name = |number| format!("carnelian-{number}");
    ThreadPoolBuilder::new().num_threads(count).thread_name(name).spawn_handler(spawn).build().ok()
}

/// The least size of the stack of a thread in bytes, which is that of Rust's threads where nothing else is set. Users
/// set `RUST_MIN_STACK` for their own threads, to sizes that are too small for ours.
const STACK: usize = 2 << 20;

/// Returns the size of the stack of a thread in bytes: [`STACK`], or `RUST_MIN_STACK` if it is more.
fn stack_size() -> usize {
    number_in("RUST_MIN_STACK").unwrap_or(0).max(STACK)
}

/// Returns the number in an environment variable.
fn number_in(variable: &str) -> Option<usize> {
    env::var(variable).ok()?.parse().ok()
}

/// Starts a thread of a pool.
fn spawn(thread: ThreadBuilder) -> io::Result<()> {
    let mut builder = thread::Builder::new().stack_size(stack_size());
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
            let found = number_in("RAYON_NUM_THREADS").filter(|number| *number > 0);
            let found = found.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)).min(MOST);
            FOUND.store(found, Ordering::Relaxed);
            found
        }
        found => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refuse(_: ThreadBuilder) -> io::Result<()> {
        Err(io::ErrorKind::WouldBlock.into())
    }

    #[test]
    fn a_refusal_is_remembered() {
        static LATEST: Latest = Latest::new();
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        fn find(process: Process) -> bool {
            let refuse = |thread| {
                ASKED.fetch_add(1, Ordering::Relaxed);
                refuse(thread)
            };
            LATEST.find(process, 8, refuse).is_some()
        }
        // For eight threads, for four and for two.
        assert!(!find(Process::this()) && ASKED.load(Ordering::Relaxed) == 3);
        assert!(!find(Process::this()) && ASKED.load(Ordering::Relaxed) == 3);
        assert!(LATEST.find(Process::this(), 1000, refuse).is_none());
        // A process that is forked asks for itself.
        assert!(!find(Process::forked()) && ASKED.load(Ordering::Relaxed) == 6);
        static OTHER: Latest = Latest::new();
        assert!(OTHER.find(Process::this(), 1, spawn).is_none());
    }

    #[test]
    fn nothing_waits_for_a_pool() {
        static LATEST: Latest = Latest::new();
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let start = |_: ThreadBuilder| {
            ASKED.fetch_add(1, Ordering::Relaxed);
            // As another thread does while this one starts a pool.
            assert!(LATEST.find(Process::this(), 8, spawn).is_none());
            Err(io::ErrorKind::WouldBlock.into())
        };
        assert!(LATEST.find(Process::this(), 2, start).is_none());
        assert_eq!(ASKED.load(Ordering::Relaxed), 1);
        let latest = Latest::new();
        assert!(latest.start(LATEST.0.load(Ordering::Relaxed), Process::this(), 2, None, spawn).is_none());
        assert!(latest.0.load(Ordering::Relaxed).is_null(), "the pool was to replace another one");
    }

    #[cfg(not(miri))]
    #[test]
    fn where_few_threads_start_they_are_the_pool() {
        // Of every attempt, the threads above the second are refused.
        let few = |thread: ThreadBuilder| match thread.index() {
            0 | 1 => spawn(thread),
            _ => refuse(thread),
        };
        static LATEST: Latest = Latest::new();
        let latest = &LATEST;
        let threads = latest.find(Process::this(), 9, few).unwrap();
        assert_eq!(threads.current_num_threads(), 2);
        for wanted in [2, 9, 10, 1000] {
            assert!(ptr::eq(latest.find(Process::this(), wanted, spawn).unwrap(), threads), "{wanted}");
        }
        assert!(!ptr::eq(latest.find(Process::forked(), 2, spawn).unwrap(), threads));
    }

    #[cfg(not(miri))]
    #[test]
    fn a_refusal_leaves_the_earlier_pool() {
        static LATEST: Latest = Latest::new();
        let latest = &LATEST;
        let threads = latest.find(Process::this(), 3, spawn).unwrap();
        assert!(ptr::eq(latest.find(Process::this(), 4, refuse).unwrap(), threads));
        assert!(ptr::eq(latest.find(Process::this(), 1000, spawn).unwrap(), threads));
    }

    #[cfg(not(miri))]
    #[test]
    fn pools_are_few() {
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let counted = |thread| {
            STARTED.fetch_add(1, Ordering::Relaxed);
            spawn(thread)
        };
        static LATEST: Latest = Latest::new();
        let latest = &LATEST;
        for wanted in (2..=17).chain(2..=17) {
            let threads = latest.find(Process::this(), wanted, counted).unwrap().current_num_threads();
            assert!((wanted..=32).contains(&threads), "{threads} for {wanted}");
        }
        assert_eq!(STARTED.load(Ordering::Relaxed), 2 + 4 + 8 + 16 + 32);
    }
}
