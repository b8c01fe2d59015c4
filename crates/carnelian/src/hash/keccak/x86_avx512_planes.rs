//! Keccak-f[1600] of one state in five zmm registers with AVX-512.
//!
//! A register holds five lanes on a line y = m·x + k modulo 5: the slope m is that of all five registers, k is the
//! number of the register. θ is cheap where the slot of a lane follows from its x, since the parities of the columns are
//! then the exclusive or of the five registers; χ is cheap where it follows from its y, since the lanes that are combined
//! then stand in the same slot of three registers. π takes lines to lines, from the slope m to 3 + 2/m, so each of both
//! is had from the other by turning the slots of every register round by a number of its own. The slopes 3, 2 and 4
//! follow each other; after the third round the lines have slope 1 and are exchanged for those of slope 3, lane by lane
//! in the same slots. docs/keccak.md derives this and has what was measured.
#![allow(unsafe_code)]

use super::kernel::State;
use super::tables::{OFFSETS, ROUND_CONSTANTS};
use crate::base::lanes::xor3_512;
use crate::base::memory::align_frame;
use core::arch::x86_64::*;

/// Takes blocks in as [`super::permutation::absorb`] does for one lane.
///
/// # Safety
/// The CPU has what [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
pub(super) unsafe fn absorb(state: &mut State, blocks: &[u8], rate: usize) {
    align_frame();
    let masks = row_masks(rate);
    // SAFETY: as the function's own.
    unsafe {
        let mut lines = load_state(state);
        let mut rest = blocks;
        while let Some((block, following)) = rest.split_at_checked(rate) {
            rest = following;
            let added = lines_of_rows(load_rows(block, masks));
            for (line, added) in lines.iter_mut().zip(added) {
                *line = _mm512_xor_si512(*line, added);
            }
            lines = permute(lines);
        }
        store_state(state, lines);
    }
}

/// Gives blocks out as [`super::permutation::squeeze`] does for one lane.
///
/// # Safety
/// The CPU has what [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
pub(super) unsafe fn squeeze(state: &mut State, blocks: &mut [u8], rate: usize) {
    align_frame();
    let masks = row_masks(rate);
    // SAFETY: as the function's own.
    unsafe {
        let mut lines = load_state(state);
        let mut rest = blocks;
        while let Some((block, following)) = rest.split_at_mut_checked(rate) {
            rest = following;
            lines = permute(lines);
            store_rows(rows_of_lines(lines), block, masks);
        }
        store_state(state, lines);
    }
}

/// Bytes of five lanes.
const ROW_LEN: usize = 40;

/// Which lanes of each plane y = 0 to 4 the first `bytes` bytes of a state hold.
#[inline(always)]
fn row_masks(bytes: usize) -> [__mmask8; 5] {
    let mask = |row: usize| ((1u32 << (bytes.saturating_sub(ROW_LEN * row) / 8).min(5)) - 1) as __mmask8;
    [mask(0), mask(1), mask(2), mask(3), mask(4)]
}

/// The planes, slot = x, of which the bytes are the first ones; zeros in the lanes that `masks` leaves out.
///
/// # Safety
/// The CPU must have AVX-512, and `masks` must be those of `bytes.len()`.
#[inline(always)]
unsafe fn load_rows(bytes: &[u8], masks: [__mmask8; 5]) -> [__m512i; 5] {
    // SAFETY: as the function's own: a lane that is masked out is not read, and the others lie within the bytes.
    unsafe {
        macro_rules! row {
            ($y:literal) => {
                _mm512_maskz_loadu_epi64(masks[$y], bytes.as_ptr().wrapping_add($y * ROW_LEN).cast())
            };
        }
        [row!(0), row!(1), row!(2), row!(3), row!(4)]
    }
}

