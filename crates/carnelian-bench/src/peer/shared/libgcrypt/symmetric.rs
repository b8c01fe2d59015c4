//! Ciphers of libgcrypt. A handle has its key from the start and is set to a nonce for each message.

#![allow(unsafe_code)]

use super::super::file::{File, Owned, Slots, Unusable, functions};
use crate::op::Offers;
use crate::op::aead::{
    Aead, Aes128GcmScheme, Aes256GcmScheme, Aes256GcmSivScheme, ChaCha20Poly1305Scheme, Scheme, Tag,
};
use crate::op::aes_ctr::Aes256Ctr;
use std::ffi::{c_int, c_uint};
use std::ptr::{null, null_mut};

/// `struct gcry_cipher_handle`.
#[repr(C)]
struct Handle([u8; 0]);

/// Hands bytes in: a key, a nonce, a counter, associated data, or a tag that is to be compared.
type Take = unsafe extern "C" fn(*mut Handle, *const u8, usize) -> c_uint;
/// Writes so many bytes, from so many; where it works in place there is nothing to be read elsewhere.
type Crypt = unsafe extern "C" fn(*mut Handle, *mut u8, usize, *const u8, usize) -> c_uint;

functions! {
    /// What is called of libgcrypt.
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

/// These and what the file offers.
pub(super) fn offers(file: &File, offers: Offers) -> Result<Offers, Unusable> {
    let (slot, _) = FILES.of(file, Functions::load)?;
    Ok([and::<0>, and::<1>, and::<2>, and::<3>][slot](offers))
}

fn and<const SLOT: usize>(offers: Offers) -> Offers {
    let offers = offers.and(aes256ctr::<SLOT>()).and(aead::<ChaCha20Poly1305Scheme, SLOT>(CHACHA20_POLY1305));
    let offers = offers.and(aead::<Aes128GcmScheme, SLOT>(AES_128_GCM)).and(aead::<Aes256GcmScheme, SLOT>(AES_256_GCM));
    // It is there since libgcrypt 1.10.
    match FILES.get(SLOT).keyed(AES_256_GCM_SIV, &[0; 32]) {
        Some(_) => offers.and(aead::<Aes256GcmSivScheme, SLOT>(AES_256_GCM_SIV)),
        None => offers,
    }
}

/// A refusal is an answer of zeros here and below.
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
            Box::new(move |nonce, associated, data| {
                let seal = |handle| gcrypt.seal(algorithm, handle, nonce, associated, data);
                handle.as_ref().and_then(seal).unwrap_or_default()
            })
        },
        move |key: &S::Key| {
            let handle = gcrypt.keyed(algorithm, key.as_ref());
            Box::new(move |nonce, associated, ciphertext, tag, plaintext| {
                handle.as_ref().is_some_and(|handle| {
                    gcrypt.start(algorithm, handle, nonce, associated)
                        && (algorithm != AES_256_GCM_SIV || gcrypt.set_tag(handle, tag))
                        && between(gcrypt.gcry_cipher_decrypt, handle, ciphertext, plaintext)
                        && take(gcrypt.gcry_cipher_checktag, handle, tag)
                })
            })
        },
    )
}

fn take(function: Take, handle: &Owned<Handle>, bytes: &[u8]) -> bool {
    // SAFETY: the handle lives, and so many bytes can be read.
    unsafe { function(handle.as_ptr(), bytes.as_ptr(), bytes.len()) == 0 }
}

fn in_place(function: Crypt, handle: &Owned<Handle>, data: &mut [u8]) -> bool {
    // SAFETY: the handle lives, so many bytes can be read and written, and null stands for where they are written.
    unsafe { function(handle.as_ptr(), data.as_mut_ptr(), data.len(), null(), 0) == 0 }
}

fn between(function: Crypt, handle: &Owned<Handle>, from: &[u8], to: &mut [u8]) -> bool {
    // SAFETY: the handle lives, and so many bytes can be written and read.
    unsafe { function(handle.as_ptr(), to.as_mut_ptr(), to.len(), from.as_ptr(), from.len()) == 0 }
}

impl Functions {
    /// A handle with a key; nothing where there is no such algorithm.
    fn keyed(&self, Algorithm { cipher, mode }: Algorithm, key: &[u8]) -> Option<Owned<Handle>> {
        let mut handle = null_mut();
        // SAFETY: a handle that comes back is the caller's to close.
        let handle = unsafe {
            let status = (self.gcry_cipher_open)(&mut handle, cipher, mode, 0);
            Owned::new(handle, self.gcry_cipher_close).filter(|_| status == 0)?
        };
        take(self.gcry_cipher_setkey, &handle, key).then_some(handle)
    }

    /// GCM-SIV takes no other nonce before it is reset to its key.
    fn start(&self, algorithm: Algorithm, handle: &Owned<Handle>, nonce: &[u8; 12], associated: &[u8]) -> bool {
        // SAFETY: the handle lives, and a reset takes no bytes.
        let ready = algorithm != AES_256_GCM_SIV
            || unsafe { (self.gcry_cipher_ctl)(handle.as_ptr(), RESET, null_mut(), 0) == 0 };
        ready && take(self.gcry_cipher_setiv, handle, nonce) && take(self.gcry_cipher_authenticate, handle, associated)
    }

    /// The tag that the ciphertext is going to be compared with, of which GCM-SIV makes its key stream.
    fn set_tag(&self, handle: &Owned<Handle>, tag: &Tag) -> bool {
        let mut tag = *tag;
        // SAFETY: the handle lives, and so many bytes can be read.
        unsafe { (self.gcry_cipher_ctl)(handle.as_ptr(), SET_DECRYPTION_TAG, tag.as_mut_ptr(), tag.len()) == 0 }
    }

    fn seal(
        &self,
        algorithm: Algorithm,
        handle: &Owned<Handle>,
        nonce: &[u8; 12],
        associated: &[u8],
        data: &mut [u8],
    ) -> Option<Tag> {
        let mut tag = [0; 16];
        let done = self.start(algorithm, handle, nonce, associated) && in_place(self.gcry_cipher_encrypt, handle, data);
        // SAFETY: the handle lives, and so many bytes can be written.
        let done = done && unsafe { (self.gcry_cipher_gettag)(handle.as_ptr(), tag.as_mut_ptr(), tag.len()) == 0 };
        done.then_some(tag)
    }
}
