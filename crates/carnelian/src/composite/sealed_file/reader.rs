//! Opening what is read piece by piece.

use super::buffer::Buffer;
use super::{CHUNK_LEN, Header, Key, OpenError, Opener, SEALED_CHUNK_LEN};
use crate::kdf::argon2::Limits;
use core::fmt;
use core::mem;
use core::ops::Range;
use std::io::{self, BufRead, Read};

/// Gives what is in a sealed file while it is read, never a byte of a chunk that is not verified.
///
/// Errors of reading are passed on, and reading can go on after them; not after a panic of what is read from. A file that
/// does not open gives a [`OpenError`] inside an error of the kind [`InvalidData`](io::ErrorKind::InvalidData), again and
/// again; the file ends where it was sealed to end only if reading gives no error up to its end. What has been given is
/// wiped from the reader when it is dropped.
///
/// It holds one chunk, which [`BufRead`] gives without a copy.
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
    /// How much of the next chunk is in the buffer.
    filled: usize,
    /// The first byte of the next chunk, while the buffer holds what was opened.
    ahead: Option<u8>,
    /// Where in the buffer stands what is verified and not given out yet.
    ready: Range<usize>,
    failed: Option<OpenError>,
}

/// How far the file is opened.
enum State {
    /// More follows.
    More(Opener),
    /// The last chunk is opened, or one is damaged.
    Ended,
    /// The next chunk is being read. Whoever finds this after a panic of what is read from does not know how far that was,
    /// and must not take it for the end.
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

    /// As [`new`](Self::new), from a file that was sealed with `passphrase`, which may cost as much as `limits` allow.
    ///
    /// # Errors
    /// Those of reading, and [`OpenError`] as there.
    pub fn with_passphrase(mut inner: R, passphrase: &[u8], limits: &Limits) -> io::Result<Self> {
        let header = Header::read_from(&mut inner)?;
        Ok(Self::behind_header(inner, Opener::with_passphrase(&header, passphrase, limits)?))
    }

    /// Reads the chunks from `inner`, where `opener`'s header has been read already.
    #[must_use]
    pub fn behind_header(inner: R, opener: Opener) -> Self {
        let buffer = Buffer::new(SEALED_CHUNK_LEN + 1);
        Self { inner, state: State::More(opener), buffer, filled: 0, ahead: None, ready: 0..0, failed: None }
    }

    /// What was read from.
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

/// Reads until `buffer` is full, of which `filled` bytes are already; false if the input ends before.
pub(super) fn fill(inner: &mut impl Read, buffer: &mut [u8], filled: &mut usize) -> io::Result<bool> {
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
