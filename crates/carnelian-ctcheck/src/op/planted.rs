//! Leaks on purpose, one of each kind, and a control without one. A checker that does not report the leaks, or does
//! report the control, has nothing to say about the rest.

use super::{ONE_BACKEND, Operation, portable};
use crate::check::Check;
use carnelian::ct::{Choice, Select};
use std::hint::black_box;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "planted/control", tiers: ONE_BACKEND, backend: portable, run: run_control },
    Operation { name: "planted/branch", tiers: ONE_BACKEND, backend: portable, run: run_branch },
    Operation { name: "planted/index", tiers: ONE_BACKEND, backend: portable, run: run_index },
    Operation { name: "planted/division", tiers: ONE_BACKEND, backend: portable, run: run_division },
];

/// A function that is called through an opaque pointer stays as it is written: its secrets lie in memory, where the
/// disassembly scan expects them.
type Planted<T> = fn(&[u64; 2]) -> T;

fn run_control(check: &mut Check) {
    let secrets = [check.word(), check.word()];
    check.secret_result(&[black_box::<Planted<u64>>(control)(&secrets)]);
}

fn run_branch(check: &mut Check) {
    let secrets = [check.word(), check.word()];
    black_box(black_box::<Planted<u64>>(branch)(&secrets));
}

fn run_index(check: &mut Check) {
    let secrets = [check.word(), check.word()];
    black_box(black_box::<Planted<u8>>(index)(&secrets));
}

fn run_division(check: &mut Check) {
    let secrets = [check.word(), check.word()];
    black_box(black_box::<Planted<u32>>(division)(&secrets));
}

/// The branch of [`branch`], the constant-time way.
#[inline(never)]
fn control(secrets: &[u64; 2]) -> u64 {
    u64::select(Choice::from_lsb(secrets[0]), secrets[1], !secrets[1])
}

/// The bit passes the barrier inside [`Choice`], so this shows too that the barrier does not wash it clean.
#[inline(never)]
fn branch(secrets: &[u64; 2]) -> u64 {
    let bit = u64::select(Choice::from_lsb(secrets[0]), 0, 1);
    let mut result = secrets[1];
    if bit == 1 {
        // The optimiser cannot make a conditional move of this.
        result = black_box(!result);
    }
    result
}

/// The table is public; which of its entries is read is not.
#[inline(never)]
fn index(secrets: &[u64; 2]) -> u8 {
    static TABLE: [u8; 256] = {
        let mut squares = [0; 256];
        let mut i = 0;
        while i < squares.len() {
            squares[i] = (i * i % 251) as u8;
            i += 1;
        }
        squares
    };
    TABLE[(secrets[0] & 0xff) as usize]
}

/// Nothing but the division betrays this one: the divisor is odd, so there is no check for zero, and has 32 bits, so
/// there is none for whether a shorter division would do.
#[inline(never)]
fn division(secrets: &[u64; 2]) -> u32 {
    secrets[0] as u32 / (secrets[1] as u32 | 1)
}
