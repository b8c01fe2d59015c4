//! Hash functions, ciphers, HMAC and Argon2 of libcrypto, through the EVP interface. Looking up an algorithm by its
//! name takes as long as processing a short message; so it is looked up once, and a context is reset for each message.

#![allow(unsafe_code)]

use super::super::file::{File, Owned, SLOTS, Slots, Unusable, functions};
use super::Associated;
use crate::offers::Offers;
use crate::op::aead::{
    Aead, Aes128GcmScheme, Aes256GcmScheme, Aes256GcmSivScheme, ChaCha20Poly1305Scheme, Scheme, Tag,
};
use crate::op::aes_ctr::Aes256Ctr;
use crate::op::hashing::{Blake2b, Blake2s, Sha3_256, Sha256, Shake128};
use crate::op::hmac::{self, HmacSha256};
use crate::op::stream_ciphers::ChaCha20;
use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr::{null, null_mut};

/// `EVP_MD`.
#[repr(C)]
struct Digest([u8; 0]);
/// `EVP_MD_CTX`.
#[repr(C)]
struct DigestContext([u8; 0]);
/// `EVP_CIPHER`.
#[repr(C)]
struct Cipher([u8; 0]);
/// `EVP_CIPHER_CTX`.
#[repr(C)]
struct CipherContext([u8; 0]);
/// `EVP_MAC`.
#[repr(C)]
struct Mac([u8; 0]);
/// `EVP_MAC_CTX`.
#[repr(C)]
struct MacContext([u8; 0]);

/// `OSSL_PARAM`.
#[repr(C)]
struct Parameter {
    key: *const c_char,
    kind: c_uint,
    data: *mut c_void,
    size: usize,
    return_size: usize,
}

/// `SHA256_CTX`, which has 112 bytes according to the header, with some space to spare.
#[repr(C, align(16))]
struct Sha256State([u64; 16]);

/// Looks up an algorithm by its name in the default library context, without properties.
type Fetch<T> = unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char) -> *mut T;
/// Sets a context to a cipher, a key and a nonce, each of which may be null to remain unchanged; the engine is null.
type SetCipher = unsafe extern "C" fn(*mut CipherContext, *const Cipher, *mut c_void, *const u8, *const u8) -> c_int;
/// Processes a number of bytes, and writes the same number.
type Update = unsafe extern "C" fn(*mut CipherContext, *mut u8, &mut c_int, *const u8, c_int) -> c_int;

functions! {
    /// The used functions of libcrypto.
    struct Functions of "OpenSSL 3 or later with its deprecated functions" {
        SHA256_Init: extern "C" fn(&mut Sha256State) -> c_int;
        SHA256_Update: unsafe extern "C" fn(&mut Sha256State, *const u8, usize) -> c_int;
        SHA256_Final: unsafe extern "C" fn(&mut [u8; 32], &mut Sha256State) -> c_int;
        EVP_MD_fetch: Fetch<Digest>;
        EVP_MD_CTX_new: extern "C" fn() -> *mut DigestContext;
        EVP_MD_CTX_free: unsafe extern "C" fn(*mut DigestContext);
        EVP_DigestInit_ex2: unsafe extern "C" fn(*mut DigestContext, *const Digest, *const Parameter) -> c_int;
        EVP_DigestUpdate: unsafe extern "C" fn(*mut DigestContext, *const u8, usize) -> c_int;
        EVP_DigestFinal_ex: unsafe extern "C" fn(*mut DigestContext, *mut u8, &mut c_uint) -> c_int;
        EVP_DigestFinalXOF: unsafe extern "C" fn(*mut DigestContext, *mut u8, usize) -> c_int;
        EVP_CIPHER_fetch: Fetch<Cipher>;
        EVP_CIPHER_CTX_new: extern "C" fn() -> *mut CipherContext;
        EVP_CIPHER_CTX_free: unsafe extern "C" fn(*mut CipherContext);
        EVP_EncryptInit_ex: SetCipher;
        EVP_DecryptInit_ex: SetCipher;
        EVP_EncryptUpdate: Update;
        EVP_DecryptUpdate: Update;
        EVP_EncryptFinal_ex: unsafe extern "C" fn(*mut CipherContext, *mut u8, &mut c_int) -> c_int;
        EVP_DecryptFinal_ex: unsafe extern "C" fn(*mut CipherContext, *mut u8, &mut c_int) -> c_int;
        EVP_CIPHER_CTX_ctrl: unsafe extern "C" fn(*mut CipherContext, c_int, c_int, *mut u8) -> c_int;
        EVP_MAC_fetch: Fetch<Mac>;
        EVP_MAC_CTX_new: unsafe extern "C" fn(*mut Mac) -> *mut MacContext;
        EVP_MAC_CTX_free: unsafe extern "C" fn(*mut MacContext);
        EVP_MAC_init: unsafe extern "C" fn(*mut MacContext, *const u8, usize, *const Parameter) -> c_int;
        EVP_MAC_update: unsafe extern "C" fn(*mut MacContext, *const u8, usize) -> c_int;
        EVP_MAC_final: unsafe extern "C" fn(*mut MacContext, *mut u8, &mut usize, usize) -> c_int;
    }
}

