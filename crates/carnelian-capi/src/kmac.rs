//! KMAC128 and KMAC256, SP 800-185 Section 4.
#![allow(unsafe_code)] // Exports functions under their names in C.

use crate::context::{self, Memory, fits, tag, wiping_stack};
use crate::outputs::{apart, needs, reporting, whole, zeroing};
use crate::status::carnelian_status;
use carnelian::hash::keccak::Kmac;
use carnelian_ffi::Caller;

/// A variant of KMAC.
pub type carnelian_kmac_algorithm = u32;
/// KMAC128: 128 bits of security if the key has at least 16 bytes.
pub const CARNELIAN_KMAC128: carnelian_kmac_algorithm = 1;
/// KMAC256: 256 bits of security if the key has at least 32 bytes.
pub const CARNELIAN_KMAC256: carnelian_kmac_algorithm = 2;

/// The smallest number of bytes in a tag of KMAC that is verified.
pub const CARNELIAN_KMAC_MIN_TAG_LEN: usize = 4;
const _: () = assert!(
    CARNELIAN_KMAC_MIN_TAG_LEN == Kmac::<128>::SHORTEST_TAG_LEN
        && CARNELIAN_KMAC_MIN_TAG_LEN == Kmac::<256>::SHORTEST_TAG_LEN
);

/// The number of bytes in a `carnelian_kmac_context`.
pub const CARNELIAN_KMAC_CONTEXT_SIZE: usize = 512;
/// The alignment of a `carnelian_kmac_context`.
pub const CARNELIAN_KMAC_CONTEXT_ALIGN: usize = 8;

/// The context of a tag that is computed from the pieces of a message. For many messages under one key, start a context
/// once and copy it for each message.
#[repr(C)]
pub struct carnelian_kmac_context {
    opaque: [u64; 64],
}

// SAFETY: an array of words.
unsafe impl Memory for carnelian_kmac_context {
    type Value = AnyKmac;
    const TAG: u64 = tag(b"kmac    ");
}

const _: () =
    assert!(fits::<carnelian_kmac_context>() && size_of::<carnelian_kmac_context>() == CARNELIAN_KMAC_CONTEXT_SIZE);
const _: () = assert!(align_of::<carnelian_kmac_context>() <= CARNELIAN_KMAC_CONTEXT_ALIGN);

/// KMAC in progress.
#[derive(Clone)]
pub enum AnyKmac {
    /// KMAC128.
    Kmac128(Kmac<128>),
    /// KMAC256.
    Kmac256(Kmac<256>),
}

impl AnyKmac {
    fn new(algorithm: carnelian_kmac_algorithm, key: &[u8], customization: &[u8]) -> Result<Self, carnelian_status> {
        match algorithm {
            CARNELIAN_KMAC128 => Ok(Self::Kmac128(Kmac::new(key, customization))),
            CARNELIAN_KMAC256 => Ok(Self::Kmac256(Kmac::new(key, customization))),
            _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    }

    fn update(&mut self, data: &[u8]) {
        match self {
            Self::Kmac128(kmac) => kmac.update(data),
            Self::Kmac256(kmac) => kmac.update(data),
        }
    }

    fn finalize_into(self, tag: &mut [u8]) {
        match self {
            Self::Kmac128(kmac) => kmac.finalize_into(tag),
            Self::Kmac256(kmac) => kmac.finalize_into(tag),
        }
    }

    fn read_xof(self, out: &mut [u8]) {
        match self {
            Self::Kmac128(kmac) => kmac.finalize_xof().fill(out),
            Self::Kmac256(kmac) => kmac.finalize_xof().fill(out),
        }
    }

    fn verify(self, tag: &[u8]) -> Result<(), carnelian_status> {
        needs(tag.len() >= CARNELIAN_KMAC_MIN_TAG_LEN)?;
        match self {
            Self::Kmac128(kmac) => Ok(kmac.verify(tag)?),
            Self::Kmac256(kmac) => Ok(kmac.verify(tag)?),
        }
    }
}

/// Calls `work` with KMAC that has absorbed a message.
fn absorbed<R>(
    algorithm: carnelian_kmac_algorithm,
    [key, customization, message]: [&[u8]; 3],
    work: impl FnOnce(AnyKmac) -> R,
) -> Result<R, carnelian_status> {
    wiping_stack::<carnelian_kmac_context, _>(|| {
        let mut kmac = AnyKmac::new(algorithm, key, customization)?;
        kmac.update(message);
        Ok(work(kmac))
    })
}

/// Computes the tag of `tag_len` bytes, any number, of `message` under `key`. Tags of different lengths are unrelated.
/// `customization` names a purpose and may be empty. `tag` overlaps no input.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_OVERLAP.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kmac(
    algorithm: carnelian_kmac_algorithm,
    key: *const u8,
    key_len: usize,
    customization: *const u8,
    customization_len: usize,
    message: *const u8,
    message_len: usize,
    tag: *mut u8,
    tag_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(tag, tag_len)], || {
        let inputs = [(key, key_len), (customization, customization_len), (message, message_len)];
        let inputs = inputs_apart(&caller, inputs, tag, tag_len)?;
        let tag = caller.output(tag, tag_len)?;
        absorbed(algorithm, inputs, |kmac| kmac.finalize_into(tag))
    })
}

