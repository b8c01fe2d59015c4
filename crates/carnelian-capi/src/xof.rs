//! SHAKE and cSHAKE, functions with output of any length: FIPS 202, SP 800-185.
#![allow(unsafe_code)] // Exports functions under their names in C.

use crate::context::{self, Memory, fits, tag, wiping_stack};
use crate::hash::digests;
use crate::outputs::{apart, needs, reporting, whole, zeroing};
use crate::status::carnelian_status;
use carnelian::hash::keccak::{CShake, Reader, Shake};
use carnelian_ffi::Caller;
use core::mem;

/// A function with output of any length. As the prehash of a signature it has twice as many bytes as its strength needs:
/// 32 and 64.
pub type carnelian_xof_algorithm = u32;
/// SHAKE128, and cSHAKE128 where a function name or a customization is given.
pub const CARNELIAN_SHAKE128: carnelian_xof_algorithm = 14;
/// SHAKE256, and cSHAKE256 where a function name or a customization is given.
pub const CARNELIAN_SHAKE256: carnelian_xof_algorithm = 15;

/// The number of bytes in a `carnelian_xof_context`.
pub const CARNELIAN_XOF_CONTEXT_SIZE: usize = 512;
/// The alignment of a `carnelian_xof_context`.
pub const CARNELIAN_XOF_CONTEXT_ALIGN: usize = 8;

/// The context of an output that is computed from the pieces of a message, and read in pieces.
#[repr(C)]
pub struct carnelian_xof_context {
    opaque: [u64; 64],
}

// SAFETY: an array of words.
unsafe impl Memory for carnelian_xof_context {
    type Value = AnyXof;
    const TAG: u64 = tag(b"xof     ");
}

const _: () =
    assert!(fits::<carnelian_xof_context>() && size_of::<carnelian_xof_context>() == CARNELIAN_XOF_CONTEXT_SIZE);
const _: () = assert!(align_of::<carnelian_xof_context>() <= CARNELIAN_XOF_CONTEXT_ALIGN);

/// A function with output of any length: first it absorbs, then it is read.
#[derive(Clone)]
pub enum AnyXof {
    /// Absorbing, with a strength of 128 bits.
    Absorbing128(CShake<128>),
    /// Absorbing, with a strength of 256 bits.
    Absorbing256(CShake<256>),
    /// Being read, with a strength of 128 bits.
    Reading128(Reader<128>),
    /// Being read, with a strength of 256 bits.
    Reading256(Reader<256>),
}

impl AnyXof {
    fn new(
        algorithm: carnelian_xof_algorithm,
        function_name: &[u8],
        customization: &[u8],
    ) -> Result<Self, carnelian_status> {
        match algorithm {
            CARNELIAN_SHAKE128 => Ok(Self::Absorbing128(CShake::new(function_name, customization))),
            CARNELIAN_SHAKE256 => Ok(Self::Absorbing256(CShake::new(function_name, customization))),
            _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    }

    fn update(&mut self, data: &[u8]) -> Result<(), carnelian_status> {
        match self {
            Self::Absorbing128(xof) => xof.update(data),
            Self::Absorbing256(xof) => xof.update(data),
            Self::Reading128(_) | Self::Reading256(_) => return Err(carnelian_status::CARNELIAN_ERROR_STATE),
        }
        Ok(())
    }

    fn squeeze(&mut self, out: &mut [u8]) {
        match self {
            Self::Absorbing128(xof) => {
                let xof = mem::replace(xof, CShake::new(b"", b""));
                *self = Self::Reading128(xof.finalize());
            }
            Self::Absorbing256(xof) => {
                let xof = mem::replace(xof, CShake::new(b"", b""));
                *self = Self::Reading256(xof.finalize());
            }
            Self::Reading128(_) | Self::Reading256(_) => {}
        }
        match self {
            Self::Reading128(reader) => reader.fill(out),
            Self::Reading256(reader) => reader.fill(out),
            Self::Absorbing128(_) | Self::Absorbing256(_) => {}
        }
    }
}

/// Computes the first `out_len` bytes of the output for `message`. `out` does not overlap `message`.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_xof(
    algorithm: carnelian_xof_algorithm,
    message: *const u8,
    message_len: usize,
    out: *mut u8,
    out_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(out, out_len)], || {
        apart(message, message_len, out, out_len)?;
        let (message, out) = (caller.bytes(message, message_len)?, caller.output(out, out_len)?);
        match algorithm {
            CARNELIAN_SHAKE128 => Shake::<128>::hash(message, out),
            CARNELIAN_SHAKE256 => Shake::<256>::hash(message, out),
            _ => return Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
        Ok(())
    })
}

