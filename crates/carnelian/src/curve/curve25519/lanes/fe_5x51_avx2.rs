//! Products over eight lanes with FMA, in assembly.
//!
//! The contract and the columns are those of [`elements_f64`](super::elements_f64). LLVM would defer the sums of a
//! product to its end and spill dozens of parts; here each part of a product is added as soon as it is computed, and
//! the registers suffice. The products are functions that are called: with all of them inlined, a kernel would exceed
//! the CPU's cache of decoded instructions.
//!
//! Arguments are in `rdi` (the result), `rsi` (the initial values of the sums), `rdx` (constants), `rcx` (the first
//! factor) and `r8` (the second).
#![allow(unsafe_code)]

use super::elements_f64::{Folded, FoldedHalf, SQUARE, SquareFactors};
use super::field::{Fe, Wide};
use crate::base::cpu::Avx2Fma;
use crate::base::lanes::f64::{F64Half, ROUND_TO_1, ROUND_TO_2_51, U64x4Fma, U64x8Fma};
use core::arch::naked_asm;
use core::mem::{MaybeUninit, offset_of, size_of};

/// The values that are broadcast to every lane: the constants of the two parts of a product, and the one that converts
/// words to factors.
static CONSTANTS: [f64; 3] = [ROUND_TO_2_51, ROUND_TO_2_51 + ROUND_TO_1, (1_u64 << 52) as f64];

type Factor = <U64x4Fma as F64Half>::Factor;

// The offsets of limbs and factors that the assembly uses. Limb i of half h of an element is at 64i + 32h.
const _: () = assert!(size_of::<Fe<U64x8Fma>>() == 320 && size_of::<Wide<U64x8Fma>>() == 320);
const _: () = assert!(size_of::<Folded<U64x8Fma>>() == 832 && size_of::<FoldedHalf<Factor>>() == 416);
const _: () = assert!(offset_of!(FoldedHalf<Factor>, b) == 0 && offset_of!(FoldedHalf<Factor>, n) == 160);
const _: () = assert!(offset_of!(FoldedHalf<Factor>, c) == 288 && offset_of!(FoldedHalf<Factor>, p) == 384);
const _: () = assert!(offset_of!(SquareFactors<Factor>, a) == 0 && offset_of!(SquareFactors<Factor>, n3) == 160);
const _: () = assert!(offset_of!(SquareFactors<Factor>, n4) == 192 && offset_of!(SquareFactors<Factor>, g3) == 224);
const _: () = assert!(offset_of!(SquareFactors<Factor>, g4) == 256 && offset_of!(SquareFactors<Factor>, c4) == 288);
const _: () = assert!(offset_of!(SquareFactors<Factor>, p) == 320 && size_of::<SquareFactors<Factor>>() == 352);

/// Computes the two parts of a·b: the multiple of 2⁵¹ in `$high`, the rest in `$low`.
#[rustfmt::skip]
macro_rules! parts {
    ($high:literal, $low:literal, $a:literal, $b:expr) => {
        concat!(
            "vmovapd ", $high, ", ymm5\n",
            "vfmadd231pd ", $high, ", ", $a, ", ", $b, "\n",
            "vsubpd ", $low, ", ymm6, ", $high, "\n",
            "vfmadd231pd ", $low, ", ", $a, ", ", $b, "\n",
        )
    };
}

/// Computes the two parts of a·b, and adds them to the sums of the column in `ymm8` and `ymm7`.
macro_rules! and {
    ($high:literal, $low:literal, $a:literal, $b:expr) => {
        concat!(parts!($high, $low, $a, $b), "vpaddq ymm7, ymm7, ", $low, "\n", "vpaddq ymm8, ymm8, ", $high, "\n",)
    };
}

/// Loads the constants of the parts into `ymm5` and `ymm6`.
macro_rules! constants {
    () => {
        "vbroadcastsd ymm5, [rdx]\nvbroadcastsd ymm6, [rdx + 8]\n"
    };
}

/// Starts column `$i` with a constant plus the upper sum of the column below.
macro_rules! start {
    ($to:literal, $i:literal) => {
        concat!("vpbroadcastq ", $to, ", [rsi + 8*", $i, "]\n", "vpaddq ", $to, ", ", $to, ", ymm8\n")
    };
}

