//! libsodium as installed. It selects its implementations of X25519, BLAKE2b, ChaCha20 and Poly1305 when it is
//! initialized; its SHA-2 and its Ed25519 are C.

#![allow(unsafe_code)]

use super::file::{File, Slots, Text, Unusable, functions};
use super::kind::{Found, Kind, Names};
use crate::offers::Offers;
use crate::op::aead::nacl_box::{PublicBox, SecretBox};
use crate::op::aead::{Aead, Aes256Gcm, ChaCha20Poly1305, Scheme, Tag, XChaCha20Poly1305};
use crate::op::argon2::{Argon2i, Argon2id, Cost, Salt};
use crate::op::ed25519::Ed25519;
use crate::op::hashing::{Blake2b, Sha256, Sha512};
use crate::op::hmac::HmacSha256;
use crate::op::keys::{self, Drawn};
use crate::op::poly1305::Poly1305;
use crate::op::signed_messages::SignedMessages;
use crate::op::stream_ciphers::{ChaCha20, Salsa20};
use crate::op::x25519::X25519;
use crate::peer::reach::{Isa, Reach};
use std::ffi::{c_char, c_int, c_ulonglong};
use std::ptr::{null, null_mut};

pub(super) const KIND: Kind = Kind {
    name: "libsodium",
    reach: Reach::UpTo(Isa::Avx2, "takes AVX where it finds it"),
    names: Names {
        elf: &["libsodium.so.26", "libsodium.so.23"],
        macos: &["libsodium.26.dylib", "libsodium.23.dylib"],
        windows: &["libsodium.dll", "libsodium-26.dll", "libsodium-23.dll"],
    },
    open,
};

/// `crypto_auth_hmacsha256_state`, which has 208 bytes according to the header.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct HmacState([u64; 26]);

/// `crypto_aead_aes256gcm_state`, an expanded key, which has 512 bytes according to the header.
#[repr(C, align(16))]
struct AesKey([u64; 64]);

/// Encrypts: ciphertext, tag and its length, plaintext and its length, associated data and its length, null, nonce,
/// key.
type Encrypt<const NONCE_LEN: usize, Key = [u8; 32]> = unsafe extern "C" fn(
    *mut u8,
    &mut Tag,
    Option<&mut c_ulonglong>,
    *const u8,
    c_ulonglong,
    *const u8,
    c_ulonglong,
    *const u8,
    &[u8; NONCE_LEN],
    &Key,
) -> c_int;
/// Decrypts: plaintext, null, ciphertext and its length, tag, associated data and its length, nonce, key.
type Decrypt<const NONCE_LEN: usize, Key = [u8; 32]> = unsafe extern "C" fn(
    *mut u8,
    *mut u8,
    *const u8,
    c_ulonglong,
    &Tag,
    *const u8,
    c_ulonglong,
    &[u8; NONCE_LEN],
    &Key,
) -> c_int;

/// Seals or opens a box: the result, what is sealed or opened and its length, nonce, key.
type SecretBoxed = unsafe extern "C" fn(*mut u8, *const u8, c_ulonglong, &[u8; 24], &[u8; 32]) -> c_int;
/// Seals or opens a box of two parties: likewise, with the other's public key and one's own secret key.
type PublicBoxed = unsafe extern "C" fn(*mut u8, *const u8, c_ulonglong, &[u8; 24], &[u8; 32], &[u8; 32]) -> c_int;

/// Derives a key: the key and its length, password and its length, salt, passes, bytes of memory, algorithm.
type PasswordHash = unsafe extern "C" fn(
    *mut u8,
    c_ulonglong,
    *const c_char,
    c_ulonglong,
    &[u8; 16],
    c_ulonglong,
    usize,
    c_int,
) -> c_int;

