//! Authenticated encryption, chosen when the program runs.

use super::{Aead, OpenError, Opener, Pieces, SealError, Sealer, Stream, TAG_LEN, TooLong, Verifier};
use crate::base::memory::wiping_stack;
use crate::base::secret::Secret;
use crate::error::LengthError;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// A key of authenticated encryption behind an interface that is the same for all schemes: what [`AeadAlgorithm::key`]
/// sets up.
///
/// Time depends only on lengths and, in decryption, on whether the tag is right. No plaintext is released before its
/// tag has been verified. The key is wiped when it is dropped, and so is what is computed from it. Sealed.
///
/// [`AeadAlgorithm::key`]: crate::algorithm::AeadAlgorithm::key
pub trait DynAead: sealed::Sealed + Send + Sync {
    /// Returns the number of bytes in a nonce.
    fn nonce_len(&self) -> usize;

    /// Returns the number of bytes in a tag.
    fn tag_len(&self) -> usize {
        TAG_LEN
    }

    /// Returns the number of bytes in the longest message.
    fn max_len(&self) -> u64;

    /// Returns the number of bytes in the longest associated data; 0 if the scheme has none.
    fn max_aad_len(&self) -> u64;

    /// Encrypts `data` in place and writes its tag.
    ///
    /// # Errors
    /// [`SealError`] if the nonce or the tag has another length than those of the scheme, or if the message or its
    /// associated data is too long; nothing is changed then.
    fn seal(&self, nonce: &[u8], aad: &[u8], data: &mut [u8], tag: &mut [u8]) -> Result<(), SealError>;

    /// Encrypts `plaintext` into `ciphertext` and writes its tag.
    ///
    /// # Errors
    /// [`SealError`] if the two have different lengths, or for the reasons listed at [`seal`](Self::seal); nothing is
    /// written then.
    fn seal_to(
        &self,
        nonce: &[u8],
        aad: &[u8],
        plaintext: &[u8],
        ciphertext: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), SealError>;

    /// Decrypts `data` in place, if `tag` is the tag with which it was sealed under this nonce and with `aad`.
    ///
    /// # Errors
    /// [`OpenError`] if it is not, if the nonce or the tag has another length than those of the scheme, or if the
    /// message is longer than can have been sealed; `data` is all zeros then.
    fn open(&self, nonce: &[u8], aad: &[u8], data: &mut [u8], tag: &[u8]) -> Result<(), OpenError>;

    /// Decrypts `ciphertext` into `plaintext`, if `tag` is the tag with which it was sealed under this nonce and with
    /// `aad`.
    ///
    /// # Errors
    /// [`OpenError`] if the two have different lengths, or for the reasons listed at [`open`](Self::open); `plaintext`
    /// is all zeros then.
    fn open_to(
        &self,
        nonce: &[u8],
        aad: &[u8],
        ciphertext: &[u8],
        plaintext: &mut [u8],
        tag: &[u8],
    ) -> Result<(), OpenError>;

    /// Encrypts `plaintext` and returns it with its tag in one piece: the ciphertext and then the tag, except where the
    /// [tag comes first](crate::algorithm::AeadAlgorithm::is_tag_first).
    ///
    /// # Errors
    /// [`SealError`] for the reasons listed at [`seal`](Self::seal).
    fn seal_combined(&self, nonce: &[u8], aad: &[u8], plaintext: &[u8]) -> Result<Vec<u8>, SealError>;

    /// Decrypts the output of [`seal_combined`](Self::seal_combined).
    ///
    /// # Errors
    /// [`OpenError`] for the reasons listed at [`open`](Self::open), or if `sealed` is shorter than a tag.
    fn open_combined(&self, nonce: &[u8], aad: &[u8], sealed: &[u8]) -> Result<Vec<u8>, OpenError>;

    /// Starts the streaming encryption of a message.
    ///
    /// # Errors
    /// [`PiecesError`] if the scheme needs the whole message at once, or for a nonce of another length.
    fn sealer(&self, nonce: &[u8], aad: &[u8]) -> Result<Box<dyn DynSealer + '_>, PiecesError>;

