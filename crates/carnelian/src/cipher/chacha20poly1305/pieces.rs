//! Streaming encryption and decryption.

use super::variant::{AeadVariant, KEY_LEN, MAX_LEN, TAG_LEN};
use crate::base::in_out::InOut;
use crate::base::memory::wipe;
use crate::cipher::aead;
use crate::cipher::chacha20::Cipher;
use crate::cipher::chacha20::kernel::BLOCK_LEN;
use crate::cipher::poly1305::Poly1305;

/// The state that both directions of Section 2.8 share: the cipher, past its first block, and the authenticator of the
/// ciphertext, which has absorbed the associated data.
pub struct Pieces<V: AeadVariant> {
    cipher: Cipher<V>,
    authenticator: Poly1305,
    aad: u64,
}

impl<V: AeadVariant> Pieces<V> {
    pub(super) fn new(key: &[u8; KEY_LEN], nonce: &V::Nonce, aad: &[u8]) -> Self {
        let mut pieces = Self { cipher: Cipher::empty(), authenticator: Poly1305::empty(), aad: aad.len() as u64 };
        pieces.cipher.set(key, nonce);
        let mut first = [0; BLOCK_LEN];
        pieces.cipher.apply(&mut first).expect("the keystream has more than a block");
        pieces.authenticator.set_key(first.first_chunk().expect("half of a block"));
        wipe(&mut first);
        pieces.authenticator.update(aad);
        pieces.authenticator.pad();
        pieces
    }
}

impl<V: AeadVariant> aead::Pieces for Pieces<V> {
    type Stream = Cipher<V>;
    const MAX_LEN: u64 = MAX_LEN;

    fn stream(&mut self) -> &mut Cipher<V> {
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

    fn take_stream(&mut self) -> Cipher<V> {
        core::mem::replace(&mut self.cipher, Cipher::empty())
    }
}

impl<V: AeadVariant> aead::Stream for Cipher<V> {
    fn apply(&mut self, data: InOut<'_>) {
        self.apply_in_out(data).expect("the keystream is longer than the longest message");
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
pub type Sealer<V> = aead::Sealer<Pieces<V>>;

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
/// let verifier = key.verifier(&[1; 12], b"header"); // absorbs nothing of the message
/// assert_eq!(verifier.verify(&tag).err(), Some(OpenError::Forged));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Verifier<V> = aead::Verifier<Pieces<V>>;

/// The second pass of streaming decryption, after the tag has been verified; returned by `Verifier::verify`.
pub type Opener<V> = aead::Opener<Cipher<V>>;
