//! The catalogue: every algorithm with its names and numbers, found when the program runs.
//!
//! A program that reads the name of an algorithm from a configuration file, a certificate or a protocol message has no
//! type to name. Here it finds one by name, and in the table of its role ([`Algorithms`]) by object identifier or number,
//! behind an interface that is the same for all algorithms of a role. Where the algorithm is known when the program is
//! compiled, the types of the other modules are faster and return arrays.
//!
//! | role | found by | interface |
//! |---|---|---|
//! | hash function, and output of any length | [`hash`] | [`HashAlgorithm`], [`DynHash`], [`DynXof`] |
//! | message authentication code | [`mac`] | [`MacAlgorithm`], [`DynMac`] |
//! | signature | `signature` | `SignatureAlgorithm`, `DynSigningKey`, `DynVerifyingKey` |
//! | key encapsulation | [`kem`] | [`KemAlgorithm`], [`DynDecapsulationKey`], [`DynEncapsulationKey`] |
//! | public-key encryption | [`encryption`] | [`EncryptionAlgorithm`], [`DynDecryptionKey`], [`DynEncryptionKey`] |
//! | key agreement | [`agreement`] | [`AgreementAlgorithm`], [`DynAgreementKey`] |
//! | authenticated encryption | [`aead`] | [`AeadAlgorithm`], [`DynAead`], [`DynSealer`], [`DynAeadVerifier`] |
//! | stream cipher | [`stream_cipher`] | [`StreamCipherAlgorithm`], [`DynStreamCipher`] |
//! | key derivation function | [`kdf`] | [`KdfAlgorithm`], [`DynKdf`] |
//! | password hash | [`password_hash`], [`password_hash_of`] | [`PasswordHashAlgorithm`] |

#[macro_use]
mod hashes;

#[macro_use]
#[cfg(feature = "cipher")]
mod aeads;
#[cfg(all(feature = "curve", feature = "encoding"))]
mod agreement_files;
#[cfg(feature = "curve")]
mod agreements;
#[cfg(feature = "composite")]
mod encryptions;
mod identity;
#[cfg(feature = "kdf")]
mod kdfs;
#[cfg(all(feature = "encoding", feature = "postquantum"))]
mod kem_files;
#[cfg(feature = "postquantum")]
mod kems;
mod macs;
#[macro_use]
#[cfg(feature = "kdf")]
mod passwords;
#[macro_use]
#[cfg(any(feature = "curve", feature = "postquantum"))]
mod signatures;
#[cfg(all(feature = "encoding", any(feature = "curve", feature = "postquantum")))]
mod signature_files;
#[macro_use]
#[cfg(feature = "cipher")]
mod streams;
mod table;

#[cfg(test)]
mod tests;

#[cfg(feature = "curve")]
pub use crate::agreement::{AgreementError, DynAgreementKey};
#[cfg(feature = "cipher")]
pub use crate::cipher::role::{DynAead, DynAeadVerifier, DynOpener, DynSealer, DynStreamCipher, PiecesError};
#[cfg(feature = "composite")]
pub use crate::encryption::{DynDecryptionKey, DynEncryptionKey, EncryptionError};
pub use crate::hash::role::{DynHash, DynMac, DynXof, DynXofReader};
#[cfg(feature = "kdf")]
pub use crate::kdf::role::{DynKdf, KdfError};
#[cfg(feature = "postquantum")]
pub use crate::kem::{DynDecapsulationKey, DynEncapsulationKey, KemError};
#[cfg(any(feature = "curve", feature = "postquantum"))]
pub use crate::signature::{
    Cause, DynSigner, DynSigningKey, DynVerifier, DynVerifyingKey, Hedging, KeyLengthError, PrehashAlgorithm,
    SignOptions, SignatureError, SignatureItem, SignatureItemKey, SignatureOption, UnsupportedOption, VerifyOptions,
};
#[cfg(feature = "cipher")]
pub use aeads::{AeadAlgorithm, aead, aeads};
#[cfg(feature = "curve")]
pub use agreements::{AgreementAlgorithm, agreement, agreements};
#[cfg(feature = "composite")]
pub use encryptions::{EncryptionAlgorithm, encryption, encryptions};
pub use hashes::{BatchError, HashAlgorithm, hash, hashes};
pub use identity::{Identity, Status, same_name};
#[cfg(feature = "kdf")]
pub use kdfs::{KdfAlgorithm, kdf, kdfs};
#[cfg(feature = "postquantum")]
pub use kems::{KemAlgorithm, kem, kems};
pub use macs::{MacAlgorithm, MacError, MacOptions, mac, macs};
#[cfg(feature = "kdf")]
pub use passwords::{
    PasswordError, PasswordHashAlgorithm, PasswordOptions, password_hash, password_hash_of, password_hashes,
};
#[cfg(any(feature = "curve", feature = "postquantum"))]
pub use signatures::{SignatureAlgorithm, signature, signatures};
#[cfg(feature = "cipher")]
pub use streams::{StreamCipherAlgorithm, stream_cipher, stream_ciphers};
pub use table::{Algorithm, Algorithms};
