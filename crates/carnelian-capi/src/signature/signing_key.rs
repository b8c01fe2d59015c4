//! Signing keys for many signatures.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::once::signing_key;
use super::{carnelian_sign_options, carnelian_signature_algorithm, scheme, sign_options};
use crate::heap;
use crate::outputs::{needs, reporting, whole, write, zeroing};
use crate::status::carnelian_status;
use carnelian::algorithm::{DynSigningKey, SignatureAlgorithm};
use core::any::Any;
use std::sync::Arc;

/// A signing key of any scheme in the form for many signatures, on the heap and wiped when it is freed: with the matrix of
/// ML-DSA, 20 to 60 KiB, and the highest tree of SLH-DSA, 240 bytes to 24 KiB. Several threads may use it at a time.
pub struct carnelian_signing_key(pub(super) Arc<Key>);

/// A key with its scheme.
pub(super) struct Key {
    pub(super) scheme: &'static SignatureAlgorithm,
    pub(super) key: Box<dyn DynSigningKey>,
}

impl carnelian_signing_key {
    /// Returns the key as a type, if it is one.
    pub(crate) fn typed<K: Any>(&self) -> Option<&K> {
        self.0.key.downcast_ref()
    }

    /// Returns the number of the scheme.
    pub(crate) fn number(&self) -> carnelian_signature_algorithm {
        self.0.scheme.identity().number
    }
}

/// Sets up a private key in any of its forms, or a seed, for many signatures, and writes its address to `*key`; release it
/// with `carnelian_signing_key_free`. The forms of EdDSA are the seed, and the seed followed by the public key; those of
/// ML-DSA the seed and the expanded key; an SLH-DSA key is checked, which takes as long as generating one. Constant time.
///
/// Errors: `CARNELIAN_ERROR_KEY` if the parts of the key contradict each other: signing with it could reveal it.
/// `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`. `*key` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signing_key_new(
    algorithm: carnelian_signature_algorithm,
    private_key: *const u8,
    private_key_len: usize,
    key: *mut *mut carnelian_signing_key,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            let scheme = scheme(algorithm)?;
            let key = signing_key(scheme, caller.bytes(private_key, private_key_len)?)?.prepare()?;
            Ok(carnelian_signing_key(Arc::new(Key { scheme, key })))
        })
    })
}

/// Wipes and releases a signing key, when the signers that were started with it have ended. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signing_key_free(key: *mut carnelian_signing_key) {
    let caller = caller!();
    heap::take_back(&caller, key);
}

/// Writes the public key of a signing key.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `public_key_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signing_key_public_key(
    key: *const carnelian_signing_key,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(public_key, public_key_len)], || {
        let public = caller.get(key)?.0.key.verifying_key();
        write(&caller, (public_key, public_key_len), public.as_bytes())
    })
}

/// Writes the private key of a signing key in the form in which it is generated, or the expanded one of an ML-DSA key that
/// has no seed.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `private_key_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signing_key_private_key(
    key: *const carnelian_signing_key,
    private_key: *mut u8,
    private_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(private_key, private_key_len)], || {
        write(&caller, (private_key, private_key_len), caller.get(key)?.0.key.to_bytes().expose())
    })
}

/// Writes the seed of a signing key.
///
/// Errors: `CARNELIAN_ERROR_KEY_KIND` for an ML-DSA key that was made from its expanded form, from which the seed cannot
/// be computed; `CARNELIAN_ERROR_LENGTH` for another `seed_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signing_key_seed(
    key: *const carnelian_signing_key,
    seed: *mut u8,
    seed_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(seed, seed_len)], || {
        let known = caller.get(key)?.0.key.to_seed().ok_or(carnelian_status::CARNELIAN_ERROR_KEY_KIND)?;
        write(&caller, (seed, seed_len), known.expose())
    })
}

/// Writes the expanded form of a signing key, for software that needs it: FIPS 204 Algorithm 24.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM` if the scheme has none; `CARNELIAN_ERROR_LENGTH` for another `expanded_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signing_key_expanded_key(
    key: *const carnelian_signing_key,
    expanded: *mut u8,
    expanded_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(expanded, expanded_len)], || {
        let bytes = caller.get(key)?.0.key.to_expanded_bytes().ok_or(carnelian_status::CARNELIAN_ERROR_ALGORITHM)?;
        write(&caller, (expanded, expanded_len), bytes.expose())
    })
}

