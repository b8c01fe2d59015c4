//! Streaming encryption, and streaming decryption in two passes.

use super::{OpenError, SealError, TAG_LEN, TooLong};
use crate::base::in_out::InOut;
use crate::base::memory::wiping_stack;
use crate::cipher::poly1305::compare;
use crate::error::LengthError;
use core::fmt;

/// A keystream. Public because it appears in the return type of [`Verifier::verify`], but not nameable outside.
pub trait Stream {
    /// XORs `data` with the next bytes of the keystream, which is long enough for the longest message.
    fn apply(&mut self, data: InOut<'_>);
}

/// The state, partway through a message, of a scheme that encrypts with a keystream and authenticates the ciphertext.
/// The associated data has been absorbed. Public for the same reason as [`Stream`].
pub trait Pieces {
    /// The keystream, for encryption and decryption.
    type Stream: Stream;
    /// The longest message, in bytes.
    const MAX_LEN: u64;

    fn stream(&mut self) -> &mut Self::Stream;
    /// Absorbs ciphertext.
    fn absorb(&mut self, ciphertext: &[u8]);
    /// Returns the tag of a ciphertext of `len` bytes.
    fn finish(&mut self, len: u64) -> [u8; TAG_LEN];
    /// Returns the keystream, and keeps nothing of it.
    fn take_stream(&mut self) -> Self::Stream;
}

/// The state of a scheme, and the number of bytes processed.
struct Counted<P> {
    pieces: P,
    len: u64,
}

impl<P: Pieces> Counted<P> {
    /// Counts a piece; fails, and counts nothing, if the message becomes too long.
    fn count(&mut self, piece: usize) -> Result<(), TooLong> {
        let too_long = TooLong { what: "message", at_most: P::MAX_LEN };
        self.len = self.len.checked_add(piece as u64).filter(|len| *len <= P::MAX_LEN).ok_or(too_long)?;
        Ok(())
    }
}

/// Bytes that are encrypted and then authenticated before the next: few enough to be still in the L1 cache.
const TILE_LEN: usize = 2048;

/// Bytes of stack that processing a piece may use, excluding the kernels, which wipe their own.
const STACK: usize = 1024;

/// Encrypts a message incrementally, in parts of any length; returned by a key's `sealer`.
pub struct Sealer<P>(Counted<P>);

impl<P: Pieces> Sealer<P> {
    pub(in super::super) fn new(pieces: P) -> Self {
        Self(Counted { pieces, len: 0 })
    }

    /// Encrypts the next piece in place.
    ///
    /// # Errors
    /// [`TooLong`] if the message becomes too long; the piece is unchanged and not counted then.
    pub fn update(&mut self, piece: &mut [u8]) -> Result<(), TooLong> {
        self.update_in_out(InOut::in_place(piece))
    }

    /// Encrypts the next piece from one buffer into another.
    ///
    /// # Errors
    /// [`SealError`] if the two have different lengths or the message becomes too long; nothing is written then.
    pub fn update_to(&mut self, plaintext: &[u8], ciphertext: &mut [u8]) -> Result<(), SealError> {
        let piece = InOut::between(plaintext, ciphertext, "ciphertext").map_err(SealError::Length)?;
        self.update_in_out(piece).map_err(SealError::TooLong)
    }

    #[inline(never)]
    fn update_in_out(&mut self, mut piece: InOut<'_>) -> Result<(), TooLong> {
        self.0.count(piece.len())?;
        let len = piece.len();
        wiping_stack::<STACK, _>(|| {
            for at in (0..len).step_by(TILE_LEN) {
                let tile = at..len.min(at + TILE_LEN);
                self.0.pieces.stream().apply(piece.part(tile.clone()));
                self.0.pieces.absorb(&piece.output()[tile]);
            }
        });
        Ok(())
    }

    /// Returns the tag of all pieces and the associated data.
    // Inlined, so that the moved value is not copied.
    #[must_use]
    #[inline(always)]
    pub fn finish(mut self) -> [u8; TAG_LEN] {
        self.tag()
    }

