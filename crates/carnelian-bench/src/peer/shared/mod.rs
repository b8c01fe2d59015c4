//! Libraries that are found when the program runs: nothing of them is needed to build it.
//!
//! To add one: write `NAME.rs` with its [`Kind`]: the names under which its file is installed, and what opens it, which
//! declares its functions once with [`functions!`](file), checks its version and gives what it offers. Add the kind to
//! [`KINDS`] and the file, if it says `unsafe`, to the list of `cargo xtask lint`.
//!
//! A file that lacks a function is refused with a sentence that names both. A library that answers with an error code
//! has refused: that is an answer of zeros, a verdict of no, or nothing, and never ends the program.

mod file;
mod gmp;
mod lib25519;
mod libargon2;
mod libgcrypt;
mod liboqs;
mod libsodium;
mod monocypher;
pub(super) mod openssl;

use super::tier::Reach;
use crate::op::Offers;
use file::{File, Unusable};
use std::path::Path;

/// What stands after a library's name in reports, which may show the same library built in.
const SUFFIX: &str = " (shared)";

/// Every library that is looked for, in the order in which reports list them.
const KINDS: [Kind; 9] = [
    openssl::VERSION_3,
    openssl::VERSION_4,
    libsodium::KIND,
    lib25519::KIND,
    libargon2::KIND,
    monocypher::KIND,
    libgcrypt::KIND,
    gmp::KIND,
    liboqs::KIND,
];

/// A library that is looked for when the program runs.
pub(super) struct Kind {
    /// Its name, as it is given with a path.
    pub(super) name: &'static str,
    /// How far its functions go in what they use of the CPU.
    pub(super) reach: Reach,
    names: Names,
    open: fn(&File) -> Found,
}

/// What opening a file gives: the library's version and what it offers.
type Found = Result<(String, Offers), Unusable>;

/// The names under which a library's file is installed, best first.
struct Names {
    /// On Linux and other systems with ELF.
    elf: &'static [&'static str],
    macos: &'static [&'static str],
    windows: &'static [&'static str],
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

/// Every library that is looked for.
pub(super) fn kinds() -> &'static [Kind] {
    &KINDS
}

impl Kind {
    /// Its name in reports.
    pub(super) fn reported(&self) -> String {
        format!("{}{SUFFIX}", self.name)
    }

    /// From the file at `path`, or else from where the system has its libraries.
    pub(super) fn find(&self, path: Option<&Path>) -> super::Found {
        let file = match path {
            Some(path) => File::at(path).map_err(|unusable| unusable.to_string())?,
            None => File::installed(self.names.here())?,
        };
        (self.open)(&file).map_err(|unusable| unusable.to_string())
    }
}
