//! Four words of 64 bits modulo p with `mulx`: products, sums, and a whole step of the ladder in one block.
//!
//! Numbers are taken modulo 2²⁵⁶ − 38 = 2p, words least significant first. A *loose* one is any number below 2²⁵⁶; a
//! *tight* one is below 2²⁵⁵ + 2²⁴. Products take loose numbers and give tight ones, sums take tight ones and give loose
//! ones. So a sum exceeds 2²⁵⁶ by less than 2²⁵, and the 38 that stands for its carry goes into the lowest word alone; and
//! a difference below 0, plus 2²⁵⁶, is above 2²⁵⁴, and 38 can be taken away from it.
//!
//! A product is four rows, each summed within itself and then to the others: two short chains of carries in the one carry
//! flag. Chains that run beside each other in two flags (`adcx`, `adox`) take two instructions more each row, since a
//! chain in the one flag can begin with `add`, which every port does: 26 cycles against 25 for one of many products,
//! 47 against 43 for one after the other.
#![allow(unsafe_code)]

use super::fe_4x64_adx::Ladder;
use super::x86_adx_point::Sum;
use core::mem::offset_of;

/// Loads word `$i` of the number at `$a`.
macro_rules! load {
    ($register:literal, $a:literal, $i:literal) => {
        concat!("mov ", $register, ", [", $a, " + 8*", $i, "]\n")
    };
}

/// `rdx` times word `$i` of the number at `$a`.
macro_rules! mulx {
    ($high:literal, $low:literal, $a:literal, $i:literal) => {
        concat!("mulx ", $high, ", ", $low, ", [", $a, " + 8*", $i, "]\n")
    };
}

/// Adds with one carry to the next, beginning with none.
macro_rules! sum {
    ($x:literal += $y:literal $(, $next:literal += $other:literal)*) => {
        concat!("add ", $x, ", ", $y, "\n", $("adc ", $next, ", ", $other, "\n",)*)
    };
}

/// Four rows: the product of the numbers at `$a` and `$b` without what 38 times its upper half is, in r8 (pushed on the
/// stack) to r11, r12, r13, r14, r8. The pointer to `$b` may be in r15.
macro_rules! rows {
    ($a:literal, $b:literal) => {
        concat!(
            load!("rdx", $b, 0),
            mulx!("r9", "r8", $a, 0),
            mulx!("r10", "rax", $a, 1),
            "push r8\n",
            "add r9, rax\n",
            mulx!("r11", "rcx", $a, 2),
            "adc r10, rcx\n",
            mulx!("r12", "rax", $a, 3),
            "adc r11, rax\n",
            load!("rdx", $b, 1),
            "adc r12, 0\n",
            mulx!("rcx", "rax", $a, 0),
            mulx!("rsi", "r13", $a, 1),
            "add rcx, r13\n",
            mulx!("r14", "r13", $a, 2),
            "adc rsi, r13\n",
            mulx!("r13", "r8", $a, 3),
            "adc r14, r8\n",
            "adc r13, 0\n",
            load!("rdx", $b, 2),
            sum!("r9" += "rax", "r10" += "rcx", "r11" += "rsi", "r12" += "r14", "r13" += "0"),
            mulx!("rcx", "rax", $a, 0),
            mulx!("rsi", "r8", $a, 1),
            "add rcx, r8\n",
            mulx!("r14", "r8", $a, 2),
            "adc rsi, r8\n",
            mulx!("rdx", "r8", $a, 3),
            "adc r14, r8\n",
            "adc rdx, 0\n",
            sum!("r10" += "rax", "r11" += "rcx", "r12" += "rsi", "r13" += "r14"),
            "mov r14, rdx\n",
            "adc r14, 0\n",
            load!("rdx", $b, 3),
            mulx!("rcx", "rax", $a, 0),
            mulx!("rsi", "r8", $a, 1),
            "add rcx, r8\n",
            mulx!("r15", "r8", $a, 2),
            "adc rsi, r8\n",
            mulx!("rdx", "r8", $a, 3),
            "adc r15, r8\n",
            "mov r8, rdx\n",
            "adc r8, 0\n",
            "mov edx, 38\n",
            sum!("r11" += "rax", "r12" += "rcx", "r13" += "rsi", "r14" += "r15", "r8" += "0"),
        )
    };
}

