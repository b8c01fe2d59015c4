//! The memory of Argon2, from its first blocks to its last, RFC 9106 Section 3.2, steps 3 to 7.
//!
//! The memory is a matrix of p lanes and q columns. Here it is stored slice by slice, and within a slice lane by lane,
//! so that the slice being filled can be split from the blocks that are only read, and each lane in it from the others.

use super::block::{self, BLOCK_LEN, Block};
use super::h_prime::h_prime;
use super::kernel::{self, Backend, SIDE_BY_SIDE, SLICES, Slice};
use super::{Argon2, Variant, Version};
use crate::base::division::divide;
use crate::base::memory::wipe;
use crate::base::parallel;

/// Steps 3 to 6: all passes. `work` must have m' blocks.
pub(super) fn fill(backend: Backend, argon2: &Argon2<'_>, h0: &[u8; 64], work: &mut [Block]) {
    first_blocks(argon2, h0, work);
    for pass in 0..argon2.params.passes() {
        for index in 0..SLICES {
            fill_slice(backend, argon2, pass, index, work);
        }
    }
}

/// Steps 3 and 4: B[i][j] = H'^(1024)(H_0 || LE32(j) || LE32(i)) for columns 0 and 1.
fn first_blocks(argon2: &Argon2<'_>, h0: &[u8; 64], work: &mut [Block]) {
    let segment_len = argon2.params.segment_len() as usize;
    let mut bytes = [0; BLOCK_LEN];
    for i in 0..argon2.params.lanes() {
        for j in 0..2_u32 {
            h_prime(&[h0, &j.to_le_bytes(), &i.to_le_bytes()], &mut bytes);
            block::from_bytes(&bytes, &mut work[i as usize * segment_len + j as usize]);
        }
    }
    wipe(&mut bytes);
}

/// Steps 5 and 6, for one slice of one pass.
fn fill_slice(backend: Backend, argon2: &Argon2<'_>, pass: u32, index: usize, work: &mut [Block]) {
    let params = &argon2.params;
    let (segment_len, lanes) = (params.segment_len() as usize, params.lanes());
    let slice_len = segment_len * lanes as usize;
    let (before, rest) = work.split_at_mut(index * slice_len);
    let (segments, after) = rest.split_at_mut(slice_len);
    let slice = Slice {
        variant: argon2.variant as u32,
        pass,
        index,
        lanes,
        passes: params.passes(),
        blocks: params.blocks(),
        reciprocal: params.reciprocal(),
        segment_len,
        adds: pass > 0 && argon2.version == Version::V0x13,
        is_independent: match argon2.variant {
            Variant::D => false,
            Variant::I => true,
            Variant::Id => pass == 0 && index < SLICES / 2,
        },
        before,
        after,
    };
    let each = lanes_in_a_part(lanes);
    parallel::for_each_part(segments, each as usize * segment_len, |number, segments| {
        let first = number as u32 * each;
        kernel::fill(backend, &slice, first..lanes.min(first + each), segments);
    });
}

/// Returns how many lanes one thread computes interleaved: as many as improve speed, but few enough that every thread
/// has some.
fn lanes_in_a_part(lanes: u32) -> u32 {
    let threads = u32::try_from(parallel::limit()).unwrap_or(u32::MAX);
    let at_most = divide(u64::from(lanes - 1), threads) as u32 + 1;
    let parts = divide(u64::from(lanes - 1), at_most.min(SIDE_BY_SIDE as u32)) as u32 + 1;
    divide(u64::from(lanes - 1), parts) as u32 + 1
}

/// Step 7: C is the XOR of the last column, here in the standard's byte order.
pub(super) fn last_column(argon2: &Argon2<'_>, work: &[Block], c: &mut [u8; BLOCK_LEN]) {
    let segment_len = argon2.params.segment_len() as usize;
    let lanes = argon2.params.lanes() as usize;
    let last_slice = &work[(SLICES - 1) * lanes * segment_len..];
    let mut sum = Block::ZERO;
    for lane in 1..=lanes {
        for (word, other) in sum.0.iter_mut().zip(&last_slice[lane * segment_len - 1].0) {
            *word ^= other;
        }
    }
    block::to_bytes(&sum, c);
    wipe(&mut sum.0);
}
