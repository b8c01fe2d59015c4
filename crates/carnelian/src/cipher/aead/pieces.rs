//! Messages that come in pieces.

use super::{OpenError, SealError, TAG_LEN, TooLong};
use crate::base::in_out::InOut;
use crate::base::memory::wiping_stack;
use crate::cipher::poly1305::compare;
use crate::error::LengthError;
use core::fmt;

/// A key stream. Public because [`Verifier::verify`] shows it, and unnameable.
pub trait Stream {
    /// Writes the exclusive or of `data` and of the next bytes of the key stream, of which there are enough for the longest
    /// message.
    fn apply(&mut self, data: InOut<'_>);
}

/// A scheme that encrypts with a key stream and authenticates the ciphertext, on its way through a message. It has taken in
/// the associated data. Public as [`Stream`] is.
pub trait Pieces {
    /// What encrypts and decrypts.
    type Stream: Stream;
    /// The longest message, in bytes.
    const MAX_LEN: u64;

    fn stream(&mut self) -> &mut Self::Stream;
    /// Takes in ciphertext.
    fn absorb(&mut self, ciphertext: &[u8]);
    /// The tag of a ciphertext of `len` bytes.
    fn finish(&mut self, len: u64) -> [u8; TAG_LEN];
    /// The key stream, of which nothing is left here.
    fn take_stream(&mut self) -> Self::Stream;
}

/// Pieces, and how many bytes there were.
struct Counted<P> {
    pieces: P,
    len: u64,
}

impl<P: Pieces> Counted<P> {
    /// Counts a piece.
    fn count(&mut self, piece: usize) -> Result<(), TooLong> {
        let too_long = TooLong { what: "message", at_most: P::MAX_LEN };
        self.len = self.len.checked_add(piece as u64).filter(|len| *len <= P::MAX_LEN).ok_or(too_long)?;
        Ok(())
    }
}

/// Bytes that are encrypted, then authenticated, before the next ones: few enough to be in the fastest cache still.
const TILE_LEN: usize = 2048;

/// Bytes of stack that a piece may lie in above the kernels, which wipe their own.
const STACK: usize = 1024;

/// Encrypts a message that comes in pieces, of any lengths; made by a key's `sealer`.
pub struct Sealer<P>(Counted<P>);

impl<P: Pieces> Sealer<P> {
    pub(in super::super) fn new(pieces: P) -> Self {
        Self(Counted { pieces, len: 0 })
    }

    /// Encrypts the next piece where it lies.
    ///
    /// # Errors
    /// [`TooLong`] if the message becomes too long; the piece stays as it is and counts for nothing then.
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

    #[inline(never)]
    fn update_to(&mut self, mut piece: InOut<'_>) -> Result<(), TooLong> {
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

    /// The tag of all pieces and of the associated data.
    // Inlined, so that what is moved into it is not copied.
    #[must_use]
    #[inline(always)]
    pub fn finish(mut self) -> [u8; TAG_LEN] {
        self.tag()
    }

    #[inline(never)]
    fn tag(&mut self) -> [u8; TAG_LEN] {
        wiping_stack::<STACK, _>(|| self.0.pieces.finish(self.0.len))
    }
}

/// The first pass over a message that comes in pieces: takes in all of the ciphertext and finds out whether its tag is
/// right; made by a key's `verifier`.
///
/// It decrypts nothing. What [`verify`](Self::verify) gives decrypts the pieces when they come again, from a file that is
/// read a second time or a buffer that they were kept in. What it decrypts must be what was verified: another one who can
/// change the ciphertext between the passes changes the plaintext.
pub struct Verifier<P>(Counted<P>);

impl<P: Pieces> Verifier<P> {
    pub(in super::super) fn new(pieces: P) -> Self {
        Self(Counted { pieces, len: 0 })
    }

    /// Takes in the next piece of the ciphertext.
    ///
    /// # Errors
    /// [`TooLong`] if the message becomes too long; the piece counts for nothing then.
    #[inline(never)]
    pub fn update(&mut self, ciphertext: &[u8]) -> Result<(), TooLong> {
        self.0.count(ciphertext.len())?;
        wiping_stack::<STACK, _>(|| self.0.pieces.absorb(ciphertext));
        Ok(())
    }

    /// What decrypts the pieces, if `tag` is the tag of all of them and of the associated data.
    ///
    /// # Errors
    /// [`OpenError::Forged`] if it is not.
    // Inlined, so that what is moved into it is not copied.
    #[inline(always)]
    pub fn verify(mut self, tag: &[u8; TAG_LEN]) -> Result<Opener<P::Stream>, OpenError> {
        self.compared(tag)
    }

    #[inline(never)]
    fn compared(&mut self, tag: &[u8; TAG_LEN]) -> Result<Opener<P::Stream>, OpenError> {
        wiping_stack::<STACK, _>(|| {
            let left = self.0.len;
            compare(&self.0.pieces.finish(left), tag).map_err(|_| OpenError::Forged)?;
            Ok(Opener { stream: self.0.pieces.take_stream(), left })
        })
    }
}

/// The second pass over a message whose tag was found right; made by [`Verifier::verify`].
pub struct Opener<S> {
    stream: S,
    /// Bytes that were verified and are not decrypted yet.
    left: u64,
}

impl<S: Stream> Opener<S> {
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

    #[inline(never)]
    fn update_to(&mut self, piece: InOut<'_>) -> Result<(), OpenError> {
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
