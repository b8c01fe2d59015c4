//! Verification of signatures of messages in memory, once and with prepared keys.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{Eddsa, KEY_LEN, SIGNATURE_LEN, carnelian_eddsa_rule, carnelian_eddsa_scheme, rule, with_key, with_scheme};
use crate::heap;
use crate::outputs::{needs, reporting, whole, zeroing};
use crate::status::carnelian_status;
use carnelian::curve::curve25519::Scalar;
use carnelian::curve::ed25519::{PreparedVerifyingKey, PreparedVerifyingKeyOf, Scheme, SignatureOf, VerifyingKeyOf};
use carnelian::curve::eddsa_blake2b;
use carnelian_ffi::Caller;

/// A verifying key with tables for many verifications: 15 or 60 KiB on the heap, which take as long to compute as some
/// verifications. Several threads may use it at a time.
pub enum carnelian_eddsa_prepared_key {
    /// A key of Ed25519.
    Ed25519(PreparedVerifyingKey),
    /// A key of EdDSA with BLAKE2b.
    EddsaBlake2b(eddsa_blake2b::PreparedVerifyingKey),
}

/// Verifies the signature, 64 bytes, of a message under a public key, 32 bytes. `scheme` is `CARNELIAN_ED25519` or
/// `CARNELIAN_EDDSA_BLAKE2B`; `rule_number` is one of the constants `CARNELIAN_RULE_...`. Takes time that depends on all
/// inputs, which are public.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid, or the public key is none;
/// `CARNELIAN_ERROR_ALGORITHM` for an unknown scheme or rule.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_verify(
    scheme: carnelian_eddsa_scheme,
    rule_number: carnelian_eddsa_rule,
    public_key: *const u8,
    message: *const u8,
    message_len: usize,
    signature: *const u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let (key, message) = (caller.array(public_key)?, caller.bytes(message, message_len)?);
        let signature = caller.array(signature)?;
        with_scheme!(scheme, S => Ok(S::verify(rule::<S>(rule_number)?, key, message, &SignatureOf::from_bytes(signature))?))
    })
}

/// Verifies a signed message, a signature followed by the message, and writes the message, 64 bytes less, to `message`.
/// They may overlap. `rule_number` is one of the constants `CARNELIAN_RULE_...`.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if `signed_len` is not 64 more than `message_len`; `CARNELIAN_ERROR_SIGNATURE` if
/// the signature is not valid; `CARNELIAN_ERROR_ALGORITHM`. `message` is all zeros then.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_open(
    scheme: carnelian_eddsa_scheme,
    rule_number: carnelian_eddsa_rule,
    public_key: *const u8,
    signed_message: *const u8,
    signed_len: usize,
    message: *mut u8,
    message_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(message, message_len)], || {
        needs(signed_len.checked_sub(SIGNATURE_LEN) == Some(message_len))?;
        let (key, signature) = (caller.array(public_key)?, caller.array(signed_message)?);
        let content = signed_message.wrapping_add(SIGNATURE_LEN);
        let bytes = caller.bytes(content, message_len)?;
        with_scheme!(scheme, S => {
            S::verify(rule::<S>(rule_number)?, key, bytes, &SignatureOf::from_bytes(signature))?;
            Ok(())
        })?;
        caller.moved(content, message, message_len)?;
        Ok(())
    })
}

/// Checks that 32 bytes are a public key under a rule, one of the constants `CARNELIAN_RULE_...`:
/// `CARNELIAN_RULE_STRICT` rejects points of small order, under which a signature can be valid for many messages.
///
/// Errors: `CARNELIAN_ERROR_KEY` if they encode no point or do not encode it canonically, `CARNELIAN_ERROR_POINT` if
/// the point is of small order and the rule forbids that; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_check_public_key(
    scheme: carnelian_eddsa_scheme,
    rule_number: carnelian_eddsa_rule,
    public_key: *const u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| with_scheme!(scheme, S => key_at::<S>(&caller, rule_number, public_key).map(drop)))
}

/// Verifies a signature, 64 bytes, given the challenge k, 32 bytes in little-endian order that are taken modulo the
/// order of the base point, in place of the hash of R, the public key and the message: for protocols that compute it
/// themselves.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT`
/// if the public key is none under the rule; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_verify_challenge(
    scheme: carnelian_eddsa_scheme,
    rule_number: carnelian_eddsa_rule,
    public_key: *const u8,
    challenge: *const u8,
    signature: *const u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let (k, signature) = (Scalar::from_bytes_mod_order(caller.array(challenge)?), caller.array(signature)?);
        with_scheme!(scheme, S => {
            let key = key_at::<S>(&caller, rule_number, public_key)?;
            Ok(key.verify_challenge(rule::<S>(rule_number)?, &k, &SignatureOf::from_bytes(signature))?)
        })
    })
}

/// Prepares a public key, 32 bytes, for many verifications, and writes its address to `*key`; release it with
/// `carnelian_eddsa_prepared_key_free`. The key is loaded by a rule, one of the constants `CARNELIAN_RULE_...`, and can
/// be used under others, which may reject it.
///
/// Errors: `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT` if it is no key under the rule;
/// `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`. `*key` is NULL then.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_prepared_key_new(
    scheme: carnelian_eddsa_scheme,
    rule_number: carnelian_eddsa_rule,
    public_key: *const u8,
    key: *mut *mut carnelian_eddsa_prepared_key,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            with_scheme!(scheme, S => {
                Ok(S::into_prepared_handle(key_at::<S>(&caller, rule_number, public_key)?.prepare()))
            })
        })
    })
}

/// Releases a prepared key. NULL is permitted.
///
/// # Safety
/// The pointer must be what the header says, and must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_prepared_key_free(key: *mut carnelian_eddsa_prepared_key) {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    heap::take_back(&caller, key);
}

/// Verifies a signature like `carnelian_eddsa_verify`, with a prepared key and the scheme that it was prepared for.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid, `CARNELIAN_ERROR_ALGORITHM` for an unknown rule.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_prepared_key_verify(
    key: *const carnelian_eddsa_prepared_key,
    rule_number: carnelian_eddsa_rule,
    message: *const u8,
    message_len: usize,
    signature: *const u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let (message, signature) = (caller.bytes(message, message_len)?, caller.array(signature)?);
        with_key!(carnelian_eddsa_prepared_key, caller.get(key)?, key => {
            verify_prepared(key, rule_number, message, signature)
        })
    })
}

fn verify_prepared<S: Scheme>(
    key: &PreparedVerifyingKeyOf<S>,
    rule_number: carnelian_eddsa_rule,
    message: &[u8],
    signature: &[u8; SIGNATURE_LEN],
) -> Result<(), carnelian_status> {
    Ok(key.verify_with(rule::<S>(rule_number)?, message, &SignatureOf::from_bytes(signature))?)
}

/// Returns the key at `public_key`, loaded by a rule.
pub(super) fn key_at<S: Scheme>(
    caller: &Caller,
    rule_number: carnelian_eddsa_rule,
    public_key: *const u8,
) -> Result<VerifyingKeyOf<S>, carnelian_status> {
    let bytes: &[u8; KEY_LEN] = caller.array(public_key)?;
    Ok(VerifyingKeyOf::from_bytes_for(rule::<S>(rule_number)?, bytes)?)
}
