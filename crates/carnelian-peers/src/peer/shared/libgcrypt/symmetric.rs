//! Ciphers of libgcrypt. A handle is keyed once and set to a nonce for each message.

#![allow(unsafe_code)]

use super::super::file::{File, Owned, Slots, Unusable, functions};
use crate::offers::Offers;
use crate::op::aead::{
    Aead, Aes128GcmScheme, Aes256GcmScheme, Aes256GcmSivScheme, ChaCha20Poly1305Scheme, Scheme, Tag,
};
use crate::op::aes_ctr::Aes256Ctr;
use std::ffi::{c_int, c_uint};
use std::ptr::{null, null_mut};

/// `struct gcry_cipher_handle`.
#[repr(C)]
struct Handle([u8; 0]);

/// Passes bytes to a handle: a key, a nonce, a counter, associated data, or a tag to compare with.
type Take = unsafe extern "C" fn(*mut Handle, *const u8, usize) -> c_uint;
/// Encrypts or decrypts: output and its length, input and its length; the input is null for operation in place.
type Crypt = unsafe extern "C" fn(*mut Handle, *mut u8, usize, *const u8, usize) -> c_uint;

functions! {
    /// The used functions of libgcrypt.
    struct Functions of "libgcrypt 1.9 or later" {
        gcry_cipher_open: unsafe extern "C" fn(&mut *mut Handle, c_int, c_int, c_uint) -> c_uint;
        gcry_cipher_close: unsafe extern "C" fn(*mut Handle);
        gcry_cipher_ctl: unsafe extern "C" fn(*mut Handle, c_int, *mut u8, usize) -> c_uint;
        gcry_cipher_setkey: Take;
        gcry_cipher_setiv: Take;
        gcry_cipher_setctr: Take;
        gcry_cipher_authenticate: Take;
        gcry_cipher_checktag: Take;
        gcry_cipher_gettag: unsafe extern "C" fn(*mut Handle, *mut u8, usize) -> c_uint;
        gcry_cipher_encrypt: Crypt;
        gcry_cipher_decrypt: Crypt;
    }
}

/// `GCRYCTL_RESET`.
const RESET: c_int = 4;
/// `GCRYCTL_SET_DECRYPTION_TAG`.
const SET_DECRYPTION_TAG: c_int = 80;

/// A cipher and its mode.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Algorithm {
    cipher: c_int,
    mode: c_int,
}

/// `GCRY_CIPHER_AES256` in `GCRY_CIPHER_MODE_CTR`.
const AES_256_CTR: Algorithm = Algorithm { cipher: 9, mode: 6 };
/// `GCRY_CIPHER_AES128` in `GCRY_CIPHER_MODE_GCM`.
const AES_128_GCM: Algorithm = Algorithm { cipher: 7, mode: 9 };
/// `GCRY_CIPHER_AES256` in `GCRY_CIPHER_MODE_GCM`.
const AES_256_GCM: Algorithm = Algorithm { cipher: 9, mode: 9 };
/// `GCRY_CIPHER_AES256` in `GCRY_CIPHER_MODE_GCM_SIV`.
const AES_256_GCM_SIV: Algorithm = Algorithm { cipher: 9, mode: 16 };
/// `GCRY_CIPHER_CHACHA20` in `GCRY_CIPHER_MODE_POLY1305`.
const CHACHA20_POLY1305: Algorithm = Algorithm { cipher: 316, mode: 10 };

static FILES: Slots<Functions> = Slots::new();

/// Adds the file's offers to `offers`.
pub(super) fn offers(file: &File, offers: Offers) -> Result<Offers, Unusable> {
    let (slot, _) = FILES.of(file, Functions::load)?;
    Ok([and::<0>, and::<1>, and::<2>, and::<3>][slot](offers))
}

fn and<const SLOT: usize>(offers: Offers) -> Offers {
    let offers = offers.and(aes256ctr::<SLOT>()).and(aead::<ChaCha20Poly1305Scheme, SLOT>(CHACHA20_POLY1305));
    let offers = offers.and(aead::<Aes128GcmScheme, SLOT>(AES_128_GCM)).and(aead::<Aes256GcmScheme, SLOT>(AES_256_GCM));
    // GCM-SIV exists since libgcrypt 1.10.
    match FILES.get(SLOT).keyed(AES_256_GCM_SIV, &[0; 32]) {
        Some(_) => offers.and(aead::<Aes256GcmSivScheme, SLOT>(AES_256_GCM_SIV)),
        None => offers,
    }
}

