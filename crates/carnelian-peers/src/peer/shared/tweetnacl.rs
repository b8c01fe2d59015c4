//! TweetNaCl, compiled as a shared library to see what options do to it. Its own key generation only draws keys, so
//! Ed25519 needs the function for a seed that other distributors add.

#![allow(unsafe_code)]

use super::file::{File, Slots, functions};
use super::kind::{Found, Kind, Names};
use crate::offers::Offers;
use crate::op::ed25519::{Ed25519, PublicKey, Seed, Signature};
use crate::op::hashing::Sha512;
use crate::op::poly1305::Poly1305;
use crate::op::signed_messages::SignedMessages;
use crate::op::x25519::X25519;
use crate::peer::reach::{Isa, Reach};
use std::ffi::{c_int, c_ulonglong};

pub(super) const KIND: Kind = Kind {
    name: "tweetnacl",
    reach: Reach::UpTo(Isa::Avx512, "does not tell for which CPU it was compiled"),
    names: Names {
        elf: &["libtweetnacl.so.20140427", "libtweetnacl.so"],
        macos: &["libtweetnacl.dylib"],
        windows: &["tweetnacl.dll"],
    },
    open,
};

/// Signs or opens: output and its length, input and its length, key.
type Sign<const KEY_LEN: usize> =
    unsafe extern "C" fn(*mut u8, &mut c_ulonglong, *const u8, c_ulonglong, &[u8; KEY_LEN]) -> c_int;

functions! {
    /// The used functions of TweetNaCl itself.
    struct Functions of "TweetNaCl" {
        crypto_hash_sha512_tweet: unsafe extern "C" fn(&mut [u8; 64], *const u8, c_ulonglong) -> c_int;
        crypto_onetimeauth_poly1305_tweet: unsafe extern "C" fn(&mut [u8; 16], *const u8, c_ulonglong, &[u8; 32]) -> c_int;
        crypto_scalarmult_curve25519_tweet: extern "C" fn(&mut [u8; 32], &[u8; 32], &[u8; 32]) -> c_int;
        crypto_scalarmult_curve25519_tweet_base: extern "C" fn(&mut [u8; 32], &[u8; 32]) -> c_int;
        crypto_sign_ed25519_tweet: Sign<64>;
        crypto_sign_ed25519_tweet_open: Sign<32>;
    }
}

functions! {
    /// The function that others add.
    struct FromSeed of "TweetNaCl with key pairs from a seed" {
        crypto_sign_ed25519_tweet_keypair_seed: extern "C" fn(&mut [u8; 32], &mut [u8; 64], &[u8; 32]) -> c_int;
    }
}

static FILES: Slots<Functions> = Slots::new();
static FROM_SEED: Slots<FromSeed> = Slots::new();

/// Opens the file. The library does not report its version, so that is taken from the file's name.
fn open(file: &File) -> Found {
    let (slot, _) = FILES.of(file, Functions::load)?;
    let offers = [main::<0>, main::<1>, main::<2>, main::<3>][slot]();
    let offers = match FROM_SEED.of(file, FromSeed::load) {
        Ok(_) => offers.and([ed25519::<0>, ed25519::<1>, ed25519::<2>, ed25519::<3>][slot]()),
        Err(_) => offers,
    };
    Ok((file.version_in_name(), offers))
}

fn main<const SLOT: usize>() -> Offers {
    let sha512 = Sha512::one_by_one("C", |message| {
        let mut digest = [0; 64];
        // SAFETY: pointer and length are those of one slice.
        unsafe { (FILES.get(SLOT).crypto_hash_sha512_tweet)(&mut digest, message.as_ptr(), message.len() as u64) };
        digest
    });
    let poly1305 = Poly1305 {
        backend: "C".to_owned(),
        tag: |key, message| {
            let (mut tag, len) = ([0; 16], message.len() as c_ulonglong);
            // SAFETY: pointer and length are those of one slice.
            unsafe { (FILES.get(SLOT).crypto_onetimeauth_poly1305_tweet)(&mut tag, message.as_ptr(), len, key) };
            tag
        },
    };
    let signed_messages = SignedMessages {
        backend: "C".to_owned(),
        open: |public, signed, message| opened::<SLOT>(public, signed, message),
    };
    Offers::none().and(sha512).and(poly1305).and(x25519::<SLOT>()).and(signed_messages)
}

fn x25519<const SLOT: usize>() -> X25519 {
    X25519 {
        backend: "C".to_owned(),
        public_key: |secret| {
            let mut public = [0; 32];
            (FILES.get(SLOT).crypto_scalarmult_curve25519_tweet_base)(&mut public, secret);
            public
        },
        diffie_hellman: |secret| {
            let (tweetnacl, secret) = (FILES.get(SLOT), *secret);
            Box::new(move |public| {
                let mut shared = [0; 32];
                (tweetnacl.crypto_scalarmult_curve25519_tweet)(&mut shared, &secret, public);
                shared
            })
        },
        diffie_hellman_batch: None,
    }
}

/// Offers Ed25519 without an object for a decoded public key. Signatures are joined with their messages, in buffers
/// that each call allocates.
fn ed25519<const SLOT: usize>() -> Ed25519 {
    Ed25519 {
        backend: "C".to_owned(),
        public_key: |seed| key_pair::<SLOT>(seed).1,
        signer: |seed| {
            let (tweetnacl, (secret, _)) = (FILES.get(SLOT), key_pair::<SLOT>(seed));
            Box::new(move |message| {
                let (mut signed, mut len) = (vec![0; 64 + message.len()], 0);
                let (to, from, from_len) = (signed.as_mut_ptr(), message.as_ptr(), message.len() as c_ulonglong);
                // SAFETY: the message is passed with its length, and the output has room for it and a signature.
                unsafe { (tweetnacl.crypto_sign_ed25519_tweet)(to, &mut len, from, from_len, &secret) };
                *signed.first_chunk().expect("64 bytes and the message")
            })
        },
        signer_batch: None,
        verify: verify::<SLOT>,
        verifier: None,
        verify_batch: None,
    }
}

/// Returns the secret key, which contains the public one, and the public key.
fn key_pair<const SLOT: usize>(seed: &Seed) -> ([u8; 64], PublicKey) {
    let (mut secret, mut public) = ([0; 64], [0; 32]);
    (FROM_SEED.get(SLOT).crypto_sign_ed25519_tweet_keypair_seed)(&mut public, &mut secret, seed);
    (secret, public)
}

fn verify<const SLOT: usize>(public: &PublicKey, message: &[u8], signature: &Signature) -> bool {
    let signed = [signature, message].concat();
    opened::<SLOT>(public, &signed, &mut vec![0; signed.len()]).is_some()
}

/// Opens a signed message into a buffer as long as that, and returns the length of the message.
fn opened<const SLOT: usize>(public: &PublicKey, signed: &[u8], message: &mut [u8]) -> Option<usize> {
    assert!(message.len() >= signed.len(), "a buffer as long as the signed message");
    let (to, mut len, from_len) = (message.as_mut_ptr(), 0, signed.len() as c_ulonglong);
    // SAFETY: the signed message is passed with its length, and the output is at least as long.
    let status =
        unsafe { (FILES.get(SLOT).crypto_sign_ed25519_tweet_open)(to, &mut len, signed.as_ptr(), from_len, public) };
    if status == 0 { usize::try_from(len).ok() } else { None }
}
