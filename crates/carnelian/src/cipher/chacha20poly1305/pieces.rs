//! Messages that come in pieces.

use super::{KEY_LEN, MAX_LEN, OpenError, SealError, TAG_LEN, TILE_LEN, TooLong};
use crate::base::in_out::InOut;
use crate::base::memory::wipe;
use crate::cipher::chacha20::Cipher;
use crate::cipher::chacha20::kernel::BLOCK_LEN;
use crate::cipher::poly1305::Poly1305;
use crate::error::LengthError;
use core::fmt;

/// Section 2.8, as far as both directions share it: the cipher behind the first block, and what authenticates the
/// ciphertext, which has taken in the associated data.
struct Pieces<const NONCE_LEN: usize> {
    cipher: Cipher<NONCE_LEN>,
    authenticator: Poly1305,
    associated: u64,
    len: u64,
}

impl<const NONCE_LEN: usize> Pieces<NONCE_LEN> {
    fn new(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN], associated: &[u8]) -> Self {
        let mut cipher = Cipher::new(key, nonce);
        let mut first = [0; BLOCK_LEN];
        cipher.apply(&mut first).expect("the key stream has more than a block");
        let mut authenticator = Poly1305::new(first.first_chunk().expect("half of a block"));
        wipe(&mut first);
        authenticator.update(associated);
        authenticator.pad();
        Self { cipher, authenticator, associated: associated.len() as u64, len: 0 }
    }

    /// Counts a piece.
    fn count(&mut self, piece: usize) -> Result<(), TooLong> {
        let len = self.len.checked_add(piece as u64).filter(|len| *len <= MAX_LEN).ok_or(TooLong)?;
        self.len = len;
        Ok(())
    }

    /// The tag, and the cipher for the next pass.
    fn finish(self) -> ([u8; TAG_LEN], Cipher<NONCE_LEN>) {
        let Self { cipher, mut authenticator, associated, len } = self;
        authenticator.pad();
        authenticator.update(&associated.to_le_bytes());
        authenticator.update(&len.to_le_bytes());
        (authenticator.finalize(), cipher)
    }
}

/// Encrypts a message that comes in pieces, of any lengths; made by [`Aead::sealer`](super::Aead::sealer).
///
/// ```
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
pub struct Sealer<const NONCE_LEN: usize>(Pieces<NONCE_LEN>);

impl<const NONCE_LEN: usize> Sealer<NONCE_LEN> {
    pub(super) fn new(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN], associated: &[u8]) -> Self {
        Self(Pieces::new(key, nonce, associated))
    }

    /// Encrypts the next piece where it lies.
    ///
    /// # Errors
    /// [`TooLong`] if the message becomes longer than [`MAX_LEN`]; the piece stays as it is and counts for nothing then.
    pub fn update(&mut self, piece: &mut [u8]) -> Result<(), TooLong> {
        self.update_to(InOut::in_place(piece))
    }

    /// Encrypts the next piece from one buffer into another.
    ///
    /// # Errors
    /// [`SealError`] if the two have different lengths or the message becomes too long; nothing is written then.
    pub fn update_between(&mut self, plaintext: &[u8], ciphertext: &mut [u8]) -> Result<(), SealError> {
        let piece = InOut::between(plaintext, ciphertext, "ciphertext").map_err(SealError::Length)?;
        self.update_to(piece).map_err(SealError::TooLong)
    }

    fn update_to(&mut self, mut piece: InOut<'_>) -> Result<(), TooLong> {
        self.0.count(piece.len())?;
        let len = piece.len();
        for at in (0..len).step_by(TILE_LEN) {
            let tile = at..len.min(at + TILE_LEN);
            self.0.cipher.apply_to(piece.part(tile.clone())).map_err(|_| TooLong)?;
            self.0.authenticator.update(&piece.output()[tile]);
        }
        Ok(())
    }

    /// The tag of all pieces and of the associated data.
    #[must_use]
    pub fn finish(self) -> [u8; TAG_LEN] {
        self.0.finish().0
    }
}

