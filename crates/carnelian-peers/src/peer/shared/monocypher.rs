//! Monocypher 4, plain C. Ed25519 and SHA-512 belong to an optional part that a distribution may omit.

#![allow(unsafe_code)]

use super::file::{File, Slots, functions};
use super::kind::{Found, Kind, Names};
use crate::offers::Offers;
use crate::op::aead::{Tag, XChaCha20Poly1305};
use crate::op::argon2::{Argon2i, Argon2id, Cost, Key, Salt};
use crate::op::ed25519::Ed25519;
use crate::op::eddsa_blake2b::EddsaBlake2b;
use crate::op::elligator2::Elligator2;
use crate::op::hashing::{Blake2b, Sha512};
use crate::op::poly1305::Poly1305;
use crate::op::stream_ciphers::ChaCha20;
use crate::op::x25519::X25519;
use crate::peer::reach::{Isa, Reach};
use std::ffi::{c_int, c_void};
use std::ptr;

pub(super) const KIND: Kind = Kind {
    name: "monocypher",
    reach: Reach::UpTo(Isa::Avx512, "does not tell for which CPU it was compiled"),
    names: Names {
        elf: &["libmonocypher.so.4"],
        macos: &["libmonocypher.4.dylib"],
        windows: &["monocypher.dll", "libmonocypher.dll"],
    },
    open,
};

/// Encrypts: ciphertext, tag, key, nonce, associated data and its length, plaintext and its length.
type Lock = unsafe extern "C" fn(*mut u8, &mut Tag, &[u8; 32], &[u8; 24], *const u8, usize, *const u8, usize);
/// Decrypts: plaintext, tag, key, nonce, associated data and its length, ciphertext and its length.
type Unlock = unsafe extern "C" fn(*mut u8, &Tag, &[u8; 32], &[u8; 24], *const u8, usize, *const u8, usize) -> c_int;

/// The cost of a call of Argon2, and the variant of Argon2.
#[repr(C)]
struct Argon2Config {
    algorithm: u32,
    nb_blocks: u32,
    nb_passes: u32,
    nb_lanes: u32,
}

/// A password and a salt.
#[repr(C)]
struct Argon2Inputs {
    pass: *const u8,
    salt: *const u8,
    pass_size: u32,
    salt_size: u32,
}

/// A secret and associated data.
#[repr(C)]
struct Argon2Extras {
    key: *const u8,
    ad: *const u8,
    key_size: u32,
    ad_size: u32,
}

/// Derives a key: the key and its length, the memory, the cost, and the inputs.
type Argon2 = unsafe extern "C" fn(*mut u8, u32, *mut c_void, Argon2Config, Argon2Inputs, Argon2Extras);

functions! {
    /// The used functions of Monocypher itself. `crypto_eddsa_key_pair` distinguishes version 4 from version 3, whose
    /// signature functions have the same names and other arguments.
    struct Functions of "Monocypher 4" {
        crypto_eddsa_key_pair: extern "C" fn(&mut [u8; 64], &mut [u8; 32], &mut [u8; 32]);
        crypto_eddsa_sign: unsafe extern "C" fn(&mut [u8; 64], &[u8; 64], *const u8, usize);
        crypto_eddsa_check: unsafe extern "C" fn(&[u8; 64], &[u8; 32], *const u8, usize) -> c_int;
        crypto_elligator_map: extern "C" fn(&mut [u8; 32], &[u8; 32]);
        crypto_elligator_rev: extern "C" fn(&mut [u8; 32], &[u8; 32], u8) -> c_int;
        crypto_elligator_key_pair: extern "C" fn(&mut [u8; 32], &mut [u8; 32], &mut [u8; 32]);
        crypto_x25519_public_key: extern "C" fn(&mut [u8; 32], &[u8; 32]);
        crypto_x25519: extern "C" fn(&mut [u8; 32], &[u8; 32], &[u8; 32]);
        crypto_blake2b: unsafe extern "C" fn(*mut u8, usize, *const u8, usize);
        crypto_poly1305: unsafe extern "C" fn(&mut Tag, *const u8, usize, &[u8; 32]);
        crypto_chacha20_ietf: unsafe extern "C" fn(*mut u8, *const u8, usize, &[u8; 32], &[u8; 12], u32) -> u32;
        crypto_aead_lock: Lock;
        crypto_aead_unlock: Unlock;
        crypto_argon2: Argon2;
    }
}

