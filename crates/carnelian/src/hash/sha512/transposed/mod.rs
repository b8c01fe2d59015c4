//! SHA-512 of inputs that stand side by side in rows of words, one block at a time, for schemes of many short hashes.

mod lanes;
#[cfg(target_arch = "x86_64")]
mod messages;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;

#[cfg(test)]
mod tests;

use super::kernel;
pub(crate) use super::kernel::Backend;
pub(crate) use super::kernel::transposed::{LANES, Words};

/// H⁽⁰⁾, FIPS 180-4 Section 5.3.5.
pub(crate) const INITIAL: [u64; 8] = super::tables::INITIAL_512;

/// FIPS 180-4 Section 6.4.2: absorbs one block for each of the first `lanes` lanes. The other lanes may become
/// anything.
///
/// # Panics
/// If `lanes` is not 1 to 8.
pub(crate) fn compress(backend: Backend, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
    assert!((1..=LANES).contains(&lanes), "a number of lanes");
    kernel::compress_transposed(backend, lanes, state, block);
}

/// FIPS 180-4 Section 6.4.2: absorbs blocks of a single message.
pub(crate) fn compress_one(backend: Backend, state: &mut [u64; 8], blocks: &[[u8; 128]]) {
    kernel::compress(backend, state, blocks);
}
