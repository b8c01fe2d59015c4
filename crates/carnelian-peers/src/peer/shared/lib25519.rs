//! lib25519. It selects its implementations when it is loaded, and reports their names.

#![allow(unsafe_code)]

use super::file::{File, Slots, Text, functions};
use super::kind::{Found, Kind, Names};
use crate::offers::Offers;
use crate::op::ed25519::Ed25519;
use crate::op::edwards25519::{Edwards25519, EncodedSums, MultiscalarMul};
use crate::op::hashing::Sha512;
use crate::op::keys::{self, Drawn};
use crate::op::signed_messages::SignedMessages;
use crate::op::x25519::X25519;
use crate::peer::reach::{Isa, Reach};
use std::cell::RefCell;
use std::ffi::{c_int, c_longlong};

pub(super) const KIND: Kind = Kind {
    name: "lib25519",
    reach: Reach::UpTo(Isa::Avx512, "takes all that it finds of the CPU"),
    names: Names {
        elf: &["lib25519.so.1", "lib25519.so"],
        macos: &["lib25519.1.dylib", "lib25519.dylib"],
        windows: &["lib25519.dll"],
    },
    open,
};

/// A function of an output array of 32-byte strings, an array of scalars, an array of points, and their count.
type Many = unsafe extern "C" fn(*mut u8, *const u8, *const u8, c_longlong);

functions! {
    /// The used functions of lib25519: those of its stable interface, and its building blocks where that interface
    /// draws randomness or has no batch function.
    struct Functions of "lib25519 20241004 or later" {
        lib25519_hash_sha512: unsafe extern "C" fn(&mut [u8; 64], *const u8, c_longlong);
        lib25519_hash_sha512_implementation: extern "C" fn() -> Text;
        lib25519_nG_montgomery25519: extern "C" fn(&mut [u8; 32], &[u8; 32]);
        lib25519_dh_x25519: extern "C" fn(&mut [u8; 32], &[u8; 32], &[u8; 32]);
        lib25519_dh_x25519_keypair: extern "C" fn(&mut [u8; 32], &mut [u8; 32]);
        lib25519_nP_montgomery25519_implementation: extern "C" fn() -> Text;
        lib25519_nPbatch_montgomery25519: Many;
        lib25519_nG_merged25519: extern "C" fn(&mut [u8; 32], &[u8; 32]);
        lib25519_nG_merged25519_implementation: extern "C" fn() -> Text;
        lib25519_sign_ed25519_keypair: extern "C" fn(&mut [u8; 32], &mut [u8; 64]);
        lib25519_sign_ed25519: unsafe extern "C" fn(*mut u8, &mut c_longlong, *const u8, c_longlong, &[u8; 64]);
        lib25519_sign_ed25519_open: unsafe extern "C" fn(*mut u8, &mut c_longlong, *const u8, c_longlong, &[u8; 32]) -> c_int;
        lib25519_multiscalar_ed25519: Many;
        lib25519_multiscalar_ed25519_implementation: extern "C" fn() -> Text;
    }
}

static FILES: Slots<Functions> = Slots::new();

/// Opens the file. The library does not report its version, so that is taken from the file's name.
fn open(file: &File) -> Found {
    let (slot, _) = FILES.of(file, Functions::load)?;
    Ok((file.version_in_name(), [offers::<0>, offers::<1>, offers::<2>, offers::<3>][slot]()))
}

fn offers<const SLOT: usize>() -> Offers {
    let offers = Offers::none().and(sha512::<SLOT>()).and(x25519::<SLOT>()).and(ed25519::<SLOT>());
    let offers = offers.and(edwards25519::<SLOT>()).and(encoded_sums::<SLOT>()).and(signed_messages::<SLOT>());
    offers.and(drawn_x25519::<SLOT>()).and(drawn_ed25519::<SLOT>())
}

fn implementation(name: Text) -> String {
    name.read().unwrap_or_else(|| "unknown".to_owned())
}