/// Adds 38 times the words `$h0` to `$h3` to r8 to r11: rax, rcx, rsi, r15, and r13 ≤ 38 on top of them. `$pop` gets r8.
macro_rules! fold {
    ($h0:literal, $h1:literal, $h2:literal, $h3:literal, $pop:literal) => {
        concat!(
            "mulx rcx, rax, ",
            $h0,
            "\nmulx rsi, r12, ",
            $h1,
            "\nadd rcx, r12\n",
            "mulx r15, r12, ",
            $h2,
            "\nadc rsi, r12\n",
            "mulx r13, r12, ",
            $h3,
            "\nadc r15, r12\n",
            "adc r13, 0\n",
            $pop,
            sum!("rax" += "r8", "rcx" += "r9", "rsi" += "r10", "r15" += "r11", "r13" += "0"),
        )
    };
}

/// Makes rax, rcx, rsi, r15 with r13 < 2¹⁷ on top of them tight: 2²⁵⁵ = 19, and of what is taken so, r13 and one bit,
/// there is less than 2¹⁸.
macro_rules! tighten {
    () => {
        concat!(
            "add r15, r15\n",
            "adc r13, r13\n",
            "shr r15, 1\n",
            "imul r13, r13, 19\n",
            sum!("rax" += "r13", "rcx" += "0", "rsi" += "0", "r15" += "0"),
        )
    };
}

/// `$a`·`$b` in rax, rcx, rsi, r15, with r13 ≤ 38 on top of them.
macro_rules! multiply_wide {
    ($a:literal, $b:literal) => {
        concat!(rows!($a, $b), fold!("r12", "r13", "r14", "r8", "pop r8\n"))
    };
}

/// `$a`·`$b` in rax, rcx, rsi, r15.
macro_rules! multiply {
    ($a:literal, $b:literal) => {
        concat!(multiply_wide!($a, $b), tighten!())
    };
}

/// `$a`² in rax, rcx, rsi, r15.
macro_rules! square {
    ($a:literal) => {
        concat!(square_wide!($a), tighten!())
    };
}

/// `$a`² in rax, rcx, rsi, r15, with r13 ≤ 38 on top of them: products of two different words, doubled, then squares of
/// words.
macro_rules! square_wide {
    ($a:literal) => {
        concat!(
            load!("rdx", $a, 0),
            mulx!("r10", "r9", $a, 1),
            mulx!("r11", "rax", $a, 2),
            "add r10, rax\n",
            mulx!("r12", "rcx", $a, 3),
            "adc r11, rcx\n",
            "mulx r14, r8, rdx\n",
            load!("rdx", $a, 1),
            "adc r12, 0\n",
            mulx!("rsi", "rax", $a, 2),
            mulx!("r15", "rcx", $a, 3),
            "add rsi, rcx\n",
            load!("rdx", $a, 2),
            mulx!("r13", "rcx", $a, 3),
            "adc r15, rcx\n",
            "adc r13, 0\n",
            sum!("r11" += "rax", "r12" += "rsi", "r15" += "0", "r13" += "0"),
            load!("rdx", $a, 1),
            "mov rax, r14\n",
            "xor r14d, r14d\n",
            sum!("r9" += "r9", "r10" += "r10", "r11" += "r11", "r12" += "r12", "r15" += "r15"),
            "adc r13, r13\n",
            "adc r14, r14\n",
            "mulx rsi, rcx, rdx\n",
            "add r9, rax\n",
            load!("rdx", $a, 2),
            "adc r10, rcx\n",
            "adc r11, rsi\n",
            "mulx rsi, rcx, rdx\n",
            load!("rdx", $a, 3),
            "adc r12, rcx\n",
            "adc r15, rsi\n",
            "mulx rsi, rcx, rdx\n",
            "mov edx, 38\n",
            "adc r13, rcx\n",
            "adc r14, rsi\n",
            fold!("r12", "r15", "r13", "r14", ""),
        )
    };
}

/// 121 666·`$a` + `$b` in rax, rcx, rsi, r15.
macro_rules! scale_and_add {
    ($a:literal, $b:literal) => {
        concat!(
            "mov edx, 121666\n",
            mulx!("rcx", "rax", $a, 0),
            mulx!("rsi", "r8", $a, 1),
            "add rcx, r8\n",
            mulx!("r15", "r8", $a, 2),
            "adc rsi, r8\n",
            mulx!("r13", "r8", $a, 3),
            "adc r15, r8\n",
            "adc r13, 0\nadd rax, [",
            $b,
            "]\nadc rcx, [",
            $b,
            " + 8]\nadc rsi, [",
            $b,
            " + 16]\nadc r15, [",
            $b,
            " + 24]\nadc r13, 0\n",
            tighten!(),
        )
    };
}

