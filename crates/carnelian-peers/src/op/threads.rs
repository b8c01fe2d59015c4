//! Execution of any operation on several threads at the same time.
//!
//! The threads are started once, each with a CPU and a subject of its own. A request for a number of calls wakes them
//! together; each makes that number of calls, and the request is complete when the last thread is done. Waiting threads
//! sleep, so another library has the CPUs to itself in its turn.

use crate::offers::Offers;
use crate::operation::{Calls, Difference, Find, Operation, Subject};
use crate::values::Unit;
use core_affinity::CoreId;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// An operation, called on several threads.
pub(super) struct Threads {
    name: String,
    includes: String,
    inner: Box<dyn Operation>,
    threads: usize,
    find: Find,
}

impl Threads {
    /// Creates the operation; `find` finds the inner one on each thread.
    pub(super) fn new(name: String, inner: Box<dyn Operation>, threads: usize, find: Find) -> Self {
        Self { name, includes: Self::includes_of(&*inner), inner, threads, find }
    }

    /// Describes one call that consists of a call on each of several threads.
    pub(super) fn includes_of(inner: &dyn Operation) -> String {
        format!(
            "{}. Each thread makes such a call at the same time as all others, on a CPU of its own where there are \
             enough; the time is that until the last of them is done",
            inner.includes()
        )
    }
}

impl Operation for Threads {
    fn name(&self) -> &str {
        &self.name
    }

    fn includes(&self) -> &str {
        &self.includes
    }

    fn unit(&self) -> Unit {
        let threads = self.threads as u64;
        match self.inner.unit() {
            Unit::Bytes(bytes) => Unit::Bytes(threads * bytes),
            Unit::Operations(operations) => Unit::Operations(threads * operations),
        }
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn cycle(&self) -> u64 {
        self.inner.cycle()
    }

    /// Long enough that the time for waking the threads is negligible.
    fn sample(&self) -> Duration {
        Duration::from_millis(20)
    }

    fn subject(&self, library: &Offers) -> Option<Subject> {
        let library = library.finder()?;
        let (inner, find) = (self.inner.name().to_owned(), self.find);
        let (mut team, backend) = Team::start(self.threads, move || find(&inner)?.subject(&library()?))?;
        Some(Subject::new(&backend, Box::new(move |calls| team.call(calls))))
    }

    fn check(&self, ours: &Offers, theirs: &Offers) -> Result<(), Difference> {
        self.inner.check(ours, theirs)
    }
}

/// Threads that make calls together.
struct Team {
    gate: Arc<Gate>,
    members: Vec<JoinHandle<()>>,
}

/// A thread's message once it is ready: its backend, or `None` if it has no subject; or the payload of its panic.
type Ready = thread::Result<Option<String>>;

impl Team {
    /// Starts `threads` threads, each of which creates its subject with `make`, and waits until all are ready. Also
    /// returns the backend. Returns `None` if the system refuses a thread, or if one has no subject.
    fn start(threads: usize, make: impl Fn() -> Option<Subject> + Send + Sync + 'static) -> Option<(Self, String)> {
        let (make, gate) = (Arc::new(make), Arc::new(Gate::default()));
        let (ready, readies) = mpsc::channel();
        let mut team = Self { gate: Arc::clone(&gate), members: Vec::with_capacity(threads) };
        for number in 0..threads {
            let (make, gate, ready) = (Arc::clone(&make), Arc::clone(&gate), ready.clone());
            let member = thread::Builder::new().spawn(move || {
                take_cpu(number);
                serve(&gate, ready, &*make);
            });
            // Threads that already run are dismissed when the team is dropped.
            team.members.push(member.ok()?);
        }
        drop(ready);
        let mut backend = None;
        for ready in readies.iter().take(threads) {
            match ready {
                Ok(said) => backend = Some(said?),
                Err(panic) => {
                    drop(team);
                    resume_unwind(panic);
                }
            }
        }
        Some((team, backend?))
    }

