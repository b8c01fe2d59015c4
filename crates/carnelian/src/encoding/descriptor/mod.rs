//! The descriptors of the algorithms: all that the readers and writers of key files know about an algorithm.
//!
//! A new algorithm is a file here with its [`Descriptor`], a variant of [`Algorithm`], and a line in [`Algorithm::ALL`]
//! and in [`Algorithm::descriptor`].

mod curve_private_key;
mod ed25519;
mod identifier;
mod ml_dsa;
mod ml_kem;
mod seeded;
mod slh_dsa;
mod x25519;

#[cfg(test)]
mod planted;
#[cfg(test)]
mod tests;

use super::algorithm::Algorithm;
#[cfg(test)]
use super::algorithm::Planted;
use super::error::EncodingError;
use super::lengths::Lengths;
use super::oid::{Oid, as_identifier};
use super::pem::Kind;
use super::tlv::{Result, Structure, check_length};
use crate::base::secret::Secret;
use alloc::vec::Vec;
use core::fmt;
use der::asn1::ObjectIdentifier;
use zeroize::Zeroizing;

/// The keys of an algorithm, as files hold them.
pub(super) struct Descriptor {
    /// The name of the algorithm in messages.
    name: &'static str,
    /// The field `algorithm` of its AlgorithmIdentifier.
    identifier: ObjectIdentifier,
    /// The field `parameters` of its AlgorithmIdentifier.
    parameters: Parameters,
    /// The lengths of a private key in bytes, as `private_key` reads it.
    private_lengths: Lengths,
    /// The lengths of a public key in bytes: the contents of the BIT STRING.
    public_lengths: Lengths,
    /// The structure of a private key.
    private_key: PrivateKeyStructure,
    /// The form of a key without structure.
    raw_form: RawForm,
}

/// The form of a key in a file of bytes or their hexadecimal digits, without structure. Such files are recognized by
/// their lengths, which must not be those of another form of any algorithm's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RawForm {
    /// There is none.
    None,
    /// The bytes of the key.
    Key,
    /// The bytes of the key. Those of the public key may follow the ones of a private key.
    KeyOrPair,
}

/// The only parameters that an AlgorithmIdentifier may have.
struct Parameters {
    /// Their DER, with tag and length; empty if they must be absent.
    der: &'static [u8],
    /// Their name in messages.
    name: &'static str,
}

impl Parameters {
    /// Absent, as RFC 8410 Section 3 demands and with it all newer standards.
    const ABSENT: Self = Self { der: &[], name: "none" };

    /// Returns the parameters if they are an object identifier: that of a named curve (RFC 5480 Section 2.1.1).
    fn named(&self) -> Option<ObjectIdentifier> {
        as_identifier(self.der)
    }
}

/// Reads the whole structure of a private key; see [`PrivateKeyStructure::read`].
type Read = for<'a> fn(&mut Structure<'a>, &mut Vec<u8>) -> Result<Option<&'a [u8]>>;
/// Returns the DER of a private key; see [`PrivateKeyStructure::write`].
type Write = fn(&[u8], Option<&[u8]>) -> Zeroizing<Vec<u8>>;
/// A private key, and its public key if the structure holds one.
type Keys<'a> = (Secret<Vec<u8>>, Option<&'a [u8]>);

/// The structure that the OCTET STRING `privateKey` of OneAsymmetricKey holds.
struct PrivateKeyStructure {
    /// The name of the structure in messages; "of" and the lengths of the private key follow it.
    shape: &'static str,
    /// Reads the whole structure and appends the private key to the vector, which has room for it, without a look at
    /// the key's bytes. Returns the public key, if the structure has one.
    read: Read,
    /// Returns the DER of a private key of one of the permitted lengths, and of its public key, if it is known and the
    /// structure holds one.
    write: Write,
}

impl Algorithm {
    const ALL: &[Self] = &[
        Self::Ed25519,
        Self::X25519,
        Self::MlKem512,
        Self::MlKem768,
        Self::MlKem1024,
        Self::MlDsa44,
        Self::MlDsa65,
        Self::MlDsa87,
        Self::SlhDsaSha2_128s,
        Self::SlhDsaSha2_128f,
        Self::SlhDsaSha2_192s,
        Self::SlhDsaSha2_192f,
        Self::SlhDsaSha2_256s,
        Self::SlhDsaSha2_256f,
        Self::SlhDsaShake128s,
        Self::SlhDsaShake128f,
        Self::SlhDsaShake192s,
        Self::SlhDsaShake192f,
        Self::SlhDsaShake256s,
        Self::SlhDsaShake256f,
    ];

