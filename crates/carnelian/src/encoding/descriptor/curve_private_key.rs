//! CurvePrivateKey, RFC 8410 Section 7: the bytes of the private key in an OCTET STRING.

use super::PrivateKeyStructure;
use crate::encoding::tlv::{OCTET_STRING, Result, Structure, to_der};
use alloc::vec::Vec;
use der::asn1::OctetStringRef;
use zeroize::Zeroizing;

pub(super) const CURVE_PRIVATE_KEY: PrivateKeyStructure = PrivateKeyStructure { shape: "an OCTET STRING", read, write };

fn read<'a>(contents: &mut Structure<'a>, key: &mut Vec<u8>) -> Result<Option<&'a [u8]>> {
    key.extend_from_slice(octets(contents)?);
    Ok(None)
}

/// Reads the OCTET STRING.
pub(super) fn octets<'a>(contents: &mut Structure<'a>) -> Result<&'a [u8]> {
    contents.octets("CurvePrivateKey", OCTET_STRING)
}

fn write(private_key: &[u8], _public_key: Option<&[u8]>) -> Zeroizing<Vec<u8>> {
    let key = OctetStringRef::new(private_key).expect("a key is far shorter than DER may be");
    Zeroizing::new(to_der(&key))
}
