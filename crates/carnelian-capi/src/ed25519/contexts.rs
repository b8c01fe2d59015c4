//! Ed25519ctx and Ed25519ph, RFC 8032 Section 5.1: signatures under a context, and of a message's digest.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::streaming::carnelian_ed25519_prehash;
use super::verifying::key_at;
use super::{Eddsa, SIGNATURE_LEN, carnelian_eddsa_rule, carnelian_eddsa_signing_key, context, optional_context, rule};
use crate::context as memory;
use crate::outputs::{reporting, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::curve::ed25519::{Ed25519, SignatureOf, SigningKey};
use carnelian_ffi::Caller;

/// Returns the key in a handle, which has to be one of Ed25519.
fn signer(caller: &Caller, key: *const carnelian_eddsa_signing_key) -> Result<&SigningKey, carnelian_status> {
    Ed25519::signing_key(caller.get(key)?)
}

/// Signs a message under a context of 1 to 255 bytes: Ed25519ctx. `signature` receives 64 bytes. Takes time that depends
/// only on lengths.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a context of another length; `CARNELIAN_ERROR_KEY_KIND` unless the key is of
/// Ed25519.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ed25519_sign_ctx(
    key: *const carnelian_eddsa_signing_key,
    purpose: *const u8,
    purpose_len: usize,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, SIGNATURE_LEN)], || {
        let (key, purpose) = (signer(&caller, key)?, context(&caller, purpose, purpose_len)?);
        let signed = key.sign_ctx(purpose, caller.bytes(message, message_len)?);
        Ok(caller.write(signature, signed.as_bytes())?)
    })
}

/// Signs a message under a context of 1 to 255 bytes like `carnelian_ed25519_sign_ctx`, and adds randomness to the nonce
/// like `carnelian_eddsa_sign_hedged`.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a context of another length; `CARNELIAN_ERROR_KEY_KIND` unless the key is of
/// Ed25519; `CARNELIAN_ERROR_RANDOM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ed25519_sign_ctx_hedged(
    key: *const carnelian_eddsa_signing_key,
    random: *const carnelian_random_source,
    purpose: *const u8,
    purpose_len: usize,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, SIGNATURE_LEN)], || {
        let (key, purpose) = (signer(&caller, key)?, context(&caller, purpose, purpose_len)?);
        let message = caller.bytes(message, message_len)?;
        let signed = key.sign_ctx_hedged(purpose, message, &mut Source::of(&caller, random)?)?;
        Ok(caller.write(signature, signed.as_bytes())?)
    })
}

/// Verifies an Ed25519ctx signature, 64 bytes, of a message under a context of 1 to 255 bytes and a public key of 32.
/// `rule_number` is one of the constants `CARNELIAN_RULE_...`.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT`
/// if the public key is none under the rule; `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ed25519_verify_ctx(
    rule_number: carnelian_eddsa_rule,
    public_key: *const u8,
    purpose: *const u8,
    purpose_len: usize,
    message: *const u8,
    message_len: usize,
    signature: *const u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let key = key_at::<Ed25519>(&caller, rule_number, public_key)?;
        let (purpose, message) = (context(&caller, purpose, purpose_len)?, caller.bytes(message, message_len)?);
        let signature = SignatureOf::from_bytes(caller.array(signature)?);
        Ok(key.verify_ctx_with(rule::<Ed25519>(rule_number)?, purpose, message, &signature)?)
    })
}

/// Signs the message that a prehash has absorbed, under a context of 0 to 255 bytes: Ed25519ph. `signature` receives 64
/// bytes. The prehash is finished, even if the call fails for another reason.
///
/// Errors: `CARNELIAN_ERROR_STATE` if the prehash is not initialized; `CARNELIAN_ERROR_LENGTH` for a longer context;
/// `CARNELIAN_ERROR_KEY_KIND` unless the key is of Ed25519.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ed25519_sign_prehash(
    key: *const carnelian_eddsa_signing_key,
    purpose: *const u8,
    purpose_len: usize,
    prehash: *mut carnelian_ed25519_prehash,
    signature: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, SIGNATURE_LEN)], || {
        let message = memory::finish(&caller, prehash)?;
        let (key, purpose) = (signer(&caller, key)?, optional_context(&caller, purpose, purpose_len)?);
        let signed = message.take(|message| key.sign_prehash(purpose, message));
        Ok(caller.write(signature, signed.as_bytes())?)
    })
}

