//! Digests of files, in the order in which they are named. Large files are read in chunks; small ones are batched and
//! hashed in parallel SIMD lanes. Memory use is constant.

use crate::exit::Failure;
use crate::hash::Algorithm;
use crate::input::{self, Input};
use crate::progress::Progress;
use std::ffi::OsString;
use std::io;
use std::mem;
use std::ops::Range;

/// Files shorter than this are queued and digested together.
const SMALL: usize = 64 << 10;
/// Size of the buffer for queued files.
const ARENA: usize = 1 << 20;
/// Chunk size for large files, small enough that a chunk is still in the CPU's cache when it is digested.
const CHUNK: usize = 256 << 10;
/// The maximum number of queued files, so that many empty ones do not pile up.
const MOST_WAITING: usize = 256;
/// Bytes available for the digests of queued files, if there are several.
const DIGESTS: usize = 1 << 20;

/// Checks that there is memory for a digest of `len` bytes, its digits, and lines with them. For short ones there is:
/// all else is of their size.
///
/// # Errors
/// [`io::ErrorKind::OutOfMemory`] if there is none.
pub fn check_memory(len: usize) -> io::Result<()> {
    const SHORT: usize = 64 << 10;
    const COPIES: usize = 6;
    if len <= SHORT {
        return Ok(());
    }
    let reserved = Vec::<u8>::new().try_reserve_exact(len.saturating_mul(COPIES));
    reserved.map_err(|_| io::ErrorKind::OutOfMemory.into())
}

/// A receiver of digests, in the order in which their files were pushed.
pub trait Sink<T> {
    /// Handles the digest of the file `name`, or the error of reading it. A failure stops the command.
    ///
    /// # Errors
    /// Any failure after which the sink cannot continue.
    fn done(&mut self, name: OsString, job: T, digest: io::Result<Vec<u8>>) -> Result<(), Failure>;
}

/// Files that are being digested, each with the data that its sink needs.
pub struct Digests<T> {
    algorithm: &'static Algorithm,
    digest_len: usize,
    arena: Box<[u8]>,
    used: usize,
    waiting: Vec<Waiting<T>>,
}

struct Waiting<T> {
    name: OsString,
    job: T,
    /// The range of its content in the arena.
    content: io::Result<Range<usize>>,
}

impl<T> Digests<T> {
    /// Returns an empty queue for digests of `digest_len` bytes.
    #[must_use]
    pub fn new(algorithm: &'static Algorithm, digest_len: usize) -> Self {
        Self { algorithm, digest_len, arena: vec![0; ARENA].into(), used: 0, waiting: Vec::new() }
    }

    /// Sets the digest length of the files that follow to `digest_len` bytes.
    ///
    /// # Errors
    /// Errors of the sink, which receives the digests of the preceding files.
    pub fn change_length(&mut self, digest_len: usize, sink: &mut impl Sink<T>) -> Result<(), Failure> {
        if digest_len != self.digest_len {
            self.flush(sink)?;
            self.digest_len = digest_len;
        }
        Ok(())
    }

    /// Adds the next file. The sink may be called at once or after later files are added.
    ///
    /// # Errors
    /// Errors of the sink. An unreadable file is passed to the sink, not returned.
    pub fn push(&mut self, name: OsString, job: T, sink: &mut impl Sink<T>) -> Result<(), Failure> {
        if let Err(error) = check_memory(self.digest_len) {
            return sink.done(name, job, Err(error));
        }
        let mut input = match Input::open(&name) {
            Ok(input) => input,
            Err(error) => return self.wait(name, job, Err(error), sink),
        };
        let total = input.regular_len();
        // Reading a pipe may block, so results of earlier files are reported first.
        if total.is_none() || self.arena.len() - self.used < SMALL {
            self.flush(sink)?;
        }
        let start = self.used;
        match input::fill(&mut input, &mut self.arena[start..start + SMALL]) {
            Ok(SMALL) => {
                self.flush(sink)?;
                self.arena.copy_within(start..start + SMALL, 0);
                let mut progress = Progress::new(&name, total);
                let (len, buffer) = (self.digest_len, &mut self.arena[..CHUNK]);
                let mut advance = |bytes| progress.advance(bytes);
                let digest = self.algorithm.stream(len, &mut input, buffer, SMALL, &mut advance);
                drop(progress);
                sink.done(name, job, digest)
            }
            Ok(read) => {
                self.used += read;
                self.wait(name, job, Ok(start..start + read), sink)
            }
            Err(error) => self.wait(name, job, Err(error), sink),
        }
    }

    fn wait(
        &mut self,
        name: OsString,
        job: T,
        content: io::Result<Range<usize>>,
        sink: &mut impl Sink<T>,
    ) -> Result<(), Failure> {
        self.waiting.push(Waiting { name, job, content });
        let most = MOST_WAITING.min(DIGESTS / self.digest_len);
        if self.waiting.len() >= most { self.flush(sink) } else { Ok(()) }
    }

    /// Digests the queued files. The sink has then been called for every file that was pushed.
    ///
    /// # Errors
    /// Errors of the sink.
    pub fn flush(&mut self, sink: &mut impl Sink<T>) -> Result<(), Failure> {
        self.used = 0;
        let waiting = mem::take(&mut self.waiting);
        let ranges = waiting.iter().filter_map(|file| file.content.as_ref().ok());
        let messages: Vec<&[u8]> = ranges.map(|range| &self.arena[range.clone()]).collect();
        let mut digests = self.algorithm.batch(self.digest_len, &messages).into_iter();
        for Waiting { name, job, content } in waiting {
            let digest = content.map(|_| digests.next().expect("every content has a digest"));
            sink.done(name, job, digest)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Heard(Vec<(OsString, usize, Option<Vec<u8>>)>);

    impl Sink<usize> for Heard {
        fn done(&mut self, name: OsString, job: usize, digest: io::Result<Vec<u8>>) -> Result<(), Failure> {
            self.0.push((name, job, digest.ok()));
            Ok(())
        }
    }

    /// Covers lengths around each limit, enough files to exceed each of them, and unreadable files in between.
    #[test]
    fn order_and_digests_hold_over_every_limit() {
        let dir = tempfile::tempdir().unwrap();
        let algorithm = &Algorithm::all()[0];
        let lengths = [0, 1, 127, 128, SMALL - 1, SMALL, SMALL + 1, CHUNK, SMALL + CHUNK, ARENA + 5];
        let lengths = lengths.into_iter().chain([SMALL - 1; 40]).chain([3; MOST_WAITING + 9]).chain([SMALL, 0]);
        let mut expected = Vec::new();
        for (index, len) in lengths.enumerate() {
            let content: Vec<u8> = (0..len).map(|i| (i * 31 + index) as u8).collect();
            let path = dir.path().join(format!("file{index}"));
            let missing = index % 7 == 3;
            if !missing {
                std::fs::write(&path, &content).unwrap();
            }
            let digest = algorithm.batch(algorithm.digest_len(), &[&content]).remove(0);
            expected.push((path.into_os_string(), index, (!missing).then_some(digest)));
        }

        let mut heard = Heard::default();
        let mut digests = Digests::new(algorithm, algorithm.digest_len());
        for (name, index, _) in &expected {
            digests.push(name.clone(), *index, &mut heard).unwrap();
        }
        digests.flush(&mut heard).unwrap();
        assert!(heard.0 == expected);
    }
}
