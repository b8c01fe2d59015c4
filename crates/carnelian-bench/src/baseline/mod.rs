//! Baselines: results that are kept under a name, and what has changed since.
//!
//! A name with a path separator, or one that ends in `.json`, is a file. Any other is kept where the user's programs
//! keep their data: `$XDG_DATA_HOME/carnelian/bench/NAME.json`, or what the system has in its place. A baseline is a
//! [`Document`] like any other, so a report that was written with `--report json` is one too. It is written whole or
//! not at all.
//!
//! Everything that can be wrong with a name or a file is found out by [`Request::of`], before minutes of measuring.

mod comparison;

pub use comparison::{Change, Comparison, Trend, Unlike};

use crate::args::BenchArgs;
use crate::document::{self, Document, ReadError};
use crate::error::Fault;
use etcetera::BaseStrategy;
use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The least change that counts, unless another is asked for.
///
/// The interval of a run says how sure that run is of itself. It does not see what changes from one run to the next:
/// where the code lies in memory, which pages it got, how warm the machine is. That makes a few per cent.
pub const THRESHOLD: f64 = 0.03;

/// Why a baseline cannot be used.
#[derive(Debug)]
pub enum BaselineError {
    /// A name has characters that names do not have.
    BadName {
        /// The name.
        name: String,
    },
    /// There is no place for results.
    NoPlace {
        /// Why.
        reason: String,
    },
    /// There is no baseline of this name.
    Unknown {
        /// The name.
        name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// A file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file is no result of a bench.
    Foreign {
        /// The file.
        path: PathBuf,
        /// Why.
        error: ReadError,
    },
    /// A baseline has none of the operations that are to be measured.
    NothingInCommon {
        /// The file.
        path: PathBuf,
        /// What it has.
        operations: Vec<String>,
    },
    /// A file cannot be written.
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The run was interrupted; a part of a result does not take the place of a whole one.
    Interrupted {
        /// What would have been written.
        path: PathBuf,
    },
}

impl BaselineError {
    /// The side that is at fault.
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

/// Where a result is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    name: String,
    path: PathBuf,
    /// Whether the path was made from the name.
    named: bool,
}

impl Place {
    /// The file for a name, or the file that the name is.
    ///
    /// # Errors
    /// [`BaselineError::BadName`], or [`BaselineError::NoPlace`] if the user has no home directory.
    pub fn of(name: &str) -> Result<Self, BaselineError> {
        Self::with(name, || {
            let base = etcetera::choose_base_strategy();
            base.map(|base| base.data_dir()).map_err(|error| BaselineError::NoPlace { reason: error.to_string() })
        })
    }

    /// As [`of`](Self::of), where the user's programs keep their data in `directory`.
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

    /// What is kept here.
    ///
    /// # Errors
    /// [`BaselineError`] if there is nothing, or nothing that can be compared with.
    pub fn load(&self) -> Result<Document, BaselineError> {
        let mut content = Vec::new();
        // One byte beyond the limit tells that there are more.
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

    /// Makes the directory if it is ours to make, and finds out whether a file can be written there.
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

    /// Keeps `document` here, in place of what was kept before.
    ///
    /// # Errors
    /// [`BaselineError::Unwritable`]; what was kept before is then still there.
    pub fn save(&self, document: &Document) -> Result<(), BaselineError> {
        let save = || {
            let mut file = self.unnamed_file()?;
            file.write_all(crate::report::json::render(document).as_bytes())?;
            file.as_file().sync_all()?;
            file.persist(&self.path).map(drop).map_err(|failed| failed.error)
        };
        save().map_err(|error| BaselineError::Unwritable { path: self.path.clone(), error })
    }

    /// A file in the same directory, so that giving it its name stays within one file system. It disappears if it does
    /// not get it.
    fn unnamed_file(&self) -> io::Result<tempfile::NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".carnelian-");
        // As open as the process's mask has it, like any other file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder.tempfile_in(self.directory())
    }

    fn directory(&self) -> &Path {
        self.path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."))
    }

    /// The names of the baselines in the same directory.
    fn neighbours(&self) -> Vec<String> {
        let files = fs::read_dir(self.directory()).into_iter().flatten().flatten().map(|entry| entry.path());
        let names = files.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
        let mut names: Vec<String> = names.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
        names.sort_unstable();
        names
    }
}

/// What a run is asked to do with baselines.
#[derive(Clone, Debug, Default)]
pub struct Request {
    save: Option<Place>,
    baseline: Option<(String, Document)>,
    threshold: f64,
}

impl Request {
    /// What `args` ask for, of a run that measures these operations.
    ///
    /// # Errors
    /// [`BaselineError`] if it is already certain that it cannot be done.
    pub fn of(args: &BenchArgs, operations: &[&str]) -> Result<Self, BaselineError> {
        // Names first: a mistake in the command line is found before a file is looked for.
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

    /// What has changed since the baseline, if one is asked for.
    #[must_use]
    pub fn compare(&self, document: &Document) -> Option<Comparison> {
        let (name, baseline) = self.baseline.as_ref()?;
        Some(Comparison::of(name, baseline, document, self.threshold))
    }

    /// Keeps `document`, if that is asked for. A result that is incomplete is not kept.
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

/// The operations that a document has times of ours for.
fn known(document: &Document) -> Vec<String> {
    document.rows.iter().filter(|row| row.is_ours()).map(|row| row.operation.clone()).collect()
}
