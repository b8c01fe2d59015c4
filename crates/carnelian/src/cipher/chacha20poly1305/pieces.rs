//! Streaming encryption and decryption.

use super::{KEY_LEN, MAX_LEN, TAG_LEN};
use crate::base::in_out::InOut;
use crate::base::memory::wipe;
use crate::cipher::aead;
use crate::cipher::chacha20::Cipher;
use crate::cipher::chacha20::kernel::BLOCK_LEN;
use crate::cipher::poly1305::Poly1305;

/// The state that both directions of Section 2.8 share: the cipher, past its first block, and the authenticator of the
/// ciphertext, which has absorbed the associated data.
pub struct Pieces<const NONCE_LEN: usize> {
    cipher: Cipher<NONCE_LEN>,
    authenticator: Poly1305,
    aad: u64,
}

impl<const NONCE_LEN: usize> Pieces<NONCE_LEN> {
    pub(super) fn new(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN], aad: &[u8]) -> Self {
        let cipher = Cipher::empty(nonce);
        let mut pieces = Self { cipher, authenticator: Poly1305::empty(), aad: aad.len() as u64 };
        pieces.cipher.set_key(key, nonce);
        let mut first = [0; BLOCK_LEN];
        pieces.cipher.apply(&mut first).expect("the keystream has more than a block");
        pieces.authenticator.set_key(first.first_chunk().expect("half of a block"));
        wipe(&mut first);
        pieces.authenticator.update(aad);
        pieces.authenticator.pad();
        pieces
    }
}

impl<const NONCE_LEN: usize> aead::Pieces for Pieces<NONCE_LEN> {
    type Stream = Cipher<NONCE_LEN>;
    const MAX_LEN: u64 = MAX_LEN;

    fn stream(&mut self) -> &mut Cipher<NONCE_LEN> {
        &mut self.cipher
    }

    fn absorb(&mut self, ciphertext: &[u8]) {
        self.authenticator.update(ciphertext);
    }

    fn finish(&mut self, len: u64) -> [u8; TAG_LEN] {
        self.authenticator.pad();
        self.authenticator.update(&self.aad.to_le_bytes());
        self.authenticator.update(&len.to_le_bytes());
        self.authenticator.finish()
    }

    fn take_stream(&mut self) -> Cipher<NONCE_LEN> {
        core::mem::replace(&mut self.cipher, Cipher::empty(&[0; NONCE_LEN]))
    }
}

impl<const NONCE_LEN: usize> aead::Stream for Cipher<NONCE_LEN> {
    fn apply(&mut self, data: InOut<'_>) {
        self.apply_in_out(data).expect("the keystream ends behind the longest message");
    }
}

/// Encrypts a message in pieces of any length; returned by [`ChaChaPoly::sealer`](super::ChaChaPoly::sealer).
///
/// ```
/// use carnelian::cipher::Aead;
/// use carnelian::cipher::chacha20poly1305::ChaCha20Poly1305;
/// let key = ChaCha20Poly1305::new(&[7; 32]);
/// let mut pieces = [*b"attack ", *b"at dawn"];
///
/// let mut sealer = key.sealer(&[1; 12], b"header");
/// for piece in &mut pieces {
///     sealer.update(piece)?;
/// }
/// let tag = sealer.finish();
///
/// let mut message = pieces.concat();
/// key.open(&[1; 12], b"header", &mut message, &tag)?;
/// assert_eq!(message, b"attack at dawn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Sealer<const NONCE_LEN: usize> = aead::Sealer<Pieces<NONCE_LEN>>;

/// The first pass of streaming decryption: absorbs all of the ciphertext and checks its tag; returned by
/// [`ChaChaPoly::verifier`](super::ChaChaPoly::verifier).
///
/// ```
/// use carnelian::cipher::chacha20poly1305::ChaCha20Poly1305;
/// use carnelian::cipher::{Aead, OpenError};
/// let key = ChaCha20Poly1305::new(&[7; 32]);
/// let mut message = *b"attack at dawn";
/// let tag = key.seal(&[1; 12], b"header", &mut message)?;
///
/// let mut verifier = key.verifier(&[1; 12], b"header");
/// for piece in message.chunks(5) {
///     verifier.update(piece)?;
/// }
/// let mut opener = verifier.verify(&tag)?;
/// for piece in message.chunks_mut(5) {
///     opener.update(piece)?;
/// }
/// assert_eq!(&message, b"attack at dawn");
///
/// let verifier = key.verifier(&[1; 12], b"header"); // takes in nothing of the message
/// assert_eq!(verifier.verify(&tag).err(), Some(OpenError::Forged));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Verifier<const NONCE_LEN: usize> = aead::Verifier<Pieces<NONCE_LEN>>;

/// The second pass of streaming decryption, after the tag has been verified; returned by `Verifier::verify`.
pub type Opener<const NONCE_LEN: usize> = aead::Opener<Cipher<NONCE_LEN>>;
