//! Reading an input of any length in constant memory.

use super::Input;
use crate::progress::Progress;
use std::ffi::OsStr;
use std::io::{self, Read};

/// Chunk size, small enough that a chunk is still in the CPU's cache when it is hashed.
const CHUNK: usize = 256 << 10;

/// Passes the content of the input `name` to `update`, chunk by chunk.
///
/// # Errors
/// Errors of reading.
pub fn read(name: &OsStr, mut update: impl FnMut(&[u8])) -> io::Result<()> {
    let mut input = Input::open(name)?;
    let mut progress = Progress::new(name, input.regular_len());
    let mut buffer = vec![0; CHUNK];
    loop {
        match input.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(len) => {
                update(&buffer[..len]);
                progress.advance(len);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_are_the_file() {
        let content: Vec<u8> = (0..3 * CHUNK as u32 + 5).map(|i| (i >> 3) as u8).collect();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, &content).unwrap();
        let mut read_back = Vec::new();
        read(file.path().as_os_str(), |piece| read_back.extend_from_slice(piece)).unwrap();
        assert!(read_back == content);
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        assert!(read(dir.path().join("missing").as_os_str(), |_| ()).is_err());
        assert!(read(dir.path().as_os_str(), |_| ()).is_err());
    }
}
