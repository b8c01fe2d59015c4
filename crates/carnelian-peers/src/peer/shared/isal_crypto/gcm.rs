//! AES-GCM of isa-l_crypto. The tag of an opened message is compared here: the library returns the one that it computed.

#![allow(unsafe_code)]

use super::super::file::{File, Slots, Unusable, functions};
use crate::offers::Offers;
use crate::op::aead::{Aead, Aes128GcmScheme, Aes256GcmScheme, Scheme, Tag};
use std::ffi::c_int;

/// `struct isal_gcm_key_data`: opaque, and larger than that.
#[repr(C, align(64))]
struct KeyData([u8; 2048]);

/// `struct isal_gcm_context_data`: opaque, and larger than that.
#[repr(C, align(64))]
struct ContextData([u8; 128]);

/// Expands a key.
type Expand = unsafe extern "C" fn(*const u8, &mut KeyData) -> c_int;
/// Encrypts or decrypts: key, scratch space, output, input and their length, nonce, associated data with its length, and
/// the tag with its length.
type Crypt = unsafe extern "C" fn(
    &KeyData,
    &mut ContextData,
    *mut u8,
    *const u8,
    u64,
    &[u8; 12],
    *const u8,
    u64,
    &mut Tag,
    u64,
) -> c_int;

functions! {
    /// The used functions of isa-l_crypto.
    struct Functions of "isa-l_crypto 2.25 or later" {
        isal_aes_gcm_pre_128: Expand;
        isal_aes_gcm_enc_128: Crypt;
        isal_aes_gcm_dec_128: Crypt;
        isal_aes_gcm_pre_256: Expand;
        isal_aes_gcm_enc_256: Crypt;
        isal_aes_gcm_dec_256: Crypt;
    }
}

static FILES: Slots<Functions> = Slots::new();

/// Adds the file's offers to `offers`.
pub(super) fn and(file: &File, offers: Offers) -> Result<Offers, Unusable> {
    let (_, isal) = FILES.of(file, Functions::load)?;
    let (pre, enc, dec) = (isal.isal_aes_gcm_pre_128, isal.isal_aes_gcm_enc_128, isal.isal_aes_gcm_dec_128);
    // SAFETY: these functions take keys of 16 bytes.
    let offers = offers.and(unsafe { aead::<Aes128GcmScheme, 16>(pre, enc, dec) });
    let (pre, enc, dec) = (isal.isal_aes_gcm_pre_256, isal.isal_aes_gcm_enc_256, isal.isal_aes_gcm_dec_256);
    // SAFETY: these functions take keys of 32 bytes.
    Ok(offers.and(unsafe { aead::<Aes256GcmScheme, 32>(pre, enc, dec) }))
}

/// Offers a scheme. An error is reported as a tag of zeros, or as a refusal.
///
/// # Safety
/// `pre` must take a key of `KEY` bytes.
unsafe fn aead<S: Scheme<Key = [u8; KEY], Nonce = [u8; 12]>, const KEY: usize>(
    pre: Expand,
    enc: Crypt,
    dec: Crypt,
) -> Aead<S> {
    let expanded = move |key: &[u8; KEY]| {
        let mut data = Box::new(KeyData([0; 2048]));
        // SAFETY: the caller of `aead` guarantees the length of the key.
        let status = unsafe { pre(key.as_ptr(), &mut data) };
        (status == 0).then_some(data)
    };
    Aead::new(
        super::BACKEND,
        move |key| {
            let key = expanded(key);
            Box::new(move |nonce, aad, data| {
                let (address, len) = (data.as_mut_ptr(), data.len());
                // SAFETY: input and output are one slice, which the library permits.
                let tag = key.as_ref().and_then(|key| unsafe { crypt(enc, key, nonce, aad, (address, address, len)) });
                tag.unwrap_or_default()
            })
        },
        move |key| {
            let key = expanded(key);
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                let Some(key) = key.as_ref().filter(|_| ciphertext.len() == plaintext.len()) else { return false };
                let text = (plaintext.as_mut_ptr(), ciphertext.as_ptr(), ciphertext.len());
                // SAFETY: both slices have the same length.
                unsafe { crypt(dec, key, nonce, aad, text) == Some(*tag) }
            })
        },
    )
}

/// Encrypts or decrypts, and returns the tag.
///
/// # Safety
/// The text consists of output, input, and the length of both.
unsafe fn crypt(
    function: Crypt,
    key: &KeyData,
    nonce: &[u8; 12],
    aad: &[u8],
    (output, input, len): (*mut u8, *const u8, usize),
) -> Option<Tag> {
    let (mut scratch, mut tag) = (ContextData([0; 128]), [0; 16]);
    // SAFETY: the caller guarantees the text, and associated data and tag are passed with their lengths.
    let status = unsafe {
        let aad = (aad.as_ptr(), aad.len() as u64);
        function(key, &mut scratch, output, input, len as u64, nonce, aad.0, aad.1, &mut tag, 16)
    };
    (status == 0).then_some(tag)
}