functions! {
    /// The used functions of libsodium.
    struct Functions of "libsodium 1.0.12 or later" {
        sodium_init: extern "C" fn() -> c_int;
        sodium_version_string: extern "C" fn() -> Text;
        crypto_hash_sha512: unsafe extern "C" fn(&mut [u8; 64], *const u8, c_ulonglong) -> c_int;
        crypto_hash_sha256: unsafe extern "C" fn(&mut [u8; 32], *const u8, c_ulonglong) -> c_int;
        crypto_generichash: unsafe extern "C" fn(*mut u8, usize, *const u8, c_ulonglong, *const u8, usize) -> c_int;
        crypto_auth_hmacsha256: unsafe extern "C" fn(&mut [u8; 32], *const u8, c_ulonglong, &[u8; 32]) -> c_int;
        crypto_auth_hmacsha256_init: unsafe extern "C" fn(&mut HmacState, *const u8, usize) -> c_int;
        crypto_auth_hmacsha256_update: unsafe extern "C" fn(&mut HmacState, *const u8, c_ulonglong) -> c_int;
        crypto_auth_hmacsha256_final: extern "C" fn(&mut HmacState, &mut [u8; 32]) -> c_int;
        crypto_stream_chacha20_ietf_xor:
            unsafe extern "C" fn(*mut u8, *const u8, c_ulonglong, &[u8; 12], &[u8; 32]) -> c_int;
        crypto_stream_salsa20_xor: unsafe extern "C" fn(*mut u8, *const u8, c_ulonglong, &[u8; 8], &[u8; 32]) -> c_int;
        crypto_secretbox_easy: SecretBoxed;
        crypto_secretbox_open_easy: SecretBoxed;
        crypto_box_easy: PublicBoxed;
        crypto_box_open_easy: PublicBoxed;
        crypto_onetimeauth_poly1305: unsafe extern "C" fn(&mut Tag, *const u8, c_ulonglong, &[u8; 32]) -> c_int;
        crypto_aead_chacha20poly1305_ietf_encrypt_detached: Encrypt<12>;
        crypto_aead_chacha20poly1305_ietf_decrypt_detached: Decrypt<12>;
        crypto_aead_xchacha20poly1305_ietf_encrypt_detached: Encrypt<24>;
        crypto_aead_xchacha20poly1305_ietf_decrypt_detached: Decrypt<24>;
        crypto_aead_aes256gcm_is_available: extern "C" fn() -> c_int;
        crypto_aead_aes256gcm_beforenm: extern "C" fn(&mut AesKey, &[u8; 32]) -> c_int;
        crypto_aead_aes256gcm_encrypt_detached_afternm: Encrypt<12, AesKey>;
        crypto_aead_aes256gcm_decrypt_detached_afternm: Decrypt<12, AesKey>;
        crypto_pwhash_argon2i: PasswordHash;
        crypto_pwhash_argon2id: PasswordHash;
        crypto_box_curve25519xsalsa20poly1305_keypair: extern "C" fn(&mut [u8; 32], &mut [u8; 32]) -> c_int;
        crypto_sign_ed25519_keypair: extern "C" fn(&mut [u8; 32], &mut [u8; 64]) -> c_int;
        crypto_sign_ed25519_open:
            unsafe extern "C" fn(*mut u8, &mut c_ulonglong, *const u8, c_ulonglong, &[u8; 32]) -> c_int;
        crypto_scalarmult_curve25519_base: extern "C" fn(&mut [u8; 32], &[u8; 32]) -> c_int;
        crypto_scalarmult_curve25519: extern "C" fn(&mut [u8; 32], &[u8; 32], &[u8; 32]) -> c_int;
        crypto_sign_ed25519_seed_keypair: extern "C" fn(&mut [u8; 32], &mut [u8; 64], &[u8; 32]) -> c_int;
        crypto_sign_ed25519_detached:
            unsafe extern "C" fn(&mut [u8; 64], Option<&mut c_ulonglong>, *const u8, c_ulonglong, &[u8; 64]) -> c_int;
        crypto_sign_ed25519_verify_detached:
            unsafe extern "C" fn(&[u8; 64], *const u8, c_ulonglong, &[u8; 32]) -> c_int;
    }
}

static FILES: Slots<Functions> = Slots::new();

fn open(file: &File) -> Found {
    let (slot, sodium) = FILES.of(file, |file| {
        let sodium = Functions::load(file)?;
        // This selects the implementations; it returns 1 if that was done before.
        let ready = (sodium.sodium_init)() >= 0;
        ready.then_some(sodium).ok_or_else(|| Unusable::NotReady { file: file.name(), symbol: "sodium_init" })
    })?;
    let version = (sodium.sodium_version_string)().version().unwrap_or_else(|| file.version_in_name());
    Ok((version, [offers::<0>, offers::<1>, offers::<2>, offers::<3>][slot]()))
}

