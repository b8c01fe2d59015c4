//! liboqs, with mlkem-native, its ML-DSA and its SLH-DSA. It selects its implementations when it is initialized and does not report the
//! choice.
//!
//! Its random bytes come from a function that can be replaced; the one here returns bytes that are given to it, or those of
//! the operating system. So keys are made from seeds, ciphertexts from messages, and signatures without randomness.

#![allow(unsafe_code)]

mod slhdsa;

use super::file::{File, Slots, Text, functions};
use super::kind::{Found, Kind, Names};
use crate::offers::Offers;
use crate::op::mldsa::{self, MlDsa};
use crate::op::mlkem::{self, MlKem};
use crate::op::postquantum::drawn::{Drawn, DrawnSigner};
use crate::peer::reach::{Isa, Reach};
use std::cell::Cell;
use std::ffi::c_int;

pub(super) const KIND: Kind = Kind {
    name: "liboqs",
    reach: Reach::UpTo(Isa::Avx512, "takes all that it finds of the CPU"),
    names: Names {
        elf: &["liboqs.so.9", "liboqs.so.8", "liboqs.so.7", "liboqs.so"],
        macos: &["liboqs.9.dylib", "liboqs.8.dylib", "liboqs.7.dylib", "liboqs.dylib"],
        windows: &["oqs.dll", "liboqs.dll"],
    },
    open,
};

/// Generates a key pair: the public key, then the private key.
type KeyPair<const PK: usize, const SK: usize> = extern "C" fn(&mut [u8; PK], &mut [u8; SK]) -> c_int;
/// Encapsulates: the ciphertext, the secret, and the key.
type Encaps<const PK: usize, const C: usize> = extern "C" fn(&mut [u8; C], &mut [u8; 32], &[u8; PK]) -> c_int;
/// Decapsulates: the secret, the ciphertext, and the key.
type Decaps<const SK: usize, const C: usize> = extern "C" fn(&mut [u8; 32], &[u8; C], &[u8; SK]) -> c_int;
/// Signs: the signature, its length, the message with its length, and the key.
type Sign<const SK: usize, const SIG: usize> =
    unsafe extern "C" fn(&mut [u8; SIG], &mut usize, *const u8, usize, &[u8; SK]) -> c_int;
/// Verifies: the message with its length, the signature with its length, and the key.
type Verify<const PK: usize, const SIG: usize> =
    unsafe extern "C" fn(*const u8, usize, &[u8; SIG], usize, &[u8; PK]) -> c_int;

functions! {
    /// The used functions of liboqs.
    struct Functions of "liboqs 0.12 or later, with ML-KEM and ML-DSA," {
        OQS_init: extern "C" fn();
        OQS_version: extern "C" fn() -> Text;
        OQS_randombytes_custom_algorithm: extern "C" fn(unsafe extern "C" fn(*mut u8, usize));
        OQS_KEM_ml_kem_512_keypair: KeyPair<800, 1632>;
        OQS_KEM_ml_kem_512_encaps: Encaps<800, 768>;
        OQS_KEM_ml_kem_512_decaps: Decaps<1632, 768>;
        OQS_KEM_ml_kem_768_keypair: KeyPair<1184, 2400>;
        OQS_KEM_ml_kem_768_encaps: Encaps<1184, 1088>;
        OQS_KEM_ml_kem_768_decaps: Decaps<2400, 1088>;
        OQS_KEM_ml_kem_1024_keypair: KeyPair<1568, 3168>;
        OQS_KEM_ml_kem_1024_encaps: Encaps<1568, 1568>;
        OQS_KEM_ml_kem_1024_decaps: Decaps<3168, 1568>;
        OQS_SIG_ml_dsa_44_keypair: KeyPair<1312, 2560>;
        OQS_SIG_ml_dsa_44_sign: Sign<2560, 2420>;
        OQS_SIG_ml_dsa_44_verify: Verify<1312, 2420>;
        OQS_SIG_ml_dsa_65_keypair: KeyPair<1952, 4032>;
        OQS_SIG_ml_dsa_65_sign: Sign<4032, 3309>;
        OQS_SIG_ml_dsa_65_verify: Verify<1952, 3309>;
        OQS_SIG_ml_dsa_87_keypair: KeyPair<2592, 4896>;
        OQS_SIG_ml_dsa_87_sign: Sign<4896, 4627>;
        OQS_SIG_ml_dsa_87_verify: Verify<2592, 4627>;
    }
}

