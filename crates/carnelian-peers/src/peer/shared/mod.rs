//! Libraries that are located at run time: none of them is needed to build the program.
//!
//! To add one: write `NAME.rs` with its [`Kind`]: the names under which its file is installed, and the function that
//! opens it, which declares the library's functions once with [`functions!`](file), checks its version and returns its
//! offers. Add the kind to [`KINDS`] and the file, if it contains `unsafe`, to the list of `cargo xtask lint`.
//!
//! A file that lacks a function is refused with a message that names both. A library that returns an error code has
//! refused: that becomes an answer of zeros, a negative verdict, or `None`, and never ends the program.

mod crypto_mb;
pub(super) mod file;
mod gmp;
mod isal_crypto;
mod lib25519;
mod libargon2;
mod libgcrypt;
mod liboqs;
mod libsodium;
mod monocypher;
pub(super) mod openssl;
mod tweetnacl;
mod wolfssl;

use super::reach::Reach;
use crate::op::Offers;
use file::{File, Unusable};
use std::path::Path;

/// The suffix of a library's name in reports, which may also list the same library as built in.
const SUFFIX: &str = " (shared)";

/// All libraries that are searched for, in the order in which reports list them.
const KINDS: [Kind; 13] = [
    openssl::VERSION_3,
    openssl::VERSION_4,
    libsodium::KIND,
    lib25519::KIND,
    libargon2::KIND,
    monocypher::KIND,
    tweetnacl::KIND,
    libgcrypt::KIND,
    gmp::KIND,
    liboqs::KIND,
    wolfssl::KIND,
    crypto_mb::KIND,
    isal_crypto::KIND,
];

/// A library that is located at run time.
pub(super) struct Kind {
    /// Its name, as used on the command line.
    pub(super) name: &'static str,
    /// The extent to which its functions use CPU features.
    pub(super) reach: Reach,
    names: Names,
    open: fn(&File) -> Found,
}

/// The result of opening a file: the library's version and its offers.
type Found = Result<(String, Offers), Unusable>;

/// The names under which a library's file is installed, best first.
struct Names {
    /// The names on Linux and other systems with ELF.
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

/// Returns all libraries that are searched for.
pub(super) fn kinds() -> &'static [Kind] {
    &KINDS
}

/// Returns the name in reports of the library with this name on the command line.
pub(super) fn reported(name: &str) -> String {
    format!("{name}{SUFFIX}")
}

impl Kind {
    /// Returns its name in reports.
    pub(super) fn reported(&self) -> String {
        reported(self.name)
    }

    /// Loads the library from the file at `path`, or otherwise from the system's directories.
    pub(super) fn find(&self, path: Option<&Path>) -> super::Found {
        let file = match path {
            Some(path) => File::at(path).map_err(|unusable| unusable.to_string())?,
            None => File::installed(self.names.here())?,
        };
        (self.open)(&file).map_err(|unusable| unusable.to_string())
    }
}
