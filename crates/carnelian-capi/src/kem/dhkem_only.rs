//! The part that only DHKEM has: keys derived from other secrets, and senders that authenticate themselves, RFC 9180 Section 4.1.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{In, Out, SECRET_LEN, dhkem_key, write_dhkem};
use crate::outputs::zeroing;
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::composite::dhkem::{Ciphertext, DecapsulationKey, EncapsulationKey};
use carnelian_ffi::Caller;

/// The number of bytes in a secret key, a public key and a ciphertext of DHKEM(X25519, HKDF-SHA256).
pub const CARNELIAN_DHKEM_X25519_LEN: usize = 32;

const LEN: usize = CARNELIAN_DHKEM_X25519_LEN;

/// Derives a key pair of DHKEM, 32 bytes each, from secret bytes that have at least 32 bytes of entropy:
/// DeriveKeyPair(ikm) of RFC 9180 Section 7.1.3. Takes time that depends only on the length.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_dhkem_derive_key_pair(
    ikm: *const u8,
    ikm_len: usize,
    secret_key: *mut u8,
    public_key: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = &unsafe { Caller::promises() };
    zeroing(caller, [(secret_key, LEN), (public_key, LEN)], || {
        let key = DecapsulationKey::derive_key_pair(caller.bytes(ikm, ikm_len)?);
        write_dhkem(&key, Out { caller, data: secret_key }, Out { caller, data: public_key })
    })
}

/// Makes a shared secret and its ciphertext like `carnelian_kem_encapsulate`, such that only
/// `carnelian_dhkem_auth_decapsulate` with the public key of `sender_secret_key` results in the same secret: AuthEncap of
/// RFC 9180. All arrays have 32 bytes. This authenticates the sender only to the recipient. `random` is the random
/// source, NULL that of the operating system. Constant time.
///
/// Errors: `CARNELIAN_ERROR_POINT` if the public key is of small order; `CARNELIAN_ERROR_RANDOM` if the source fails.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_dhkem_auth_encapsulate(
    public_key: *const u8,
    sender_secret_key: *const u8,
    random: *const carnelian_random_source,
    ciphertext: *mut u8,
    secret: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = &unsafe { Caller::promises() };
    zeroing(caller, [(ciphertext, LEN), (secret, SECRET_LEN)], || {
        let recipient = EncapsulationKey::from_bytes(*caller.array(public_key)?)?;
        let sender = dhkem_key(&In { caller, data: sender_secret_key, len: LEN })?;
        let (sent, shared) = recipient.auth_encapsulate(&sender, &mut Source::of(caller, random)?)?;
        caller.write(ciphertext, sent.as_bytes())?;
        Ok(caller.write(secret, shared.expose())?)
    })
}

/// Computes the shared secret that the holder of the secret key of `sender_public_key` has made with
/// `carnelian_dhkem_auth_encapsulate`: AuthDecap of RFC 9180. All arrays have 32 bytes. For any other ciphertext it is a
/// secret that its sender does not know. Constant time.
///
/// Errors: `CARNELIAN_ERROR_POINT` if the ciphertext or the public key is of small order.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_dhkem_auth_decapsulate(
    secret_key: *const u8,
    ciphertext: *const u8,
    sender_public_key: *const u8,
    secret: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = &unsafe { Caller::promises() };
    zeroing(caller, [(secret, SECRET_LEN)], || {
        let recipient = dhkem_key(&In { caller, data: secret_key, len: LEN })?;
        let received = Ciphertext::from(caller.array(ciphertext)?);
        let sender = EncapsulationKey::from_bytes(*caller.array(sender_public_key)?)?;
        Ok(caller.write(secret, recipient.auth_decapsulate(&received, &sender)?.expose())?)
    })
}
