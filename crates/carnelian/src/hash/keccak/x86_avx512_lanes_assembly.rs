//! The rounds of Keccak-f[1600] on one, four or eight states in the lanes of xmm, ymm or zmm registers, in
//! assembly.
//!
//! LLVM orders the operations of a round so that more values are live than there are registers, whatever their order in
//! the source. In this order 32 suffice, without a spill: 25 for the state, and seven for the parities C of θ, then for D
//! and two temporary values.
//!
//! Registers x, x + 5, ..., x + 20 always have the lanes of column x. A row of the result of a round depends on one lane
//! of each column, and replaces those five: lane (x, y) before the round becomes (X, Y) = (y, 2x + 3y) = (x + 2Y, Y) of
//! π, and moves from the register of column x to that of column X when it is rotated. So lane (X, Y) after a round is
//! where lane (X, X + 2Y) was before it. Four rounds lead back to the first arrangement, lane (x, y) in register x + 5y.
//! This is the mapping in place of the Keccak implementation overview, version 3.2, Section 2.5.
//!
//! Chains of SLH-DSA are steps within a function, since only the first row of a step's result is needed, and that only
//! by the next step: the last round is a fourth of one.
#![allow(unsafe_code)]

use super::kernel::State;
use super::permutation::Rows;
use super::tables::OFFSETS;
use core::arch::naked_asm;

/// An operation on three registers of the kind `$v`, `"xmm"`, `"ymm"` or `"zmm"`, given their numbers, the result first.
macro_rules! operation {
    ($name:literal $v:tt $to:tt $a:tt $b:tt $($immediate:literal)?) => {
        concat!($name, " ", $v, $to, ", ", $v, $a, ", ", $v, $b, $(", ", $immediate,)? "\n")
    };
}

/// Copies a register.
macro_rules! copy {
    ($v:tt $to:tt $from:tt) => {
        concat!("vmovdqa64 ", $v, $to, ", ", $v, $from, "\n")
    };
}

/// Rotates to the left.
macro_rules! rotate {
    ($v:tt $to:tt $from:tt $by:literal) => {
        concat!("vprolq ", $v, $to, ", ", $v, $from, ", ", $by, "\n")
    };
}

