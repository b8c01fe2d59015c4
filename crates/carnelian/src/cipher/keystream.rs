//! A position in a keystream that is generated block by block, and its errors.

use crate::base::in_out::InOut;
use crate::base::memory::wipe;
use crate::error::LengthError;
use core::fmt;

/// A block of keystream: an array of bytes. Not nameable outside.
pub trait Buffer {
    /// Bytes in a block.
    const LEN: usize;
    /// A block of zeros.
    const ZEROED: Self;
    /// Returns the bytes.
    fn bytes(&mut self) -> &mut [u8];
}

impl<const N: usize> Buffer for [u8; N] {
    const LEN: usize = N;
    const ZEROED: Self = [0; N];

    #[inline(always)]
    fn bytes(&mut self) -> &mut [u8] {
        self
    }
}

/// A position in a keystream of `len` bytes, and the block that contains it.
pub(super) struct Place<B: Buffer> {
    /// Bytes of keystream before the next one.
    position: u128,
    len: u128,
    /// The buffered block of keystream.
    block: B,
    /// The number of the buffered block, if there is one.
    number: Option<u128>,
}

impl<B: Buffer> Place<B> {
    /// Returns the start of a keystream of `len` bytes.
    pub(super) const fn start(len: u128) -> Self {
        Self { position: 0, len, block: B::ZEROED, number: None }
    }

    /// Moves to the start of another keystream of the same length.
    #[inline(always)]
    pub(super) fn restart(&mut self) {
        self.position = 0;
        self.number = None;
    }

    pub(super) const fn position(&self) -> u128 {
        self.position
    }

    /// Moves to a position.
    ///
    /// # Errors
    /// [`EndOfKeystream`] if the position is past the end; the place is unchanged then.
    pub(super) const fn seek(&mut self, position: u128) -> Result<(), EndOfKeystream> {
        if position > self.len {
            return Err(EndOfKeystream { left: self.len - self.position });
        }
        self.position = position;
        Ok(())
    }

    /// XORs `data` with the keystream and advances by its length. `xor` does so from the start of the block whose
    /// number it is passed; nothing that it generates past the end of the keystream is used.
    ///
    /// # Errors
    /// [`EndOfKeystream`] if there is less keystream than data; nothing is changed then.
    #[inline(always)]
    pub(super) fn apply(&mut self, data: InOut<'_>, xor: impl Fn(u128, InOut<'_>)) -> Result<(), EndOfKeystream> {
        let left = self.len - self.position;
        let len = data.len() as u128;
        if len > left {
            return Err(EndOfKeystream { left });
        }
        let offset = (self.position % B::LEN as u128) as usize;
        let of_block = if offset == 0 { 0 } else { data.len().min(B::LEN - offset) };
        let (mut first, rest) = data.split_at(of_block);
        if of_block > 0 {
            self.make_block(&xor);
            first.xor(&self.block.bytes()[offset..]);
        }
        xor((self.position + of_block as u128) / B::LEN as u128, rest);
        self.position += len;
        Ok(())
    }

    /// Generates the block at this position, unless it is buffered.
    fn make_block(&mut self, xor: impl Fn(u128, InOut<'_>)) {
        let number = self.position / B::LEN as u128;
        if self.number != Some(number) {
            self.block.bytes().fill(0);
            xor(number, InOut::in_place(self.block.bytes()));
            self.number = Some(number);
        }
    }
}

impl<B: Buffer> Drop for Place<B> {
    fn drop(&mut self) {
        wipe(self.block.bytes());
    }
}

/// There is less keystream than data, or the position is past its end: the counter would wrap, and the keystream would
/// repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndOfKeystream {
    /// Bytes of keystream from the cipher's position on.
    pub left: u128,
}

impl fmt::Display for EndOfKeystream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "past the end of the keystream: {} bytes are left", self.left)
    }
}

impl core::error::Error for EndOfKeystream {}

/// The reason that nothing was encrypted or decrypted from one buffer into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApplyError {
    /// The buffers have different lengths.
    Length(LengthError),
    /// There is less keystream than input.
    EndOfKeystream(EndOfKeystream),
}

impl fmt::Display for ApplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::EndOfKeystream(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ApplyError {}
