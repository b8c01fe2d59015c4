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
//! | key encapsulation | [`kem`] | [`KemAlgorithm`], [`DynDecapsulationKey`], [`DynEncapsulationKey`] |
//! | key agreement | [`agreement`] | [`AgreementAlgorithm`], [`DynAgreementKey`] |

#[cfg(all(feature = "curve", feature = "encoding"))]
mod agreement_files;
#[cfg(feature = "curve")]
mod agreements;
mod hashes;
mod identity;
#[cfg(all(feature = "encoding", feature = "postquantum"))]
mod kem_files;
#[cfg(feature = "postquantum")]
mod kems;
mod macs;

#[cfg(test)]
mod tests;

#[cfg(feature = "curve")]
pub use crate::agreement::{AgreementError, DynAgreementKey};
pub use crate::hash::role::{DynHash, DynMac, DynXof, DynXofReader};
#[cfg(feature = "postquantum")]
pub use crate::kem::{DynDecapsulationKey, DynEncapsulationKey, KemError};
#[cfg(feature = "curve")]
pub use agreements::AgreementAlgorithm;
pub use hashes::{BatchError, HashAlgorithm};
pub use identity::{Identity, Status, same_name};
#[cfg(feature = "postquantum")]
pub use kems::KemAlgorithm;
pub use macs::{MacAlgorithm, MacError, MacOptions};

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

/// Returns every scheme of key encapsulation, in the order of their numbers.
#[cfg(feature = "postquantum")]
#[must_use]
pub const fn kems() -> &'static [KemAlgorithm] {
    kems::KEMS
}

/// Returns the scheme of key encapsulation with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::kem("mlkem768").unwrap().ciphertext_len(), 1088);
/// ```
#[cfg(feature = "postquantum")]
#[must_use]
pub fn kem(name: &str) -> Option<&'static KemAlgorithm> {
    kems().iter().find(|scheme| scheme.identity().is_named(name))
}

/// Returns every scheme of key agreement, in the order of their numbers.
#[cfg(feature = "curve")]
#[must_use]
pub const fn agreements() -> &'static [AgreementAlgorithm] {
    agreements::AGREEMENTS
}

/// Returns the scheme of key agreement with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::agreement("x25519").unwrap().public_key_len(), 32);
/// ```
#[cfg(feature = "curve")]
#[must_use]
pub fn agreement(name: &str) -> Option<&'static AgreementAlgorithm> {
    agreements().iter().find(|scheme| scheme.identity().is_named(name))
}
