//! Keccak-f[1600], FIPS 202 Sections 3.2 and 3.3, with blocks that are added to the state before it or read after it.
//!
//! It is written over lanes, with one state in each. Over a single lane, which is a plain word, it is the portable
//! backend.

use super::tables::{OFFSETS, ROUND_CONSTANTS};
use crate::base::lanes::u64::U64Lanes;

/// The number of words in a state.
pub(super) const WORDS: usize = 25;

/// `N` states, transposed: row `x + 5y` holds word `x + 5y` of each.
pub(super) type Rows<const N: usize> = [[u64; N]; WORDS];

/// Adds a block to each state and permutes the states, for all blocks. `blocks[lane]` is a whole number of blocks of
/// `rate` bytes, the same in every lane.
#[inline(always)]
pub(super) fn absorb<P: Permute<N, V>, const N: usize, V: U64Lanes<N>>(
    proof: V::Proof,
    states: &mut Rows<N>,
    blocks: [&[u8]; N],
    rate: usize,
) {
    let length = blocks[0].len();
    assert!(blocks.iter().all(|lane| lane.len() == length), "lanes with unequally many blocks");
    let mut start = 0;
    while start < length {
        add_block::<N, V>(proof, states, blocks.map(|lane| &lane[start..start + rate]));
        P::permute(proof, states);
        start += rate;
    }
}

/// Permutes the states and copies the first bytes of each to a block, for all blocks. `blocks[lane]` is a whole number
/// of blocks of `rate` bytes, the same in every lane.
#[inline(always)]
pub(super) fn squeeze<P: Permute<N, V>, const N: usize, V: U64Lanes<N>>(
    proof: V::Proof,
    states: &mut Rows<N>,
    mut blocks: [&mut [u8]; N],
    rate: usize,
) {
    let length = blocks[0].len();
    assert!(blocks.iter().all(|lane| lane.len() == length), "lanes with unequally many blocks");
    let mut start = 0;
    while start < length {
        P::permute(proof, states);
        write_block::<N, V>(proof, states, blocks.each_mut().map(|lane| &mut lane[start..start + rate]));
        start += rate;
    }
}

/// Copies the first bytes of each state to a block, eight words at a time. The last eight overlap the ones before if
/// the number of words is not a multiple of eight.
#[inline(always)]
fn write_block<const N: usize, V: U64Lanes<N>>(proof: V::Proof, states: &Rows<N>, mut blocks: [&mut [u8]; N]) {
    let words = blocks[0].len() / 8;
    let mut done = 0;
    while done < words {
        let first = done.min(words - 8);
        let rows: &[[u64; N]; 8] = states[first..].first_chunk().expect("a rate has eight words and more");
        macro_rules! loaded {
            ($($i:literal)+) => { [$(V::load_words(proof, &rows[$i]).le_to_native()),+] };
        }
        let targets = blocks.each_mut().map(|block| block[8 * first..].first_chunk_mut().expect("eight words of it"));
        V::store_transposed(loaded!(0 1 2 3 4 5 6 7), targets);
        done = first + 8;
    }
}

/// Adds a block to each state. Eight words are transposed at a time; the last eight overlap the ones before if the
/// number of words is not a multiple of eight. The rates of FIPS 202 and SP 800-185 leave a remainder of five, two or
/// one.
#[inline(always)]
fn add_block<const N: usize, V: U64Lanes<N>>(proof: V::Proof, states: &mut Rows<N>, blocks: [&[u8]; N]) {
    let words = blocks[0].len() / 8;
    let whole = words - words % 8;
    for first in (0..whole).step_by(8) {
        add_words::<0, N, V>(proof, states, blocks, first);
    }
    match words % 8 {
        0 => {}
        1 => add_words::<7, N, V>(proof, states, blocks, words - 8),
        2 => add_words::<6, N, V>(proof, states, blocks, words - 8),
        5 => add_words::<3, N, V>(proof, states, blocks, words - 8),
        _ => unreachable!("no sponge here has this rate"),
    }
}

/// Adds eight words of each block, starting at word `first`, except the first `SKIP` of them.
#[inline(always)]
fn add_words<const SKIP: usize, const N: usize, V: U64Lanes<N>>(
    proof: V::Proof,
    states: &mut Rows<N>,
    blocks: [&[u8]; N],
    first: usize,
) {
    let rows = blocks.map(|block| block[8 * first..].first_chunk().expect("eight words of it"));
    let words = V::load_transposed(proof, rows);
    let sums: &mut [[u64; N]; 8] = states[first..].first_chunk_mut().expect("a rate has fewer words than a state");
    // Indices are literals, so that the vectors stay in registers.
    macro_rules! add {
        ($($i:literal)+) => {$(
            if $i >= SKIP {
                V::load_words(proof, &sums[$i]).xor(words[$i].le_to_native()).store_words(&mut sums[$i]);
            }
        )+};
    }
    add!(0 1 2 3 4 5 6 7);
}

