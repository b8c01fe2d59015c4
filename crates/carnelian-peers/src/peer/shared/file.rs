//! A shared library's file: loading it, looking up its functions, wrapping the objects that they return, and reporting
//! everything that can be wrong with it.
//!
//! Nothing here is ever unloaded: cryptographic libraries have initializers, thread-local state and exit handlers, and
//! few of them survive being unloaded.

#![allow(unsafe_code)]

use libloading::Library;
use std::error::Error;
use std::ffi::{CStr, c_char};
use std::fmt;
use std::path::{Path, absolute};
use std::ptr::NonNull;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The reason why a file is not usable as the expected library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// There is no such file.
    NoFile {
        /// The path at which it was expected.
        file: String,
    },
    /// The system's loader rejects it.
    NotLoadable {
        /// The file.
        file: String,
        /// The loader's message.
        reason: String,
    },
    /// It lacks a function.
    LacksSymbol {
        /// The file.
        file: String,
        /// The function.
        symbol: &'static str,
        /// The version that has it.
        right: &'static str,
    },
    /// It has another version than expected.
    OtherVersion {
        /// The file.
        file: String,
        /// The version that it reports.
        version: String,
        /// The expected version.
        right: &'static str,
    },
    /// It failed to initialize.
    NotReady {
        /// The file.
        file: String,
        /// The function that failed.
        symbol: &'static str,
    },
    /// It needs another CPU.
    OtherCpu {
        /// The file.
        file: String,
        /// The missing features of the CPU.
        needs: &'static str,
    },
    /// This process has already loaded the maximum number of files of the library that it can distinguish.
    TooMany {
        /// The file that exceeded the limit.
        file: String,
    },
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFile { file } => write!(f, "there is no file {file}; the path of a shared library is expected"),
            Self::NotLoadable { file, reason } => {
                write!(f, "{file} cannot be loaded as a shared library for {}: {reason}", std::env::consts::ARCH)
            }
            Self::LacksSymbol { file, symbol, right } => {
                write!(f, "{file} lacks the symbol `{symbol}`; {right} is expected")
            }
            Self::OtherVersion { file, version, right } => {
                write!(f, "{file} says that its version is {version}; {right} is expected")
            }
            Self::NotReady { file, symbol } => write!(f, "{file} cannot make itself ready: its `{symbol}` fails"),
            Self::OtherCpu { file, needs } => write!(f, "{file} needs a CPU with {needs}"),
            Self::TooMany { file } => {
                write!(f, "{file} is one more than the {SLOTS} files of a library that one process can keep apart")
            }
        }
    }
}

/// A shared library that has been loaded permanently.
pub(super) struct File {
    /// The name as requested: a name that the system's loader searches for, or an absolute path.
    name: String,
    library: &'static Library,
}

impl File {
    /// Loads the first of these names that the loader finds among the system's libraries.
    pub(super) fn installed(names: &[&str]) -> Result<Self, String> {
        let mut broken = Vec::new();
        for name in names {
            match Self::load((*name).to_owned()) {
                Ok(file) => return Ok(file),
                // On Linux, the loader reports in this way that it found nothing.
                Err(reason) if reason.starts_with(&format!("{name}: cannot open shared object file: No such file")) => {
                }
                Err(reason) => broken.push(reason),
            }
        }
        let none = if names.len() == 1 { "no" } else { "none of" };
        let looked_for = format!("the system has {none} {}", names.join(", "));
        Err(if broken.is_empty() { looked_for } else { format!("{looked_for} that works: {}", broken.join("; ")) })
    }

    /// Loads the file at a path, and no other: the loader would search for a name without a directory elsewhere.
    pub(super) fn at(path: &Path) -> Result<Self, Unusable> {
        let file = path.display().to_string();
        let path = absolute(path).ok().filter(|path| path.is_file());
        let Some(path) = path else { return Err(Unusable::NoFile { file }) };
        let Some(name) = path.to_str() else {
            return Err(Unusable::NotLoadable { file, reason: "its path is not UTF-8".to_owned() });
        };
        Self::load(name.to_owned()).map_err(|reason| Unusable::NotLoadable { file, reason })
    }

    fn load(name: String) -> Result<Self, String> {
        // SAFETY: the initializers of the file run. They are those of a library that is installed on this system, or
        // that the user has named in order to run it.
        let library = unsafe { Library::new(name.as_str()) }.map_err(|error| {
            // The error itself only names the failed call; the loader's message is its source.
            error.source().map_or_else(|| error.to_string(), ToString::to_string)
        })?;
        Ok(Self { name, library: Box::leak(Box::new(library)) })
    }

    /// Returns the name as requested.
    pub(super) fn name(&self) -> String {
        self.name.clone()
    }

    /// Returns the version at the end of the file's name, for libraries that do not report theirs.
    pub(super) fn version_in_name(&self) -> String {
        let resolved = Path::new(&self.name).canonicalize().ok();
        let name = resolved.as_ref().and_then(|path| path.file_name()?.to_str()).unwrap_or(&self.name);
        let end = name.rsplit_once(".so.").map_or("", |(_, end)| end);
        if end.starts_with(|c: char| c.is_ascii_digit()) { end.to_owned() } else { "unknown".to_owned() }
    }