    fn descriptor(self) -> &'static Descriptor {
        match self {
            Self::Ed25519 => &ed25519::DESCRIPTOR,
            Self::X25519 => &x25519::DESCRIPTOR,
            Self::MlKem512 => &ml_kem::ML_KEM_512,
            Self::MlKem768 => &ml_kem::ML_KEM_768,
            Self::MlKem1024 => &ml_kem::ML_KEM_1024,
            Self::MlDsa44 => &ml_dsa::ML_DSA_44,
            Self::MlDsa65 => &ml_dsa::ML_DSA_65,
            Self::MlDsa87 => &ml_dsa::ML_DSA_87,
            Self::SlhDsaSha2_128s => &slh_dsa::SHA2_128S,
            Self::SlhDsaSha2_128f => &slh_dsa::SHA2_128F,
            Self::SlhDsaSha2_192s => &slh_dsa::SHA2_192S,
            Self::SlhDsaSha2_192f => &slh_dsa::SHA2_192F,
            Self::SlhDsaSha2_256s => &slh_dsa::SHA2_256S,
            Self::SlhDsaSha2_256f => &slh_dsa::SHA2_256F,
            Self::SlhDsaShake128s => &slh_dsa::SHAKE_128S,
            Self::SlhDsaShake128f => &slh_dsa::SHAKE_128F,
            Self::SlhDsaShake192s => &slh_dsa::SHAKE_192S,
            Self::SlhDsaShake192f => &slh_dsa::SHAKE_192F,
            Self::SlhDsaShake256s => &slh_dsa::SHAKE_256S,
            Self::SlhDsaShake256f => &slh_dsa::SHAKE_256F,
            #[cfg(test)]
            Self::Planted(planted) => planted.descriptor(),
        }
    }

    /// The number of hexadecimal digits of a private key and the public key after it.
    pub(super) const DIGITS_OF_PAIR: usize = 2 * ed25519::PAIR_LEN;

    /// Iterates over the algorithms that are recognized in files.
    pub(super) fn known() -> impl Iterator<Item = Self> + Clone {
        let known = Self::ALL.iter();
        #[cfg(test)]
        let known = known.chain(Planted::ALL);
        known.copied()
    }

    /// Returns the object identifier that tells the algorithm from all others: that of its AlgorithmIdentifier, or for
    /// an elliptic curve the one in the parameters, which names the curve.
    #[must_use]
    pub fn oid(self) -> Oid {
        let descriptor = self.descriptor();
        Oid(descriptor.parameters.named().unwrap_or(descriptor.identifier))
    }

    /// Returns the lengths in bytes that a private key may have.
    #[must_use]
    pub fn private_lengths(self) -> &'static Lengths {
        &self.descriptor().private_lengths
    }

    /// Returns the lengths in bytes that a public key may have.
    #[must_use]
    pub fn public_lengths(self) -> &'static Lengths {
        &self.descriptor().public_lengths
    }

    /// Returns the name of the structure of a private key in messages.
    pub(super) fn private_key_shape(self) -> &'static str {
        self.descriptor().private_key.shape
    }

    pub(super) fn check_private_key(self, key: &[u8]) -> Result<()> {
        check_length("private key in bytes", self.private_lengths(), key.len())
    }

    pub(super) fn check_public_key(self, key: &[u8]) -> Result<()> {
        check_length("public key in bytes", self.public_lengths(), key.len())
    }

    /// Returns an error if a key of the algorithm cannot be a file without structure; `found` is the name of its form.
    pub(super) fn check_raw_form(self, found: &'static str) -> Result<()> {
        match self.descriptor().raw_form {
            RawForm::Key | RawForm::KeyOrPair => Ok(()),
            RawForm::None => Err(EncodingError::Content { expected: "a key in PEM or DER", found }),
        }
    }

    /// Returns the lengths in bytes of private keys without structure.
    pub(super) fn raw_private_lengths(self) -> Lengths {
        let pair = self.pair_len().map(Lengths::from);
        Lengths::union([self.private_lengths()].into_iter().chain(&pair))
    }

    /// Returns the lengths in bytes of keys of a kind without structure: none if all of them have one.
    pub(super) fn raw_lengths_of(self, kind: Kind) -> Lengths {
        match (self.descriptor().raw_form, kind) {
            (RawForm::None, _) => Lengths::new(&[]),
            (_, Kind::Private) => self.raw_private_lengths(),
            (_, Kind::Public) => self.public_lengths().clone(),
        }
    }

    /// Splits bytes without structure into the private key and the public key, if that follows.
    pub(super) fn split_raw(self, bytes: &[u8]) -> (&[u8], Option<&[u8]>) {
        match self.pair_len() {
            Some(length) if length == bytes.len() => {
                let (private, public) = bytes.split_at(length / 2);
                (private, Some(public))
            }
            _ => (bytes, None),
        }
    }

    /// Returns the bytes in a private key and the public key after it, of the same length, if they may have no
    /// structure.
    fn pair_len(self) -> Option<usize> {
        (self.descriptor().raw_form == RawForm::KeyOrPair).then_some(ed25519::PAIR_LEN)
    }

    /// Returns the lengths in bytes of all keys that can be files without structure.
    pub(super) fn raw_lengths() -> Lengths {
        let raw: Vec<_> = Self::known().filter(|algorithm| algorithm.descriptor().raw_form != RawForm::None).collect();
        let private: Vec<_> = raw.iter().map(|algorithm| algorithm.raw_private_lengths()).collect();
        let public = raw.iter().map(|algorithm| algorithm.public_lengths());
        Lengths::union(private.iter().chain(public))
    }

    /// Reads the contents of `privateKey`: the private key, and the public key if the structure holds one. An error says
    /// nothing of them but their length.
    pub(super) fn read_private_key<'a>(self, contents: &mut Structure<'a>) -> Result<Keys<'a>> {
        let (offset, length) = (contents.offset(), contents.left());
        // The key is not longer than its structure, so the vector never grows, which would leave a copy in freed memory.
        let mut key = Zeroizing::new(Vec::with_capacity(length));
        let read = (self.descriptor().private_key.read)(contents, &mut key);
        let whole = read.and_then(|public_key| contents.ended("privateKey").map(|()| public_key));
        match whole {
            Ok(public_key) => Ok((Secret::new(core::mem::take(&mut *key)), public_key)),
            Err(_) => Err(EncodingError::PrivateKeyStructure { algorithm: self, offset, length }),
        }
    }

    /// Returns the contents of `privateKey`.
    pub(super) fn write_private_key(self, private_key: &[u8], public_key: Option<&[u8]>) -> Zeroizing<Vec<u8>> {
        (self.descriptor().private_key.write)(private_key, public_key)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.descriptor().name)
    }
}