fn sha512<const SLOT: usize>() -> Sha512 {
    Sha512 {
        backend: implementation((FILES.get(SLOT).lib25519_hash_sha512_implementation)()),
        digest: |message| FILES.get(SLOT).hash(message),
        digest_batch: None,
    }
}

fn x25519<const SLOT: usize>() -> X25519 {
    X25519 {
        backend: implementation((FILES.get(SLOT).lib25519_nP_montgomery25519_implementation)()),
        // `lib25519_dh_keypair` generates randomness and then does the same.
        public_key: |secret| {
            let mut public = [0; 32];
            (FILES.get(SLOT).lib25519_nG_montgomery25519)(&mut public, secret);
            public
        },
        diffie_hellman: |secret| {
            let (lib25519, secret) = (FILES.get(SLOT), *secret);
            Box::new(move |public| {
                let mut shared = [0; 32];
                (lib25519.lib25519_dh_x25519)(&mut shared, public, &secret);
                shared
            })
        },
        diffie_hellman_batch: Some(|secrets| {
            let (lib25519, secrets) = (FILES.get(SLOT), secrets.to_vec());
            Box::new(move |publics| {
                let count = secrets.len().min(publics.len());
                let mut shared = vec![[0; 32]; count];
                // SAFETY: all three arrays have at least `count` elements.
                unsafe {
                    (lib25519.lib25519_nPbatch_montgomery25519)(
                        shared.as_flattened_mut().as_mut_ptr(),
                        secrets.as_flattened().as_ptr(),
                        publics.as_flattened().as_ptr(),
                        count as c_longlong,
                    );
                }
                shared
            })
        }),
    }
}

/// Offers Ed25519. Signed messages are contiguous with their signatures, so a call copies the message. Signatures are
/// randomized.
fn ed25519<const SLOT: usize>() -> Ed25519 {
    Ed25519 {
        backend: implementation((FILES.get(SLOT).lib25519_nG_merged25519_implementation)()),
        public_key: |seed| FILES.get(SLOT).public_half(seed),
        signer: |seed| {
            let lib25519 = FILES.get(SLOT);
            let secret: Box<[u8; 64]> =
                Box::new([*seed, lib25519.public_half(seed)].as_flattened().try_into().expect("64 bytes"));
            let signed = RefCell::new(Vec::new());
            Box::new(move |message| lib25519.sign(&mut signed.borrow_mut(), message, &secret))
        },
        signer_batch: None,
        verify: |public_key, message, signature| FILES.get(SLOT).open(public_key, message, signature),
        verifier: None,
        verify_batch: None,
    }
}

/// Offers multiscalar multiplication. Each call decodes the points and encodes the sum; there is no function without
/// that.
fn edwards25519<const SLOT: usize>() -> Edwards25519 {
    let implementation = implementation((FILES.get(SLOT).lib25519_multiscalar_ed25519_implementation)());
    Edwards25519 {
        backend: format!("{implementation}, decoding each time"),
        mul_base: |scalar| {
            let mut point = [0; 32];
            (FILES.get(SLOT).lib25519_nG_merged25519)(&mut point, scalar);
            point
        },
        multiscalar_mul: |scalars, points| {
            let sum = |scalars: &[[u8; 32]], points: &[[u8; 32]]| FILES.get(SLOT).sum(scalars, points);
            let accepted = scalars.len() == points.len() && sum(scalars, points).is_some();
            let encode = |sum: &Option<[u8; 32]>| sum.unwrap_or_default();
            accepted.then(|| MultiscalarMul::new(scalars.to_vec(), points.to_vec(), sum, encode))
        },
    }
}

fn encoded_sums<const SLOT: usize>() -> EncodedSums {
    EncodedSums {
        backend: implementation((FILES.get(SLOT).lib25519_multiscalar_ed25519_implementation)()),
        sum: |scalars, points| FILES.get(SLOT).sum(scalars, points),
    }
}

fn signed_messages<const SLOT: usize>() -> SignedMessages {
    SignedMessages {
        backend: implementation((FILES.get(SLOT).lib25519_nG_merged25519_implementation)()),
        open: |public_key, signed, message| FILES.get(SLOT).open_to(public_key, signed, message),
    }
}