/// Stores rax, rcx, rsi, r15.
macro_rules! store {
    ($a:literal) => {
        concat!("mov [", $a, "], rax\nmov [", $a, " + 8], rcx\nmov [", $a, " + 16], rsi\nmov [", $a, " + 24], r15\n")
    };
}

/// Stores r8, r10, r11, r12.
macro_rules! store_sum {
    ($a:literal) => {
        concat!("mov [", $a, "], r8\nmov [", $a, " + 8], r10\nmov [", $a, " + 16], r11\nmov [", $a, " + 24], r12\n")
    };
}

/// Twice rax, rcx, rsi, r15, and r13 on top of them.
macro_rules! double_wide {
    () => {
        sum!("rax" += "rax", "rcx" += "rcx", "rsi" += "rsi", "r15" += "r15", "r13" += "r13")
    };
}

/// Loads rax, rcx, rsi, r15.
macro_rules! load_all {
    ($a:literal) => {
        concat!(load!("rax", $a, 0), load!("rcx", $a, 1), load!("rsi", $a, 2), load!("r15", $a, 3))
    };
}

/// rax, rcx, rsi, r15 less `$a` in their place.
macro_rules! subtract {
    ($a:literal) => {
        concat!(
            "sub rax, [",
            $a,
            "]\nsbb rcx, [",
            $a,
            " + 8]\nsbb rsi, [",
            $a,
            " + 16]\nsbb r15, [",
            $a,
            " + 24]\n",
            "sbb rdx, rdx\nand edx, 38\n",
            "sub rax, rdx\nsbb rcx, 0\nsbb rsi, 0\nsbb r15, 0\n",
        )
    };
}

/// `$a` plus rax, rcx, rsi, r15 in r8, r10, r11, r12.
macro_rules! add_to {
    ($a:literal) => {
        concat!(
            load!("r8", $a, 0),
            load!("r10", $a, 1),
            load!("r11", $a, 2),
            load!("r12", $a, 3),
            sum!("r8" += "rax", "r10" += "rcx", "r11" += "rsi", "r12" += "r15"),
            "sbb rdx, rdx\nand edx, 38\nadd r8, rdx\n",
        )
    };
}

/// `$a` less rax, rcx, rsi, r15 in r8, r10, r11, r12.
macro_rules! subtract_from {
    ($a:literal) => {
        concat!(
            load!("r8", $a, 0),
            load!("r10", $a, 1),
            load!("r11", $a, 2),
            load!("r12", $a, 3),
            "sub r8, rax\nsbb r10, rcx\nsbb r11, rsi\nsbb r12, r15\n",
            "sbb rdx, rdx\nand edx, 38\n",
            "sub r8, rdx\nsbb r10, 0\nsbb r11, 0\nsbb r12, 0\n",
        )
    };
}

/// Replaces r8, r10, r11, r12 by `$other` if the next bit of the key says so, and stores them.
macro_rules! choose {
    ($other:literal => $chosen:literal) => {
        concat!(
            "mov rdx, [{f} + {SWAP}]\n",
            "shr rdx, 1\n",
            "cmovc r8, [",
            $other,
            "]\ncmovc r10, [",
            $other,
            " + 8]\ncmovc r11, [",
            $other,
            " + 16]\ncmovc r12, [",
            $other,
            " + 24]\n",
            store_sum!($chosen),
        )
    };
}

/// F = D − C and G = D + C, given D in rax, rcx, rsi, r15.
macro_rules! add_c {
    () => {
        concat!(add_to!("{f} + {C}"), store_sum!("{f} + {G}"), subtract!("{f} + {C}"), store!("{f} + {F}"))
    };
}

/// Assembly on what `$f` refers to, with every register that products and sums use.
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

