//! Operations that the feature `threads` divides among threads, on two: other code computes them than on one.
//!
//! The tools follow secrets through all threads of a process. What the threads do is at each tier what one of them does,
//! so a row here has one.

use super::Operation;
use crate::check::Check;
use carnelian::cpu::Tier;
use carnelian::threads::with_limit;

pub(super) const OPERATIONS: &[Operation] = &[
    row("slhdsa-sha2/threads", |check| run("slhdsa-sha2/sign-128", check)),
    row("slhdsa-shake/threads", |check| run("slhdsa-shake/sign-192", check)),
    row("argon2id/threads", |check| run("argon2id/hash", check)),
    row("mlkem768/threads", |check| run("mlkem768/batch", check)),
    row("ed25519/threads", |check| run("ed25519/sign-batch", check)),
    row("x25519/threads", |check| run("x25519/dh-batch", check)),
];

const fn row(name: &'static str, run: fn(&mut Check)) -> Operation {
    Operation { name, tiers: &[Tier::Avx2], backend: on_two, run }
}

fn on_two() -> &'static str {
    "threads"
}

/// Runs an operation on two threads.
fn run(name: &str, check: &mut Check) {
    let operation = super::registry().find(|operation| operation.name == name);
    with_limit(2, || (operation.expect("an operation of this name").run)(check));
}