const GCM_SIV: &CStr = c"AES-256-GCM-SIV";

/// `EVP_CTRL_AEAD_GET_TAG`.
const GET_TAG: c_int = 16;
/// `EVP_CTRL_AEAD_SET_TAG`.
const SET_TAG: c_int = 17;
/// `OSSL_PARAM_UTF8_STRING`.
const STRING: c_uint = 4;

static FILES: Slots<Functions> = Slots::new();

/// Adds the file's offers to `offers`.
pub(super) fn offers(file: &File, offers: Offers) -> Result<Offers, Unusable> {
    let (slot, _) = FILES.of(file, Functions::load)?;
    Ok([and::<0>, and::<1>, and::<2>, and::<3>][slot](offers))
}

fn and<const SLOT: usize>(offers: Offers) -> Offers {
    let offers = offers.and(sha256::<SLOT>()).and(blake2b::<SLOT>()).and(blake2s::<SLOT>()).and(hmac_sha256::<SLOT>());
    let offers = offers.and(sha3_256::<SLOT>()).and(shake128::<SLOT>());
    let offers = offers.and(aes256ctr::<SLOT>()).and(chacha20::<SLOT>());
    let offers = offers.and(aead::<ChaCha20Poly1305Scheme, SLOT>(c"ChaCha20-Poly1305", Associated::Starts));
    let offers = offers.and(aead::<Aes128GcmScheme, SLOT>(c"AES-128-GCM", Associated::Starts));
    let offers = offers.and(aead::<Aes256GcmScheme, SLOT>(c"AES-256-GCM", Associated::Starts));
    // GCM-SIV exists since OpenSSL 3.2.
    match FILES.get(SLOT).enciphering(GCM_SIV) {
        Some(_) => offers.and(aead::<Aes256GcmSivScheme, SLOT>(GCM_SIV, Associated::GoesOn)),
        None => offers,
    }
}

/// An error is reported as an answer of zeros, here and below.
fn sha256<const SLOT: usize>() -> Sha256 {
    Sha256::one_by_one("assembly", |message| {
        let crypto = FILES.get(SLOT);
        let (mut state, mut digest) = (Sha256State([0; 16]), [0; 32]);
        // SAFETY: pointer and length are those of the message; the state is initialized first.
        let done = unsafe {
            (crypto.SHA256_Init)(&mut state) == 1
                && (crypto.SHA256_Update)(&mut state, message.as_ptr(), message.len()) == 1
                && (crypto.SHA256_Final)(&mut digest, &mut state) == 1
        };
        if done { digest } else { [0; 32] }
    })
}

/// The values that one thread keeps for each file: algorithms are never freed, contexts belong to the thread.
type Kept<T> = RefCell<[Option<T>; SLOTS]>;

