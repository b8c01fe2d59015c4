//! Where the report goes. A file is there as a whole or not at all.

use crate::error::BenchError;
use std::fs;
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Where the report goes.
#[derive(Debug)]
pub struct Destination {
    /// `None` is the standard output.
    path: Option<PathBuf>,
}

impl Destination {
    /// The file at `path`; the standard output for none and for `-`.
    ///
    /// # Errors
    /// [`BenchError::Output`] if a report could not be written there, so that one learns of it before minutes of
    /// measuring and not after.
    pub fn new(path: Option<&Path>) -> Result<Self, BenchError> {
        let path = path.filter(|path| *path != Path::new("-")).map(Path::to_owned);
        let destination = Self { path };
        destination.attempt(|path| {
            if path.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            if is_special(path) { Ok(()) } else { beside(path).map(drop) }
        })?;
        Ok(destination)
    }

    /// Writes the report. What stood in the file before stays until the report is complete.
    ///
    /// # Errors
    /// [`BenchError::Output`]; the file is then as it was.
    pub fn write(&self, report: &str) -> Result<(), BenchError> {
        if self.path.is_none() {
            return print(report).map_err(|source| BenchError::Output { path: None, source });
        }
        self.attempt(|path| {
            if is_special(path) {
                return fs::write(path, report);
            }
            let mut file = beside(path)?;
            file.write_all(report.as_bytes())?;
            file.persist(path)?;
            Ok(())
        })
    }

    fn attempt(&self, work: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), BenchError> {
        let Some(path) = &self.path else { return Ok(()) };
        work(path).map_err(|source| BenchError::Output { path: Some(path.clone()), source })
    }
}

/// A reader that closes the pipe has read enough.
fn print(report: &str) -> io::Result<()> {
    let mut out = stdout().lock();
    match out.write_all(report.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// A device or a pipe is written to; renaming a file over it would take it away.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

/// A new file in the same folder, which vanishes unless it is given its name.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // A report is no secret: readable for whom the umask lets.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".carnelian-bench-").tempfile_in(folder)
}
