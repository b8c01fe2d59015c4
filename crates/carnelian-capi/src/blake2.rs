//! BLAKE2 with digests of any length, a key, a salt and a personalization, RFC 7693.
#![allow(unsafe_code)] // Exports functions under their names in C.

use crate::context::{self, Memory, fits, tag, wiping_stack};
use crate::outputs::{needs, reporting, whole, zeroing};
use crate::status::carnelian_status;
use carnelian::hash::blake2::{B, S, VariableHasher};
use carnelian_ffi::Caller;

/// A variant of BLAKE2.
pub type carnelian_blake2_algorithm = u32;
/// BLAKE2b: digests and keys of at most 64 bytes, salts and personalizations of 16 bytes.
pub const CARNELIAN_BLAKE2B: carnelian_blake2_algorithm = 11;
/// BLAKE2s: digests and keys of at most 32 bytes, salts and personalizations of 8 bytes.
pub const CARNELIAN_BLAKE2S: carnelian_blake2_algorithm = 13;

/// The largest number of bytes in a digest and in a key of BLAKE2b.
pub const CARNELIAN_BLAKE2B_MAX_LEN: usize = 64;
/// The largest number of bytes in a digest and in a key of BLAKE2s.
pub const CARNELIAN_BLAKE2S_MAX_LEN: usize = 32;
/// The number of bytes in a salt and in a personalization of BLAKE2b.
pub const CARNELIAN_BLAKE2B_SALT_LEN: usize = 16;
/// The number of bytes in a salt and in a personalization of BLAKE2s.
pub const CARNELIAN_BLAKE2S_SALT_LEN: usize = 8;

/// Inputs of BLAKE2 beside the message. All zeros are none, and so is NULL in place of a pointer to it. With a key BLAKE2
/// is a message authentication code.
#[repr(C)]
pub struct carnelian_blake2_options {
    /// The key; may be NULL if there is none.
    pub key: *const u8,
    /// The number of bytes in the key.
    pub key_len: usize,
    /// The salt; may be NULL if there is none.
    pub salt: *const u8,
    /// The number of bytes in the salt, 0 or that of the variant.
    pub salt_len: usize,
    /// The personalization; may be NULL if there is none.
    pub personalization: *const u8,
    /// The number of bytes in the personalization, 0 or that of the variant.
    pub personalization_len: usize,
}

/// Returns key, salt and personalization.
fn settings(caller: &Caller, options: *const carnelian_blake2_options) -> Result<[&[u8]; 3], carnelian_status> {
    if options.is_null() {
        return Ok([&[]; 3]);
    }
    let given = caller.get(options)?;
    Ok([
        caller.bytes(given.key, given.key_len)?,
        caller.bytes(given.salt, given.salt_len)?,
        caller.bytes(given.personalization, given.personalization_len)?,
    ])
}

/// The number of bytes in a `carnelian_blake2_context`.
pub const CARNELIAN_BLAKE2_CONTEXT_SIZE: usize = 384;
/// The alignment of a `carnelian_blake2_context`.
pub const CARNELIAN_BLAKE2_CONTEXT_ALIGN: usize = 8;

/// The context of a digest that is computed from the pieces of a message. For many messages under one key, start a
/// context once and copy it for each message.
#[repr(C)]
pub struct carnelian_blake2_context {
    opaque: [u64; 48],
}

// SAFETY: an array of words.
unsafe impl Memory for carnelian_blake2_context {
    type Value = AnyBlake2;
    const TAG: u64 = tag(b"blake2  ");
}

const _: () = assert!(
    fits::<carnelian_blake2_context>()
        && size_of::<carnelian_blake2_context>() == CARNELIAN_BLAKE2_CONTEXT_SIZE
        && align_of::<carnelian_blake2_context>() <= CARNELIAN_BLAKE2_CONTEXT_ALIGN
);

/// BLAKE2 in progress.
#[derive(Clone)]
pub enum AnyBlake2 {
    /// BLAKE2b.
    B(VariableHasher<B>),
    /// BLAKE2s.
    S(VariableHasher<S>),
}

