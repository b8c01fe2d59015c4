//! Ed25519 keys, RFC 8410, and the pair of keys that NaCl calls the secret key.

use super::{Descriptor, Parameters, PrivateKeyStructure, RawForm, curve_private_key};
use crate::encoding::lengths::Lengths;
use crate::encoding::oid::oid;
use crate::encoding::tlv::{Result, Structure};
use alloc::vec::Vec;

/// Bytes in a private key.
const KEY_LEN: usize = 32;
/// Bytes in a private key and its public key.
pub(super) const PAIR_LEN: usize = 2 * KEY_LEN;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    name: "Ed25519",
    identifier: oid("1.3.101.112"),
    parameters: Parameters::ABSENT,
    private_lengths: Lengths::new(&[(KEY_LEN, KEY_LEN)]),
    public_lengths: Lengths::new(&[(KEY_LEN, KEY_LEN)]),
    private_key: PrivateKeyStructure { read, ..curve_private_key::CURVE_PRIVATE_KEY },
    raw_form: RawForm::KeyOrPair,
};

/// Reads CurvePrivateKey, in which some programs have the public key after the private key.
fn read<'a>(contents: &mut Structure<'a>, key: &mut Vec<u8>) -> Result<Option<&'a [u8]>> {
    let bytes = curve_private_key::octets(contents)?;
    let (private, public) = match bytes.len() {
        PAIR_LEN => bytes.split_at(KEY_LEN),
        _ => (bytes, &[][..]),
    };
    key.extend_from_slice(private);
    Ok(if public.is_empty() { None } else { Some(public) })
}
