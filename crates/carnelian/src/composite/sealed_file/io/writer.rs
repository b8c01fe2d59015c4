//! Sealing into a writer.

use super::buffer::Buffer;
use crate::composite::sealed_file::{CHUNK_LEN, HEADER_LEN, SEALED_CHUNK_LEN, SealError, Sealer, TAG_LEN};
use core::fmt;
use core::mem;
use core::ops::Range;
use std::io::{self, Write};

/// Seals the data written to it, and writes the sealed file to `W`.
///
/// The file is complete when [`finish`](Self::finish) has returned: only then has it a last chunk. A writer that is
/// dropped before leaves a file that does not open. [`flush`](Write::flush) flushes sealed chunks; up to [`CHUNK_LEN`]
/// bytes stay buffered until more data follows, since only the last chunk may be shorter.
///
/// Errors of the inner writer are returned, and writing can continue after them, but not after a panic of the inner
/// writer. The buffer is wiped when dropped.
///
/// ```
/// use carnelian::composite::sealed_file::{self, Key, SealWriter, Sealer};
/// use carnelian::random::OsRandom;
/// use std::io::Write;
/// let key = Key::generate(&mut OsRandom)?;
///
/// let mut writer = SealWriter::new(Vec::new(), Sealer::new(&key, &mut OsRandom)?);
/// for number in 1..=10_000 {
///     writeln!(writer, "line {number}")?;
/// }
/// let file = writer.finish()?;
/// assert!(sealed_file::open(&key, &file)?.ends_with(b"\nline 10000\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SealWriter<W> {
    inner: W,
    sealer: Sealer,
    /// A chunk of plaintext with space for its tag, or a sealed chunk that is not yet written.
    buffer: Buffer,
    /// The number of bytes of the chunk that are in the buffer.
    filled: usize,
    /// The part of the buffer that is sealed and not yet written.
    sealed: Range<usize>,
    /// True while the inner writer runs. After a panic of it, the number of bytes that it wrote is unknown.
    writing: bool,
}

impl<W: Write> SealWriter<W> {
    /// Creates a writer that writes the header of `sealer`, which has sealed nothing yet, and then the chunks.
    #[must_use]
    pub fn new(inner: W, sealer: Sealer) -> Self {
        let mut buffer = Buffer::new(SEALED_CHUNK_LEN);
        buffer.0[..HEADER_LEN].copy_from_slice(&sealer.header());
        Self { inner, sealer, buffer, filled: 0, sealed: 0..HEADER_LEN, writing: false }
    }

    /// Seals the last chunk, writes all that is not yet written, and flushes.
    ///
    /// # Errors
    /// Those of writing; the file is then incomplete.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_sealed()?;
        let Self { mut inner, sealer, mut buffer, filled, .. } = self;
        let (chunk, rest) = buffer.0.split_at_mut(filled);
        rest[..TAG_LEN].copy_from_slice(&sealer.seal_last(chunk)?);
        inner.write_all(&buffer.0[..filled + TAG_LEN])?;
        inner.flush()?;
        Ok(inner)
    }

    /// Writes the sealed bytes in the buffer.
    fn write_sealed(&mut self) -> io::Result<()> {
        if mem::replace(&mut self.writing, true) {
            return Err(io::Error::other("writing was interrupted by a panic, and cannot go on"));
        }
        let written = loop {
            if self.sealed.is_empty() {
                break Ok(());
            }
            match self.inner.write(&self.buffer.0[self.sealed.clone()]) {
                Ok(0) => break Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => self.sealed.start = self.sealed.end.min(self.sealed.start + written),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        self.writing = false;
        written
    }

    /// Seals the chunk that fills the buffer.
    fn seal_buffer(&mut self) -> Result<(), SealError> {
        let (chunk, tag) = self.buffer.0.split_first_chunk_mut::<CHUNK_LEN>().expect("the buffer holds a chunk");
        tag.copy_from_slice(&self.sealer.seal_next(chunk)?);
        (self.filled, self.sealed) = (0, 0..SEALED_CHUNK_LEN);
        Ok(())
    }
}

impl<W: Write> Write for SealWriter<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.write_sealed()?;
        // A full chunk is sealed only when more data follows: it is then not the last.
        if self.filled == CHUNK_LEN && !data.is_empty() {
            self.seal_buffer()?;
            self.write_sealed()?;
        }
        if let (0, Some((chunk, [_, ..]))) = (self.filled, data.split_first_chunk()) {
            let sealed = self.buffer.0.first_chunk_mut().expect("the buffer holds a chunk and its tag");
            self.sealer.seal_next_to(chunk, sealed).map_err(SealError::TooLong)?;
            self.sealed = 0..SEALED_CHUNK_LEN;
            return Ok(CHUNK_LEN);
        }
        let taken = data.len().min(CHUNK_LEN - self.filled);
        self.buffer.0[self.filled..self.filled + taken].copy_from_slice(&data[..taken]);
        self.filled += taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_sealed()?;
        self.inner.flush()
    }
}

impl<W> fmt::Debug for SealWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealWriter(..)")
    }
}
