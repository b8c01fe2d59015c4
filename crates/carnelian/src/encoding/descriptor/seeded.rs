//! Private keys that a file holds as their seed, as the expanded key that is computed from it, or as one after the
//! other: the same CHOICE in RFC 9881 Section 6 and RFC 9935 Section 6.
//!
//! Read, and not written, are four forms of drafts of these texts and of programs of that time. Each has a length that
//! no other form has:
//!
//! | form | written by |
//! |---|---|
//! | the seed with nothing around it | BouncyCastle 1.80, OpenSSL (`bare-seed`) |
//! | the seed in an OCTET STRING | BouncyCastle 1.79 |
//! | the expanded key with nothing around it | OpenSSL (`bare-priv`) |
//! | the expanded key and the public key in an OCTET STRING | OpenSSL (`oqskeypair`), oqs-provider |

use super::{Descriptor, Parameters, PrivateKeyStructure, RawForm};
use crate::encoding::lengths::Lengths;
use crate::encoding::oid::oid;
use crate::encoding::tlv::{OCTET_STRING, Result, SEQUENCE, Structure, check_length};
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// The identifier octet of a seed: `[0] IMPLICIT OCTET STRING`.
const SEED_TAG: u8 = 0x80;
/// Bytes of an identifier and a length, at most.
const HEADER: usize = 4;

/// Returns the descriptor of a parameter set with seeds of `SEED` bytes, expanded keys of `EXPANDED` and public keys of
/// `PUBLIC`.
pub(super) const fn descriptor<const SEED: usize, const EXPANDED: usize, const PUBLIC: usize>(
    name: &'static str,
    identifier: &'static str,
) -> Descriptor {
    Descriptor {
        name,
        identifier: oid(identifier),
        parameters: Parameters::ABSENT,
        private_lengths: Lengths::new(
            const { &[(SEED, SEED), (EXPANDED, EXPANDED), (SEED + EXPANDED, SEED + EXPANDED)] },
        ),
        public_lengths: Lengths::new(const { &[(PUBLIC, PUBLIC)] }),
        private_key: PrivateKeyStructure {
            shape: "a seed, an expanded key or both,",
            read: read::<SEED, EXPANDED, PUBLIC>,
            write: write::<SEED, EXPANDED>,
        },
        // A seed has as many bytes as an Ed25519 key or its digits, and that of one set is as long as another's.
        raw_form: RawForm::None,
    }
}

/// Reads a CHOICE of seed, expandedKey and both, or an older form.
fn read<'a, const SEED: usize, const EXPANDED: usize, const PUBLIC: usize>(
    contents: &mut Structure<'a>,
    key: &mut Vec<u8>,
) -> Result<Option<&'a [u8]>> {
    if [SEED, EXPANDED].contains(&contents.left()) {
        key.extend_from_slice(contents.rest());
        return Ok(None);
    }
    if contents.peek() == Some(OCTET_STRING) {
        return read_octets::<SEED, EXPANDED, PUBLIC>(contents, key);
    }
    let mut part = |from: &mut Structure<'a>, field, tag, length: usize| {
        let bytes = from.octets(field, tag)?;
        key.extend_from_slice(bytes);
        check_length(field, &length.into(), bytes.len())
    };
    match contents.peek() {
        Some(SEQUENCE) => contents.sequence("both", |both| {
            part(both, "seed", OCTET_STRING, SEED)?;
            part(both, "expandedKey", OCTET_STRING, EXPANDED)
        })?,
        _ => part(contents, "seed", SEED_TAG, SEED)?,
    }
    Ok(None)
}

/// Reads expandedKey, or an older form in an OCTET STRING, with the public key if that follows.
fn read_octets<'a, const SEED: usize, const EXPANDED: usize, const PUBLIC: usize>(
    contents: &mut Structure<'a>,
    key: &mut Vec<u8>,
) -> Result<Option<&'a [u8]>> {
    let bytes = contents.octets("expandedKey", OCTET_STRING)?;
    let (private, public) = match bytes.len() == EXPANDED + PUBLIC {
        true => bytes.split_at(EXPANDED),
        false => (bytes, &[][..]),
    };
    if private.len() != SEED {
        check_length("expandedKey", &EXPANDED.into(), private.len())?;
    }
    key.extend_from_slice(private);
    Ok(if public.is_empty() { None } else { Some(public) })
}

fn write<const SEED: usize, const EXPANDED: usize>(
    private_key: &[u8],
    _public_key: Option<&[u8]>,
) -> Zeroizing<Vec<u8>> {
    // There is room for all, so the vector never grows, which would leave a copy in freed memory.
    let mut der = Zeroizing::new(Vec::with_capacity(private_key.len() + 3 * HEADER));
    match private_key.split_at_checked(SEED) {
        Some((seed, [])) => write_value(&mut der, SEED_TAG, seed),
        Some((seed, expanded)) if expanded.len() == EXPANDED => {
            write_header(&mut der, SEQUENCE, header_len(SEED) + SEED + header_len(EXPANDED) + EXPANDED);
            write_value(&mut der, OCTET_STRING, seed);
            write_value(&mut der, OCTET_STRING, expanded);
        }
        _ => write_value(&mut der, OCTET_STRING, private_key),
    }
    der
}

fn write_value(der: &mut Vec<u8>, tag: u8, value: &[u8]) {
    write_header(der, tag, value.len());
    der.extend_from_slice(value);
}

/// Writes an identifier and a length below 2^16.
fn write_header(der: &mut Vec<u8>, tag: u8, length: usize) {
    let [high, low] = (length as u16).to_be_bytes();
    match header_len(length) {
        2 => der.extend_from_slice(&[tag, low]),
        _ => der.extend_from_slice(&[tag, 0x82, high, low]),
    }
}

/// Returns the bytes of an identifier and a length: no value here has 128 to 255 bytes.
const fn header_len(length: usize) -> usize {
    if length < 128 { 2 } else { HEADER }
}
