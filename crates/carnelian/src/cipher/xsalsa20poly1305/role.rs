//! The secret box among the schemes of authenticated encryption that are chosen when the program runs.

use super::{OpenError, SecretBox};
use crate::cipher::aead::role::sealed::Sealed;
use crate::cipher::aead::role::{DynAead, DynAeadVerifier, DynSealer, PiecesError, length, place_of_tag, tag_of};
use crate::cipher::aead::{SealError, TAG_LEN, TooLong};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Checks the nonce of a secret box, which has no associated data.
fn nonce_of_box<'n>(nonce: &'n [u8], aad: &[u8]) -> Result<&'n [u8; SecretBox::NONCE_LEN], SealError> {
    TooLong::check("associated data", 0, aad.len()).map_err(SealError::TooLong)?;
    nonce.try_into().map_err(|_| SealError::Length(length("nonce", SecretBox::NONCE_LEN, nonce)))
}

/// Returns the same reason for a message that is opened.
const fn of_open(error: SealError) -> OpenError {
    match error {
        SealError::TooLong(error) => OpenError::TooLong(error),
        SealError::Length(error) => OpenError::Length(error),
    }
}

/// Returns the nonce and the tag of a secret box to open, or zeroes the place of its plaintext.
fn box_to_open<'a>(
    nonce: &'a [u8],
    aad: &[u8],
    tag: &'a [u8],
    plaintext: &mut [u8],
) -> Result<(&'a [u8; SecretBox::NONCE_LEN], &'a [u8; TAG_LEN]), OpenError> {
    let nonce = nonce_of_box(nonce, aad).map_err(of_open);
    let checked = nonce.and_then(|nonce| Ok((nonce, tag_of(tag).map_err(OpenError::Length)?)));
    checked.inspect_err(|_| plaintext.fill(0))
}

impl Sealed for SecretBox {}

/// The secret box of NaCl. Its tag comes first, and it has no associated data.
impl DynAead for SecretBox {
    fn nonce_len(&self) -> usize {
        Self::NONCE_LEN
    }

    fn max_len(&self) -> u64 {
        u64::MAX
    }

    fn max_aad_len(&self) -> u64 {
        0
    }

    fn seal(&self, nonce: &[u8], aad: &[u8], data: &mut [u8], tag: &mut [u8]) -> Result<(), SealError> {
        let nonce = nonce_of_box(nonce, aad)?;
        let tag = place_of_tag(tag).map_err(SealError::Length)?;
        *tag = self.seal(nonce, data);
        Ok(())
    }

    fn seal_to(
        &self,
        nonce: &[u8],
        aad: &[u8],
        plaintext: &[u8],
        ciphertext: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), SealError> {
        let nonce = nonce_of_box(nonce, aad)?;
        let tag = place_of_tag(tag).map_err(SealError::Length)?;
        *tag = self.seal_to(nonce, plaintext, ciphertext).map_err(SealError::Length)?;
        Ok(())
    }

    fn open(&self, nonce: &[u8], aad: &[u8], data: &mut [u8], tag: &[u8]) -> Result<(), OpenError> {
        let (nonce, tag) = box_to_open(nonce, aad, tag, data)?;
        self.open(nonce, data, tag)
    }

    fn open_to(
        &self,
        nonce: &[u8],
        aad: &[u8],
        ciphertext: &[u8],
        plaintext: &mut [u8],
        tag: &[u8],
    ) -> Result<(), OpenError> {
        let (nonce, tag) = box_to_open(nonce, aad, tag, plaintext)?;
        self.open_to(nonce, ciphertext, plaintext, tag)
    }

    fn seal_combined(&self, nonce: &[u8], aad: &[u8], plaintext: &[u8]) -> Result<Vec<u8>, SealError> {
        Ok(self.seal_combined(nonce_of_box(nonce, aad)?, plaintext))
    }

    fn open_combined(&self, nonce: &[u8], aad: &[u8], sealed: &[u8]) -> Result<Vec<u8>, OpenError> {
        self.open_combined(nonce_of_box(nonce, aad).map_err(of_open)?, sealed)
    }

    fn sealer(&self, _: &[u8], _: &[u8]) -> Result<Box<dyn DynSealer + '_>, PiecesError> {
        Err(PiecesError::WholeMessage)
    }

    fn verifier(&self, _: &[u8], _: &[u8]) -> Result<Box<dyn DynAeadVerifier<'_> + '_>, PiecesError> {
        Err(PiecesError::WholeMessage)
    }
}