    /// Starts the streaming decryption of a message, which takes two passes: one through the verifier, and one through
    /// the opener that it returns.
    ///
    /// # Errors
    /// [`PiecesError`] if the scheme needs the whole message at once, or for a nonce of another length.
    ///
    /// ```
    /// use carnelian::algorithm;
    /// let key = algorithm::aead("aes-256-gcm").ok_or("no such scheme")?.key(&[7; 32])?;
    /// let (mut message, mut tag) = (*b"attack at dawn", [0; 16]);
    /// let mut sealer = key.sealer(&[1; 12], b"header")?;
    /// message.chunks_mut(5).try_for_each(|piece| sealer.update(piece))?;
    /// sealer.finish_into(&mut tag)?;
    ///
    /// let mut verifier = key.verifier(&[1; 12], b"header")?;
    /// message.chunks(5).try_for_each(|piece| verifier.update(piece))?;
    /// let mut opener = verifier.verify(&tag)?;
    /// message.chunks_mut(7).try_for_each(|piece| opener.update(piece))?;
    /// assert_eq!(&message, b"attack at dawn");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn verifier(&self, nonce: &[u8], aad: &[u8]) -> Result<Box<dyn DynAeadVerifier<'_> + '_>, PiecesError>;
}

/// Encrypts a message in pieces of any length: what [`DynAead::sealer`] starts. Sealed.
pub trait DynSealer: sealed::Sealed + Send + Sync {
    /// Encrypts the next piece in place.
    ///
    /// # Errors
    /// [`TooLong`] if the message becomes too long; the piece is unchanged and not counted then.
    fn update(&mut self, piece: &mut [u8]) -> Result<(), TooLong>;

    /// Encrypts the next piece from one buffer into another.
    ///
    /// # Errors
    /// [`SealError`] if the two have different lengths or the message becomes too long; nothing is written then.
    fn update_to(&mut self, plaintext: &[u8], ciphertext: &mut [u8]) -> Result<(), SealError>;

    /// Writes the tag of all pieces and the associated data.
    ///
    /// # Errors
    /// [`LengthError`] if `tag` does not have the length of a tag; nothing is written then.
    fn finish_into(self: Box<Self>, tag: &mut [u8]) -> Result<(), LengthError>;
}

/// The first pass of streaming decryption, which checks the tag and decrypts nothing: what [`DynAead::verifier`]
/// starts.
///
/// The caller must ensure that the pieces of the second pass are those of the first: an attacker who can change the
/// ciphertext between the passes changes the plaintext. Sealed.
pub trait DynAeadVerifier<'k>: sealed::Sealed + Send + Sync {
    /// Absorbs the next piece of the ciphertext.
    ///
    /// # Errors
    /// [`TooLong`] if the message becomes too long; the piece is not counted then.
    fn update(&mut self, ciphertext: &[u8]) -> Result<(), TooLong>;

    /// Returns the opener that decrypts the pieces, if `tag` is the tag of all of them and the associated data.
    ///
    /// # Errors
    /// [`OpenError`] if it is not, or has another length.
    fn verify(self: Box<Self>, tag: &[u8]) -> Result<Box<dyn DynOpener + 'k>, OpenError>;
}

/// The second pass of streaming decryption: what [`DynAeadVerifier::verify`] returns. Sealed.
pub trait DynOpener: sealed::Sealed + Send + Sync {
    /// Returns the number of bytes that were verified and are not decrypted yet.
    fn left(&self) -> u64;

    /// Decrypts the next piece in place. Pieces may be divided differently than for the verifier.
    ///
    /// # Errors
    /// [`OpenError::Length`] if there is more ciphertext than was verified; the piece is unchanged then.
    fn update(&mut self, piece: &mut [u8]) -> Result<(), OpenError>;

    /// Decrypts the next piece from one buffer into another.
    ///
    /// # Errors
    /// [`OpenError::Length`] if the two have different lengths or there is more ciphertext than was verified; nothing
    /// is written then.
    fn update_to(&mut self, ciphertext: &[u8], plaintext: &mut [u8]) -> Result<(), OpenError>;
}

