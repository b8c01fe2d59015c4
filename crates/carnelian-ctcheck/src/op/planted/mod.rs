//! Deliberate leaks, one of each kind in each class of kernel, and controls without one. If a checker misses a leak or
//! reports a control, its other results are meaningless.

#[cfg(target_arch = "x86_64")]
mod x86_asm;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_sha_ni;
#[cfg(target_arch = "x86_64")]
mod x86_sse;

use super::{ONE_BACKEND, Operation, portable};
use crate::check::Check;
use carnelian::ct::{Choice, Select};
#[cfg(target_arch = "x86_64")]
use carnelian::{
    __internals::taint,
    cpu::{Avx2, Avx512, ShaNi, Sse41, Tier},
};
use std::hint::black_box;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "planted/control", tiers: ONE_BACKEND, backend: portable, run: run_control },
    Operation { name: "planted/branch", tiers: ONE_BACKEND, backend: portable, run: run_branch },
    Operation { name: "planted/index", tiers: ONE_BACKEND, backend: portable, run: run_index },
    Operation { name: "planted/division", tiers: ONE_BACKEND, backend: portable, run: run_division },
];

/// Defines the rows of a class of kernel: its name, the lowest tier that has it, its token and its module.
#[cfg(target_arch = "x86_64")]
macro_rules! class {
    ($class:literal, $tier:ident, $proof:ident, $module:ident) => {{
        const TIERS: &[Tier] = &[Tier::$tier];
        fn backend() -> &'static str {
            if $proof::get().is_some() { $class } else { "none" }
        }
        fn result(check: &mut Check, kernel: fn($proof, &[u64; 8]) -> u64) -> Option<u64> {
            let secrets = std::array::from_fn(|_| check.word());
            Some(black_box(black_box(kernel)($proof::get()?, &secrets)))
        }
        fn control(check: &mut Check) {
            let result = result(check, $module::control);
            result.into_iter().for_each(|result| check.secret_result(&[result]));
        }
        &[
            Operation { name: concat!("planted/", $class, "-control"), tiers: TIERS, backend, run: control },
            Operation {
                name: concat!("planted/", $class, "-branch"),
                tiers: TIERS,
                backend,
                run: |check| _ = result(check, $module::branch),
            },
            Operation {
                name: concat!("planted/", $class, "-index"),
                tiers: TIERS,
                backend,
                run: |check| _ = result(check, $module::index),
            },
            Operation {
                name: concat!("planted/", $class, "-division"),
                tiers: TIERS,
                backend,
                run: |check| _ = result(check, $module::division),
            },
        ]
    }};
}

/// Kernels that are compiled from intrinsics, and kernels that are written in assembly.
#[cfg(target_arch = "x86_64")]
pub(super) const CLASSES: [&[Operation]; 5] = [
    class!("sse", Sse, Sse41, x86_sse),
    class!("avx2", Avx2, Avx2, x86_avx2),
    class!("asm", Avx2, Avx2, x86_asm),
    class!("sha-ni", Avx2, ShaNi, x86_sha_ni),
    class!("avx512", Avx512, Avx512, x86_avx512),
];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const CLASSES: [&[Operation]; 0] = [];

/// The lookup table: its entries are public, the index is secret.
static TABLE: [u64; 256] = {
    let mut squares = [0; 256];
    let mut i = 0;
    while i < squares.len() {
        squares[i] = (i * i % 251) as u64;
        i += 1;
    }
    squares
};

/// A function that is called through an opaque pointer is compiled as written: its secrets are in memory, where the
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
    black_box(black_box::<Planted<u64>>(index)(&secrets));
}

fn run_division(check: &mut Check) {
    let secrets = [check.word(), check.word()];
    black_box(black_box::<Planted<u32>>(division)(&secrets));
}

/// Makes the choice of [`branch`] in constant time.
#[inline(never)]
fn control(secrets: &[u64; 2]) -> u64 {
    u64::select(Choice::from_lsb(secrets[0]), secrets[1], !secrets[1])
}

/// Branches on a secret bit. The bit passes the barrier inside [`Choice`], so this also shows that the barrier does not
/// remove the mark.
#[inline(never)]
fn branch(secrets: &[u64; 2]) -> u64 {
    let bit = u64::select(Choice::from_lsb(secrets[0]), 0, 1);
    let mut result = secrets[1];
    if bit == 1 {
        // The optimizer cannot turn this into a conditional move.
        result = black_box(!result);
    }
    result
}

/// Reads a public table at a secret index.
#[inline(never)]
fn index(secrets: &[u64; 2]) -> u64 {
    TABLE[(secrets[0] & 0xff) as usize]
}

/// Divides secrets. Only the division itself is a leak: the divisor is odd, so there is no check for zero, and has 32
/// bits, so there is no check whether a shorter division suffices.
#[inline(never)]
fn division(secrets: &[u64; 2]) -> u32 {
    secrets[0] as u32 / (secrets[1] as u32 | 1)
}
