//! Messages in parts: verification, and the prehash of Ed25519ph.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::verifying::key_at;
use super::{CARNELIAN_ED25519, CARNELIAN_EDDSA_BLAKE2B, carnelian_eddsa_rule, carnelian_eddsa_scheme, context, rule};
use crate::context::{self as memory, Memory, fits, tag};
use crate::outputs::{reporting, whole, zeroing};
use crate::status::carnelian_status;
use carnelian::curve::ed25519::{Ed25519, EddsaBlake2b, Prehash, SignatureError, SignatureOf, Verifier, VerifierCtx};
use carnelian::curve::eddsa_blake2b;
use carnelian_ffi::Caller;

/// The number of bytes in a `carnelian_eddsa_verifier`.
pub const CARNELIAN_EDDSA_VERIFIER_SIZE: usize = 640;
/// The alignment of a `carnelian_eddsa_verifier`.
pub const CARNELIAN_EDDSA_VERIFIER_ALIGN: usize = 8;

/// A streaming verification of a signature of EdDSA: the message is read once and need not fit into memory. It holds
/// nothing secret.
#[repr(C)]
pub struct carnelian_eddsa_verifier {
    opaque: [u64; 80],
}

/// The number of bytes in a `carnelian_ed25519_prehash`.
pub const CARNELIAN_ED25519_PREHASH_SIZE: usize = 320;
/// The alignment of a `carnelian_ed25519_prehash`.
pub const CARNELIAN_ED25519_PREHASH_ALIGN: usize = 8;

/// The message of an Ed25519ph signature, absorbed in parts.
#[repr(C)]
pub struct carnelian_ed25519_prehash {
    opaque: [u64; 40],
}

pub(crate) enum AnyVerifier {
    Ed25519(Verifier),
    Ctx(VerifierCtx),
    EddsaBlake2b(eddsa_blake2b::Verifier),
}

impl AnyVerifier {
    fn update(&mut self, data: &[u8]) {
        match self {
            Self::Ed25519(verifier) => verifier.update(data),
            Self::Ctx(verifier) => verifier.update(data),
            Self::EddsaBlake2b(verifier) => verifier.update(data),
        }
    }

    fn verify(self) -> Result<(), SignatureError> {
        match self {
            Self::Ed25519(verifier) => verifier.verify(),
            Self::Ctx(verifier) => verifier.verify(),
            Self::EddsaBlake2b(verifier) => verifier.verify(),
        }
    }
}

// SAFETY: an array of words.
unsafe impl Memory for carnelian_eddsa_verifier {
    type Value = AnyVerifier;
    const TAG: u64 = tag(b"eddsa ve");
}

// SAFETY: an array of words.
unsafe impl Memory for carnelian_ed25519_prehash {
    type Value = Prehash;
    const TAG: u64 = tag(b"eddsa ph");
}

const _: () = assert!(
    fits::<carnelian_eddsa_verifier>() && size_of::<carnelian_eddsa_verifier>() == CARNELIAN_EDDSA_VERIFIER_SIZE
);
const _: () = assert!(align_of::<carnelian_eddsa_verifier>() <= CARNELIAN_EDDSA_VERIFIER_ALIGN);
const _: () = assert!(
    fits::<carnelian_ed25519_prehash>() && size_of::<carnelian_ed25519_prehash>() == CARNELIAN_ED25519_PREHASH_SIZE
);
const _: () = assert!(align_of::<carnelian_ed25519_prehash>() <= CARNELIAN_ED25519_PREHASH_ALIGN);

/// Starts the verification of a signature, 64 bytes, under a public key of 32. `scheme` is `CARNELIAN_ED25519` or
/// `CARNELIAN_EDDSA_BLAKE2B`; `rule_number` is one of the constants `CARNELIAN_RULE_...`.
///
/// Errors: `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT` if the public key is none under the rule;
/// `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_verifier_init(
    verifier: *mut carnelian_eddsa_verifier,
    scheme: carnelian_eddsa_scheme,
    rule_number: carnelian_eddsa_rule,
    public_key: *const u8,
    signature: *const u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(verifier)], || {
        memory::start(&caller, verifier, || {
            let signature = caller.array(signature)?;
            match scheme {
                CARNELIAN_ED25519 => {
                    let key = key_at::<Ed25519>(&caller, rule_number, public_key)?;
                    let signature = SignatureOf::from_bytes(signature);
                    Ok(AnyVerifier::Ed25519(key.verifier_with(rule::<Ed25519>(rule_number)?, &signature)))
                }
                CARNELIAN_EDDSA_BLAKE2B => {
                    let key = key_at::<EddsaBlake2b>(&caller, rule_number, public_key)?;
                    let signature = SignatureOf::from_bytes(signature);
                    Ok(AnyVerifier::EddsaBlake2b(key.verifier_with(rule::<EddsaBlake2b>(rule_number)?, &signature)))
                }
                _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
            }
        })
    })
}

/// Starts the verification of an Ed25519ctx signature, 64 bytes, under a context of 1 to 255 bytes and a public key of
/// 32. `rule_number` is one of the constants `CARNELIAN_RULE_...`.
///
/// Errors: `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT` if the public key is none under the rule;
/// `CARNELIAN_ERROR_LENGTH` for a context of another length; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ed25519_verifier_init_ctx(
    verifier: *mut carnelian_eddsa_verifier,
    rule_number: carnelian_eddsa_rule,
    public_key: *const u8,
    purpose: *const u8,
    purpose_len: usize,
    signature: *const u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(verifier)], || {
        memory::start(&caller, verifier, || {
            let key = key_at::<Ed25519>(&caller, rule_number, public_key)?;
            let purpose = context(&caller, purpose, purpose_len)?;
            let (rule, signature) = (rule::<Ed25519>(rule_number)?, SignatureOf::from_bytes(caller.array(signature)?));
            Ok(AnyVerifier::Ctx(key.verifier_ctx_with(rule, purpose, &signature)))
        })
    })
}

/// Absorbs the next part of the message, of any length.
///
/// Errors: `CARNELIAN_ERROR_STATE` if the context is not initialized.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_verifier_update(
    verifier: *mut carnelian_eddsa_verifier,
    data: *const u8,
    data_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let data = caller.bytes(data, data_len)?;
        memory::get_mut(&caller, verifier)?.update(data);
        Ok(())
    })
}

/// Verifies the signature of the message that was absorbed, and finishes the context. Do not trust any of the message
/// until this returns `CARNELIAN_OK`.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_STATE` if the context is not
/// initialized.
///
/// # Safety
/// The pointer must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_eddsa_verifier_final(verifier: *mut carnelian_eddsa_verifier) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| Ok(memory::finish(&caller, verifier)?.take(AnyVerifier::verify)?))
}

/// Starts the prehash of a message: Ed25519ph.
///
/// # Safety
/// The pointer must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ed25519_prehash_init(prehash: *mut carnelian_ed25519_prehash) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(prehash)], || memory::start(&caller, prehash, || Ok(Prehash::new())))
}

/// Absorbs the next part of the message, of any length.
///
/// Errors: `CARNELIAN_ERROR_STATE` if the context is not initialized.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ed25519_prehash_update(
    prehash: *mut carnelian_ed25519_prehash,
    data: *const u8,
    data_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let data = caller.bytes(data, data_len)?;
        memory::get_mut(&caller, prehash)?.update(data);
        Ok(())
    })
}

/// Finishes a prehash without a signature and wipes it.
///
/// # Safety
/// The pointer must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_ed25519_prehash_wipe(prehash: *mut carnelian_ed25519_prehash) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| memory::wipe(&caller, prehash))
}