/// The reverse of [`load_rows`].
///
/// # Safety
/// The CPU must have AVX-512, and `masks` must be those of `bytes.len()`.
#[inline(always)]
unsafe fn store_rows(rows: [__m512i; 5], bytes: &mut [u8], masks: [__mmask8; 5]) {
    // SAFETY: as the function's own: a lane that is masked out is not written, and the others lie within the bytes.
    unsafe {
        macro_rules! row {
            ($($y:literal)+) => {$(
                _mm512_mask_storeu_epi64(bytes.as_mut_ptr().wrapping_add($y * ROW_LEN).cast(), masks[$y], rows[$y]);
            )+};
        }
        row!(0 1 2 3 4);
    }
}

/// # Safety
/// The CPU has what [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline(always)]
unsafe fn load_state(state: &State) -> [__m512i; 5] {
    // SAFETY: as the function's own; each load reads the five words of a plane.
    unsafe {
        macro_rules! row {
            ($y:literal) => {
                _mm512_maskz_loadu_epi64(0b11111, state[5 * $y..5 * $y + 5].as_ptr().cast())
            };
        }
        lines_of_rows([row!(0), row!(1), row!(2), row!(3), row!(4)])
    }
}

/// # Safety
/// The CPU has what [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline(always)]
unsafe fn store_state(state: &mut State, lines: [__m512i; 5]) {
    // SAFETY: as the function's own; each store writes the five words of a plane.
    unsafe {
        let rows = rows_of_lines(lines);
        macro_rules! row {
            ($($y:literal)+) => {$(
                _mm512_mask_storeu_epi64(state[5 * $y..5 * $y + 5].as_mut_ptr().cast(), 0b11111, rows[$y]);
            )+};
        }
        row!(0 1 2 3 4);
    }
}

/// One register, to be loaded whole.
#[repr(C, align(64))]
struct Register([u64; 8]);

impl Register {
    /// # Safety
    /// The CPU must have AVX-512.
    #[inline(always)]
    unsafe fn load(&'static self) -> __m512i {
        // SAFETY: as the function's own; the type is aligned.
        unsafe { _mm512_load_si512(self.0.as_ptr().cast()) }
    }
}

/// 1/n modulo 5.
const fn inverse(n: usize) -> usize {
    n * n * n % 5
}

/// What π makes of y = `m`·x + k: Y = `m`′·X + 3k/`m` with `m`′ = 3 + 2/`m`.
const fn slope_after(m: usize) -> usize {
    (3 + 2 * inverse(m)) % 5
}
const _: () = assert!(slope_after(3) == 2 && slope_after(2) == 4 && slope_after(4) == 1);

/// The number of the line that π makes of line `k` of slope `m`.
const fn line_after(m: usize, k: usize) -> usize {
    3 * k * inverse(m) % 5
}

/// Twenty-four rounds, six a turn, on lines of slope 3 with slot = x, which they are again afterwards.
///
/// # Safety
/// The CPU has what [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline(always)]
unsafe fn permute(mut lines: [__m512i; 5]) -> [__m512i; 5] {
    static IOTA: [Register; 24] = {
        let mut all = [const { Register([0; 8]) }; 24];
        let mut round = 0;
        while round < 24 {
            all[round].0[0] = ROUND_CONSTANTS[round];
            round += 1;
        }
        all
    };
    // SAFETY: as the function's own.
    unsafe {
        for [rc0, rc1, rc2, rc3, rc4, rc5] in IOTA.as_chunks().0 {
            lines = round::<3, 1>(lines, rc0);
            lines = round::<2, 2>(lines, rc1);
            lines = round::<4, 1>(lines, rc2);
            lines = exchange::<2, 4>(lines);
            lines = round::<3, 4>(lines, rc3);
            lines = round::<2, 3>(lines, rc4);
            lines = round::<4, 4>(lines, rc5);
            lines = exchange::<2, 1>(lines);
        }
    }
    lines
}

