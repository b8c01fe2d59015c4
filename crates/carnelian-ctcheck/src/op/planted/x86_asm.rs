//! Leaks in assembly, in functions that are inlined into others: each occurs twice in the program.
#![allow(unsafe_code)]

use super::{TABLE, taint};
use carnelian::cpu::Avx2;
use core::arch::asm;
use std::hint::black_box;

/// Defines a kernel from its name and the function of two secrets that it computes; it calls two copies of that
/// function.
macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident, $computes:ident;)+) => {$(
        $(#[$doc])*
        pub(super) fn $name(_: Avx2, secrets: &[u64; 8]) -> u64 {
            #[inline(never)]
            fn copy<const AT: usize>(secrets: &[u64; 8]) -> u64 {
                $computes(secrets[AT], secrets[AT + 1]).wrapping_add(AT as u64)
            }
            // MemorySanitizer reports every secret operand of assembly as a leak, also that of the control.
            if cfg!(carnelian_msan) {
                taint::stands_in();
                return secrets[0];
            }
            // Called through opaque pointers, such that each copy is compiled as written.
            let copies: [fn(&[u64; 8]) -> u64; 2] = black_box([copy::<0>, copy::<2>]);
            copies[0](secrets) ^ copies[1](secrets)
        }
    )+};
}

kernels! {
    /// Chooses without a branch.
    control, choice_of;
    /// Branches on a secret bit.
    branch, branch_on;
    /// Reads a table entry at a secret index.
    index, entry_of;
    /// Divides by a secret.
    division, quotient_of;
}

#[inline(always)]
fn choice_of(a: u64, mut b: u64) -> u64 {
    // SAFETY: the instructions compute only on the named registers.
    unsafe { asm!("test {a}, 1", "cmovz {b}, {a}", a = in(reg) a, b = inout(reg) b, options(pure, nomem, nostack)) };
    b
}

#[inline(always)]
fn branch_on(a: u64, mut b: u64) -> u64 {
    // SAFETY: the instructions compute only on the named registers, and the jump stays within the block.
    unsafe {
        asm!("test {a}, 1", "jz 2f", "not {b}", "2:", a = in(reg) a, b = inout(reg) b, options(pure, nomem, nostack));
    };
    b
}

#[inline(always)]
fn entry_of(a: u64, mut b: u64) -> u64 {
    // SAFETY: one entry of the table is read, at a byte index below 256, the length of the table.
    unsafe {
        asm!(
            "movzx {i:e}, {a:l}", "add {b}, [{table} + 8*{i}]",
            a = in(reg_abcd) a, b = inout(reg) b, i = out(reg) _, table = in(reg) TABLE.as_ptr(),
            options(pure, readonly, nostack),
        );
    };
    b
}

#[inline(always)]
fn quotient_of(a: u64, b: u64) -> u64 {
    let mut quotient = a;
    // SAFETY: the divisor is not zero, and the quotient of the 64-bit dividend fits in 64 bits.
    unsafe {
        asm!("xor edx, edx", "div {b}", b = in(reg) b | 1, inout("rax") quotient, out("rdx") _, options(pure, nomem, nostack));
    };
    quotient
}