fn offers<const SLOT: usize>() -> Offers {
    let offers = Offers::none().and(sha256::<SLOT>()).and(sha512::<SLOT>()).and(blake2b::<SLOT>());
    let offers = offers.and(hmac_sha256::<SLOT>()).and(x25519::<SLOT>()).and(ed25519::<SLOT>());
    let offers = offers.and(argon2id::<SLOT>()).and(argon2i::<SLOT>());
    let offers = offers.and(drawn_x25519::<SLOT>()).and(drawn_ed25519::<SLOT>()).and(signed_messages::<SLOT>());
    let offers = offers.and(chacha20::<SLOT>()).and(salsa20::<SLOT>()).and(poly1305::<SLOT>());
    let offers = offers.and(secret_box::<SLOT>()).and(public_box::<SLOT>());
    let offers = offers.and(chacha20poly1305::<SLOT>()).and(xchacha20poly1305::<SLOT>());
    // AES-GCM exists only as code that uses the CPU's AES instructions.
    let available = (FILES.get(SLOT).crypto_aead_aes256gcm_is_available)() == 1;
    if available { offers.and(aes256gcm::<SLOT>()) } else { offers }
}

/// An error is reported as an answer of zeros, here and below.
fn sha256<const SLOT: usize>() -> Sha256 {
    Sha256::one_by_one("C", |message| {
        let mut digest = [0; 32];
        // SAFETY: pointer and length are those of one slice.
        let status = unsafe {
            (FILES.get(SLOT).crypto_hash_sha256)(&mut digest, message.as_ptr(), message.len() as c_ulonglong)
        };
        if status == 0 { digest } else { [0; 32] }
    })
}

fn blake2b<const SLOT: usize>() -> Blake2b {
    Blake2b::one_by_one("AVX2 or C", |message| {
        let mut digest = [0; 64];
        let (out, len) = (digest.as_mut_ptr(), message.len() as c_ulonglong);
        // SAFETY: each pointer is passed with the length of its slice; without a key, its address may be null.
        let status = unsafe { (FILES.get(SLOT).crypto_generichash)(out, 64, message.as_ptr(), len, null(), 0) };
        if status == 0 { digest } else { [0; 64] }
    })
}

/// Offers HMAC. A key object is a keyed state, which is copied for each message.
fn hmac_sha256<const SLOT: usize>() -> HmacSha256 {
    HmacSha256 {
        backend: "C".to_owned(),
        key: Some(|key| {
            let (sodium, mut keyed) = (FILES.get(SLOT), HmacState([0; 26]));
            // SAFETY: pointer and length are those of one slice.
            let ready = unsafe { (sodium.crypto_auth_hmacsha256_init)(&mut keyed, key.as_ptr(), key.len()) == 0 };
            Box::new(move |message| {
                let (mut state, mut tag) = (keyed, [0; 32]);
                // SAFETY: pointer and length are those of one slice, and the state is initialized.
                let done = ready
                    && unsafe {
                        let len = message.len() as c_ulonglong;
                        (sodium.crypto_auth_hmacsha256_update)(&mut state, message.as_ptr(), len) == 0
                    }
                    && (sodium.crypto_auth_hmacsha256_final)(&mut state, &mut tag) == 0;
                if done { tag } else { [0; 32] }
            })
        }),
        tag: |key, message| {
            let mut tag = [0; 32];
            let hmac = FILES.get(SLOT).crypto_auth_hmacsha256;
            // SAFETY: pointer and length are those of one slice.
            let status = unsafe { hmac(&mut tag, message.as_ptr(), message.len() as c_ulonglong, key) };
            if status == 0 { tag } else { [0; 32] }
        },
    }
}

/// The backend of Argon2.
const ARGON2: &str = "AVX-512, AVX2, SSSE3 or C";

/// Offers Argon2id, which allocates its own memory.
fn argon2id<const SLOT: usize>() -> Argon2id {
    /// `crypto_pwhash_argon2id_ALG_ARGON2ID13`.
    const VERSION_13: c_int = 2;
    Argon2id {
        backend: ARGON2.to_owned(),
        most_lanes: 1,
        hash: |cost, password, salt| key(FILES.get(SLOT).crypto_pwhash_argon2id, VERSION_13, cost, password, salt),
        in_memory: None,
    }
}