functions! {
    /// The used functions of the optional part.
    struct Optional of "Monocypher 4 with its optional Ed25519" {
        crypto_sha512: unsafe extern "C" fn(&mut [u8; 64], *const u8, usize);
        crypto_ed25519_key_pair: extern "C" fn(&mut [u8; 64], &mut [u8; 32], &mut [u8; 32]);
        crypto_ed25519_sign: unsafe extern "C" fn(&mut [u8; 64], &[u8; 64], *const u8, usize);
        crypto_ed25519_check: unsafe extern "C" fn(&[u8; 64], &[u8; 32], *const u8, usize) -> c_int;
    }
}

static FILES: Slots<Functions> = Slots::new();
static OPTIONAL: Slots<Optional> = Slots::new();

/// Opens the file. The library does not report its version, so that is taken from the file's name.
fn open(file: &File) -> Found {
    let (slot, _) = FILES.of(file, Functions::load)?;
    let offers = [main::<0>, main::<1>, main::<2>, main::<3>][slot]();
    let offers = match OPTIONAL.of(file, Optional::load) {
        Ok((slot, _)) => [optional::<0>, optional::<1>, optional::<2>, optional::<3>][slot](offers),
        Err(_) => offers,
    };
    Ok((file.version_in_name(), offers))
}

fn main<const SLOT: usize>() -> Offers {
    let offers = Offers::none().and(x25519::<SLOT>()).and(blake2b::<SLOT>()).and(poly1305::<SLOT>());
    let offers = offers.and(chacha20::<SLOT>()).and(xchacha20poly1305::<SLOT>()).and(argon2id::<SLOT>());
    offers.and(argon2i::<SLOT>()).and(eddsa_blake2b::<SLOT>()).and(elligator2::<SLOT>())
}

fn optional<const SLOT: usize>(offers: Offers) -> Offers {
    offers.and(sha512::<SLOT>()).and(ed25519::<SLOT>())
}

fn sha512<const SLOT: usize>() -> Sha512 {
    Sha512 {
        backend: "C".to_owned(),
        digest: |message| {
            let mut digest = [0; 64];
            // SAFETY: pointer and length are those of one slice.
            unsafe { (OPTIONAL.get(SLOT).crypto_sha512)(&mut digest, message.as_ptr(), message.len()) };
            digest
        },
        digest_batch: None,
    }
}

fn x25519<const SLOT: usize>() -> X25519 {
    X25519 {
        backend: "C".to_owned(),
        public_key: |secret| {
            let mut public = [0; 32];
            (FILES.get(SLOT).crypto_x25519_public_key)(&mut public, secret);
            public
        },
        diffie_hellman: |secret| {
            let (monocypher, secret) = (FILES.get(SLOT), *secret);
            Box::new(move |public| {
                let mut shared = [0; 32];
                (monocypher.crypto_x25519)(&mut shared, &secret, public);
                shared
            })
        },
        diffie_hellman_batch: None,
    }
}

fn blake2b<const SLOT: usize>() -> Blake2b {
    Blake2b::one_by_one("C", |message| {
        let mut digest = [0; 64];
        // SAFETY: the digest has 64 bytes, and the message is passed with its length.
        unsafe { (FILES.get(SLOT).crypto_blake2b)(digest.as_mut_ptr(), 64, message.as_ptr(), message.len()) };
        digest
    })
}

