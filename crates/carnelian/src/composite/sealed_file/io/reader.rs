//! Opening from a reader.

use super::buffer::Buffer;
use crate::composite::sealed_file::{CHUNK_LEN, HEADER_LEN, Header, Key, OpenError, Opener, SEALED_CHUNK_LEN};
use crate::kdf::argon2::Limits;
use core::fmt;
use core::mem;
use core::ops::Range;
use std::io::{self, BufRead, Read};

/// Decrypts a sealed file while it is read, and returns no byte of a chunk that is not verified.
///
/// Errors of the inner reader are returned, and reading can continue after them, but not after a panic of the inner
/// reader. A file that does not open results in an [`OpenError`] inside an error of the kind
/// [`InvalidData`](io::ErrorKind::InvalidData), on every call. The file is complete only if reading reaches its end
/// without an error. The reader wipes its plaintext when dropped.
///
/// It holds one chunk, which [`BufRead`] returns without a copy.
///
/// ```
/// use carnelian::composite::sealed_file::{self, Key, OpenError, OpenReader};
/// use carnelian::random::OsRandom;
/// use std::io::Read;
/// let key = Key::generate(&mut OsRandom)?;
/// let mut file = sealed_file::seal(&key, &[7; 100_000], &mut OsRandom)?;
///
/// let mut plaintext = Vec::new();
/// OpenReader::new(&file[..], &key)?.read_to_end(&mut plaintext)?;
/// assert_eq!(plaintext, [7; 100_000]);
///
/// file.pop();
/// let error = OpenReader::new(&file[..], &key)?.read_to_end(&mut plaintext).unwrap_err();
/// let reason = error.get_ref().and_then(|reason| reason.downcast_ref());
/// assert_eq!(reason, Some(&OpenError::Damaged { chunk: 1 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OpenReader<R> {
    inner: R,
    state: State,
    /// A chunk, its tag, and one byte that tells whether another chunk follows.
    buffer: Buffer,
    /// The number of bytes of the next chunk that are in the buffer.
    filled: usize,
    /// The first byte of the next chunk, while the buffer holds an opened chunk.
    ahead: Option<u8>,
    /// The part of the buffer that is verified and not yet returned.
    ready: Range<usize>,
    failed: Option<OpenError>,
}

/// The progress of opening.
enum State {
    /// More chunks follow.
    More(Opener),
    /// The last chunk is opened, or one is damaged.
    Ended,
    /// The next chunk is being read. After a panic of the inner reader its position is unknown, and the file must not
    /// seem to end here.
    Reading,
}

impl<R: Read> OpenReader<R> {
    /// Reads the header from `inner`, a file that was sealed with `key`.
    ///
    /// # Errors
    /// Those of reading; [`OpenError`] inside an error of the kind [`InvalidData`](io::ErrorKind::InvalidData) if the
    /// header or the key is wrong.
    pub fn new(mut inner: R, key: &Key) -> io::Result<Self> {
        let header = Header::read_from(&mut inner)?;
        Ok(Self::behind_header(inner, Opener::new(&header, key)?))
    }

    /// Reads the header from `inner`, a file that was sealed with `passphrase`, which may cost as much as `limits`
    /// allow.
    ///
    /// # Errors
    /// Those of reading; [`OpenError`] inside an error if the header or the passphrase is wrong or costs too much.
    pub fn with_passphrase(mut inner: R, passphrase: &[u8], limits: &Limits) -> io::Result<Self> {
        let header = Header::read_from(&mut inner)?;
        Ok(Self::behind_header(inner, Opener::with_passphrase(&header, passphrase, limits)?))
    }

    /// Reads the chunks from `inner`, from which the header has been read already.
    #[must_use]
    pub fn behind_header(inner: R, opener: Opener) -> Self {
        let buffer = Buffer::new(SEALED_CHUNK_LEN + 1);
        Self { inner, state: State::More(opener), buffer, filled: 0, ahead: None, ready: 0..0, failed: None }
    }

    /// Returns the inner reader.
    #[must_use]
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Reads the next chunk and opens it, if there is one.
    fn open_chunk(&mut self) -> io::Result<()> {
        let mut opener = match mem::replace(&mut self.state, State::Reading) {
            State::More(opener) => opener,
            State::Ended => {
                self.state = State::Ended;
                return Ok(());
            }
            State::Reading => return Err(io::Error::other("reading was interrupted by a panic, and cannot go on")),
        };
        if let Some(first) = self.ahead.take() {
            self.buffer.0[0] = first;
            self.filled = 1;
        }
        let more_follows = match fill(&mut self.inner, &mut self.buffer.0, &mut self.filled) {
            Ok(more_follows) => more_follows,
            Err(error) => {
                self.state = State::More(opener);
                return Err(error);
            }
        };
        let filled = mem::take(&mut self.filled);
        let opened = if more_follows {
            let (chunk, rest) = self.buffer.0.split_first_chunk_mut().expect("the buffer holds a chunk");
            let (tag, next) = rest.split_first_chunk().expect("and its tag");
            self.ahead = next.first().copied();
            opener.open_next(chunk, tag).map(|()| {
                self.state = State::More(opener);
                CHUNK_LEN
            })
        } else {
            let opened = match self.buffer.0[..filled].split_last_chunk_mut() {
                Some((chunk, tag)) => opener.open_last(chunk, tag).map(|()| chunk.len()),
                None => Err(opener.damaged()),
            };
            self.state = State::Ended;
            opened
        };
        match opened {
            Ok(len) => self.ready = 0..len,
            Err(error) => (self.state, self.failed) = (State::Ended, Some(error)),
        }
        Ok(())
    }
}

impl Header {
    /// Reads a header from the current position of `file`, and nothing after it.
    ///
    /// # Errors
    /// Those of reading, and [`HeaderError`](crate::composite::sealed_file::HeaderError) inside an error of the kind
    /// [`InvalidData`](std::io::ErrorKind::InvalidData).
    pub fn read_from(file: &mut impl Read) -> io::Result<Self> {
        let mut bytes = [0; HEADER_LEN];
        let mut len = 0;
        let header = match fill(file, &mut bytes, &mut len)? {
            true => Self::from_bytes(&bytes),
            false => Err(Self::too_short(&bytes[..len])),
        };
        header.map_err(|error| OpenError::Header(error).into())
    }
}

impl<R: Read> BufRead for OpenReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.ready.is_empty() {
            self.open_chunk()?;
        }
        if let Some(error) = self.failed {
            return Err(error.into());
        }
        Ok(&self.buffer.0[self.ready.clone()])
    }

    fn consume(&mut self, len: usize) {
        self.ready.start = self.ready.end.min(self.ready.start + len);
    }
}

impl<R: Read> Read for OpenReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R> fmt::Debug for OpenReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OpenReader(..)")
    }
}

/// Reads until `buffer` is full; its first `filled` bytes already are. Returns false if the input ends before.
fn fill(inner: &mut impl Read, buffer: &mut [u8], filled: &mut usize) -> io::Result<bool> {
    while *filled < buffer.len() {
        match inner.read(&mut buffer[*filled..]) {
            Ok(0) => return Ok(false),
            Ok(read) => *filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}
