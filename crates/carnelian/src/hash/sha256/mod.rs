//! SHA-256 and SHA-224, FIPS 180-4 Sections 5, 6.2 and 6.3.
//!
//! The two differ in their initial hash value and in how much of the state is the digest, so one type parameter, the
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
mod x86_sha_ni;

#[cfg(test)]
mod tests;

pub use super::merkle_damgard::Hasher;
use super::merkle_damgard::{Compression, Function, batch};
use crate::error::LengthError;
use compression::{BLOCK_LEN, Block, MOST_LANES, State};
use core::slice::from_ref;
use kernel::Backend;

/// SHA-256: 32-byte digests.
///
/// ```
/// use carnelian::hash::{Hash, Sha256};
/// assert_eq!(Sha256::digest(b"")[..4], [0xe3, 0xb0, 0xc4, 0x42]);
/// ```
pub type Sha256 = Hasher<Family, BLOCK_LEN, 32>;

/// SHA-224: 28-byte digests. Not a truncated SHA-256: its initial value differs.
pub type Sha224 = Hasher<Family, BLOCK_LEN, 28>;

/// The family that these functions are of, for [`Hasher`].
pub struct Family;

impl Compression<BLOCK_LEN> for Family {
    type State = State;
    type Backend = Backend;
    const LENGTH_LEN: usize = 8;

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
        kernel::compress_x2(backend, states, blocks.map(from_ref));
    }

    fn advance<const MOST: usize>(backend: Backend, lanes: &mut batch::Lanes<'_, Self, BLOCK_LEN, MOST>) {
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

    fn digest_all<const LEN: usize>(
        initial: State,
        messages: &[&[u8]],
        digests: &mut [[u8; LEN]],
    ) -> Result<(), LengthError> {
        batch::digest_all::<Self, BLOCK_LEN, MOST_LANES, LEN>(initial, messages, digests)
    }
}

impl Function<BLOCK_LEN, 32> for Family {
    const NAME: &'static str = "SHA-256";
    const INITIAL: State = tables::INITIAL_256;
}

impl Function<BLOCK_LEN, 28> for Family {
    const NAME: &'static str = "SHA-224";
    const INITIAL: State = tables::INITIAL_224;
}
