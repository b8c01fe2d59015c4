//! Outputs of the command. A failed command leaves no partial file: output goes to a new file in the same directory,
//! which is unnamed where the system supports that, and gets its name when it is complete.

mod descriptor;
pub mod json;
mod new_file;
#[cfg(all(test, unix))]
mod tests;

use crate::ending::Step;
use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::standard;
use new_file::{Given, NewFile};
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The mode of a new file before the umask is applied.
const PUBLIC_MODE: u32 = 0o666;
const PRIVATE_MODE: u32 = 0o600;

const TAKEN: &str = "exists already; --force replaces it";

/// The treatment of an existing file with the output's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Existing {
    Replaced,
    Kept,
}

/// The destination of an output and the rules for it. Nothing is replaced by accident: an existing file of that name is
/// refused, as is a symbolic link to one or to nothing, unless the user forces it. Then the file or the link itself is
/// replaced, never the link's target. A pipe or a device is neither refused nor replaced, but written to. `-` is
/// standard output, and so is `/dev/stdout`; the name of another open descriptor, such as `/dev/fd/3`, is that
/// descriptor.
#[derive(Clone, Copy, Debug)]
pub struct Destination<'a> {
    path: &'a Path,
    kind: Kind,
    force: bool,
    /// For binary output: the hint shown when a terminal is refused.
    instead: Option<&'static str>,
}

/// The access rights of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Public,
    Secret,
}

impl<'a> Destination<'a> {
    /// Returns an output that others may read as far as the umask allows. A file that is replaced passes on its
    /// permissions.
    #[must_use]
    pub const fn public(path: &'a Path, force: bool) -> Self {
        Self { path, kind: Kind::Public, force, instead: None }
    }

    /// Returns an output whose file only its owner may read and write, from its first byte on. Who reads from a pipe or
    /// a device is up to the user who names it.
    #[must_use]
    pub const fn secret(path: &'a Path, force: bool) -> Self {
        Self { path, kind: Kind::Secret, force, instead: None }
    }

    /// Marks the output as binary if `are_bytes`. A terminal, where binary output is useless and harmful, is then
    /// refused unless the user forces it; `instead` is the hint that is shown.
    #[must_use]
    pub const fn of_bytes(mut self, are_bytes: bool, instead: &'static str) -> Self {
        self.instead = if are_bytes { Some(instead) } else { None };
        self
    }

    /// Checks whether the output can be created, before long work or a question to the user.
    ///
    /// # Errors
    /// [`Exit::Usage`] for a terminal that must not be written to, [`Exit::Io`] if the name is taken or that of a
    /// directory, if a device cannot be opened, or if standard output is closed.
    pub fn check(&self) -> Result<(), Failure> {
        match descriptor::number(self.path) {
            Some(descriptor::STDOUT) => {
                let stdout = standard::output().map_err(|error| Failure::stdout(&error))?;
                return self.check_terminal(&stdout);
            }
            Some(number) => return self.check_terminal(&self.inherited(number)?),
            None => {}
        }
        match (fs::symlink_metadata(self.path), fs::metadata(self.path)) {
            (Err(_), _) => Ok(()),
            (Ok(_), Ok(found)) if found.is_dir() => Err(refused(self.path, "Is a directory")),
            (Ok(_), Ok(found)) if is_device(&found) => self.check_terminal(&self.open_in_place()?),
            // A pipe is not opened yet: that waits for its reader.
            (Ok(_), Ok(found)) if !found.is_file() => Ok(()),
            (Ok(_), _) if self.force => Ok(()),
            (Ok(_), _) => Err(refused(self.path, TAKEN)),
        }
    }

