//! SHA-512, SHA-384 and SHA-512/256, FIPS 180-4 Sections 5 and 6.4 to 6.7.
//!
//! The three differ in their initial hash value and in how much of the state is the digest, so one type parameter, the
//! digest's length in bytes, tells them apart.

mod compression;
mod kernel;
mod portable;
mod tables;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_stream;

#[cfg(test)]
mod tests;

pub use super::merkle_damgard::Hasher;
use super::merkle_damgard::{Compression, Function, batch};
use crate::error::LengthError;
use compression::{BLOCK_LEN, Block, MOST_LANES, State};
use core::slice::from_ref;
use kernel::Backend;

/// SHA-512: 64-byte digests.
///
/// ```
/// use carnelian::hash::{Hash, Sha512};
/// assert_eq!(Sha512::digest(b"")[..4], [0xcf, 0x83, 0xe1, 0x35]);
/// ```
pub type Sha512 = Hasher<Family, BLOCK_LEN, 64>;

/// SHA-384: 48-byte digests.
pub type Sha384 = Hasher<Family, BLOCK_LEN, 48>;

/// SHA-512/256: 32-byte digests. Not a truncated SHA-512: its initial value differs.
pub type Sha512_256 = Hasher<Family, BLOCK_LEN, 32>;

/// The family that these functions are of, for [`Hasher`].
pub struct Family;

impl Compression<BLOCK_LEN> for Family {
    type State = State;
    type Backend = Backend;
    const LENGTH_LEN: usize = 16;

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

    fn advance<const MOST: usize>(backend: Backend, lanes: &mut batch::Lanes<'_, Self, BLOCK_LEN, MOST>) {
        let (busy, pays_from) = (lanes.busy(), backend.lanes_pay_from());
        if busy >= pays_from.x8 {
            lanes.advance(|states, blocks| kernel::compress_x8(backend, states, blocks));
        } else if busy >= pays_from.x4 {
            lanes.advance(|states, blocks| kernel::compress_x4(backend, states, blocks));
        } else {
            lanes.advance(|[state], [blocks]| kernel::compress(backend, state, blocks));
        }
    }

    fn digest_all<const LEN: usize>(
        initial: State,
        messages: &[&[u8]],
        digests: &mut [[u8; LEN]],
    ) -> Result<(), LengthError> {
        batch::digest_all::<Self, BLOCK_LEN, MOST_LANES, LEN>(initial, messages, digests)
    }
}

impl Function<BLOCK_LEN, 64> for Family {
    const NAME: &'static str = "SHA-512";
    const INITIAL: State = tables::INITIAL_512;
}

impl Function<BLOCK_LEN, 48> for Family {
    const NAME: &'static str = "SHA-384";
    const INITIAL: State = tables::INITIAL_384;
}

impl Function<BLOCK_LEN, 32> for Family {
    const NAME: &'static str = "SHA-512/256";
    const INITIAL: State = tables::INITIAL_512_256;
}