static FILES: Slots<Functions> = Slots::new();

fn open(file: &File) -> Found {
    let (slot, oqs) = FILES.of(file, |file| {
        let oqs = Functions::load(file)?;
        // This selects the implementations.
        (oqs.OQS_init)();
        (oqs.OQS_randombytes_custom_algorithm)(fill);
        Ok(oqs)
    })?;
    let version = (oqs.OQS_version)().version().unwrap_or_else(|| file.version_in_name());
    let offers = [offers::<0>, offers::<1>, offers::<2>, offers::<3>][slot]();
    Ok((version, slhdsa::and(file, offers)))
}

fn offers<const SLOT: usize>() -> Offers {
    signatures::<SLOT>(kem::<SLOT>(Offers::none()))
}

const BACKEND: &str = "chosen by the library";

thread_local! {
    /// The bytes that the library gets as random ones, and how many of them it has had; without them it gets the
    /// system's.
    static GIVEN: Cell<Option<([u8; 96], usize)>> = const { Cell::new(None) };
}

/// Writes random bytes for the library.
///
/// # Safety
/// `out` must be valid for writing `len` bytes.
unsafe extern "C" fn fill(out: *mut u8, len: usize) {
    if len == 0 {
        return;
    }
    // SAFETY: the library calls this function with a buffer and its length; the bytes are initialized before they are
    // seen as a slice.
    let out = unsafe {
        out.write_bytes(0, len);
        std::slice::from_raw_parts_mut(out, len)
    };
    match GIVEN.get() {
        Some((bytes, had)) if had + len <= bytes.len() => {
            out.copy_from_slice(&bytes[had..had + len]);
            GIVEN.set(Some((bytes, had + len)));
        }
        // A panic must not pass through C; bytes that stay zero make answers differ.
        Some(_) => {}
        None => getrandom::fill(out).unwrap_or_default(),
    }
}

/// Calls the library with these bytes, followed by zeros, as its random ones.
fn with_given<R>(bytes: &[u8], call: impl FnOnce() -> R) -> R {
    let mut given = [0; 96];
    given[..bytes.len()].copy_from_slice(bytes);
    GIVEN.set(Some((given, 0)));
    let result = call();
    GIVEN.set(None);
    result
}

/// Generates a key pair with the library's random bytes: the private key and the public key. Failure returns zeros.
fn pair<const PK: usize, const SK: usize>(generate: KeyPair<PK, SK>) -> ([u8; SK], [u8; PK]) {
    let (mut public, mut key) = ([0; PK], [0; SK]);
    if generate(&mut public, &mut key) == 0 { (key, public) } else { ([0; SK], [0; PK]) }
}

fn encapsulated<const PK: usize, const C: usize>(
    encapsulate: Encaps<PK, C>,
    key: &[u8; PK],
) -> Option<([u8; C], [u8; 32])> {
    let (mut ciphertext, mut secret) = ([0; C], [0; 32]);
    (encapsulate(&mut ciphertext, &mut secret, key) == 0).then_some((ciphertext, secret))
}

fn decapsulated<const SK: usize, const C: usize>(
    decapsulate: Decaps<SK, C>,
    key: &[u8; SK],
    ciphertext: &[u8; C],
) -> [u8; 32] {
    let mut secret = [0; 32];
    if decapsulate(&mut secret, ciphertext, key) == 0 { secret } else { [0; 32] }
}

fn signed<const SK: usize, const SIG: usize>(sign: Sign<SK, SIG>, key: &[u8; SK], message: &[u8]) -> [u8; SIG] {
    let (mut signature, mut len) = ([0; SIG], SIG);
    // SAFETY: the message is passed with its length, and the signature has the length of all signatures of its set.
    let status = unsafe { sign(&mut signature, &mut len, message.as_ptr(), message.len(), key) };
    if status == 0 && len == SIG { signature } else { [0; SIG] }
}

