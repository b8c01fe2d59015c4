//! The rounds of Keccak-f[1600] on one, four or eight states in the lanes of xmm, ymm or zmm registers, in assembly.
//!
//! LLVM reorders the operations of a round so that more values are live than there are registers, whatever the order in
//! the source. In this order 32 suffice, without a spill: 25 for the state, and seven more, which first have the
//! parities C[0] to C[4] of θ, then D[0] to D[4] and two temporary values.
//!
//! Register x + 5r always has a lane of column x. A row of the result of π has one lane of each column, and its lanes
//! stay in the same five registers. Lane (x, y) is in register x + 5y before the first round of an iteration, lane
//! (x, x + 2Y) moves from register x + 5r of the five to that with x + 2Y instead, and after four rounds all are back:
//! r = y, then x + 2y, 3x + 4y and 2x + 3y modulo 5. This is the in-place mapping of the Keccak implementation
//! overview, version 3.2, Section 2.5.
#![allow(unsafe_code)]

use super::kernel::State;
use super::permutation::{Permute, Rows};
use super::tables::{OFFSETS, ROUND_CONSTANTS};
use crate::base::cpu::Avx512;
use crate::base::lanes::{U64x4Avx512, U64x8Avx512};

/// The permutation of these rounds.
pub(super) enum Assembly {}

impl Permute<4, U64x4Avx512> for Assembly {
    #[inline(always)]
    fn permute(_: Avx512, states: &mut Rows<4>) {
        // SAFETY: the token proves that the CPU has AVX-512.
        unsafe { permute_x4(states) }
    }
}

impl Permute<8, U64x8Avx512> for Assembly {
    #[inline(always)]
    fn permute(_: Avx512, states: &mut Rows<8>) {
        // SAFETY: the token proves that the CPU has AVX-512.
        unsafe { permute_x8(states) }
    }
}

/// The same for one state: only the lower words of xmm registers count.
#[inline(always)]
pub(super) fn permute_one(_: Avx512, state: &mut State) {
    // SAFETY: the token proves that the CPU has AVX-512.
    unsafe { permute_x1(state) }
}

/// An operation on registers of the kind `$v`, `"xmm"`, `"ymm"` or `"zmm"`, given their numbers, the result first.
macro_rules! operation {
    ($name:literal $v:literal $to:tt $a:tt $b:tt $($immediate:literal)?) => {
        concat!($name, " ", $v, $to, ", ", $v, $a, ", ", $v, $b, $(", ", $immediate,)? "\n")
    };
}

/// Copies a register.
macro_rules! copy {
    ($v:literal $to:tt $from:tt) => {
        concat!("vmovdqa64 ", $v, $to, ", ", $v, $from, "\n")
    };
}

/// Rotates to the left.
macro_rules! rotate {
    ($v:literal $to:tt $from:tt $by:literal) => {
        concat!("vprolq ", $v, $to, ", ", $v, $from, ", ", $by, "\n")
    };
}

/// Algorithm 1, θ, steps 1 and 2: C[0] to C[4] in registers 30, 27, 28, 29 and 31, then D[0] to D[4] in registers 25
/// to 29.
macro_rules! theta {
    ($v:literal) => {
        concat!(
            parity!($v 27 1 6 11 16 21),
            parity!($v 31 4 9 14 19 24),
            parity!($v 28 2 7 12 17 22),
            parity!($v 30 0 5 10 15 20),
            parity!($v 29 3 8 13 18 23),
            rotate!($v 25 27 1),
            operation!("vpxorq" $v 25 25 31),
            rotate!($v 26 28 1),
            operation!("vpxorq" $v 26 26 30),
            rotate!($v 31 31 1),
            operation!("vpxorq" $v 28 28 31),
            rotate!($v 31 29 1),
            operation!("vpxorq" $v 27 27 31),
            rotate!($v 30 30 1),
            operation!("vpxorq" $v 29 29 30),
        )
    };
}

/// The XOR of five registers. The truth table is that of the XOR of three bits.
macro_rules! parity {
    ($v:literal $to:tt $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt) => {
        concat!(
            copy!($v $to $a0),
            operation!("vpternlogq" $v $to $a1 $a2 0b1001_0110),
            operation!("vpternlogq" $v $to $a3 $a4 0b1001_0110),
        )
    };
}

