//! What a command writes. A failed command leaves no partial file: output goes to a new file in the same directory,
//! which takes its name when it is complete and disappears when it is not.

use crate::exit::{Exit, Failure};
use crate::file_name;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Stdout, Write};
use std::path::{Path, PathBuf};
use std::process;
use tempfile::{NamedTempFile, PersistError};

/// What a new file's mode is before the process's mask takes bits away.
const PUBLIC_MODE: u32 = 0o666;
const SECRET_MODE: u32 = 0o600;

const TAKEN: &str = "exists already; --force replaces it";

/// What becomes of a file that has the output's name already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Existing {
    Replaced,
    Kept,
}

/// An output that is being written. Dropped without [`commit`](Self::commit), it leaves nothing behind.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    Stdout(Stdout),
    /// What is no regular file and can only be written in place: a pipe, a terminal, `/dev/null`.
    InPlace(File),
    /// A file that does not have its name yet.
    New(NamedTempFile, Existing),
}

impl Output {
    /// An output that anyone may read, as the process's mask has it. It replaces a file that exists, whose permissions
    /// it keeps; `-` is standard output.
    ///
    /// # Errors
    /// [`Exit::Io`] if the file cannot be created.
    pub fn public(path: &Path) -> Result<Self, Failure> {
        let failed = |error| Failure::file(path.as_os_str(), &error);
        if is_stdout(path) {
            return Ok(Self::new(path, Target::Stdout(io::stdout())));
        }
        match fs::metadata(path) {
            Ok(found) if found.is_file() => {
                let file = beside(path, SECRET_MODE).map_err(failed)?;
                file.as_file().set_permissions(found.permissions()).map_err(failed)?;
                Ok(Self::new(path, Target::New(file, Existing::Replaced)))
            }
            Ok(_) => {
                let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
                Ok(Self::new(path, Target::InPlace(file)))
            }
            Err(_) => {
                let file = beside(path, PUBLIC_MODE).map_err(failed)?;
                Ok(Self::new(path, Target::New(file, Existing::Replaced)))
            }
        }
    }

    /// As [`public`](Self::public), for what must not take the place of anything by accident: a file that has the name
    /// already is refused, as is a symbolic link to a file or to nothing, unless `force` is given. What can only be
    /// written in place, such as a pipe, is.
    ///
    /// # Errors
    /// [`Exit::Io`] if the name is taken or the file cannot be created.
    pub fn public_new(path: &Path, force: bool) -> Result<Self, Failure> {
        check_public_new(path, force)?;
        let mut output = Self::public(path)?;
        if let Target::New(_, existing) = &mut output.target
            && !force
        {
            *existing = Existing::Kept;
        }
        Ok(output)
    }

    /// An output that holds a secret: only its owner may read and write it, from its first byte on. Anything that has
    /// its name already, be it a dangling symbolic link, is refused; `force` replaces a file or a link, never what a
    /// link points to. `-` is standard output.
    ///
    /// # Errors
    /// [`Exit::Io`] if the name is taken or the file cannot be created.
    pub fn secret(path: &Path, force: bool) -> Result<Self, Failure> {
        if is_stdout(path) {
            return Ok(Self::new(path, Target::Stdout(io::stdout())));
        }
        check_secret(path, force)?;
        let file = beside(path, SECRET_MODE).map_err(|error| Failure::file(path.as_os_str(), &error))?;
        let existing = if force { Existing::Replaced } else { Existing::Kept };
        Ok(Self::new(path, Target::New(file, existing)))
    }

    /// From here on the new file disappears too if the user interrupts the command, which ends it: for outputs that take
    /// long to write.
    pub fn remove_when_interrupted(&self) {
        let Target::New(file, _) = &self.target else { return };
        let path = file.path().to_owned();
        // A program that has a handler of its own keeps it.
        let _ = ctrlc::set_handler(move || {
            let _ = fs::remove_file(&path);
            process::exit(Exit::Interrupted as i32);
        });
    }

    /// Gives the file its name, once its content is safe on the disk.
    ///
    /// # Errors
    /// [`Exit::Io`] if the content cannot be written, or if a name that must not be taken has been in the meantime.
    pub fn commit(mut self) -> Result<(), Failure> {
        self.flush().map_err(|error| self.failure(&error))?;
        let (path, target) = (self.path, self.target);
        let Target::New(file, existing) = target else { return Ok(()) };
        let failed = |error: io::Error| Failure::file(path.as_os_str(), &error);
        file.as_file().sync_all().map_err(failed)?;
        let named = match existing {
            Existing::Replaced => file.persist(&path),
            Existing::Kept => file.persist_noclobber(&path),
        };
        named.map(drop).map_err(|PersistError { error, .. }| match error.kind() {
            io::ErrorKind::AlreadyExists if existing == Existing::Kept => refused(&path, TAKEN),
            _ => failed(error),
        })
    }

