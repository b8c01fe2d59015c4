//! HashSLH-DSA, FIPS 205 Section 10.2.2: signatures of the digest of a message.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{
    carnelian_slhdsa_set, carnelian_slhdsa_signing_key, public_key, purpose, signature_len_of, with_key, with_set,
    write,
};
use crate::hash::{Strength, carnelian_prehash, prehash};
use crate::outputs::{needs, reporting, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::postquantum::slhdsa::PrehashSignature;
use carnelian_ffi::Caller;

/// Signs a message, given its digest, under a context of 0 to 255 bytes: hash_slh_sign, FIPS 205 Algorithm 23. `hash`
/// is the function of the digest, one of the constants from `CARNELIAN_PREHASH_SHA256` to `CARNELIAN_PREHASH_SHAKE256`;
/// `random` is the random source, NULL that of the operating system. Constant time.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if the digest does not have the function's length or is too short for the parameter
/// set, for a longer context or another `signature_len`; `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_RANDOM` if the
/// source fails; `CARNELIAN_ERROR_FAULT` if the signature is not valid.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_sign_digest(
    key: *const carnelian_slhdsa_signing_key,
    random: *const carnelian_random_source,
    context: *const u8,
    context_len: usize,
    hash: carnelian_prehash,
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
        with_key!(caller.get(key)?, key => {
            needs(signature_len == signature_len_of(key.verifying_key()))?;
            let signed = key.sign_prehash(context, &prehash, random)?;
            write(&caller, (signature, signature_len), signed.as_ref())
        })
    })
}

/// Signs a message, given its digest, like `carnelian_slhdsa_sign_digest`, without randomness. Constant time.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if the digest does not have the function's length or is too short for the parameter
/// set, for a longer context or another `signature_len`; `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_FAULT` as there.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_sign_digest_deterministic(
    key: *const carnelian_slhdsa_signing_key,
    context: *const u8,
    context_len: usize,
    hash: carnelian_prehash,
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
        with_key!(caller.get(key)?, key => {
            needs(signature_len == signature_len_of(key.verifying_key()))?;
            let signed = key.sign_prehash_deterministic(context, &prehash)?;
            write(&caller, (signature, signature_len), signed.as_ref())
        })
    })
}

/// Verifies the signature of a message, given its digest, under a context of 0 to 255 bytes: hash_slh_verify, FIPS 205
/// Algorithm 25. `hash` is the function of the digest, one of the constants from `CARNELIAN_PREHASH_SHA256` to
/// `CARNELIAN_PREHASH_SHAKE256`.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_LENGTH` for a key, a signature,
/// a digest or a context of another length, or a digest that is too short; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_verify_digest(
    set: carnelian_slhdsa_set,
    public: *const u8,
    public_len: usize,
    context: *const u8,
    context_len: usize,
    hash: carnelian_prehash,
    digest: *const u8,
    digest_len: usize,
    signature: *const u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    let regions = [(public, public_len), (context, context_len), (digest, digest_len), (signature, signature_len)];
    reporting(|| verify(&caller, set, regions, hash, Strength::Required))
}

/// Verifies like `carnelian_slhdsa_verify_digest`, whatever the length of the digest: for signatures by others, such as
/// NIST's test vectors, which count those of short digests as valid. A short digest is the weakest part of such a
/// signature: two messages with the same digest have the same signatures.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_LENGTH` for a key, a signature, a
/// digest or a context of another length; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_verify_digest_of_any_strength(
    set: carnelian_slhdsa_set,
    public: *const u8,
    public_len: usize,
    context: *const u8,
    context_len: usize,
    hash: carnelian_prehash,
    digest: *const u8,
    digest_len: usize,
    signature: *const u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    let regions = [(public, public_len), (context, context_len), (digest, digest_len), (signature, signature_len)];
    reporting(|| verify(&caller, set, regions, hash, Strength::Any))
}

/// Verifies a signature: the regions are the public key, the context, the digest and the signature.
fn verify(
    caller: &Caller,
    set: carnelian_slhdsa_set,
    [public, context, digest, signature]: [(*const u8, usize); 4],
    hash: carnelian_prehash,
    strength: Strength,
) -> Result<(), carnelian_status> {
    let (context, prehash) = (purpose(caller, context)?, prehash(caller, hash, digest)?);
    with_set!(set, P => {
        let key = public_key::<P>(caller, public)?;
        let signature = PrehashSignature::from_slice(caller.bytes(signature.0, signature.1)?)?;
        let verdict = match strength {
            Strength::Required => key.verify_prehash(context, &prehash, &signature),
            Strength::Any => key.verify_prehash_of_any_strength(context, &prehash, &signature),
        };
        Ok(verdict?)
    })
}
