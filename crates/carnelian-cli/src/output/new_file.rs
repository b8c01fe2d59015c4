//! Files that do not have their final name yet, and how they get it.
//!
//! On Linux such a file has no name at all (`O_TMPFILE`), where the file system supports that: nothing is left of it
//! however the process ends. It is linked to its name when it is complete. Elsewhere it has a temporary name in the
//! same directory, which is removed when it is dropped and when a signal ends the command; only an end of the process
//! that cannot be handled leaves it behind.

use super::Existing;
use crate::ending::Unfinished;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, PersistError, TempPath};

/// A file without its final name.
#[derive(Debug)]
pub(super) enum NewFile {
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// A file under a temporary name. (Fields drop in order: the file is dropped first.)
    Named(NamedTempFile, Unfinished),
}

impl NewFile {
    /// Creates a file in the directory of `path`, so that it can get that name. On Unix its mode is `mode` less the
    /// umask.
    pub(super) fn beside(path: &Path, mode: u32) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed(directory(path), mode) {
            return Ok(Self::Unnamed(file));
        }
        Self::named(path, mode)
    }

    /// Like [`beside`](Self::beside), but under a temporary name.
    pub(super) fn named(path: &Path, mode: u32) -> io::Result<Self> {
        let (file, unfinished) = make_named(path, |name| create(name, mode))?;
        Ok(Self::Named(file, unfinished))
    }

    pub(super) fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(file, _) => file.as_file(),
        }
    }

    pub(super) fn file_mut(&mut self) -> &mut File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(file, _) => file.as_file_mut(),
        }
    }

    /// Gives the file its name. With `can_be_taken_back`, a replaced file is kept available.
    pub(super) fn give(self, path: &Path, existing: Existing, can_be_taken_back: bool) -> io::Result<Given> {
        let path = path.to_owned();
        match (self.link(&path), existing) {
            (Ok(file), _) => Ok(Given { path, file, before: Before::Nothing }),
            (Err((error, _)), Existing::Kept) => Err(error),
            // The name is taken, or the file system cannot link a name only if it is free. If it is full, the steps
            // below fail as well.
            (Err((_, this)), Existing::Replaced) => {
                let before = if can_be_taken_back { Before::of(&path) } else { Before::Gone };
                let (file, _unfinished) = this.with_a_name(&path)?;
                let file = file.persist(&path).map_err(|PersistError { error, .. }| error)?;
                Ok(Given { path, file, before })
            }
        }
    }

    /// Gives the file the name `path` if that is free; otherwise returns the file.
    fn link(self, path: &Path) -> Result<File, (io::Error, Self)> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => match link_unnamed(&file, path) {
                Ok(()) => Ok(file),
                Err(error) => Err((error, Self::Unnamed(file))),
            },
            Self::Named(file, unfinished) => file
                .persist_noclobber(path)
                .map_err(|PersistError { error, file }| (error, Self::Named(file, unfinished))),
        }
    }

    /// Returns the same file with a name: the one that it has, or a temporary one in the directory of `path`.
    #[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "there every file has a name"))]
    fn with_a_name(self, path: &Path) -> io::Result<(NamedTempFile, Unfinished)> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => make_named(path, |name| {
                // First what may fail: nothing would remove the name then.
                let same = file.try_clone()?;
                link_unnamed(&file, name)?;
                Ok(same)
            }),
            Self::Named(file, unfinished) => Ok((file, unfinished)),
        }
    }
}

/// A file that has received its name.
#[derive(Debug)]
pub(super) struct Given {
    path: PathBuf,
    file: File,
    before: Before,
}

impl Given {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Syncs the name to disk. The file that had it before can no longer be restored.
    pub(super) fn make_durable(self) -> io::Result<()> {
        // A directory that cannot be read may still be writable, and some systems cannot open directories.
        let Ok(directory) = File::open(directory(&self.path)) else { return Ok(()) };
        match directory.sync_all() {
            // The file system does not sync directories.
            Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
            synced => synced,
        }
    }

    /// Removes the name from the file, and restores it to the file that had it before.
    pub(super) fn take_back(self) {
        let Self { path, file, before } = self;
        match before {
            // If another process has put its own file there, it stays.
            Before::Nothing if is(&file, &path) => drop(fs::remove_file(&path)),
            // Keep the new file: it is better than none.
            Before::Nothing | Before::Gone => {}
            Before::There { second, .. } => {
                if let Err(failed) = second.persist(&path) {
                    // Keep it under its other name rather than lose it.
                    let _ = failed.path.keep();
                }
            }
        }
    }
}

/// The file that had a name before it was given to another one.
#[derive(Debug)]
enum Before {
    Nothing,
    /// A file that cannot be restored.
    Gone,
    /// A file that keeps a second name until this is dropped.
    There {
        second: TempPath,
        _unfinished: Unfinished,
    },
}

impl Before {
    /// Gives the file with the name `path` a second one, if the file system supports hard links.
    fn of(path: &Path) -> Self {
        if fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Self::Nothing;
        }
        match make_named(path, |name| fs::hard_link(path, name)) {
            Ok((second, unfinished)) => Self::There { second: second.into_temp_path(), _unfinished: unfinished },
            Err(_) => Self::Gone,
        }
    }
}

/// Locks the directory of `path` until the returned file is dropped, after waiting for other holders. Returns `None`
/// where directories cannot be locked.
pub(super) fn lock_directory(path: &Path) -> Option<File> {
    let directory = File::open(directory(path)).ok()?;
    directory.lock().ok()?;
    Some(directory)
}

fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Calls `make` with an unused name in the directory of `path`. The name is removed when the result is dropped.
fn make_named<T>(
    path: &Path,
    mut make: impl FnMut(&Path) -> io::Result<T>,
) -> io::Result<(NamedTempFile<T>, Unfinished)> {
    let mut unfinished = None;
    let made = tempfile::Builder::new().prefix(".carnelian-").make_in(directory(path), |name| {
        unfinished = Some(Unfinished::new(name));
        make(name)
    })?;
    Ok((made, unfinished.expect("what was made has a name")))
}

/// Creates a file that does not exist: `O_CREAT | O_EXCL`, which follows no link.
fn create(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    options.open(path)
}

/// Creates a file without a name that can be linked into `directory`, if the file system supports that and `/proc`,
/// which the link needs, is mounted.
#[cfg(target_os = "linux")]
fn unnamed(directory: &Path, mode: u32) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    // Before Linux 6.0, some file systems did not apply the umask to the mode of such a file.
    let mode = Mode::from_raw_mode(mode & !mask()?);
    let file = File::from(rustix::fs::open(directory, flags, mode).ok()?);
    is(&file, &descriptor(&file)).then_some(file)
}

/// Returns the umask of the process. The `umask` system call would change it.
#[cfg(target_os = "linux")]
pub(super) fn mask() -> Option<u32> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("Umask:"))?;
    u32::from_str_radix(mask.trim(), 8).ok()
}

#[cfg(target_os = "linux")]
fn link_unnamed(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    Ok(rustix::fs::linkat(CWD, descriptor(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

/// Returns the `/proc` link to an open file.
#[cfg(target_os = "linux")]
fn descriptor(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// Returns whether `path` refers to `file`.
#[cfg(unix)]
fn is(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    file.metadata().is_ok_and(|file| fs::metadata(path).is_ok_and(|found| identity(found) == identity(file)))
}

/// Always true: this cannot be determined here, and callers ask about a name that they have just given.
#[cfg(not(unix))]
fn is(_: &File, _: &Path) -> bool {
    true
}
