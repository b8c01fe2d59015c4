//! HMAC over every hash function, FIPS 198-1 and RFC 2104.
#![allow(unsafe_code)] // Exports functions under their names in C.

use crate::context::{self, Memory, fits, tag};
use crate::hash::{carnelian_hash_algorithm, hashes, with_hash};
use crate::outputs::{reporting, whole, write_exactly, zeroing};
use crate::status::carnelian_status;
use carnelian::hash::hmac::{Hmac, Key};
use carnelian::hash::{
    Blake2b256, Blake2b512, Blake2s128, Blake2s256, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384,
    Sha512, Sha512_256,
};
use carnelian_ffi::Caller;

/// The number of bytes in a `carnelian_hmac_context`.
pub const CARNELIAN_HMAC_CONTEXT_SIZE: usize = 1024;
/// The alignment of a `carnelian_hmac_context`.
pub const CARNELIAN_HMAC_CONTEXT_ALIGN: usize = 8;

/// The context of a tag that is computed from the pieces of a message. For many messages under one key, start a context
/// once and copy it for each message.
#[repr(C)]
pub struct carnelian_hmac_context {
    opaque: [u64; 128],
}

// SAFETY: an array of words.
unsafe impl Memory for carnelian_hmac_context {
    type Value = AnyHmac;
    const TAG: u64 = tag(b"hmac    ");
}

const _: () =
    assert!(fits::<carnelian_hmac_context>() && size_of::<carnelian_hmac_context>() == CARNELIAN_HMAC_CONTEXT_SIZE);
const _: () = assert!(align_of::<carnelian_hmac_context>() <= CARNELIAN_HMAC_CONTEXT_ALIGN);

/// Generates [`AnyHmac`].
macro_rules! any_hmac {
    ([] $($number:ident $len:ident $Type:ident;)+) => {
        /// HMAC in progress, over any hash function.
        #[derive(Clone)]
        pub enum AnyHmac {
            $(
                #[doc = concat!("HMAC over [`", stringify!($Type), "`].")]
                $Type(Hmac<$Type>),
            )+
        }

        impl AnyHmac {
            fn new(algorithm: carnelian_hash_algorithm, key: &[u8]) -> Result<Self, carnelian_status> {
                match algorithm {
                    $(crate::hash::$number => Ok(Self::$Type(Hmac::new(key))),)+
                    _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
                }
            }

            fn update(&mut self, data: &[u8]) {
                match self {
                    $(Self::$Type(hmac) => hmac.update(data),)+
                }
            }

            fn finalize_into(self, caller: &Caller, tag: *mut u8, tag_len: usize) -> Result<(), carnelian_status> {
                match self {
                    $(Self::$Type(hmac) => write_exactly(caller, tag, tag_len, &mut hmac.finalize()),)+
                }
            }

            fn verify(self, tag: &[u8]) -> Result<(), carnelian_status> {
                match self {
                    $(Self::$Type(hmac) => Ok(hmac.finalize_verify(tag)?),)+
                }
            }
        }
    };
}
hashes! { any_hmac [] }

/// Computes the tag of `message` under `key`, which has any length; RFC 2104 recommends at least that of a digest. The
/// tag is as long as a digest.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH if `tag_len` is not that of the algorithm.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hmac(
    algorithm: carnelian_hash_algorithm,
    key: *const u8,
    key_len: usize,
    message: *const u8,
    message_len: usize,
    tag: *mut u8,
    tag_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(tag, tag_len)], || {
        let (key, message) = (caller.bytes(key, key_len)?, caller.bytes(message, message_len)?);
        with_hash!(algorithm, H => write_exactly(&caller, tag, tag_len, &mut Hmac::<H>::mac(key, message)))
    })
}

/// Checks that `tag` is the whole tag of `message` under `key`. The time does not depend on where tags differ.
///
/// Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not, CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH if `tag_len`
/// is not that of the algorithm.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hmac_verify(
    algorithm: carnelian_hash_algorithm,
    key: *const u8,
    key_len: usize,
    message: *const u8,
    message_len: usize,
    tag: *const u8,
    tag_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let (key, message) = (caller.bytes(key, key_len)?, caller.bytes(message, message_len)?);
        let tag = caller.bytes(tag, tag_len)?;
        with_hash!(algorithm, H => Ok(Hmac::<H>::verify(key, message, tag)?))
    })
}

/// Checks that `tag` is the start of the tag of `message` under `key`. A protocol that truncates tags fixes their
/// length, and its receiver must check it: this function accepts any length from half of a digest, and from 10 bytes,
/// to that of a digest.
///
/// Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not, CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hmac_verify_truncated(
    algorithm: carnelian_hash_algorithm,
    key: *const u8,
    key_len: usize,
    message: *const u8,
    message_len: usize,
    tag: *const u8,
    tag_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let (key, message) = (caller.bytes(key, key_len)?, caller.bytes(message, message_len)?);
        let tag = caller.bytes(tag, tag_len)?;
        with_hash!(algorithm, H => Ok(Key::<H>::new(key).verify_truncated(message, tag)?))
    })
}

/// Starts a message under a key of any length.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hmac_init(
    context: *mut carnelian_hmac_context,
    algorithm: carnelian_hash_algorithm,
    key: *const u8,
    key_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(context)], || {
        let key = caller.bytes(key, key_len)?;
        context::start(&caller, context, || AnyHmac::new(algorithm, key))
    })
}

/// Absorbs more of the message.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hmac_update(
    context: *mut carnelian_hmac_context,
    data: *const u8,
    data_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let data = caller.bytes(data, data_len)?;
        context::get_mut(&caller, context)?.update(data);
        Ok(())
    })
}

/// Computes the tag of the message, and ends the context.
///
/// Errors: CARNELIAN_ERROR_LENGTH if `tag_len` is not that of the algorithm.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hmac_final(
    context: *mut carnelian_hmac_context,
    tag: *mut u8,
    tag_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(tag, tag_len)], || {
        context::finish(&caller, context)?.take(|hmac| hmac.finalize_into(&caller, tag, tag_len))
    })
}

/// Checks that `tag` is the whole tag of the message, and ends the context.
///
/// Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not, CARNELIAN_ERROR_LENGTH if `tag_len` is not that of the
/// algorithm.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hmac_final_verify(
    context: *mut carnelian_hmac_context,
    tag: *const u8,
    tag_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let ended = context::finish(&caller, context)?;
        let tag = caller.bytes(tag, tag_len)?;
        ended.take(|hmac| hmac.verify(tag))
    })
}

/// Starts `copy` with the key of `context` and what it has absorbed.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hmac_copy(
    context: *const carnelian_hmac_context,
    copy: *mut carnelian_hmac_context,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| context::copy(&caller, context, copy))
}

/// Ends the context without a tag.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hmac_wipe(context: *mut carnelian_hmac_context) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| context::wipe(&caller, context))
}