/// One round on lines of slope `M` with slot = `A`·x. They come out with the next slope and with slot = `A`/`M`·x.
///
/// # Safety
/// The CPU has what [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline(always)]
unsafe fn round<const M: usize, const A: usize>(r: [__m512i; 5], rc: &'static Register) -> [__m512i; 5] {
    // SAFETY: as the function's own.
    unsafe {
        // θ: C, then C[x + 1] rotated, C[x − 1], and their sum with every line.
        let c = xor3_512(xor3_512(r[0], r[1], r[2]), r[3], r[4]);
        let right = turn::<M, A>(_mm512_rol_epi64::<1>(c), Turn::NextColumn);
        let left = turn::<M, A>(c, Turn::ColumnBefore);
        // ρ, and π with its turn to slot = `A`/(2 + 3`M`)·Y. Line 0 needs no turn, so it comes last.
        let mut b = [_mm512_setzero_si512(); 5];
        macro_rules! rho_pi {
            ($($k:literal)+) => {$(
                let sum = xor3_512(r[$k], left, right);
                let rotated = _mm512_rolv_epi64(sum, const { &Offsets::<M, A, $k>::REGISTER }.load());
                b[const { line_after(M, $k) }] = turn::<M, A>(rotated, Turn::ToRows($k));
            )+};
        }
        rho_pi!(1 2 3 4 0);
        // χ: the lane (X + 1, Y) is in line K − `M`′. ι is added to what χ takes of the lane (0, 0) alone. Then the turn
        // back to a slot that follows from X, of which line 0 again needs none.
        let m = const { slope_after(M) };
        let own = _mm512_xor_si512(b[0], rc.load());
        let mut out = [_mm512_setzero_si512(); 5];
        macro_rules! chi {
            ($($k:literal $own:expr;)+) => {$(
                let next = b[($k + 5 - m) % 5];
                let after = b[($k + 10 - 2 * m) % 5];
                let sum = _mm512_xor_si512($own, _mm512_andnot_si512(next, after));
                out[$k] = turn::<M, A>(sum, Turn::ToColumns($k));
            )+};
        }
        chi!(1 b[1]; 2 b[2]; 3 b[3]; 4 b[4]; 0 own;);
        out
    }
}

/// By how many places the lanes of line `K` of slope `M` are rotated, where slot = `A`·x.
struct Offsets<const M: usize, const A: usize, const K: usize>;

impl<const M: usize, const A: usize, const K: usize> Offsets<M, A, K> {
    const REGISTER: Register = {
        let mut places = [0; 8];
        let mut x = 0;
        while x < 5 {
            places[A * x % 5] = OFFSETS[x][(M * x + K) % 5] as u64;
            x += 1;
        }
        Register(places)
    };
}

/// What the five slots are turned round for, in a round on lines of slope m with slot = a·x.
#[derive(Clone, Copy)]
enum Turn {
    /// Slot a·x becomes that of x − 1.
    ColumnBefore,
    /// Slot a·x becomes that of x + 1.
    NextColumn,
    /// For line k: what is Y = (2 + 3m)·x + 3k after π comes to the slot a/(2 + 3m)·Y.
    ToRows(usize),
    /// For line K: Y = m′·X + K leaves that slot for a/m·X.
    ToColumns(usize),
}

impl Turn {
    /// Slot s takes what stands in slot s + this, modulo 5.
    const fn places(self, m: usize, a: usize) -> usize {
        let row_slot = a * inverse((2 + 3 * m) % 5);
        match self {
            Self::ColumnBefore => 4 * a % 5,
            Self::NextColumn => a % 5,
            Self::ToRows(k) => 4 * 3 * k * row_slot % 5,
            Self::ToColumns(k) => row_slot * k % 5,
        }
    }
}

