//! OpenSSL's libcrypto as installed, versions 3 and 4, which are two peers. It selects among its assembly
//! implementations at run time and does not report the choice.

#![allow(unsafe_code)]

mod keys;
mod symmetric;

use super::file::{File, Owned, Slots, Text, Unusable, functions};
use super::kind::{Found, Kind, Names};
use crate::offers::Offers;
use crate::op::ed25519::Ed25519;
use crate::op::hashing::Sha512;
use crate::op::x25519::X25519;
use crate::peer::reach::Reach;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr::{null, null_mut};

pub(super) const VERSION_3: Kind = Kind {
    name: "openssl-3",
    reach: Reach::Variable,
    names: Names {
        elf: &["libcrypto.so.3"],
        macos: &["libcrypto.3.dylib"],
        windows: &["libcrypto-3-x64.dll", "libcrypto-3-arm64.dll", "libcrypto-3.dll"],
    },
    open: |file| open(file, "3", "OpenSSL 3"),
};

pub(super) const VERSION_4: Kind = Kind {
    name: "openssl-4",
    reach: Reach::Variable,
    names: Names {
        elf: &["libcrypto.so.4"],
        macos: &["libcrypto.4.dylib"],
        windows: &["libcrypto-4-x64.dll", "libcrypto-4-arm64.dll", "libcrypto-4.dll"],
    },
    open: |file| open(file, "4", "OpenSSL 4"),
};

/// The effect of setting a cipher's context to another nonce on its associated data.
#[derive(Clone, Copy)]
pub(in crate::peer) enum Associated {
    /// The associated data is reset.
    Starts,
    /// New associated data is appended to the earlier data, until an empty update clears it. GCM-SIV behaves this way.
    GoesOn,
}

/// `EVP_PKEY`.
#[repr(C)]
struct Key([u8; 0]);
/// `EVP_PKEY_CTX`.
#[repr(C)]
struct KeyContext([u8; 0]);
/// `EVP_MD_CTX`.
#[repr(C)]
struct DigestContext([u8; 0]);

/// `SHA512_CTX`, which has 216 bytes according to the header, with some space to spare.
#[repr(C, align(16))]
struct Sha512State([u64; 32]);

/// Creates a key object: the number of its kind, no engine, bytes and their length.
type NewKey = unsafe extern "C" fn(c_int, *mut c_void, *const u8, usize) -> *mut Key;
/// Starts a signature or its verification; three arguments are always null: the output for the key's context, the
/// digest and the engine.
type SetKey = unsafe extern "C" fn(*mut DigestContext, *mut c_void, *const c_void, *mut c_void, *mut Key) -> c_int;

functions! {
    /// The used functions of libcrypto.
    struct Functions of "OpenSSL 3 or later with its deprecated functions" {
        OpenSSL_version: extern "C" fn(c_int) -> Text;
        SHA512_Init: extern "C" fn(&mut Sha512State) -> c_int;
        SHA512_Update: unsafe extern "C" fn(&mut Sha512State, *const u8, usize) -> c_int;
        SHA512_Final: unsafe extern "C" fn(&mut [u8; 64], &mut Sha512State) -> c_int;
        EVP_PKEY_new_raw_private_key: NewKey;
        EVP_PKEY_new_raw_public_key: NewKey;
        EVP_PKEY_get_raw_public_key: unsafe extern "C" fn(*const Key, *mut u8, &mut usize) -> c_int;
        EVP_PKEY_free: unsafe extern "C" fn(*mut Key);
        EVP_PKEY_CTX_new: unsafe extern "C" fn(*mut Key, *mut c_void) -> *mut KeyContext;
        EVP_PKEY_CTX_free: unsafe extern "C" fn(*mut KeyContext);
        EVP_PKEY_derive_init: unsafe extern "C" fn(*mut KeyContext) -> c_int;
        EVP_PKEY_derive_set_peer_ex: unsafe extern "C" fn(*mut KeyContext, *mut Key, c_int) -> c_int;
        EVP_PKEY_derive: unsafe extern "C" fn(*mut KeyContext, *mut u8, &mut usize) -> c_int;
        EVP_MD_CTX_new: extern "C" fn() -> *mut DigestContext;
        EVP_MD_CTX_free: unsafe extern "C" fn(*mut DigestContext);
        EVP_DigestSignInit: SetKey;
        EVP_DigestSign: unsafe extern "C" fn(*mut DigestContext, *mut u8, &mut usize, *const u8, usize) -> c_int;
        EVP_DigestVerifyInit: SetKey;
        EVP_DigestVerify: unsafe extern "C" fn(*mut DigestContext, *const u8, usize, *const u8, usize) -> c_int;
    }
}

/// `OPENSSL_VERSION_STRING`, such as "3.5.1".
const VERSION_STRING: c_int = 6;
/// `EVP_PKEY_X25519`.
const X25519_KEY: c_int = 1034;
/// `EVP_PKEY_ED25519`.
const ED25519_KEY: c_int = 1087;