/// Offers Argon2i, which allocates its own memory.
fn argon2i<const SLOT: usize>() -> Argon2i {
    /// `crypto_pwhash_argon2i_ALG_ARGON2I13`.
    const VERSION_13: c_int = 1;
    Argon2i {
        backend: ARGON2.to_owned(),
        most_lanes: 1,
        hash: |cost, password, salt| key(FILES.get(SLOT).crypto_pwhash_argon2i, VERSION_13, cost, password, salt),
    }
}

fn key(pwhash: PasswordHash, algorithm: c_int, cost: Cost, password: &[u8], salt: &Salt) -> [u8; 32] {
    let mut key = [0; 32];
    let bytes = cost.memory_kib as usize * 1024;
    let (out, passes) = (key.as_mut_ptr(), cost.passes.into());
    let (password, len) = (password.as_ptr().cast(), password.len() as c_ulonglong);
    // SAFETY: each pointer is passed with the length of its slice.
    let status = unsafe { pwhash(out, 32, password, len, salt, passes, bytes, algorithm) };
    if status == 0 { key } else { [0; 32] }
}

fn chacha20<const SLOT: usize>() -> ChaCha20 {
    ChaCha20 {
        backend: "AVX2, SSSE3 or C".to_owned(),
        apply: |key, nonce, data| {
            let (xor, data_ptr) = (FILES.get(SLOT).crypto_stream_chacha20_ietf_xor, data.as_mut_ptr());
            // SAFETY: each pointer is passed with the length of its slice, and the function works in place.
            let status = unsafe { xor(data_ptr, data_ptr, data.len() as c_ulonglong, nonce, key) };
            if status != 0 {
                data.fill(0);
            }
        },
    }
}

fn salsa20<const SLOT: usize>() -> Salsa20 {
    Salsa20 {
        backend: "AVX2 or C".to_owned(),
        apply: |key, nonce, data| {
            let (xor, data_ptr) = (FILES.get(SLOT).crypto_stream_salsa20_xor, data.as_mut_ptr());
            // SAFETY: each pointer is passed with the length of its slice, and the function works in place.
            let status = unsafe { xor(data_ptr, data_ptr, data.len() as c_ulonglong, nonce, key) };
            if status != 0 {
                data.fill(0);
            }
        },
    }
}

/// The bytes of a tag, which precedes the ciphertext in a box.
const TAG_LEN: usize = 16;

/// Offers `crypto_secretbox`, whose stream cipher is chosen for the CPU.
fn secret_box<const SLOT: usize>() -> SecretBox {
    SecretBox {
        backend: "AVX2 or C".to_owned(),
        seal: |key, nonce, message| {
            let seal = FILES.get(SLOT).crypto_secretbox_easy;
            // SAFETY: the message is passed with its length, and the box has room for a tag more.
            sealed(message, |out, from, len| unsafe { seal(out, from, len, nonce, key) })
        },
        open: |key, nonce, sealed| {
            let open = FILES.get(SLOT).crypto_secretbox_open_easy;
            // SAFETY: the box is passed with its length, and the message has room for all but its tag.
            opened(sealed, |out, from, len| unsafe { open(out, from, len, nonce, key) })
        },
    }
}

/// Offers `crypto_box`, which computes the common key in each call.
fn public_box<const SLOT: usize>() -> PublicBox {
    PublicBox {
        backend: "AVX2, AVX or C".to_owned(),
        public_key: |secret| {
            let mut public = [0; 32];
            let status = (FILES.get(SLOT).crypto_scalarmult_curve25519_base)(&mut public, secret);
            if status == 0 { public } else { [0; 32] }
        },
        seal: |secret, public, nonce, message| {
            let seal = FILES.get(SLOT).crypto_box_easy;
            // SAFETY: the message is passed with its length, and the box has room for a tag more.
            sealed(message, |out, from, len| unsafe { seal(out, from, len, nonce, public, secret) })
        },
        open: |secret, public, nonce, sealed| {
            let open = FILES.get(SLOT).crypto_box_open_easy;
            // SAFETY: the box is passed with its length, and the message has room for all but its tag.
            opened(sealed, |out, from, len| unsafe { open(out, from, len, nonce, public, secret) })
        },
    }
}

