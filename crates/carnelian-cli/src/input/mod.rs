//! Inputs of the command: a file, or standard input where the name is `-`.

mod private_copy;
mod stream;

pub use private_copy::Reason;
pub use stream::read as stream;

use crate::exit::Failure;
use crate::file_name;
use crate::standard;
use bytesize::ByteSize;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, Read, Seek};

/// A file that is read, by its name on the command line. Every failure of it says which file it was.
#[derive(Clone, Debug)]
pub struct InputFile(OsString);

impl From<OsString> for InputFile {
    fn from(name: OsString) -> Self {
        Self(name)
    }
}

impl InputFile {
    /// Returns the name on the command line.
    #[must_use]
    pub fn name(&self) -> &OsStr {
        &self.0
    }

    /// Returns whether this is standard input.
    #[must_use]
    pub fn is_stdin(&self) -> bool {
        is_stdin(&self.0)
    }

    /// Opens the file.
    ///
    /// # Errors
    /// [`Exit::Io`](crate::exit::Exit::Io) if it cannot be opened.
    pub fn open(&self) -> Result<Input, Failure> {
        Input::open(&self.0).map_err(|error| self.unreadable(&error))
    }

    /// Passes the content to `update`, piece by piece, in constant memory.
    ///
    /// # Errors
    /// [`Exit::Io`](crate::exit::Exit::Io) if it cannot be read.
    pub fn stream(&self, update: impl FnMut(&[u8])) -> Result<(), Failure> {
        stream(&self.0, update).map_err(|error| self.unreadable(&error))
    }

    /// Returns the first `limit` bytes, or all if there are fewer.
    ///
    /// # Errors
    /// [`Exit::Io`](crate::exit::Exit::Io) if they cannot be read.
    pub fn start(&self, limit: usize) -> Result<Vec<u8>, Failure> {
        let mut bytes = vec![0; limit];
        let found = fill(&mut self.open()?, &mut bytes).map_err(|error| self.unreadable(&error))?;
        bytes.truncate(found);
        Ok(bytes)
    }

    /// Returns the whole content, which no other process can change afterwards, if it has at most `limit` bytes.
    ///
    /// # Errors
    /// [`Exit::Io`](crate::exit::Exit::Io) if it cannot be read or memory is exhausted,
    /// [`Exit::Unusable`](crate::exit::Exit::Unusable) if it is longer.
    pub fn whole(&self, limit: ByteSize, reason: Reason) -> Result<Vec<u8>, Failure> {
        private_copy::read(self, limit, reason)
    }

    /// Returns the failure of reading the file.
    #[must_use]
    pub fn unreadable(&self, error: &io::Error) -> Failure {
        Failure::file(label(&self.0), error)
    }

    /// Returns the failure of a file that cannot be used, for the given reason.
    pub fn unusable(&self, reason: impl Display) -> Failure {
        Failure::unusable(label(&self.0), &reason)
    }
}

/// The name in messages.
impl Display for InputFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&file_name::quoted(label(&self.0)))
    }
}

/// An open input.
#[derive(Debug)]
pub enum Input {
    /// Standard input, on systems where it cannot be used as a file.
    #[cfg(not(unix))]
    Stdin(standard::Input),
    /// A file.
    File(File),
}

/// Returns whether `name` means standard input. A file of that name is `./-`.
#[must_use]
pub fn is_stdin(name: &OsStr) -> bool {
    name == "-"
}

/// Returns the name of the input for messages.
#[must_use]
pub fn label(name: &OsStr) -> &OsStr {
    if is_stdin(name) { OsStr::new("standard input") } else { name }
}

impl Input {
    /// Opens `name`.
    ///
    /// # Errors
    /// Errors of opening the file. Standard input may be closed.
    pub fn open(name: &OsStr) -> io::Result<Self> {
        match is_stdin(name) {
            false => File::open(name).map(Self::File),
            #[cfg(unix)]
            true => standard::input().map(Self::File),
            #[cfg(not(unix))]
            true => standard::input().map(Self::Stdin),
        }
    }

    /// Returns the number of bytes left to read if this is a regular file, or `None` for inputs that have no length and
    /// may block.
    #[must_use]
    pub fn regular_len(&self) -> Option<u64> {
        #[cfg_attr(unix, expect(irrefutable_let_patterns, reason = "elsewhere standard input is no file"))]
        let Self::File(file) = self else {
            return None;
        };
        let len = file.metadata().ok().filter(std::fs::Metadata::is_file)?.len();
        // The parent process may have read part of standard input.
        let mut file = file;
        Some(len.saturating_sub(file.stream_position().unwrap_or(0)))
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            #[cfg(not(unix))]
            Self::Stdin(stdin) => stdin.read(buffer),
            Self::File(file) => file.read(buffer),
        }
    }
}

/// Reads until `buffer` is full or the input ends. Returns the number of bytes read.
///
/// # Errors
/// Errors of reading.
pub fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fill_goes_on_over_short_reads_and_stops_at_the_end() {
        let mut buffer = [0; 8];
        let mut input = (&[1u8, 2, 3][..]).chain(&[4u8, 5][..]);
        assert_eq!(fill(&mut input, &mut buffer[..4]).unwrap(), 4);
        assert_eq!(buffer[..4], [1, 2, 3, 4]);
        assert_eq!(fill(&mut input, &mut buffer).unwrap(), 1);
    }

    #[test]
    fn only_a_regular_file_has_a_length() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, "four").unwrap();
        assert_eq!(Input::open(file.path().as_os_str()).unwrap().regular_len(), Some(4));
        #[cfg(unix)]
        assert_eq!(Input::open(OsStr::new("/dev/null")).unwrap().regular_len(), None);
    }
}
