//! Verification, once and with prepared keys.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{MU_LEN, Set, carnelian_mldsa_set, public_key, purpose, signature, with_key, with_set};
use crate::heap;
use crate::outputs::{reporting, whole, zeroing};
use crate::status::carnelian_status;
use carnelian::postquantum::mldsa::{MlDsa44, MlDsa65, MlDsa87, Mu, PreparedVerifyingKey};
use carnelian_ffi::Caller;

/// A public key in a form for many verifications: 20 to 64 KiB on the heap, which take about as long to compute as one
/// verification, and halve the time of each. Several threads may use it at a time.
pub enum carnelian_mldsa_prepared_key {
    /// A key of ML-DSA-44.
    MlDsa44(Box<PreparedVerifyingKey<MlDsa44>>),
    /// A key of ML-DSA-65.
    MlDsa65(Box<PreparedVerifyingKey<MlDsa65>>),
    /// A key of ML-DSA-87.
    MlDsa87(Box<PreparedVerifyingKey<MlDsa87>>),
}

/// Verifies the signature of a message under a context of 0 to 255 bytes: ML-DSA.Verify, FIPS 204 Algorithm 3. `set` is
/// one of the constants from `CARNELIAN_ML_DSA_44` to `CARNELIAN_ML_DSA_87`. Takes time that depends on all inputs, which
/// are public.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_LENGTH` for a key, a signature or
/// a context of another length; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_verify(
    set: carnelian_mldsa_set,
    public: *const u8,
    public_len: usize,
    context: *const u8,
    context_len: usize,
    message: *const u8,
    message_len: usize,
    signature_bytes: *const u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let (context, message) = (purpose(&caller, (context, context_len))?, caller.bytes(message, message_len)?);
        with_set!(set, P => {
            let key = public_key::<P>(&caller, (public, public_len))?;
            Ok(key.verify_ctx(context, message, &signature(&caller, (signature_bytes, signature_len))?)?)
        })
    })
}

/// Verifies the signature of the message that a representative of 64 bytes stands for: see `carnelian_mldsa_mu_init`.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_LENGTH` for a key or a signature
/// of another length; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_verify_mu(
    set: carnelian_mldsa_set,
    public: *const u8,
    public_len: usize,
    mu: *const u8,
    signature_bytes: *const u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let mu = caller.array::<MU_LEN>(mu)?;
        with_set!(set, P => {
            let key = public_key::<P>(&caller, (public, public_len))?;
            Ok(key.verify_mu(&Mu::from_bytes(mu), &signature(&caller, (signature_bytes, signature_len))?)?)
        })
    })
}

/// Prepares a public key for many verifications, and writes its address to `*key`; release it with
/// `carnelian_mldsa_prepared_key_free`. `set` is one of the constants from `CARNELIAN_ML_DSA_44` to
/// `CARNELIAN_ML_DSA_87`.
///
/// Errors: `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`; `*key` is NULL then.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_prepared_key_new(
    set: carnelian_mldsa_set,
    public: *const u8,
    public_len: usize,
    key: *mut *mut carnelian_mldsa_prepared_key,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(key)], || {
        heap::give(
            &caller,
            key,
            || with_set!(set, P => Ok(P::prepared_handle(public_key::<P>(&caller, (public, public_len))?.prepare()))),
        )
    })
}

/// Releases a prepared key. NULL is permitted.
///
/// # Safety
/// The pointer must be what the header says, and must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_prepared_key_free(key: *mut carnelian_mldsa_prepared_key) {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    heap::take_back(&caller, key);
}

/// Verifies the signature of a message under a context of 0 to 255 bytes with a prepared key: `carnelian_mldsa_verify`.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_LENGTH` for a signature or a
/// context of another length.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_prepared_key_verify(
    key: *const carnelian_mldsa_prepared_key,
    context: *const u8,
    context_len: usize,
    message: *const u8,
    message_len: usize,
    signature_bytes: *const u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let (context, message) = (purpose(&caller, (context, context_len))?, caller.bytes(message, message_len)?);
        with_key!(carnelian_mldsa_prepared_key, caller.get(key)?, key => {
            Ok(key.verify_ctx(context, message, &signature(&caller, (signature_bytes, signature_len))?)?)
        })
    })
}

/// Verifies the signature of the message that a representative of 64 bytes stands for with a prepared key:
/// `carnelian_mldsa_verify_mu`.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_LENGTH` for a signature of
/// another length.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_prepared_key_verify_mu(
    key: *const carnelian_mldsa_prepared_key,
    mu: *const u8,
    signature_bytes: *const u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let mu = caller.array::<MU_LEN>(mu)?;
        with_key!(carnelian_mldsa_prepared_key, caller.get(key)?, key => {
            Ok(key.verify_mu(&Mu::from_bytes(mu), &signature(&caller, (signature_bytes, signature_len))?)?)
        })
    })
}