    /// Creates the output.
    ///
    /// # Errors
    /// Those of [`check`](Self::check), and [`Exit::Io`] if the file cannot be created.
    pub fn create(&self) -> Result<Output, Failure> {
        self.check()?;
        let failed = |error| Failure::file(self.path.as_os_str(), &error);
        let target = match (descriptor::number(self.path), fs::metadata(self.path)) {
            (Some(descriptor::STDOUT), _) => {
                Target::Standard(standard::output().map_err(|error| Failure::stdout(&error))?)
            }
            (Some(number), _) => Target::InPlace(self.inherited(number)?),
            (None, Ok(found)) if !found.is_file() => {
                let file = self.open_in_place()?;
                self.check_terminal(&file)?;
                Target::InPlace(file)
            }
            (None, found) => Target::New(self.new_file(found.ok()).map_err(failed)?, self.existing()),
        };
        Ok(Output { path: self.path.to_owned(), target })
    }

    fn inherited(&self, number: i32) -> Result<File, Failure> {
        descriptor::open(number).map_err(|error| Failure::file(self.path.as_os_str(), &error))
    }

    /// Opens an existing pipe or device. `O_CREAT` lets Linux refuse a pipe that another user has put into a directory
    /// such as `/tmp`, where a new file was meant (`fs.protected_fifos`).
    fn open_in_place(&self) -> Result<File, Failure> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, PRIVATE_MODE);
        options.open(self.path).map_err(|error| Failure::file(self.path.as_os_str(), &error))
    }

    fn new_file(&self, found: Option<fs::Metadata>) -> io::Result<NewFile> {
        match (self.kind, found) {
            (Kind::Public, Some(found)) => {
                let file = NewFile::beside(self.path, PRIVATE_MODE)?;
                file.file().set_permissions(found.permissions())?;
                Ok(file)
            }
            (Kind::Public, None) => NewFile::beside(self.path, PUBLIC_MODE),
            (Kind::Secret, _) => NewFile::beside(self.path, PRIVATE_MODE),
        }
    }

    const fn existing(&self) -> Existing {
        if self.force { Existing::Replaced } else { Existing::Kept }
    }

    fn check_terminal(&self, stream: &impl IsTerminal) -> Result<(), Failure> {
        match self.instead {
            Some(instead) if !self.force && stream.is_terminal() => Err(Failure::new(
                Exit::Usage,
                format!("this would write binary data to a terminal: {instead}, or force it with --force"),
            )),
            _ => Ok(()),
        }
    }
}

/// An output that is being written. If dropped without [`commit`](Self::commit), it leaves nothing behind.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    target: Target,
}

#[derive(Debug)]
enum Target {
    Standard(standard::Output),
    /// Not a regular file, so it can only be written in place: a pipe, a terminal, `/dev/null`.
    InPlace(File),
    /// A file that does not have its name yet.
    New(NewFile, Existing),
}

impl Output {
    /// Creates an output that others may read and that replaces an existing file: [`Destination::public`], forced.
    ///
    /// # Errors
    /// Those of [`Destination::create`].
    pub fn public(path: &Path) -> Result<Self, Failure> {
        Destination::public(path, true).create()
    }

    /// Syncs the content to disk, then gives the file its name.
    ///
    /// # Errors
    /// [`Exit::Io`] if the content cannot be written, or if a name that must not be replaced was taken in the meantime.
    pub fn commit(mut self) -> Result<(), Failure> {
        self.finish()?;
        let Target::New(file, existing) = self.target else { return Ok(()) };
        let path = self.path;
        let given = file.give(&path, existing, false).map_err(|error| unnamed(&path, existing, &error))?;
        given.make_durable().map_err(|error| Failure::file(path.as_os_str(), &error))
    }

