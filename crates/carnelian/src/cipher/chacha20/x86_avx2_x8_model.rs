//! The rounds of [`x86_avx2_x8`](super::x86_avx2_x8) in portable code, for tests and where assembly cannot run.
#![allow(unsafe_code)]

use super::kernel::{MacBlock, Multiplied};
use super::rounds::{DOUBLE_ROUNDS, double_round};
use super::x86_avx2_x8_memory::Memory;
use crate::base::cpu::Avx2;
use crate::base::lanes::arx::Lanes;
use crate::base::lanes::u32::U32x8Avx2;
use crate::base::taint;

/// [`Memory::rounds`].
///
/// # Safety
/// The blocks can be read.
pub(super) unsafe fn rounds(proof: Avx2, memory: &mut Memory, blocks: *const [MacBlock]) -> [U32x8Avx2; 16] {
    taint::stands_in();
    let mut sums = [[0; 8]; 16];
    memory.first.iter().zip(&mut sums).for_each(|(word, lanes)| word.store_words(lanes));
    let first = sums;
    for lane in 0..8 {
        let mut x = first.map(|word| word[lane]);
        (0..DOUBLE_ROUNDS).for_each(|_| double_round(&mut x));
        (0..16).for_each(|word| sums[word][lane] = sums[word][lane].wrapping_add(x[word]));
    }
    for i in 0..blocks.len() {
        // SAFETY: the index is below the number of blocks, which can be read.
        let block = unsafe { blocks.cast::<MacBlock>().add(i).read() };
        memory.number = multiplied_plus(memory.number, &block);
    }
    sums.map(|words| U32x8Avx2::load_words(proof, &words))
}

/// [`Memory::wipe`].
#[cfg(any(carnelian_msan, miri))]
pub(super) fn wipe(_: Avx2, memory: &mut core::mem::MaybeUninit<Memory>) {
    // SAFETY: any bytes can be written, and any bytes are words.
    crate::base::memory::wipe(unsafe {
        core::slice::from_raw_parts_mut(memory.as_mut_ptr().cast::<u64>(), size_of::<Memory>() / 8)
    });
}

/// Returns h · r + block + 2¹²⁸, by the sums that the assembly's `multiply` and `reduce` compute.
fn multiplied_plus(Multiplied { h: [h0, h1, h2], r: [r0, r1], s1 }: Multiplied, block: &[u8; 16]) -> Multiplied {
    let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
    let [m0, m1] = [&block[..8], &block[8..]].map(|half| u64::from_le_bytes(half.try_into().expect("eight bytes")));
    let d0 = product(h0, r0) + product(h1, s1) + u128::from(m0);
    let d1 = product(h0, r1) + product(h1, r0) + product(h2, s1) + u128::from(m1) + (d0 >> 64);
    let d2 = h2 * r0 + 1 + (d1 >> 64) as u64;
    let low = u128::from(d0 as u64) + u128::from(d2 / 4 * 5);
    let middle = u128::from(d1 as u64) + (low >> 64);
    Multiplied { h: [low as u64, middle as u64, d2 % 4 + (middle >> 64) as u64], r: [r0, r1], s1 }
}