impl AnyBlake2 {
    fn new(
        algorithm: carnelian_blake2_algorithm,
        len: usize,
        [key, salt, personalization]: [&[u8]; 3],
    ) -> Result<Self, carnelian_status> {
        match algorithm {
            CARNELIAN_BLAKE2B => {
                Ok(Self::B(VariableHasher::with(len, key, &setting(salt)?, &setting(personalization)?)?))
            }
            CARNELIAN_BLAKE2S => {
                Ok(Self::S(VariableHasher::with(len, key, &setting(salt)?, &setting(personalization)?)?))
            }
            _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    }

    fn update(&mut self, data: &[u8]) {
        match self {
            Self::B(blake2) => blake2.update(data),
            Self::S(blake2) => blake2.update(data),
        }
    }

    /// Calls `work` with the digest.
    ///
    /// # Errors
    /// `CARNELIAN_ERROR_LENGTH` if it does not have `len` bytes; the error of `work`.
    fn finish(
        self,
        len: usize,
        work: impl FnOnce(&[u8]) -> Result<(), carnelian_status>,
    ) -> Result<(), carnelian_status> {
        let mut place = [0; CARNELIAN_BLAKE2B_MAX_LEN];
        let digest = place.get_mut(..len).ok_or(carnelian_status::CARNELIAN_ERROR_LENGTH)?;
        match self {
            Self::B(blake2) => blake2.finalize_into(digest)?,
            Self::S(blake2) => blake2.finalize_into(digest)?,
        }
        let result = work(digest);
        carnelian::secret::wipe(&mut place);
        result
    }
}

/// Returns a salt or a personalization; an empty one is zeros.
///
/// # Errors
/// `CARNELIAN_ERROR_LENGTH` for any other length.
fn setting<const N: usize>(bytes: &[u8]) -> Result<[u8; N], carnelian_status> {
    needs(bytes.is_empty() || bytes.len() == N)?;
    Ok(bytes.first_chunk().copied().unwrap_or([0; N]))
}

/// Writes a digest to an output, which may overlap any input.
fn write(caller: &Caller, digest: *mut u8, value: &[u8]) -> Result<(), carnelian_status> {
    caller.output(digest, value.len())?.copy_from_slice(value);
    Ok(())
}

/// Compares a tag with the expected one in constant time.
fn compare(caller: &Caller, tag: *const u8, expected: &[u8]) -> Result<(), carnelian_status> {
    if carnelian::ct::verify(caller.bytes(tag, expected.len())?, expected) {
        Ok(())
    } else {
        Err(carnelian_status::CARNELIAN_ERROR_AUTHENTICATION)
    }
}

/// Computes the digest of `digest_len` bytes, at least 1, of `message`. Digests of different lengths, salts or
/// personalizations are unrelated.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_blake2(
    algorithm: carnelian_blake2_algorithm,
    options: *const carnelian_blake2_options,
    message: *const u8,
    message_len: usize,
    digest: *mut u8,
    digest_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(digest, digest_len)], || {
        let settings = settings(&caller, options)?;
        let message = caller.bytes(message, message_len)?;
        wiping_stack::<carnelian_blake2_context, _>(|| {
            let mut blake2 = AnyBlake2::new(algorithm, digest_len, settings)?;
            blake2.update(message);
            blake2.finish(digest_len, |value| write(&caller, digest, value))
        })
    })
}

/// Starts a message whose digest has `digest_len` bytes.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_blake2_init(
    context: *mut carnelian_blake2_context,
    algorithm: carnelian_blake2_algorithm,
    digest_len: usize,
    options: *const carnelian_blake2_options,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(context)], || {
        let settings = settings(&caller, options)?;
        context::start(&caller, context, || AnyBlake2::new(algorithm, digest_len, settings))
    })
}

/// Absorbs more of the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_blake2_update(
    context: *mut carnelian_blake2_context,
    data: *const u8,
    data_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let data = caller.bytes(data, data_len)?;
        context::get_mut(&caller, context)?.update(data);
        Ok(())
    })
}

/// Computes the digest of the message, and ends the context.
///
/// Errors: CARNELIAN_ERROR_LENGTH if `digest_len` is not that of the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_blake2_final(
    context: *mut carnelian_blake2_context,
    digest: *mut u8,
    digest_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(digest, digest_len)], || {
        let ended = context::finish(&caller, context)?;
        ended.take(|blake2| blake2.finish(digest_len, |value| write(&caller, digest, value)))
    })
}

/// Checks that `tag` is the digest of the message, in constant time, and ends the context.
///
/// Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not, CARNELIAN_ERROR_LENGTH if `tag_len` is not that of the start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_blake2_final_verify(
    context: *mut carnelian_blake2_context,
    tag: *const u8,
    tag_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let ended = context::finish(&caller, context)?;
        ended.take(|blake2| blake2.finish(tag_len, |expected| compare(&caller, tag, expected)))
    })
}

/// Starts `copy` with the settings of `context` and what it has absorbed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_blake2_copy(
    context: *const carnelian_blake2_context,
    copy: *mut carnelian_blake2_context,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::copy(&caller, context, copy))
}

/// Ends the context without a digest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_blake2_wipe(context: *mut carnelian_blake2_context) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, context))
}
