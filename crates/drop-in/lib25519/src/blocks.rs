//! SHA-512 on complete blocks and a state of the caller's. The Rust library has no interface to the inner state of a hash
//! function, so this is the crate `sha2`'s.

use carnelian_ffi::wiping_stack;
use sha2::block_api::compress512;

/// Bytes of stack that a block may use: its words are on it.
const STACK: usize = 2048;

/// Absorbs the complete blocks of a message into a state in the form of a digest, and returns the number of bytes that
/// are left.
pub(crate) fn absorb(state: &mut [u8; 64], message: &[u8]) -> usize {
    let (blocks, rest) = message.as_chunks();
    let (bytes, _) = state.as_chunks_mut();
    wiping_stack::<STACK, _>(|| {
        let mut words: [u64; 8] = core::array::from_fn(|i| u64::from_be_bytes(bytes[i]));
        compress512(&mut words, blocks);
        bytes.iter_mut().zip(words).for_each(|(bytes, word)| *bytes = word.to_be_bytes());
    });
    rest.len()
}
