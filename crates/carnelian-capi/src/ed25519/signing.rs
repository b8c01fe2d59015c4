//! Key pairs and signatures of messages.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{Eddsa, KEY_LEN, SIGNATURE_LEN, carnelian_eddsa_scheme, with_key, with_scheme};
use crate::context::wiping_stack;
use crate::heap;
use crate::outputs::{needs, reporting, whole, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::curve::ed25519::{SigningKey, SigningKeyOf};
use carnelian::curve::eddsa_blake2b;
use carnelian_ffi::Caller;

/// A signing key of EdDSA: a seed, the secrets derived from it, and the public key. It is on the heap, and wiped when it
/// is freed. Several threads may use it at a time.
pub enum carnelian_eddsa_signing_key {
    /// A key of Ed25519.
    Ed25519(SigningKey),
    /// A key of EdDSA with BLAKE2b.
    EddsaBlake2b(eddsa_blake2b::SigningKey),
}

/// Returns the key of the seed at `seed`, without a copy of it on the stack.
pub(super) fn signing_key_at<S: Eddsa>(caller: &Caller, seed: *const u8) -> Result<SigningKeyOf<S>, carnelian_status> {
    wiping_stack::<[u8; KEY_LEN], _>(|| Ok(SigningKeyOf::from_seed(*caller.array(seed)?)))
}

/// Generates a key pair of EdDSA: a seed of 32 random bytes, which RFC 8032 calls the private key, and the public key
/// of 32 bytes. `scheme` is `CARNELIAN_ED25519` or `CARNELIAN_EDDSA_BLAKE2B`; `random` is the random source, NULL that of
/// the operating system. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_RANDOM` if the source fails.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_generate(
    scheme: carnelian_eddsa_scheme,
    random: *const carnelian_random_source,
    seed: *mut u8,
    public_key: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(seed, KEY_LEN), (public_key, KEY_LEN)], || {
        with_scheme!(scheme, S => {
            let key = SigningKeyOf::<S>::generate(&mut Source::of(&caller, random)?)?;
            caller.write(public_key, key.verifying_key().as_bytes())?;
            Ok(caller.write(seed, key.as_seed().expose())?)
        })
    })
}

/// Computes the public key that belongs to a seed: 32 bytes each. Any 32 bytes are a seed. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_public_key(
    scheme: carnelian_eddsa_scheme,
    seed: *const u8,
    public_key: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(public_key, KEY_LEN)], || {
        with_scheme!(scheme, S => {
            let key = signing_key_at::<S>(&caller, seed)?;
            Ok(caller.write(public_key, key.verifying_key().as_bytes())?)
        })
    })
}

/// Signs a message with the key of a seed of 32 bytes, RFC 8032 Section 5.1.6: `signature` receives 64 bytes. The key is
/// derived for this signature only; for more than one, `carnelian_eddsa_sign` takes half the time. Takes time that
/// depends only on the length of the message.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_sign_once(
    scheme: carnelian_eddsa_scheme,
    seed: *const u8,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, SIGNATURE_LEN)], || {
        with_scheme!(scheme, S => {
            let key = signing_key_at::<S>(&caller, seed)?;
            Ok(caller.write(signature, key.sign(caller.bytes(message, message_len)?).as_bytes())?)
        })
    })
}

/// Derives a signing key from a seed of 32 bytes and writes its address to `*key`; release it with
/// `carnelian_eddsa_signing_key_free`. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`; `*key` is NULL then.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_signing_key_new(
    scheme: carnelian_eddsa_scheme,
    seed: *const u8,
    key: *mut *mut carnelian_eddsa_signing_key,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            let seed = caller.array(seed)?;
            with_scheme!(scheme, S => Ok(S::into_signing_handle(SigningKeyOf::from_seed(*seed))))
        })
    })
}

/// Derives a signing key from the 64 bytes that other libraries store, a seed followed by its public key, and writes its
/// address to `*key`; release it with `carnelian_eddsa_signing_key_free`. Constant time.
///
/// Errors: `CARNELIAN_ERROR_KEY` if the public key is not that of the seed: signing with such a pair would reveal the
/// secret. `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`. `*key` is NULL then.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_signing_key_new_from_pair(
    scheme: carnelian_eddsa_scheme,
    pair: *const u8,
    key: *mut *mut carnelian_eddsa_signing_key,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            let pair = caller.array(pair)?;
            with_scheme!(scheme, S => Ok(S::into_signing_handle(SigningKeyOf::from_keypair_bytes(pair)?)))
        })
    })
}

