//! Key pairs and signatures.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{MU_LEN, SEED_LEN, Set, carnelian_mldsa_set, purpose, with_key, with_set, write};
use crate::heap;
use crate::outputs::{reporting, whole, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::postquantum::mldsa::{MlDsa44, MlDsa65, MlDsa87, Mu, PreparedSigningKey, SigningKey};
use carnelian_ffi::Caller;

/// A signing key of ML-DSA with the matrix that every signature needs, on the heap and wiped when it is freed: 20 to 60
/// KiB. Several threads may use it at a time.
pub enum carnelian_mldsa_signing_key {
    /// A key of ML-DSA-44.
    MlDsa44(Box<PreparedSigningKey<MlDsa44>>),
    /// A key of ML-DSA-65.
    MlDsa65(Box<PreparedSigningKey<MlDsa65>>),
    /// A key of ML-DSA-87.
    MlDsa87(Box<PreparedSigningKey<MlDsa87>>),
}

/// Generates a key pair: a seed of 32 random bytes, the short form of a private key, and the public key. `set` is one of
/// the constants from `CARNELIAN_ML_DSA_44` to `CARNELIAN_ML_DSA_87`; `random` is the random source, NULL that of the
/// operating system. Constant time.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails; `CARNELIAN_ERROR_LENGTH` for another `public_key_len`;
/// `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_generate(
    set: carnelian_mldsa_set,
    random: *const carnelian_random_source,
    seed: *mut u8,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(seed, SEED_LEN), (public_key, public_key_len)], || {
        with_set!(set, P => {
            let key = SigningKey::<P>::generate(&mut Source::of(&caller, random)?)?;
            write(&caller, (public_key, public_key_len), key.verifying_key().as_ref())?;
            let drawn = key.as_seed().ok_or(carnelian_status::CARNELIAN_ERROR_KEY)?;
            Ok(caller.write(seed, drawn.expose())?)
        })
    })
}

/// Computes the public key of a seed of 32 bytes: ML-DSA.KeyGen_internal. Any 32 bytes are a seed. Constant time.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `public_key_len`; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_public_key(
    set: carnelian_mldsa_set,
    seed: *const u8,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(public_key, public_key_len)], || {
        with_set!(set, P => {
            let key = SigningKey::<P>::from_seed(caller.array(seed)?);
            write(&caller, (public_key, public_key_len), key.verifying_key().as_ref())
        })
    })
}

/// Derives a signing key from a seed of 32 bytes and writes its address to `*key`; release it with
/// `carnelian_mldsa_signing_key_free`. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`; `*key` is NULL then.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_signing_key_new(
    set: carnelian_mldsa_set,
    seed: *const u8,
    key: *mut *mut carnelian_mldsa_signing_key,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            let seed = caller.array(seed)?;
            with_set!(set, P => Ok(P::signing_handle(SigningKey::from_seed(seed).prepare())))
        })
    })
}

/// Decodes an expanded private key, the form that FIPS 204 calls sk, and writes its address to `*key`; release it with
/// `carnelian_mldsa_signing_key_free`. It has no seed. Constant time.
///
/// Errors: `CARNELIAN_ERROR_KEY` if a coefficient is out of range, or parts of the key do not belong together: signing
/// with it could reveal it. `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`. `*key` is
/// NULL then.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_signing_key_new_from_expanded(
    set: carnelian_mldsa_set,
    expanded: *const u8,
    expanded_len: usize,
    key: *mut *mut carnelian_mldsa_signing_key,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            let expanded = caller.bytes(expanded, expanded_len)?;
            with_set!(set, P => {
                Ok(P::signing_handle(SigningKey::from_expanded_slice(expanded)?.prepare()))
            })
        })
    })
}

/// Wipes and releases a signing key. NULL is permitted.
///
/// # Safety
/// The pointer must be what the header says, and must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_signing_key_free(key: *mut carnelian_mldsa_signing_key) {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    heap::take_back(&caller, key);
}

/// Writes the public key of a signing key.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `public_key_len`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_signing_key_public(
    key: *const carnelian_mldsa_signing_key,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(public_key, public_key_len)], || {
        with_key!(carnelian_mldsa_signing_key, caller.get(key)?, key => {
            write(&caller, (public_key, public_key_len), key.verifying_key().as_ref())
        })
    })
}

/// Writes the seed of a signing key, 32 secret bytes.
///
/// Errors: `CARNELIAN_ERROR_KEY_KIND` if the key was made from its expanded form, from which the seed cannot be
/// computed.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_signing_key_seed(
    key: *const carnelian_mldsa_signing_key,
    seed: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(seed, SEED_LEN)], || {
        let known = with_key!(carnelian_mldsa_signing_key, caller.get(key)?, key => key.signing_key().as_seed());
        Ok(caller.write(seed, known.ok_or(carnelian_status::CARNELIAN_ERROR_KEY_KIND)?.expose())?)
    })
}