/// Step 3 of θ, ρ and π for row `$y`, whose lanes are in five registers, one of each column.
macro_rules! theta_rho_pi {
    ($v:literal 0: $q0:tt $q1:tt $q2:tt $q3:tt $q4:tt) => {
        concat!(
            operation!("vpxorq" $v $q0 $q0 25),
            operation!("vpxorq" $v $q1 $q1 26),
            operation!("vpxorq" $v $q2 $q2 27),
            operation!("vpxorq" $v $q3 $q3 28),
            operation!("vpxorq" $v $q4 $q4 29),
            rotate!($v $q1 $q1 "{rho11}"),
            rotate!($v $q2 $q2 "{rho22}"),
            rotate!($v $q3 $q3 "{rho33}"),
            rotate!($v $q4 $q4 "{rho44}"),
        )
    };
    ($v:literal 1: $q0:tt $q1:tt $q2:tt $q3:tt $q4:tt) => {
        cycle!($v [$q0 25 "{rho02}"] [$q3 28 "{rho30}"] [$q1 26 "{rho13}"] [$q4 29 "{rho41}"] [$q2 27 "{rho24}"])
    };
    ($v:literal 2: $q0:tt $q1:tt $q2:tt $q3:tt $q4:tt) => {
        cycle!($v [$q0 25 "{rho04}"] [$q1 26 "{rho10}"] [$q2 27 "{rho21}"] [$q3 28 "{rho32}"] [$q4 29 "{rho43}"])
    };
    ($v:literal 3: $q0:tt $q1:tt $q2:tt $q3:tt $q4:tt) => {
        cycle!($v [$q0 25 "{rho01}"] [$q4 29 "{rho40}"] [$q3 28 "{rho34}"] [$q2 27 "{rho23}"] [$q1 26 "{rho12}"])
    };
    ($v:literal 4: $q0:tt $q1:tt $q2:tt $q3:tt $q4:tt) => {
        cycle!($v [$q0 25 "{rho03}"] [$q2 27 "{rho20}"] [$q4 29 "{rho42}"] [$q1 26 "{rho14}"] [$q3 28 "{rho31}"])
    };
}

/// Adds D to five lanes and rotates them. The result of each is in the register of the one before it, and that of the
/// first in the register of the last.
macro_rules! cycle {
    (
        $v:literal
        [$q0:tt $d0:tt $rho0:literal]
        [$q1:tt $d1:tt $rho1:literal]
        [$q2:tt $d2:tt $rho2:literal]
        [$q3:tt $d3:tt $rho3:literal]
        [$q4:tt $d4:tt $rho4:literal]
    ) => {
        concat!(
            operation!("vpxorq" $v 30 $q0 $d0),
            operation!("vpxorq" $v $q0 $q1 $d1),
            operation!("vpxorq" $v $q1 $q2 $d2),
            operation!("vpxorq" $v $q2 $q3 $d3),
            operation!("vpxorq" $v $q3 $q4 $d4),
            rotate!($v $q0 $q0 $rho1),
            rotate!($v $q1 $q1 $rho2),
            rotate!($v $q2 $q2 $rho3),
            rotate!($v $q3 $q3 $rho4),
            rotate!($v $q4 30 $rho0),
        )
    };
}

/// Algorithm 4, χ, on a row. The truth table is that of a ⊕ ((b ⊕ 1) · c).
macro_rules! chi {
    ($v:literal $q0:tt $q1:tt $q2:tt $q3:tt $q4:tt) => {
        concat!(
            copy!($v 30 $q0),
            copy!($v 31 $q1),
            operation!("vpternlogq" $v $q0 $q1 $q2 0b1101_0010),
            operation!("vpternlogq" $v $q1 $q2 $q3 0b1101_0010),
            operation!("vpternlogq" $v $q2 $q3 $q4 0b1101_0010),
            operation!("vpternlogq" $v $q3 $q4 30 0b1101_0010),
            operation!("vpternlogq" $v $q4 30 31 0b1101_0010),
        )
    };
}

/// Section 3.3, Rnd, given the registers of each row of the result. Steps of the next row come before χ of each, since
/// its rotations have the longest latency.
macro_rules! round {
    ($v:literal $broadcast:literal $rc:literal [$($q0:tt)+] [$($q1:tt)+] [$($q2:tt)+] [$($q3:tt)+] [$($q4:tt)+]) => {
        concat!(
            theta!($v),
            theta_rho_pi!($v 0: $($q0)+),
            theta_rho_pi!($v 1: $($q1)+),
            chi!($v $($q0)+),
            // Algorithm 6, ι, on lane (0, 0), which never moves.
            "vpxorq ", $v, "0, ", $v, "0, qword ptr [{rc} + 8*", $rc, "]", $broadcast, "\n",
            theta_rho_pi!($v 2: $($q2)+),
            chi!($v $($q1)+),
            theta_rho_pi!($v 3: $($q3)+),
            chi!($v $($q2)+),
            theta_rho_pi!($v 4: $($q4)+),
            chi!($v $($q3)+),
            chi!($v $($q4)+),
        )
    };
}

