//! A shared library's file: loading it, its functions, what they hand out, and everything that can be wrong with it.
//!
//! Nothing here is ever unloaded: a cryptography library has initialisers, thread-local state and handlers at exit, and
//! few of them survive that.

#![allow(unsafe_code)]

use libloading::Library;
use std::error::Error;
use std::ffi::{CStr, c_char};
use std::fmt;
use std::path::{Path, absolute};
use std::ptr::NonNull;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Why a file does not serve as the library that it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unusable {
    /// There is no such file.
    NoFile {
        /// Where it should be.
        file: String,
    },
    /// The system's loader does not take it.
    NotLoadable {
        /// Which.
        file: String,
        /// The loader's words.
        reason: String,
    },
    /// It lacks a function.
    LacksSymbol {
        /// Which file.
        file: String,
        /// The function.
        symbol: &'static str,
        /// What has it.
        right: &'static str,
    },
    /// It has another version than it should.
    OtherVersion {
        /// Which file.
        file: String,
        /// What it says of itself.
        version: String,
        /// What would be right.
        right: &'static str,
    },
    /// It cannot make itself ready.
    NotReady {
        /// Which file.
        file: String,
        /// The function that said so.
        symbol: &'static str,
    },
    /// This process has loaded as many files of the library as it can keep apart.
    TooMany {
        /// Which file came last.
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
            Self::TooMany { file } => {
                write!(f, "{file} is one more than the {SLOTS} files of a library that one process can keep apart")
            }
        }
    }
}

/// A shared library that is loaded, for good.
pub(super) struct File {
    /// As it was asked for: a name that the system's loader looks for, or an absolute path.
    name: String,
    library: &'static Library,
}

impl File {
    /// The first of these names that the loader finds where the system has its libraries.
    pub(super) fn installed(names: &[&str]) -> Result<Self, String> {
        let mut broken = Vec::new();
        for name in names {
            match Self::load((*name).to_owned()) {
                Ok(file) => return Ok(file),
                // On Linux the loader says in this way that it looked and found nothing.
                Err(reason) if reason.starts_with(&format!("{name}: cannot open shared object file: No such file")) => {
                }
                Err(reason) => broken.push(reason),
            }
        }
        let none = if names.len() == 1 { "no" } else { "none of" };
        let looked_for = format!("the system has {none} {}", names.join(", "));
        Err(if broken.is_empty() { looked_for } else { format!("{looked_for} that works: {}", broken.join("; ")) })
    }

    /// The file at a path, and no other: without a directory before it, a name would be looked for elsewhere.
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
        // SAFETY: the initialisers of the file run. They are those of a library that is installed on this system, or
        // that its user names in order to have it run.
        let library = unsafe { Library::new(name.as_str()) }.map_err(|error| {
            // The error itself says only which call failed; the loader's words are its source.
            error.source().map_or_else(|| error.to_string(), ToString::to_string)
        })?;
        Ok(Self { name, library: Box::leak(Box::new(library)) })
    }

    /// As it was asked for.
    pub(super) fn name(&self) -> String {
        self.name.clone()
    }

    /// The version that its name ends in, for libraries that do not say theirs.
    pub(super) fn version_in_name(&self) -> String {
        let resolved = Path::new(&self.name).canonicalize().ok();
        let name = resolved.as_ref().and_then(|path| path.file_name()?.to_str()).unwrap_or(&self.name);
        let end = name.rsplit_once(".so.").map_or("", |(_, end)| end);
        if end.starts_with(|c: char| c.is_ascii_digit()) { end.to_owned() } else { "unknown".to_owned() }
    }

    /// A function, or the address of a constant.
    ///
    /// # Safety
    /// `T` is the type of a pointer, and what the symbol stands for in any library that has it can be used as a `T`.
    pub(super) unsafe fn symbol<T: Copy>(&self, symbol: &'static str, right: &'static str) -> Result<T, Unusable> {
        // SAFETY: `Option` adds what a null pointer stands for; the rest is the caller's promise.
        let found = unsafe { self.library.get::<Option<T>>(symbol) };
        let found = found.ok().and_then(|found| *found);
        found.ok_or_else(|| Unusable::LacksSymbol { file: self.name(), symbol, right })
    }
}

/// Writes a table of functions with the types that the library's documentation gives them, and what loads it.
///
/// Arrays are declared as references to arrays, so that their lengths cannot be wrong. A function whose arguments say
/// all about themselves in this way is safe to call; one that takes an address and a length is declared `unsafe`.
macro_rules! functions {
    ($(#[$doc:meta])* struct $table:ident of $right:literal { $($name:ident: $type:ty;)+ }) => {
        $(#[$doc])*
        #[allow(non_snake_case)]
        pub(super) struct $table { $($name: $type),+ }

        impl $table {
            /// Finds all of them in a file.
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

/// How many files of one library a process can keep apart.
pub(super) const SLOTS: usize = 4;

/// The files of one library that this process has loaded, with what `T` has of each.
///
/// What a library offers is plain functions, which know nothing of the file that they are to call into. So there is a
/// copy of them for each of a few slots, and each copy looks into its own.
pub(super) struct Slots<T: 'static> {
    taken: [OnceLock<(String, T)>; SLOTS],
    choosing: Mutex<()>,
}

impl<T> Slots<T> {
    /// Without any file.
    pub(super) const fn new() -> Self {
        Self { taken: [const { OnceLock::new() }; SLOTS], choosing: Mutex::new(()) }
    }

    /// The number of the file's slot, and what is in it; `make` is called unless that is there already.
    pub(super) fn of(
        &'static self,
        file: &File,
        make: impl FnOnce(&File) -> Result<T, Unusable>,
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
        Err(Unusable::TooMany { file: file.name() })
    }

    /// What is in a slot.
    ///
    /// # Panics
    /// If [`of`](Self::of) has not given this number, which is a mistake in the caller.
    pub(super) fn get(&'static self, number: usize) -> &'static T {
        &self.taken[number].get().expect("the functions for a slot are handed out when it is filled").1
    }
}

/// A string that a library gives out of its own constants.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Text(*const c_char);

impl Text {
    /// In full; nothing for a null pointer.
    pub(super) fn read(self) -> Option<String> {
        if self.0.is_null() {
            return None;
        }
        // SAFETY: only libraries make a `Text`, in functions that are documented to give a string which ends in a zero
        // byte and lives as long as they do; and no library is unloaded.
        let text = unsafe { CStr::from_ptr(self.0) };
        Some(text.to_string_lossy().into_owned())
    }

    /// The first word of it that starts with a digit.
    pub(super) fn version(self) -> Option<String> {
        let text = self.read()?;
        text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned)
    }
}

/// Something that a library has allocated, and that is given back to it in the end.
pub(super) struct Owned<T> {
    pointer: NonNull<T>,
    free: unsafe extern "C" fn(*mut T),
}

impl<T> Owned<T> {
    /// From what the library's function returned; nothing from a null pointer.
    ///
    /// # Safety
    /// If `pointer` is not null, it is valid, nobody else frees it, and `free` may be called on it, once.
    pub(super) unsafe fn new(pointer: *mut T, free: unsafe extern "C" fn(*mut T)) -> Option<Self> {
        NonNull::new(pointer).map(|pointer| Self { pointer, free })
    }

    /// To be passed to the library while `self` lives.
    pub(super) fn as_ptr(&self) -> *mut T {
        self.pointer.as_ptr()
    }
}

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: `new` was promised that it may be, and nothing else does.
        unsafe { (self.free)(self.pointer.as_ptr()) }
    }
}