/// Calls `call` with the value that the thread keeps for a file, after creating it with `make` if necessary.
fn with_kept<T, R>(
    kept: &'static std::thread::LocalKey<Kept<T>>,
    slot: usize,
    make: impl FnOnce() -> Option<T>,
    call: impl FnOnce(&T) -> Option<R>,
) -> Option<R> {
    kept.with_borrow_mut(|kept| {
        if kept[slot].is_none() {
            kept[slot] = make();
        }
        call(kept[slot].as_ref()?)
    })
}

type Hashing = (*const Digest, Owned<DigestContext>);

fn blake2b<const SLOT: usize>() -> Blake2b {
    thread_local!(static KEPT: Kept<Hashing> = const { RefCell::new([const { None }; SLOTS]) });
    Blake2b::one_by_one("C", |message| {
        let crypto = FILES.get(SLOT);
        with_kept(&KEPT, SLOT, || crypto.hashing(c"BLAKE2B-512"), |kept| crypto.digest(kept, message))
            .unwrap_or([0; 64])
    })
}

fn blake2s<const SLOT: usize>() -> Blake2s {
    thread_local!(static KEPT: Kept<Hashing> = const { RefCell::new([const { None }; SLOTS]) });
    Blake2s::one_by_one("C", |message| {
        let crypto = FILES.get(SLOT);
        with_kept(&KEPT, SLOT, || crypto.hashing(c"BLAKE2S-256"), |kept| crypto.digest(kept, message))
            .unwrap_or([0; 32])
    })
}

fn sha3_256<const SLOT: usize>() -> Sha3_256 {
    thread_local!(static KEPT: Kept<Hashing> = const { RefCell::new([const { None }; SLOTS]) });
    Sha3_256::one_by_one("assembly", |message| {
        let crypto = FILES.get(SLOT);
        with_kept(&KEPT, SLOT, || crypto.hashing(c"SHA3-256"), |kept| crypto.digest(kept, message)).unwrap_or([0; 32])
    })
}

fn shake128<const SLOT: usize>() -> Shake128 {
    thread_local!(static KEPT: Kept<Hashing> = const { RefCell::new([const { None }; SLOTS]) });
    Shake128::one_by_one("assembly", |message| {
        let crypto = FILES.get(SLOT);
        with_kept(&KEPT, SLOT, || crypto.hashing(c"SHAKE128"), |kept| crypto.output(kept, message)).unwrap_or([0; 32])
    })
}

/// Offers HMAC. A context is created with its key, and reset to the same key for each message.
fn hmac_sha256<const SLOT: usize>() -> HmacSha256 {
    thread_local!(static KEPT: Kept<Owned<MacContext>> = const { RefCell::new([const { None }; SLOTS]) });
    HmacSha256 {
        backend: "assembly".to_owned(),
        key: Some(|key| {
            let crypto = FILES.get(SLOT);
            let context = crypto.hmac_context().filter(|context| crypto.set_key(context, Some(key)));
            Box::new(move |message| {
                let again = context.as_ref().filter(|context| crypto.set_key(context, None));
                again.and_then(|context| crypto.tag(context, message)).unwrap_or_default()
            })
        }),
        tag: |key, message| {
            let crypto = FILES.get(SLOT);
            let tag = |context: &Owned<_>| crypto.set_key(context, Some(key)).then(|| crypto.tag(context, message))?;
            with_kept(&KEPT, SLOT, || crypto.hmac_context(), tag).unwrap_or_default()
        },
    }
}