/// Loads or stores the 25 rows of the states, of `$size` bytes each, by an instruction that moves as many.
macro_rules! load {
    ($move:literal $v:literal $size:literal $($i:tt)+) => {
        concat!($($move, $v, $i, ", [{states} + ", $size, "*", $i, "]\n",)+)
    };
}
macro_rules! store {
    ($move:literal $v:literal $size:literal $($i:tt)+) => {
        concat!($($move, "[{states} + ", $size, "*", $i, "], ", $v, $i, "\n",)+)
    };
}

/// Algorithm 7, KECCAK-p[1600, 24], on rows of `$size` bytes in registers of the kind `$v`.
macro_rules! permute {
    ($move:literal $v:literal $size:literal $broadcast:literal, $states:expr) => {
        core::arch::asm!(
            load!($move $v $size 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24),
            "2:",
            round!($v $broadcast 0 [0 6 12 18 24] [10 16 22 3 9] [20 1 7 13 19] [5 11 17 23 4] [15 21 2 8 14]),
            round!($v $broadcast 1 [0 16 7 23 14] [20 11 2 18 9] [15 6 22 13 4] [10 1 17 8 24] [5 21 12 3 19]),
            round!($v $broadcast 2 [0 11 22 8 19] [15 1 12 23 9] [5 16 2 13 24] [20 6 17 3 14] [10 21 7 18 4]),
            round!($v $broadcast 3 [0 1 2 3 4] [5 6 7 8 9] [10 11 12 13 14] [15 16 17 18 19] [20 21 22 23 24]),
            "add {rc}, 32",
            "dec {n}",
            "jne 2b",
            store!($move $v $size 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24),
            states = in(reg) $states,
            rc = inout(reg) ROUND_CONSTANTS.as_ptr() => _,
            n = inout(reg) ROUND_CONSTANTS.len() / 4 => _,
            rho01 = const OFFSETS[0][1], rho02 = const OFFSETS[0][2], rho03 = const OFFSETS[0][3],
            rho04 = const OFFSETS[0][4], rho10 = const OFFSETS[1][0], rho11 = const OFFSETS[1][1],
            rho12 = const OFFSETS[1][2], rho13 = const OFFSETS[1][3], rho14 = const OFFSETS[1][4],
            rho20 = const OFFSETS[2][0], rho21 = const OFFSETS[2][1], rho22 = const OFFSETS[2][2],
            rho23 = const OFFSETS[2][3], rho24 = const OFFSETS[2][4], rho30 = const OFFSETS[3][0],
            rho31 = const OFFSETS[3][1], rho32 = const OFFSETS[3][2], rho33 = const OFFSETS[3][3],
            rho34 = const OFFSETS[3][4], rho40 = const OFFSETS[4][0], rho41 = const OFFSETS[4][1],
            rho42 = const OFFSETS[4][2], rho43 = const OFFSETS[4][3], rho44 = const OFFSETS[4][4],
            out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _, out("zmm4") _, out("zmm5") _, out("zmm6") _,
            out("zmm7") _, out("zmm8") _, out("zmm9") _, out("zmm10") _, out("zmm11") _, out("zmm12") _,
            out("zmm13") _, out("zmm14") _, out("zmm15") _, out("zmm16") _, out("zmm17") _, out("zmm18") _,
            out("zmm19") _, out("zmm20") _, out("zmm21") _, out("zmm22") _, out("zmm23") _, out("zmm24") _,
            out("zmm25") _, out("zmm26") _, out("zmm27") _, out("zmm28") _, out("zmm29") _, out("zmm30") _,
            out("zmm31") _,
            options(nostack),
        )
    };
}

/// # Safety
/// The CPU must have what [`Avx512`] proves.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
unsafe fn permute_x1(state: &mut State) {
    // SAFETY: the caller guarantees AVX-512; the instructions read the constants, and read and write the words.
    unsafe { permute!("vmovq " "xmm" 8 "{{1to2}}", state.as_mut_ptr()) }
}

/// # Safety
/// The CPU must have what [`Avx512`] proves.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
unsafe fn permute_x4(states: &mut Rows<4>) {
    // SAFETY: the caller guarantees AVX-512; the instructions read the constants, and read and write the rows.
    unsafe { permute!("vmovdqu64 " "ymm" 32 "{{1to4}}", states.as_mut_ptr()) }
}

/// # Safety
/// The CPU must have what [`Avx512`] proves.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
unsafe fn permute_x8(states: &mut Rows<8>) {
    // SAFETY: the caller guarantees AVX-512; the instructions read the constants, and read and write the rows.
    unsafe { permute!("vmovdqu64 " "zmm" 64 "{{1to8}}", states.as_mut_ptr()) }
}
