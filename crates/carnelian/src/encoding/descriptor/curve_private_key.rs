//! CurvePrivateKey, RFC 8410 Section 7: the bytes of the private key in an OCTET STRING.

use super::PrivateKeyStructure;
use crate::encoding::tlv::{OCTET_STRING, Result, Structure, to_der};
use alloc::vec::Vec;
use der::asn1::OctetStringRef;
use zeroize::Zeroizing;

pub(super) const CURVE_PRIVATE_KEY: PrivateKeyStructure = PrivateKeyStructure { read, write };

fn read<'a>(contents: &mut Structure<'a>, key: &mut Vec<u8>) -> Result<Option<&'a [u8]>> {
    key.extend_from_slice(contents.octets("CurvePrivateKey", OCTET_STRING)?);
    Ok(None)
}

fn write(private_key: &[u8], _public_key: Option<&[u8]>) -> Zeroizing<Vec<u8>> {
    let key = OctetStringRef::new(private_key).expect("a key is far shorter than DER may be");
    Zeroizing::new(to_der(&key))
}
