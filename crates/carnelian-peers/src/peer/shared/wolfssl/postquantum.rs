//! ML-KEM and ML-DSA of wolfSSL.

#![allow(unsafe_code)]

use super::super::file::{File, Slots, Unusable, functions};
use super::{BACKEND, Delete, NO_DEVICE, Object};
use crate::offers::Offers;
use crate::op::mldsa::{self, MlDsa, Set};
use crate::op::mlkem::{self, MlKem};
use crate::op::postquantum::Bytes;
use crate::op::postquantum::kem::{Encapsulated, Seeded};
use std::ffi::{c_int, c_uint, c_void};
use std::ptr::{null, null_mut};

/// `struct MlKemKey`.
#[repr(C)]
struct KemKey([u8; 0]);
/// `struct wc_MlDsaKey`.
#[repr(C)]
struct DsaKey([u8; 0]);

/// Writes to an object, or reads from it, bytes with their length.
type Take<T> = unsafe extern "C" fn(*mut T, *const u8, c_uint) -> c_int;

functions! {
    /// The used functions of wolfSSL.
    struct Functions of "wolfSSL 5.9.4 or later, with ML-KEM and ML-DSA," {
        wc_MlKemKey_New: unsafe extern "C" fn(c_int, *mut c_void, c_int) -> *mut KemKey;
        wc_MlKemKey_Delete: Delete<KemKey>;
        wc_MlKemKey_MakeKeyWithRandom: unsafe extern "C" fn(*mut KemKey, *const u8, c_int) -> c_int;
        wc_MlKemKey_EncodePublicKey: unsafe extern "C" fn(*mut KemKey, *mut u8, c_uint) -> c_int;
        wc_MlKemKey_DecodePublicKey: Take<KemKey>;
        wc_MlKemKey_EncapsulateWithRandom: unsafe extern "C" fn(*mut KemKey, *mut u8, &mut [u8; 32], *const u8, c_int) -> c_int;
        wc_MlKemKey_Decapsulate: unsafe extern "C" fn(*mut KemKey, &mut [u8; 32], *const u8, c_uint) -> c_int;
        wc_MlDsaKey_New: unsafe extern "C" fn(*mut c_void, c_int) -> *mut DsaKey;
        wc_MlDsaKey_Delete: Delete<DsaKey>;
        wc_MlDsaKey_SetParams: unsafe extern "C" fn(*mut DsaKey, u8) -> c_int;
        wc_MlDsaKey_MakeKeyFromSeed: unsafe extern "C" fn(*mut DsaKey, &[u8; 32]) -> c_int;
        wc_MlDsaKey_ExportPubRaw: unsafe extern "C" fn(*mut DsaKey, *mut u8, &mut c_uint) -> c_int;
        wc_MlDsaKey_ImportPubRaw: Take<DsaKey>;
        wc_MlDsaKey_SignCtxWithSeed: unsafe extern "C" fn(*mut DsaKey, *const u8, u8, *mut u8, &mut c_uint, *const u8, c_uint, &[u8; 32]) -> c_int;
        wc_MlDsaKey_VerifyCtx: unsafe extern "C" fn(*mut DsaKey, *const u8, c_uint, *const u8, u8, *const u8, c_uint, &mut c_int) -> c_int;
    }
}

static FILES: Slots<Functions> = Slots::new();

/// Adds the file's offers to `offers`.
pub(super) fn and(file: &File, offers: Offers) -> Result<Offers, Unusable> {
    let (slot, _) = FILES.of(file, Functions::load)?;
    Ok([all::<0>, all::<1>, all::<2>, all::<3>][slot](offers))
}

fn all<const SLOT: usize>(offers: Offers) -> Offers {
    let offers = offers.and(kem::<Kem512, SLOT>()).and(kem::<Kem768, SLOT>()).and(kem::<Kem1024, SLOT>());
    offers.and(signer::<Dsa44, SLOT>()).and(signer::<Dsa65, SLOT>()).and(signer::<Dsa87, SLOT>())
}

/// A set of ML-KEM with the library's number for it.
trait KemSet {
    type Set: Seeded<Seed = mlkem::Seed, Message = [u8; 32], Secret = [u8; 32]>;
    /// `enum mlkem_type`.
    const TYPE: c_int;
}

/// A set of ML-DSA with the library's number for it.
trait DsaSet {
    type Set: Set;
    /// `WC_ML_DSA_44` and so on: the category of security.
    const LEVEL: u8;
}

macro_rules! numbers {
    ($($Numbered:ident: $Trait:ident of $Set:path, $NUMBER:ident: $Type:ty = $number:literal;)+) => {$(
        enum $Numbered {}

        impl $Trait for $Numbered {
            type Set = $Set;
            const $NUMBER: $Type = $number;
        }
    )+};
}