/// Computes the first `out_len` bytes of KMACXOF, whose output does not depend on how much of it is read. `out`
/// overlaps no input.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_OVERLAP.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kmac_xof(
    algorithm: carnelian_kmac_algorithm,
    key: *const u8,
    key_len: usize,
    customization: *const u8,
    customization_len: usize,
    message: *const u8,
    message_len: usize,
    out: *mut u8,
    out_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(out, out_len)], || {
        let inputs = [(key, key_len), (customization, customization_len), (message, message_len)];
        let inputs = inputs_apart(&caller, inputs, out, out_len)?;
        let out = caller.output(out, out_len)?;
        absorbed(algorithm, inputs, |kmac| kmac.read_xof(out))
    })
}

/// Checks that `tag` is the tag of `tag_len` bytes, at least CARNELIAN_KMAC_MIN_TAG_LEN, of `message` under `key`. The
/// time does not depend on where tags differ.
///
/// Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not, CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kmac_verify(
    algorithm: carnelian_kmac_algorithm,
    key: *const u8,
    key_len: usize,
    customization: *const u8,
    customization_len: usize,
    message: *const u8,
    message_len: usize,
    tag: *const u8,
    tag_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let (key, message) = (caller.bytes(key, key_len)?, caller.bytes(message, message_len)?);
        let customization = caller.bytes(customization, customization_len)?;
        let tag = caller.bytes(tag, tag_len)?;
        absorbed(algorithm, [key, customization, message], |kmac| kmac.verify(tag))?
    })
}

/// Returns the inputs, none of which shares memory with the output.
fn inputs_apart<const N: usize>(
    caller: &Caller,
    inputs: [(*const u8, usize); N],
    output: *const u8,
    output_len: usize,
) -> Result<[&[u8]; N], carnelian_status> {
    let mut slices: [&[u8]; N] = [&[]; N];
    for (slice, (data, len)) in slices.iter_mut().zip(inputs) {
        apart(data, len, output, output_len)?;
        *slice = caller.bytes(data, len)?;
    }
    Ok(slices)
}

/// Starts a message under a key.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kmac_init(
    context: *mut carnelian_kmac_context,
    algorithm: carnelian_kmac_algorithm,
    key: *const u8,
    key_len: usize,
    customization: *const u8,
    customization_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(context)], || {
        let (key, customization) = (caller.bytes(key, key_len)?, caller.bytes(customization, customization_len)?);
        context::start(&caller, context, || AnyKmac::new(algorithm, key, customization))
    })
}

/// Absorbs more of the message.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kmac_update(
    context: *mut carnelian_kmac_context,
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

/// Computes the tag of `tag_len` bytes, any number, of the message, and ends the context.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kmac_final(
    context: *mut carnelian_kmac_context,
    tag: *mut u8,
    tag_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(tag, tag_len)], || {
        let ended = context::finish(&caller, context)?;
        apart(context.cast_const().cast(), size_of::<carnelian_kmac_context>(), tag, tag_len)?;
        let tag = caller.output(tag, tag_len)?;
        ended.take(|kmac| kmac.finalize_into(tag));
        Ok(())
    })
}

/// Computes the first `out_len` bytes of KMACXOF for the message, and ends the context.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kmac_final_xof(
    context: *mut carnelian_kmac_context,
    out: *mut u8,
    out_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(out, out_len)], || {
        let ended = context::finish(&caller, context)?;
        apart(context.cast_const().cast(), size_of::<carnelian_kmac_context>(), out, out_len)?;
        let out = caller.output(out, out_len)?;
        ended.take(|kmac| kmac.read_xof(out));
        Ok(())
    })
}

/// Checks that `tag` is the tag of its length, at least CARNELIAN_KMAC_MIN_TAG_LEN, of the message, and ends the
/// context.
///
/// Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not, CARNELIAN_ERROR_LENGTH.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kmac_final_verify(
    context: *mut carnelian_kmac_context,
    tag: *const u8,
    tag_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let ended = context::finish(&caller, context)?;
        let tag = caller.bytes(tag, tag_len)?;
        ended.take(|kmac| kmac.verify(tag))
    })
}

/// Starts `copy` with the key of `context` and what it has absorbed.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kmac_copy(
    context: *const carnelian_kmac_context,
    copy: *mut carnelian_kmac_context,
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
pub unsafe extern "C" fn carnelian_kmac_wipe(context: *mut carnelian_kmac_context) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| context::wipe(&caller, context))
}
