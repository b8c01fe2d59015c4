//! HKDF over every hash function, RFC 5869.
#![allow(unsafe_code)] // Exports functions under their names in C.

use crate::hash::{carnelian_hash_algorithm, with_hash};
use crate::outputs::{apart, write_exactly, zeroing};
use crate::status::carnelian_status;
use carnelian::kdf::Hkdf;

/// Extracts a pseudorandom key, which is as long as a digest, from a secret that is not uniform. An empty salt is that
/// of zeros.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH if `prk_len` is not that of the algorithm.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hkdf_extract(
    algorithm: carnelian_hash_algorithm,
    salt: *const u8,
    salt_len: usize,
    secret: *const u8,
    secret_len: usize,
    prk: *mut u8,
    prk_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(prk, prk_len)], || {
        let (salt, secret) = (caller.bytes(salt, salt_len)?, caller.bytes(secret, secret_len)?);
        with_hash!(algorithm, H => write_exactly(&caller, prk, prk_len, &mut Hkdf::<H>::extract_prk(salt, secret)))
    })
}

/// Expands a pseudorandom key of at least the length of a digest to `out_len` bytes, at most 255 digests. Another
/// `info` gives independent bytes. `out` overlaps no input.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hkdf_expand(
    algorithm: carnelian_hash_algorithm,
    prk: *const u8,
    prk_len: usize,
    info: *const u8,
    info_len: usize,
    out: *mut u8,
    out_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(out, out_len)], || {
        apart(prk, prk_len, out, out_len)?;
        apart(info, info_len, out, out_len)?;
        let (prk, info) = (caller.bytes(prk, prk_len)?, caller.bytes(info, info_len)?);
        let out = caller.output(out, out_len)?;
        with_hash!(algorithm, H => Ok(Hkdf::<H>::from_prk(prk)?.expand(info, out)?))
    })
}

/// Extracts and expands in one call: derives `out_len` bytes, at most 255 digests, from a secret. `out` overlaps no
/// input.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hkdf(
    algorithm: carnelian_hash_algorithm,
    salt: *const u8,
    salt_len: usize,
    secret: *const u8,
    secret_len: usize,
    info: *const u8,
    info_len: usize,
    out: *mut u8,
    out_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(out, out_len)], || {
        apart(salt, salt_len, out, out_len)?;
        apart(secret, secret_len, out, out_len)?;
        apart(info, info_len, out, out_len)?;
        let (salt, secret) = (caller.bytes(salt, salt_len)?, caller.bytes(secret, secret_len)?);
        let info = caller.bytes(info, info_len)?;
        let out = caller.output(out, out_len)?;
        with_hash!(algorithm, H => Ok(Hkdf::<H>::derive(salt, secret, info, out)?))
    })
}