numbers! {
    Kem512: KemSet of mlkem::MlKem512, TYPE: c_int = 0;
    Kem768: KemSet of mlkem::MlKem768, TYPE: c_int = 1;
    Kem1024: KemSet of mlkem::MlKem1024, TYPE: c_int = 2;
    Dsa44: DsaSet of mldsa::MlDsa44, LEVEL: u8 = 2;
    Dsa65: DsaSet of mldsa::MlDsa65, LEVEL: u8 = 3;
    Dsa87: DsaSet of mldsa::MlDsa87, LEVEL: u8 = 5;
}

/// Offers ML-KEM. An error is reported as an answer of zeros or a refusal, here and below.
fn kem<K: KemSet, const SLOT: usize>() -> MlKem<K::Set> {
    MlKem {
        backend: BACKEND.to_owned(),
        key_pair: Some(|seed| {
            let wolfssl = FILES.get(SLOT);
            let key = wolfssl.decapsulation_key::<K>(seed);
            key.and_then(|key| wolfssl.encoded(&key)).unwrap_or_else(Bytes::zeros)
        }),
        encapsulate: Some(|key, message| {
            let wolfssl = FILES.get(SLOT);
            wolfssl.encapsulate::<K>(&wolfssl.encapsulation_key::<K>(key)?, message)
        }),
        decapsulation_key: |seed| {
            let (wolfssl, key) = (FILES.get(SLOT), FILES.get(SLOT).decapsulation_key::<K>(seed));
            Box::new(move |ciphertext| {
                key.as_ref().and_then(|key| wolfssl.decapsulate(key, ciphertext.as_ref())).unwrap_or_default()
            })
        },
        prepare: Some(|key| {
            let (wolfssl, key) = (FILES.get(SLOT), FILES.get(SLOT).encapsulation_key::<K>(key));
            Box::new(move |message| {
                let made = key.as_ref().and_then(|key| wolfssl.encapsulate::<K>(key, message));
                made.unwrap_or_else(|| (Bytes::zeros(), [0; 32]))
            })
        }),
        prepare_decapsulation: None,
        batches: None,
    }
}

/// Offers ML-DSA: signatures without randomness, under the empty context.
fn signer<D: DsaSet, const SLOT: usize>() -> MlDsa<D::Set> {
    MlDsa {
        backend: BACKEND.to_owned(),
        key_pair: Some(|seed| {
            let wolfssl = FILES.get(SLOT);
            let key = wolfssl.signing_key::<D>(seed);
            key.and_then(|key| wolfssl.exported(&key)).unwrap_or_else(Bytes::zeros)
        }),
        signer: |seed| {
            let (wolfssl, key) = (FILES.get(SLOT), FILES.get(SLOT).signing_key::<D>(seed));
            Box::new(move |message| {
                key.as_ref().and_then(|key| wolfssl.sign(key, message)).unwrap_or_else(Bytes::zeros)
            })
        },
        prepared_signer: None,
        expand: None,
        verify: |public_key, message, signature| {
            let wolfssl = FILES.get(SLOT);
            let key = wolfssl.verifying_key::<D>(public_key.as_ref());
            key.is_some_and(|key| wolfssl.verify(&key, message, signature.as_ref()))
        },
        verifier: Some(|public_key| {
            let (wolfssl, key) = (FILES.get(SLOT), FILES.get(SLOT).verifying_key::<D>(public_key.as_ref()));
            Box::new(move |message, signature| {
                key.as_ref().is_some_and(|key| wolfssl.verify(key, message, signature.as_ref()))
            })
        }),
        verify_batch: None,
    }
}

impl Functions {
    fn kem_key<K: KemSet>(&self) -> Option<Object<KemKey>> {
        // SAFETY: the caller owns the returned object and must delete it; no heap and no device are permitted.
        unsafe { Object::new((self.wc_MlKemKey_New)(K::TYPE, null_mut(), NO_DEVICE), self.wc_MlKemKey_Delete) }
    }

    fn decapsulation_key<K: KemSet>(&self, seed: &mlkem::Seed) -> Option<Object<KemKey>> {
        let key = self.kem_key::<K>()?;
        // SAFETY: the key is alive, and the seed is passed with its length.
        let status = unsafe { (self.wc_MlKemKey_MakeKeyWithRandom)(key.as_ptr(), seed.as_ptr(), 64) };
        (status == 0).then_some(key)
    }

    fn encapsulation_key<K: KemSet>(&self, bytes: &impl Bytes) -> Option<Object<KemKey>> {
        let key = self.kem_key::<K>()?;
        take(self.wc_MlKemKey_DecodePublicKey, &key, bytes.as_ref()).then_some(key)
    }

