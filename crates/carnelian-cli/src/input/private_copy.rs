//! A whole input in memory that no other process can change.
//!
//! Ed25519 hashes a message twice, once for the nonce r and once for the challenge k, and the signature's S is r + k·s
//! for the secret scalar s (RFC 8032 Section 5.1.6). If an attacker changes the message between the two, signing twice
//! yields two equations with the same r and s, which can be solved for s. So the message is read once into memory. A
//! memory map would not do, because its bytes are those of the file.

use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::input::{self, Input};
use crate::message;
use crate::progress::Progress;
use bytesize::ByteSize;
use std::ffi::OsStr;
use std::io::{self, Read};

/// The purpose of a copy, and what a user can do without one, as parts of messages.
#[derive(Clone, Copy, Debug)]
pub struct Reason {
    /// "to sign".
    pub purpose: &'static str,
    /// "--prehash signs files of any length".
    pub instead: &'static str,
}

/// Reads the content of the input `name` once, if it has at most `limit` bytes.
///
/// # Errors
/// [`Exit::Io`] if it cannot be read or memory is exhausted, [`Exit::Unusable`] if it is longer.
pub fn read(name: &OsStr, limit: ByteSize, reason: Reason) -> Result<Vec<u8>, Failure> {
    let failed = |error| failure(name, reason, &error);
    let input = Input::open(name).map_err(failed)?;
    let total = input.regular_len();
    if total.is_some_and(|total| total > limit.as_u64()) {
        return Err(too_long(name, limit, reason));
    }
    let progress = Progress::new(name, total);
    let mut content = Vec::new();
    // A vector that grows takes up to twice the memory. The reader asks for no more space if it is full at the end.
    let expected = usize::try_from(total.unwrap_or(0)).map_err(|_| failed(io::ErrorKind::OutOfMemory.into()))?;
    content.try_reserve_exact(expected).map_err(|_| failed(io::ErrorKind::OutOfMemory.into()))?;
    // The input may be longer than its reported length, so one byte beyond the limit is read to detect that.
    let mut watched = Watched { input, progress }.take(limit.as_u64().saturating_add(1));
    watched.read_to_end(&mut content).map_err(failed)?;
    if content.len() as u64 > limit.as_u64() { Err(too_long(name, limit, reason)) } else { Ok(content) }
}

fn too_long(name: &OsStr, limit: ByteSize, Reason { purpose, instead }: Reason) -> Failure {
    let message = format!(
        "{}: expected at most {} {purpose} in memory, found more; {instead}, --memory-limit raises the limit",
        file_name::quoted(input::label(name)),
        limit.display().iec(),
    );
    Failure::new(Exit::Unusable, message)
}

fn failure(name: &OsStr, Reason { instead, .. }: Reason, error: &io::Error) -> Failure {
    if error.kind() != io::ErrorKind::OutOfMemory {
        return Failure::file(input::label(name), error);
    }
    let (name, why) = (file_name::quoted(input::label(name)), message::reason(error));
    Failure::new(Exit::Io, format!("{name}: {why}; {instead}"))
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
    use std::fs;

    const REASON: Reason = Reason { purpose: "to sign", instead: "--prehash signs files of any length" };

    #[test]
    fn a_file_up_to_the_limit_is_read_whole() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, [7; 5000]).unwrap();
        let name = file.path().as_os_str();
        for limit in [5000, 5001, u64::MAX] {
            let content = read(name, ByteSize(limit), REASON).unwrap();
            assert_eq!(content, [7; 5000], "{limit}");
            assert_eq!(content.capacity(), 5000, "{limit}");
        }
        for limit in [0, 4999] {
            assert_eq!(read(name, ByteSize(limit), REASON).unwrap_err().report(), Exit::Unusable, "{limit}");
        }
    }

    /// The length of such a file is not known before it is read.
    #[cfg(unix)]
    #[test]
    fn an_input_without_a_length_is_held_to_the_limit_too() {
        let failure = read(OsStr::new("/dev/zero"), ByteSize(100_000), REASON).unwrap_err();
        assert_eq!(failure.report(), Exit::Unusable);
    }
}
