//! The part that only DHKEM has: keys derived from other secrets, and senders that authenticate themselves, RFC 9180 Section 4.1.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::CARNELIAN_DHKEM_X25519_PRIVATE_KEY_LEN;
use crate::context::wiping_stack;
use crate::outputs::zeroing;
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::composite::dhkem::{Ciphertext, DecapsulationKey, EncapsulationKey};
use carnelian_ffi::Caller;

/// The number of bytes in a private key, a public key, a ciphertext and a shared secret.
const LEN: usize = CARNELIAN_DHKEM_X25519_PRIVATE_KEY_LEN;

/// Returns the private key at `data`, without a copy of its bytes on the stack.
fn private(caller: &Caller, data: *const u8) -> Result<DecapsulationKey, carnelian_status> {
    wiping_stack::<[u8; LEN], _>(|| Ok(DecapsulationKey::from_bytes(*caller.array(data)?)))
}

/// Derives a key pair of DHKEM, 32 bytes each, from secret bytes that have at least 32 bytes of entropy:
/// DeriveKeyPair(ikm) of RFC 9180 Section 7.1.3. Takes time that depends only on the length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_dhkem_derive_key_pair(
    ikm: *const u8,
    ikm_len: usize,
    private_key: *mut u8,
    public_key: *mut u8,
) -> carnelian_status {
    let caller = &caller!();
    zeroing(caller, [(private_key, LEN), (public_key, LEN)], || {
        let key = DecapsulationKey::derive_key_pair(caller.bytes(ikm, ikm_len)?);
        caller.write(public_key, key.encapsulation_key().as_bytes())?;
        Ok(caller.write(private_key, key.to_bytes().expose())?)
    })
}

/// Makes a shared secret and its ciphertext like `carnelian_kem_encapsulate`, such that only
/// `carnelian_dhkem_auth_decapsulate` with the public key of `sender_private_key` results in the same secret: AuthEncap of
/// RFC 9180. All arrays have 32 bytes. This authenticates the sender only to the recipient. `random` is the random
/// source, NULL that of the operating system. Constant time.
///
/// Errors: `CARNELIAN_ERROR_POINT` if the public key is of small order; `CARNELIAN_ERROR_RANDOM` if the source fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_dhkem_auth_encapsulate(
    public_key: *const u8,
    sender_private_key: *const u8,
    random: *const carnelian_random_source,
    ciphertext: *mut u8,
    shared_secret: *mut u8,
) -> carnelian_status {
    let caller = &caller!();
    zeroing(caller, [(ciphertext, LEN), (shared_secret, LEN)], || {
        let recipient = EncapsulationKey::from_bytes(*caller.array(public_key)?)?;
        let sender = private(caller, sender_private_key)?;
        let (sent, shared) = recipient.auth_encapsulate(&sender, &mut Source::of(caller, random)?)?;
        caller.write(ciphertext, sent.as_bytes())?;
        Ok(caller.write(shared_secret, shared.expose())?)
    })
}

/// Computes the shared secret that the holder of the private key of `sender_public_key` has made with
/// `carnelian_dhkem_auth_encapsulate`: AuthDecap of RFC 9180. All arrays have 32 bytes. For any other ciphertext it is a
/// secret that its sender does not know. Constant time.
///
/// Errors: `CARNELIAN_ERROR_POINT` if the ciphertext or the public key is of small order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_dhkem_auth_decapsulate(
    private_key: *const u8,
    ciphertext: *const u8,
    sender_public_key: *const u8,
    shared_secret: *mut u8,
) -> carnelian_status {
    let caller = &caller!();
    zeroing(caller, [(shared_secret, LEN)], || {
        let recipient = private(caller, private_key)?;
        let received = Ciphertext::from(caller.array(ciphertext)?);
        let sender = EncapsulationKey::from_bytes(*caller.array(sender_public_key)?)?;
        Ok(caller.write(shared_secret, recipient.auth_decapsulate(&received, &sender)?.expose())?)
    })
}
