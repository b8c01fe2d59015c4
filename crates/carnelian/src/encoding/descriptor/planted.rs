//! Algorithms that only the unit tests have: the shapes of keys that a descriptor must be able to express, besides
//! those of RFC 8410.

use super::{Descriptor, Parameters, PrivateKeyStructure, RawForm};
use crate::encoding::algorithm::{Algorithm, Planted};
use crate::encoding::error::EncodingError;
use crate::encoding::lengths::Lengths;
use crate::encoding::oid::oid;
use crate::encoding::tlv::{BIT_STRING, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING, Result, SEQUENCE, Structure};
use alloc::vec::Vec;
use zeroize::Zeroizing;

impl Planted {
    pub(super) const ALL: &[Algorithm] =
        &[Algorithm::Planted(Self::Rsa), Algorithm::Planted(Self::P256), Algorithm::Planted(Self::P384)];

    pub(super) fn descriptor(self) -> &'static Descriptor {
        match self {
            Self::Rsa => &RSA,
            Self::P256 => &P256,
            Self::P384 => &P384,
        }
    }
}

/// RFC 8017 Appendices A.1 and C.
static RSA: Descriptor = Descriptor {
    name: "RSA",
    identifier: oid("1.2.840.113549.1.1.1"),
    parameters: Parameters { der: &[0x05, 0x00], name: "NULL" },
    private_lengths: Lengths::new(&[(100, 10_000)]),
    public_lengths: Lengths::new(&[(60, 4_000)]),
    private_key: PrivateKeyStructure { shape: "RSAPrivateKey", read: read_rsa, write: write_rsa },
    raw_form: RawForm::None,
};

/// RFC 5480 Section 2 and RFC 5915 Section 3.
static P256: Descriptor = Descriptor {
    name: "P-256",
    identifier: oid("1.2.840.10045.2.1"),
    parameters: Parameters {
        der: &[0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07],
        name: "the name of a curve",
    },
    private_lengths: Lengths::new(&[(32, 32)]),
    public_lengths: Lengths::new(&[(33, 33), (65, 65)]),
    private_key: EC_PRIVATE_KEY,
    raw_form: RawForm::None,
};

static P384: Descriptor = Descriptor {
    name: "P-384",
    identifier: oid("1.2.840.10045.2.1"),
    parameters: Parameters { der: &[0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x22], name: "the name of a curve" },
    private_lengths: Lengths::new(&[(48, 48)]),
    public_lengths: Lengths::new(&[(49, 49), (97, 97)]),
    private_key: EC_PRIVATE_KEY,
    raw_form: RawForm::None,
};

const EC_PRIVATE_KEY: PrivateKeyStructure =
    PrivateKeyStructure { shape: "ECPrivateKey", read: read_ec, write: write_ec };

/// RSAPrivateKey, which is kept whole.
fn read_rsa<'a>(contents: &mut Structure<'a>, key: &mut Vec<u8>) -> Result<Option<&'a [u8]>> {
    contents.clone().sequence("RSAPrivateKey", |numbers| {
        numbers.unsigned("version")?;
        while !numbers.is_at_end() {
            numbers.skip("integer", INTEGER)?;
        }
        Ok(())
    })?;
    key.extend_from_slice(contents.element("RSAPrivateKey", SEQUENCE)?);
    Ok(None)
}

fn write_rsa(private_key: &[u8], _public_key: Option<&[u8]>) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(private_key.to_vec())
}

/// ECPrivateKey: the scalar, and the point if it is there.
fn read_ec<'a>(contents: &mut Structure<'a>, key: &mut Vec<u8>) -> Result<Option<&'a [u8]>> {
    const PARAMETERS: u8 = 0xa0;
    const PUBLIC_KEY: u8 = 0xa1;
    contents.sequence("ECPrivateKey", |fields| {
        let offset = fields.offset();
        if fields.unsigned("version")? != 1 {
            return Err(EncodingError::NotDer { field: "version", offset, fault: "expected 1" });
        }
        key.extend_from_slice(fields.octets("privateKey", OCTET_STRING)?);
        if fields.peek() == Some(PARAMETERS) {
            fields.constructed("parameters", PARAMETERS, |curve| curve.skip("namedCurve", OBJECT_IDENTIFIER))?;
        }
        if fields.is_at_end() {
            return Ok(None);
        }
        fields.constructed("publicKey", PUBLIC_KEY, |point| point.bits("publicKey", BIT_STRING)).map(Some)
    })
}

fn write_ec(private_key: &[u8], public_key: Option<&[u8]>) -> Zeroizing<Vec<u8>> {
    let point = public_key.map(|point| tlv(0xa1, &[&tlv(BIT_STRING, &[&[0], point])])).unwrap_or_default();
    Zeroizing::new(tlv(SEQUENCE, &[&[INTEGER, 1, 1], &tlv(OCTET_STRING, &[private_key]), &point]))
}

/// Returns a value in DER.
pub(super) fn tlv(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let contents = parts.concat();
    let length = contents.len();
    let header = match length {
        0..=0x7f => alloc::vec![tag, length as u8],
        0x80..=0xff => alloc::vec![tag, 0x81, length as u8],
        _ => alloc::vec![tag, 0x82, (length >> 8) as u8, length as u8],
    };
    [header, contents].concat()
}
