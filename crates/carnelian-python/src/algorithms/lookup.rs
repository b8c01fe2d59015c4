//! The functions that find algorithms.

use super::aead::AeadAlgorithm;
use super::agreement::AgreementAlgorithm;
use super::hash::HashAlgorithm;
use super::kdf::KdfAlgorithm;
use super::kem::KemAlgorithm;
use super::mac::MacAlgorithm;
use super::signature::SignatureAlgorithm;
use super::stream::StreamCipherAlgorithm;
use crate::error::Result;
use carnelian::algorithm::{self, Algorithm, Algorithms};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The name or identifier of an algorithm that is looked up.
struct Wanted<'a> {
    name: Option<&'a str>,
    oid: Option<&'a str>,
    jose: Option<&'a str>,
    cose: Option<i32>,
}

impl Wanted<'_> {
    /// Returns the row of the algorithm.
    fn find<A: Algorithm>(&self, role: &str, rows: Algorithms<A>) -> Result<&'static A> {
        let (found, shown) = match *self {
            Self { name: Some(name), oid: None, jose: None, cose: None } => {
                (rows.find(name).or_else(|| rows.with_oid(name)).or_else(|| rows.with_jose(name)), name.to_owned())
            }
            Self { name: None, oid: Some(oid), jose: None, cose: None } => (rows.with_oid(oid), format!("OID {oid}")),
            Self { name: None, oid: None, jose: Some(name), cose: None } => {
                (rows.with_jose(name), format!("{name} in JOSE"))
            }
            Self { name: None, oid: None, jose: None, cose: Some(number) } => {
                (rows.with_cose(number), format!("{number} in COSE"))
            }
            _ => return Err(PyTypeError::new_err("expected one of a name, oid, jose and cose").into()),
        };
        found.ok_or_else(|| PyValueError::new_err(format!("unsupported {role}: {shown}")).into())
    }
}

/// Writes the functions that find and list the rows of a role.
macro_rules! lookups {
    ($($(#[$doc:meta])* $one:ident, $all:ident, $Class:ty, $role:literal;)*) => {
        $(
            $(#[$doc])*
            #[pyfunction]
            #[pyo3(signature = (name = None, /, *, oid = None, jose = None, cose = None))]
            fn $one(name: Option<&str>, oid: Option<&str>, jose: Option<&str>, cose: Option<i32>) -> Result<$Class> {
                Wanted { name, oid, jose, cose }.find($role, algorithm::$all()).map(<$Class>::from)
            }

            #[doc = concat!("Returns every ", $role, ".")]
            #[pyfunction]
            fn $all() -> Vec<$Class> {
                algorithm::$all().iter().map(<$Class>::from).collect()
            }
        )*

        /// Adds the functions to the module.
        pub(super) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                module.add_function(wrap_pyfunction!($one, module)?)?;
                module.add_function(wrap_pyfunction!($all, module)?)?;
            )*
            Ok(())
        }
    };
}

lookups! {
    /// Returns the hash function with this name in any spelling, object identifier or number.
    ///
    /// >>> from carnelian import algorithms
    /// >>> algorithms.hash("SHA-512/256").new(b"abc").hexdigest()[:16]
    /// '53048e2681941ef9'
    ///
    /// Raises ValueError if there is none.
    hash, hashes, HashAlgorithm, "hash function";
    /// Returns the message authentication code with this name in any spelling, object identifier or name in JOSE.
    ///
    /// >>> from carnelian import algorithms
    /// >>> hs256 = algorithms.mac(jose="HS256")
    /// >>> tag = hs256.new(b"a secret key", b"a message").digest()
    /// >>> hs256.new(b"a secret key", b"a message").verify(tag)
    ///
    /// Raises ValueError if there is none.
    mac, macs, MacAlgorithm, "message authentication code";
    /// Returns the signature scheme with this name in any spelling, object identifier, or name or number in JOSE or
    /// COSE.
    ///
    /// >>> from carnelian import algorithms
    /// >>> scheme = algorithms.signature(jose="ML-DSA-65")
    /// >>> key = scheme.generate()
    /// >>> public = scheme.verifying_key_from_bytes(key.verifying_key.to_bytes())
    /// >>> public.verify(key.sign(b"a message"), b"a message")
    ///
    /// Raises ValueError if there is none.
    signature, signatures, SignatureAlgorithm, "signature scheme";
    /// Returns the scheme of key encapsulation with this name in any spelling, or object identifier.
    ///
    /// >>> from carnelian import algorithms
    /// >>> key = algorithms.kem("ML-KEM-768").generate()
    /// >>> secret, ciphertext = key.encapsulation_key.encapsulate()
    /// >>> key.decapsulate(ciphertext) == secret
    /// True
    ///
    /// Raises ValueError if there is none.
    kem, kems, KemAlgorithm, "scheme of key encapsulation";
    /// Returns the scheme of authenticated encryption with this name in any spelling, object identifier, or name or
    /// number in JOSE or COSE.
    ///
    /// >>> from carnelian import algorithms, random_bytes
    /// >>> scheme = algorithms.aead(jose="A256GCM")
    /// >>> key, nonce = scheme.new(scheme.generate_key()), random_bytes(scheme.nonce_size)
    /// >>> key.decrypt(nonce, key.encrypt(nonce, b"attack at dawn"))
    /// b'attack at dawn'
    ///
    /// Raises ValueError if there is none.
    aead, aeads, AeadAlgorithm, "scheme of authenticated encryption";
    /// Returns the stream cipher with this name in any spelling, or number in COSE.
    ///
    /// Raises ValueError if there is none.
    stream_cipher, stream_ciphers, StreamCipherAlgorithm, "stream cipher";
    /// Returns the scheme of key agreement with this name in any spelling, or object identifier.
    ///
    /// >>> from carnelian import algorithms
    /// >>> scheme = algorithms.agreement("X25519")
    /// >>> alice, bob = scheme.generate(), scheme.generate()
    /// >>> alice.exchange(bob.public_key) == bob.exchange(alice.public_key)
    /// True
    ///
    /// Raises ValueError if there is none.
    agreement, agreements, AgreementAlgorithm, "scheme of key agreement";
    /// Returns the key derivation function with this name in any spelling, or object identifier.
    ///
    /// >>> from carnelian import algorithms
    /// >>> len(algorithms.kdf("HKDF-SHA-256").derive(b"a shared secret", 32, info=b"session 7"))
    /// 32
    ///
    /// Raises ValueError if there is none.
    kdf, kdfs, KdfAlgorithm, "key derivation function";
}

/// Makes the objects of rows.
macro_rules! from_rows {
    ($($Class:ident)*) => {$(
        impl From<&'static algorithm::$Class> for $Class {
            fn from(row: &'static algorithm::$Class) -> Self {
                Self(row)
            }
        }
    )*};
}

from_rows! { HashAlgorithm MacAlgorithm SignatureAlgorithm KemAlgorithm AeadAlgorithm AgreementAlgorithm KdfAlgorithm StreamCipherAlgorithm }
