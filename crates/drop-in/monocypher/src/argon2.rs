//! Argon2.
//!
//! The function returns nothing, so it cannot report an error; and a hash that does not depend on the password must
//! not be mistaken for one that does. Where it cannot compute a hash, it ends the process: for parameters that RFC 9106
//! does not allow, null pointers, and want of memory.
#![allow(unsafe_code)] // Entry points of C.

use crate::short_inputs;
use carnelian::kdf::argon2::{Argon2, Block, Params, Variant, WorkArea};
use carnelian::secret;
use carnelian_ffi::{Caller, Fault};
use core::ffi::c_void;
use core::ops::Range;
use core::ptr;
use std::process::abort;

/// The parameters: `crypto_argon2_config`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Config {
    algorithm: u32,
    nb_blocks: u32,
    nb_passes: u32,
    nb_lanes: u32,
}

/// The inputs: `crypto_argon2_inputs`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Inputs {
    pass: *const u8,
    salt: *const u8,
    pass_size: u32,
    salt_size: u32,
}

/// The inputs that few programs have: `crypto_argon2_extras`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Extras {
    key: *const u8,
    ad: *const u8,
    key_size: u32,
    ad_size: u32,
}

/// A value that never changes, also if it contains pointers.
#[repr(transparent)]
pub struct Constant<T>(T);

// SAFETY: the only value is the constant below, whose pointers are null.
unsafe impl Sync for Constant<Extras> {}

/// Neither a key nor additional data.
#[unsafe(no_mangle)]
pub static crypto_argon2_no_extras: Constant<Extras> =
    Constant(Extras { key: ptr::null(), ad: ptr::null(), key_size: 0, ad_size: 0 });

/// An input. One that lies in the work area is copied, and wiped afterwards.
enum Input<'a> {
    Apart(&'a [u8]),
    Copied(Vec<u8>),
}

impl<'a> Input<'a> {
    fn new(caller: &'a Caller, data: *const u8, len: u32, area: &Range<usize>) -> Result<Self, Fault> {
        let bytes = caller.bytes(data, len as usize)?;
        let overlaps = !bytes.is_empty() && data.addr() < area.end && data.addr() + bytes.len() > area.start;
        Ok(if overlaps { Self::Copied(bytes.to_vec()) } else { Self::Apart(bytes) })
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Apart(bytes) => bytes,
            Self::Copied(bytes) => bytes,
        }
    }
}

impl Drop for Input<'_> {
    fn drop(&mut self) {
        if let Self::Copied(bytes) = self {
            secret::wipe(bytes);
        }
    }
}

/// Hashes a password into `tag`; returns nothing if that is impossible.
fn hash(
    caller: &Caller,
    tag: &mut [u8],
    work_area: *mut u8,
    config: Config,
    inputs: Inputs,
    extras: Extras,
) -> Option<()> {
    let variant = match config.algorithm {
        0 => Variant::D,
        1 => Variant::I,
        2 => Variant::Id,
        _ => return None,
    };
    let params = Params::new(config.nb_blocks, config.nb_passes, config.nb_lanes).ok()?;
    let len = (config.nb_blocks as usize).checked_mul(size_of::<Block>())?;
    let range = work_area.addr()..work_area.addr().checked_add(len)?;
    let input = |data, len| Input::new(caller, data, len, &range).ok();
    let (pass, salt) = (input(inputs.pass, inputs.pass_size)?, input(inputs.salt, inputs.salt_size)?);
    let (key, ad) = (input(extras.key, extras.key_size)?, input(extras.ad, extras.ad_size)?);
    let argon2 = Argon2::new(variant, params).with_secret(key.bytes()).with_associated_data(ad.bytes());
    let area = caller.output(work_area, len).ok()?;
    // SAFETY: any bytes are numbers, and blocks consist of numbers.
    let (before, blocks, _) = unsafe { area.align_to_mut::<Block>() };
    let is_short = salt.bytes().len() < Argon2::MIN_SALT_LEN || tag.len() < Argon2::MIN_TAG_LEN;
    if before.is_empty() && !is_short {
        return argon2.hash_in(&mut WorkArea::borrowed(blocks), pass.bytes(), salt.bytes(), tag).ok();
    }
    // The vectors of the kernels need more alignment than `malloc` gives. Unless inputs were in it, the work area
    // contains nothing to wipe then.
    let hashed = if is_short {
        let call = short_inputs::Call {
            variant: config.algorithm,
            memory: config.nb_blocks,
            passes: config.nb_passes,
            lanes: config.nb_lanes,
            password: pass.bytes(),
            salt: salt.bytes(),
            secret: key.bytes(),
            associated_data: ad.bytes(),
        };
        short_inputs::hash(&call, tag)
    } else {
        argon2.hash_into(pass.bytes(), salt.bytes(), tag).ok()
    };
    if [&pass, &salt, &key, &ad].iter().any(|input| matches!(input, Input::Copied(_))) {
        secret::wipe(area);
    }
    hashed
}

/// Hashes a password.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_argon2(
    hash: *mut u8,
    hash_size: u32,
    work_area: *mut c_void,
    config: Config,
    inputs: Inputs,
    extras: Extras,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    // Computed elsewhere, since it may lie in the work area.
    let mut tag = vec![0; hash_size as usize];
    let hashed = self::hash(&caller, &mut tag, work_area.cast(), config, inputs, extras);
    let Ok(output) = caller.output(hash, tag.len()) else { abort() };
    output.copy_from_slice(&tag);
    secret::wipe(&mut tag);
    if hashed.is_none() {
        abort();
    }
}