/// Offers AES-256-CTR. A context is keyed once and set to a counter block for each message.
fn aes256ctr<const SLOT: usize>() -> Aes256Ctr {
    Aes256Ctr {
        backend: "assembly".to_owned(),
        key: |key| {
            let crypto = FILES.get(SLOT);
            let context = crypto.keyed(c"AES-256-CTR", key, crypto.EVP_EncryptInit_ex);
            Box::new(move |counter, data| {
                let done = context.as_ref().is_some_and(|context| {
                    let counter = counter.as_ptr();
                    // SAFETY: the context is alive and has a key, and this cipher's counter blocks have 16 bytes.
                    let set = unsafe {
                        (crypto.EVP_EncryptInit_ex)(context.as_ptr(), null(), null_mut(), null(), counter) == 1
                    };
                    set && crypto.in_place(crypto.EVP_EncryptUpdate, context, data)
                });
                if !done {
                    data.fill(0);
                }
            })
        },
    }
}

type Enciphering = (*const Cipher, Owned<CipherContext>);

/// Offers ChaCha20. The nonce starts with the block counter.
fn chacha20<const SLOT: usize>() -> ChaCha20 {
    thread_local!(static KEPT: Kept<Enciphering> = const { RefCell::new([const { None }; SLOTS]) });
    ChaCha20 {
        backend: "assembly".to_owned(),
        apply: |key, nonce, data| {
            let crypto = FILES.get(SLOT);
            let mut counter_and_nonce = [0; 16];
            counter_and_nonce[4..].copy_from_slice(nonce);
            let apply = |(cipher, context): &Enciphering| {
                // SAFETY: this cipher has 32-byte keys and 16-byte nonces, and the context is alive.
                let set = unsafe {
                    let (key, nonce) = (key.as_ptr(), counter_and_nonce.as_ptr());
                    (crypto.EVP_EncryptInit_ex)(context.as_ptr(), *cipher, null_mut(), key, nonce) == 1
                };
                (set && crypto.in_place(crypto.EVP_EncryptUpdate, context, data)).then_some(())
            };
            let done = with_kept(&KEPT, SLOT, || crypto.enciphering(c"ChaCha20"), apply);
            done.unwrap_or_else(|| data.fill(0));
        },
    }
}

/// Offers an AEAD. A context is keyed once and set to a nonce for each message.
fn aead<S: Scheme<Nonce = [u8; 12]>, const SLOT: usize>(name: &'static CStr, earlier: Associated) -> Aead<S> {
    let crypto = FILES.get(SLOT);
    Aead::new(
        "assembly",
        move |key: &S::Key| {
            let context = crypto.keyed(name, key.as_ref(), crypto.EVP_EncryptInit_ex);
            Box::new(move |nonce, aad, data| {
                let seal = |context| crypto.seal(context, earlier, nonce, aad, data);
                context.as_ref().and_then(seal).unwrap_or_default()
            })
        },
        move |key: &S::Key| {
            let context = crypto.keyed(name, key.as_ref(), crypto.EVP_DecryptInit_ex);
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                let open = |context| crypto.open(context, earlier, nonce, aad, ciphertext, tag, plaintext);
                context.as_ref().is_some_and(open)
            })
        },
    )
}

impl Functions {
    /// Returns an algorithm, which is never freed, and a context for it.
    fn hashing(&self, name: &CStr) -> Option<Hashing> {
        // SAFETY: null means the default library context and no properties; the caller owns the returned objects and
        // must free them.
        let (digest, context) = unsafe {
            let digest = (self.EVP_MD_fetch)(null_mut(), name.as_ptr(), null());
            (digest, Owned::new((self.EVP_MD_CTX_new)(), self.EVP_MD_CTX_free)?)
        };
        (!digest.is_null()).then_some((digest.cast_const(), context))
    }

    /// Computes a digest. `LEN` is the length of the algorithm's output.
    fn digest<const LEN: usize>(&self, (digest, context): &Hashing, message: &[u8]) -> Option<[u8; LEN]> {
        let (mut out, mut len) = ([0; LEN], 0);
        // SAFETY: algorithm and context are alive; pointer and length are those of the message, and the algorithm's
        // output has `LEN` bytes.
        let done = unsafe {
            (self.EVP_DigestInit_ex2)(context.as_ptr(), *digest, null()) == 1
                && (self.EVP_DigestUpdate)(context.as_ptr(), message.as_ptr(), message.len()) == 1
                && (self.EVP_DigestFinal_ex)(context.as_ptr(), out.as_mut_ptr(), &mut len) == 1
        };
        (done && len as usize == LEN).then_some(out)
    }

