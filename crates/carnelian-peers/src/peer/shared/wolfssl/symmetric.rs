//! AES-GCM and ChaCha20-Poly1305 of wolfSSL, with keys that are set once, as in its TLS records.

#![allow(unsafe_code)]

use super::super::file::{File, Slots, Unusable, functions};
use super::{BACKEND, Delete, NO_DEVICE, Object};
use crate::offers::Offers;
use crate::op::aead::{Aead, Aes128GcmScheme, Aes256GcmScheme, ChaCha20Poly1305, Scheme, Tag};
use std::cell::RefCell;
use std::ffi::{c_int, c_uint, c_void};
use std::ptr::null_mut;

/// `Aes`.
#[repr(C)]
struct Aes([u8; 0]);

/// `ChaCha` or `Poly1305`, which the library lets its caller allocate: opaque, and larger than both.
#[repr(C, align(64))]
struct State([u8; 4096]);

/// A state of each.
struct Keyed {
    chacha: State,
    poly: State,
}

/// Encrypts or decrypts: key, output, input and their length, nonce, tag, and associated data, with their lengths.
type Gcm<T> = unsafe extern "C" fn(
    *mut Aes,
    *mut u8,
    *const u8,
    c_uint,
    &[u8; 12],
    c_uint,
    T,
    c_uint,
    *const u8,
    c_uint,
) -> c_int;
/// The same for ChaCha20-Poly1305, with fixed lengths.
type ChaChaPoly<T> =
    unsafe extern "C" fn(&mut State, &mut State, *mut u8, *const u8, c_uint, &[u8; 12], T, *const u8, c_uint) -> c_int;

functions! {
    /// The used functions of wolfSSL.
    struct Functions of "wolfSSL 5.9.4 or later, with AES-GCM and ChaCha20-Poly1305," {
        wc_AesNew: unsafe extern "C" fn(*mut c_void, c_int, *mut c_int) -> *mut Aes;
        wc_AesDelete: Delete<Aes>;
        wc_AesGcmSetKey: unsafe extern "C" fn(*mut Aes, *const u8, c_uint) -> c_int;
        wc_AesGcmEncrypt: Gcm<*mut Tag>;
        wc_AesGcmDecrypt: Gcm<*const Tag>;
        wc_Chacha_SetKey: unsafe extern "C" fn(&mut State, &[u8; 32], c_uint) -> c_int;
        wc_ChaCha20Poly1305_Encrypt_ex: ChaChaPoly<*mut Tag>;
        wc_ChaCha20Poly1305_Decrypt_ex: ChaChaPoly<*const Tag>;
    }
}

static FILES: Slots<Functions> = Slots::new();

/// Adds the file's offers to `offers`.
pub(super) fn and(file: &File, offers: Offers) -> Result<Offers, Unusable> {
    let (_, wolfssl) = FILES.of(file, Functions::load)?;
    let offers = offers.and(gcm::<Aes128GcmScheme, 16>(wolfssl)).and(gcm::<Aes256GcmScheme, 32>(wolfssl));
    Ok(offers.and(chacha20poly1305(wolfssl)))
}

