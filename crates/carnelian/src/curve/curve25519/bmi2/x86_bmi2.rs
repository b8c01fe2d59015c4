//! Four words of 64 bits modulo p with `mulx`: products, sums, and the formulas for points as blocks of assembly.
//!
//! Numbers are modulo 2²⁵⁶ − 38 = 2p, words least significant first. A *loose* number is below 2²⁵⁶; a *tight* one is
//! below 2²⁵⁵ + 2²⁴. Products take loose operands and return tight results, sums take tight operands and return loose
//! results. So a sum exceeds 2²⁵⁶ by less than 2²⁵, and adding 38 for its carry affects only the lowest word; a
//! negative difference plus 2²⁵⁶ is above 2²⁵⁴, so subtracting 38 from it does not borrow.
//!
//! Functions with instructions of BMI2 take the proof that the CPU has it, or a [`Sum`], which contains it. They access
//! only their operands, and pop what they push on the stack.
#![allow(unsafe_code)]

use super::x86_bmi2_point::Sum;
use super::x86_bmi2_words::{
    add_to, double_wide, fold, load, load_all, multiply, multiply_wide, mulx, rows, scale_and_add, square,
    square_in_place, square_wide, store, store_sum, subtract, subtract_from, sum, tighten,
};
use crate::base::cpu::Avx2Fma;
use core::mem::offset_of;

/// Computes F = D − C and G = D + C, given D in rax, rcx, rsi, r15.
macro_rules! add_c {
    () => {
        concat!(add_to!("{f} + {C}"), store_sum!("{f} + {G}"), subtract!("{f} + {C}"), store!("{f} + {F}"))
    };
}

/// Assembly that accesses `*$f` and clobbers every register that products and sums use.
macro_rules! block {
    ($f:expr, [$($text:expr,)+] $($name:ident = $offset:expr,)+) => {
        core::arch::asm!(
            $($text,)+
            f = in(reg) $f,
            $($name = const $offset,)+
            out("rax") _, out("rcx") _, out("rdx") _, out("rsi") _,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _,
            out("r12") _, out("r13") _, out("r14") _, out("r15") _,
        )
    };
}

const fn coordinate(i: usize) -> usize {
    offset_of!(Sum, point) + 32 * i
}

const fn completed(i: usize) -> usize {
    offset_of!(Sum, completed) + 32 * i
}

const fn entry(i: usize) -> usize {
    offset_of!(Sum, entry) + 32 * i
}

const fn part(i: usize) -> usize {
    offset_of!(Sum, scratch) + 32 * i
}

/// Doubles a point except for the last multiplications, from X, Y, Z: H = YY + XX, G = YY − XX, E = 2XY, F = 2ZZ − G.
#[inline(always)]
pub(crate) fn double(sum: &mut Sum) {
    // SAFETY: the structure holds the proof that the CPU has the instructions, which read and write only the structure.
    unsafe {
        block!(
            sum,
            [
            square!("{f} + {Y}"),
            store!("{f} + {YY}"),
            square!("{f} + {X}"),
            store!("{f} + {XX}"),
            subtract_from!("{f} + {YY}"),
            store_sum!("{f} + {G}"),
            add_to!("{f} + {YY}"),
            store_sum!("{f} + {H}"),
            // F = (2ZZ + XX) − YY, where the sum is computed before 2ZZ is tight.
            square_wide!("{f} + {Z}"),
            double_wide!(),
            "add rax, [{f} + {XX}]\nadc rcx, [{f} + {XX} + 8]\nadc rsi, [{f} + {XX} + 16]\nadc r15, [{f} + {XX} + 24]",
            "adc r13, 0",
            tighten!(),
            subtract!("{f} + {YY}"),
            store!("{f} + {F}"),
            multiply_wide!("{f} + {X}", "{f} + {Y}"),
            double_wide!(),
            tighten!(),
            store!("{f} + {E}"),
            ]
            X = coordinate(0),
            Y = coordinate(1),
            Z = coordinate(2),
            E = completed(0),
            F = completed(1),
            G = completed(2),
            H = completed(3),
            XX = part(0),
            YY = part(1),
        );
    }
}

/// Adds the entry (Y + X, Y − X, 2Z, 2dT) to a point except for the last multiplications, from X, Y, Z, T. The order
/// suits that in which [`extend`] computes T, Y, X, Z.
#[inline(always)]
pub(crate) fn add(sum: &mut Sum) {
    add_t_x_y(sum);
    // SAFETY: the structure holds the proof that the CPU has the instructions, which read and write only the structure.
    unsafe {
        block!(
            sum,
            [
            multiply!("{f} + {Z}", "{f} + {Z2}"),
            add_c!(),
            ]
            Z = coordinate(2),
            Z2 = entry(2),
            F = completed(1),
            G = completed(2),
            C = part(2),
        );
    }
}

