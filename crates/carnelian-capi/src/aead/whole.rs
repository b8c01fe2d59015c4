//! Messages in memory, each with a key of its own.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::message::{self, Message, Once};
use super::{TAG_LEN, carnelian_aead_algorithm, carnelian_aead_inputs, with_aead};
use crate::outputs::zeroing;
use crate::status::carnelian_status;

/// Encrypts `len` bytes of `plaintext` to as many of `ciphertext`, which is the same memory or shares none with it, and
/// writes the tag over the ciphertext and the associated data, 16 bytes, to `tag`.
///
/// The lengths of key and nonce are the algorithm's. A nonce must never be used for two messages under one key. The key is
/// set up for this message only; for more than one, use `carnelian_aead_key_new`. Takes time that depends only on lengths.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_LENGTH` for a key or a nonce of another length;
/// `CARNELIAN_ERROR_OVERLAP` also if the associated data shares memory with the ciphertext; `CARNELIAN_ERROR_LIMIT` if
/// the message is too long. The ciphertext is zeroed then, even if it is the same memory as the plaintext.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_seal(
    algorithm: carnelian_aead_algorithm,
    key: *const u8,
    key_len: usize,
    inputs: *const carnelian_aead_inputs,
    plaintext: *const u8,
    ciphertext: *mut u8,
    len: usize,
    tag: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(ciphertext, len), (tag, TAG_LEN)], || {
        let message = Message::of(&caller, inputs, plaintext, ciphertext, len)?;
        with_aead!(algorithm, A => {
            let sealed = message.seal(&caller, &Once::<A>(message::key::<A>(&caller, key, key_len)?))?;
            Ok(caller.write(tag, &sealed)?)
        }, _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM))
    })
}

/// Decrypts `len` bytes of `ciphertext` to as many of `plaintext`, which is the same memory or shares none with it, if
/// `tag`, 16 bytes, is the tag with which the message was sealed under this key and nonce, with this associated data.
///
/// Takes time that depends only on lengths and on whether the tag is right.
///
/// Errors: `CARNELIAN_ERROR_AUTHENTICATION` if the tag is not right; `CARNELIAN_ERROR_ALGORITHM`;
/// `CARNELIAN_ERROR_LENGTH` for a key or a nonce of another length; `CARNELIAN_ERROR_OVERLAP` also if the associated
/// data shares memory with the plaintext; `CARNELIAN_ERROR_LIMIT`. The plaintext is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_open(
    algorithm: carnelian_aead_algorithm,
    key: *const u8,
    key_len: usize,
    inputs: *const carnelian_aead_inputs,
    ciphertext: *const u8,
    plaintext: *mut u8,
    len: usize,
    tag: *const u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(plaintext, len)], || {
        let message = Message::of(&caller, inputs, ciphertext, plaintext, len)?;
        let tag = *caller.array(tag)?;
        with_aead!(algorithm, A => {
            message.open(&caller, &Once::<A>(message::key::<A>(&caller, key, key_len)?), &tag)
        }, _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM))
    })
}

/// Encrypts a message like `carnelian_aead_seal`, and writes the ciphertext followed by the tag to `sealed`, which has
/// `sealed_len` bytes, 16 more than the plaintext. The two begin at the same byte or share no memory.
///
/// Errors: those of `carnelian_aead_seal`; `CARNELIAN_ERROR_LENGTH` also for another `sealed_len`. The output is zeroed
/// then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_seal_combined(
    algorithm: carnelian_aead_algorithm,
    key: *const u8,
    key_len: usize,
    inputs: *const carnelian_aead_inputs,
    plaintext: *const u8,
    plaintext_len: usize,
    sealed: *mut u8,
    sealed_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(sealed, sealed_len)], || {
        let message = Message::of(&caller, inputs, plaintext, sealed, plaintext_len)?;
        with_aead!(algorithm, A => {
            message.seal_combined(&caller, &Once::<A>(message::key::<A>(&caller, key, key_len)?), sealed_len)
        }, _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM))
    })
}

/// Decrypts what `carnelian_aead_seal_combined` has written to `plaintext`, which has `plaintext_len` bytes, 16 fewer
/// than `sealed`. The two begin at the same byte or share no memory.
///
/// Errors: those of `carnelian_aead_open`; `CARNELIAN_ERROR_LENGTH` also for another `plaintext_len`. The plaintext is
/// all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_open_combined(
    algorithm: carnelian_aead_algorithm,
    key: *const u8,
    key_len: usize,
    inputs: *const carnelian_aead_inputs,
    sealed: *const u8,
    sealed_len: usize,
    plaintext: *mut u8,
    plaintext_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(plaintext, plaintext_len)], || {
        let message = Message::of(&caller, inputs, sealed, plaintext, plaintext_len)?;
        with_aead!(algorithm, A => {
            message.open_combined(&caller, &Once::<A>(message::key::<A>(&caller, key, key_len)?), sealed_len)
        }, _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM))
    })
}
