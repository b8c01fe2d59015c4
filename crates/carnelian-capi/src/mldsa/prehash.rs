//! HashML-DSA, FIPS 204 Section 5.4: signatures of the digest of a message.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{carnelian_mldsa_set, carnelian_mldsa_signing_key, public_key, purpose, with_key, with_set, write};
use crate::outputs::{needs, reporting, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::hash::{Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384, Sha512, Sha512_256};
use carnelian::postquantum::mldsa::{Prehash, PrehashFunction, PrehashSignature};
use carnelian_ffi::Caller;

/// A hash function of HashML-DSA: the last number of its object identifier 2.16.840.1.101.3.4.2.n. A digest has to have
/// 32 bytes or more for ML-DSA-44, 48 for ML-DSA-65, 64 for ML-DSA-87.
pub type carnelian_mldsa_prehash = u32;
/// SHA-256.
pub const CARNELIAN_ML_DSA_SHA256: carnelian_mldsa_prehash = 1;
/// SHA-384.
pub const CARNELIAN_ML_DSA_SHA384: carnelian_mldsa_prehash = 2;
/// SHA-512.
pub const CARNELIAN_ML_DSA_SHA512: carnelian_mldsa_prehash = 3;
/// SHA-224, which is too short for every parameter set.
pub const CARNELIAN_ML_DSA_SHA224: carnelian_mldsa_prehash = 4;
/// SHA-512/256.
pub const CARNELIAN_ML_DSA_SHA512_256: carnelian_mldsa_prehash = 6;
/// SHA3-224, which is too short for every parameter set.
pub const CARNELIAN_ML_DSA_SHA3_224: carnelian_mldsa_prehash = 7;
/// SHA3-256.
pub const CARNELIAN_ML_DSA_SHA3_256: carnelian_mldsa_prehash = 8;
/// SHA3-384.
pub const CARNELIAN_ML_DSA_SHA3_384: carnelian_mldsa_prehash = 9;
/// SHA3-512.
pub const CARNELIAN_ML_DSA_SHA3_512: carnelian_mldsa_prehash = 10;

/// Evaluates an expression with the type `$H` as the hash function with a number from C.
macro_rules! with_hash {
    ($number:expr, $H:ident => $body:expr) => {
        with_hash!($number, $H => $body;
            CARNELIAN_ML_DSA_SHA256: Sha256, CARNELIAN_ML_DSA_SHA384: Sha384, CARNELIAN_ML_DSA_SHA512: Sha512,
            CARNELIAN_ML_DSA_SHA224: Sha224, CARNELIAN_ML_DSA_SHA512_256: Sha512_256,
            CARNELIAN_ML_DSA_SHA3_224: Sha3_224, CARNELIAN_ML_DSA_SHA3_256: Sha3_256,
            CARNELIAN_ML_DSA_SHA3_384: Sha3_384, CARNELIAN_ML_DSA_SHA3_512: Sha3_512)
    };
    ($number:expr, $H:ident => $body:expr; $($constant:ident: $Hash:ty),+) => {
        match $number {
            $($constant => {
                type $H = $Hash;
                $body
            })+
            _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    };
}

/// Returns the prehash with a digest.
fn prehash(
    caller: &Caller,
    hash: carnelian_mldsa_prehash,
    (digest, digest_len): (*const u8, usize),
) -> Result<Prehash, carnelian_status> {
    with_hash!(hash, H => from_digest::<H>(caller, digest, digest_len))
}

fn from_digest<H: PrehashFunction>(
    caller: &Caller,
    digest: *const u8,
    digest_len: usize,
) -> Result<Prehash, carnelian_status> {
    const { assert!(size_of::<H::Digest>() == H::DIGEST_LEN && align_of::<H::Digest>() == 1) };
    needs(digest_len == H::DIGEST_LEN)?;
    // A digest is an array of bytes, so any bytes are one.
    Ok(Prehash::from_digest::<H>(caller.get(digest.cast())?))
}

/// Signs a message, given its digest, under a context of 0 to 255 bytes: HashML-DSA.Sign, FIPS 204 Algorithm 4. `hash` is
/// the function of the digest, one of the constants from `CARNELIAN_ML_DSA_SHA256` to `CARNELIAN_ML_DSA_SHA3_512`;
/// `random` is the random source, NULL that of the operating system.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if the digest does not have the function's length or is too short for the parameter
/// set, for a longer context or another `signature_len`; `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_RANDOM` if the
/// source fails; `CARNELIAN_ERROR_KEY` if the key or the machine is faulty.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_sign_digest(
    key: *const carnelian_mldsa_signing_key,
    random: *const carnelian_random_source,
    context: *const u8,
    context_len: usize,
    hash: carnelian_mldsa_prehash,
    digest: *const u8,
    digest_len: usize,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, signature_len)], || {
        let (context, prehash) =
            (purpose(&caller, (context, context_len))?, prehash(&caller, hash, (digest, digest_len))?);
        let random = &mut Source::of(&caller, random)?;
        with_key!(carnelian_mldsa_signing_key, caller.get(key)?, key => {
            let signed = key.signing_key().sign_prehash(random, context, &prehash)?;
            write(&caller, (signature, signature_len), signed.as_bytes())
        })
    })
}

/// Signs a message, given its digest, like `carnelian_mldsa_sign_digest`, without randomness.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if the digest does not have the function's length or is too short for the parameter
/// set, for a longer context or another `signature_len`; `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_KEY` if the key or
/// the machine is faulty.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_sign_digest_deterministic(
    key: *const carnelian_mldsa_signing_key,
    context: *const u8,
    context_len: usize,
    hash: carnelian_mldsa_prehash,
    digest: *const u8,
    digest_len: usize,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, signature_len)], || {
        let (context, prehash) =
            (purpose(&caller, (context, context_len))?, prehash(&caller, hash, (digest, digest_len))?);
        with_key!(carnelian_mldsa_signing_key, caller.get(key)?, key => {
            let signed = key.signing_key().sign_prehash_deterministic(context, &prehash)?;
            write(&caller, (signature, signature_len), signed.as_bytes())
        })
    })
}

/// Verifies the signature of a message, given its digest, under a context of 0 to 255 bytes: HashML-DSA.Verify, FIPS 204
/// Algorithm 5. `hash` is the function of the digest, one of the constants from `CARNELIAN_ML_DSA_SHA256` to
/// `CARNELIAN_ML_DSA_SHA3_512`.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_LENGTH` for a key, a signature, a
/// digest or a context of another length, or a digest that is too short; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_verify_digest(
    set: carnelian_mldsa_set,
    public: *const u8,
    public_len: usize,
    context: *const u8,
    context_len: usize,
    hash: carnelian_mldsa_prehash,
    digest: *const u8,
    digest_len: usize,
    signature: *const u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let (context, prehash) =
            (purpose(&caller, (context, context_len))?, prehash(&caller, hash, (digest, digest_len))?);
        with_set!(set, P => {
            let key = public_key::<P>(&caller, (public, public_len))?;
            let signature = PrehashSignature::try_from(caller.bytes(signature, signature_len)?)?;
            Ok(key.verify_prehash(context, &prehash, &signature)?)
        })
    })
}
