//! Verification.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{carnelian_slhdsa_set, public_key, purpose, signature, with_set};
use crate::outputs::reporting;
use crate::status::carnelian_status;
use carnelian_ffi::Caller;

/// Verifies the signature of a message under a context of 0 to 255 bytes: slh_verify, FIPS 205 Algorithm 24. `set` is
/// one of the constants from `CARNELIAN_SLH_DSA_SHA2_128S` to `CARNELIAN_SLH_DSA_SHAKE_256F`. Takes time that depends
/// on all inputs, which are public.
///
/// Errors: `CARNELIAN_ERROR_SIGNATURE` if the signature is not valid; `CARNELIAN_ERROR_LENGTH` for a key, a signature
/// or a context of another length; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_slhdsa_verify(
    set: carnelian_slhdsa_set,
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
