//! A whole input in memory that no other process can change.
//!
//! Ed25519 hashes a message twice, once for the nonce r and once for the challenge k, and the signature's S is r + k·s
//! for the secret scalar s (RFC 8032 Section 5.1.6). If an attacker changes the message between the two, signing twice
//! yields two equations with the same r and s, which can be solved for s. So the message is read once into memory. A
//! memory map would not do, because its bytes are those of the file.

use super::{Input, InputFile};
use crate::exit::{Exit, Failure};
use crate::message;
use crate::progress::Progress;
use bytesize::ByteSize;
use std::io::{self, Read};

/// The purpose of a copy, and what a user can do without one, as parts of messages.
#[derive(Clone, Copy, Debug)]
pub struct Reason {
    /// "to sign".
    pub purpose: &'static str,
    /// "--prehash signs files of any length".
    pub instead: &'static str,
}

/// Reads the content of the file once, if it has at most `limit` bytes.
///
/// # Errors
/// [`Exit::Io`] if it cannot be read or memory is exhausted, [`Exit::Unusable`] if it is longer.
pub(super) fn read(file: &InputFile, limit: ByteSize, reason: Reason) -> Result<Vec<u8>, Failure> {
    let failed = |error| failure(file, reason, &error);
    let input = Input::open(file.name()).map_err(failed)?;
    let total = input.regular_len();
    if total.is_some_and(|total| total > limit.as_u64()) {
        return Err(too_long(file, limit, reason));
    }
    let progress = Progress::new(file.name(), total);
    let mut content = Vec::new();
    // A vector that grows takes up to twice the memory. The reader asks for no more space if it is full at the end.
    let expected = usize::try_from(total.unwrap_or(0)).map_err(|_| failed(io::ErrorKind::OutOfMemory.into()))?;
    content.try_reserve_exact(expected).map_err(|_| failed(io::ErrorKind::OutOfMemory.into()))?;
    // The input may be longer than its reported length, so one byte beyond the limit is read to detect that.
    let mut watched = Watched { input, progress }.take(limit.as_u64().saturating_add(1));
    watched.read_to_end(&mut content).map_err(failed)?;
    if content.len() as u64 > limit.as_u64() { Err(too_long(file, limit, reason)) } else { Ok(content) }
}

fn too_long(file: &InputFile, limit: ByteSize, Reason { purpose, instead }: Reason) -> Failure {
    let limit = limit.display().iec();
    let found = format_args!("expected at most {limit} {purpose} in memory, found more");
    file.unusable(format_args!("{found}; {instead}, --memory-limit raises the limit"))
}

fn failure(file: &InputFile, Reason { instead, .. }: Reason, error: &io::Error) -> Failure {
    if error.kind() != io::ErrorKind::OutOfMemory {
        return file.unreadable(error);
    }
    Failure::new(Exit::Io, format!("{file}: {}; {instead}", message::reason(error)))
}

/// An input whose progress is shown.
struct Watched<'a> {
    input: Input,
    progress: Progress<'a>,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.progress.advance(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;
    use std::fs;

    const REASON: Reason = Reason { purpose: "to sign", instead: "--prehash signs files of any length" };

    #[test]
    fn a_file_up_to_the_limit_is_read_whole() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, [7; 5000]).unwrap();
        let file = InputFile::from(file.path().as_os_str().to_owned());
        for limit in [5000, 5001, u64::MAX] {
            let content = read(&file, ByteSize(limit), REASON).unwrap();
            assert_eq!(content, [7; 5000], "{limit}");
            assert_eq!(content.capacity(), 5000, "{limit}");
        }
        for limit in [0, 4999] {
            assert_eq!(read(&file, ByteSize(limit), REASON).unwrap_err().report(), Exit::Unusable, "{limit}");
        }
    }

    /// The length of such a file is not known before it is read.
    #[cfg(unix)]
    #[test]
    fn an_input_without_a_length_is_held_to_the_limit_too() {
        let failure = read(&InputFile::from(OsString::from("/dev/zero")), ByteSize(100_000), REASON).unwrap_err();
        assert_eq!(failure.report(), Exit::Unusable);
    }
}
