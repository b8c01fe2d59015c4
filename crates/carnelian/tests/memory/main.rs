//! Tests that no secret is left anywhere in memory when everything is dropped: on the heap, where it was freed, and on the
//! stacks of all threads, those of the library's pool too.
//!
//! `tests/stack` searches one stack, for everything that is made of a secret. This searches all memory for the secrets
//! themselves: what callers pass in, and what they are given. Run it with the feature `threads`, so that batches, SLH-DSA
//! and Argon2 run on threads of the pool. In builds without optimisation every move is a copy.
#![cfg(all(target_os = "linux", not(miri), not(debug_assertions)))]

mod cases;
mod roles;
mod search;

use carnelian::secret::wipe;
use cases::{CASES, Case, Secrets};
use search::{Masked, Search};
use std::hint::black_box;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// A thread that runs cases and stays alive, so that its stack can be searched. What searches runs on another stack, and
/// overwrites nothing there.
struct Worker {
    cases: Sender<Case>,
    secrets: Receiver<Vec<Masked>>,
}

impl Worker {
    fn new() -> Self {
        let (cases, work) = channel::<Case>();
        let (results, secrets) = channel();
        thread::spawn(move || {
            for (number, case) in (1..).zip(work) {
                let mut secrets = Secrets::new(number);
                (case.run)(&mut secrets);
                results.send(secrets.into_masked()).expect("the test waits");
            }
        });
        Self { cases, secrets }
    }

    /// Runs a case, and returns what is left of its secrets.
    fn run(&self, case: Case, search: &mut Search) -> Vec<String> {
        self.cases.send(case).expect("the worker waits");
        let secrets = self.secrets.recv().expect("the case ends");
        assert!(!secrets.is_empty(), "{} has no secrets", case.name);
        search.find(&secrets)
    }
}

/// One test, since what other tests do would be searched too.
#[test]
fn nothing_is_left_in_memory() {
    #[cfg(feature = "threads")]
    carnelian::threads::set_limit(4);
    let (worker, mut search) = (Worker::new(), Search::new());
    for planted in PLANTED {
        assert!(!worker.run(*planted, &mut search).is_empty(), "what is planted in {} is not found", planted.name);
    }
    let only = std::env::var("CARNELIAN_MEMORY_CASE").ok();
    let mut lines = Vec::new();
    let cases = CASES.iter().chain(roles::CASES);
    for case in cases.filter(|case| only.as_ref().is_none_or(|only| case.name.contains(only.as_str()))) {
        let found = worker.run(*case, &mut search);
        lines.extend(found.iter().map(|found| format!("{}: {found}", case.name)));
    }
    assert!(lines.is_empty(), "secrets are left in memory:\n{}", lines.join("\n"));
}

/// Leaves a copy on the stack, below what later calls overwrite.
#[inline(never)]
fn copy_to_the_stack(secret: &[u8]) {
    let mut frame = [0; 16 << 10];
    frame[..secret.len()].copy_from_slice(secret);
    black_box(&mut frame);
}

/// Leaks, each of which the search must find.
const PLANTED: &[Case] = &[
    Case { name: "freed memory", run: |secrets| drop(black_box(secrets.bytes("a", 4000).to_vec())) },
    Case { name: "a stack", run: |secrets| copy_to_the_stack(&secrets.bytes("a", 32)) },
    Case {
        name: "the stack of another thread",
        run: |secrets| {
            let mut secret = secrets.bytes("a", 32).to_vec();
            let (done, wait) = channel();
            thread::spawn(move || {
                copy_to_the_stack(&secret);
                wipe(&mut secret);
                done.send(()).expect("the case waits");
                // The stack of a thread that has ended is given back.
                loop {
                    thread::park();
                }
            });
            wait.recv().expect("the thread has copied it");
        },
    },
];