/// The reason that a message cannot be processed in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PiecesError {
    /// The scheme needs the whole message at once.
    WholeMessage,
    /// The nonce has another length than those of the scheme.
    Nonce(LengthError),
}

impl fmt::Display for PiecesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WholeMessage => f.write_str("this scheme needs the whole message at once"),
            Self::Nonce(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PiecesError {}

/// Bytes of stack that moving a streaming state to the heap may use: the largest has 1920 bytes, and may be copied twice.
const STACK_OF_PIECES: usize = 6144;

/// Returns the error of a value of another length.
pub(in super::super) const fn length(what: &'static str, expected: usize, found: &[u8]) -> LengthError {
    LengthError { what, expected, found: found.len() }
}

/// Returns the nonce with these bytes.
fn nonce_of<A: Aead>(nonce: &[u8]) -> Result<A::Nonce, LengthError> {
    A::Nonce::try_from(nonce).map_err(|_| length("nonce", A::NONCE_LEN, nonce))
}

/// Returns the place for a tag.
pub(in super::super) fn place_of_tag(tag: &mut [u8]) -> Result<&mut [u8; TAG_LEN], LengthError> {
    let wrong = length("tag", TAG_LEN, tag);
    tag.try_into().map_err(|_| wrong)
}

/// Returns a tag.
pub(in super::super) fn tag_of(tag: &[u8]) -> Result<&[u8; TAG_LEN], LengthError> {
    tag.try_into().map_err(|_| length("tag", TAG_LEN, tag))
}

/// Returns the nonce and the tag of a message to open, or zeroes the place of its plaintext.
fn to_open<'t, A: Aead>(
    nonce: &[u8],
    tag: &'t [u8],
    plaintext: &mut [u8],
) -> Result<(A::Nonce, &'t [u8; TAG_LEN]), OpenError> {
    let checked = nonce_of::<A>(nonce).and_then(|nonce| Ok((nonce, tag_of(tag)?)));
    checked.map_err(|error| {
        plaintext.fill(0);
        OpenError::Length(error)
    })
}

/// Returns the key with these bytes, as many as a key has, on the heap. They are copied to one place, which is wiped.
pub(crate) fn key_of<A: Aead + Send + Sync + 'static>(bytes: &[u8]) -> Box<dyn DynAead> {
    const LONGEST: usize = 64;
    const { assert!(A::KEY_LEN <= LONGEST) };
    let zeros = A::Key::try_from(&[0; LONGEST][..A::KEY_LEN]).expect("as many bytes as a key has");
    let mut key = Secret::new(zeros);
    key.write(|key| key.as_mut().copy_from_slice(bytes));
    A::boxed(key.expose())
}

