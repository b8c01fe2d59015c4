//! A place in a key stream that is made block by block, and what can be wrong with it.

use crate::base::in_out::InOut;
use crate::base::memory::wipe;
use crate::error::LengthError;
use core::fmt;

/// A place in a key stream of `len` bytes in blocks of `BLOCK_LEN`, and the block that it lies within.
pub(super) struct Place<const BLOCK_LEN: usize> {
    /// Bytes of key stream before the next one.
    position: u128,
    len: u128,
    /// A block of key stream that is in use.
    block: [u8; BLOCK_LEN],
    /// Which one that is.
    number: Option<u128>,
}

impl<const BLOCK_LEN: usize> Place<BLOCK_LEN> {
    /// The start of a key stream of `len` bytes.
    pub(super) const fn start(len: u128) -> Self {
        Self { position: 0, len, block: [0; BLOCK_LEN], number: None }
    }

    /// Goes to the start of another key stream of the same length.
    #[inline(always)]
    pub(super) fn restart(&mut self) {
        self.position = 0;
        self.number = None;
    }

    pub(super) const fn position(&self) -> u128 {
        self.position
    }

    /// Goes to a position.
    ///
    /// # Errors
    /// [`EndOfKeyStream`] for a position behind the end; the place stays as it is then.
    pub(super) const fn seek(&mut self, position: u128) -> Result<(), EndOfKeyStream> {
        if position > self.len {
            return Err(EndOfKeyStream { left: self.len - self.position });
        }
        self.position = position;
        Ok(())
    }

    /// Writes the exclusive or of `data` and of the key stream, and moves on by as many bytes. `xor` does that from the
    /// start of the block whose number it is given; behind the end nothing of what it does is used.
    ///
    /// # Errors
    /// [`EndOfKeyStream`] if there is less key stream than data; nothing is changed then.
    #[inline(always)]
    pub(super) fn apply(&mut self, data: InOut<'_>, xor: impl Fn(u128, InOut<'_>)) -> Result<(), EndOfKeyStream> {
        let left = self.len - self.position;
        let len = data.len() as u128;
        if len > left {
            return Err(EndOfKeyStream { left });
        }
        let offset = (self.position % BLOCK_LEN as u128) as usize;
        let of_block = if offset == 0 { 0 } else { data.len().min(BLOCK_LEN - offset) };
        let (mut first, rest) = data.split_at(of_block);
        if of_block > 0 {
            self.make_block(&xor);
            first.xor(&self.block[offset..]);
        }
        xor((self.position + of_block as u128) / BLOCK_LEN as u128, rest);
        self.position += len;
        Ok(())
    }

    /// Makes the block at this position, unless it is there.
    fn make_block(&mut self, xor: impl Fn(u128, InOut<'_>)) {
        let number = self.position / BLOCK_LEN as u128;
        if self.number != Some(number) {
            self.block.fill(0);
            xor(number, InOut::in_place(&mut self.block));
            self.number = Some(number);
        }
    }
}

impl<const BLOCK_LEN: usize> Drop for Place<BLOCK_LEN> {
    fn drop(&mut self) {
        wipe(&mut self.block);
    }
}

/// There is less key stream than data, or the position is behind its end: the counter would start again, and with it the
/// key stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndOfKeyStream {
    /// Bytes of key stream from the cipher's position on.
    pub left: u128,
}

impl fmt::Display for EndOfKeyStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "behind the end of the key stream, of which {} bytes are left", self.left)
    }
}

impl core::error::Error for EndOfKeyStream {}

/// Why nothing was encrypted or decrypted between two buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApplyError {
    /// The buffers have different lengths.
    Length(LengthError),
    /// There is less key stream than input.
    EndOfKeyStream(EndOfKeyStream),
}

impl fmt::Display for ApplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::EndOfKeyStream(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ApplyError {}