/// # Safety
/// The CPU has what [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline(always)]
unsafe fn turn<const M: usize, const A: usize>(x: __m512i, turn: Turn) -> __m512i {
    static PLACES: [Register; 5] = [places(0), places(1), places(2), places(3), places(4)];
    const fn places(by: usize) -> Register {
        let mut from = [0, 0, 0, 0, 0, 5, 6, 7];
        let mut slot = 0;
        while slot < 5 {
            from[slot] = (slot + by) as u64 % 5;
            slot += 1;
        }
        Register(from)
    }
    let by = turn.places(M, A);
    // SAFETY: as the function's own.
    unsafe { if by == 0 { x } else { take(&PLACES[by], x) } }
}

/// Each slot takes what stands in the slot that `places` names for it.
///
/// # Safety
/// The CPU has what [`Avx512`](crate::base::cpu::Avx512) proves.
#[cfg(not(carnelian_msan))]
#[inline(always)]
unsafe fn take(places: &'static Register, x: __m512i) -> __m512i {
    // SAFETY: as the function's own.
    unsafe { _mm512_permutexvar_epi64(places.load(), x) }
}

/// The same word by word: MemorySanitizer would leave the marks of the instruction's result where they were before.
///
/// # Safety
/// The CPU has what [`Avx512`](crate::base::cpu::Avx512) proves.
#[cfg(carnelian_msan)]
#[inline(always)]
unsafe fn take(places: &'static Register, x: __m512i) -> __m512i {
    crate::base::taint::stands_in();
    let mut from = Register([0; 8]);
    let mut to = Register([0; 8]);
    // SAFETY: as the function's own; the type is aligned.
    unsafe { _mm512_store_si512(from.0.as_mut_ptr().cast(), x) };
    for (word, &place) in to.0.iter_mut().zip(&places.0) {
        *word = from.0[place as usize];
    }
    // SAFETY: as above.
    unsafe { _mm512_load_si512(to.0.as_ptr().cast()) }
}

/// Planes, slot = x, as lines of slope 3: line k takes the lane x from the plane k + 3x.
///
/// # Safety
/// The CPU has what [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline(always)]
unsafe fn lines_of_rows(rows: [__m512i; 5]) -> [__m512i; 5] {
    // SAFETY: as the function's own.
    unsafe { exchange::<3, 1>(rows) }
}

/// The reverse: the plane y takes the lane x from the line y − 3x.
///
/// # Safety
/// The CPU has what [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline(always)]
unsafe fn rows_of_lines(lines: [__m512i; 5]) -> [__m512i; 5] {
    // SAFETY: as the function's own.
    unsafe { exchange::<2, 1>(lines) }
}

/// Line k takes the lane x, in slot `A`·x, from the line k + `F`·x modulo 5, bit by bit of that number.
///
/// From lines y = m·x + k come those of slope m + `F`.
///
/// # Safety
/// The CPU has what [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline(always)]
unsafe fn exchange<const F: usize, const A: usize>(mut r: [__m512i; 5]) -> [__m512i; 5] {
    const fn slots(f: usize, a: usize, bit: usize) -> __mmask8 {
        let (mut mask, mut x) = (0, 0);
        while x < 5 {
            if (f * x % 5) & bit != 0 {
                mask |= 1 << (a * x % 5);
            }
            x += 1;
        }
        mask
    }
    // SAFETY: as the function's own.
    unsafe {
        macro_rules! step {
            ($($bit:literal)+) => {$(
                let mask = const { slots(F, A, $bit) };
                r = [
                    _mm512_mask_blend_epi64(mask, r[0], r[$bit]),
                    _mm512_mask_blend_epi64(mask, r[1], r[(1 + $bit) % 5]),
                    _mm512_mask_blend_epi64(mask, r[2], r[(2 + $bit) % 5]),
                    _mm512_mask_blend_epi64(mask, r[3], r[(3 + $bit) % 5]),
                    _mm512_mask_blend_epi64(mask, r[4], r[(4 + $bit) % 5]),
                ];
            )+};
        }
        step!(1 2 4);
    }
    r
}
