//! Keccak-f[1600] of one state in five zmm registers with AVX-512.
//!
//! A register holds five lanes on a line y = m·x + k modulo 5: all five registers have the same slope m, and k is the
//! number of the register. θ is cheap if the slot of a lane follows from its x, since the parities of the columns are
//! then the XOR of the five registers; χ is cheap if it follows from its y, since the lanes that are combined are then
//! in the same slot of three registers. π maps lines to lines, from slope m to 3 + 2/m, so either arrangement results
//! from the other by rotating the slots of each register by an amount that depends on the register. The slopes 3, 2 and
//! 4 follow each other; after the third round the lines have slope 1 and are exchanged for those of slope 3, lane by
//! lane in the same slots. docs/kernels/keccak.md derives this and has the measurements.
#![allow(unsafe_code)]

use super::kernel::State;
use super::tables::{OFFSETS, ROUND_CONSTANTS};
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::lanes::u64::xor3_512;
use crate::base::memory::align_frame;
use core::arch::x86_64::*;

kernels! { proof: Avx512;
    /// [`Kernel::absorb`](super::kernel::Kernel::absorb).
    pub(super) fn absorb(proof, state: &mut State, blocks: &[u8], rate: usize) {
        align_frame();
        let rows = Rows::new(rate);
        let mut lines = load_state(proof, state);
        let mut rest = blocks;
        while let Some((block, following)) = rest.split_at_checked(rate) {
            rest = following;
            let added = lines_of_rows(proof, rows.load(proof, block));
            for (line, added) in lines.iter_mut().zip(added) {
                *line = xor(proof, *line, added);
            }
            lines = permute(proof, lines);
        }
        store_state(proof, state, lines);
    }

    /// [`Kernel::squeeze`](super::kernel::Kernel::squeeze).
    pub(super) fn squeeze(proof, state: &mut State, blocks: &mut [u8], rate: usize) {
        align_frame();
        let rows = Rows::new(rate);
        let mut lines = load_state(proof, state);
        let mut rest = blocks;
        while let Some((block, following)) = rest.split_at_mut_checked(rate) {
            rest = following;
            lines = permute(proof, lines);
            rows.store(proof, rows_of_lines(proof, lines), block);
        }
        store_state(proof, state, lines);
    }
}

/// The number of bytes in five lanes.
const ROW_LEN: usize = 40;

/// The planes y = 0 to 4 of a block, with slot = x.
struct Rows {
    /// The number of bytes in a block.
    len: usize,
    /// For each plane, the lanes that are within the block.
    masks: [__mmask8; 5],
}

impl Rows {
    #[inline(always)]
    fn new(len: usize) -> Self {
        let mask = |row: usize| ((1u32 << (len.saturating_sub(ROW_LEN * row) / 8).min(5)) - 1) as __mmask8;
        Self { len, masks: [mask(0), mask(1), mask(2), mask(3), mask(4)] }
    }

    /// Loads the planes of a block, with zeros in the lanes after it.
    #[inline(always)]
    fn load(&self, _: Avx512, block: &[u8]) -> [__m512i; 5] {
        assert!(block.len() == self.len);
        // SAFETY: the token proves that the CPU has AVX-512; a lane that is masked out is not read, and the others are
        // within `len` bytes, as many as the block has.
        unsafe {
            macro_rules! row {
                ($y:literal) => {
                    _mm512_maskz_loadu_epi64(self.masks[$y], block.as_ptr().wrapping_add($y * ROW_LEN).cast())
                };
            }
            [row!(0), row!(1), row!(2), row!(3), row!(4)]
        }
    }

    /// The inverse of [`load`](Self::load).
    #[inline(always)]
    fn store(&self, _: Avx512, rows: [__m512i; 5], block: &mut [u8]) {
        assert!(block.len() == self.len);
        // SAFETY: the token proves that the CPU has AVX-512; a lane that is masked out is not written, and the others
        // are within `len` bytes, as many as the block has.
        unsafe {
            macro_rules! row {
                ($($y:literal)+) => {$(
                    let plane = block.as_mut_ptr().wrapping_add($y * ROW_LEN).cast();
                    _mm512_mask_storeu_epi64(plane, self.masks[$y], rows[$y]);
                )+};
            }
            row!(0 1 2 3 4);
        }
    }
}

#[inline(always)]
fn load_state(proof: Avx512, state: &State) -> [__m512i; 5] {
    macro_rules! row {
        ($y:literal) => {
            // SAFETY: the token proves that the CPU has AVX-512; the five words of a plane are read.
            unsafe { _mm512_maskz_loadu_epi64(0b11111, state[5 * $y..5 * $y + 5].as_ptr().cast()) }
        };
    }
    lines_of_rows(proof, [row!(0), row!(1), row!(2), row!(3), row!(4)])
}

