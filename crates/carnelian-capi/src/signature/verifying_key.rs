//! Verifying keys for many signatures.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::once::verifying_key;
use super::{
    carnelian_signature_algorithm, carnelian_signature_rule, carnelian_verify_options, rule, scheme, verify_options,
};
use crate::heap;
use crate::outputs::{needs, reporting, whole, zeroing};
use crate::status::carnelian_status;
use carnelian::algorithm::{DynVerifyingKey, SignatureAlgorithm};
use core::any::Any;

/// A public key of any scheme in the form for many verifications, on the heap: with tables of 15 or 60 KiB for EdDSA, and
/// 20 to 64 KiB with the matrix of ML-DSA, which take about as long to compute as some verifications. Several threads may
/// use it at a time.
pub struct carnelian_verifying_key {
    scheme: &'static SignatureAlgorithm,
    key: Box<dyn DynVerifyingKey>,
}

impl carnelian_verifying_key {
    /// Returns the key.
    pub(super) fn key(&self) -> &dyn DynVerifyingKey {
        &*self.key
    }

    /// Returns the key as a type, if it is one.
    pub(crate) fn typed<K: Any>(&self) -> Option<&K> {
        self.key.downcast_ref()
    }

    /// Returns the number of the scheme.
    pub(crate) fn number(&self) -> carnelian_signature_algorithm {
        self.scheme.identity().number
    }
}

/// Sets up a public key for many verifications, and writes its address to `*key`; release it with
/// `carnelian_verifying_key_free`. The key is loaded by a rule, one of the constants `CARNELIAN_RULE_...`, and can be used
/// under others, which may reject it.
///
/// Errors: `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT` if it is no key under the rule; `CARNELIAN_ERROR_LENGTH`,
/// `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`. `*key` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_verifying_key_new(
    algorithm: carnelian_signature_algorithm,
    rule_number: carnelian_signature_rule,
    public_key: *const u8,
    public_key_len: usize,
    key: *mut *mut carnelian_verifying_key,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            let scheme = scheme(algorithm)?;
            let bytes = caller.bytes(public_key, public_key_len)?;
            let key = verifying_key(scheme, rule(scheme, rule_number)?, bytes)?.prepare();
            Ok(carnelian_verifying_key { scheme, key })
        })
    })
}

/// Releases a verifying key. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_verifying_key_free(key: *mut carnelian_verifying_key) {
    let caller = caller!();
    heap::take_back(&caller, key);
}

/// Verifies the signature of a message: `carnelian_signature_verify`.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_LENGTH` for a signature or a context
/// of another length, or a prehash that is too short; `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_verifying_key_verify(
    key: *const carnelian_verifying_key,
    options: *const carnelian_verify_options,
    message: *const u8,
    message_len: usize,
    signature: *const u8,
    signature_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let carnelian_verifying_key { scheme, key } = caller.get(key)?;
        needs(signature_len == scheme.signature_len())?;
        let options = verify_options(&caller, scheme, options)?;
        let (message, signature) = (caller.bytes(message, message_len)?, caller.bytes(signature, signature_len)?);
        Ok(key.verify(message, signature, &options)?)
    })
}

/// Verifies the signature of a message, given its digest: `carnelian_signature_verify_digest`.
///
/// Errors: those of `carnelian_verifying_key_verify`; `CARNELIAN_ERROR_LENGTH` if the digest has another length;
/// `CARNELIAN_ERROR_ALGORITHM` without a prehash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_verifying_key_verify_digest(
    key: *const carnelian_verifying_key,
    options: *const carnelian_verify_options,
    digest: *const u8,
    digest_len: usize,
    signature: *const u8,
    signature_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let carnelian_verifying_key { scheme, key } = caller.get(key)?;
        needs(signature_len == scheme.signature_len())?;
        let options = verify_options(&caller, scheme, options)?;
        let (digest, signature) = (caller.bytes(digest, digest_len)?, caller.bytes(signature, signature_len)?);
        Ok(key.verify_digest(digest, signature, &options)?)
    })
}
