//! The members of the ChaCha20 family, which differ in their nonces and in the lengths of their keystreams.

use super::kernel::BLOCK_LEN;
use core::array::TryFromSliceError;

/// ChaCha20 as specified in RFC 8439: 32 bits of counter and 96 of nonce.
#[derive(Debug)]
pub enum ChaCha20 {}

/// ChaCha20 in its original form (Bernstein, 2008): 64 bits of counter and 64 of nonce.
#[derive(Debug)]
pub enum ChaCha20Djb {}

/// XChaCha20, draft-irtf-cfrg-xchacha Section 2.3: 32 bits of counter and 192 of nonce, the first 128 of which
/// HChaCha20 mixes into the key.
#[derive(Debug)]
pub enum XChaCha20 {}

/// A member of the ChaCha20 family. Sealed.
pub trait Variant: sealed::Sealed {
    /// The name of the algorithm.
    const NAME: &'static str;
    /// A nonce: an array of bytes.
    type Nonce: Copy + AsRef<[u8]> + AsMut<[u8]> + for<'n> TryFrom<&'n [u8], Error = TryFromSliceError>;
    /// Bytes of keystream: 64 for each value of the counter.
    const KEY_STREAM_LEN: u128;
}

mod sealed {
    pub trait Sealed {
        /// Whether HChaCha20 derives the key from the first 16 bytes of the nonce.
        const DERIVES_KEY: bool;
    }
}

impl sealed::Sealed for ChaCha20 {
    const DERIVES_KEY: bool = false;
}
impl Variant for ChaCha20 {
    const NAME: &'static str = "ChaCha20";
    type Nonce = [u8; 12];
    const KEY_STREAM_LEN: u128 = (BLOCK_LEN as u128) << 32;
}

impl sealed::Sealed for ChaCha20Djb {
    const DERIVES_KEY: bool = false;
}
impl Variant for ChaCha20Djb {
    const NAME: &'static str = "ChaCha20 (original)";
    type Nonce = [u8; 8];
    const KEY_STREAM_LEN: u128 = (BLOCK_LEN as u128) << 64;
}

impl sealed::Sealed for XChaCha20 {
    const DERIVES_KEY: bool = true;
}
impl Variant for XChaCha20 {
    const NAME: &'static str = "XChaCha20";
    type Nonce = [u8; 24];
    const KEY_STREAM_LEN: u128 = (BLOCK_LEN as u128) << 32;
}

/// Splits a nonce into the 16 bytes from which HChaCha20 derives the key, if the variant does so, and the last row of
/// the state of the first block: a counter of zero, then the rest of the nonce.
#[inline(always)]
pub(in super::super) fn split_nonce<V: Variant>(nonce: &V::Nonce) -> (Option<&[u8; 16]>, u128) {
    let nonce = nonce.as_ref();
    let (derives, rest) = match nonce.split_first_chunk() {
        Some((first, rest)) if V::DERIVES_KEY => (Some(first), rest),
        _ => (None, nonce),
    };
    let mut row = [0; 16];
    row[16 - rest.len()..].copy_from_slice(rest);
    (derives, u128::from_le_bytes(row))
}
