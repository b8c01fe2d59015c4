//! What a command reads: a file, or standard input where the name is `-`.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, StdinLock};

/// An open input.
#[derive(Debug)]
pub enum Input {
    /// Standard input.
    Stdin(StdinLock<'static>),
    /// A file.
    File(File),
}

/// Whether `name` stands for standard input. A file of that name is `./-`.
#[must_use]
pub fn is_stdin(name: &OsStr) -> bool {
    name == "-"
}

/// What messages call the input `name`.
#[must_use]
pub fn label(name: &OsStr) -> &OsStr {
    if is_stdin(name) { OsStr::new("standard input") } else { name }
}

impl Input {
    /// Opens `name`.
    ///
    /// # Errors
    /// Those of opening the file.
    pub fn open(name: &OsStr) -> io::Result<Self> {
        if is_stdin(name) { Ok(Self::Stdin(io::stdin().lock())) } else { File::open(name).map(Self::File) }
    }

    /// The length of a regular file; `None` of what has none and may keep its reader waiting.
    #[must_use]
    pub fn regular_len(&self) -> Option<u64> {
        let Self::File(file) = self else { return None };
        file.metadata().ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len())
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stdin(stdin) => stdin.read(buffer),
            Self::File(file) => file.read(buffer),
        }
    }
}

/// Reads until `buffer` is full or the input ends; gives the number of bytes read.
///
/// # Errors
/// Those of reading.
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
        assert_eq!(Input::open(OsStr::new("-")).unwrap().regular_len(), None);
    }
}