    /// Writes all of `content` and gives the file its name.
    ///
    /// # Errors
    /// As of [`commit`](Self::commit).
    pub fn write_whole(mut self, content: &[u8]) -> Result<(), Failure> {
        self.write_all(content).map_err(|error| self.failure(&error))?;
        self.commit()
    }

    fn new(path: &Path, target: Target) -> Self {
        Self { path: path.to_owned(), target }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.target {
            Target::Stdout(stdout) => stdout,
            Target::InPlace(file) => file,
            Target::New(file, _) => file.as_file_mut(),
        }
    }

    /// The failure of an output that cannot be written.
    #[must_use]
    pub fn failure(&self, error: &io::Error) -> Failure {
        if is_stdout(&self.path) { Failure::stdout(error) } else { Failure::file(self.path.as_os_str(), error) }
    }
}

impl Write for Output {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.writer().write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// Whether [`Output::public_new`] would take this name, told before long work or a question to the user: a command that
/// is interrupted leaves its new file behind, so it creates it when there is something to write.
///
/// # Errors
/// [`Exit::Io`] if the name is taken.
pub fn check_public_new(path: &Path, force: bool) -> Result<(), Failure> {
    let replaces = match fs::metadata(path) {
        Ok(found) => found.is_file(),
        Err(_) => fs::symlink_metadata(path).is_ok(),
    };
    if replaces && !force && !is_stdout(path) { Err(refused(path, TAKEN)) } else { Ok(()) }
}

/// Whether [`Output::secret`] would take this name: see [`check_public_new`].
///
/// # Errors
/// [`Exit::Io`] if the name is taken.
pub fn check_secret(path: &Path, force: bool) -> Result<(), Failure> {
    match fs::symlink_metadata(path) {
        _ if is_stdout(path) => Ok(()),
        Ok(found) if !found.is_file() && !found.is_symlink() => Err(refused(path, "is not a regular file")),
        Ok(_) if !force => Err(refused(path, TAKEN)),
        _ => Ok(()),
    }
}

/// Refuses to write bytes that are no text to a terminal, where they would do no good; `instead` says what would.
///
/// # Errors
/// [`Exit::Usage`] if `path` is standard output and that is a terminal.
pub fn refuse_terminal(path: &Path, instead: &str) -> Result<(), Failure> {
    if is_stdout(path) && io::stdout().is_terminal() {
        return Err(Failure::new(
            Exit::Usage,
            format!("this would write bytes that are no text to a terminal: {instead}"),
        ));
    }
    Ok(())
}

/// Writes `content` to standard output.
///
/// # Errors
/// [`Exit::Io`] if that fails.
pub fn print(content: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(content).and_then(|()| stdout.flush()).map_err(|error| Failure::stdout(&error))
}

fn refused(path: &Path, why: &str) -> Failure {
    Failure::new(Exit::Io, format!("{}: {why}", file_name::quoted(path.as_os_str())))
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A new file of an unused name in the directory of `path`, so that renaming it stays within one file system.
fn beside(path: &Path, mode: u32) -> io::Result<NamedTempFile> {
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    tempfile::Builder::new().prefix(".carnelian-").make_in(directory, |path| create(path, mode))
}

/// Creates a file that does not exist: `O_CREAT | O_EXCL`, which follows no link, and on Unix `mode` less what the
/// process's mask takes away.
fn create(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    options.open(path)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use tempfile::TempDir;

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).unwrap().permissions().mode() & 0o7777
    }

    fn names(dir: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(dir.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn is_io(outcome: Result<impl Sized, Failure>) -> bool {
        outcome.is_err_and(|failure| failure.report() == Exit::Io)
    }

    #[test]
    fn a_secret_is_private_from_its_first_byte() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("key");
        let mut output = Output::secret(&path, false).unwrap();
        output.write_all(b"first").unwrap();
        let [unnamed] = &names(&dir)[..] else { panic!("one file, without its name yet") };
        assert_ne!(unnamed, "key");
        assert_eq!(mode(&dir.path().join(unnamed)), 0o600);
        output.commit().unwrap();
        assert_eq!(names(&dir), ["key"]);
        assert_eq!(mode(&path), 0o600);
        assert_eq!(fs::read(&path).unwrap(), b"first");
    }

    #[test]
    fn a_secret_is_refused_where_anything_is_already() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        fs::write(&file, "old").unwrap();
        symlink(&file, dir.path().join("link")).unwrap();
        symlink(dir.path().join("nowhere"), dir.path().join("dangling")).unwrap();
        let before = names(&dir);
        for name in ["file", "link", "dangling", "."] {
            assert!(is_io(Output::secret(&dir.path().join(name), false)), "{name}");
        }
        assert_eq!(names(&dir), before);
        assert_eq!(fs::read(&file).unwrap(), b"old");
    }

