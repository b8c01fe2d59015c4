//! X25519.
#![allow(unsafe_code)] // Entry points of C.

use crate::{field, serve};
use carnelian::curve::elligator2::dirty_public_key;
use carnelian::curve::x25519::{self, SecretKey};
use carnelian_ffi::{Caller, Fault};

/// Computes a public key.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_x25519_public_key(public_key: *mut u8, secret_key: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let key = SecretKey::from_bytes(*caller.array(secret_key)?);
        caller.write(public_key, key.public_key().as_bytes())
    });
}

/// Computes a shared secret: zeros for a public key of small order.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_x25519(
    raw_shared_secret: *mut u8,
    your_secret_key: *const u8,
    their_public_key: *const u8,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (k, u) = (caller.array(your_secret_key)?, caller.array(their_public_key)?);
        caller.write(raw_shared_secret, x25519::x25519(k, u).expose())
    });
}

/// Divides a point by a secret key.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_x25519_inverse(blind_salt: *mut u8, private_key: *const u8, curve_point: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (k, u) = (caller.array(private_key)?, caller.array(curve_point)?);
        caller.write(blind_salt, x25519::x25519_inverse(k, u).expose())
    });
}

/// Converts a public key of X25519 to one of EdDSA whose x is even.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_x25519_to_eddsa(eddsa: *mut u8, x25519: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| caller.write(eddsa, &field::y_of_u(caller.array(x25519)?)));
}

/// Writes a public key with a component of small order.
fn dirty(caller: &Caller, pk: *mut u8, sk: *const u8) -> Result<(), Fault> {
    caller.write(pk, dirty_public_key(&SecretKey::from_bytes(*caller.array(sk)?)).as_bytes())
}

/// Computes a public key with a component of small order.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_x25519_dirty_small(pk: *mut u8, sk: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| dirty(&caller, pk, sk));
}

/// Computes a public key with a component of small order.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_x25519_dirty_fast(pk: *mut u8, sk: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| dirty(&caller, pk, sk));
}