static FILES: Slots<Functions> = Slots::new();

fn open(file: &File, series: &str, right: &'static str) -> Found {
    let (slot, crypto) = FILES.of(file, Functions::load)?;
    let version = (crypto.OpenSSL_version)(VERSION_STRING).version().unwrap_or_default();
    if version.split('.').next() != Some(series) {
        return Err(Unusable::OtherVersion { file: file.name(), version, right });
    }
    let offers = [offers::<0>, offers::<1>, offers::<2>, offers::<3>][slot]();
    Ok((version, symmetric::offers(file, offers)?))
}

fn offers<const SLOT: usize>() -> Offers {
    keys::and::<SLOT>(Offers::none().and(sha512::<SLOT>()).and(x25519::<SLOT>()).and(ed25519::<SLOT>()))
}

/// Offers SHA-512. `SHA512` and `EVP_Digest` look the algorithm up by name in each call, which takes as long as hashing
/// a block.
///
/// An error is reported as an answer of zeros, here and below.
fn sha512<const SLOT: usize>() -> Sha512 {
    Sha512 {
        backend: "assembly".to_owned(),
        digest: |message| {
            let crypto = FILES.get(SLOT);
            let (mut state, mut digest) = (Sha512State([0; 32]), [0; 64]);
            // SAFETY: pointer and length are those of the message; the state is initialized first.
            let done = unsafe {
                (crypto.SHA512_Init)(&mut state) == 1
                    && (crypto.SHA512_Update)(&mut state, message.as_ptr(), message.len()) == 1
                    && (crypto.SHA512_Final)(&mut digest, &mut state) == 1
            };
            if done { digest } else { [0; 64] }
        },
        digest_batch: None,
    }
}

/// Offers X25519 through the EVP interface, the only public one. The context of a secret key is created in advance. A
/// public key is decoded and becomes the context's peer when it is not the one of the call before, so that calls with
/// one pair of keys are `EVP_PKEY_derive` alone, as in `openssl speed`; `x25519/decode-public` and `x25519/dh-init` are
/// the cost of the rest. The key is not validated, unlike keys of other kinds, because any 32 bytes are a public key.
fn x25519<const SLOT: usize>() -> X25519 {
    X25519 {
        backend: "assembly".to_owned(),
        public_key: |secret| FILES.get(SLOT).public_half(X25519_KEY, secret).unwrap_or_default(),
        diffie_hellman: |secret| {
            let crypto = FILES.get(SLOT);
            let (context, peer) = (crypto.derivation(secret), Cell::new(None));
            Box::new(move |public| {
                let Some(context) = &context else { return [0; 32] };
                if peer.get() != Some(*public) {
                    peer.set(crypto.set_peer(context, public).then_some(*public));
                }
                peer.get().and_then(|_| crypto.derive(context)).unwrap_or_default()
            })
        },
        diffie_hellman_batch: None,
    }
}

/// Offers Ed25519 through the EVP interface, the only public one. A context is created with its key, and reset to the
/// same key for each message, as in `openssl speed`.
fn ed25519<const SLOT: usize>() -> Ed25519 {
    Ed25519 {
        backend: "C".to_owned(),
        public_key: |seed| FILES.get(SLOT).public_half(ED25519_KEY, seed).unwrap_or_default(),
        signer: |seed| {
            let crypto = FILES.get(SLOT);
            let key = crypto.private_key(ED25519_KEY, seed);
            let context = key.and_then(|key| crypto.digest_context(crypto.EVP_DigestSignInit, &key));
            Box::new(move |message| {
                context.as_ref().and_then(|context| crypto.sign(context, message)).unwrap_or([0; 64])
            })
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            let crypto = FILES.get(SLOT);
            crypto.verification(public_key).is_some_and(|context| crypto.verify(&context, message, signature))
        },
        verifier: Some(|public_key| {
            let crypto = FILES.get(SLOT);
            let context = crypto.verification(public_key)?;
            let again = move |message: &[u8], signature: &[u8; 64]| {
                crypto.set(crypto.EVP_DigestVerifyInit, &context, None) && crypto.verify(&context, message, signature)
            };
            Some(Box::new(again))
        }),
        verify_batch: None,
    }
}

impl Functions {
    fn private_key(&self, kind: c_int, bytes: &[u8; 32]) -> Option<Owned<Key>> {
        self.key(self.EVP_PKEY_new_raw_private_key, kind, bytes)
    }

    fn public_key(&self, kind: c_int, bytes: &[u8; 32]) -> Option<Owned<Key>> {
        self.key(self.EVP_PKEY_new_raw_public_key, kind, bytes)
    }

    fn key(&self, new: NewKey, kind: c_int, bytes: &[u8; 32]) -> Option<Owned<Key>> {
        // SAFETY: pointer and length are those of one array, and null means no engine; the caller owns a returned key
        // and must free it.
        unsafe { Owned::new(new(kind, null_mut(), bytes.as_ptr(), bytes.len()), self.EVP_PKEY_free) }
    }

