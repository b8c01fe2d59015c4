//! Baselines: results saved under a name, and the changes since then.
//!
//! A name that contains a path separator or ends in `.json` is a file. Any other is stored where the user's programs
//! keep their data: `$XDG_DATA_HOME/carnelian/bench/NAME.json`, or the system's equivalent. A baseline is an ordinary
//! [`Document`], so a report written with `--report json` is one too. It is written atomically: completely or not at
//! all.
//!
//! [`Request::of`] detects every error in a name or a file before minutes of measuring.

mod comparison;

pub use comparison::{Change, Comparison, Trend, Unlike};

use crate::args::BenchArgs;
use crate::document::{self, Document, ReadError, json};
use crate::fault::Fault;
use etcetera::BaseStrategy;
use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The smallest change that counts, unless another is requested.
///
/// The interval of a run only describes the uncertainty within that run. It does not include variation from one run to
/// the next: the location of the code in memory, the pages that it received, the temperature of the machine. That
/// amounts to a few percent.
pub const THRESHOLD: f64 = 0.03;

/// The reason why a baseline cannot be used.
#[derive(Debug)]
pub enum BaselineError {
    /// A name contains characters that are not allowed.
    BadName {
        /// The name.
        name: String,
    },
    /// No directory for results can be determined.
    NoPlace {
        /// The reason.
        reason: String,
    },
    /// There is no baseline with this name.
    Unknown {
        /// The name.
        name: String,
        /// The existing names.
        known: Vec<String>,
    },
    /// A file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// A file is not a benchmark result.
    Foreign {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: ReadError,
    },
    /// A baseline contains none of the operations to be measured.
    NothingInCommon {
        /// The file.
        path: PathBuf,
        /// The operations that it contains.
        operations: Vec<String>,
    },
    /// A file cannot be written.
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The run was interrupted; a partial result does not replace a complete one.
    Interrupted {
        /// The file that would have been written.
        path: PathBuf,
    },
}

impl BaselineError {
    /// Returns the party at fault.
    #[must_use]
    pub const fn fault(&self) -> Fault {
        match self {
            Self::BadName { .. } => Fault::CommandLine,
            Self::NoPlace { .. }
            | Self::Unknown { .. }
            | Self::Unreadable { .. }
            | Self::Unwritable { .. }
            | Self::Interrupted { .. } => Fault::Access,
            Self::Foreign { .. } | Self::NothingInCommon { .. } => Fault::Content,
        }
    }
}

impl fmt::Display for BaselineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadName { name } => write!(
                f,
                "`{name}` is no name for a baseline: letters, digits, `-`, `_` and `.` are expected, and no `.` at the \
                 beginning; a name with a `/` or that ends in `.json` is a file"
            ),
            Self::NoPlace { reason } => {
                write!(f, "there is no place for baselines ({reason}); a file is possible: `./NAME.json`")
            }
            Self::Unknown { name, known } if known.is_empty() => {
                write!(f, "there is no baseline `{name}`, nor any other; `carnelian bench --save {name}` makes it")
            }
            Self::Unknown { name, known } => {
                write!(f, "there is no baseline `{name}`; there are: {}", known.join(", "))
            }
            Self::Unreadable { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Foreign { path, error } => write!(f, "{}: {error}", path.display()),
            Self::NothingInCommon { path, operations } => write!(
                f,
                "{}: it has none of the operations that are to be measured; it has: {}",
                path.display(),
                operations.join(", ")
            ),
            Self::Unwritable { path, error } => write!(f, "{}: it cannot be written: {error}", path.display()),
            Self::Interrupted { path } => {
                write!(
                    f,
                    "{}: not written, because the run was interrupted and its result is incomplete",
                    path.display()
                )
            }
        }
    }
}

impl std::error::Error for BaselineError {}

/// The location of a saved result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    name: String,
    path: PathBuf,
    /// Whether the path was derived from the name.
    named: bool,
}

impl Place {
    /// Returns the location for a name: a file in the user's data directory, or the name itself if it is a path.
    ///
    /// # Errors
    /// [`BaselineError::BadName`], or [`BaselineError::NoPlace`] if the user has no home directory.
    pub fn of(name: &str) -> Result<Self, BaselineError> {
        Self::with(name, || {
            let base = etcetera::choose_base_strategy();
            base.map(|base| base.data_dir()).map_err(|error| BaselineError::NoPlace { reason: error.to_string() })
        })
    }

    /// Like [`of`](Self::of), but with `directory` as the user's data directory.
    ///
    /// # Errors
    /// [`BaselineError::BadName`].
    pub fn below(name: &str, directory: &Path) -> Result<Self, BaselineError> {
        Self::with(name, || Ok(directory.to_owned()))
    }

