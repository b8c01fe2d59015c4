//! Divsteps with conditional moves, on x86-64. Every CPU of the architecture has the instructions.
//!
//! Each step depends on the one before it, so the latency from flags to conditional moves determines the speed. On
//! Golden Cove a flag from `and` or `test` reaches a conditional move nearly a cycle later than one from a shift or an
//! addition. Therefore the parity of g is the bit that halving shifts out, and the condition for the swap is the carry
//! of adding that bit to the mask of δ > 0. A step takes 3.9 cycles; the order of its instructions is the best of some
//! three hundred.
#![allow(unsafe_code)]

use super::matrix::{self, Matrix, Packed};

/// [`divsteps_60`](super::divsteps_60).
#[inline(never)]
pub(crate) fn divsteps_60(zeta: i64, f: i64, g: i64) -> (i64, Matrix) {
    matrix::divsteps_60(zeta, f, g, divsteps_20)
}

/// A step from the registers `$g` and `$zeta` to `$next_g` and `$next_zeta`, which updates `half_f`. `positive` is the
/// mask of δ > 0.
macro_rules! step {
    ($g:literal, $zeta:literal => $next_g:literal, $next_zeta:literal) => {
        concat!(
            "mov {signed_f}, {half_f}\n",
            "mov {swapped_zeta}, -2\n",
            "mov {odd:e}, {",
            $g,
            ":e}\n",
            "sub {swapped_zeta}, {",
            $zeta,
            "}\n",
            "mov {positive}, {",
            $zeta,
            "}\n",
            "sar {positive}, 63\n",
            "and {odd:e}, 1\n",
            "xor {signed_f}, {positive}\n",
            // g ← ⌊g/2⌋, or ⌊g/2⌋ + ⌊f/2⌋ + 1, or ⌊g/2⌋ − ⌊f/2⌋.
            "sar {",
            $g,
            "}, 1\n",
            "lea {",
            $next_zeta,
            "}, [{",
            $zeta,
            "} - 1]\n",
            "lea {",
            $next_g,
            "}, [{",
            $g,
            "} + {signed_f} + 1]\n",
            "cmovnc {",
            $next_g,
            "}, {",
            $g,
            "}\n",
            // If g was odd and δ > 0, f ← g, δ ← 1 − δ instead of 1 + δ.
            "add {positive}, {odd}\n",
            "cmovc {",
            $next_zeta,
            "}, {swapped_zeta}\n",
            "cmovc {half_f}, {",
            $g,
            "}\n",
        )
    };
}

/// Computes 20 divsteps.
#[inline(always)]
fn divsteps_20(mut zeta: i64, Packed { mut half_f, mut g }: Packed) -> (i64, Packed) {
    // SAFETY: every CPU has the instructions, which compute only on the named registers.
    unsafe {
        core::arch::asm!(
            ".rept 10",
            step!("g", "zeta" => "other_g", "other_zeta"),
            step!("other_g", "other_zeta" => "g", "zeta"),
            ".endr",
            zeta = inout(reg) zeta,
            half_f = inout(reg) half_f,
            g = inout(reg) g,
            other_zeta = out(reg) _,
            other_g = out(reg) _,
            signed_f = out(reg) _,
            swapped_zeta = out(reg) _,
            positive = out(reg) _,
            odd = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    (zeta, Packed { half_f, g })
}