/// Wipes and releases a signing key. NULL is permitted.
///
/// # Safety
/// The pointer must be what the header says, and must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_signing_key_free(key: *mut carnelian_eddsa_signing_key) {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    heap::take_back(&caller, key);
}

/// Writes the public key of a signing key, 32 bytes.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_signing_key_public(
    key: *const carnelian_eddsa_signing_key,
    public_key: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(public_key, KEY_LEN)], || {
        let bytes = with_key!(carnelian_eddsa_signing_key, caller.get(key)?, key => key.verifying_key().to_bytes());
        Ok(caller.write(public_key, &bytes)?)
    })
}

/// Writes the seed of a signing key, 32 secret bytes.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_signing_key_seed(
    key: *const carnelian_eddsa_signing_key,
    seed: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(seed, KEY_LEN)], || {
        let bytes = with_key!(carnelian_eddsa_signing_key, caller.get(key)?, key => key.as_seed());
        Ok(caller.write(seed, bytes.expose())?)
    })
}

/// Signs a message, RFC 8032 Section 5.1.6: `signature` receives 64 bytes. The same message always has the same
/// signature. The message is hashed twice; sign one that does not fit into memory with
/// `carnelian_ed25519_sign_prehash`. Takes time that depends only on the length of the message.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_sign(
    key: *const carnelian_eddsa_signing_key,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, SIGNATURE_LEN)], || {
        let message = caller.bytes(message, message_len)?;
        let signed = with_key!(carnelian_eddsa_signing_key, caller.get(key)?, key => key.sign(message).to_bytes());
        Ok(caller.write(signature, &signed)?)
    })
}

/// Signs a message like `carnelian_eddsa_sign`, but adds randomness to the nonce, so that power analysis and fault
/// attacks cannot observe the same computation repeatedly. Every verifier accepts the signature; with a bad random
/// source it is as secure as a deterministic one. `random` is the random source, NULL that of the operating system.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_sign_hedged(
    key: *const carnelian_eddsa_signing_key,
    random: *const carnelian_random_source,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, SIGNATURE_LEN)], || {
        let (message, random) = (caller.bytes(message, message_len)?, &mut Source::of(&caller, random)?);
        let signed = with_key!(carnelian_eddsa_signing_key, caller.get(key)?, key => {
            key.sign_hedged(message, random)?.to_bytes()
        });
        Ok(caller.write(signature, &signed)?)
    })
}

/// Signs a message like `carnelian_eddsa_sign`, and verifies the signature before it is written, which takes three to
/// five times as long: a fault in the computation of one of two signatures of the same message reveals the key.
///
/// Errors: `CARNELIAN_ERROR_FAULT` if the signature is not valid.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_sign_verified(
    key: *const carnelian_eddsa_signing_key,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, SIGNATURE_LEN)], || {
        let message = caller.bytes(message, message_len)?;
        let signed = with_key!(carnelian_eddsa_signing_key, caller.get(key)?, key => {
            key.verified().sign(message)?.to_bytes()
        });
        Ok(caller.write(signature, &signed)?)
    })
}

/// Checks that the two halves of a signing key belong together, and that its memory is unchanged: signs a message, which is
/// not written anywhere, and verifies it.
///
/// Errors: `CARNELIAN_ERROR_FAULT` if they do not.
///
/// # Safety
/// The pointer must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_signing_key_check_pair(
    key: *const carnelian_eddsa_signing_key,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| with_key!(carnelian_eddsa_signing_key, caller.get(key)?, key => Ok(key.check_pair()?)))
}

/// Signs a message and writes the signature followed by the message to `signed_message`, which has room for 64 bytes
/// more than the message. They may overlap. `carnelian_eddsa_open` takes them apart again.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if `signed_len` is not 64 more than `message_len`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_sign_combined(
    key: *const carnelian_eddsa_signing_key,
    message: *const u8,
    message_len: usize,
    signed_message: *mut u8,
    signed_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signed_message, signed_len)], || {
        needs(message_len.checked_add(SIGNATURE_LEN) == Some(signed_len))?;
        let bytes = caller.bytes(message, message_len)?;
        let signed = with_key!(carnelian_eddsa_signing_key, caller.get(key)?, key => key.sign(bytes).to_bytes());
        caller.output(signed_message, signed_len)?;
        caller.moved(message, signed_message.wrapping_add(SIGNATURE_LEN), message_len)?;
        Ok(caller.write(signed_message, &signed)?)
    })
}