/// Starts column 0 with a constant plus 19 times the upper sum of column 4.
#[rustfmt::skip]
macro_rules! start_again {
    ($to:literal) => {
        concat!(
            "vpbroadcastq ", $to, ", [rsi]\n",
            "vpsllq ymm9, ymm8, 3\n",
            "vpaddq ymm9, ymm9, ymm8\n",
            "vpaddq ymm9, ymm9, ymm9\n",
            "vpaddq ", $to, ", ", $to, ", ymm8\n",
            "vpaddq ", $to, ", ", $to, ", ymm9\n",
        )
    };
}

/// Writes the lower sum.
macro_rules! done {
    ($i:literal, $half:literal) => {
        concat!("vmovdqa [rdi + 64*", $i, " + 32*", $half, "], ymm7\n")
    };
}

/// Adds the initial value of column 4, which is computed first, and writes the sum.
macro_rules! last_done {
    ($half:literal) => {
        concat!(start!("ymm7", "4"), "vpaddq ymm7, ymm7, [rdi + 64*4 + 32*", $half, "]\n", done!("4", $half),)
    };
}

/// Loads limb `$i` of the first factor into a register.
#[rustfmt::skip]
macro_rules! factor {
    ($register:literal, $i:literal, $half:literal) => {
        concat!(
            "vorpd ", $register, ", ymm7, [rcx + 64*", $i, " + 32*", $half, "]\n",
            "vsubpd ", $register, ", ", $register, ", ymm7\n",
        )
    };
}

/// Adds the products of the first factor's limbs, in order, and factors of the second.
macro_rules! column {
    ($half:literal, $b0:literal, $b1:literal, $b2:literal, $b3:literal, $b4:literal) => {
        concat!(
            parts!("ymm8", "ymm9", "ymm0", concat!("[r8 + 416*", $half, " + ", $b0, "]")),
            "vpaddq ymm7, ymm7, ymm9\n",
            and!("ymm10", "ymm11", "ymm1", concat!("[r8 + 416*", $half, " + ", $b1, "]")),
            and!("ymm12", "ymm13", "ymm2", concat!("[r8 + 416*", $half, " + ", $b2, "]")),
            and!("ymm14", "ymm15", "ymm3", concat!("[r8 + 416*", $half, " + ", $b3, "]")),
            and!("ymm9", "ymm10", "ymm4", concat!("[r8 + 416*", $half, " + ", $b4, "]")),
        )
    };
}

macro_rules! product_half {
    ($half:literal) => {
        concat!(
            "vbroadcastsd ymm7, [rdx + 16]\n",
            factor!("ymm0", "0", $half),
            factor!("ymm1", "1", $half),
            factor!("ymm2", "2", $half),
            factor!("ymm3", "3", $half),
            factor!("ymm4", "4", $half),
            "vpxor ymm7, ymm7, ymm7\n",
            column!($half, "128", "96", "64", "32", "384"),
            done!("4", $half),
            start_again!("ymm7"),
            column!($half, "0", "256", "224", "192", "160"),
            done!("0", $half),
            start!("ymm7", "1"),
            column!($half, "32", "384", "352", "320", "288"),
            done!("1", $half),
            start!("ymm7", "2"),
            column!($half, "64", "32", "384", "352", "320"),
            done!("2", $half),
            start!("ymm7", "3"),
            column!($half, "96", "64", "32", "384", "352"),
            done!("3", $half),
            last_done!($half),
        )
    };
}

/// [`product`](crate::curve::curve25519::lanes::elements_f64::product).
#[inline(always)]
pub(crate) fn product(_: Avx2Fma, a: &Fe<U64x8Fma>, b: &Folded<U64x8Fma>, start: &'static [u64; 5]) -> Wide<U64x8Fma> {
    let mut out = MaybeUninit::uninit();
    // SAFETY: the token proves that the CPU has AVX2 and FMA; the assembly reads the operands and the constants and
    // writes all of `out`, at the offsets asserted above; vectors are aligned to 32 bytes.
    unsafe {
        write_product(out.as_mut_ptr(), start, &CONSTANTS, a, b);
        out.assume_init()
    }
}