/// Returns the box of a message, which `seal` writes; empty if that fails.
fn sealed(message: &[u8], seal: impl Fn(*mut u8, *const u8, c_ulonglong) -> c_int) -> Vec<u8> {
    let mut sealed = vec![0; message.len() + TAG_LEN];
    let status = seal(sealed.as_mut_ptr(), message.as_ptr(), message.len() as c_ulonglong);
    if status == 0 { sealed } else { Vec::new() }
}

/// Returns the message of a box, which `open` writes, if its tag is right.
fn opened(sealed: &[u8], open: impl Fn(*mut u8, *const u8, c_ulonglong) -> c_int) -> Option<Vec<u8>> {
    let mut message = vec![0; sealed.len().checked_sub(TAG_LEN)?];
    let status = open(message.as_mut_ptr(), sealed.as_ptr(), sealed.len() as c_ulonglong);
    (status == 0).then_some(message)
}

fn poly1305<const SLOT: usize>() -> Poly1305 {
    Poly1305 {
        backend: "SSE2 or C".to_owned(),
        tag: |key, message| {
            let mut tag = [0; 16];
            let mac = FILES.get(SLOT).crypto_onetimeauth_poly1305;
            // SAFETY: pointer and length are those of one slice.
            let status = unsafe { mac(&mut tag, message.as_ptr(), message.len() as c_ulonglong, key) };
            if status == 0 { tag } else { [0; 16] }
        },
    }
}

fn chacha20poly1305<const SLOT: usize>() -> ChaCha20Poly1305 {
    let sodium = FILES.get(SLOT);
    aead(
        "AVX2, SSSE3 or C",
        |key| *key,
        sodium.crypto_aead_chacha20poly1305_ietf_encrypt_detached,
        sodium.crypto_aead_chacha20poly1305_ietf_decrypt_detached,
    )
}

fn xchacha20poly1305<const SLOT: usize>() -> XChaCha20Poly1305 {
    let sodium = FILES.get(SLOT);
    aead(
        "AVX2, SSSE3 or C",
        |key| *key,
        sodium.crypto_aead_xchacha20poly1305_ietf_encrypt_detached,
        sodium.crypto_aead_xchacha20poly1305_ietf_decrypt_detached,
    )
}

/// Offers AES-256-GCM with an expanded key, which stays all zeros if libsodium refuses it.
fn aes256gcm<const SLOT: usize>() -> Aes256Gcm {
    let sodium = FILES.get(SLOT);
    aead(
        "AES-NI",
        |key| {
            let mut expanded = AesKey([0; 64]);
            (sodium.crypto_aead_aes256gcm_beforenm)(&mut expanded, key);
            expanded
        },
        sodium.crypto_aead_aes256gcm_encrypt_detached_afternm,
        sodium.crypto_aead_aes256gcm_decrypt_detached_afternm,
    )
}

/// Offers an AEAD. `expand` converts a key to the form that the functions take.
fn aead<S: Scheme<Key = [u8; 32], Nonce = [u8; NONCE_LEN]>, const NONCE_LEN: usize, Key: 'static>(
    backend: &str,
    expand: impl Fn(&[u8; 32]) -> Key + Copy + 'static,
    encrypt: Encrypt<NONCE_LEN, Key>,
    decrypt: Decrypt<NONCE_LEN, Key>,
) -> Aead<S> {
    Aead::new(
        backend,
        move |key| {
            let key = expand(key);
            Box::new(move |nonce, aad, data| {
                let (mut tag, len, data) = ([0; 16], data.len() as c_ulonglong, data.as_mut_ptr());
                let (aad, aad_len) = (aad.as_ptr(), aad.len() as c_ulonglong);
                // SAFETY: each pointer is passed with the length of its slice, and the function works in place.
                let status = unsafe { encrypt(data, &mut tag, None, data, len, aad, aad_len, null(), nonce, &key) };
                if status == 0 { tag } else { [0; 16] }
            })
        },
        move |key| {
            let key = expand(key);
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                let len = ciphertext.len().min(plaintext.len()) as c_ulonglong;
                let (from, to) = (ciphertext.as_ptr(), plaintext.as_mut_ptr());
                let (aad, aad_len) = (aad.as_ptr(), aad.len() as c_ulonglong);
                // SAFETY: each length is that of its slice, and `len` is not larger than the plaintext's buffer.
                unsafe { decrypt(to, null_mut(), from, len, tag, aad, aad_len, nonce, &key) == 0 }
            })
        },
    )
}

