//! A passphrase on a file descriptor that the command has inherited.

use super::unusable;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::message;
use crate::standard;
use carnelian::secret::Secret;
use filedescriptor::FileDescriptor;
use std::io;
use std::mem;
use zeroize::Zeroizing;

/// The longest passphrase that is read, so that a wrong descriptor does not fill the memory.
const LONGEST: usize = 1024;

/// Reads the first line from an inherited descriptor, from its current position and not beyond the line.
/// `option` is its name on the command line.
pub(super) fn passphrase(option: &str, number: i32) -> Result<Secret<Vec<u8>>, Failure> {
    let failed = |reason: &str| Failure::new(Exit::Io, format!("{option} {number}: {reason}"));
    if standard::is_closed(number) {
        return Err(failed("it is closed"));
    }
    let mut descriptor = FileDescriptor::dup(&number).map_err(|error| match error {
        filedescriptor::Error::Dup { source, .. } => failed(&message::reason(&source)),
        other => failed(&other.to_string()),
    })?;
    match first_line(&mut descriptor) {
        Ok(Some(line)) => Ok(line),
        Ok(None) => Err(unusable(&format!("{option} {number}: {}", too_long()))),
        Err(error) => Err(failed(&message::reason(&error))),
    }
}

/// Returns the message for a line that is too long for a passphrase.
pub(super) fn too_long() -> String {
    format!("expected a line of at most {LONGEST} bytes, found more")
}

/// Reads byte by byte up to a line feed, which is consumed but not returned, or to the end. Returns `None` for a line
/// that is too long for a passphrase.
pub(super) fn first_line(input: &mut impl io::Read) -> io::Result<Option<Secret<Vec<u8>>>> {
    // Allocated at full size: a vector that grows leaves copies of its bytes behind.
    let mut line = Zeroizing::new(Vec::with_capacity(LONGEST));
    let mut byte = Zeroizing::new([0]);
    while input::fill(input, &mut *byte)? == 1 && byte[0] != b'\n' {
        if line.len() == LONGEST {
            return Ok(None);
        }
        line.push(byte[0]);
    }
    Ok(Some(Secret::new(mem::take(&mut *line))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(mut input: &[u8]) -> (Option<Vec<u8>>, usize) {
        let line = first_line(&mut input).unwrap();
        (line.map(|line| line.declassify("a test").clone()), input.len())
    }

    #[test]
    fn the_first_line_is_the_passphrase_and_what_follows_is_left() {
        assert_eq!(line(b"word\nrest"), (Some(b"word".to_vec()), 4));
        assert_eq!(line(b"two words \r\n"), (Some(b"two words \r".to_vec()), 0));
        assert_eq!(line(b"no end"), (Some(b"no end".to_vec()), 0));
        assert_eq!(line(b"\nrest"), (Some(Vec::new()), 4));
        assert_eq!(line(b""), (Some(Vec::new()), 0));
    }

    #[test]
    fn a_line_that_is_too_long_is_no_passphrase() {
        let longest = [b'x'; LONGEST];
        assert_eq!(line(&longest), (Some(longest.to_vec()), 0));
        assert_eq!(line(&[b'x'; LONGEST + 1]).0, None);
    }
}