/// Offers AES-GCM. An error is reported as a tag of zeros, or as a refusal, here and below.
fn gcm<S: Scheme<Key = [u8; KEY], Nonce = [u8; 12]>, const KEY: usize>(wolfssl: &'static Functions) -> Aead<S> {
    Aead::new(
        BACKEND,
        move |key: &[u8; KEY]| {
            let key = wolfssl.aes(key);
            Box::new(move |nonce, aad, data| {
                let (mut tag, len) = ([0; 16], length(data));
                let (address, aad_len) = (data.as_mut_ptr(), length(aad));
                let status = key.as_ref().map(|key| {
                    // SAFETY: the key is alive, input and output are one slice, which the library permits, and all
                    // addresses are passed with their lengths.
                    unsafe {
                        let seal = wolfssl.wc_AesGcmEncrypt;
                        seal(key.as_ptr(), address, address, len, nonce, 12, &mut tag, 16, aad.as_ptr(), aad_len)
                    }
                });
                if status == Some(0) { tag } else { [0; 16] }
            })
        },
        move |key: &[u8; KEY]| {
            let key = wolfssl.aes(key);
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                let Some(key) = key.as_ref().filter(|_| ciphertext.len() == plaintext.len()) else { return false };
                let (from, len, aad_len) = (ciphertext.as_ptr(), length(ciphertext), length(aad));
                // SAFETY: the key is alive, both texts have the same length, and all addresses are passed with their
                // lengths.
                let status = unsafe {
                    let (open, to) = (wolfssl.wc_AesGcmDecrypt, plaintext.as_mut_ptr());
                    open(key.as_ptr(), to, from, len, nonce, 12, tag, 16, aad.as_ptr(), aad_len)
                };
                status == 0
            })
        },
    )
}

fn chacha20poly1305(wolfssl: &'static Functions) -> ChaCha20Poly1305 {
    Aead::new(
        BACKEND,
        move |key| {
            let keyed = RefCell::new(wolfssl.keyed(key));
            Box::new(move |nonce, aad, data| {
                let (mut tag, len) = ([0; 16], length(data));
                let (address, aad_len) = (data.as_mut_ptr(), length(aad));
                let status = keyed.borrow_mut().as_deref_mut().map(|Keyed { chacha, poly }| {
                    // SAFETY: input and output are one slice, which the library permits, and all addresses are passed
                    // with their lengths.
                    unsafe {
                        let seal = wolfssl.wc_ChaCha20Poly1305_Encrypt_ex;
                        seal(chacha, poly, address, address, len, nonce, &mut tag, aad.as_ptr(), aad_len)
                    }
                });
                if status == Some(0) { tag } else { [0; 16] }
            })
        },
        move |key| {
            let keyed = RefCell::new(wolfssl.keyed(key));
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                let mut keyed = keyed.borrow_mut();
                let Some(Keyed { chacha, poly }) = keyed.as_deref_mut().filter(|_| ciphertext.len() == plaintext.len())
                else {
                    return false;
                };
                let (from, len, aad_len) = (ciphertext.as_ptr(), length(ciphertext), length(aad));
                // SAFETY: both texts have the same length, and all addresses are passed with their lengths.
                let status = unsafe {
                    let (open, to) = (wolfssl.wc_ChaCha20Poly1305_Decrypt_ex, plaintext.as_mut_ptr());
                    open(chacha, poly, to, from, len, nonce, tag, aad.as_ptr(), aad_len)
                };
                status == 0
            })
        },
    )
}

/// Returns the length of a text.
///
/// # Panics
/// Panics if it has more than 4 GiB, which no operation has.
fn length(text: &[u8]) -> c_uint {
    c_uint::try_from(text.len()).expect("at most 4 GiB")
}

impl Functions {
    fn aes(&self, key: &[u8]) -> Option<Object<Aes>> {
        let mut status = 0;
        // SAFETY: the caller owns the returned object and must delete it; no heap and no device are permitted; the
        // object is alive, and the key is passed with its length.
        unsafe {
            let aes = Object::new((self.wc_AesNew)(null_mut(), NO_DEVICE, &mut status), self.wc_AesDelete)?;
            ((self.wc_AesGcmSetKey)(aes.as_ptr(), key.as_ptr(), length(key)) == 0).then_some(aes)
        }
    }

    fn keyed(&self, key: &[u8; 32]) -> Option<Box<Keyed>> {
        let mut keyed = Box::new(Keyed { chacha: State([0; 4096]), poly: State([0; 4096]) });
        // SAFETY: the key is passed with its length.
        let status = unsafe { (self.wc_Chacha_SetKey)(&mut keyed.chacha, key, 32) };
        (status == 0).then_some(keyed)
    }
}