    /// Looks up a function, or the address of a constant.
    ///
    /// # Safety
    /// `T` must be a pointer type, and the symbol must be usable as a `T` in any library that defines it.
    pub(super) unsafe fn symbol<T: Copy>(&self, symbol: &'static str, right: &'static str) -> Result<T, Unusable> {
        // SAFETY: `Option` represents a null pointer as `None`; otherwise the caller guarantees that the symbol is
        // usable as a `T`.
        let found = unsafe { self.library.get::<Option<T>>(symbol) };
        let found = found.ok().and_then(|found| *found);
        found.ok_or_else(|| Unusable::LacksSymbol { file: self.name(), symbol, right })
    }
}

/// Defines a table of functions with their documented types, and the code that loads it.
///
/// Arrays are declared as references to arrays, so that their lengths cannot be wrong. A function whose arguments are
/// completely described in this way is safe to call; one that takes an address and a length is declared `unsafe`.
macro_rules! functions {
    ($(#[$doc:meta])* struct $table:ident of $right:literal { $($name:ident: $type:ty;)+ }) => {
        $(#[$doc])*
        #[allow(non_snake_case)]
        pub(super) struct $table { $($name: $type),+ }

        impl $table {
            /// Looks up all functions in a file.
            #[allow(unsafe_code)]
            fn load(file: &$crate::peer::shared::file::File) -> Result<Self, $crate::peer::shared::file::Unusable> {
                Ok(Self {
                    $($name: {
                        // SAFETY: the types in the table are pointers, and are those of the library's documentation.
                        unsafe { file.symbol(stringify!($name), $right)? }
                    }),+
                })
            }
        }
    };
}
pub(super) use functions;

/// The number of files of one library that a process can distinguish.
pub(super) const SLOTS: usize = 4;

/// The files of one library that this process has loaded, with a `T` for each.
///
/// A library's offer consists of plain functions, which carry no reference to the file that they call. So each function
/// is instantiated once for each of a few slots, and each instance uses the file in its slot.
pub(super) struct Slots<T: 'static> {
    taken: [OnceLock<(String, T)>; SLOTS],
    choosing: Mutex<()>,
}

impl<T> Slots<T> {
    /// Creates empty slots.
    pub(super) const fn new() -> Self {
        Self { taken: [const { OnceLock::new() }; SLOTS], choosing: Mutex::new(()) }
    }

    /// Returns the number and the content of the file's slot; calls `make` to fill it if necessary.
    pub(super) fn of(
        &'static self,
        file: &File,
        make: impl Fn(&File) -> Result<T, Unusable>,
    ) -> Result<(usize, &'static T), Unusable> {
        let _choosing = self.choosing.lock().unwrap_or_else(PoisonError::into_inner);
        for (number, slot) in self.taken.iter().enumerate() {
            match slot.get() {
                Some((name, there)) if *name == file.name => return Ok((number, there)),
                Some(_) => {}
                None => {
                    let made = make(file)?;
                    return Ok((number, &slot.get_or_init(|| (file.name(), made)).1));
                }
            }
        }
        // A file that cannot be used at all is refused for that reason.
        make(file)?;
        Err(Unusable::TooMany { file: file.name() })
    }

    /// Returns the content of a slot.
    ///
    /// # Panics
    /// Panics if [`of`](Self::of) has not returned this number, which is a bug in the caller.
    pub(super) fn get(&'static self, number: usize) -> &'static T {
        &self.taken[number].get().expect("the functions for a slot are handed out when it is filled").1
    }
}

/// A constant string of a library.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Text(*const c_char);

impl Text {
    /// Returns the complete string; `None` for a null pointer.
    pub(super) fn read(self) -> Option<String> {
        if self.0.is_null() {
            return None;
        }
        // SAFETY: `Text` values come only from functions and constants of libraries, documented as zero-terminated
        // strings that live as long as the library; and no library is unloaded.
        let text = unsafe { CStr::from_ptr(self.0) };
        Some(text.to_string_lossy().into_owned())
    }

    /// Returns the first word that starts with a digit.
    pub(super) fn version(self) -> Option<String> {
        let text = self.read()?;
        text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned)
    }
}

/// An object that a library has allocated and that is freed by the library.
pub(in crate::peer) struct Owned<T> {
    pointer: NonNull<T>,
    free: unsafe extern "C" fn(*mut T),
}

impl<T> Owned<T> {
    /// Wraps the pointer that the library's function returned; `None` if it is null.
    ///
    /// # Safety
    /// If `pointer` is not null, it must be valid, must not be freed by other code, and `free` may be called on it
    /// once.
    pub(in crate::peer) unsafe fn new(pointer: *mut T, free: unsafe extern "C" fn(*mut T)) -> Option<Self> {
        NonNull::new(pointer).map(|pointer| Self { pointer, free })
    }

    /// Returns the pointer, which may be passed to the library while `self` is alive.
    pub(in crate::peer) fn as_ptr(&self) -> *mut T {
        self.pointer.as_ptr()
    }
}

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: the caller of `new` guarantees that `free` may be called once, and this is the only call.
        unsafe { (self.free)(self.pointer.as_ptr()) }
    }
}
