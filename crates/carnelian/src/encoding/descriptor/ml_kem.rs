//! ML-KEM keys, RFC 9935: the seed d ‖ z, the expanded decapsulation key, or one after the other.

use super::{Descriptor, Parameters, PrivateKeyStructure};
use crate::encoding::lengths::Lengths;
use crate::encoding::oid::oid;
use crate::encoding::tlv::{OCTET_STRING, Result, SEQUENCE, Structure, check_length};
use alloc::vec::Vec;
use zeroize::Zeroizing;

pub(super) static ML_KEM_512: Descriptor =
    descriptor::<1632>("ML-KEM-512", "2.16.840.1.101.3.4.4.1", &[(64, 64), (1632, 1632), (1696, 1696)], &[(800, 800)]);

pub(super) static ML_KEM_768: Descriptor = descriptor::<2400>(
    "ML-KEM-768",
    "2.16.840.1.101.3.4.4.2",
    &[(64, 64), (2400, 2400), (2464, 2464)],
    &[(1184, 1184)],
);

pub(super) static ML_KEM_1024: Descriptor = descriptor::<3168>(
    "ML-KEM-1024",
    "2.16.840.1.101.3.4.4.3",
    &[(64, 64), (3168, 3168), (3232, 3232)],
    &[(1568, 1568)],
);

/// Bytes in a seed.
const SEED: usize = 64;
/// The identifier octet of a seed: `[0] IMPLICIT OCTET STRING`.
const SEED_TAG: u8 = 0x80;
/// Bytes of an identifier and a length, at most.
const HEADER: usize = 4;

/// Returns the descriptor of a parameter set with expanded keys of `EXPANDED` bytes.
const fn descriptor<const EXPANDED: usize>(
    name: &'static str,
    identifier: &'static str,
    private_lengths: &'static [(usize, usize)],
    public_lengths: &'static [(usize, usize)],
) -> Descriptor {
    Descriptor {
        name,
        identifier: oid(identifier),
        parameters: Parameters::ABSENT,
        private_lengths: Lengths::new(private_lengths),
        public_lengths: Lengths::new(public_lengths),
        private_key: PrivateKeyStructure { read: read::<EXPANDED>, write: write::<EXPANDED> },
        // A seed has as many bytes as the digits of a key of Ed25519, and that of one set is as long as another's.
        has_raw_form: false,
    }
}

/// Section 6, ML-KEM-PrivateKey, a CHOICE of seed, expandedKey and both.
fn read<'a, const EXPANDED: usize>(contents: &mut Structure<'a>, key: &mut Vec<u8>) -> Result<Option<&'a [u8]>> {
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
        Some(OCTET_STRING) => part(contents, "expandedKey", OCTET_STRING, EXPANDED)?,
        _ => part(contents, "seed", SEED_TAG, SEED)?,
    }
    Ok(None)
}

fn write<const EXPANDED: usize>(private_key: &[u8], _public_key: Option<&[u8]>) -> Zeroizing<Vec<u8>> {
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