/// Writes the expanded form of a signing key, FIPS 204 Algorithm 24, for software that needs it.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` unless `expanded_len` is `carnelian_mldsa_expanded_key_len`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_signing_key_expanded(
    key: *const carnelian_mldsa_signing_key,
    expanded: *mut u8,
    expanded_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(expanded, expanded_len)], || {
        with_key!(carnelian_mldsa_signing_key, caller.get(key)?, key => {
            write(&caller, (expanded, expanded_len), key.signing_key().to_expanded_bytes().expose())
        })
    })
}

/// Signs a message under a context of 0 to 255 bytes: ML-DSA.Sign, FIPS 204 Algorithm 2. The signature depends on 32
/// random bytes too, so that power analysis and fault attacks cannot observe the same computation repeatedly; with a bad
/// random source it is as secure as a deterministic one. `random` is the random source, NULL that of the operating system.
/// The number of attempts is not secret; nothing else is revealed.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a longer context or another `signature_len`; `CARNELIAN_ERROR_RANDOM` if the
/// source fails; `CARNELIAN_ERROR_FAULT` if the key or the machine is faulty.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_sign(
    key: *const carnelian_mldsa_signing_key,
    random: *const carnelian_random_source,
    context: *const u8,
    context_len: usize,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, signature_len)], || {
        let (context, message) = (purpose(&caller, (context, context_len))?, caller.bytes(message, message_len)?);
        let random = &mut Source::of(&caller, random)?;
        with_key!(carnelian_mldsa_signing_key, caller.get(key)?, key => {
            write(&caller, (signature, signature_len), key.sign_ctx(context, message, random)?.as_ref())
        })
    })
}

/// Signs a message under a context of 0 to 255 bytes like `carnelian_mldsa_sign`, without randomness: the same message
/// always has the same signature.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a longer context or another `signature_len`; `CARNELIAN_ERROR_FAULT` if the key or
/// the machine is faulty.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_sign_deterministic(
    key: *const carnelian_mldsa_signing_key,
    context: *const u8,
    context_len: usize,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, signature_len)], || {
        let (context, message) = (purpose(&caller, (context, context_len))?, caller.bytes(message, message_len)?);
        with_key!(carnelian_mldsa_signing_key, caller.get(key)?, key => {
            write(&caller, (signature, signature_len), key.sign_deterministic_ctx(context, message)?.as_ref())
        })
    })
}

/// Signs a message under a context of 0 to 255 bytes like `carnelian_mldsa_sign`, and verifies the signature before it
/// is written, so that no fault in the computation is released; that takes a third to two thirds longer.
///
/// Errors: those of `carnelian_mldsa_sign`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_sign_verified(
    key: *const carnelian_mldsa_signing_key,
    random: *const carnelian_random_source,
    context: *const u8,
    context_len: usize,
    message: *const u8,
    message_len: usize,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, signature_len)], || {
        let (context, message) = (purpose(&caller, (context, context_len))?, caller.bytes(message, message_len)?);
        let random = &mut Source::of(&caller, random)?;
        with_key!(carnelian_mldsa_signing_key, caller.get(key)?, key => {
            write(&caller, (signature, signature_len), key.verified().sign_ctx(context, message, random)?.as_ref())
        })
    })
}

/// Checks that the two halves of a signing key belong together, and that its memory is unchanged: signs a message, which is
/// not written anywhere, and verifies it.
///
/// Errors: `CARNELIAN_ERROR_FAULT` if they do not.
///
/// # Safety
/// The pointer must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_signing_key_check_pair(
    key: *const carnelian_mldsa_signing_key,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| with_key!(carnelian_mldsa_signing_key, caller.get(key)?, key => Ok(key.check_pair()?)))
}

/// Signs the message that a representative of 64 bytes stands for: see `carnelian_mldsa_mu_init`. `random` is the random
/// source, NULL that of the operating system.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `signature_len`; `CARNELIAN_ERROR_RANDOM` if the source fails;
/// `CARNELIAN_ERROR_FAULT` if the key or the machine is faulty.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_sign_mu(
    key: *const carnelian_mldsa_signing_key,
    random: *const carnelian_random_source,
    mu: *const u8,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, signature_len)], || {
        let (mu, random) = (caller.array::<MU_LEN>(mu)?, &mut Source::of(&caller, random)?);
        with_key!(carnelian_mldsa_signing_key, caller.get(key)?, key => {
            write(&caller, (signature, signature_len), key.sign_mu(&Mu::from_bytes(mu), random)?.as_ref())
        })
    })
}

/// Signs the message that a representative of 64 bytes stands for like `carnelian_mldsa_sign_mu`, without randomness.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for another `signature_len`; `CARNELIAN_ERROR_FAULT` if the key or the machine is
/// faulty.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_sign_mu_deterministic(
    key: *const carnelian_mldsa_signing_key,
    mu: *const u8,
    signature: *mut u8,
    signature_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(signature, signature_len)], || {
        let mu = caller.array::<MU_LEN>(mu)?;
        with_key!(carnelian_mldsa_signing_key, caller.get(key)?, key => {
            write(&caller, (signature, signature_len), key.sign_mu_deterministic(&Mu::from_bytes(mu))?.as_ref())
        })
    })
}
