//! SHA-256 and SHA-224, FIPS 180-4 Sections 5, 6.2 and 6.3.

mod compression;
mod kernel;
mod portable;
mod tables;
#[cfg(feature = "postquantum")]
pub(crate) mod transposed;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_sha_ni;
#[cfg(target_arch = "x86_64")]
mod x86_sse_sha_ni;

#[cfg(test)]
mod tests;

use super::merkle_damgard::{Compression, Lanes, batch, pad};
pub use super::merkle_damgard::{Function, Hasher};
use crate::error::LengthError;
use compression::{BLOCK_LEN, Block, MAX_LANES, State};
use core::slice::from_ref;
use kernel::Backend;

/// SHA-256: 32-byte digests.
///
/// ```
/// use carnelian::hash::{Hash, Sha256};
/// assert_eq!(Sha256::digest(b"")[..4], [0xe3, 0xb0, 0xc4, 0x42]);
/// ```
pub type Sha256 = Hasher<function::Sha256>;

/// SHA-224: 28-byte digests. It is not a truncated SHA-256: its initial value differs.
pub type Sha224 = Hasher<function::Sha224>;

/// The parameters of [`Hasher`], one type for each function.
pub mod function {
    use super::Sha256Compression;
    use super::tables::{INITIAL_224, INITIAL_256};
    use crate::hash::merkle_damgard::functions;

    functions! { Sha256Compression;
        /// SHA-256, Section 6.2.
        Sha256 = "SHA-256", 32, INITIAL_256, 1;
        /// SHA-224, Section 6.3.
        Sha224 = "SHA-224", 28, INITIAL_224, 4;
    }
}

/// The compression function of these hash functions.
#[doc(hidden)]
pub enum Sha256Compression {}

impl Compression for Sha256Compression {
    type Word = u32;
    type Block = Block;
    type Backend = Backend;
    const ZERO: u32 = 0;
    const EMPTY_BLOCK: Block = [0; BLOCK_LEN];

    #[inline]
    fn choose() -> Backend {
        Backend::choose()
    }

    fn name(backend: Backend) -> &'static str {
        backend.name()
    }

    #[inline]
    fn compress(backend: Backend, state: &mut State, blocks: &[Block]) {
        kernel::compress(backend, state, blocks);
    }

    #[inline]
    fn compress_end(backend: Backend, state: &mut State, blocks: &[Block], last: &[Block]) {
        kernel::compress_end(backend, state, blocks, last);
    }

    fn compress_two(backend: Backend, states: [&mut State; 2], blocks: [&Block; 2]) {
        kernel::compress_x2(backend, states, blocks.map(from_ref));
    }

    fn advance<const MAX: usize>(backend: Backend, lanes: &mut Lanes<'_, Self, MAX>) {
        let (busy, pays_from) = (lanes.busy(), backend.lanes_pay_from());
        if busy >= pays_from.x16 {
            lanes.advance(|states, blocks| kernel::compress_x16(backend, states, blocks));
        } else if busy >= pays_from.x8 {
            lanes.advance(|states, blocks| kernel::compress_x8(backend, states, blocks));
        } else if busy >= pays_from.x2 {
            lanes.advance(|states, blocks| kernel::compress_x2(backend, states, blocks));
        } else {
            lanes.advance(|[state], [blocks]| kernel::compress(backend, state, blocks));
        }
    }

    fn digest_all<F: Function<Compression = Self>>(
        messages: &[&[u8]],
        digests: &mut [F::Digest],
    ) -> Result<(), LengthError> {
        batch::digest_all::<F, MAX_LANES>(messages, digests)
    }

    #[inline]
    fn blocks(data: &[u8]) -> (&[Block], &[u8]) {
        data.as_chunks()
    }

    #[inline]
    fn bytes_mut(blocks: &mut [Block]) -> &mut [u8] {
        blocks.as_flattened_mut()
    }

    #[inline]
    fn leftmost<const LEN: usize>(state: &State) -> [u8; LEN] {
        let mut digest = [0; LEN];
        for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(state) {
            *bytes = word.to_be_bytes();
        }
        digest
    }

    #[inline]
    fn pad(last: &mut [Block; 2], rest: &[u8], length: u128) -> usize {
        pad::<BLOCK_LEN, 8>(last, rest, length)
    }
}