    /// Syncs the content of all files to disk, then gives all of them their names, or none. If a name cannot be given,
    /// the names given before it are rolled back. Restoring the files that these names replaced needs a file system
    /// with hard links. Signals are deferred until the end. Concurrent calls with the same directory for their first
    /// file wait, so that files of different calls do not mix. Only if the machine or the process ends between two
    /// names without a signal that can be handled does the first file have its name without the others.
    ///
    /// # Errors
    /// Those of [`commit`](Self::commit).
    pub fn commit_together(outputs: Vec<Self>) -> Result<(), Failure> {
        let mut files = Vec::new();
        for mut output in outputs {
            output.finish()?;
            if let Target::New(file, existing) = output.target {
                files.push((output.path, file, existing));
            }
        }
        let several = files.len() > 1;
        let _alone = files.first().filter(|_| several).and_then(|(path, ..)| new_file::lock_directory(path));
        let _whole = several.then(Step::begin);
        let mut all: Vec<Given> = Vec::new();
        for (path, file, existing) in files {
            match file.give(&path, existing, true) {
                Ok(given) => all.push(given),
                Err(error) => {
                    all.into_iter().rev().for_each(Given::take_back);
                    return Err(unnamed(&path, existing, &error));
                }
            }
        }
        for given in all {
            let path = given.path().to_owned();
            given.make_durable().map_err(|error| Failure::file(path.as_os_str(), &error))?;
        }
        Ok(())
    }

    /// Writes all of `content` and gives the file its name.
    ///
    /// # Errors
    /// Those of [`commit`](Self::commit).
    pub fn write_whole(mut self, content: &[u8]) -> Result<(), Failure> {
        self.write_content(content)?;
        self.commit()
    }

    /// Writes all of `content`.
    ///
    /// # Errors
    /// [`Exit::Io`] if that fails.
    pub fn write_content(&mut self, content: &[u8]) -> Result<(), Failure> {
        self.write_all(content).map_err(|error| self.failure(&error))
    }

    /// Returns whether written data is visible to others at once.
    #[must_use]
    pub const fn is_stream(&self) -> bool {
        !matches!(self.target, Target::New(..))
    }

    /// Flushes the content, and syncs a file to disk.
    fn finish(&mut self) -> Result<(), Failure> {
        let finished = self.flush().and_then(|()| match &self.target {
            Target::New(file, _) => file.file().sync_all(),
            Target::Standard(_) | Target::InPlace(_) => Ok(()),
        });
        finished.map_err(|error| self.failure(&error))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.target {
            Target::Standard(stdout) => stdout,
            Target::InPlace(file) => file,
            Target::New(file, _) => file.file_mut(),
        }
    }

    /// Returns the failure of an output that cannot be written.
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

/// Writes both contents or neither.
///
/// # Errors
/// Those of [`Destination::create`] and [`Output::commit_together`].
pub fn write_both(first: (Destination<'_>, &[u8]), second: (Destination<'_>, &[u8])) -> Result<(), Failure> {
    let mut outputs = [(first.0.create()?, first.1), (second.0.create()?, second.1)];
    // Outputs that cannot be rolled back come last.
    outputs.sort_by_key(|(output, _)| output.is_stream());
    for (output, content) in &mut outputs {
        output.write_content(content)?;
    }
    Output::commit_together(outputs.map(|(output, _)| output).into())
}

/// Writes `content` to standard output.
///
/// # Errors
/// [`Exit::Io`] if that fails.
pub fn print(content: &[u8]) -> Result<(), Failure> {
    let mut stdout = standard::Lines::new();
    stdout.write_all(content).and_then(|()| stdout.flush()).map_err(|error| Failure::stdout(&error))
}

/// Returns the failure of a file that did not get its name.
fn unnamed(path: &Path, existing: Existing, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::AlreadyExists if existing == Existing::Kept => refused(path, TAKEN),
        _ => Failure::file(path.as_os_str(), error),
    }
}

/// Returns whether this is a device that may be a terminal.
#[cfg(unix)]
fn is_device(found: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&found.file_type())
}

#[cfg(not(unix))]
fn is_device(_: &fs::Metadata) -> bool {
    false
}

fn refused(path: &Path, why: &str) -> Failure {
    Failure::new(Exit::Io, format!("{}: {why}", file_name::quoted(path.as_os_str())))
}

/// Returns whether a path names standard output.
#[must_use]
pub fn is_stdout(path: &Path) -> bool {
    descriptor::number(path) == Some(descriptor::STDOUT)
}