/// Signs the message that a prehash has absorbed like `carnelian_ed25519_sign_prehash`, and adds randomness to the nonce
/// like `carnelian_eddsa_sign_hedged`.
///
/// Errors: `CARNELIAN_ERROR_STATE` if the prehash is not initialized; `CARNELIAN_ERROR_LENGTH` for a longer context;
/// `CARNELIAN_ERROR_KEY_KIND` unless the key is of Ed25519; `CARNELIAN_ERROR_RANDOM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ed25519_sign_prehash_hedged(
    key: *const carnelian_eddsa_signing_key,
    random: *const carnelian_random_source,
    purpose: *const u8,
    purpose_len: usize,
    prehash: *mut carnelian_ed25519_prehash,
    signature: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, SIGNATURE_LEN)], || {
        let message = memory::finish(&caller, prehash)?;
        let (key, purpose) = (signer(&caller, key)?, optional_context(&caller, purpose, purpose_len)?);
        let mut random = Source::of(&caller, random)?;
        let signed = message.take(|message| key.sign_prehash_hedged(purpose, message, &mut random))?;
        Ok(caller.write(signature, signed.as_bytes())?)
    })
}

/// Signs a message, given its SHA-512 digest of 64 bytes, under a context of 0 to 255 bytes: Ed25519ph. `signature`
/// receives 64 bytes.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a longer context; `CARNELIAN_ERROR_KEY_KIND` unless the key is of Ed25519.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ed25519_sign_digest(
    key: *const carnelian_eddsa_signing_key,
    purpose: *const u8,
    purpose_len: usize,
    digest: *const u8,
    signature: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, SIGNATURE_LEN)], || {
        let (key, purpose) = (signer(&caller, key)?, optional_context(&caller, purpose, purpose_len)?);
        Ok(caller.write(signature, key.sign_prehash_digest(purpose, caller.array(digest)?).as_bytes())?)
    })
}

/// Verifies the Ed25519ph signature, 64 bytes, of the message that a prehash has absorbed, under a context of 0 to 255
/// bytes and a public key of 32. `rule_number` is one of the constants `CARNELIAN_RULE_...`. The prehash is finished.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT`
/// if the public key is none under the rule; `CARNELIAN_ERROR_STATE`, `CARNELIAN_ERROR_LENGTH`,
/// `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ed25519_verify_prehash(
    rule_number: carnelian_eddsa_rule,
    public_key: *const u8,
    purpose: *const u8,
    purpose_len: usize,
    prehash: *mut carnelian_ed25519_prehash,
    signature: *const u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let message = memory::finish(&caller, prehash)?;
        let key = key_at::<Ed25519>(&caller, rule_number, public_key)?;
        let purpose = optional_context(&caller, purpose, purpose_len)?;
        let (rule, signature) = (rule::<Ed25519>(rule_number)?, SignatureOf::from_bytes(caller.array(signature)?));
        Ok(message.take(|message| key.verify_prehash_with(rule, purpose, message, &signature))?)
    })
}

/// Verifies an Ed25519ph signature, 64 bytes, of a message, given its SHA-512 digest of 64 bytes, under a context of 0
/// to 255 bytes and a public key of 32. `rule_number` is one of the constants `CARNELIAN_RULE_...`.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT`
/// if the public key is none under the rule; `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ed25519_verify_digest(
    rule_number: carnelian_eddsa_rule,
    public_key: *const u8,
    purpose: *const u8,
    purpose_len: usize,
    digest: *const u8,
    signature: *const u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let key = key_at::<Ed25519>(&caller, rule_number, public_key)?;
        let purpose = optional_context(&caller, purpose, purpose_len)?;
        let (rule, signature) = (rule::<Ed25519>(rule_number)?, SignatureOf::from_bytes(caller.array(signature)?));
        Ok(key.verify_prehash_digest(rule, purpose, caller.array(digest)?, &signature)?)
    })
}