/// Computes the outputs for `count` independent messages, several at a time where the CPU has vector lanes for it and
/// an output has 16, 32, 48, 64, 128 or 256 bytes. Message i has `message_lens[i]` bytes at `messages[i]`, and its
/// output follows that of message i - 1 in `outputs`, `outputs_len` / `count` bytes each, which overlap no input.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH if `outputs_len` is not divisible by `count`,
/// CARNELIAN_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_xof_many(
    algorithm: carnelian_xof_algorithm,
    messages: *const *const u8,
    message_lens: *const usize,
    count: usize,
    outputs: *mut u8,
    outputs_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(outputs, outputs_len)], || {
        let arguments = (messages, message_lens, count, outputs, outputs_len);
        match algorithm {
            CARNELIAN_SHAKE128 => many::<128>(&caller, arguments),
            CARNELIAN_SHAKE256 => many::<256>(&caller, arguments),
            _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    })
}

/// The arguments of [`carnelian_xof_many`] after the first.
type Many = (*const *const u8, *const usize, usize, *mut u8, usize);

fn many<const SECURITY: usize>(caller: &Caller, arguments: Many) -> Result<(), carnelian_status> {
    let (messages, lens, count, outputs, outputs_len) = arguments;
    if count == 0 {
        return needs(outputs_len == 0);
    }
    needs(outputs_len.is_multiple_of(count))?;
    /// Generates the call for each number of bytes that the library computes side by side.
    macro_rules! side_by_side {
        ($($len:literal)+) => {
            match outputs_len / count {
                $($len => {
                    let batch = Shake::<SECURITY>::hash_batch::<$len>;
                    return digests(caller, messages, lens, count, outputs, outputs_len, batch);
                })+
                len => len,
            }
        };
    }
    let len = side_by_side!(16 32 48 64 128 256);
    let (pointers, lens) = (caller.items(messages, count)?, caller.items(lens, count)?);
    apart(messages.cast(), size_of_val(pointers), outputs, outputs_len)?;
    apart(lens.as_ptr().cast(), size_of_val(lens), outputs, outputs_len)?;
    for (data, data_len) in pointers.iter().zip(lens) {
        caller.bytes(*data, *data_len)?;
        apart(*data, *data_len, outputs, outputs_len)?;
    }
    if len > 0 {
        let outputs = caller.output(outputs, outputs_len)?.chunks_exact_mut(len);
        for ((data, data_len), output) in pointers.iter().zip(lens).zip(outputs) {
            Shake::<SECURITY>::hash(caller.bytes(*data, *data_len)?, output);
        }
    }
    Ok(())
}

/// Starts a message for SHAKE.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_xof_init(
    context: *mut carnelian_xof_context,
    algorithm: carnelian_xof_algorithm,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(context)], || context::start(&caller, context, || AnyXof::new(algorithm, b"", b"")))
}

/// Starts a message for cSHAKE with a function name, which NIST assigns, and a customization, which the user chooses.
/// Where both are empty it is SHAKE.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_xof_init_custom(
    context: *mut carnelian_xof_context,
    algorithm: carnelian_xof_algorithm,
    function_name: *const u8,
    function_name_len: usize,
    customization: *const u8,
    customization_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(context)], || {
        let function_name = caller.bytes(function_name, function_name_len)?;
        let customization = caller.bytes(customization, customization_len)?;
        context::start(&caller, context, || AnyXof::new(algorithm, function_name, customization))
    })
}

/// Absorbs more of the message.
///
/// Errors: CARNELIAN_ERROR_STATE also if output was read already.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_xof_update(
    context: *mut carnelian_xof_context,
    data: *const u8,
    data_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let data = caller.bytes(data, data_len)?;
        context::get_mut(&caller, context)?.update(data)
    })
}

/// Reads the next `out_len` bytes of the output. The first call ends the message; the output does not depend on how it
/// is divided into calls.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_xof_squeeze(
    context: *mut carnelian_xof_context,
    out: *mut u8,
    out_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(out, out_len)], || {
        apart(context.cast_const().cast(), size_of::<carnelian_xof_context>(), out, out_len)?;
        let xof = context::get_mut(&caller, context)?;
        let out = caller.output(out, out_len)?;
        wiping_stack::<carnelian_xof_context, _>(|| xof.squeeze(out));
        Ok(())
    })
}

/// Starts `copy` in the state of `context`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_xof_copy(
    context: *const carnelian_xof_context,
    copy: *mut carnelian_xof_context,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::copy(&caller, context, copy))
}

/// Ends the context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_xof_wipe(context: *mut carnelian_xof_context) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, context))
}
