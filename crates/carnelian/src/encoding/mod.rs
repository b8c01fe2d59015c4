//! Key files: the containers of keys of every algorithm.
//!
//! | type | standard | forms |
//! |---|---|---|
//! | [`PrivateKeyInfo`] | PKCS #8: RFC 5958, v1 and v2, with the keys of RFC 8410, RFC 9881, RFC 9909 and RFC 9935 | DER, PEM (RFC 7468), raw bytes, hexadecimal digits |
//! | [`PrivateKeyInfo`], encrypted | PBES2: RFC 8018 | DER, PEM |
//! | [`SubjectPublicKeyInfo`] | RFC 5280 Section 4.1.2.7, with the same keys | DER, PEM, raw bytes, hexadecimal digits |
//!
//! Key types read and write themselves through [`PrivateKeyFile`] and [`PublicKeyFile`].
//!
//! [`Form::of`] recognizes the form of a file. Every error is an [`EncodingError`], which says what was expected, what
//! was found and where.

mod algorithm;
mod descriptor;
mod digits;
mod error;
mod form;
mod key_types;
mod layout;
mod lengths;
mod oid;
mod pbes2;
mod pem;
mod private_key;
mod public_key;
mod text;
mod tlv;
mod words;

#[cfg(test)]
mod tests;

pub use algorithm::Algorithm;
pub use digits::Digits;
pub use error::EncodingError;
pub use form::{Content, Form};
pub use key_types::{PrivateKeyFile, PublicKeyFile};
pub use lengths::Lengths;
pub use oid::Oid;
pub use pbes2::Encryption;
pub use private_key::PrivateKeyInfo;
pub use public_key::SubjectPublicKeyInfo;
pub use text::encode_hex;
