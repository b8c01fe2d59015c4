//! Authenticated encryption with XSalsa20-Poly1305: `crypto_secretbox` of NaCl.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use crate::context::wiping_stack;
use crate::outputs::{needs, zeroing};
use crate::status::carnelian_status;
use carnelian::cipher::xsalsa20poly1305::SecretBox;
use carnelian_ffi::{Caller, Pair};

/// The number of bytes in a key of a secret box.
pub const CARNELIAN_SECRETBOX_KEY_LEN: usize = 32;
/// The number of bytes in a nonce of a secret box.
pub const CARNELIAN_SECRETBOX_NONCE_LEN: usize = 24;
/// The number of bytes in a tag of a secret box.
pub const CARNELIAN_SECRETBOX_TAG_LEN: usize = 16;

const TAG_LEN: usize = CARNELIAN_SECRETBOX_TAG_LEN;

const _: () = assert!(CARNELIAN_SECRETBOX_KEY_LEN == SecretBox::KEY_LEN && TAG_LEN == SecretBox::TAG_LEN);
const _: () = assert!(CARNELIAN_SECRETBOX_NONCE_LEN == SecretBox::NONCE_LEN);

/// A pointer to an input, and its length.
pub(super) type Input = (*const u8, usize);
/// A pointer to an output, and its length.
pub(super) type Output = (*mut u8, usize);

/// Encrypts a message, and writes its tag followed by the ciphertext, however the two overlap.
pub(super) fn seal_combined(
    caller: &Caller,
    key: &SecretBox,
    nonce: *const u8,
    plaintext: Input,
    sealed: Output,
) -> Result<(), carnelian_status> {
    let nonce = *caller.array(nonce)?;
    needs(plaintext.1.checked_add(TAG_LEN) == Some(sealed.1))?;
    caller.output(sealed.0, sealed.1)?;
    let tag = match caller.pair_or_moved(plaintext.0, sealed.0.wrapping_add(TAG_LEN), plaintext.1)? {
        Pair::Apart { input, output } => key.seal_to(&nonce, input, output)?,
        Pair::InPlace(data) => key.seal(&nonce, data),
    };
    Ok(caller.write(sealed.0, &tag)?)
}

/// Decrypts a ciphertext that follows its tag, however the two messages overlap.
pub(super) fn open_combined(
    caller: &Caller,
    key: &SecretBox,
    nonce: *const u8,
    sealed: Input,
    plaintext: Output,
) -> Result<(), carnelian_status> {
    let nonce = *caller.array(nonce)?;
    needs(plaintext.1.checked_add(TAG_LEN) == Some(sealed.1))?;
    let tag = *caller.array(sealed.0)?;
    match caller.pair_or_moved(sealed.0.wrapping_add(TAG_LEN), plaintext.0, plaintext.1)? {
        Pair::Apart { input, output } => key.open_to(&nonce, input, output, &tag)?,
        Pair::InPlace(data) => key.open(&nonce, data, &tag)?,
    }
    Ok(())
}

/// Encrypts `len` bytes of `plaintext` to as many of `ciphertext`, which is the same memory or shares none with it, under
/// a key of 32 bytes and a nonce of 24, and writes the tag over the ciphertext, 16 bytes, to `tag`. A nonce must never be
/// used for two messages under one key; it may be drawn at random. Takes time that depends only on the length.
///
/// Errors: `CARNELIAN_ERROR_OVERLAP`. The ciphertext is zeroed then, even if it is the same memory as the plaintext.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_secretbox_seal(
    key: *const u8,
    nonce: *const u8,
    plaintext: *const u8,
    ciphertext: *mut u8,
    len: usize,
    tag: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(ciphertext, len), (tag, TAG_LEN)], || {
        wiping_stack::<SecretBox, _>(|| {
            let (key, nonce) = (SecretBox::new(caller.array(key)?), *caller.array(nonce)?);
            let sealed = match caller.pair(plaintext, ciphertext, len)? {
                Pair::Apart { input, output } => key.seal_to(&nonce, input, output)?,
                Pair::InPlace(data) => key.seal(&nonce, data),
            };
            Ok(caller.write(tag, &sealed)?)
        })
    })
}

/// Decrypts `len` bytes of `ciphertext` to as many of `plaintext`, which is the same memory or shares none with it, if
/// `tag`, 16 bytes, is the tag with which the message was sealed under this key of 32 bytes and this nonce of 24. Takes
/// time that depends only on the length and on whether the tag is right.
///
/// Errors: `CARNELIAN_ERROR_AUTHENTICATION` if it is not; `CARNELIAN_ERROR_OVERLAP`. The plaintext is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_secretbox_open(
    key: *const u8,
    nonce: *const u8,
    ciphertext: *const u8,
    plaintext: *mut u8,
    len: usize,
    tag: *const u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(plaintext, len)], || {
        wiping_stack::<SecretBox, _>(|| {
            let (key, nonce) = (SecretBox::new(caller.array(key)?), *caller.array(nonce)?);
            let tag = *caller.array(tag)?;
            match caller.pair(ciphertext, plaintext, len)? {
                Pair::Apart { input, output } => key.open_to(&nonce, input, output, &tag)?,
                Pair::InPlace(data) => key.open(&nonce, data, &tag)?,
            }
            Ok(())
        })
    })
}

/// Encrypts a message like `carnelian_secretbox_seal`, and writes the tag followed by the ciphertext to `sealed`, which
/// has `sealed_len` bytes, 16 more than the plaintext: `crypto_secretbox` without its leading zeros. In
/// `carnelian_aead_seal_combined` the tag comes last. The plaintext and `sealed` may overlap.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `sealed_len`. The output is zeroed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_secretbox_seal_combined(
    key: *const u8,
    nonce: *const u8,
    plaintext: *const u8,
    plaintext_len: usize,
    sealed: *mut u8,
    sealed_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(sealed, sealed_len)], || {
        wiping_stack::<SecretBox, _>(|| {
            let key = SecretBox::new(caller.array(key)?);
            seal_combined(&caller, &key, nonce, (plaintext, plaintext_len), (sealed, sealed_len))
        })
    })
}

/// Decrypts what `carnelian_secretbox_seal_combined` has written to `plaintext`, which has `plaintext_len` bytes, 16 fewer
/// than `sealed`. The two may overlap.
///
/// Errors: `CARNELIAN_ERROR_AUTHENTICATION` if the message was not sealed under this key and nonce;
/// `CARNELIAN_ERROR_LENGTH` for another `plaintext_len`. The plaintext is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_secretbox_open_combined(
    key: *const u8,
    nonce: *const u8,
    sealed: *const u8,
    sealed_len: usize,
    plaintext: *mut u8,
    plaintext_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(plaintext, plaintext_len)], || {
        wiping_stack::<SecretBox, _>(|| {
            let key = SecretBox::new(caller.array(key)?);
            open_combined(&caller, &key, nonce, (sealed, sealed_len), (plaintext, plaintext_len))
        })
    })
}