    #[inline(never)]
    pub(super) fn tag(&mut self) -> [u8; TAG_LEN] {
        wiping_stack::<STACK, _>(|| self.0.pieces.finish(self.0.len))
    }
}

/// The first pass of streaming decryption: absorbs all of the ciphertext and checks its tag; returned by a key's
/// `verifier`.
///
/// It decrypts nothing. [`verify`](Self::verify) returns an [`Opener`], which decrypts the pieces when they are
/// supplied again, from a file that is read a second time or from a buffer that kept them. The caller must ensure that
/// they are the pieces that were verified: an attacker who can change the ciphertext between the passes changes the
/// plaintext.
pub struct Verifier<P>(Counted<P>);

impl<P: Pieces> Verifier<P> {
    pub(in super::super) fn new(pieces: P) -> Self {
        Self(Counted { pieces, len: 0 })
    }

    /// Absorbs the next piece of the ciphertext.
    ///
    /// # Errors
    /// [`TooLong`] if the message becomes too long; the piece is not counted then.
    #[inline(never)]
    pub fn update(&mut self, ciphertext: &[u8]) -> Result<(), TooLong> {
        self.0.count(ciphertext.len())?;
        wiping_stack::<STACK, _>(|| self.0.pieces.absorb(ciphertext));
        Ok(())
    }

    /// Returns the [`Opener`] that decrypts the pieces, if `tag` is the tag of all of them and the associated data.
    ///
    /// # Errors
    /// [`OpenError::Forged`] if it is not.
    // Inlined, so that the moved value is not copied.
    #[inline(always)]
    pub fn verify(mut self, tag: &[u8; TAG_LEN]) -> Result<Opener<P::Stream>, OpenError> {
        self.compared(tag)
    }

    #[inline(never)]
    pub(super) fn compared(&mut self, tag: &[u8; TAG_LEN]) -> Result<Opener<P::Stream>, OpenError> {
        wiping_stack::<STACK, _>(|| {
            let left = self.0.len;
            compare(&self.0.pieces.finish(left), tag).map_err(|_| OpenError::Forged)?;
            Ok(Opener { stream: self.0.pieces.take_stream(), left })
        })
    }
}

/// The second pass of streaming decryption, after the tag has been verified; returned by [`Verifier::verify`].
pub struct Opener<S> {
    stream: S,
    /// Bytes that were verified and are not decrypted yet.
    left: u64,
}

impl<S: Stream> Opener<S> {
    /// Decrypts the next piece in place. Pieces may be divided differently than for the verifier.
    ///
    /// # Errors
    /// [`OpenError::Length`] if there is more ciphertext than was verified; the piece is unchanged then.
    pub fn update(&mut self, piece: &mut [u8]) -> Result<(), OpenError> {
        self.update_in_out(InOut::in_place(piece))
    }

    /// Decrypts the next piece from one buffer into another.
    ///
    /// # Errors
    /// [`OpenError::Length`] if the two have different lengths or there is more ciphertext than was verified; nothing
    /// is written then.
    pub fn update_to(&mut self, ciphertext: &[u8], plaintext: &mut [u8]) -> Result<(), OpenError> {
        self.update_in_out(InOut::between(ciphertext, plaintext, "plaintext").map_err(OpenError::Length)?)
    }

    /// Returns the number of bytes that were verified and are not decrypted yet.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    #[inline(never)]
    fn update_in_out(&mut self, piece: InOut<'_>) -> Result<(), OpenError> {
        let found = piece.len();
        let too_much = || {
            let expected = usize::try_from(self.left).unwrap_or(usize::MAX);
            OpenError::Length(LengthError { what: "rest of the verified ciphertext", expected, found })
        };
        let left = self.left.checked_sub(found as u64).ok_or_else(too_much)?;
        wiping_stack::<STACK, _>(|| self.stream.apply(piece));
        self.left = left;
        Ok(())
    }
}

impl<P> fmt::Debug for Sealer<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealer(..)")
    }
}

impl<P> fmt::Debug for Verifier<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Verifier(..)")
    }
}

impl<S> fmt::Debug for Opener<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opener(..)")
    }
}
