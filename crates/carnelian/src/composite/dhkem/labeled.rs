//! HKDF with labels that separate its uses, RFC 9180 Section 4.

use super::KEM_ID;
use crate::hash::Sha256;
use crate::kdf::Hkdf;

/// The label of this version of HPKE.
const VERSION: &[u8] = b"HPKE-v1";

/// suite_id = concat("KEM", I2OSP(kem_id, 2))
const SUITE_ID: [u8; 5] = {
    let [high, low] = KEM_ID.to_be_bytes();
    [b'K', b'E', b'M', high, low]
};

/// LabeledExtract("", label, ikm), for the concatenation of the parts of `ikm`.
pub(super) fn labeled_extract<'a>(label: &'a [u8], ikm: impl Iterator<Item = &'a [u8]>) -> Hkdf<Sha256> {
    let labeled_ikm = [VERSION, &SUITE_ID, label].into_iter().chain(ikm);
    Hkdf::extract_parts(b"", labeled_ikm)
}

/// LabeledExpand(prk, label, info, L), where L is the length of `out`.
pub(super) fn labeled_expand<const L: usize>(prk: &Hkdf<Sha256>, label: &[u8], info: &[u8], out: &mut [u8; L]) {
    const { assert!(L <= u16::MAX as usize) };
    let length = (L as u16).to_be_bytes();
    let labeled_info = [&length, VERSION, &SUITE_ID, label, info];
    prk.expand_parts(&labeled_info, out);
}
