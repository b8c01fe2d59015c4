//! Messages in parts, which are read once and need not fit into memory.
#![allow(unsafe_code)] // The entry points take the promise of callers in C; a signer refers to the key that it owns.

use super::once::verifying_key;
use super::signing_key::{Key, carnelian_signing_key};
use super::{
    carnelian_sign_options, carnelian_signature_algorithm, carnelian_verify_options, scheme, sign_options,
    verify_options,
};
use crate::heap;
use crate::outputs::{needs, reporting, whole, write, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::algorithm::{DynSigner, DynVerifier};
use core::mem;
use std::sync::Arc;

/// A message that is signed in parts, on the heap.
pub struct carnelian_signer {
    /// The signer, until the message has ended. It refers to `key`, and is dropped before it.
    signer: Option<Box<dyn DynSigner>>,
    key: Arc<Key>,
}

/// A signature that is verified while its message comes in parts, on the heap. It holds nothing secret.
pub struct carnelian_verifier(Option<Box<dyn DynVerifier>>);

/// Starts a message that is signed in parts, and writes the address of the signer to `*signer`; release it with
/// `carnelian_signer_free`. The random source of the options is not used: the last call has one.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM` if the scheme signs in parts only with a prehash, as EdDSA and SLH-DSA do, or does
/// not have an option; `CARNELIAN_ERROR_LENGTH` for a context that it does not permit, or a prehash that is too short;
/// `CARNELIAN_ERROR_MEMORY`. `*signer` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signer_new(
    key: *const carnelian_signing_key,
    options: *const carnelian_sign_options,
    signer: *mut *mut carnelian_signer,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(signer)], || {
        heap::give_to_one(&caller, signer, || {
            let key = Arc::clone(&caller.get(key)?.0);
            let (options, _) = sign_options(&caller, options)?;
            let signer = key.key.signer(&options)?;
            // SAFETY: only the lifetime changes. The signer refers to the key on the heap, which `key` keeps at its place
            // until the signer is dropped.
            let signer = unsafe { mem::transmute::<Box<dyn DynSigner + '_>, Box<dyn DynSigner + 'static>>(signer) };
            Ok(carnelian_signer { signer: Some(signer), key })
        })
    })
}

/// Absorbs the next part of the message, of any length.
///
/// Errors: `CARNELIAN_ERROR_STATE` if the message has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signer_update(
    signer: *mut carnelian_signer,
    data: *const u8,
    data_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let data = caller.bytes(data, data_len)?;
        caller.get_mut(signer)?.signer.as_mut().ok_or(carnelian_status::CARNELIAN_ERROR_STATE)?.update(data);
        Ok(())
    })
}

/// Signs the message that was absorbed, and ends it. `random` is the random source, NULL that of the operating system.
///
/// Errors: those of `carnelian_signing_key_sign`; `CARNELIAN_ERROR_STATE` if the message has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signer_final(
    signer: *mut carnelian_signer,
    random: *const carnelian_random_source,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(signature, signature_len)], || {
        let carnelian_signer { signer, key } = caller.get_mut(signer)?;
        let signer = signer.take().ok_or(carnelian_status::CARNELIAN_ERROR_STATE)?;
        needs(signature_len == key.scheme.signature_len())?;
        let signed = signer.sign(&mut Source::of(&caller, random)?)?;
        write(&caller, (signature, signature_len), &signed)
    })
}

/// Releases a signer, whether or not its message has ended. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signer_free(signer: *mut carnelian_signer) {
    let caller = caller!();
    heap::take_back(&caller, signer);
}

/// Starts the verification of a signature whose message comes in parts, and writes the address of the verifier to
/// `*verifier`; release it with `carnelian_verifier_free`. Key and signature are copied.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if no message has this signature; `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT`
/// if the public key is none under the rule; `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_ALGORITHM`,
/// `CARNELIAN_ERROR_MEMORY`. `*verifier` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_verifier_new(
    algorithm: carnelian_signature_algorithm,
    public_key: *const u8,
    public_key_len: usize,
    options: *const carnelian_verify_options,
    signature: *const u8,
    signature_len: usize,
    verifier: *mut *mut carnelian_verifier,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(verifier)], || {
        heap::give_to_one(&caller, verifier, || {
            let scheme = scheme(algorithm)?;
            needs(signature_len == scheme.signature_len())?;
            let options = verify_options(&caller, scheme, options)?;
            let key = verifying_key(scheme, options.rule, caller.bytes(public_key, public_key_len)?)?;
            Ok(carnelian_verifier(Some(key.verifier(caller.bytes(signature, signature_len)?, &options)?)))
        })
    })
}

/// Absorbs the next part of the message, of any length.
///
/// Errors: `CARNELIAN_ERROR_STATE` if the message has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_verifier_update(
    verifier: *mut carnelian_verifier,
    data: *const u8,
    data_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let data = caller.bytes(data, data_len)?;
        caller.get_mut(verifier)?.0.as_mut().ok_or(carnelian_status::CARNELIAN_ERROR_STATE)?.update(data);
        Ok(())
    })
}

/// Verifies the signature of the message that was absorbed, and ends it. Do not trust any of the message until this
/// returns `CARNELIAN_OK`.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_LENGTH` if the prehash is too short;
/// `CARNELIAN_ERROR_STATE` if the message has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_verifier_final(verifier: *mut carnelian_verifier) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let verifier = caller.get_mut(verifier)?.0.take().ok_or(carnelian_status::CARNELIAN_ERROR_STATE)?;
        Ok(verifier.verify()?)
    })
}

/// Releases a verifier, whether or not its message has ended. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_verifier_free(verifier: *mut carnelian_verifier) {
    let caller = caller!();
    heap::take_back(&caller, verifier);
}