    fn with(name: &str, data: impl FnOnce() -> Result<PathBuf, BaselineError>) -> Result<Self, BaselineError> {
        let (name, named) = (name.to_owned(), !(name.contains(std::path::is_separator) || name.ends_with(".json")));
        if !named {
            return Ok(Self { path: PathBuf::from(&name), name, named });
        }
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.starts_with('.') || !name.chars().all(allowed) {
            return Err(BaselineError::BadName { name });
        }
        let path = data()?.join("carnelian").join("bench").join(format!("{name}.json"));
        Ok(Self { name, path, named })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the result saved here.
    ///
    /// # Errors
    /// [`BaselineError`] if there is none, or none that can be compared with.
    pub fn load(&self) -> Result<Document, BaselineError> {
        let mut content = Vec::new();
        // Reading one byte beyond the limit detects files that are too long.
        let opened = fs::File::open(&self.path);
        let read = opened.and_then(|file| file.take(document::LONGEST as u64 + 1).read_to_end(&mut content));
        read.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound if self.named => {
                BaselineError::Unknown { name: self.name.clone(), known: self.neighbours() }
            }
            _ => BaselineError::Unreadable { path: self.path.clone(), error },
        })?;
        document::read(&content).map_err(|error| BaselineError::Foreign { path: self.path.clone(), error })
    }

    /// Creates the directory if it belongs to us, and checks that a file can be written there.
    ///
    /// # Errors
    /// [`BaselineError::Unwritable`].
    pub fn prepare(&self) -> Result<(), BaselineError> {
        let prepare = || {
            if self.named {
                fs::create_dir_all(self.directory())?;
            }
            if fs::metadata(&self.path).is_ok_and(|found| !found.is_file()) {
                return Err(io::Error::other("it is not a regular file"));
            }
            self.unnamed_file().map(drop)
        };
        prepare().map_err(|error| BaselineError::Unwritable { path: self.path.clone(), error })
    }

    /// Saves `document` here, replacing any earlier result.
    ///
    /// # Errors
    /// [`BaselineError::Unwritable`]; the earlier result is then unchanged.
    pub fn save(&self, document: &Document) -> Result<(), BaselineError> {
        let save = || {
            let mut file = self.unnamed_file()?;
            file.write_all(json::render(document).as_bytes())?;
            file.as_file().sync_all()?;
            file.persist(&self.path).map(drop).map_err(|failed| failed.error)
        };
        save().map_err(|error| BaselineError::Unwritable { path: self.path.clone(), error })
    }

    /// Creates a temporary file in the same directory, so that renaming it stays within one file system. It is deleted
    /// unless it is renamed.
    fn unnamed_file(&self) -> io::Result<tempfile::NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".carnelian-");
        // Leave the permissions to the process's umask, as for any other file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder.tempfile_in(self.directory())
    }

    fn directory(&self) -> &Path {
        self.path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."))
    }

    /// Returns the names of the baselines in the same directory.
    fn neighbours(&self) -> Vec<String> {
        let files = fs::read_dir(self.directory()).into_iter().flatten().flatten().map(|entry| entry.path());
        let names = files.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
        let mut names: Vec<String> = names.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
        names.sort_unstable();
        names
    }
}

/// The requests of a run regarding baselines.
#[derive(Clone, Debug, Default)]
pub struct Request {
    save: Option<Place>,
    baseline: Option<(String, Document)>,
    threshold: f64,
}

impl Request {
    /// Parses the requests in `args` for a run that measures `operations`.
    ///
    /// # Errors
    /// [`BaselineError`] if a request is already certain to fail.
    pub fn of(args: &BenchArgs, operations: &[&str]) -> Result<Self, BaselineError> {
        // Parse the names first, so that mistakes in the command line are reported before any file is opened.
        let save = args.save.as_deref().map(Place::of).transpose()?;
        let baseline = args.baseline.as_deref().map(Place::of).transpose()?;
        let load = |place: Place| {
            let document = place.load()?;
            let known = known(&document);
            if known.iter().any(|known| operations.contains(&known.as_str())) {
                Ok((place.name, document))
            } else {
                Err(BaselineError::NothingInCommon { path: place.path, operations: known })
            }
        };
        let baseline = baseline.map(load).transpose()?;
        if let Some(place) = &save {
            place.prepare()?;
        }
        Ok(Self { save, baseline, threshold: args.threshold.unwrap_or(THRESHOLD) })
    }

    /// Returns the changes since the baseline, if one was requested.
    #[must_use]
    pub fn compare(&self, document: &Document) -> Option<Comparison> {
        let (name, baseline) = self.baseline.as_ref()?;
        Some(Comparison::of(name, baseline, document, self.threshold))
    }

    /// Saves `document` if requested. An incomplete result is not saved.
    ///
    /// # Errors
    /// [`BaselineError::Unwritable`] and [`BaselineError::Interrupted`].
    pub fn save(&self, document: &Document) -> Result<(), BaselineError> {
        match &self.save {
            Some(place) if document.interrupted => Err(BaselineError::Interrupted { path: place.path.clone() }),
            Some(place) => place.save(document),
            None => Ok(()),
        }
    }
}

/// Returns the operations that a document has our times for.
fn known(document: &Document) -> Vec<String> {
    document.rows.iter().filter(|row| row.is_ours()).map(|row| row.operation.clone()).collect()
}
