//! Open descriptors under names of the file system: `/dev/stdout`, and the `/dev/fd/63` of a shell's `>(command)`.
//!
//! Opening such a name would begin a file anew that another program writes too, and replacing it would replace a link in
//! `/dev`. So the descriptor that the command has inherited is used. It is the caller's own, as standard output is.

use std::fs::File;
use std::io;
use std::path::Path;

/// The number of standard output.
pub(super) const STDOUT: i32 = 1;

/// Returns the number of the descriptor that a path names.
pub(super) fn number(path: &Path) -> Option<i32> {
    match path.to_str()? {
        "-" => Some(STDOUT),
        #[cfg(unix)]
        "/dev/stdout" => Some(STDOUT),
        #[cfg(unix)]
        "/dev/stderr" => Some(2),
        #[cfg(unix)]
        other => {
            let number = ["/dev/fd/", "/proc/self/fd/"].iter().find_map(|start| other.strip_prefix(start))?;
            number.parse().ok().filter(|number| *number >= 0)
        }
        #[cfg(not(unix))]
        _ => None,
    }
}

/// Returns the file of a descriptor, at its position.
#[cfg(unix)]
pub(super) fn open(number: i32) -> io::Result<File> {
    use filedescriptor::{Error, FileDescriptor};
    if crate::standard::is_closed(number) {
        return Err(io::Error::other("it is closed"));
    }
    let file = FileDescriptor::dup(&number).and_then(|descriptor| descriptor.as_file());
    file.map_err(|error| match error {
        Error::Dup { source, .. } => source,
        other => io::Error::other(other.to_string()),
    })
}

/// Only standard output has a name here, which is opened elsewhere.
#[cfg(not(unix))]
pub(super) fn open(_: i32) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_descriptors_have_numbers() {
        let number = |path: &str| number(Path::new(path));
        assert_eq!(number("-"), Some(1));
        for path in
            ["./-", "1", "/dev/null", "/dev/fd", "/dev/fd/", "/dev/fd/x", "/dev/fd/-1", "/dev/fd/1/..", "/tmp/dev/fd/1"]
        {
            assert_eq!(number(path), None, "{path}");
        }
        #[cfg(unix)]
        for (path, expected) in [("/dev/stdout", 1), ("/dev/stderr", 2), ("/dev/fd/63", 63), ("/proc/self/fd/1", 1)] {
            assert_eq!(number(path), Some(expected), "{path}");
        }
    }
}