/// The first pass over a message that comes in pieces: takes in all of the ciphertext and finds out whether its tag is
/// right; made by [`Aead::verifier`](super::Aead::verifier).
///
/// It decrypts nothing. What [`verify`](Self::verify) gives decrypts the pieces when they come again, from a file that is
/// read a second time or a buffer that they were kept in. What it decrypts must be what was verified: another one who can
/// change the ciphertext between the passes changes the plaintext.
///
/// ```
/// use carnelian::cipher::chacha20poly1305::{ChaCha20Poly1305, OpenError};
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
pub struct Verifier<const NONCE_LEN: usize>(Pieces<NONCE_LEN>);

impl<const NONCE_LEN: usize> Verifier<NONCE_LEN> {
    pub(super) fn new(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN], associated: &[u8]) -> Self {
        Self(Pieces::new(key, nonce, associated))
    }

    /// Takes in the next piece of the ciphertext.
    ///
    /// # Errors
    /// [`TooLong`] if the message becomes longer than [`MAX_LEN`]; the piece counts for nothing then.
    pub fn update(&mut self, ciphertext: &[u8]) -> Result<(), TooLong> {
        self.0.count(ciphertext.len())?;
        self.0.authenticator.update(ciphertext);
        Ok(())
    }

    /// What decrypts the pieces, if `tag` is the tag of all of them and of the associated data.
    ///
    /// # Errors
    /// [`OpenError::Forged`] if it is not.
    pub fn verify(self, tag: &[u8; TAG_LEN]) -> Result<Opener<NONCE_LEN>, OpenError> {
        let left = self.0.len;
        let (computed, cipher) = self.0.finish();
        super::compare(&computed, tag).map_err(|_| OpenError::Forged)?;
        Ok(Opener { cipher, left })
    }
}

/// The second pass over a message whose tag was found right; made by [`Verifier::verify`].
pub struct Opener<const NONCE_LEN: usize> {
    cipher: Cipher<NONCE_LEN>,
    /// Bytes that were verified and are not decrypted yet.
    left: u64,
}

impl<const NONCE_LEN: usize> Opener<NONCE_LEN> {
    /// Decrypts the next piece where it lies. Pieces may be cut otherwise than for the verifier.
    ///
    /// # Errors
    /// [`OpenError::Length`] if more comes than was verified; the piece stays as it is then.
    pub fn update(&mut self, piece: &mut [u8]) -> Result<(), OpenError> {
        self.update_to(InOut::in_place(piece))
    }

    /// Decrypts the next piece from one buffer into another.
    ///
    /// # Errors
    /// [`OpenError::Length`] if the two have different lengths or more comes than was verified; nothing is written then.
    pub fn update_between(&mut self, ciphertext: &[u8], plaintext: &mut [u8]) -> Result<(), OpenError> {
        self.update_to(InOut::between(ciphertext, plaintext, "plaintext").map_err(OpenError::Length)?)
    }

    /// How many bytes were verified and are not decrypted yet.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    fn update_to(&mut self, piece: InOut<'_>) -> Result<(), OpenError> {
        let found = piece.len();
        let too_much = || {
            let expected = usize::try_from(self.left).unwrap_or(usize::MAX);
            OpenError::Length(LengthError { what: "rest of the verified ciphertext", expected, found })
        };
        let left = self.left.checked_sub(found as u64).ok_or_else(too_much)?;
        self.cipher.apply_to(piece).map_err(|_| OpenError::TooLong(TooLong))?;
        self.left = left;
        Ok(())
    }
}

impl<const NONCE_LEN: usize> fmt::Debug for Sealer<NONCE_LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealer(..)")
    }
}

impl<const NONCE_LEN: usize> fmt::Debug for Verifier<NONCE_LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Verifier(..)")
    }
}

impl<const NONCE_LEN: usize> fmt::Debug for Opener<NONCE_LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opener(..)")
    }
}