fn sha512<const SLOT: usize>() -> Sha512 {
    Sha512 {
        backend: "C".to_owned(),
        digest: |message| {
            let mut digest = [0; 64];
            // SAFETY: pointer and length are those of one slice.
            let status = unsafe {
                (FILES.get(SLOT).crypto_hash_sha512)(&mut digest, message.as_ptr(), message.len() as c_ulonglong)
            };
            if status == 0 { digest } else { [0; 64] }
        },
        digest_batch: None,
    }
}

fn x25519<const SLOT: usize>() -> X25519 {
    X25519 {
        backend: "AVX or C".to_owned(),
        public_key: |secret| {
            let mut public = [0; 32];
            let status = (FILES.get(SLOT).crypto_scalarmult_curve25519_base)(&mut public, secret);
            if status == 0 { public } else { [0; 32] }
        },
        diffie_hellman: |secret| {
            let (sodium, secret) = (FILES.get(SLOT), *secret);
            Box::new(move |public| {
                let mut shared = [0; 32];
                let status = (sodium.crypto_scalarmult_curve25519)(&mut shared, &secret, public);
                if status == 0 { shared } else { [0; 32] }
            })
        },
        diffie_hellman_batch: None,
    }
}

/// Offers Ed25519 without an object for a decoded public key.
fn ed25519<const SLOT: usize>() -> Ed25519 {
    Ed25519 {
        backend: "C".to_owned(),
        public_key: |seed| key_pair(FILES.get(SLOT), seed).0,
        signer: |seed| {
            let (sodium, (_, secret)) = (FILES.get(SLOT), key_pair(FILES.get(SLOT), seed));
            Box::new(move |message| {
                let mut signature = [0; 64];
                // SAFETY: pointer and length are those of one slice.
                let status = unsafe {
                    (sodium.crypto_sign_ed25519_detached)(
                        &mut signature,
                        None,
                        message.as_ptr(),
                        message.len() as c_ulonglong,
                        &secret,
                    )
                };
                if status == 0 { signature } else { [0; 64] }
            })
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            let verify = FILES.get(SLOT).crypto_sign_ed25519_verify_detached;
            // SAFETY: pointer and length are those of one slice.
            unsafe { verify(signature, message.as_ptr(), message.len() as c_ulonglong, public_key) == 0 }
        },
        verifier: None,
        verify_batch: None,
    }
}

/// Returns the public key, and the secret key in libsodium's format.
fn key_pair(sodium: &Functions, seed: &[u8; 32]) -> ([u8; 32], [u8; 64]) {
    let (mut public, mut secret) = ([0; 32], [0; 64]);
    let status = (sodium.crypto_sign_ed25519_seed_keypair)(&mut public, &mut secret, seed);
    if status == 0 { (public, secret) } else { ([0; 32], [0; 64]) }
}

fn drawn_x25519<const SLOT: usize>() -> Drawn<keys::X25519> {
    Drawn::new("AVX or C", || {
        let (mut public, mut secret) = ([0; 32], [0; 32]);
        (FILES.get(SLOT).crypto_box_curve25519xsalsa20poly1305_keypair)(&mut public, &mut secret);
        (secret, public)
    })
}

fn drawn_ed25519<const SLOT: usize>() -> Drawn<keys::Ed25519> {
    Drawn::new("C", || {
        let (mut public, mut secret) = ([0; 32], [0; 64]);
        (FILES.get(SLOT).crypto_sign_ed25519_keypair)(&mut public, &mut secret);
        (core::array::from_fn(|i| secret[i]), public)
    })
}

fn signed_messages<const SLOT: usize>() -> SignedMessages {
    SignedMessages {
        backend: "C".to_owned(),
        open: |public_key, signed, message| {
            let mut len = 0;
            assert!(message.len() >= signed.len(), "a buffer as long as the signed message");
            // SAFETY: `signed` is passed with its length, and `message` is at least as long.
            let status = unsafe {
                let (message, signed) = (message.as_mut_ptr(), (signed.as_ptr(), signed.len() as c_ulonglong));
                (FILES.get(SLOT).crypto_sign_ed25519_open)(message, &mut len, signed.0, signed.1, public_key)
            };
            if status == 0 { usize::try_from(len).ok() } else { None }
        },
    }
}
