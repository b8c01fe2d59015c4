//! Leaks in assembly, in functions that the compiler makes part of others: each stands in the program twice.
#![allow(unsafe_code)]

use super::{TABLE, taint};
use carnelian::cpu::Avx2;
use core::arch::asm;
use std::hint::black_box;

/// Writes a kernel: what it computes of two secrets, and the function that calls both of its copies.
macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident, $computes:ident;)+) => {$(
        $(#[$doc])*
        pub(super) fn $name(_: Avx2, secrets: &[u64; 8]) -> u64 {
            #[inline(never)]
            fn copy<const AT: usize>(secrets: &[u64; 8]) -> u64 {
                $computes(secrets[AT], secrets[AT + 1]).wrapping_add(AT as u64)
            }
            // MemorySanitizer takes each secret that assembly is given for a leak, the control's too.
            if cfg!(carnelian_msan) {
                taint::stands_in();
                return secrets[0];
            }
            // Through pointers that the compiler does not know, so that each stays as it is written.
            let copies: [fn(&[u64; 8]) -> u64; 2] = black_box([copy::<0>, copy::<2>]);
            copies[0](secrets) ^ copies[1](secrets)
        }
    )+};
}

kernels! {
    /// Chooses without a branch.
    control, choice_of;
    /// A branch on a secret bit.
    branch, branch_on;
    /// The table's entry that a secret byte names.
    index, entry_of;
    /// A division by a secret.
    division, quotient_of;
}

#[inline(always)]
fn choice_of(a: u64, mut b: u64) -> u64 {
    // SAFETY: the instructions compute on the named registers alone.
    unsafe { asm!("test {a}, 1", "cmovz {b}, {a}", a = in(reg) a, b = inout(reg) b, options(pure, nomem, nostack)) };
    b
}

#[inline(always)]
fn branch_on(a: u64, mut b: u64) -> u64 {
    // SAFETY: as above.
    unsafe {
        asm!("test {a}, 1", "jz 2f", "not {b}", "2:", a = in(reg) a, b = inout(reg) b, options(pure, nomem, nostack));
    };
    b
}

#[inline(always)]
fn entry_of(a: u64, mut b: u64) -> u64 {
    // SAFETY: a byte is below 256, the length of the table, of which one entry is read.
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
    // SAFETY: the divisor is not zero, and the quotient of a number of 64 bits fits.
    unsafe {
        asm!("xor edx, edx", "div {b}", b = in(reg) b | 1, inout("rax") quotient, out("rdx") _, options(pure, nomem, nostack));
    };
    quotient
}