    /// Makes `calls` calls on each thread, at the same time, and waits for all of them.
    ///
    /// # Panics
    /// Panics if a call panics on any of the threads.
    fn call(&mut self, calls: u64) {
        if calls > 0 {
            self.gate.open(calls, self.members.len());
            self.gate.wait_for_all();
            assert!(!self.gate.state().panicked, "a call panicked on one of the threads");
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.gate.open(DISMISSED, self.members.len());
        for member in self.members.drain(..) {
            // A member that panicked needs no further handling.
            member.join().ok();
        }
    }
}

/// The main function of a team's member.
fn serve(gate: &Gate, ready: Sender<Ready>, make: &dyn Fn() -> Option<Subject>) {
    let made = catch_unwind(AssertUnwindSafe(make));
    let (said, calls) = match made {
        Ok(Some(Subject { backend, calls })) => (Ok(Some(backend)), Some(calls)),
        Ok(None) => (Ok(None), None),
        Err(panic) => (Err(panic), None),
    };
    // The receiver is gone if another thread has no subject; the team is then being dropped.
    ready.send(said).ok();
    drop(ready);
    if let Some(calls) = calls {
        gate.serve(calls);
    }
}

/// A request for zero calls, which ends a thread.
const DISMISSED: u64 = 0;

/// The gate at which threads sleep until they are needed, and at which the requester waits for the last of them.
#[derive(Default)]
struct Gate {
    state: Mutex<State>,
    opened: Condvar,
    all_done: Condvar,
}

#[derive(Default)]
struct State {
    /// The number of times it was opened.
    round: u64,
    /// The number of calls requested from each thread.
    calls: u64,
    /// The number of threads that are working.
    busy: usize,
    /// Whether a call ever panicked.
    panicked: bool,
}

impl Gate {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics while holding it")
    }

    /// Wakes all threads.
    fn open(&self, calls: u64, threads: usize) {
        let mut state = self.state();
        (state.round, state.calls, state.busy) = (state.round + 1, calls, threads);
        self.opened.notify_all();
    }

    fn wait_for_all(&self) {
        let done = self.all_done.wait_while(self.state(), |state| state.busy > 0);
        drop(done.expect("no thread panics while holding it"));
    }

    /// Makes the calls of each round until it is dismissed.
    fn serve(&self, mut calls: Calls) {
        let mut seen = 0;
        loop {
            let wanted = {
                let state = self.opened.wait_while(self.state(), |state| state.round == seen);
                let state = state.expect("no thread panics while holding it");
                seen = state.round;
                state.calls
            };
            if wanted == DISMISSED {
                return;
            }
            let outcome = catch_unwind(AssertUnwindSafe(|| calls(wanted)));
            let mut state = self.state();
            state.panicked |= outcome.is_err();
            state.busy -= 1;
            if state.busy == 0 {
                self.all_done.notify_one();
            }
        }
    }
}

/// Binds this thread to a CPU, a different one for each number as long as there are any. A thread inherits the CPU
/// binding of the thread that started it, so without this all threads would share one CPU; and an unbound thread would
/// be moved by the scheduler, which takes longer to spread threads over CPUs than a sample lasts. If the system does
/// not support binding, the thread stays unbound.
pub fn take_cpu(number: usize) {
    let cpus = available();
    if !cpus.is_empty() {
        core_affinity::set_for_current(cpus[number % cpus.len()]);
    }
}

/// Returns the number of CPUs that threads can be bound to, at least one.
#[must_use]
pub fn cpus() -> usize {
    thread::spawn(|| available().len()).join().map_or(1, |cpus| cpus.max(1))
}

/// Returns the CPUs available to this process, which are those that it can bind to; a list of CPUs would be that of the
/// starting thread. The calling thread is bound to any of them.
fn available() -> &'static [CoreId] {
    static CPUS: OnceLock<Vec<CoreId>> = OnceLock::new();
    // Masks have 1024 bits on Linux and 64 on Windows.
    const LIMIT: usize = if cfg!(target_os = "linux") { 1024 } else { 64 };
    let all = || (0..LIMIT).map(|id| CoreId { id }).filter(|cpu| core_affinity::set_for_current(*cpu)).collect();
    CPUS.get_or_init(all)
}