/// Adds an entry with Z = 1 like [`add`].
#[inline(always)]
pub(crate) fn add_affine(sum: &mut Sum) {
    add_t_x_y(sum);
    // SAFETY: the structure holds the proof that the CPU has the instructions, which read and write only the structure.
    unsafe {
        block!(
            sum,
            [
            load_all!("{f} + {Z}"),
            "xor r13d, r13d",
            double_wide!(),
            tighten!(),
            add_c!(),
            ]
            Z = coordinate(2),
            F = completed(1),
            G = completed(2),
            C = part(2),
        );
    }
}

/// Computes C, E and H of [`add`] from T, X and Y.
#[inline(always)]
fn add_t_x_y(sum: &mut Sum) {
    // SAFETY: the structure holds the proof that the CPU has the instructions, which read and write only the structure.
    unsafe {
        block!(
            sum,
            [
            multiply!("{f} + {T}", "{f} + {T2D}"),
            store!("{f} + {C}"),
            load_all!("{f} + {X}"),
            add_to!("{f} + {Y}"),
            store_sum!("{f} + {MORE}"),
            subtract_from!("{f} + {Y}"),
            store_sum!("{f} + {LESS}"),
            multiply!("{f} + {MORE}", "{f} + {PLUS}"),
            store!("{f} + {MORE}"),
            multiply!("{f} + {LESS}", "{f} + {MINUS}"),
            subtract_from!("{f} + {MORE}"),
            store_sum!("{f} + {E}"),
            add_to!("{f} + {MORE}"),
            store_sum!("{f} + {H}"),
            ]
            X = coordinate(0),
            Y = coordinate(1),
            T = coordinate(3),
            PLUS = entry(0),
            MINUS = entry(1),
            T2D = entry(3),
            E = completed(0),
            H = completed(3),
            LESS = part(0),
            MORE = part(1),
            C = part(2),
        );
    }
}

/// Computes X = EF, Y = GH, Z = FG.
#[inline(always)]
pub(crate) fn project(sum: &mut Sum) {
    // SAFETY: the structure holds the proof that the CPU has the instructions, which read and write only the structure.
    unsafe {
        block!(
            sum,
            [
            multiply!("{f} + {G}", "{f} + {H}"),
            store!("{f} + {Y}"),
            multiply!("{f} + {E}", "{f} + {F}"),
            store!("{f} + {X}"),
            multiply!("{f} + {F}", "{f} + {G}"),
            store!("{f} + {Z}"),
            ]
            X = coordinate(0),
            Y = coordinate(1),
            Z = coordinate(2),
            E = completed(0),
            F = completed(1),
            G = completed(2),
            H = completed(3),
        );
    }
}

/// Computes T = EH, and X, Y, Z like [`project`].
#[inline(always)]
pub(crate) fn extend(sum: &mut Sum) {
    // SAFETY: the structure holds the proof that the CPU has the instructions, which read and write only the structure.
    unsafe {
        block!(
            sum,
            [multiply!("{f} + {E}", "{f} + {H}"), store!("{f} + {T}"),]
            T = coordinate(3),
            E = completed(0),
            H = completed(3),
        );
    }
    project(sum);
}

/// Returns `a`·`b`, tight, of loose numbers.
#[inline(always)]
pub(crate) fn product(_: Avx2Fma, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let (r0, r1, r2, r3);
    // SAFETY: the token proves that the CPU has the instructions, which only read the two numbers.
    unsafe {
        core::arch::asm!(
            multiply!("{a}", "r15"),
            a = in(reg) a,
            inout("r15") b => r3,
            out("rax") r0, out("rcx") r1, out("rdx") _, out("rsi") r2,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _,
            out("r12") _, out("r13") _, out("r14") _,
            options(pure, readonly),
        );
    }
    [r0, r1, r2, r3]
}

