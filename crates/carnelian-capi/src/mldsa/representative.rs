//! The message representative, FIPS 204 Algorithm 7, step 6: a message in parts, signed or verified elsewhere.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{MU_LEN, carnelian_mldsa_set, public_key, purpose, with_key, with_set};
use crate::context::{self, Memory, fits, tag};
use crate::outputs::{reporting, whole, zeroing};
use crate::status::carnelian_status;
use carnelian::postquantum::mldsa::{MlDsa44, MlDsa65, MlDsa87, MuHasher};
use carnelian_ffi::Caller;

/// The number of bytes in a `carnelian_mldsa_mu`.
pub const CARNELIAN_MLDSA_MU_SIZE: usize = 320;
/// The alignment of a `carnelian_mldsa_mu`.
pub const CARNELIAN_MLDSA_MU_ALIGN: usize = 8;

/// The context of a message representative that is computed from the parts of a message.
#[repr(C)]
pub struct carnelian_mldsa_mu {
    opaque: [u64; 40],
}

pub(crate) enum AnyMu {
    MlDsa44(MuHasher<MlDsa44>),
    MlDsa65(MuHasher<MlDsa65>),
    MlDsa87(MuHasher<MlDsa87>),
}

macro_rules! variants {
    ($($Set:ident)+) => {$(
        impl From<MuHasher<$Set>> for AnyMu {
            fn from(hasher: MuHasher<$Set>) -> Self {
                Self::$Set(hasher)
            }
        }
    )+};
}
variants!(MlDsa44 MlDsa65 MlDsa87);

// SAFETY: an array of words.
unsafe impl Memory for carnelian_mldsa_mu {
    type Value = AnyMu;
    const TAG: u64 = tag(b"mldsa mu");
}

const _: () = assert!(fits::<carnelian_mldsa_mu>() && size_of::<carnelian_mldsa_mu>() == CARNELIAN_MLDSA_MU_SIZE);
const _: () = assert!(align_of::<carnelian_mldsa_mu>() <= CARNELIAN_MLDSA_MU_ALIGN);

/// Starts the computation of the representative of a message for a public key and a context of 0 to 255 bytes: it stands
/// for the message when it is signed or verified, which may happen on a device that does not read the message. The
/// message is read once and need not fit into memory. `set` is one of the constants from `CARNELIAN_ML_DSA_44` to
/// `CARNELIAN_ML_DSA_87`.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a key or a context of another length; `CARNELIAN_ERROR_ALGORITHM`.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_mu_init(
    mu: *mut carnelian_mldsa_mu,
    set: carnelian_mldsa_set,
    public: *const u8,
    public_len: usize,
    context: *const u8,
    context_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [whole(mu)], || {
        context::start(&caller, mu, || {
            let context = purpose(&caller, (context, context_len))?;
            with_set!(set, P => Ok(public_key::<P>(&caller, (public, public_len))?.mu_hasher(context).into()))
        })
    })
}

/// Absorbs the next part of the message, of any length.
///
/// Errors: `CARNELIAN_ERROR_STATE` if the context is not initialized or has ended.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_mu_update(
    mu: *mut carnelian_mldsa_mu,
    data: *const u8,
    data_len: usize,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| {
        let data = caller.bytes(data, data_len)?;
        with_key!(AnyMu, context::get_mut(&caller, mu)?, hasher => hasher.update(data));
        Ok(())
    })
}

/// Ends the message and writes its representative, 64 bytes, to `representative`.
///
/// Errors: `CARNELIAN_ERROR_STATE` if the context is not initialized or has ended.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_mu_final(
    mu: *mut carnelian_mldsa_mu,
    representative: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(representative, MU_LEN)], || {
        let hasher = context::finish(&caller, mu)?;
        let bytes = hasher.take(|hasher| with_key!(AnyMu, hasher, hasher => *hasher.finalize().as_bytes()));
        Ok(caller.write(representative, &bytes)?)
    })
}

/// Ends the message without its representative, and wipes the context.
///
/// # Safety
/// The pointer must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mldsa_mu_wipe(mu: *mut carnelian_mldsa_mu) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| context::wipe(&caller, mu))
}
