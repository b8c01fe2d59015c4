//! Keys that are set up once, for many messages.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::message::{self, Message};
use super::{
    CARNELIAN_AES_128_GCM, CARNELIAN_AES_128_GCM_SIV, CARNELIAN_AES_192_GCM, CARNELIAN_AES_256_GCM,
    CARNELIAN_AES_256_GCM_SIV, CARNELIAN_CHACHA20_POLY1305, CARNELIAN_XCHACHA20_POLY1305, TAG_LEN,
    carnelian_aead_algorithm,
};
use crate::heap;
use crate::outputs::{whole, zeroing};
use crate::status::carnelian_status;
use carnelian::cipher::Aead;
use carnelian::cipher::aes_gcm::{Aes128Gcm, Aes192Gcm, Aes256Gcm};
use carnelian::cipher::aes_gcm_siv::{Aes128GcmSiv, Aes256GcmSiv};
use carnelian::cipher::chacha20poly1305::{ChaCha20Poly1305, XChaCha20Poly1305};
use carnelian_ffi::Caller;

/// A key of authenticated encryption with what is computed from it alone. It is on the heap, and wiped when it is freed.
/// Several threads may use it at a time.
pub enum carnelian_aead_key {
    /// A key of ChaCha20-Poly1305.
    ChaCha20Poly1305(Box<ChaCha20Poly1305>),
    /// A key of XChaCha20-Poly1305.
    XChaCha20Poly1305(Box<XChaCha20Poly1305>),
    /// A key of AES-128-GCM.
    Aes128Gcm(Box<Aes128Gcm>),
    /// A key of AES-192-GCM.
    Aes192Gcm(Box<Aes192Gcm>),
    /// A key of AES-256-GCM.
    Aes256Gcm(Box<Aes256Gcm>),
    /// A key of AES-128-GCM-SIV.
    Aes128GcmSiv(Box<Aes128GcmSiv>),
    /// A key of AES-256-GCM-SIV.
    Aes256GcmSiv(Box<Aes256GcmSiv>),
}

/// Evaluates an expression with `$key` as the key in a handle.
macro_rules! with_key {
    ($value:expr, $key:ident => $body:expr) => {
        match $value {
            carnelian_aead_key::ChaCha20Poly1305($key) => $body,
            carnelian_aead_key::XChaCha20Poly1305($key) => $body,
            carnelian_aead_key::Aes128Gcm($key) => $body,
            carnelian_aead_key::Aes192Gcm($key) => $body,
            carnelian_aead_key::Aes256Gcm($key) => $body,
            carnelian_aead_key::Aes128GcmSiv($key) => $body,
            carnelian_aead_key::Aes256GcmSiv($key) => $body,
        }
    };
}

/// Sets up a key, on the heap, for many messages, and writes its address to `*handle`; release it with
/// `carnelian_aead_key_free`. `algorithm` is one of the constants from `CARNELIAN_CHACHA20_POLY1305` to
/// `CARNELIAN_AES_256_GCM_SIV`, `key_len` the length of its keys. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_MEMORY`; `*handle` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_key_new(
    algorithm: carnelian_aead_algorithm,
    key: *const u8,
    key_len: usize,
    handle: *mut *mut carnelian_aead_key,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(handle)], || {
        heap::give(&caller, handle, || {
            use carnelian_aead_key as K;
            let key = (&caller, key, key_len);
            match algorithm {
                CARNELIAN_CHACHA20_POLY1305 => boxed(key).map(K::ChaCha20Poly1305),
                CARNELIAN_XCHACHA20_POLY1305 => boxed(key).map(K::XChaCha20Poly1305),
                CARNELIAN_AES_128_GCM => boxed(key).map(K::Aes128Gcm),
                CARNELIAN_AES_192_GCM => boxed(key).map(K::Aes192Gcm),
                CARNELIAN_AES_256_GCM => boxed(key).map(K::Aes256Gcm),
                CARNELIAN_AES_128_GCM_SIV => boxed(key).map(K::Aes128GcmSiv),
                CARNELIAN_AES_256_GCM_SIV => boxed(key).map(K::Aes256GcmSiv),
                _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
            }
        })
    })
}

fn boxed<A: Aead>((caller, key, key_len): (&Caller, *const u8, usize)) -> Result<Box<A>, carnelian_status> {
    message::key::<A>(caller, key, key_len).map(A::boxed)
}

/// Wipes and releases a key. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_key_free(handle: *mut carnelian_aead_key) {
    let caller = caller!();
    heap::take_back(&caller, handle);
}

