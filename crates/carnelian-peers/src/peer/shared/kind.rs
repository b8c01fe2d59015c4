//! A library that is located at run time: its names, and how its file is opened.

use super::file::{File, Unusable};
use crate::offers::Offers;
use crate::peer::found;
use crate::peer::reach::Reach;
use std::path::Path;

/// The suffix of a library's name in reports, which may also list the same library as built in.
const SUFFIX: &str = " (shared)";

/// A library that is located at run time.
pub(in crate::peer) struct Kind {
    /// Its name, as used on the command line.
    pub(in crate::peer) name: &'static str,
    /// The extent to which its functions use CPU features.
    pub(in crate::peer) reach: Reach,
    /// The names of its file.
    pub(super) names: Names,
    /// Opens it.
    pub(super) open: fn(&File) -> Found,
}

/// The result of opening a file: the library's version and its offers.
pub(super) type Found = Result<(String, Offers), Unusable>;

/// The names under which a library's file is installed, best first.
pub(super) struct Names {
    /// The names on Linux and other systems with ELF.
    pub(super) elf: &'static [&'static str],
    pub(super) macos: &'static [&'static str],
    pub(super) windows: &'static [&'static str],
}

impl Names {
    const fn here(&self) -> &'static [&'static str] {
        if cfg!(target_vendor = "apple") {
            self.macos
        } else if cfg!(windows) {
            self.windows
        } else {
            self.elf
        }
    }
}

/// Returns the name in reports of the library with this name on the command line.
pub(in crate::peer) fn reported(name: &str) -> String {
    format!("{name}{SUFFIX}")
}

impl Kind {
    /// Returns its name in reports.
    pub(in crate::peer) fn reported(&self) -> String {
        reported(self.name)
    }

    /// Loads the library from the file at `path`, or otherwise from the system's directories.
    pub(in crate::peer) fn find(&self, path: Option<&Path>) -> found::Found {
        let file = match path {
            Some(path) => File::at(path).map_err(|unusable| unusable.to_string())?,
            None => File::installed(self.names.here())?,
        };
        (self.open)(&file).map_err(|unusable| unusable.to_string())
    }
}