fn poly1305<const SLOT: usize>() -> Poly1305 {
    Poly1305 {
        backend: "C".to_owned(),
        tag: |key, message| {
            let mut tag = [0; 16];
            // SAFETY: pointer and length are those of one slice.
            unsafe { (FILES.get(SLOT).crypto_poly1305)(&mut tag, message.as_ptr(), message.len(), key) };
            tag
        },
    }
}

fn chacha20<const SLOT: usize>() -> ChaCha20 {
    ChaCha20 {
        backend: "C".to_owned(),
        apply: |key, nonce, data| {
            let (pointer, len) = (data.as_mut_ptr(), data.len());
            // SAFETY: each pointer is passed with the length of its slice, and the function works in place.
            unsafe { (FILES.get(SLOT).crypto_chacha20_ietf)(pointer, pointer, len, key, nonce, 0) };
        },
    }
}

fn xchacha20poly1305<const SLOT: usize>() -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(
        "C",
        |key| {
            let (lock, key) = (FILES.get(SLOT).crypto_aead_lock, *key);
            Box::new(move |nonce, aad, data| {
                let (mut tag, len, data) = ([0; 16], data.len(), data.as_mut_ptr());
                // SAFETY: each pointer is passed with the length of its slice, and the function works in place.
                unsafe { lock(data, &mut tag, &key, nonce, aad.as_ptr(), aad.len(), data, len) };
                tag
            })
        },
        |key| {
            let (unlock, key) = (FILES.get(SLOT).crypto_aead_unlock, *key);
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                let (len, to) = (ciphertext.len().min(plaintext.len()), plaintext.as_mut_ptr());
                let (aad, aad_len) = (aad.as_ptr(), aad.len());
                // SAFETY: the associated data is passed with its length, and both the ciphertext and the plaintext have
                // at least `len` bytes.
                unsafe { unlock(to, tag, &key, nonce, aad, aad_len, ciphertext.as_ptr(), len) == 0 }
            })
        },
    )
}

/// Offers Argon2id. It works only in the caller's memory; for a whole call, that comes from the system's allocator.
fn argon2id<const SLOT: usize>() -> Argon2id {
    Argon2id {
        backend: "C".to_owned(),
        most_lanes: u32::MAX,
        hash: |cost, password, salt| key(FILES.get(SLOT), ARGON2ID, cost, password, salt, &mut memory(cost)),
        in_memory: Some(|cost| {
            let mut memory = memory(cost);
            Box::new(move |password, salt| key(FILES.get(SLOT), ARGON2ID, cost, password, salt, &mut memory))
        }),
    }
}

fn argon2i<const SLOT: usize>() -> Argon2i {
    Argon2i {
        backend: "C".to_owned(),
        most_lanes: u32::MAX,
        hash: |cost, password, salt| key(FILES.get(SLOT), ARGON2I, cost, password, salt, &mut memory(cost)),
    }
}

/// `CRYPTO_ARGON2_I` and `CRYPTO_ARGON2_ID`.
const ARGON2I: u32 = 1;
const ARGON2ID: u32 = 2;

/// A block of Argon2.
type Block = [u64; 128];

fn memory(cost: Cost) -> Vec<Block> {
    vec![[0; 128]; cost.memory_kib as usize]
}

fn key(monocypher: &Functions, algorithm: u32, cost: Cost, password: &[u8], salt: &Salt, memory: &mut [Block]) -> Key {
    assert!(memory.len() >= cost.memory_kib as usize, "a block for each KiB");
    let mut key = [0; 32];
    let config = Argon2Config { algorithm, nb_blocks: cost.memory_kib, nb_passes: cost.passes, nb_lanes: cost.lanes };
    let [pass_size, salt_size] = [password.len(), salt.len()].map(|len| u32::try_from(len).expect("a short one"));
    let inputs = Argon2Inputs { pass: password.as_ptr(), salt: salt.as_ptr(), pass_size, salt_size };
    let extras = Argon2Extras { key: ptr::null(), ad: ptr::null(), key_size: 0, ad_size: 0 };
    // SAFETY: each pointer is passed with the length of its buffer, and the memory has the number of blocks in
    // `config`.
    unsafe { (monocypher.crypto_argon2)(key.as_mut_ptr(), 32, memory.as_mut_ptr().cast(), config, inputs, extras) };
    key
}

