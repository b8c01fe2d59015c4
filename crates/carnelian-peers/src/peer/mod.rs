//! The registry of peers: one file per library.
//!
//! There are three kinds of peers: Rust crates; native libraries that are built with `peers-native`; and libraries that
//! are located at run time, in `shared`.
//!
//! To add one of the first two kinds: write `peer/NAME.rs` with a `find` that returns its version and its [`Offers`],
//! declare the file below, and add its line to the table. A library that consists of several crates with their own
//! versions has a line for each. A peer that needs a C compiler is an optional dependency under `peers-native`. If it
//! needs configuration to use its fastest backend, that is set in `.cargo/config.toml`; in any case the offer names the
//! backend that runs. Its answers are compared with ours before it is timed, and by the tests over many inputs; it
//! needs no test of its own. It also declares which CPU instructions it may use (`reach`).

#[cfg(feature = "native")]
mod aws_lc_rs;
mod blake2_simd;
mod crrl;
mod dalek;
mod ed25519_compact;
mod fips;
mod found;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod graviola;
mod libcrux;
#[cfg(feature = "native")]
mod libsodium;
#[cfg(feature = "native")]
mod openssl;
#[cfg(feature = "native")]
mod pqcrypto;
mod reach;
#[cfg(feature = "native")]
mod ring;
mod rust_argon2;
mod rustcrypto;
#[cfg(all(feature = "native", target_arch = "x86_64", not(windows)))]
mod s2n_bignum;
mod shared;
mod system;
#[cfg(feature = "native")]
mod tweetnacl;

pub use reach::{Isa, Reach};

use crate::offers::Offers;
use found::Found;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A library that this program can call.
#[derive(Debug)]
pub struct Library {
    /// Its name in reports.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its offers.
    pub offers: Offers,
}

impl Library {
    /// Returns the library if it offers any operation that is measured.
    ///
    /// # Errors
    /// Returns [`Missing`] with the reason that the library is present but offers no such operation.
    pub fn unless_idle(self) -> Result<Self, Missing> {
        if !self.offers.is_empty() {
            return Ok(self);
        }
        let reason = format!("version {} is there, but has none of the operations that are measured", self.version);
        Err(Missing { name: self.name, reason, idle: true })
    }
}

/// A library that cannot be measured in this environment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// Its name in reports.
    pub name: String,
    /// The reason, as part of a sentence: "this CPU lacks adx".
    pub reason: String,
    /// Whether the library is present, but offers nothing to be measured.
    pub idle: bool,
}

/// A library that is located at run time, with its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerLib {
    name: &'static str,
    path: PathBuf,
}

impl PeerLib {
    /// Returns the library with this name, as used on the command line or in reports, at a path; `None` if no library
    /// of this name is located at run time.
    #[must_use]
    pub fn new(name: &str, path: PathBuf) -> Option<Self> {
        let kind = shared::kinds().iter().find(|kind| kind.name == name || kind.reported() == name)?;
        Some(Self { name: kind.name, path })
    }

    /// Returns the names of all libraries that are located at run time, as used on the command line.
    pub fn names() -> impl Iterator<Item = &'static str> {
        shared::kinds().iter().map(|kind| kind.name)
    }

    /// Returns the library's name, as used on the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the library's name in reports.
    #[must_use]
    pub fn reported(&self) -> String {
        shared::reported(self.name)
    }

    /// Returns the path of its file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Returns the names of all peers, in the order in which reports list them.
#[must_use]
pub fn names() -> Vec<String> {
    let built_in = BUILT_IN.iter().map(|(name, _)| (*name).to_owned());
    built_in.chain(shared::kinds().iter().map(shared::Kind::reported)).collect()
}

/// Returns whether the peer with this name is a shared library, which is not part of any build of this program.
#[must_use]
pub fn is_shared(name: &str) -> bool {
    shared::kinds().iter().any(|kind| kind.reported() == name)
}