/// Returns `a`², tight, of a loose number.
#[inline(always)]
pub(crate) fn squared(_: Avx2Fma, a: &[u64; 4]) -> [u64; 4] {
    let (r0, r1, r2, r3);
    // SAFETY: the token proves that the CPU has the instructions, which only read the number.
    unsafe {
        core::arch::asm!(
            square!("{a}"),
            a = in(reg) a,
            out("rax") r0, out("rcx") r1, out("rdx") _, out("rsi") r2,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _,
            out("r12") _, out("r13") _, out("r14") _, out("r15") r3,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// Returns `a` to the power of 2^`n`, tight, of a loose number. 1 ≤ `n`.
#[inline(always)]
pub(crate) fn squared_times(_: Avx2Fma, a: &[u64; 4], n: u32) -> [u64; 4] {
    debug_assert!(n > 0);
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: the token proves that the CPU has the instructions, which only compute on the named registers.
    unsafe {
        core::arch::asm!(
            "2:",
            square_in_place!(),
            "dec {n:e}",
            "jnz 2b",
            n = inout(reg) n => _,
            inout("rax") r0, inout("rcx") r1, inout("rsi") r2, inout("r15") r3,
            out("rdx") _, out("rdi") _,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _,
            out("r12") _, out("r13") _, out("r14") _,
            options(pure, nomem),
        );
    }
    [r0, r1, r2, r3]
}

/// Returns 121 666·`a` + `b`, tight, of loose numbers.
#[inline(always)]
pub(crate) fn scaled_sum(_: Avx2Fma, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let (r0, r1, r2, r3);
    // SAFETY: the token proves that the CPU has the instructions, which only read the two numbers.
    unsafe {
        core::arch::asm!(
            scale_and_add!("{a}", "{b}"),
            a = in(reg) a,
            b = in(reg) b,
            out("rax") r0, out("rcx") r1, out("rdx") _, out("rsi") r2,
            out("r8") _, out("r13") _, out("r15") r3,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// Returns `a` + `b`, loose, of tight numbers.
#[inline(always)]
pub(crate) fn sum(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: the instructions are available on every CPU; they compute on the named registers and read the number.
    unsafe {
        core::arch::asm!(
            "add {r0}, [{b}]\nadc {r1}, [{b} + 8]\nadc {r2}, [{b} + 16]\nadc {r3}, [{b} + 24]",
            "sbb {c}, {c}\nand {c:e}, 38\nadd {r0}, {c}",
            b = in(reg) b,
            r0 = inout(reg) r0, r1 = inout(reg) r1, r2 = inout(reg) r2, r3 = inout(reg) r3,
            c = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// Returns `a` − `b`, loose, of tight numbers.
#[inline(always)]
pub(crate) fn difference(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: the instructions are available on every CPU; they compute on the named registers and read the number.
    unsafe {
        core::arch::asm!(
            "sub {r0}, [{b}]\nsbb {r1}, [{b} + 8]\nsbb {r2}, [{b} + 16]\nsbb {r3}, [{b} + 24]",
            "sbb {c}, {c}\nand {c:e}, 38",
            "sub {r0}, {c}\nsbb {r1}, 0\nsbb {r2}, 0\nsbb {r3}, 0",
            b = in(reg) b,
            r0 = inout(reg) r0, r1 = inout(reg) r1, r2 = inout(reg) r2, r3 = inout(reg) r3,
            c = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// Returns `a`, tight, of a loose number.
#[inline(always)]
pub(crate) fn tightened(a: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: the instructions are available on every CPU, and compute only on the named registers.
    unsafe {
        core::arch::asm!(
            "mov {c}, {r3}\nsar {c}, 63\nand {c:e}, 19",
            "add {r3}, {r3}\nshr {r3}, 1",
            "add {r0}, {c}\nadc {r1}, 0\nadc {r2}, 0\nadc {r3}, 0",
            r0 = inout(reg) r0, r1 = inout(reg) r1, r2 = inout(reg) r2, r3 = inout(reg) r3,
            c = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    [r0, r1, r2, r3]
}

/// Returns `a` below p, of a tight number.
#[inline(always)]
pub(crate) fn reduced(a: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: the instructions are available on every CPU; they compute on the named registers and read the number.
    unsafe {
        core::arch::asm!(
            // Subtracts p at most once: if a + 19 has bit 255, the result is a + 19 without it.
            "add {r0}, 19\nadc {r1}, 0\nadc {r2}, 0\nadc {r3}, 0",
            "sar {r3}, 63\nmov {c}, {r3}\nand {c:e}, 19",
            "mov {r0}, [{a}]\nmov {r1}, [{a} + 8]\nmov {r2}, [{a} + 16]\nmov {r3}, [{a} + 24]",
            "add {r0}, {c}\nadc {r1}, 0\nadc {r2}, 0\nadc {r3}, 0",
            "add {r3}, {r3}\nshr {r3}, 1",
            a = in(reg) a,
            r0 = inout(reg) r0, r1 = inout(reg) r1, r2 = inout(reg) r2, r3 = inout(reg) r3,
            c = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3]
}
