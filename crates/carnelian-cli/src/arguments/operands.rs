//! Checks of the files that a command line names.

use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::input::InputFile;
use crate::output;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// Rejects a command line that uses standard input for two of its `inputs`, or in which two `outputs`, or an output and
/// an input, are the same file under whatever names.
///
/// # Errors
/// [`Exit::Usage`] in these cases.
pub fn check(inputs: &[&InputFile], outputs: &[&OsStr]) -> Result<(), Failure> {
    let inputs: Vec<&OsStr> = inputs.iter().map(|file| file.name()).collect();
    if inputs.iter().filter(|name| is_stdin(name)).count() > 1 {
        return Err(Failure::new(Exit::Usage, "standard input is read once: - can stand for one file only"));
    }
    let places = |names: &[&OsStr]| names.iter().map(|name| Place::of(name)).collect::<Vec<_>>();
    let (read, written) = (places(&inputs), places(outputs));
    for (i, (name, place)) in outputs.iter().zip(&written).enumerate() {
        let refused = |why| Err(Failure::new(Exit::Usage, format!("{}: {why}", file_name::quoted(name))));
        if *place != Place::Standard && read.contains(place) {
            return refused("this output is an input too, and would replace it");
        }
        if written[..i].contains(place) {
            return refused("two outputs cannot be one file");
        }
    }
    Ok(())
}

/// Returns whether a name means standard input. Of its descriptor's names in the file system, one at most can be read
/// to its end.
#[must_use]
pub fn is_stdin(name: &OsStr) -> bool {
    ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].iter().any(|stdin| name == *stdin)
}

/// The target of a name. Two names of one file are equal.
#[derive(Debug, PartialEq)]
enum Place {
    /// Standard input or output.
    Standard,
    /// An existing file, by its identity.
    There(Identity),
    /// A file that does not exist yet, by its future directory and its name there.
    New(PathBuf),
    /// Anything other than a regular file, such as `/dev/null`, to which several outputs may be written, or a file that
    /// cannot be inspected; by its name.
    Other(OsString),
}

impl Place {
    fn of(name: &OsStr) -> Self {
        let path = Path::new(name);
        match fs::metadata(path) {
            _ if name == "-" => Self::Standard,
            Ok(found) if found.is_file() => match identity(path, &found) {
                Some(identity) => Self::There(identity),
                None => Self::Other(name.to_owned()),
            },
            Ok(_) if output::is_stdout(path) => Self::Standard,
            Ok(_) => Self::Other(name.to_owned()),
            Err(_) => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
                match (folder.canonicalize(), path.file_name()) {
                    (Ok(folder), Some(last)) => Self::New(folder.join(last)),
                    _ => Self::Other(name.to_owned()),
                }
            }
        }
    }
}

/// The device and inode numbers.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(_: &Path, found: &fs::Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some((found.dev(), found.ino()))
}

/// The canonical path.
#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(not(unix))]
fn identity(path: &Path, _: &fs::Metadata) -> Option<Identity> {
    path.canonicalize().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_accepted(inputs: &[&OsStr], outputs: &[&OsStr]) -> bool {
        let inputs: Vec<InputFile> = inputs.iter().map(|name| InputFile::from(name.to_os_string())).collect();
        check(&inputs.iter().collect::<Vec<_>>(), outputs).is_ok()
    }

    #[test]
    fn every_output_needs_a_file_of_its_own() {
        let check = |inputs: &[&str], outputs: &[&str]| {
            let [inputs, outputs] = [inputs, outputs].map(|names| names.iter().map(OsStr::new).collect::<Vec<_>>());
            is_accepted(&inputs, &outputs)
        };
        assert!(check(&["a", "b", "-"], &["c", "-"]));
        assert!(check(&["a", "a"], &["b"]));
        assert!(!check(&["-", "-"], &["b"]));
        assert!(!check(&["a"], &["b", "b"]));
        assert!(!check(&["a"], &["-", "-"]));
        assert!(!check(&["a", "b"], &["b"]));
        assert!(!check(&["a"], &["b", "./b"]));
        assert!(!check(&["./a"], &["a"]));
    }

    /// Covers another spelling, a symbolic link and a hard link.
    #[test]
    fn a_file_is_itself_under_every_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).into_os_string();
        fs::create_dir(at("sub")).unwrap();
        fs::write(at("key"), b"key").unwrap();
        fs::write(at("other"), b"key").unwrap();
        fs::hard_link(at("key"), at("hard")).unwrap();
        let mut names = vec![at("key"), at("sub/../key"), at("./key"), at("hard")];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("key", at("soft")).unwrap();
            std::os::unix::fs::symlink("sub", at("linked")).unwrap();
            names.extend([at("soft"), at("linked/../key")]);
            assert!(!is_accepted(&[], &[&at("sub/new"), &at("linked/new")]));
        }
        for name in &names {
            assert!(!is_accepted(&[&at("key")], &[name]), "{}", name.display());
            assert!(is_accepted(&[&at("other")], &[name]), "{}", name.display());
        }
        assert!(!is_accepted(&[], &[&at("new"), &at("sub/../new")]));
        assert!(is_accepted(&[], &[&at("new"), &at("sub/new")]));
    }
}
