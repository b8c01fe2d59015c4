//! libsodium as it is installed. It chooses among its implementations of X25519 when it is initialised; its SHA-512 and
//! its Ed25519 are C.

#![allow(unsafe_code)]

use super::file::{File, Slots, Text, Unusable, functions};
use super::{Found, Kind, Names};
use crate::op::Offers;
use crate::op::ed25519::Ed25519;
use crate::op::sha512::Sha512;
use crate::op::x25519::X25519;
use crate::peer::tier::Reach;
use carnelian::cpu::Tier;
use std::ffi::{c_int, c_ulonglong};

pub(super) const KIND: Kind = Kind {
    name: "libsodium",
    reach: Reach::UpTo(Tier::Avx2, "takes AVX where it finds it"),
    names: Names {
        elf: &["libsodium.so.26", "libsodium.so.23"],
        macos: &["libsodium.26.dylib", "libsodium.23.dylib"],
        windows: &["libsodium.dll", "libsodium-26.dll", "libsodium-23.dll"],
    },
    open,
};

functions! {
    /// What is called of libsodium.
    struct Functions of "libsodium 1.0.12 or later" {
        sodium_init: extern "C" fn() -> c_int;
        sodium_version_string: extern "C" fn() -> Text;
        crypto_hash_sha512: unsafe extern "C" fn(&mut [u8; 64], *const u8, c_ulonglong) -> c_int;
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
        // The choice among implementations is made here; it gives 1 if it was made before.
        let ready = (sodium.sodium_init)() >= 0;
        ready.then_some(sodium).ok_or_else(|| Unusable::NotReady { file: file.name(), symbol: "sodium_init" })
    })?;
    let version = (sodium.sodium_version_string)().version().unwrap_or_else(|| file.version_in_name());
    Ok((version, [offers::<0>, offers::<1>, offers::<2>, offers::<3>][slot]()))
}

fn offers<const SLOT: usize>() -> Offers {
    Offers::none().and(sha512::<SLOT>()).and(x25519::<SLOT>()).and(ed25519::<SLOT>())
}

/// A refusal is an answer of zeros here and below.
fn sha512<const SLOT: usize>() -> Sha512 {
    Sha512 {
        backend: "C".to_owned(),
        digest: |message| {
            let mut digest = [0; 64];
            // SAFETY: so many bytes can be read from there.
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

/// There is no object for a decoded public key.
fn ed25519<const SLOT: usize>() -> Ed25519 {
    Ed25519 {
        backend: "C".to_owned(),
        public_key: |seed| key_pair(FILES.get(SLOT), seed).0,
        signer: |seed| {
            let (sodium, (_, secret)) = (FILES.get(SLOT), key_pair(FILES.get(SLOT), seed));
            Box::new(move |message| {
                let mut signature = [0; 64];
                // SAFETY: so many bytes can be read from there.
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
            // SAFETY: so many bytes can be read from there.
            unsafe { verify(signature, message.as_ptr(), message.len() as c_ulonglong, public_key) == 0 }
        },
        verifier: None,
        verify_batch: None,
    }
}

/// The public key, and the secret key as libsodium keeps it.
fn key_pair(sodium: &Functions, seed: &[u8; 32]) -> ([u8; 32], [u8; 64]) {
    let (mut public, mut secret) = ([0; 32], [0; 64]);
    let status = (sodium.crypto_sign_ed25519_seed_keypair)(&mut public, &mut secret, seed);
    if status == 0 { (public, secret) } else { ([0; 32], [0; 64]) }
}