    /// Computes a digest like [`digest`](Self::digest), with an extendable-output function.
    fn output<const LEN: usize>(&self, (function, context): &Hashing, message: &[u8]) -> Option<[u8; LEN]> {
        let mut out = [0; LEN];
        // SAFETY: algorithm and context are alive; each pointer is passed with the length of its buffer.
        let done = unsafe {
            (self.EVP_DigestInit_ex2)(context.as_ptr(), *function, null()) == 1
                && (self.EVP_DigestUpdate)(context.as_ptr(), message.as_ptr(), message.len()) == 1
                && (self.EVP_DigestFinalXOF)(context.as_ptr(), out.as_mut_ptr(), LEN) == 1
        };
        done.then_some(out)
    }

    /// Creates a context of HMAC with SHA-256 that has no key yet.
    fn hmac_context(&self) -> Option<Owned<MacContext>> {
        // SAFETY: null means the default library context and no properties; the caller owns a returned context, which
        // keeps the algorithm alive, and must free it.
        unsafe {
            let mac = (self.EVP_MAC_fetch)(null_mut(), c"HMAC".as_ptr(), null());
            if mac.is_null() { None } else { Owned::new((self.EVP_MAC_CTX_new)(mac), self.EVP_MAC_CTX_free) }
        }
    }

    /// Sets a context to a key and to SHA-256, or resets it to its current key.
    fn set_key(&self, context: &Owned<MacContext>, key: Option<&hmac::Key>) -> bool {
        let name = c"SHA256";
        let end = Parameter { key: null(), kind: 0, data: null_mut(), size: 0, return_size: 0 };
        let data = name.as_ptr().cast_mut().cast();
        let digest =
            Parameter { key: c"digest".as_ptr(), kind: STRING, data, size: name.count_bytes(), return_size: 0 };
        let parameters = [digest, end];
        // SAFETY: the context is alive, pointer and length are those of the key, and the parameters end with one
        // without a name.
        unsafe {
            match key {
                Some(key) => (self.EVP_MAC_init)(context.as_ptr(), key.as_ptr(), key.len(), parameters.as_ptr()) == 1,
                None => (self.EVP_MAC_init)(context.as_ptr(), null(), 0, null()) == 1,
            }
        }
    }

    fn tag(&self, context: &Owned<MacContext>, message: &[u8]) -> Option<hmac::Tag> {
        let (mut tag, mut len) = ([0; 32], 0);
        // SAFETY: the context is alive, and each pointer is passed with the length of its buffer.
        let done = unsafe {
            (self.EVP_MAC_update)(context.as_ptr(), message.as_ptr(), message.len()) == 1
                && (self.EVP_MAC_final)(context.as_ptr(), tag.as_mut_ptr(), &mut len, tag.len()) == 1
        };
        (done && len == 32).then_some(tag)
    }

    /// Returns an algorithm, which is never freed, and a context for it.
    fn enciphering(&self, name: &CStr) -> Option<Enciphering> {
        // SAFETY: null means the default library context and no properties; the caller owns the returned objects and
        // must free them.
        let (cipher, context) = unsafe {
            let cipher = (self.EVP_CIPHER_fetch)(null_mut(), name.as_ptr(), null());
            (cipher, Owned::new((self.EVP_CIPHER_CTX_new)(), self.EVP_CIPHER_CTX_free)?)
        };
        (!cipher.is_null()).then_some((cipher.cast_const(), context))
    }

    /// Creates a context with an algorithm and a key, which must have the length of the algorithm's keys.
    fn keyed(&self, name: &CStr, key: &[u8], set: SetCipher) -> Option<Owned<CipherContext>> {
        let (cipher, context) = self.enciphering(name)?;
        // SAFETY: algorithm and context are alive, and the caller passes a key of the right length.
        let done = unsafe { set(context.as_ptr(), cipher, null_mut(), key.as_ptr(), null()) == 1 };
        done.then_some(context)
    }

