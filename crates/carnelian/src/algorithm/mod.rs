//! The catalogue: every algorithm with its names and numbers, found when the program runs.
//!
//! A program that reads the name of an algorithm from a configuration file, a certificate or a protocol message has no
//! type to name. Here it finds one by name, by object identifier or by number, behind an interface that is the same for
//! all algorithms of a role. Where the algorithm is known when the program is compiled, the types of the other modules are
//! faster and return arrays.
//!
//! | role | found by | interface |
//! |---|---|---|
//! | hash function, and output of any length | [`hash`] | [`HashAlgorithm`], [`DynHash`], [`DynXof`] |
//! | message authentication code | [`mac`] | [`MacAlgorithm`], [`DynMac`] |
//! | signature | `signature` | `SignatureAlgorithm`, `DynSigningKey`, `DynVerifyingKey` |

#[macro_use]
mod hashes;
mod identity;
mod macs;
#[macro_use]
#[cfg(any(feature = "curve", feature = "postquantum"))]
mod signatures;
#[cfg(all(feature = "encoding", any(feature = "curve", feature = "postquantum")))]
mod signature_files;

#[cfg(test)]
mod tests;

pub use crate::hash::role::{DynHash, DynMac, DynXof, DynXofReader};
#[cfg(any(feature = "curve", feature = "postquantum"))]
pub use crate::signature::{
    Cause, DynSigner, DynSigningKey, DynVerifier, DynVerifyingKey, Hedging, KeyLengthError, PrehashAlgorithm,
    SignOptions, SignatureError, SignatureOption, UnsupportedOption, VerifyOptions,
};
pub use hashes::{BatchError, HashAlgorithm};
pub use identity::{Identity, Status, same_name};
pub use macs::{MacAlgorithm, MacError, MacOptions};
#[cfg(any(feature = "curve", feature = "postquantum"))]
pub use signatures::SignatureAlgorithm;

/// Returns every hash function, in the order of their numbers.
#[must_use]
pub const fn hashes() -> &'static [HashAlgorithm] {
    hashes::HASHES
}

/// Returns the hash function with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// let names = ["SHA-512/256", "sha512_256", "SHA2-512/256"];
/// assert!(names.iter().all(|name| algorithm::hash(name).unwrap().identity().id == "sha512-256"));
/// assert!(algorithm::hash("md5").is_none());
/// ```
#[must_use]
pub fn hash(name: &str) -> Option<&'static HashAlgorithm> {
    hashes().iter().find(|function| function.identity().is_named(name))
}

/// Returns every message authentication code, in the order of their numbers.
#[must_use]
pub const fn macs() -> &'static [MacAlgorithm] {
    macs::MACS
}

/// Returns the message authentication code with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::mac("HMAC-SHA-512/256").unwrap().tag_len(), 32);
/// ```
#[must_use]
pub fn mac(name: &str) -> Option<&'static MacAlgorithm> {
    macs().iter().find(|function| function.identity().is_named(name))
}

/// Returns every signature scheme and parameter set, in the order of their numbers.
#[cfg(any(feature = "curve", feature = "postquantum"))]
#[must_use]
pub const fn signatures() -> &'static [SignatureAlgorithm] {
    signatures::SIGNATURES
}

/// Returns the signature scheme or parameter set with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::signature("MLDSA65").unwrap().signature_len(), 3309);
/// assert_eq!(algorithm::signature("SLH-DSA-SHAKE-128s").unwrap().identity().id, "slh-dsa-shake-128s");
/// ```
#[cfg(any(feature = "curve", feature = "postquantum"))]
#[must_use]
pub fn signature(name: &str) -> Option<&'static SignatureAlgorithm> {
    signatures().iter().find(|scheme| scheme.identity().is_named(name))
}