/// Offers EdDSA with BLAKE2b without an object for a decoded public key.
fn eddsa_blake2b<const SLOT: usize>() -> EddsaBlake2b {
    EddsaBlake2b {
        backend: "C".to_owned(),
        public_key: |seed| eddsa_key_pair(FILES.get(SLOT), seed).0,
        signer: |seed| {
            let (monocypher, (_, secret)) = (FILES.get(SLOT), eddsa_key_pair(FILES.get(SLOT), seed));
            Box::new(move |message| {
                let mut signature = [0; 64];
                // SAFETY: pointer and length are those of one slice.
                unsafe { (monocypher.crypto_eddsa_sign)(&mut signature, &secret, message.as_ptr(), message.len()) };
                signature
            })
        },
        verify: |public_key, message, signature| {
            let check = FILES.get(SLOT).crypto_eddsa_check;
            // SAFETY: pointer and length are those of one slice.
            unsafe { check(signature, public_key, message.as_ptr(), message.len()) == 0 }
        },
    }
}

/// Returns the public key, and the secret key in Monocypher's format. The function wipes the copy of the seed that it
/// receives.
fn eddsa_key_pair(monocypher: &Functions, seed: &[u8; 32]) -> ([u8; 32], [u8; 64]) {
    let (mut public, mut secret, mut seed) = ([0; 32], [0; 64], *seed);
    (monocypher.crypto_eddsa_key_pair)(&mut secret, &mut public, &mut seed);
    (public, secret)
}

fn elligator2<const SLOT: usize>() -> Elligator2 {
    Elligator2 {
        backend: "C".to_owned(),
        map: |hidden| {
            let mut public = [0; 32];
            (FILES.get(SLOT).crypto_elligator_map)(&mut public, hidden);
            public
        },
        rev: |public, tweak| {
            let mut hidden = [0; 32];
            let status = (FILES.get(SLOT).crypto_elligator_rev)(&mut hidden, public, tweak);
            (status == 0).then_some(hidden)
        },
        key_pair: |seed| {
            let (mut hidden, mut secret, mut seed) = ([0; 32], [0; 32], *seed);
            (FILES.get(SLOT).crypto_elligator_key_pair)(&mut hidden, &mut secret, &mut seed);
            (hidden, secret)
        },
    }
}

/// Offers Ed25519 without an object for a decoded public key.
fn ed25519<const SLOT: usize>() -> Ed25519 {
    Ed25519 {
        backend: "C".to_owned(),
        public_key: |seed| key_pair(OPTIONAL.get(SLOT), seed).0,
        signer: |seed| {
            let (monocypher, (_, secret)) = (OPTIONAL.get(SLOT), key_pair(OPTIONAL.get(SLOT), seed));
            Box::new(move |message| {
                let mut signature = [0; 64];
                // SAFETY: pointer and length are those of one slice.
                unsafe {
                    (monocypher.crypto_ed25519_sign)(&mut signature, &secret, message.as_ptr(), message.len());
                }
                signature
            })
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            let check = OPTIONAL.get(SLOT).crypto_ed25519_check;
            // SAFETY: pointer and length are those of one slice.
            unsafe { check(signature, public_key, message.as_ptr(), message.len()) == 0 }
        },
        verifier: None,
        verify_batch: None,
    }
}

/// Returns the public key, and the secret key in Monocypher's format. The function wipes the copy of the seed that it
/// receives.
fn key_pair(monocypher: &Optional, seed: &[u8; 32]) -> ([u8; 32], [u8; 64]) {
    let (mut public, mut secret, mut seed) = ([0; 32], [0; 64], *seed);
    (monocypher.crypto_ed25519_key_pair)(&mut secret, &mut public, &mut seed);
    (public, secret)
}