fn is_valid<const PK: usize, const SIG: usize>(
    verify: Verify<PK, SIG>,
    key: &[u8; PK],
    message: &[u8],
    signature: &[u8; SIG],
) -> bool {
    // SAFETY: message and signature are passed with their lengths.
    unsafe { verify(message.as_ptr(), message.len(), signature, SIG, key) == 0 }
}

/// Writes the function that adds the offers of ML-KEM.
macro_rules! kems {
    ($($Set:ident, $keypair:ident, $encaps:ident, $decaps:ident;)+) => {
        /// Adds the offers of ML-KEM.
        fn kem<const SLOT: usize>(offers: Offers) -> Offers {
            $(let offers = offers.and(MlKem::<mlkem::$Set> {
                backend: BACKEND.to_owned(),
                key_pair: Some(|seed| with_given(seed, || pair(FILES.get(SLOT).$keypair).1)),
                encapsulate: Some(|key, message| {
                    with_given(message, || encapsulated(FILES.get(SLOT).$encaps, key))
                }),
                decapsulation_key: |seed| {
                    let (decaps, key) = (FILES.get(SLOT).$decaps, Box::new(with_given(seed, || pair(FILES.get(SLOT).$keypair).0)));
                    Box::new(move |ciphertext| decapsulated(decaps, &key, ciphertext))
                },
                prepare: None,
                prepare_decapsulation: None,
                batches: None,
            });
            let offers = offers.and(Drawn::<mlkem::$Set>::new(
                BACKEND,
                || pair(FILES.get(SLOT).$keypair),
                |key| encapsulated(FILES.get(SLOT).$encaps, key),
                |key, ciphertext| decapsulated(FILES.get(SLOT).$decaps, key, ciphertext),
            ));)+
            offers
        }
    };
}

kems! {
    MlKem512, OQS_KEM_ml_kem_512_keypair, OQS_KEM_ml_kem_512_encaps, OQS_KEM_ml_kem_512_decaps;
    MlKem768, OQS_KEM_ml_kem_768_keypair, OQS_KEM_ml_kem_768_encaps, OQS_KEM_ml_kem_768_decaps;
    MlKem1024, OQS_KEM_ml_kem_1024_keypair, OQS_KEM_ml_kem_1024_encaps, OQS_KEM_ml_kem_1024_decaps;
}

/// Writes the function that adds the offers of ML-DSA.
macro_rules! signers {
    ($($Set:ident, $keypair:ident, $sign:ident, $verify:ident;)+) => {
        /// Adds the offers of ML-DSA.
        fn signatures<const SLOT: usize>(offers: Offers) -> Offers {
            $(let offers = offers.and(MlDsa::<mldsa::$Set> {
                backend: BACKEND.to_owned(),
                key_pair: Some(|seed| with_given(seed, || pair(FILES.get(SLOT).$keypair).1)),
                signer: |seed| {
                    let (sign, key) = (FILES.get(SLOT).$sign, Box::new(with_given(seed, || pair(FILES.get(SLOT).$keypair).0)));
                    Box::new(move |message| with_given(&[], || signed(sign, &key, message)))
                },
                prepared_signer: None,
                expand: None,
                verify: |key, message, signature| is_valid(FILES.get(SLOT).$verify, key, message, signature),
                verifier: None,
                verify_batch: None,
            });
            let offers = offers.and(DrawnSigner::<mldsa::$Set>::new(
                BACKEND,
                || pair(FILES.get(SLOT).$keypair),
                |key, message| signed(FILES.get(SLOT).$sign, key, message),
            ));)+
            offers
        }
    };
}

signers! {
    MlDsa44, OQS_SIG_ml_dsa_44_keypair, OQS_SIG_ml_dsa_44_sign, OQS_SIG_ml_dsa_44_verify;
    MlDsa65, OQS_SIG_ml_dsa_65_keypair, OQS_SIG_ml_dsa_65_sign, OQS_SIG_ml_dsa_65_verify;
    MlDsa87, OQS_SIG_ml_dsa_87_keypair, OQS_SIG_ml_dsa_87_sign, OQS_SIG_ml_dsa_87_verify;
}
