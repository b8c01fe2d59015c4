//! What the schemes of encryption that authenticates have in common: errors, messages in pieces, and messages with their
//! tag behind them.

mod error;
mod pieces;

pub use error::{OpenError, SealError, TooLong};
pub(super) use pieces::{Opener, Pieces, Sealer, Stream, Verifier};

use super::poly1305::compare;
use crate::base::in_out::InOut;
use crate::base::memory::wipe;

/// Bytes in a tag.
pub(super) const TAG_LEN: usize = 16;

/// What is decrypted from one buffer into another. The output is all zeros if they have different lengths.
///
/// # Errors
/// [`OpenError::Length`] then.
pub(super) fn to_open<'a>(ciphertext: &'a [u8], plaintext: &'a mut [u8]) -> Result<InOut<'a>, OpenError> {
    if ciphertext.len() != plaintext.len() {
        plaintext.fill(0);
    }
    InOut::between(ciphertext, plaintext, "plaintext").map_err(OpenError::Length)
}

/// Whether the computed tag is the expected one; what was decrypted is wiped if it is not.
///
/// # Errors
/// [`OpenError::Forged`] if it is not.
#[inline]
pub(super) fn release(tag: &[u8; TAG_LEN], expected: &[u8; TAG_LEN], mut data: InOut<'_>) -> Result<(), OpenError> {
    compare(tag, expected).map_err(|_| {
        wipe(data.output_mut());
        OpenError::Forged
    })
}

/// What `seal` makes of `plaintext` where it lies, and the tag behind it.
///
/// # Errors
/// Those of `seal`.
#[cfg(feature = "alloc")]
pub(super) fn combined(
    plaintext: &[u8],
    seal: impl FnOnce(&mut [u8]) -> Result<[u8; TAG_LEN], TooLong>,
) -> Result<alloc::vec::Vec<u8>, TooLong> {
    let mut sealed = alloc::vec::Vec::with_capacity(plaintext.len() + TAG_LEN);
    sealed.extend_from_slice(plaintext);
    match seal(&mut sealed) {
        Ok(tag) => sealed.extend_from_slice(&tag),
        Err(too_long) => {
            wipe(&mut sealed);
            return Err(too_long);
        }
    }
    Ok(sealed)
}

/// What `open` makes of all but the tag at the end.
///
/// # Errors
/// Those of `open`; [`OpenError::Forged`] if there is no room for a tag.
#[cfg(feature = "alloc")]
pub(super) fn separated(
    sealed: &[u8],
    open: impl FnOnce(&mut [u8], &[u8; TAG_LEN]) -> Result<(), OpenError>,
) -> Result<alloc::vec::Vec<u8>, OpenError> {
    let (ciphertext, tag) = sealed.split_last_chunk().ok_or(OpenError::Forged)?;
    let mut plaintext = ciphertext.to_vec();
    open(&mut plaintext, tag)?;
    Ok(plaintext)
}