    /// Returns the public key of a private key.
    fn public_half(&self, kind: c_int, private: &[u8; 32]) -> Option<[u8; 32]> {
        self.raw_public_key(&self.private_key(kind, private)?)
    }

    /// Returns the bytes of the public half of a key.
    fn raw_public_key(&self, key: &Owned<Key>) -> Option<[u8; 32]> {
        let (mut public, mut len) = ([0; 32], 32);
        // SAFETY: the key is alive, and `len` is the length of `public`.
        let status = unsafe { (self.EVP_PKEY_get_raw_public_key)(key.as_ptr(), public.as_mut_ptr(), &mut len) };
        (status == 1 && len == 32).then_some(public)
    }

    /// Creates a context for deriving shared secrets from a secret key; it keeps the key alive.
    fn derivation(&self, secret: &[u8; 32]) -> Option<Owned<KeyContext>> {
        self.derivation_of(&self.private_key(X25519_KEY, secret)?)
    }

    /// Creates the same from a key object.
    fn derivation_of(&self, key: &Owned<Key>) -> Option<Owned<KeyContext>> {
        // SAFETY: the key is alive, and null means no engine; the caller owns a returned context and must free it.
        let context = unsafe { Owned::new((self.EVP_PKEY_CTX_new)(key.as_ptr(), null_mut()), self.EVP_PKEY_CTX_free) }?;
        // SAFETY: the context is alive.
        let status = unsafe { (self.EVP_PKEY_derive_init)(context.as_ptr()) };
        (status == 1).then_some(context)
    }

    /// Sets the public key from which a context derives; it keeps the key alive.
    fn set_peer(&self, secret: &Owned<KeyContext>, public: &[u8; 32]) -> bool {
        self.public_key(X25519_KEY, public).is_some_and(|public| self.set_peer_key(secret, &public))
    }

    /// Sets the same from a key object.
    fn set_peer_key(&self, secret: &Owned<KeyContext>, public: &Owned<Key>) -> bool {
        // SAFETY: both objects are alive.
        unsafe { (self.EVP_PKEY_derive_set_peer_ex)(secret.as_ptr(), public.as_ptr(), 0) == 1 }
    }

    /// Derives the shared secret in a context whose peer is set.
    fn derive(&self, secret: &Owned<KeyContext>) -> Option<[u8; 32]> {
        let (mut shared, mut len) = ([0; 32], 32);
        // SAFETY: the context is alive, and `len` is the length of `shared`.
        let status = unsafe { (self.EVP_PKEY_derive)(secret.as_ptr(), shared.as_mut_ptr(), &mut len) };
        (status == 1 && len == 32).then_some(shared)
    }

    /// Creates a context for signing with a key, or for verification; it keeps the key alive.
    fn digest_context(&self, set: SetKey, key: &Owned<Key>) -> Option<Owned<DigestContext>> {
        // SAFETY: the caller owns a returned context and must free it.
        let context = unsafe { Owned::new((self.EVP_MD_CTX_new)(), self.EVP_MD_CTX_free) }?;
        self.set(set, &context, Some(key)).then_some(context)
    }

    fn verification(&self, public_key: &[u8; 32]) -> Option<Owned<DigestContext>> {
        self.digest_context(self.EVP_DigestVerifyInit, &self.public_key(ED25519_KEY, public_key)?)
    }

    /// Sets a context to a key, or resets it to its current key.
    fn set(&self, set: SetKey, context: &Owned<DigestContext>, key: Option<&Owned<Key>>) -> bool {
        let key = key.map_or(null_mut(), Owned::as_ptr);
        // SAFETY: both objects are alive; null means arguments that Ed25519 does not have, or the current key.
        unsafe { set(context.as_ptr(), null_mut(), null(), null_mut(), key) == 1 }
    }

    fn sign(&self, context: &Owned<DigestContext>, message: &[u8]) -> Option<[u8; 64]> {
        let (mut signature, mut len) = ([0; 64], 64);
        // SAFETY: the context is alive, and each pointer is passed with the length of its buffer.
        let done = self.set(self.EVP_DigestSignInit, context, None)
            && unsafe {
                let signature = signature.as_mut_ptr();
                (self.EVP_DigestSign)(context.as_ptr(), signature, &mut len, message.as_ptr(), message.len()) == 1
            };
        (done && len == 64).then_some(signature)
    }

    /// Verifies a signature in a context that has been set to its key.
    fn verify(&self, context: &Owned<DigestContext>, message: &[u8], signature: &[u8; 64]) -> bool {
        let (message, len) = (message.as_ptr(), message.len());
        // SAFETY: the context is alive, and each pointer is passed with the length of its buffer.
        unsafe { (self.EVP_DigestVerify)(context.as_ptr(), signature.as_ptr(), signature.len(), message, len) == 1 }
    }
}