/// Encrypts `len` bytes of `plaintext` to as many of `ciphertext` and writes a tag of 16 bytes: `carnelian_aead_seal`
/// with a key that is set up.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a nonce of another length; `CARNELIAN_ERROR_OVERLAP`, `CARNELIAN_ERROR_LIMIT`.
/// The ciphertext is zeroed then, even if it is the same memory as the plaintext.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_key_seal(
    handle: *const carnelian_aead_key,
    nonce: *const u8,
    nonce_len: usize,
    aad: *const u8,
    aad_len: usize,
    plaintext: *const u8,
    ciphertext: *mut u8,
    len: usize,
    tag: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let message = Message { nonce: (nonce, nonce_len), aad: (aad, aad_len), input: plaintext, output: ciphertext, len };
    zeroing(&caller, [(ciphertext, len), (tag, TAG_LEN)], || {
        let sealed = with_key!(caller.get(handle)?, key => message.seal(&caller, &**key))?;
        Ok(caller.write(tag, &sealed)?)
    })
}

/// Decrypts `len` bytes of `ciphertext` to as many of `plaintext` if the tag of 16 bytes is right:
/// `carnelian_aead_open` with a key that is set up.
///
/// Errors: `CARNELIAN_ERROR_AUTHENTICATION` if it is not; `CARNELIAN_ERROR_LENGTH` for a nonce of another length;
/// `CARNELIAN_ERROR_OVERLAP`, `CARNELIAN_ERROR_LIMIT`. The plaintext is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_key_open(
    handle: *const carnelian_aead_key,
    nonce: *const u8,
    nonce_len: usize,
    aad: *const u8,
    aad_len: usize,
    ciphertext: *const u8,
    plaintext: *mut u8,
    len: usize,
    tag: *const u8,
) -> carnelian_status {
    let caller = caller!();
    let message = Message { nonce: (nonce, nonce_len), aad: (aad, aad_len), input: ciphertext, output: plaintext, len };
    zeroing(&caller, [(plaintext, len)], || {
        let tag = *caller.array(tag)?;
        with_key!(caller.get(handle)?, key => message.open(&caller, &**key, &tag))
    })
}

/// Encrypts a message and writes the ciphertext followed by the tag: `carnelian_aead_seal_combined` with a key that is
/// set up.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a nonce of another length, or unless `sealed_len` is 16 more than
/// `plaintext_len`; `CARNELIAN_ERROR_OVERLAP`, `CARNELIAN_ERROR_LIMIT`. The output is zeroed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_key_seal_combined(
    handle: *const carnelian_aead_key,
    nonce: *const u8,
    nonce_len: usize,
    aad: *const u8,
    aad_len: usize,
    plaintext: *const u8,
    plaintext_len: usize,
    sealed: *mut u8,
    sealed_len: usize,
) -> carnelian_status {
    let caller = caller!();
    let (nonce, aad) = ((nonce, nonce_len), (aad, aad_len));
    let message = Message { nonce, aad, input: plaintext, output: sealed, len: plaintext_len };
    zeroing(
        &caller,
        [(sealed, sealed_len)],
        || with_key!(caller.get(handle)?, key => message.seal_combined(&caller, &**key, sealed_len)),
    )
}

/// Decrypts a ciphertext that is followed by its tag: `carnelian_aead_open_combined` with a key that is set up.
///
/// Errors: `CARNELIAN_ERROR_AUTHENTICATION` if the tag is not right; `CARNELIAN_ERROR_LENGTH` for a nonce of another
/// length, or unless `plaintext_len` is 16 less than `sealed_len`; `CARNELIAN_ERROR_OVERLAP`, `CARNELIAN_ERROR_LIMIT`.
/// The plaintext is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_key_open_combined(
    handle: *const carnelian_aead_key,
    nonce: *const u8,
    nonce_len: usize,
    aad: *const u8,
    aad_len: usize,
    sealed: *const u8,
    sealed_len: usize,
    plaintext: *mut u8,
    plaintext_len: usize,
) -> carnelian_status {
    let caller = caller!();
    let (nonce, aad) = ((nonce, nonce_len), (aad, aad_len));
    let message = Message { nonce, aad, input: sealed, output: plaintext, len: plaintext_len };
    zeroing(
        &caller,
        [(plaintext, plaintext_len)],
        || with_key!(caller.get(handle)?, key => message.open_combined(&caller, &**key, sealed_len)),
    )
}
