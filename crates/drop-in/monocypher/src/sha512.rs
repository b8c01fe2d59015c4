//! SHA-512, and HMAC and HKDF over it: functions of `monocypher-ed25519.h`.
#![allow(unsafe_code)] // Entry points of C.

use crate::context::{Context, State};
use crate::serve;
use carnelian::hash::hmac::Key;
use carnelian::hash::{Hmac, Sha512};
use carnelian::secret::Secret;
use carnelian_ffi::{Caller, wiping_stack};
use core::convert::Infallible;

/// Bytes of stack that a function with a key may use.
const STACK: usize = 2048;

/// A message that is hashed piece by piece: `crypto_sha512_ctx`.
pub type Hasher = Context<31>;

/// A message that is authenticated piece by piece: `crypto_sha512_hmac_ctx`.
pub type Authenticator = Context<63>;

// SAFETY: the state consists of numbers.
unsafe impl State for Sha512 {
    const KIND: u64 = u64::from_le_bytes(*b"sha512  ");
}

// SAFETY: the state consists of two hashers, which consist of numbers.
unsafe impl State for Hmac<Sha512> {
    const KIND: u64 = u64::from_le_bytes(*b"hmac 512");
}

/// Starts a message.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sha512_init(ctx: *mut Hasher) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        caller.place(ctx)?.write(Hasher::new(Sha512::new()));
        Ok(())
    });
}

/// Absorbs more of the message.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sha512_update(ctx: *mut Hasher, message: *const u8, message_size: usize) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let message = caller.bytes(message, message_size)?;
        caller.get_mut(ctx)?.with(|hasher: &mut Sha512| hasher.update(message));
        Ok(())
    });
}

/// Writes the digest and wipes the context.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sha512_final(ctx: *mut Hasher, hash: *mut u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let digest = caller.get_mut(ctx)?.finish(|mut hasher: Sha512| Secret::new(hasher.finalize_reset()));
        caller.write(hash, digest.unwrap_or_else(|| Secret::new([0; 64])).expose())
    });
}

/// Hashes a message.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sha512(hash: *mut u8, message: *const u8, message_size: usize) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let digest = Secret::new(Sha512::digest(caller.bytes(message, message_size)?));
        caller.write(hash, digest.expose())
    });
}

/// Starts a message under a key.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sha512_hmac_init(ctx: *mut Authenticator, key: *const u8, key_size: usize) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (place, key) = (caller.place(ctx)?, caller.bytes(key, key_size)?);
        wiping_stack::<STACK, _>(|| place.write(Authenticator::new(Hmac::<Sha512>::new(key))));
        Ok(())
    });
}

/// Absorbs more of the message.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sha512_hmac_update(ctx: *mut Authenticator, message: *const u8, message_size: usize) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let message = caller.bytes(message, message_size)?;
        caller.get_mut(ctx)?.with(|hmac: &mut Hmac<Sha512>| hmac.update(message));
        Ok(())
    });
}

/// Writes the tag and wipes the context.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sha512_hmac_final(ctx: *mut Authenticator, hmac: *mut u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let ctx = caller.get_mut(ctx)?;
        wiping_stack::<STACK, _>(|| {
            let tag = ctx.finish(|hmac: Hmac<Sha512>| Secret::new(hmac.finalize()));
            caller.write(hmac, tag.unwrap_or_else(|| Secret::new([0; 64])).expose())
        })
    });
}

/// Computes the tag of a message.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sha512_hmac(
    hmac: *mut u8,
    key: *const u8,
    key_size: usize,
    message: *const u8,
    message_size: usize,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (key, message) = (caller.bytes(key, key_size)?, caller.bytes(message, message_size)?);
        caller.write(hmac, Secret::new(Hmac::<Sha512>::mac(key, message)).expose())
    });
}

/// Fills `okm` by HKDF-Expand, with a key of any length. After 255 blocks, where the standard ends, the number of a
/// block starts again.
fn expand(okm: &mut [u8], prk: &[u8], info: &[u8]) {
    let key = Key::<Sha512>::new(prk);
    let mut last: Option<Secret<[u8; 64]>> = None;
    let mut number = 0_u8;
    for piece in okm.chunks_mut(64) {
        number = number.wrapping_add(1);
        let Ok(block) = Secret::build(|block: &mut [u8; 64]| {
            let mut hmac = key.start();
            hmac.update(last.as_ref().map_or(&[], |block| block.expose()));
            hmac.update(info);
            hmac.update(&[number]);
            *block = hmac.finalize();
            Ok::<_, Infallible>(())
        });
        piece.copy_from_slice(&block.expose()[..piece.len()]);
        last = Some(block);
    }
}

/// Derives keys from a uniform one.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sha512_hkdf_expand(
    okm: *mut u8,
    okm_size: usize,
    prk: *const u8,
    prk_size: usize,
    info: *const u8,
    info_size: usize,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (prk, info) = (caller.bytes(prk, prk_size)?, caller.bytes(info, info_size)?);
        let okm = caller.output(okm, okm_size)?;
        wiping_stack::<STACK, _>(|| expand(okm, prk, info));
        Ok(())
    });
}

/// Derives keys from a secret.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sha512_hkdf(
    okm: *mut u8,
    okm_size: usize,
    ikm: *const u8,
    ikm_size: usize,
    salt: *const u8,
    salt_size: usize,
    info: *const u8,
    info_size: usize,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (ikm, salt) = (caller.bytes(ikm, ikm_size)?, caller.bytes(salt, salt_size)?);
        let (info, okm) = (caller.bytes(info, info_size)?, caller.output(okm, okm_size)?);
        wiping_stack::<STACK, _>(|| expand(okm, Secret::new(Hmac::<Sha512>::mac(salt, ikm)).expose(), info));
        Ok(())
    });
}