/// A step of the ladder.
///
/// Of the products DA and CB, which change places if the pairs are exchanged, only the squares of sum and difference are
/// taken: so only what AA and BB are squares of is chosen. The order of the products is that in which each finds its
/// factors ready, as far as there is one.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
pub(super) unsafe fn step(ladder: &mut Ladder) {
    const fn scratch(i: usize) -> usize {
        offset_of!(Ladder, scratch) + 32 * i
    }
    const SUMS: usize = offset_of!(Ladder, sums);
    const CHOSEN: usize = offset_of!(Ladder, chosen);
    // SAFETY: the instructions read and write the structure alone, and what they push on the stack they pop; the caller
    // says that there are such instructions.
    unsafe {
        block!(
            ladder,
            [
            multiply!("{f} + {D}", "{f} + {A}"),
            store!("{f} + {DA}"),
            multiply!("{f} + {C}", "{f} + {B}"),
            subtract_from!("{f} + {DA}"),
            store_sum!("{f} + {LESS}"),
            add_to!("{f} + {DA}"),
            store_sum!("{f} + {PLUS}"),
            square!("{f} + {A_CHOSEN}"),
            store!("{f} + {AA}"),
            square!("{f} + {B_CHOSEN}"),
            store!("{f} + {BB}"),
            subtract_from!("{f} + {AA}"),
            store_sum!("{f} + {E}"),
            square!("{f} + {LESS}"),
            store!("{f} + {LESS}"),
            square!("{f} + {PLUS}"),
            store!("{f} + {PLUS}"),
            // AA + a24·E, which is BB + 121666·E.
            scale_and_add!("{f} + {E}", "{f} + {BB}"),
            store!("{f} + {SCALED}"),
            multiply!("{f} + {LESS}", "{f} + {X_1}"),
            subtract_from!("{f} + {PLUS}"),
            store_sum!("{f} + {D}"),
            add_to!("{f} + {PLUS}"),
            store_sum!("{f} + {C}"),
            multiply!("{f} + {AA}", "{f} + {BB}"),
            store!("{f} + {AA}"),
            multiply!("{f} + {SCALED}", "{f} + {E}"),
            subtract_from!("{f} + {AA}"),
            store_sum!("{f} + {B}"),
            choose!("{f} + {D}" => "{f} + {B_CHOSEN}"),
            add_to!("{f} + {AA}"),
            store_sum!("{f} + {A}"),
            choose!("{f} + {C}" => "{f} + {A_CHOSEN}"),
            ]
            A = SUMS,
            B = SUMS + 32,
            C = SUMS + 64,
            D = SUMS + 96,
            A_CHOSEN = CHOSEN,
            B_CHOSEN = CHOSEN + 32,
            X_1 = offset_of!(Ladder, x_1),
            SWAP = offset_of!(Ladder, swap),
            DA = scratch(0),
            LESS = scratch(1),
            PLUS = scratch(2),
            AA = scratch(3),
            BB = scratch(4),
            E = scratch(5),
            SCALED = scratch(6),
        );
    }
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

/// From X, Y, Z what twice the point is before its last multiplications: H = YY + XX, G = YY − XX, E = 2XY,
/// F = 2ZZ − G.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
pub(super) unsafe fn double(sum: &mut Sum) {
    // SAFETY: the instructions read and write the structure alone, and what they push on the stack they pop; the caller
    // says that there are such instructions.
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
            // F = (2ZZ + XX) − YY, of which the sum is made before it is tight.
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

/// From X, Y, Z, T and the entry (Y + X, Y − X, 2Z, 2dT) what their sum is before its last multiplications: in the order
/// in which [`extend`] gives T, Y, X, Z.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
pub(super) unsafe fn add(sum: &mut Sum) {
    // SAFETY: as for `double`.
    unsafe {
        add_t_x_y(sum);
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

/// As [`add`] for an entry with Z = 1.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
pub(super) unsafe fn add_affine(sum: &mut Sum) {
    // SAFETY: as for `double`.
    unsafe {
        add_t_x_y(sum);
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

/// What [`add`] does with T, X and Y: C, E and H.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
unsafe fn add_t_x_y(sum: &mut Sum) {
    // SAFETY: as for `double`.
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

/// X = EF, Y = GH, Z = FG.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
pub(super) unsafe fn project(sum: &mut Sum) {
    // SAFETY: as for `double`.
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

/// As [`project`], and T = EH.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
pub(super) unsafe fn extend(sum: &mut Sum) {
    // SAFETY: as for `double`.
    unsafe {
        block!(
            sum,
            [multiply!("{f} + {E}", "{f} + {H}"), store!("{f} + {T}"),]
            T = coordinate(3),
            E = completed(0),
            H = completed(3),
        );
        project(sum);
    }
}

/// `a`·`b`, tight, of loose numbers.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
pub(super) unsafe fn product(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let (r0, r1, r2, r3);
    // SAFETY: the instructions read the two numbers, and what they push on the stack they pop; the caller says that there
    // are such instructions.
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

/// `a`², tight, of a loose number.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
pub(super) unsafe fn squared(a: &[u64; 4]) -> [u64; 4] {
    let (r0, r1, r2, r3);
    // SAFETY: the instructions read the number; the caller says that there are such instructions.
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

/// The square of rax, rcx, rsi, r15 in their place. A chain of squares waits for each, so it stays in registers.
macro_rules! square_in_place {
    () => {
        concat!(
            "mov rdx, rax\n",
            "mulx r10, r9, rcx\n",
            "push rcx\n",
            "mulx r11, r8, rsi\n",
            "push rsi\n",
            "add r10, r8\n",
            "mulx r12, r8, r15\n",
            "adc r11, r8\n",
            "adc r12, 0\n",
            "mulx r14, rax, rdx\n",
            "mov rdx, rcx\n",
            "mulx r13, r8, rsi\n",
            "mulx rcx, rdi, r15\n",
            "add r13, rdi\n",
            "mov rdx, rsi\n",
            "mulx rsi, rdi, r15\n",
            "adc rcx, rdi\n",
            "adc rsi, 0\n",
            "mov rdx, [rsp + 8]\n",
            sum!("r11" += "r8", "r12" += "r13", "rcx" += "0", "rsi" += "0"),
            "xor edi, edi\n",
            sum!("r9" += "r9", "r10" += "r10", "r11" += "r11", "r12" += "r12", "rcx" += "rcx", "rsi" += "rsi"),
            "adc rdi, rdi\n",
            "mulx r13, r8, rdx\n",
            "mov rdx, [rsp]\n",
            "lea rsp, [rsp + 16]\n",
            sum!("r9" += "r14", "r10" += "r8", "r11" += "r13"),
            "mulx r13, r8, rdx\n",
            "mov rdx, r15\n",
            "adc r12, r8\n",
            "adc rcx, r13\n",
            "mulx r13, r8, rdx\n",
            "mov edx, 38\n",
            "adc rsi, r8\n",
            "adc rdi, r13\n",
            "mulx r15, r14, r12\n",
            "mulx r13, r12, rcx\n",
            "add r15, r12\n",
            "mulx r8, r12, rsi\n",
            "adc r13, r12\n",
            "mulx rdi, r12, rdi\n",
            "adc r8, r12\n",
            "adc rdi, 0\n",
            sum!("rax" += "r14", "r9" += "r15", "r10" += "r13", "r11" += "r8", "rdi" += "0"),
            "mov rcx, r9\n",
            "mov rsi, r10\n",
            "mov r15, r11\n",
            "mov r13, rdi\n",
            tighten!(),
        )
    };
}

/// `a` to the power of 2^`n`, tight, of a loose number. 1 ≤ `n`.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
pub(super) unsafe fn squared_times(a: &[u64; 4], n: u32) -> [u64; 4] {
    debug_assert!(n > 0);
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: the instructions compute on the named registers, and what they push on the stack they pop; the caller says
    // that there are such instructions.
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

/// 121 666·`a` + `b`, tight, of loose numbers.
///
/// # Safety
/// The CPU has BMI2.
#[inline(always)]
pub(super) unsafe fn scaled_sum(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let (r0, r1, r2, r3);
    // SAFETY: the instructions read the two numbers; the caller says that there are such instructions.
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

/// `a` + `b`, loose, of tight numbers.
#[inline(always)]
pub(super) fn sum(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: the instructions compute on the named registers alone, and read the number.
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

/// `a` − `b`, loose, of tight numbers.
#[inline(always)]
pub(super) fn difference(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: the instructions compute on the named registers alone, and read the number.
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

/// `a`, tight, of a loose number.
#[inline(always)]
pub(super) fn tightened(a: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: the instructions compute on the named registers alone.
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

/// `a` below p, of a tight number.
#[inline(always)]
pub(super) fn reduced(a: &[u64; 4]) -> [u64; 4] {
    let [mut r0, mut r1, mut r2, mut r3] = *a;
    // SAFETY: the instructions compute on the named registers alone, and read the number.
    unsafe {
        core::arch::asm!(
            // p is taken away once or never, and 2²⁵⁵ once at most: if a + 19 has the bit for 2²⁵⁵, plus 19 and without it.
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