    /// Sets a context to a 12-byte nonce and processes associated data.
    fn start(
        &self,
        (set, update): (SetCipher, Update),
        context: &Owned<CipherContext>,
        earlier: Associated,
        nonce: &[u8; 12],
        aad: &[u8],
    ) -> bool {
        let mut written = 0;
        let Ok(len) = c_int::try_from(aad.len()) else { return false };
        // SAFETY: the context is alive, its key remains unchanged, and pointer and length are those of the associated
        // data, for which nothing is written.
        unsafe {
            set(context.as_ptr(), null(), null_mut(), null(), nonce.as_ptr()) == 1
                && match earlier {
                    Associated::Starts => true,
                    Associated::GoesOn => update(context.as_ptr(), null_mut(), &mut written, aad.as_ptr(), 0) == 1,
                }
                && update(context.as_ptr(), null_mut(), &mut written, aad.as_ptr(), len) == 1
        }
    }

    fn in_place(&self, update: Update, context: &Owned<CipherContext>, data: &mut [u8]) -> bool {
        let mut written = 0;
        let Ok(len) = c_int::try_from(data.len()) else { return false };
        let data = data.as_mut_ptr();
        // SAFETY: the context is alive; `len` is the length of `data`, and these ciphers work in place.
        unsafe { update(context.as_ptr(), data, &mut written, data, len) == 1 && written == len }
    }

    fn seal(
        &self,
        context: &Owned<CipherContext>,
        earlier: Associated,
        nonce: &[u8; 12],
        aad: &[u8],
        data: &mut [u8],
    ) -> Option<Tag> {
        let (mut tag, mut nothing, mut written) = ([0; 16], [0; 16], 0);
        let done = self.start((self.EVP_EncryptInit_ex, self.EVP_EncryptUpdate), context, earlier, nonce, aad)
            && self.in_place(self.EVP_EncryptUpdate, context, data);
        // SAFETY: the context is alive; the final call of a cipher writes at most one block, which fits into `nothing`,
        // and the tag has 16 bytes.
        let done = done
            && unsafe {
                (self.EVP_EncryptFinal_ex)(context.as_ptr(), nothing.as_mut_ptr(), &mut written) == 1
                    && (self.EVP_CIPHER_CTX_ctrl)(context.as_ptr(), GET_TAG, 16, tag.as_mut_ptr()) == 1
            };
        done.then_some(tag)
    }

    fn open(
        &self,
        context: &Owned<CipherContext>,
        earlier: Associated,
        nonce: &[u8; 12],
        aad: &[u8],
        ciphertext: &[u8],
        tag: &Tag,
        plaintext: &mut [u8],
    ) -> bool {
        let (mut tag, mut nothing, mut written) = (*tag, [0; 16], 0);
        let Ok(len) = c_int::try_from(ciphertext.len().min(plaintext.len())) else { return false };
        let functions = (self.EVP_DecryptInit_ex, self.EVP_DecryptUpdate);
        let started = self.start(functions, context, earlier, nonce, aad);
        // SAFETY: the context is alive; `ciphertext` and `plaintext` both have at least `len` bytes, the final call
        // writes at most one block, which fits into `nothing`, and the tag has 16 bytes.
        started
            && unsafe {
                let (from, to) = (ciphertext.as_ptr(), plaintext.as_mut_ptr());
                (self.EVP_CIPHER_CTX_ctrl)(context.as_ptr(), SET_TAG, 16, tag.as_mut_ptr()) == 1
                    && (self.EVP_DecryptUpdate)(context.as_ptr(), to, &mut written, from, len) == 1
                    && (self.EVP_DecryptFinal_ex)(context.as_ptr(), nothing.as_mut_ptr(), &mut written) == 1
            }
    }
}
