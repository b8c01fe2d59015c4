//! SHA-512, SHA-384, SHA-512/224 and SHA-512/256, FIPS 180-4 Sections 5 and 6.4 to 6.7.

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
mod x86_stream;

#[cfg(test)]
mod tests;

use super::merkle_damgard::{Compression, Lanes, batch, pad};
pub use super::merkle_damgard::{Function, Hasher};
use crate::error::LengthError;
use compression::{BLOCK_LEN, Block, MAX_LANES, State};
use core::slice::from_ref;
use kernel::Backend;

/// SHA-512: 64-byte digests.
///
/// ```
/// use carnelian::hash::{Hash, Sha512};
/// assert_eq!(Sha512::digest(b"")[..4], [0xcf, 0x83, 0xe1, 0x35]);
/// ```
pub type Sha512 = Hasher<function::Sha512>;

/// SHA-384: 48-byte digests. It is not a truncated SHA-512: its initial value differs.
pub type Sha384 = Hasher<function::Sha384>;

/// SHA-512/224: 28-byte digests. It is not a truncated SHA-512: its initial value differs.
pub type Sha512_224 = Hasher<function::Sha512_224>;

/// SHA-512/256: 32-byte digests. It is not a truncated SHA-512: its initial value differs.
pub type Sha512_256 = Hasher<function::Sha512_256>;

/// The parameters of [`Hasher`], one type for each function.
pub mod function {
    use super::Sha512Compression;
    use super::tables::{INITIAL_384, INITIAL_512, INITIAL_512_224, INITIAL_512_256};
    use crate::hash::merkle_damgard::functions;

    functions! { Sha512Compression;
        /// SHA-512, Section 6.4.
        Sha512 = "SHA-512", 64, INITIAL_512, 3;
        /// SHA-384, Section 6.5.
        Sha384 = "SHA-384", 48, INITIAL_384, 2;
        /// SHA-512/224, Section 6.6.
        Sha512_224 = "SHA-512/224", 28, INITIAL_512_224, 5;
        /// SHA-512/256, Section 6.7.
        Sha512_256 = "SHA-512/256", 32, INITIAL_512_256, 6;
    }
}

/// The compression function of these hash functions.
#[doc(hidden)]
pub enum Sha512Compression {}

impl Compression for Sha512Compression {
    type Word = u64;
    type Block = Block;
    type Backend = Backend;
    const ZERO: u64 = 0;
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

    fn compress_two(backend: Backend, states: [&mut State; 2], blocks: [&Block; 2]) {
        for (state, block) in states.into_iter().zip(blocks) {
            kernel::compress(backend, state, from_ref(block));
        }
    }

    fn advance<const MAX: usize>(backend: Backend, lanes: &mut Lanes<'_, Self, MAX>) {
        let (busy, pays_from) = (lanes.busy(), backend.lanes_pay_from());
        if busy >= pays_from.x8 {
            lanes.advance(|states, blocks| kernel::compress_x8(backend, states, blocks));
        } else if busy >= pays_from.x4 {
            lanes.advance(|states, blocks| kernel::compress_x4(backend, states, blocks));
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
        let (words, rest) = digest.as_chunks_mut();
        for (bytes, word) in words.iter_mut().zip(state) {
            *bytes = word.to_be_bytes();
        }
        if !LEN.is_multiple_of(8) {
            rest.copy_from_slice(&state[LEN / 8].to_be_bytes()[..LEN % 8]);
        }
        digest
    }

    #[inline]
    fn pad(last: &mut [Block; 2], rest: &[u8], length: u128) -> usize {
        pad::<BLOCK_LEN, 16>(last, rest, length)
    }
}