/// Writes a·b.
///
/// # Safety
/// The CPU must have AVX2 and FMA, and the pointers must be valid for what they point to.
#[unsafe(naked)]
unsafe extern "sysv64" fn write_product(
    out: *mut Wide<U64x8Fma>,
    start: *const [u64; 5],
    constants: *const [f64; 3],
    a: *const Fe<U64x8Fma>,
    b: *const Folded<U64x8Fma>,
) {
    naked_asm!(constants!(), product_half!("0"), product_half!("1"), "vzeroupper", "ret")
}

/// The address of a factor of a square's half.
macro_rules! at {
    ($half:literal, $offset:literal) => {
        concat!("[rcx + 352*", $half, " + ", $offset, "]")
    };
}

/// Adds two products that occur twice and one that occurs once.
macro_rules! square_column {
    ($half:literal, $a0:literal, $b0:literal, $a1:literal, $b1:literal, $a2:literal, $b2:literal) => {
        concat!(
            parts!("ymm8", "ymm7", $a0, at!($half, $b0)),
            and!("ymm9", "ymm10", $a1, at!($half, $b1)),
            "vpaddq ymm7, ymm7, ymm7\n",
            "vpaddq ymm8, ymm8, ymm8\n",
            "vpaddq ymm7, ymm7, ymm15\n",
            and!("ymm11", "ymm12", $a2, at!($half, $b2)),
        )
    };
}

macro_rules! square_half {
    ($half:literal) => {
        concat!(
            "vmovapd ymm0, [rcx + 352*",
            $half,
            "]\n",
            "vmovapd ymm1, [rcx + 352*",
            $half,
            " + 32]\n",
            "vmovapd ymm2, [rcx + 352*",
            $half,
            " + 64]\n",
            "vmovapd ymm3, [rcx + 352*",
            $half,
            " + 96]\n",
            "vmovapd ymm4, [rcx + 352*",
            $half,
            " + 128]\n",
            "vpxor ymm15, ymm15, ymm15\n",
            square_column!($half, "ymm0", "128", "ymm1", "96", "ymm2", "64"),
            and!("ymm13", "ymm14", "ymm4", at!($half, "256")),
            done!("4", $half),
            start_again!("ymm15"),
            square_column!($half, "ymm1", "192", "ymm2", "160", "ymm0", "0"),
            done!("0", $half),
            start!("ymm15", "1"),
            square_column!($half, "ymm1", "320", "ymm2", "288", "ymm3", "160"),
            done!("1", $half),
            start!("ymm15", "2"),
            square_column!($half, "ymm2", "320", "ymm3", "192", "ymm1", "32"),
            and!("ymm13", "ymm14", "ymm3", at!($half, "224")),
            done!("2", $half),
            start!("ymm15", "3"),
            square_column!($half, "ymm3", "320", "ymm1", "64", "ymm4", "192"),
            done!("3", $half),
            last_done!($half),
        )
    };
}

/// [`square`](crate::curve::curve25519::lanes::elements_f64::square).
#[inline(always)]
pub(crate) fn square(_: Avx2Fma, factors: &[SquareFactors<Factor>; 2]) -> Wide<U64x8Fma> {
    let mut out = MaybeUninit::uninit();
    // SAFETY: the token proves that the CPU has AVX2 and FMA; the assembly reads the factors and the constants and
    // writes all of `out`, at the offsets asserted above; vectors are aligned to 32 bytes.
    unsafe {
        write_square(out.as_mut_ptr(), &SQUARE, &CONSTANTS, factors);
        out.assume_init()
    }
}

/// Writes a².
///
/// # Safety
/// The CPU must have AVX2 and FMA, and the pointers must be valid for what they point to.
#[unsafe(naked)]
unsafe extern "sysv64" fn write_square(
    out: *mut Wide<U64x8Fma>,
    start: *const [u64; 5],
    constants: *const [f64; 3],
    factors: *const [SquareFactors<Factor>; 2],
) {
    naked_asm!(constants!(), square_half!("0"), square_half!("1"), "vzeroupper", "ret")
}
