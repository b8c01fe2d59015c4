//! Digests of files in the order in which they are named: big ones read in large chunks, small ones side by side in the
//! lanes of the CPU. Memory is constant, whatever the files.

use crate::algorithm::Algorithm;
use crate::exit::Failure;
use crate::input::{self, Input};
use crate::progress::Progress;
use std::ffi::OsString;
use std::io;
use std::mem;
use std::ops::Range;

/// A file shorter than this waits for others to be digested beside it.
const SMALL: usize = 64 << 10;
/// Room for the files that wait.
const ARENA: usize = 1 << 20;
/// How much of a big file is read at a time: it stays in the CPU's cache between being read and being digested.
const CHUNK: usize = 256 << 10;
/// Files that wait at most, so that many empty ones do not pile up.
const MOST_WAITING: usize = 256;
/// Room for the digests of those that wait, if there are several.
const DIGESTS: usize = 1 << 20;

/// Hears of digests, in the order in which their files were pushed.
pub trait Sink<T> {
    /// `name` was read, or not. A failure stops the command.
    ///
    /// # Errors
    /// What the sink cannot go on after.
    fn done(&mut self, name: OsString, job: T, digest: io::Result<Vec<u8>>) -> Result<(), Failure>;
}

/// Files that are being digested, each with what its sink wants to know of it.
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
    /// Where in the arena its content is.
    content: io::Result<Range<usize>>,
}

impl<T> Digests<T> {
    /// No files yet; digests of `digest_len` bytes.
    #[must_use]
    pub fn new(algorithm: &'static Algorithm, digest_len: usize) -> Self {
        Self { algorithm, digest_len, arena: vec![0; ARENA].into(), used: 0, waiting: Vec::new() }
    }

    /// Digests of the files that come have `digest_len` bytes.
    ///
    /// # Errors
    /// Those of the sink, which hears of the files before them.
    pub fn change_length(&mut self, digest_len: usize, sink: &mut impl Sink<T>) -> Result<(), Failure> {
        if digest_len != self.digest_len {
            self.flush(sink)?;
            self.digest_len = digest_len;
        }
        Ok(())
    }

    /// Takes in the next file. Its sink may hear of it at once or when more have come.
    ///
    /// # Errors
    /// Those of the sink; a file that cannot be read is the sink's to judge.
    pub fn push(&mut self, name: OsString, job: T, sink: &mut impl Sink<T>) -> Result<(), Failure> {
        let mut input = match Input::open(&name) {
            Ok(input) => input,
            Err(error) => return self.wait(name, job, Err(error), sink),
        };
        let total = input.regular_len();
        // A pipe may keep us waiting: what came before it is told first.
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

    /// Digests the files that wait, so that their sink has heard of all that were pushed.
    ///
    /// # Errors
    /// Those of the sink.
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
    use crate::algorithm::ALGORITHMS;

    #[derive(Default)]
    struct Heard(Vec<(OsString, usize, Option<Vec<u8>>)>);

    impl Sink<usize> for Heard {
        fn done(&mut self, name: OsString, job: usize, digest: io::Result<Vec<u8>>) -> Result<(), Failure> {
            self.0.push((name, job, digest.ok()));
            Ok(())
        }
    }

    /// Lengths around each limit, and enough files to pass each of them, with files that cannot be read in between.
    #[test]
    fn order_and_digests_hold_over_every_limit() {
        let dir = tempfile::tempdir().unwrap();
        let algorithm = &ALGORITHMS[0];
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
            let digest = algorithm.batch(algorithm.digest_len, &[&content]).remove(0);
            expected.push((path.into_os_string(), index, (!missing).then_some(digest)));
        }

        let mut heard = Heard::default();
        let mut digests = Digests::new(algorithm, algorithm.digest_len);
        for (name, index, _) in &expected {
            digests.push(name.clone(), *index, &mut heard).unwrap();
        }
        digests.flush(&mut heard).unwrap();
        assert!(heard.0 == expected);
    }
}