/// Algorithm 1, θ, steps 1 and 2, given the registers of each row: C[0] to C[4] in registers 30, 27, 28, 29 and 31,
/// then D[0] to D[4] in registers 25 to 29.
macro_rules! theta {
    ($v:tt $rows:tt) => {
        concat!(
            parities!($v $rows),
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

/// Calculates the parity of each column.
macro_rules! parities {
    ($v:tt [
        [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt]
        [$b0:tt $b1:tt $b2:tt $b3:tt $b4:tt]
        [$c0:tt $c1:tt $c2:tt $c3:tt $c4:tt]
        [$d0:tt $d1:tt $d2:tt $d3:tt $d4:tt]
        [$e0:tt $e1:tt $e2:tt $e3:tt $e4:tt]
    ]) => {
        parities!(
            $v
            [30 $a0 $b0 $c0 $d0 $e0]
            [27 $a1 $b1 $c1 $d1 $e1]
            [28 $a2 $b2 $c2 $d2 $e2]
            [29 $a3 $b3 $c3 $d3 $e3]
            [31 $a4 $b4 $c4 $d4 $e4]
        )
    };
    ($v:tt $([$c:tt $a0:tt $a1:tt $a2:tt $a3:tt $a4:tt])+) => {
        concat!(
            $(copy!($v $c $a0),)+
            $(xor3!($v $c $a1 $a2),)+
            $(xor3!($v $c $a3 $a4),)+
        )
    };
}

/// Adds two registers to a third. The truth table is that of the XOR of three bits.
macro_rules! xor3 {
    ($v:tt $to:tt $a:tt $b:tt) => { operation!("vpternlogq" $v $to $a $b 0b1001_0110) };
}

/// Step 3 of θ, ρ and π for a row of the result, given its number and its registers, one of each column. The cycles of
/// registers start where they are fastest on Zen 4.
macro_rules! theta_rho_pi {
    ($v:tt 0: $q0:tt $q1:tt $q2:tt $q3:tt $q4:tt) => {
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
    ($v:tt 1: $q0:tt $q1:tt $q2:tt $q3:tt $q4:tt) => {
        cycle!($v [$q3 28 "{rho30}"] [$q1 26 "{rho13}"] [$q4 29 "{rho41}"] [$q2 27 "{rho24}"] [$q0 25 "{rho02}"])
    };
    ($v:tt 2: $q0:tt $q1:tt $q2:tt $q3:tt $q4:tt) => {
        cycle!($v [$q1 26 "{rho10}"] [$q2 27 "{rho21}"] [$q3 28 "{rho32}"] [$q4 29 "{rho43}"] [$q0 25 "{rho04}"])
    };
    ($v:tt 3: $q0:tt $q1:tt $q2:tt $q3:tt $q4:tt) => {
        cycle!($v [$q4 29 "{rho40}"] [$q3 28 "{rho34}"] [$q2 27 "{rho23}"] [$q1 26 "{rho12}"] [$q0 25 "{rho01}"])
    };
    ($v:tt 4: $q0:tt $q1:tt $q2:tt $q3:tt $q4:tt) => {
        cycle!($v [$q2 27 "{rho20}"] [$q4 29 "{rho42}"] [$q1 26 "{rho14}"] [$q3 28 "{rho31}"] [$q0 25 "{rho03}"])
    };
}

/// Adds D to five lanes and rotates them. The result of each is in the register of the one before it, and that of the
/// first in the register of the last.
macro_rules! cycle {
    (
        $v:tt
        [$q0:tt $d0:tt $rho0:literal]
        [$q1:tt $d1:tt $rho1:literal]
        [$q2:tt $d2:tt $rho2:literal]
        [$q3:tt $d3:tt $rho3:literal]
        [$q4:tt $d4:tt $rho4:literal]
    ) => {
        concat!(
            operation!("vpxorq" $v 30 $q0 $d0),
            operation!("vpxorq" $v $q0 $q1 $d1),
            rotate!($v $q0 $q0 $rho1),
            operation!("vpxorq" $v $q1 $q2 $d2),
            rotate!($v $q1 $q1 $rho2),
            operation!("vpxorq" $v $q2 $q3 $d3),
            rotate!($v $q2 $q2 $rho3),
            operation!("vpxorq" $v $q3 $q4 $d4),
            rotate!($v $q3 $q3 $rho4),
            rotate!($v $q4 30 $rho0),
        )
    };
}

/// Algorithm 4, χ, on a row. The truth table is that of a ⊕ ((b ⊕ 1) · c).
macro_rules! chi {
    ($v:tt $q0:tt $q1:tt $q2:tt $q3:tt $q4:tt) => {
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

/// Section 3.3, Rnd, given the registers of each row before it and after it. The other steps of the next rows come before
/// χ of each, since their latency is longer. Of the orders that were measured on Zen 4, this is the fastest.
macro_rules! round {
    ($v:tt $broadcast:literal $rc:tt $before:tt
        [[$($q0:tt)+] [$($q1:tt)+] [$($q2:tt)+] [$($q3:tt)+] [$($q4:tt)+]]
    ) => {
        concat!(
            theta!($v $before),
            theta_rho_pi!($v 2: $($q2)+),
            theta_rho_pi!($v 4: $($q4)+),
            theta_rho_pi!($v 1: $($q1)+),
            chi!($v $($q2)+),
            theta_rho_pi!($v 3: $($q3)+),
            chi!($v $($q4)+),
            theta_rho_pi!($v 0: $($q0)+),
            chi!($v $($q1)+),
            chi!($v $($q3)+),
            chi!($v $($q0)+),
            iota!($v $rc $broadcast),
        )
    };
}

/// Algorithm 6, ι, in the round `$rc` of an iteration. Lane (0, 0) is always in register 0.
macro_rules! iota {
    ($v:tt $rc:tt $broadcast:literal) => {
        concat!("vpxorq ", $v, "0, ", $v, "0, qword ptr [rsi + 8*", $rc, "]", $broadcast, "\n")
    };
}

/// Loads or stores the 25 rows of the states, which are `$stride` bytes apart, by an instruction that moves a register.
macro_rules! load {
    ($move:literal $v:tt $stride:literal) => {
        load!($move $v $stride 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)
    };
    ($move:literal $v:tt $stride:literal $($i:tt)+) => {
        concat!($($move, " ", $v, $i, ", [rdi + ", $stride, "*", $i, "]\n",)+)
    };
}
macro_rules! store {
    ($move:literal $v:tt $stride:literal) => {
        store!($move $v $stride 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24)
    };
    ($move:literal $v:tt $stride:literal $($i:tt)+) => {
        concat!($($move, " [rdi + ", $stride, "*", $i, "], ", $v, $i, "\n",)+)
    };
}

/// Passes the registers of each row after one, two, three and four rounds to a macro. Those after four are those before
/// the first.
macro_rules! with_registers {
    ($macro:ident $($arguments:tt)*) => {
        $macro!(
            $($arguments)*
            [[0 6 12 18 24] [10 16 22 3 9] [20 1 7 13 19] [5 11 17 23 4] [15 21 2 8 14]]
            [[0 16 7 23 14] [20 11 2 18 9] [15 6 22 13 4] [10 1 17 8 24] [5 21 12 3 19]]
            [[0 11 22 8 19] [15 1 12 23 9] [5 16 2 13 24] [20 6 17 3 14] [10 21 7 18 4]]
            [[0 1 2 3 4] [5 6 7 8 9] [10 11 12 13 14] [15 16 17 18 19] [20 21 22 23 24]]
        )
    };
}

/// Four rounds, from the first arrangement to itself.
macro_rules! four_rounds {
    ($v:tt $broadcast:literal $one:tt $two:tt $three:tt $four:tt) => {
        concat!(
            round!($v $broadcast 0 $four $one),
            round!($v $broadcast 1 $one $two),
            round!($v $broadcast 2 $two $three),
            round!($v $broadcast 3 $three $four),
        )
    };
}

/// Four rounds that begin with the last of the four above, and after it a label where the first arrangement enters.
macro_rules! four_rounds_entered_at {
    ($label:literal $v:tt $broadcast:literal $one:tt $two:tt $three:tt $four:tt) => {
        concat!(
            round!($v $broadcast 0 $three $four),
            $label,
            round!($v $broadcast 1 $four $one),
            round!($v $broadcast 2 $one $two),
            round!($v $broadcast 3 $two $three),
        )
    };
}

/// The first row after a last round that follows the four rounds above, in registers 0 to 4.
macro_rules! first_row {
    ($v:tt $broadcast:literal $one:tt $two:tt $three:tt $four:tt) => {
        concat!(
            theta!($v $three),
            theta_rho_pi!($v 0: 0 1 2 3 4),
            chi!($v 0 1 2 3 4),
            iota!($v 0 $broadcast),
        )
    };
}

/// A whole function, since the compiler would inline several copies of a block.
macro_rules! function {
    ($($instructions:expr),+ $(,)?) => {
        naked_asm!(
            $($instructions,)+
            "vzeroupper",
            "ret",
            rho01 = const OFFSETS[0][1], rho02 = const OFFSETS[0][2], rho03 = const OFFSETS[0][3],
            rho04 = const OFFSETS[0][4], rho10 = const OFFSETS[1][0], rho11 = const OFFSETS[1][1],
            rho12 = const OFFSETS[1][2], rho13 = const OFFSETS[1][3], rho14 = const OFFSETS[1][4],
            rho20 = const OFFSETS[2][0], rho21 = const OFFSETS[2][1], rho22 = const OFFSETS[2][2],
            rho23 = const OFFSETS[2][3], rho24 = const OFFSETS[2][4], rho30 = const OFFSETS[3][0],
            rho31 = const OFFSETS[3][1], rho32 = const OFFSETS[3][2], rho33 = const OFFSETS[3][3],
            rho34 = const OFFSETS[3][4], rho40 = const OFFSETS[4][0], rho41 = const OFFSETS[4][1],
            rho42 = const OFFSETS[4][2], rho43 = const OFFSETS[4][3], rho44 = const OFFSETS[4][4],
        )
    };
}

/// Algorithm 7, KECCAK-p[1600, 24], on rows of `$size` bytes in registers of the kind `$v`.
macro_rules! permute {
    ($move:literal $v:tt $size:literal $broadcast:literal) => {
        function!(
            load!($move $v $size),
            ".p2align 6",
            "2:",
            with_registers!(four_rounds $v $broadcast),
            "add rsi, 32",
            "dec edx",
            "jne 2b",
            store!($move $v $size),
        )
    };
}

/// The function of [`steps_x4`], on registers of the kind `$v`. The rounds of a step are three, then four in each other
/// iteration, and the last. Where the value of the next step is, after PK.seed and ADRS, depends on the number of
/// words, and the value stays in registers.
macro_rules! steps {
    ($v:tt $broadcast:literal) => {
        function!(
            "sub rsi, 8",
            load!("vmovdqu64" $v 64),
            "2:",
            "mov eax, edx",
            "jmp 4f",
            ".p2align 6",
            "3:",
            with_registers!(four_rounds_entered_at "4:\n" $v $broadcast),
            "add rsi, 32",
            "dec eax",
            "jne 3b",
            with_registers!(first_row $v $broadcast),
            "dec r9d",
            "je 7f",
            // Adds one to the last byte of each word before the value.
            "mov eax, 1",
            "shl rax, 56",
            concat!("vpbroadcastq ", $v, "30, rax"),
            concat!("vpaddq ", $v, "30, ", $v, "30, [rcx - 64]"),
            concat!("vmovdqu64 [rcx - 64], ", $v, "30"),
            // Returns to the first constant.
            "mov eax, edx",
            "shl eax, 5",
            "sub rsi, rax",
            "cmp r8d, 3",
            "jb 5f",
            "ja 6f",
            next!($v [7 8 9] 0 1 2 3 4 5 6 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24),
            "jmp 2b",
            "5:",
            next!($v [6 7] 0 1 2 3 4 5 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24),
            "jmp 2b",
            "6:",
            next!($v [8 9 10 11] 0 1 2 3 4 5 6 7 12 13 14 15 16 17 18 19 20 21 22 23 24),
            "jmp 2b",
            "7:",
            concat!("vmovdqu64 [rcx], ", $v, "0"),
            concat!("vmovdqu64 [rcx + 64], ", $v, "1"),
            "cmp r8d, 3",
            "jb 8f",
            concat!("vmovdqu64 [rcx + 128], ", $v, "2"),
            "je 8f",
            concat!("vmovdqu64 [rcx + 192], ", $v, "3"),
            "8:",
        )
    };
}

/// Copies the first registers to those of the value, and loads the others.
macro_rules! next {
    ($v:tt [$a:tt $b:tt] $($i:tt)+) => {
        concat!(copy!($v $a 0), copy!($v $b 1), load!("vmovdqu64" $v 64 $($i)+))
    };
    ($v:tt [$a:tt $b:tt $c:tt] $($i:tt)+) => {
        concat!(copy!($v $c 2), next!($v [$a $b] $($i)+))
    };
    ($v:tt [$a:tt $b:tt $c:tt $d:tt] $($i:tt)+) => {
        concat!(copy!($v $d 3), next!($v [$a $b $c] $($i)+))
    };
}

/// Permutes a state, given the constants of ι and the number of iterations. Only the lower words of registers count.
///
/// # Safety
/// The CPU must have what [`Avx512`](crate::base::cpu::Avx512) proves, and there must be four constants for each iteration.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn permute_x1(state: &mut State, constants: *const u64, iterations: u32) {
    permute!("vmovq" "xmm" 8 "{{1to2}}")
}

/// Like the above, for four states.
///
/// # Safety
/// The CPU must have what [`Avx512`](crate::base::cpu::Avx512) proves, and there must be four constants for each iteration.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn permute_x4(states: &mut Rows<4>, constants: *const u64, iterations: u32) {
    permute!("vmovdqu64" "ymm" 32 "{{1to4}}")
}

/// Like the above, for eight states.
///
/// # Safety
/// The CPU must have what [`Avx512`](crate::base::cpu::Avx512) proves, and there must be four constants for each iteration.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn permute_x8(states: &mut Rows<8>, constants: *const u64, iterations: u32) {
    permute!("vmovdqu64" "zmm" 64 "{{1to8}}")
}

/// `steps` permutations of the first four states, at least one, given the constants of ι and the number of iterations.
/// The first words of the results, `words` of them, 2 to 4, replace the value, rows `words + 4` to `2 * words + 3`, of
/// the next step, for which one is added to the last byte of each word in the row before `output`. They are stored at
/// `output` after the last step.
///
/// # Safety
/// The CPU must have what [`Avx512`](crate::base::cpu::Avx512) proves; there must be four constants for each iteration,
/// 25 rows of states, and four rows at `output`; and if there are several steps, a row before those.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn steps_x4(
    states: *const [u64; 8],
    constants: *const u64,
    iterations: u32,
    output: *mut [u64; 8],
    words: u32,
    steps: u32,
) {
    steps!("ymm" "{{1to4}}")
}

/// Like the above, for eight states.
///
/// # Safety
/// The CPU must have what [`Avx512`](crate::base::cpu::Avx512) proves; there must be four constants for each iteration,
/// 25 rows of states, and four rows at `output`; and if there are several steps, a row before those.
#[unsafe(naked)]
pub(super) unsafe extern "sysv64" fn steps_x8(
    states: *const [u64; 8],
    constants: *const u64,
    iterations: u32,
    output: *mut [u64; 8],
    words: u32,
    steps: u32,
) {
    steps!("zmm" "{{1to8}}")
}