    #[test]
    fn a_name_that_is_taken_while_a_secret_is_written_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("key");
        let output = Output::secret(&path, false).unwrap();
        fs::write(&path, "theirs").unwrap();
        assert!(is_io(output.write_whole(b"ours")));
        assert_eq!(names(&dir), ["key"]);
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
    }

    #[test]
    fn force_replaces_a_file_and_its_mode_but_not_what_a_link_points_to() {
        let dir = tempfile::tempdir().unwrap();
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
        symlink(&file, &link).unwrap();

        Output::secret(&link, true).unwrap().write_whole(b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_file());
        assert_eq!((mode(&link), mode(&file)), (0o600, 0o644));
        assert_eq!(fs::read(&file).unwrap(), b"old");

        Output::secret(&file, true).unwrap().write_whole(b"new").unwrap();
        assert_eq!(mode(&file), 0o600);
        assert_eq!(fs::read(&file).unwrap(), b"new");
    }

    #[test]
    fn force_does_not_replace_what_is_no_file() {
        assert!(is_io(Output::secret(Path::new("/dev/null"), true)));
        assert!(is_io(Output::secret(&std::env::temp_dir(), true)));
    }

    #[test]
    fn what_is_not_committed_leaves_nothing_and_keeps_what_was_there() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let outputs: [&dyn Fn() -> Output; 2] =
            [&|| Output::public(&path).unwrap(), &|| Output::secret(&path, path.exists()).unwrap()];
        for open in outputs {
            open().write_all(b"partial").unwrap();
            assert!(names(&dir).is_empty());
        }
        fs::write(&path, "old").unwrap();
        for open in outputs {
            open().write_all(b"partial").unwrap();
            assert_eq!(names(&dir), ["file"]);
            assert_eq!(fs::read(&path).unwrap(), b"old");
        }
    }

    /// The mask is the process's, so what a plain file gets is the measure.
    #[test]
    fn a_public_file_is_as_open_as_a_plain_one_and_keeps_the_mode_it_replaces() {
        let dir = tempfile::tempdir().unwrap();
        let (plain, path) = (dir.path().join("plain"), dir.path().join("file"));
        fs::write(&plain, "").unwrap();
        Output::public(&path).unwrap().write_whole(b"one").unwrap();
        assert_eq!(mode(&path), mode(&plain));

        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        Output::public(&path).unwrap().write_whole(b"two").unwrap();
        assert_eq!(mode(&path), 0o640);
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(&dir), ["file", "plain"]);
    }

    #[test]
    fn a_new_public_file_replaces_nothing_unless_forced() {
        let dir = tempfile::tempdir().unwrap();
        let [file, link, dangling] = ["file", "link", "dangling"].map(|name| dir.path().join(name));
        fs::write(&file, "old").unwrap();
        symlink(&file, &link).unwrap();
        symlink(dir.path().join("nowhere"), &dangling).unwrap();
        for path in [&file, &link, &dangling] {
            assert!(is_io(Output::public_new(path, false)), "{}", path.display());
        }
        let late = dir.path().join("late");
        let output = Output::public_new(&late, false).unwrap();
        fs::write(&late, "theirs").unwrap();
        assert!(is_io(output.write_whole(b"ours")));
        assert_eq!((fs::read(&file).unwrap(), fs::read(&late).unwrap()), (b"old".to_vec(), b"theirs".to_vec()));

        Output::public_new(&late, true).unwrap().write_whole(b"ours").unwrap();
        assert_eq!(fs::read(&late).unwrap(), b"ours");
        Output::public_new(Path::new("/dev/null"), false).unwrap().write_whole(b"gone").unwrap();
    }

    #[test]
    fn a_device_is_written_in_place_and_a_directory_is_refused() {
        Output::public(Path::new("/dev/null")).unwrap().write_whole(b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(is_io(Output::public(&std::env::temp_dir())));
        assert!(is_io(Output::public(Path::new("/there/is/no/such/directory/file"))));
    }
}