fn drawn_x25519<const SLOT: usize>() -> Drawn<keys::X25519> {
    Drawn::new(implementation((FILES.get(SLOT).lib25519_nP_montgomery25519_implementation)()), || {
        let (mut public, mut secret) = ([0; 32], [0; 32]);
        (FILES.get(SLOT).lib25519_dh_x25519_keypair)(&mut public, &mut secret);
        (secret, public)
    })
}

fn drawn_ed25519<const SLOT: usize>() -> Drawn<keys::Ed25519> {
    Drawn::new(implementation((FILES.get(SLOT).lib25519_nG_merged25519_implementation)()), || {
        let (mut public, mut secret) = ([0; 32], [0; 64]);
        (FILES.get(SLOT).lib25519_sign_ed25519_keypair)(&mut public, &mut secret);
        (core::array::from_fn(|i| secret[i]), public)
    })
}

impl Functions {
    fn hash(&self, message: &[u8]) -> [u8; 64] {
        let mut digest = [0; 64];
        // SAFETY: pointer and length are those of one slice.
        unsafe { (self.lib25519_hash_sha512)(&mut digest, message.as_ptr(), message.len() as c_longlong) };
        digest
    }

    /// Computes the public key, RFC 8032 Section 5.1.5. `lib25519_sign_keypair` generates randomness and then does the
    /// same: hash, clamp, multiply.
    fn public_half(&self, seed: &[u8; 32]) -> [u8; 32] {
        let mut scalar = [0; 32];
        scalar.copy_from_slice(&self.hash(seed)[..32]);
        scalar[0] &= 0xf8;
        scalar[31] = scalar[31] & 0x3f | 0x40;
        let mut public = [0; 32];
        (self.lib25519_nG_merged25519)(&mut public, &scalar);
        public
    }

    /// Signs a message. `signed` receives the signature followed by the message.
    fn sign(&self, signed: &mut Vec<u8>, message: &[u8], secret: &[u8; 64]) -> [u8; 64] {
        signed.resize(message.len() + 64, 0);
        let mut len = 0;
        // SAFETY: pointer and length are those of the message, and `signed` has 64 bytes more than the message.
        unsafe {
            let message = (message.as_ptr(), message.len() as c_longlong);
            (self.lib25519_sign_ed25519)(signed.as_mut_ptr(), &mut len, message.0, message.1, secret);
        }
        signed.first_chunk().copied().unwrap_or([0; 64])
    }

    fn open(&self, public_key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
        let signed = [&signature[..], message].concat();
        self.open_to(public_key, &signed, &mut vec![0; signed.len()]) == Some(message.len())
    }

    /// Verifies a signed message and writes its message to a buffer that is at least as long as both.
    fn open_to(&self, public_key: &[u8; 32], signed: &[u8], opened: &mut [u8]) -> Option<usize> {
        let mut len = 0;
        assert!(opened.len() >= signed.len(), "a buffer as long as the signed message");
        // SAFETY: `signed` is passed with its length, and `opened` is at least as long.
        let status = unsafe {
            let signed = (signed.as_ptr(), signed.len() as c_longlong);
            (self.lib25519_sign_ed25519_open)(opened.as_mut_ptr(), &mut len, signed.0, signed.1, public_key)
        };
        if status == 0 { usize::try_from(len).ok() } else { None }
    }

    /// Returns the sum; `None` if a scalar or a point is refused, which the last of 33 bytes indicates.
    fn sum(&self, scalars: &[[u8; 32]], points: &[[u8; 32]]) -> Option<[u8; 32]> {
        let count = scalars.len().min(points.len());
        let mut sum = [0; 33];
        // SAFETY: both arrays have at least `count` elements, and `sum` has 33 bytes.
        unsafe {
            let (scalars, points) = (scalars.as_flattened().as_ptr(), points.as_flattened().as_ptr());
            (self.lib25519_multiscalar_ed25519)(sum.as_mut_ptr(), scalars, points, count as c_longlong);
        }
        if sum[32] == 1 { sum.first_chunk().copied() } else { None }
    }
}
