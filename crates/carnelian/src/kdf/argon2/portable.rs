//! Argon2 with scalar words.

use super::block::{Block, WORDS, index_of};
use super::kernel::{Kernel, Slice};
use super::segment::{self, Compression};
use crate::base::cpu::Portable;
use crate::base::memory::wipe_stack;
use core::ops::Range;

impl Kernel for Portable {
    fn fill(self, slice: &Slice<'_>, lanes: Range<u32>, segments: &mut [Block]) {
        #[inline(never)]
        fn kernel(slice: &Slice<'_>, lanes: Range<u32>, segments: &mut [Block]) {
            segment::fill(Words, slice, lanes, segments);
        }
        kernel(slice, lanes, segments);
        wipe_stack::<{ 16 << 10 }>();
    }
}

/// G on scalar words.
#[derive(Clone, Copy)]
struct Words;

impl Compression for Words {
    type Rest = ();

    #[inline(always)]
    fn first(self, scratch: &mut Block, x: &Block, y: &Block, out: &mut Block, adds: bool) -> (u64, ()) {
        for ((r, x), y) in scratch.0.iter_mut().zip(&x.0).zip(&y.0) {
            *r = x ^ y;
        }
        for row in 0..8 {
            permute(scratch, core::array::from_fn(|word| index_of(16 * row + word)));
        }
        column(scratch, 0);
        let word = scratch.0[0] ^ x.0[0] ^ y.0[0];
        (if adds { word ^ out.0[0] } else { word }, ())
    }

    #[inline(always)]
    fn second(self, (): (), scratch: &mut Block, x: &Block, y: &Block, out: &mut Block, adds: bool) {
        for index in 1..8 {
            column(scratch, index);
        }
        for i in 0..WORDS {
            let word = scratch.0[i] ^ x.0[i] ^ y.0[i];
            out.0[i] = if adds { out.0[i] ^ word } else { word };
        }
    }

    #[inline(never)]
    fn addresses(self, z: &Block, out: &mut Block) {
        segment::addresses(self, z, out);
    }
}

/// Applies P to a column, which is two words wide.
#[inline(always)]
fn column(block: &mut Block, index: usize) {
    permute(block, core::array::from_fn(|word| index_of(16 * (word / 2) + 2 * index + word % 2)));
}

/// P, Section 3.6, on the words at sixteen indices.
#[inline(always)]
fn permute(block: &mut Block, indices: [usize; 16]) {
    let mut v = indices.map(|index| block.0[index]);
    for i in 0..4 {
        g(&mut v, i, 4 + i, 8 + i, 12 + i);
    }
    for i in 0..4 {
        g(&mut v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (index, word) in indices.into_iter().zip(v) {
        block.0[index] = word;
    }
}

/// GB(a, b, c, d).
#[inline(always)]
fn g(v: &mut [u64; 16], a: usize, b: usize, c: usize, d: usize) {
    v[a] = add_product(v[a], v[b]);
    v[d] = (v[d] ^ v[a]).rotate_right(32);
    v[c] = add_product(v[c], v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(24);
    v[a] = add_product(v[a], v[b]);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = add_product(v[c], v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(63);
}

/// Returns a + b + 2·lo(a)·lo(b), where lo is the lower half of a word.
#[inline(always)]
fn add_product(a: u64, b: u64) -> u64 {
    let product = u64::from(a as u32) * u64::from(b as u32);
    a.wrapping_add(b).wrapping_add(product << 1)
}