#[inline(always)]
fn store_state(proof: Avx512, state: &mut State, lines: [__m512i; 5]) {
    let rows = rows_of_lines(proof, lines);
    macro_rules! row {
        ($($y:literal)+) => {$(
            let plane = state[5 * $y..5 * $y + 5].as_mut_ptr().cast();
            // SAFETY: the token proves that the CPU has AVX-512; the five words of a plane are written.
            unsafe { _mm512_mask_storeu_epi64(plane, 0b11111, rows[$y]) };
        )+};
    }
    row!(0 1 2 3 4);
}

#[inline(always)]
fn xor(_: Avx512, x: __m512i, y: __m512i) -> __m512i {
    // SAFETY: the token proves that the CPU has AVX-512.
    unsafe { _mm512_xor_si512(x, y) }
}

/// The content of a register.
#[repr(C, align(64))]
struct Register([u64; 8]);

impl Register {
    #[inline(always)]
    fn load(&'static self, _: Avx512) -> __m512i {
        // SAFETY: the token proves that the CPU has AVX-512; the type is aligned to 64 bytes.
        unsafe { _mm512_load_si512(self.0.as_ptr().cast()) }
    }
}

/// Returns 1/n modulo 5.
const fn inverse(n: usize) -> usize {
    n * n * n % 5
}

/// Returns the slope `m`′ = 3 + 2/`m` of the lines to which π maps those of slope `m`: y = `m`·x + k becomes
/// Y = `m`′·X + 3k/`m`.
const fn slope_after(m: usize) -> usize {
    (3 + 2 * inverse(m)) % 5
}
const _: () = assert!(slope_after(3) == 2 && slope_after(2) == 4 && slope_after(4) == 1);

/// Returns the number of the line to which π maps line `k` of slope `m`.
const fn line_after(m: usize, k: usize) -> usize {
    3 * k * inverse(m) % 5
}

/// Computes twenty-four rounds, six per iteration, on lines of slope 3 with slot = x. The result has the same form.
#[inline(always)]
fn permute(proof: Avx512, mut lines: [__m512i; 5]) -> [__m512i; 5] {
    static IOTA: [Register; 24] = {
        let mut all = [const { Register([0; 8]) }; 24];
        let mut round = 0;
        while round < 24 {
            all[round].0[0] = ROUND_CONSTANTS[round];
            round += 1;
        }
        all
    };
    for [rc0, rc1, rc2, rc3, rc4, rc5] in IOTA.as_chunks().0 {
        lines = round::<3, 1>(proof, lines, rc0);
        lines = round::<2, 2>(proof, lines, rc1);
        lines = round::<4, 1>(proof, lines, rc2);
        lines = exchange::<2, 4>(proof, lines);
        lines = round::<3, 4>(proof, lines, rc3);
        lines = round::<2, 3>(proof, lines, rc4);
        lines = round::<4, 4>(proof, lines, rc5);
        lines = exchange::<2, 1>(proof, lines);
    }
    lines
}

/// Computes one round on lines of slope `M` with slot = `A`·x. The result has the next slope and slot = `A`/`M`·x.
#[inline(always)]
fn round<const M: usize, const A: usize>(proof: Avx512, r: [__m512i; 5], rc: &'static Register) -> [__m512i; 5] {
    // SAFETY: the token proves that the CPU has AVX-512.
    unsafe {
        // θ: C, then C[x + 1] rotated, C[x − 1], and their sum with every line.
        let c = xor3_512(xor3_512(r[0], r[1], r[2]), r[3], r[4]);
        let right = turn::<M, A>(proof, _mm512_rol_epi64::<1>(c), Turn::NextColumn);
        let left = turn::<M, A>(proof, c, Turn::ColumnBefore);
        // ρ, and π with its rotation to slot = `A`/(2 + 3`M`)·Y. Line 0 needs none, so it comes last.
        let mut b = [_mm512_setzero_si512(); 5];
        macro_rules! rho_pi {
            ($($k:literal)+) => {$(
                let sum = xor3_512(r[$k], left, right);
                let rotated = _mm512_rolv_epi64(sum, const { &Offsets::<M, A, $k>::REGISTER }.load(proof));
                b[const { line_after(M, $k) }] = turn::<M, A>(proof, rotated, Turn::ToRows($k));
            )+};
        }
        rho_pi!(1 2 3 4 0);
        // χ: lane (X + 1, Y) is in line K − `M`′. ι changes lane (0, 0) of the result only, so its constant is added to
        // the line's own operand, and not to line 0 as a neighbour. Then the lanes rotate back to slots that follow
        // from X; line 0 again needs no rotation.
        let m = const { slope_after(M) };
        let own = _mm512_xor_si512(b[0], rc.load(proof));
        let mut out = [_mm512_setzero_si512(); 5];
        macro_rules! chi {
            ($($k:literal $own:expr;)+) => {$(
                let next = b[($k + 5 - m) % 5];
                let after = b[($k + 10 - 2 * m) % 5];
                let sum = _mm512_xor_si512($own, _mm512_andnot_si512(next, after));
                out[$k] = turn::<M, A>(proof, sum, Turn::ToColumns($k));
            )+};
        }
        chi!(1 b[1]; 2 b[2]; 3 b[3]; 4 b[4]; 0 own;);
        out
    }
}