/// Loads the peer with this name, whose path may be given in `libs`. No other peer is touched.
///
/// # Errors
/// Returns [`Missing`] with the reason why it cannot be measured.
pub fn find(name: &str, libs: &[PeerLib]) -> Result<Library, Missing> {
    let found = if let Some((_, find)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
        find()
    } else if let Some(kind) = shared::kinds().iter().find(|kind| kind.reported() == name) {
        kind.find(libs.iter().find(|lib| lib.name() == kind.name).map(PeerLib::path))
    } else {
        Err("there is no library of this name".to_owned())
    };
    let (version, offers) = found.map_err(|reason| Missing { name: name.to_owned(), reason, idle: false })?;
    let again = (name.to_owned(), libs.to_vec());
    let offers = offers.found_by(move || find(&again.0, &again.1).ok().map(|library| library.offers));
    Ok(Library { name: name.to_owned(), version, offers })
}

/// Returns every peer, found or missing, in the order of [`names`].
#[must_use]
pub fn all(libs: &[PeerLib]) -> Vec<Result<Library, Missing>> {
    names().iter().map(|name| find(name, libs)).collect()
}

/// Defines the table of built-in peers: the name, its `find` function, the condition under which that is compiled, and
/// what the peer lacks otherwise.
macro_rules! peers {
    ($($name:literal, $find:path, $condition:meta, $otherwise:expr;)+) => {
        const BUILT_IN: &[(&str, fn() -> Found)] = &[$(($name, {
            #[cfg($condition)]
            const FIND: fn() -> Found = $find;
            #[cfg(not($condition))]
            const FIND: fn() -> Found = || Err($otherwise.to_owned());
            FIND
        })),+];
    };
}

peers! {
    "sha2", rustcrypto::find, all(), "";
    "sha1", rustcrypto::sha1, all(), "";
    "sha3", rustcrypto::sha3, all(), "";
    "shake", rustcrypto::shake, all(), "";
    "blake2", rustcrypto::blake2, all(), "";
    "hmac", rustcrypto::hmac, all(), "";
    "chacha20poly1305", rustcrypto::chacha20poly1305, all(), "";
    "chacha20", rustcrypto::chacha20, all(), "";
    "salsa20", rustcrypto::salsa20, all(), "";
    "poly1305", rustcrypto::poly1305, all(), "";
    "aes-gcm", rustcrypto::aes_gcm, all(), "";
    "aes-gcm-siv", rustcrypto::aes_gcm_siv, all(), "";
    "ctr", rustcrypto::ctr, all(), "";
    "curve25519-dalek", dalek::curve25519, all(), "";
    "x25519-dalek", dalek::x25519, all(), "";
    "ed25519-dalek", dalek::ed25519, all(), "";
    "blake2b_simd", blake2_simd::blake2b, all(), "";
    "blake2s_simd", blake2_simd::blake2s, all(), "";
    "argon2", rustcrypto::argon2, all(), "";
    "rust-argon2", rust_argon2::find, all(), "";
    "graviola", graviola::find, any(target_arch = "x86_64", target_arch = "aarch64"), "it is for x86-64 and AArch64 only";
    "crrl", crrl::find, all(), "";
    "ed25519-compact", ed25519_compact::find, all(), "";
    "libcrux-sha2", libcrux::sha2, all(), "";
    "libcrux-blake2", libcrux::blake2, all(), "";
    "libcrux-curve25519", libcrux::curve25519, all(), "";
    "libcrux-ed25519", libcrux::ed25519, all(), "";
    "libcrux-chacha20poly1305", libcrux::chacha20poly1305, all(), "";
    "libcrux-poly1305", libcrux::poly1305, all(), "";
    "libcrux-ml-kem", libcrux::mlkem::find, all(), "";
    "ml-kem", rustcrypto::mlkem::find, all(), "";
    "fips203", fips::mlkem::find, all(), "";
    "libcrux-ml-dsa", libcrux::mldsa::find, all(), "";
    "ml-dsa", rustcrypto::mldsa::find, all(), "";
    "fips204", fips::mldsa::find, all(), "";
    "slh-dsa", rustcrypto::slhdsa::find, all(), "";
    "fips205", fips::slhdsa::find, all(), "";
    "x-wing", rustcrypto::xwing::find, all(), "";
    "aws-lc-rs", aws_lc_rs::find, feature = "native", NATIVE;
    "ring", ring::find, feature = "native", NATIVE;
    "openssl", openssl::find, feature = "native", NATIVE;
    "libsodium", libsodium::find, feature = "native", NATIVE;
    "s2n-bignum", s2n_bignum::find, all(feature = "native", target_arch = "x86_64", not(windows)), "it is built with AWS-LC, on x86-64 and with `--features peers-native`";
    "tweetnacl", tweetnacl::find, feature = "native", NATIVE;
    "pqcrypto-mlkem", pqcrypto::mlkem, feature = "native", NATIVE;
    "pqcrypto-mldsa", pqcrypto::mldsa, feature = "native", NATIVE;
}