/// An error is reported as an answer of zeros, here and below.
fn aes256ctr<const SLOT: usize>() -> Aes256Ctr {
    Aes256Ctr {
        backend: super::BACKEND.to_owned(),
        key: |key| {
            let gcrypt = FILES.get(SLOT);
            let handle = gcrypt.keyed(AES_256_CTR, key);
            Box::new(move |counter, data| {
                let done = handle.as_ref().is_some_and(|handle| {
                    take(gcrypt.gcry_cipher_setctr, handle, counter)
                        && in_place(gcrypt.gcry_cipher_encrypt, handle, data)
                });
                if !done {
                    data.fill(0);
                }
            })
        },
    }
}

fn aead<S: Scheme<Nonce = [u8; 12]>, const SLOT: usize>(algorithm: Algorithm) -> Aead<S> {
    let gcrypt = FILES.get(SLOT);
    Aead::new(
        super::BACKEND,
        move |key: &S::Key| {
            let handle = gcrypt.keyed(algorithm, key.as_ref());
            Box::new(move |nonce, aad, data| {
                let seal = |handle| gcrypt.seal(algorithm, handle, nonce, aad, data);
                handle.as_ref().and_then(seal).unwrap_or_default()
            })
        },
        move |key: &S::Key| {
            let handle = gcrypt.keyed(algorithm, key.as_ref());
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                handle.as_ref().is_some_and(|handle| {
                    gcrypt.start(algorithm, handle, nonce, aad)
                        && (algorithm != AES_256_GCM_SIV || gcrypt.set_tag(handle, tag))
                        && between(gcrypt.gcry_cipher_decrypt, handle, ciphertext, plaintext)
                        && take(gcrypt.gcry_cipher_checktag, handle, tag)
                })
            })
        },
    )
}

fn take(function: Take, handle: &Owned<Handle>, bytes: &[u8]) -> bool {
    // SAFETY: the handle is alive, and pointer and length are those of one slice.
    unsafe { function(handle.as_ptr(), bytes.as_ptr(), bytes.len()) == 0 }
}

fn in_place(function: Crypt, handle: &Owned<Handle>, data: &mut [u8]) -> bool {
    // SAFETY: the handle is alive, pointer and length are those of one slice, and a null input means operation in
    // place.
    unsafe { function(handle.as_ptr(), data.as_mut_ptr(), data.len(), null(), 0) == 0 }
}

fn between(function: Crypt, handle: &Owned<Handle>, from: &[u8], to: &mut [u8]) -> bool {
    // SAFETY: the handle is alive, and each pointer is passed with the length of its slice.
    unsafe { function(handle.as_ptr(), to.as_mut_ptr(), to.len(), from.as_ptr(), from.len()) == 0 }
}

impl Functions {
    /// Opens a handle and sets its key; `None` if the algorithm does not exist.
    fn keyed(&self, Algorithm { cipher, mode }: Algorithm, key: &[u8]) -> Option<Owned<Handle>> {
        let mut handle = null_mut();
        // SAFETY: the caller owns the returned handle and must close it.
        let handle = unsafe {
            let status = (self.gcry_cipher_open)(&mut handle, cipher, mode, 0);
            Owned::new(handle, self.gcry_cipher_close).filter(|_| status == 0)?
        };
        take(self.gcry_cipher_setkey, &handle, key).then_some(handle)
    }

    /// Sets the nonce and processes the associated data. GCM-SIV accepts another nonce only after a reset, which keeps
    /// the key.
    fn start(&self, algorithm: Algorithm, handle: &Owned<Handle>, nonce: &[u8; 12], aad: &[u8]) -> bool {
        // SAFETY: the handle is alive, and a reset has no argument.
        let ready = algorithm != AES_256_GCM_SIV
            || unsafe { (self.gcry_cipher_ctl)(handle.as_ptr(), RESET, null_mut(), 0) == 0 };
        ready && take(self.gcry_cipher_setiv, handle, nonce) && take(self.gcry_cipher_authenticate, handle, aad)
    }

    /// Sets the tag to compare with, from which GCM-SIV derives its keystream.
    fn set_tag(&self, handle: &Owned<Handle>, tag: &Tag) -> bool {
        let mut tag = *tag;
        // SAFETY: the handle is alive, and pointer and length are those of one slice.
        unsafe { (self.gcry_cipher_ctl)(handle.as_ptr(), SET_DECRYPTION_TAG, tag.as_mut_ptr(), tag.len()) == 0 }
    }

    fn seal(
        &self,
        algorithm: Algorithm,
        handle: &Owned<Handle>,
        nonce: &[u8; 12],
        aad: &[u8],
        data: &mut [u8],
    ) -> Option<Tag> {
        let mut tag = [0; 16];
        let done = self.start(algorithm, handle, nonce, aad) && in_place(self.gcry_cipher_encrypt, handle, data);
        // SAFETY: the handle is alive, and pointer and length are those of the tag.
        let done = done && unsafe { (self.gcry_cipher_gettag)(handle.as_ptr(), tag.as_mut_ptr(), tag.len()) == 0 };
        done.then_some(tag)
    }
}