    fn encoded<B: Bytes>(&self, key: &Object<KemKey>) -> Option<B> {
        let mut bytes = B::zeros();
        let place = bytes.as_mut();
        // SAFETY: the key is alive, and the place is passed with its length.
        let status =
            unsafe { (self.wc_MlKemKey_EncodePublicKey)(key.as_ptr(), place.as_mut_ptr(), place.len() as c_uint) };
        (status == 0).then_some(bytes)
    }

    fn encapsulate<K: KemSet>(&self, key: &Object<KemKey>, message: &[u8; 32]) -> Option<Encapsulated<K::Set>> {
        let (mut ciphertext, mut secret) = (<K::Set as crate::op::postquantum::kem::Kem>::Ciphertext::zeros(), [0; 32]);
        // SAFETY: the key is alive and of this set, whose ciphertexts have the length of the place; the message is
        // passed with its length.
        let status = unsafe {
            let place = ciphertext.as_mut().as_mut_ptr();
            (self.wc_MlKemKey_EncapsulateWithRandom)(key.as_ptr(), place, &mut secret, message.as_ptr(), 32)
        };
        (status == 0).then_some((ciphertext, secret))
    }

    fn decapsulate(&self, key: &Object<KemKey>, ciphertext: &[u8]) -> Option<[u8; 32]> {
        let mut secret = [0; 32];
        // SAFETY: the key is alive, and the ciphertext is passed with its length.
        let status = unsafe {
            let len = ciphertext.len() as c_uint;
            (self.wc_MlKemKey_Decapsulate)(key.as_ptr(), &mut secret, ciphertext.as_ptr(), len)
        };
        (status == 0).then_some(secret)
    }

    fn dsa_key<D: DsaSet>(&self) -> Option<Object<DsaKey>> {
        // SAFETY: the caller owns the returned object and must delete it; no heap and no device are permitted; the key
        // is alive when its set is chosen.
        unsafe {
            let key = Object::new((self.wc_MlDsaKey_New)(null_mut(), NO_DEVICE), self.wc_MlDsaKey_Delete)?;
            ((self.wc_MlDsaKey_SetParams)(key.as_ptr(), D::LEVEL) == 0).then_some(key)
        }
    }

    fn signing_key<D: DsaSet>(&self, seed: &mldsa::Seed) -> Option<Object<DsaKey>> {
        let key = self.dsa_key::<D>()?;
        // SAFETY: the key is alive.
        let status = unsafe { (self.wc_MlDsaKey_MakeKeyFromSeed)(key.as_ptr(), seed) };
        (status == 0).then_some(key)
    }

    fn verifying_key<D: DsaSet>(&self, bytes: &[u8]) -> Option<Object<DsaKey>> {
        let key = self.dsa_key::<D>()?;
        take(self.wc_MlDsaKey_ImportPubRaw, &key, bytes).then_some(key)
    }

    fn exported<B: Bytes>(&self, key: &Object<DsaKey>) -> Option<B> {
        let (mut bytes, mut len) = (B::zeros(), B::LEN as c_uint);
        // SAFETY: the key is alive, and the place is passed with its length.
        let status = unsafe { (self.wc_MlDsaKey_ExportPubRaw)(key.as_ptr(), bytes.as_mut().as_mut_ptr(), &mut len) };
        (status == 0 && len as usize == B::LEN).then_some(bytes)
    }

    fn sign<B: Bytes>(&self, key: &Object<DsaKey>, message: &[u8]) -> Option<B> {
        let (mut signature, mut len) = (B::zeros(), B::LEN as c_uint);
        let message = (message.as_ptr(), c_uint::try_from(message.len()).ok()?);
        // SAFETY: the key is alive, the context is empty, and the signature's place and the message are passed with
        // their lengths.
        let status = unsafe {
            let place = signature.as_mut().as_mut_ptr();
            let sign = self.wc_MlDsaKey_SignCtxWithSeed;
            sign(key.as_ptr(), null(), 0, place, &mut len, message.0, message.1, &[0; 32])
        };
        (status == 0 && len as usize == B::LEN).then_some(signature)
    }

    fn verify(&self, key: &Object<DsaKey>, message: &[u8], signature: &[u8]) -> bool {
        let Ok(len) = c_uint::try_from(message.len()) else { return false };
        let mut valid = 0;
        // SAFETY: the key is alive, the context is empty, and signature and message are passed with their lengths.
        let status = unsafe {
            let (verify, signature) = (self.wc_MlDsaKey_VerifyCtx, (signature.as_ptr(), signature.len() as c_uint));
            verify(key.as_ptr(), signature.0, signature.1, null(), 0, message.as_ptr(), len, &mut valid)
        };
        status == 0 && valid == 1
    }
}

fn take<T>(function: Take<T>, key: &Object<T>, bytes: &[u8]) -> bool {
    // SAFETY: the key is alive, and pointer and length are those of one slice.
    unsafe { function(key.as_ptr(), bytes.as_ptr(), bytes.len() as c_uint) == 0 }
}