#[cfg(not(feature = "native"))]
const NATIVE: &str = "it is built from C, which needs `--features peers-native`";

/// Returns the reach of the peer with this name; `None` if it has not been determined.
#[must_use]
pub fn reach(peer: &str) -> Option<Reach> {
    match peer {
        "sha2" | "hmac" | "slh-dsa" => Some(rustcrypto::reach()),
        "sha1" => Some(rustcrypto::SHA1_REACH),
        "blake2" => Some(rustcrypto::BLAKE2_REACH),
        "aes-gcm" | "aes-gcm-siv" | "ctr" => Some(rustcrypto::aes_reach()),
        "argon2" => Some(rustcrypto::ARGON2_REACH),
        "rust-argon2" => Some(rust_argon2::REACH),
        "sha3" | "shake" => Some(rustcrypto::KECCAK_REACH),
        "chacha20" | "chacha20poly1305" => Some(rustcrypto::chacha20_reach()),
        "salsa20" => Some(rustcrypto::SALSA20_REACH),
        "poly1305" => Some(rustcrypto::poly1305_reach()),
        "blake2b_simd" | "blake2s_simd" => Some(blake2_simd::REACH),
        "curve25519-dalek" | "ed25519-dalek" => Some(dalek::reach()),
        "x25519-dalek" => Some(dalek::SERIAL_REACH),
        "graviola" => Some(GRAVIOLA),
        "crrl" => Some(crrl::REACH),
        "ed25519-compact" => Some(ed25519_compact::REACH),
        "libcrux-ml-kem" | "libcrux-ml-dsa" => Some(libcrux::mlkem::REACH),
        libcrux if libcrux.starts_with("libcrux-") => Some(libcrux::REACH),
        "ml-kem" | "ml-dsa" => Some(rustcrypto::mlkem::REACH),
        "x-wing" => Some(dalek::SERIAL_REACH),
        "fips203" | "fips204" => Some(fips::REACH),
        "fips205" => Some(fips::slhdsa::REACH),
        #[cfg(feature = "native")]
        "aws-lc-rs" => Some(aws_lc_rs::REACH),
        #[cfg(feature = "native")]
        "openssl" => Some(openssl::REACH),
        #[cfg(feature = "native")]
        "ring" => Some(ring::REACH),
        #[cfg(feature = "native")]
        "libsodium" => Some(libsodium::REACH),
        #[cfg(feature = "native")]
        "pqcrypto-mlkem" | "pqcrypto-mldsa" => Some(pqcrypto::REACH),
        #[cfg(feature = "native")]
        "tweetnacl" => Some(tweetnacl::REACH),
        #[cfg(all(feature = "native", target_arch = "x86_64", not(windows)))]
        "s2n-bignum" => Some(s2n_bignum::REACH),
        _ => shared::kinds().iter().find(|kind| kind.reported() == peer).map(|kind| kind.reach),
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const GRAVIOLA: Reach = graviola::REACH;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const GRAVIOLA: Reach = Reach::Portable;
