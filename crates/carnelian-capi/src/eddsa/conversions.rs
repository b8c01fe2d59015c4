//! Keys of EdDSA as keys of X25519, and back.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{KEY_LEN, key_at, signing_key_at, with_scheme};
use crate::outputs::zeroing;
use crate::signature::{CARNELIAN_RULE_DEFAULT, carnelian_signature_algorithm};
use crate::status::carnelian_status;
use carnelian::curve::ed25519::VerifyingKeyOf;
use carnelian::curve::x25519::PublicKey;
use core::ffi::c_int;

/// Computes the private key of X25519 with the same secret scalar as the key of an EdDSA seed, for protocols that use one
/// key for both: 32 bytes each. Its public key is what `carnelian_eddsa_public_key_to_x25519` makes of the public key.
/// Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_seed_to_x25519(
    algorithm: carnelian_signature_algorithm,
    seed: *const u8,
    private_key: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(private_key, KEY_LEN)], || {
        with_scheme!(algorithm, S => {
            let key = signing_key_at::<S>(&caller, seed)?.to_x25519();
            Ok(caller.write(private_key, key.to_bytes().expose())?)
        })
    })
}

/// Computes the public key of X25519 of the same point as a public key of EdDSA, RFC 7748 Section 4.1: 32 bytes each.
/// The sign of x is lost.
///
/// Errors: `CARNELIAN_ERROR_KEY` if the bytes are no public key by the scheme's default rule,
/// `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_public_key_to_x25519(
    algorithm: carnelian_signature_algorithm,
    public_key: *const u8,
    x25519_public_key: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(x25519_public_key, KEY_LEN)], || {
        with_scheme!(algorithm, S => {
            let key = key_at::<S>(&caller, CARNELIAN_RULE_DEFAULT, public_key)?.to_x25519();
            Ok(caller.write(x25519_public_key, key.as_bytes())?)
        })
    })
}

/// Computes the public key of EdDSA with the u-coordinate of a public key of X25519, 32 bytes each, and an x whose sign
/// is `sign`, 0 or 1.
///
/// Errors: `CARNELIAN_ERROR_KEY` if there is no such point, `CARNELIAN_ERROR_ARGUMENT` for another sign,
/// `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_public_key_from_x25519(
    algorithm: carnelian_signature_algorithm,
    x25519_public_key: *const u8,
    sign: c_int,
    public_key: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(public_key, KEY_LEN)], || {
        let u = PublicKey::from(caller.array(x25519_public_key)?);
        let sign = match sign {
            0 => false,
            1 => true,
            _ => return Err(carnelian_status::CARNELIAN_ERROR_ARGUMENT),
        };
        with_scheme!(algorithm, S => {
            Ok(caller.write(public_key, VerifyingKeyOf::<S>::from_x25519(&u, sign)?.as_bytes())?)
        })
    })
}