impl<A: Aead + Send + Sync + 'static> DynAead for A {
    fn nonce_len(&self) -> usize {
        A::NONCE_LEN
    }

    fn max_len(&self) -> u64 {
        A::MAX_LEN
    }

    fn max_aad_len(&self) -> u64 {
        A::MAX_AAD_LEN
    }

    fn seal(&self, nonce: &[u8], aad: &[u8], data: &mut [u8], tag: &mut [u8]) -> Result<(), SealError> {
        let nonce = nonce_of::<A>(nonce).map_err(SealError::Length)?;
        let tag = place_of_tag(tag).map_err(SealError::Length)?;
        *tag = Aead::seal(self, &nonce, aad, data).map_err(SealError::TooLong)?;
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
        let nonce = nonce_of::<A>(nonce).map_err(SealError::Length)?;
        let tag = place_of_tag(tag).map_err(SealError::Length)?;
        *tag = Aead::seal_to(self, &nonce, aad, plaintext, ciphertext)?;
        Ok(())
    }

    fn open(&self, nonce: &[u8], aad: &[u8], data: &mut [u8], tag: &[u8]) -> Result<(), OpenError> {
        let (nonce, tag) = to_open::<A>(nonce, tag, data)?;
        Aead::open(self, &nonce, aad, data, tag)
    }

    fn open_to(
        &self,
        nonce: &[u8],
        aad: &[u8],
        ciphertext: &[u8],
        plaintext: &mut [u8],
        tag: &[u8],
    ) -> Result<(), OpenError> {
        let (nonce, tag) = to_open::<A>(nonce, tag, plaintext)?;
        Aead::open_to(self, &nonce, aad, ciphertext, plaintext, tag)
    }

    fn seal_combined(&self, nonce: &[u8], aad: &[u8], plaintext: &[u8]) -> Result<Vec<u8>, SealError> {
        let nonce = nonce_of::<A>(nonce).map_err(SealError::Length)?;
        Aead::seal_combined(self, &nonce, aad, plaintext).map_err(SealError::TooLong)
    }

    fn open_combined(&self, nonce: &[u8], aad: &[u8], sealed: &[u8]) -> Result<Vec<u8>, OpenError> {
        let nonce = nonce_of::<A>(nonce).map_err(OpenError::Length)?;
        Aead::open_combined(self, &nonce, aad, sealed)
    }

    fn sealer(&self, nonce: &[u8], aad: &[u8]) -> Result<Box<dyn DynSealer + '_>, PiecesError> {
        let nonce = nonce_of::<A>(nonce).map_err(PiecesError::Nonce)?;
        wiping_stack::<STACK_OF_PIECES, _>(|| self.boxed_sealer(&nonce, aad)).ok_or(PiecesError::WholeMessage)
    }

    fn verifier(&self, nonce: &[u8], aad: &[u8]) -> Result<Box<dyn DynAeadVerifier<'_> + '_>, PiecesError> {
        let nonce = nonce_of::<A>(nonce).map_err(PiecesError::Nonce)?;
        wiping_stack::<STACK_OF_PIECES, _>(|| self.boxed_verifier(&nonce, aad)).ok_or(PiecesError::WholeMessage)
    }
}

impl<P: Pieces + Send + Sync> DynSealer for Sealer<P> {
    fn update(&mut self, piece: &mut [u8]) -> Result<(), TooLong> {
        self.update(piece)
    }

    fn update_to(&mut self, plaintext: &[u8], ciphertext: &mut [u8]) -> Result<(), SealError> {
        self.update_to(plaintext, ciphertext)
    }

    fn finish_into(mut self: Box<Self>, tag: &mut [u8]) -> Result<(), LengthError> {
        let tag = place_of_tag(tag)?;
        *tag = self.tag();
        Ok(())
    }
}

impl<'k, P: Pieces<Stream: Send + Sync + 'k> + Send + Sync> DynAeadVerifier<'k> for Verifier<P> {
    fn update(&mut self, ciphertext: &[u8]) -> Result<(), TooLong> {
        self.update(ciphertext)
    }

    fn verify(mut self: Box<Self>, tag: &[u8]) -> Result<Box<dyn DynOpener + 'k>, OpenError> {
        let tag = tag_of(tag).map_err(OpenError::Length)?;
        wiping_stack::<STACK_OF_PIECES, _>(|| Ok(Box::new(self.compared(tag)?) as Box<dyn DynOpener>))
    }
}

impl<S: Stream + Send + Sync> DynOpener for Opener<S> {
    fn left(&self) -> u64 {
        self.left()
    }

    fn update(&mut self, piece: &mut [u8]) -> Result<(), OpenError> {
        self.update(piece)
    }

    fn update_to(&mut self, ciphertext: &[u8], plaintext: &mut [u8]) -> Result<(), OpenError> {
        self.update_to(ciphertext, plaintext)
    }
}

/// Only this library implements the traits: the catalogue has a row for every type.
pub(crate) mod sealed {
    use super::{Aead, Opener, Pieces, Sealer, Stream, Verifier};

    pub trait Sealed {}

    impl<A: Aead + Send + Sync + 'static> Sealed for A {}
    impl<P: Pieces> Sealed for Sealer<P> {}
    impl<P: Pieces> Sealed for Verifier<P> {}
    impl<S: Stream> Sealed for Opener<S> {}
}
