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
pub use aeads::AeadAlgorithm;
#[cfg(feature = "curve")]
pub use agreements::AgreementAlgorithm;
#[cfg(feature = "composite")]
pub use encryptions::EncryptionAlgorithm;
pub use hashes::{BatchError, HashAlgorithm};
pub use identity::{Identity, Status, same_name};
#[cfg(feature = "kdf")]
pub use kdfs::KdfAlgorithm;
#[cfg(feature = "postquantum")]
pub use kems::KemAlgorithm;
pub use macs::{MacAlgorithm, MacError, MacOptions};
#[cfg(feature = "kdf")]
pub use passwords::{PasswordError, PasswordHashAlgorithm, PasswordOptions};
#[cfg(any(feature = "curve", feature = "postquantum"))]
pub use signatures::SignatureAlgorithm;
#[cfg(feature = "cipher")]
pub use streams::StreamCipherAlgorithm;
pub use table::{Algorithm, Algorithms};

/// Returns every hash function, in the order of their numbers.
#[must_use]
pub const fn hashes() -> Algorithms<HashAlgorithm> {
    Algorithms::new(hashes::HASHES)
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
    hashes().find(name)
}

/// Returns every message authentication code, in the order of their numbers.
#[must_use]
pub const fn macs() -> Algorithms<MacAlgorithm> {
    Algorithms::new(macs::MACS)
}

/// Returns the message authentication code with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::mac("HMAC-SHA-512/256").unwrap().tag_len(), 32);
/// ```
#[must_use]
pub fn mac(name: &str) -> Option<&'static MacAlgorithm> {
    macs().find(name)
}

/// Returns every signature scheme and parameter set, in the order of their numbers.
#[cfg(any(feature = "curve", feature = "postquantum"))]
#[must_use]
pub const fn signatures() -> Algorithms<SignatureAlgorithm> {
    Algorithms::new(signatures::SIGNATURES)
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
    signatures().find(name)
}

/// Returns every scheme of authenticated encryption, in the order of their numbers.
#[cfg(feature = "cipher")]
#[must_use]
pub const fn aeads() -> Algorithms<AeadAlgorithm> {
    Algorithms::new(aeads::AEADS)
}

/// Returns the scheme of authenticated encryption with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// let scheme = algorithm::aead("A256GCM").unwrap();
/// assert_eq!((scheme.identity().id, scheme.key_len(), scheme.nonce_len()), ("aes-256-gcm", 32, 12));
/// ```
#[cfg(feature = "cipher")]
#[must_use]
pub fn aead(name: &str) -> Option<&'static AeadAlgorithm> {
    aeads().find(name)
}

/// Returns every stream cipher, in the order of their numbers.
#[cfg(feature = "cipher")]
#[must_use]
pub const fn stream_ciphers() -> Algorithms<StreamCipherAlgorithm> {
    Algorithms::new(streams::STREAM_CIPHERS)
}

/// Returns the stream cipher with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::stream_cipher("aes128ctr").unwrap().nonce_len(), 16);
/// ```
#[cfg(feature = "cipher")]
#[must_use]
pub fn stream_cipher(name: &str) -> Option<&'static StreamCipherAlgorithm> {
    stream_ciphers().find(name)
}

/// Returns every key derivation function, in the order of their numbers.
#[cfg(feature = "kdf")]
#[must_use]
pub const fn kdfs() -> Algorithms<KdfAlgorithm> {
    Algorithms::new(kdfs::KDFS)
}

/// Returns the key derivation function with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::kdf("HKDF-SHA512").unwrap().max_output_len(), 255 * 64);
/// ```
#[cfg(feature = "kdf")]
#[must_use]
pub fn kdf(name: &str) -> Option<&'static KdfAlgorithm> {
    kdfs().find(name)
}

/// Returns every password hash, in the order of their numbers.
#[cfg(feature = "kdf")]
#[must_use]
pub const fn password_hashes() -> Algorithms<PasswordHashAlgorithm> {
    Algorithms::new(passwords::PASSWORD_HASHES)
}

/// Returns the password hash with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::password_hash("Argon2id").unwrap().min_salt_len(), 8);
/// ```
#[cfg(feature = "kdf")]
#[must_use]
pub fn password_hash(name: &str) -> Option<&'static PasswordHashAlgorithm> {
    password_hashes().find(name)
}

/// Returns the password hash that a stored string names. The rest of the string is not checked.
///
/// ```
/// use carnelian::algorithm;
/// let text = "$argon2i$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$c29tZXRhZw";
/// assert_eq!(algorithm::password_hash_of(text).unwrap().identity().name, "Argon2i");
/// assert!(algorithm::password_hash_of("$2b$12$").is_none());
/// ```
#[cfg(feature = "kdf")]
#[must_use]
pub fn password_hash_of(text: &str) -> Option<&'static PasswordHashAlgorithm> {
    password_hashes().iter().find(|function| function.made(text))
}

/// Returns every scheme of key encapsulation, in the order of their numbers.
#[cfg(feature = "postquantum")]
#[must_use]
pub const fn kems() -> Algorithms<KemAlgorithm> {
    Algorithms::new(kems::KEMS)
}

/// Returns the scheme of key encapsulation with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// let scheme = algorithm::kem("mlkem768").unwrap();
/// assert_eq!((scheme.identity().family, scheme.identity().category), ("ML-KEM", Some(3)));
/// assert_eq!(scheme.ciphertext_len(), 1088);
/// ```
#[cfg(feature = "postquantum")]
#[must_use]
pub fn kem(name: &str) -> Option<&'static KemAlgorithm> {
    kems().find(name)
}

/// Returns every scheme of public-key encryption, in the order of their numbers.
#[cfg(feature = "composite")]
#[must_use]
pub const fn encryptions() -> Algorithms<EncryptionAlgorithm> {
    Algorithms::new(encryptions::ENCRYPTIONS)
}

/// Returns the scheme of public-key encryption with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::encryption("crypto_box_seal").unwrap().overhead(), 48);
/// ```
#[cfg(feature = "composite")]
#[must_use]
pub fn encryption(name: &str) -> Option<&'static EncryptionAlgorithm> {
    encryptions().find(name)
}

/// Returns every scheme of key agreement, in the order of their numbers.
#[cfg(feature = "curve")]
#[must_use]
pub const fn agreements() -> Algorithms<AgreementAlgorithm> {
    Algorithms::new(agreements::AGREEMENTS)
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
    agreements().find(name)
}
