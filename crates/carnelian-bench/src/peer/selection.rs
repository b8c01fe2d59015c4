//! Selection of the peers of a run, and the paths given for them.

use super::{Missing, PeerLib, names};
use crate::args::BenchArgs;
use crate::document;
use crate::error::BenchError;

/// Parses arguments of the form `NAME=PATH`, each for a different library. Names in reports are accepted too.
///
/// # Errors
/// Returns [`BenchError::NotNameAndPath`] if an argument has another form, [`BenchError::UnknownPeerLib`] if no library
/// with this name is located at run time, [`BenchError::RepeatedPeerLib`] if two arguments name one library.
pub fn libs(given: &[String]) -> Result<Vec<PeerLib>, BenchError> {
    let mut libs: Vec<PeerLib> = Vec::new();
    for given in given {
        let lib = parsed(given)?;
        if libs.iter().any(|other| other.name() == lib.name()) {
            return Err(BenchError::RepeatedPeerLib { name: lib.name().to_owned() });
        }
        libs.push(lib);
    }
    Ok(libs)
}

fn parsed(given: &str) -> Result<PeerLib, BenchError> {
    let malformed = || BenchError::NotNameAndPath {
        option: "--peer-lib",
        given: given.to_owned(),
        example: "libsodium=path/to/libsodium.so",
    };
    let (name, path) = given.split_once('=').ok_or_else(malformed)?;
    if name.is_empty() || path.is_empty() {
        return Err(malformed());
    }
    let unknown =
        || BenchError::UnknownPeerLib { given: given.to_owned(), known: PeerLib::names().map(str::to_owned).collect() };
    PeerLib::new(name, path.into()).ok_or_else(unknown)
}

/// The peers of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    names: Vec<String>,
    libs: Vec<PeerLib>,
}

/// Selects the peers that a command line asks for: those selected by `--peers` and those named by `--peer-lib`; without
/// `--peers` all, if a comparison is requested in any way. An argument that is not a complete name is a pattern as for
/// operations.
///
/// # Errors
/// Returns a [`BenchError`] if a name or a pattern selects no peer, or a library's name and path are malformed. Nothing
/// is loaded here.
pub fn select(args: &BenchArgs) -> Result<Selection, BenchError> {
    let libs = libs(&args.peer_lib)?;
    let known = names();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let asked = args.compare || !args.peers.is_empty() || !libs.is_empty() || !args.peer_build.is_empty();
    if !asked {
        return Ok(Selection::default());
    }
    // A complete name selects only that peer, not also those that contain it.
    let (exact, patterns): (Vec<String>, _) = args.peers.iter().cloned().partition(|given| known.contains(&&**given));
    let by_pattern = crate::select::select(&known, &patterns).map_err(|error| match error {
        BenchError::NothingSelected { pattern, known } => BenchError::UnknownPeer { given: pattern, known },
        error => error,
    })?;
    let mut selection = Selection { names: exact, libs };
    if selection.names.is_empty() || !patterns.is_empty() {
        selection.names.extend(by_pattern.into_iter().map(|i| known[i].to_owned()));
    }
    let takes = |name: &&str| selection.contains(name) || selection.lib(name).is_some();
    let names = known.into_iter().filter(takes).map(str::to_owned).collect();
    Ok(Selection { names, ..selection })
}

impl Selection {
    /// Returns the peers' names in reports, in the registry's order.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns whether the peer with this name is selected.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.names.iter().any(|selected| selected == name)
    }

    /// Returns the shared libraries whose paths are given on the command line.
    #[must_use]
    pub fn libs(&self) -> &[PeerLib] {
        &self.libs
    }

    /// Returns the path given on the command line for the peer with this name in reports.
    fn lib(&self, name: &str) -> Option<&PeerLib> {
        self.libs.iter().find(|lib| lib.reported() == name)
    }

    /// Converts a missing peer for the report. This is an error only if the peer's path was given and it cannot be
    /// used.
    ///
    /// # Errors
    /// Returns [`BenchError::PeerLib`] in that case.
    pub fn excuse(&self, missing: Missing) -> Result<document::Missing, BenchError> {
        let Missing { name, reason, idle } = missing;
        match self.lib(&name) {
            Some(lib) if !idle => Err(BenchError::PeerLib { name: lib.name().to_owned(), reason }),
            _ => Ok(document::Missing { library: name, operation: None, reason }),
        }
    }
}