/// Signs a message. With the default options this is the standard's function: RFC 8032 Section 5.1.6, FIPS 204 Algorithm 2
/// and FIPS 205 Algorithm 22. Takes time that depends only on the length of the message, except for ML-DSA's number of
/// attempts, which is not secret. The signature may overlap the message.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `signature_len`, a context that the scheme does not permit, or a prehash
/// that is too short; `CARNELIAN_ERROR_ALGORITHM` for an option that the scheme does not have; `CARNELIAN_ERROR_RANDOM` if
/// the source fails; `CARNELIAN_ERROR_FAULT` if the key or the machine is faulty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signing_key_sign(
    key: *const carnelian_signing_key,
    options: *const carnelian_sign_options,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(signature, signature_len)], || {
        let Key { scheme, key } = &*caller.get(key)?.0;
        needs(signature_len == scheme.signature_len())?;
        let (options, mut random) = sign_options(&caller, options)?;
        let signed = key.sign(caller.bytes(message, message_len)?, &options, &mut random)?;
        write(&caller, (signature, signature_len), &signed)
    })
}

/// Signs a message, given its digest by the prehash of the options: Ed25519ph, HashML-DSA, HashSLH-DSA. A message that
/// does not fit into memory is hashed with a `carnelian_hasher`.
///
/// Errors: those of `carnelian_signing_key_sign`; `CARNELIAN_ERROR_LENGTH` if the digest has another length;
/// `CARNELIAN_ERROR_ALGORITHM` without a prehash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signing_key_sign_digest(
    key: *const carnelian_signing_key,
    options: *const carnelian_sign_options,
    digest: *const u8,
    digest_len: usize,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(signature, signature_len)], || {
        let Key { scheme, key } = &*caller.get(key)?.0;
        needs(signature_len == scheme.signature_len())?;
        let (options, mut random) = sign_options(&caller, options)?;
        let signed = key.sign_digest(caller.bytes(digest, digest_len)?, &options, &mut random)?;
        write(&caller, (signature, signature_len), &signed)
    })
}

/// Signs a message and writes the signature followed by the message, the form of NaCl's crypto_sign, to `signed_message`.
/// They may overlap. `carnelian_signature_open` takes them apart again.
///
/// Errors: those of `carnelian_signing_key_sign`; `CARNELIAN_ERROR_LENGTH` if `signed_len` is not that of a signature more
/// than `message_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signing_key_sign_combined(
    key: *const carnelian_signing_key,
    options: *const carnelian_sign_options,
    message: *const u8,
    message_len: usize,
    signed_message: *mut u8,
    signed_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(signed_message, signed_len)], || {
        let Key { scheme, key } = &*caller.get(key)?.0;
        needs(message_len.checked_add(scheme.signature_len()) == Some(signed_len))?;
        let (options, mut random) = sign_options(&caller, options)?;
        let signed = key.sign(caller.bytes(message, message_len)?, &options, &mut random)?;
        caller.moved(message, signed_message.wrapping_add(signed.len()), message_len)?;
        write(&caller, (signed_message, signed.len()), &signed)
    })
}

/// Checks a key again as `carnelian_signing_key_new` has done, where that takes long: computes the root of an SLH-DSA key
/// from its seeds. It finds damage in memory. Constant time.
///
/// Errors: `CARNELIAN_ERROR_KEY` if the root does not belong to the seeds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signing_key_check(key: *const carnelian_signing_key) -> carnelian_status {
    let caller = caller!();
    reporting(|| Ok(caller.get(key)?.0.key.check()?))
}

/// Checks that the two halves of a signing key belong together, and that its memory is unchanged: signs a message, which is
/// not written anywhere, and verifies it.
///
/// Errors: `CARNELIAN_ERROR_FAULT` if they do not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_signing_key_check_pair(key: *const carnelian_signing_key) -> carnelian_status {
    let caller = caller!();
    reporting(|| Ok(caller.get(key)?.0.key.check_pair()?))
}