/// An implementation of the permutation on `N` states.
pub(super) trait Permute<const N: usize, V: U64Lanes<N>> {
    /// Algorithm 7, KECCAK-p[1600, 24](S).
    fn permute(proof: V::Proof, states: &mut Rows<N>);
}

impl<F: Form, const N: usize, V: U64Lanes<N>> Permute<N, V> for F {
    #[inline(always)]
    fn permute(proof: V::Proof, states: &mut Rows<N>) {
        permute::<F, N, V>(proof, states);
    }
}

/// Algorithm 7, KECCAK-p[1600, 24](S).
#[inline(always)]
fn permute<F: Form, const N: usize, V: U64Lanes<N>>(proof: V::Proof, states: &mut Rows<N>) {
    macro_rules! loaded {
        ($($i:literal)+) => { [$(V::load_words(proof, &states[$i])),+] };
    }
    macro_rules! store {
        ($a:ident, $($i:literal)+) => {$( $a[$i].store_words(&mut states[$i]); )+};
    }
    let mut a = loaded!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
    let ones = V::splat(proof, u64::MAX);
    a = converted::<F, N, V>(a, ones);
    a = rounds::<F, N, V>(proof, a, ones, ROUND_CONSTANTS.as_chunks().0);
    a = converted::<F, N, V>(a, ones);
    store!(a, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
}

/// Returns the first four words of the states after Algorithm 7. What the others need in the last rounds is dead code.
#[cfg(feature = "postquantum")]
#[inline(always)]
pub(super) fn first_words<F: Form, const N: usize, V: U64Lanes<N>>(proof: V::Proof, mut a: [V; WORDS]) -> [V; 4] {
    let ones = V::splat(proof, u64::MAX);
    let ([most @ .., [even, odd]], []) = ROUND_CONSTANTS.as_chunks() else { unreachable!("24 constants") };
    a = converted::<F, N, V>(a, ones);
    a = rounds::<F, N, V>(proof, a, ones, most);
    a = round::<F, N, V>(a, V::splat(proof, *even), ones);
    a = round::<F, N, V>(a, V::splat(proof, *odd), ones);
    let [a0, a1, a2, a3, ..] = converted::<F, N, V>(a, ones);
    [a0, a1, a2, a3]
}

/// Does a round for each constant. There are two in an iteration: the lanes that π moves return to their registers with
/// fewer moves.
#[inline(always)]
fn rounds<F: Form, const N: usize, V: U64Lanes<N>>(
    proof: V::Proof,
    mut a: [V; WORDS],
    ones: V,
    constants: &[[u64; 2]],
) -> [V; WORDS] {
    for [even, odd] in constants {
        a = round::<F, N, V>(a, V::splat(proof, *even), ones);
        a = round::<F, N, V>(a, V::splat(proof, *odd), ones);
    }
    a
}

/// The form of a state between the rounds.
pub(super) trait Form {
    /// Whether six lanes are complemented.
    const COMPLEMENTED: bool;
}

/// The standard's form, for CPUs with an instruction for AND with a complement.
pub(super) enum Plain {}

impl Form for Plain {
    const COMPLEMENTED: bool = false;
}

/// The lanes (1, 0), (2, 0), (3, 1), (2, 2), (2, 3) and (0, 4) are complemented: a round on such a state results in
/// such a state, and only one of the five complements in χ of a plane remains.
pub(super) enum Complemented {}

impl Form for Complemented {
    const COMPLEMENTED: bool = true;
}

/// Converts states from the standard's form to another, or back.
#[inline(always)]
fn converted<F: Form, const N: usize, V: U64Lanes<N>>(mut a: [V; WORDS], ones: V) -> [V; WORDS] {
    macro_rules! complement {
        ($($i:literal)+) => {$( a[$i] = a[$i].xor(ones); )+};
    }
    if F::COMPLEMENTED {
        complement!(1 2 8 12 17 20);
    }
    a
}

/// Section 3.3, Rnd(A, i_r) = ι(χ(π(ρ(θ(A)))), i_r), with `rc` the constant of ι.
#[inline(always)]
fn round<F: Form, const N: usize, V: U64Lanes<N>>(a: [V; WORDS], rc: V, ones: V) -> [V; WORDS] {
    // Algorithm 1, θ, step 1: C[x] is the parity of the column x.
    macro_rules! parity {
        ($x:literal) => {
            a[$x].xor3(a[$x + 5], a[$x + 10]).xor3(a[$x + 15], a[$x + 20])
        };
    }
    let c = [parity!(0), parity!(1), parity!(2), parity!(3), parity!(4)];
    macro_rules! rotated {
        ($x:literal) => {
            c[$x].rotate_right::<63>()
        };
    }
    let r = [rotated!(0), rotated!(1), rotated!(2), rotated!(3), rotated!(4)];
    // 2. D[x] ← C[x − 1] ⊕ (C[x + 1] rotated by 1)
    let d = [c[4].xor(r[1]), c[0].xor(r[2]), c[1].xor(r[3]), c[2].xor(r[4]), c[3].xor(r[0])];

    // 3. of θ, and ρ and π, Algorithms 2 and 3: lane (X, Y) of the result is lane x = X + 3Y, y = X.
    macro_rules! moved {
        ($x:literal, $y:literal) => {{
            let lane = a[$x + 5 * $y];
            let sum = if V::HAS_XOR3 { lane.xor3(c[($x + 4) % 5], r[($x + 1) % 5]) } else { lane.xor(d[$x]) };
            rotate_left!(sum, OFFSETS[$x][$y])
        }};
    }
    // `rotate_right` requires at least one bit.
    macro_rules! rotate_left {
        ($lane:expr, $by:expr) => {
            if $by == 0 { $lane } else { $lane.rotate_right::<{ if $by == 0 { 1 } else { 64 - $by as i32 } }>() }
        };
    }
    // Algorithm 4, χ, on each plane.
    macro_rules! plane {
        ($y:literal: $x0:literal $x1:literal $x2:literal $x3:literal $x4:literal) => {{
            let b = [moved!($x0, 0), moved!($x1, 1), moved!($x2, 2), moved!($x3, 3), moved!($x4, 4)];
            if F::COMPLEMENTED { chi_complemented::<$y, N, V>(b, ones) } else { chi::<N, V>(b) }
        }};
    }
    let [a0, a1, a2, a3, a4] = plane!(0: 0 1 2 3 4);
    let [a5, a6, a7, a8, a9] = plane!(1: 3 4 0 1 2);
    let [a10, a11, a12, a13, a14] = plane!(2: 1 2 3 4 0);
    let [a15, a16, a17, a18, a19] = plane!(3: 4 0 1 2 3);
    let [a20, a21, a22, a23, a24] = plane!(4: 2 3 4 0 1);
    // Algorithm 6, ι.
    let a0 = a0.xor(rc);
    [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24]
}

/// Returns one state as rows of one word.
#[inline(always)]
pub(super) fn rows(state: &mut [u64; WORDS]) -> &mut Rows<1> {
    let (rows, _) = state.as_chunks_mut();
    rows.try_into().expect("as many rows as words")
}

/// The inverse of [`rows`].
#[inline(always)]
pub(super) fn words(rows: &mut Rows<1>) -> &mut [u64; WORDS] {
    rows.as_flattened_mut().try_into().expect("as many words as rows")
}

/// Algorithm 4, χ, on a plane: A′[x, y] = A[x, y] ⊕ ((A[x + 1, y] ⊕ 1) · A[x + 2, y])
#[inline(always)]
fn chi<const N: usize, V: U64Lanes<N>>([b0, b1, b2, b3, b4]: [V; 5]) -> [V; 5] {
    [
        b0.xor(b2.and_not(b1)),
        b1.xor(b3.and_not(b2)),
        b2.xor(b4.and_not(b3)),
        b3.xor(b0.and_not(b4)),
        b4.xor(b1.and_not(b0)),
    ]
}

/// The same on plane `Y` of a state in the form [`Complemented`].
#[inline(always)]
fn chi_complemented<const Y: usize, const N: usize, V: U64Lanes<N>>(b: [V; 5], ones: V) -> [V; 5] {
    let [b0, b1, b2, b3, b4] = b;
    match Y {
        0 => {
            let not2 = b2.xor(ones);
            [b0.xor(b1.or(b2)), b1.xor(not2.or(b3)), b2.xor(b3.and(b4)), b3.xor(b4.or(b0)), b4.xor(b0.and(b1))]
        }
        1 => {
            let not4 = b4.xor(ones);
            [b0.xor(b1.or(b2)), b1.xor(b2.and(b3)), b2.xor(b3.or(not4)), b3.xor(b4.or(b0)), b4.xor(b0.and(b1))]
        }
        2 => {
            let not3 = b3.xor(ones);
            [b0.xor(b1.or(b2)), b1.xor(b2.and(b3)), b2.xor(not3.and(b4)), not3.xor(b4.or(b0)), b4.xor(b0.and(b1))]
        }
        3 => {
            let not3 = b3.xor(ones);
            [b0.xor(b1.and(b2)), b1.xor(b2.or(b3)), b2.xor(not3.or(b4)), not3.xor(b4.and(b0)), b4.xor(b0.or(b1))]
        }
        _ => {
            let not1 = b1.xor(ones);
            [b0.xor(not1.and(b2)), not1.xor(b2.or(b3)), b2.xor(b3.and(b4)), b3.xor(b4.or(b0)), b4.xor(b0.and(b1))]
        }
    }
}