/// The offsets of ρ for the lanes of line `K` of slope `M`, where slot = `A`·x.
struct Offsets<const M: usize, const A: usize, const K: usize>;

impl<const M: usize, const A: usize, const K: usize> Offsets<M, A, K> {
    const REGISTER: Register = {
        let mut offsets = [0; 8];
        let mut x = 0;
        while x < 5 {
            offsets[A * x % 5] = OFFSETS[x][(M * x + K) % 5] as u64;
            x += 1;
        }
        Register(offsets)
    };
}

/// A purpose of rotating the five slots in a round on lines of slope m with slot = a·x.
#[derive(Clone, Copy)]
enum Turn {
    /// Slot a·x becomes that of x − 1.
    ColumnBefore,
    /// Slot a·x becomes that of x + 1.
    NextColumn,
    /// For line k: Y = (2 + 3m)·x + 3k after π moves to slot a/(2 + 3m)·Y.
    ToRows(usize),
    /// For line K: Y = m′·X + K moves from that slot to a/m·X.
    ToColumns(usize),
}

impl Turn {
    /// Returns the number d such that slot s receives the lane in slot s + d modulo 5.
    const fn distance(self, m: usize, a: usize) -> usize {
        let row_slot = a * inverse((2 + 3 * m) % 5);
        match self {
            Self::ColumnBefore => 4 * a % 5,
            Self::NextColumn => a % 5,
            Self::ToRows(k) => 4 * 3 * k * row_slot % 5,
            Self::ToColumns(k) => row_slot * k % 5,
        }
    }
}

#[inline(always)]
fn turn<const M: usize, const A: usize>(proof: Avx512, x: __m512i, turn: Turn) -> __m512i {
    static SLOTS: [Register; 5] = [slots(0), slots(1), slots(2), slots(3), slots(4)];
    const fn slots(by: usize) -> Register {
        let mut from = [0, 0, 0, 0, 0, 5, 6, 7];
        let mut slot = 0;
        while slot < 5 {
            from[slot] = (slot + by) as u64 % 5;
            slot += 1;
        }
        Register(from)
    }
    let by = turn.distance(M, A);
    if by == 0 { x } else { permute_slots(proof, &SLOTS[by], x) }
}

/// Returns in each slot the lane of `x` whose slot number is in that slot of `from`.
#[cfg(not(carnelian_msan))]
#[inline(always)]
fn permute_slots(proof: Avx512, from: &'static Register, x: __m512i) -> __m512i {
    // SAFETY: the token proves that the CPU has AVX-512.
    unsafe { _mm512_permutexvar_epi64(from.load(proof), x) }
}

/// Like the above, word by word: MemorySanitizer would not permute the shadow of the instruction's operand.
#[cfg(carnelian_msan)]
#[inline(always)]
fn permute_slots(_: Avx512, from: &'static Register, x: __m512i) -> __m512i {
    crate::base::taint::stands_in();
    let mut lanes = Register([0; 8]);
    let mut to = Register([0; 8]);
    // SAFETY: the token proves that the CPU has AVX-512; the type is aligned to 64 bytes.
    unsafe { _mm512_store_si512(lanes.0.as_mut_ptr().cast(), x) };
    for (word, &slot) in to.0.iter_mut().zip(&from.0) {
        *word = lanes.0[slot as usize];
    }
    // SAFETY: the token proves that the CPU has AVX-512; the type is aligned to 64 bytes.
    unsafe { _mm512_load_si512(to.0.as_ptr().cast()) }
}

/// Converts planes, with slot = x, to lines of slope 3: line k receives lane x of plane k + 3x.
#[inline(always)]
fn lines_of_rows(proof: Avx512, rows: [__m512i; 5]) -> [__m512i; 5] {
    exchange::<3, 1>(proof, rows)
}

/// The inverse: plane y receives lane x of line y − 3x.
#[inline(always)]
fn rows_of_lines(proof: Avx512, lines: [__m512i; 5]) -> [__m512i; 5] {
    exchange::<2, 1>(proof, lines)
}

/// Exchanges lanes: line k of the result has in slot `A`·x, that of lane x, the lane of line k + `F`·x modulo 5. One
/// step for each bit of that number.
///
/// Lines y = m·x + k become lines of slope m + `F`.
#[inline(always)]
fn exchange<const F: usize, const A: usize>(_: Avx512, mut r: [__m512i; 5]) -> [__m512i; 5] {
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
    // SAFETY: the token proves that the CPU has AVX-512.
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
