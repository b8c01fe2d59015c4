//! Messages in parts. Decryption takes two passes, so that no plaintext escapes that is not verified.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::key::{AnyKey, carnelian_aead_key};
use super::{TAG_LEN, carnelian_aead_inputs, message};
use crate::context::{self, Memory, fits, tag};
use crate::outputs::{reporting, whole, zeroing};
use crate::status::carnelian_status;
use carnelian::cipher::aes::{Aes128, Aes192, Aes256};
use carnelian::cipher::chacha20::variant::{ChaCha20, XChaCha20};
use carnelian::cipher::{Aead, aes_gcm, chacha20poly1305};
use carnelian_ffi::{Caller, Pair};

/// The number of bytes in a `carnelian_aead_sealer`.
pub const CARNELIAN_AEAD_SEALER_SIZE: usize = 2304;
/// The alignment of a `carnelian_aead_sealer`.
pub const CARNELIAN_AEAD_SEALER_ALIGN: usize = 8;

/// The encryption of a message in parts.
#[repr(C)]
pub struct carnelian_aead_sealer {
    opaque: [u64; 288],
}

/// The number of bytes in a `carnelian_aead_verifier`.
pub const CARNELIAN_AEAD_VERIFIER_SIZE: usize = 2304;
/// The alignment of a `carnelian_aead_verifier`.
pub const CARNELIAN_AEAD_VERIFIER_ALIGN: usize = 8;

/// The first pass of the decryption of a message in parts: it absorbs all of the ciphertext and decrypts nothing.
#[repr(C)]
pub struct carnelian_aead_verifier {
    opaque: [u64; 288],
}

/// The number of bytes in a `carnelian_aead_opener`.
pub const CARNELIAN_AEAD_OPENER_SIZE: usize = 320;
/// The alignment of a `carnelian_aead_opener`.
pub const CARNELIAN_AEAD_OPENER_ALIGN: usize = 8;

/// The second pass of the decryption of a message in parts, once its tag is verified.
#[repr(C)]
pub struct carnelian_aead_opener {
    opaque: [u64; 40],
}

/// Writes a context's value, one variant for each algorithm that works in parts, and its declaration as a context.
macro_rules! passes {
    ($($Pass:ident in $memory:ident, $tag:literal;)+) => {$(
        pub(crate) enum $Pass {
            ChaCha20Poly1305(chacha20poly1305::$Pass<ChaCha20>),
            XChaCha20Poly1305(chacha20poly1305::$Pass<XChaCha20>),
            Aes128Gcm(aes_gcm::$Pass<'static, Aes128>),
            Aes192Gcm(aes_gcm::$Pass<'static, Aes192>),
            Aes256Gcm(aes_gcm::$Pass<'static, Aes256>),
        }

        // SAFETY: an array of words.
        unsafe impl Memory for $memory {
            type Value = $Pass;
            const TAG: u64 = tag($tag);
        }
    )+};
}
passes! {
    Sealer in carnelian_aead_sealer, b"aead sea";
    Verifier in carnelian_aead_verifier, b"aead ver";
    Opener in carnelian_aead_opener, b"aead ope";
}

const _: () =
    assert!(fits::<carnelian_aead_sealer>() && size_of::<carnelian_aead_sealer>() == CARNELIAN_AEAD_SEALER_SIZE);
const _: () = assert!(align_of::<carnelian_aead_sealer>() <= CARNELIAN_AEAD_SEALER_ALIGN);
const _: () =
    assert!(fits::<carnelian_aead_verifier>() && size_of::<carnelian_aead_verifier>() == CARNELIAN_AEAD_VERIFIER_SIZE);
const _: () = assert!(align_of::<carnelian_aead_verifier>() <= CARNELIAN_AEAD_VERIFIER_ALIGN);
const _: () =
    assert!(fits::<carnelian_aead_opener>() && size_of::<carnelian_aead_opener>() == CARNELIAN_AEAD_OPENER_SIZE);
const _: () = assert!(align_of::<carnelian_aead_opener>() <= CARNELIAN_AEAD_OPENER_ALIGN);

/// Evaluates an expression with `$pass` as the value in any variant.
macro_rules! with_pass {
    ($Pass:ident, $value:expr, $pass:ident => $body:expr) => {
        match $value {
            $Pass::ChaCha20Poly1305($pass) => $body,
            $Pass::XChaCha20Poly1305($pass) => $body,
            $Pass::Aes128Gcm($pass) => $body,
            $Pass::Aes192Gcm($pass) => $body,
            $Pass::Aes256Gcm($pass) => $body,
        }
    };
}

/// Starts a pass with the method `$start` of the key.
macro_rules! begin {
    ($Pass:ident, $start:ident, $key:expr, $nonce:expr, $aad:expr) => {
        begin!($Pass, $start, $key, $nonce, $aad; ChaCha20Poly1305 XChaCha20Poly1305 Aes128Gcm Aes192Gcm Aes256Gcm)
    };
    ($Pass:ident, $start:ident, $key:expr, $nonce:expr, $aad:expr; $($Variant:ident)+) => {
        match $key {
            $(AnyKey::$Variant(key) => {
                Ok($Pass::$Variant(key.$start(&nonce_of(key.as_ref(), $nonce)?, $aad)))
            })+
            AnyKey::Aes128GcmSiv(_) | AnyKey::Aes256GcmSiv(_) => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
        }
    };
}

/// Returns the nonce for a key.
fn nonce_of<A: Aead>(_: &A, nonce: (*const u8, usize)) -> Result<A::Nonce, carnelian_status> {
    message::nonce::<A>(BORROWING, nonce)
}

/// The promise for keys that a context refers to.
// SAFETY: the documentation of the functions that use it demands that the key is neither changed nor freed before the
// context has ended; a nonce is copied at once.
const BORROWING: &Caller = &unsafe { Caller::promises() };

/// Starts the encryption of a message in parts. The key must not be freed before the sealer has ended. Takes time that
/// depends only on lengths.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a nonce of another length; `CARNELIAN_ERROR_ALGORITHM` if the key is of
/// AES-GCM-SIV, which reads a message twice.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_sealer_init(
    sealer: *mut carnelian_aead_sealer,
    key: *const carnelian_aead_key,
    inputs: *const carnelian_aead_inputs,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(sealer)], || {
        context::start(&caller, sealer, || {
            let given = caller.get(inputs)?;
            let aad = caller.bytes(given.aad, given.aad_len)?;
            begin!(Sealer, sealer, &BORROWING.get(key)?.0, (given.nonce, given.nonce_len), aad)
        })
    })
}

/// Encrypts the next `len` bytes of the message to as many of `ciphertext`, which is the same memory or shares none with
/// `plaintext`.
///
/// Errors: `CARNELIAN_ERROR_LIMIT` if the message becomes too long, `CARNELIAN_ERROR_OVERLAP`; nothing is counted then,
/// and the ciphertext is zeroed. `CARNELIAN_ERROR_STATE` if the sealer is not initialized or has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_sealer_update(
    sealer: *mut carnelian_aead_sealer,
    plaintext: *const u8,
    ciphertext: *mut u8,
    len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(ciphertext, len)], || {
        let pair = caller.pair(plaintext, ciphertext, len)?;
        with_pass!(Sealer, context::get_mut(&caller, sealer)?, sealer => match pair {
            Pair::Apart { input, output } => Ok(sealer.update_to(input, output)?),
            Pair::InPlace(data) => Ok(sealer.update(data)?),
        })
    })
}

/// Ends the message: writes its tag, 16 bytes. The sealer is wiped.
///
/// Errors: `CARNELIAN_ERROR_STATE` if the sealer is not initialized or has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_sealer_final(
    sealer: *mut carnelian_aead_sealer,
    tag: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(tag, TAG_LEN)], || {
        let sealer = context::finish(&caller, sealer)?;
        let sealed = sealer.take(|sealer| with_pass!(Sealer, sealer, sealer => sealer.finish()));
        Ok(caller.write(tag, &sealed)?)
    })
}

/// Ends the encryption of a message without a tag, and wipes the sealer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_sealer_wipe(sealer: *mut carnelian_aead_sealer) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, sealer))
}

/// Starts the first pass of the decryption of a message in parts. The key must not be freed before the verifier and the
/// opener that it starts have ended. Takes time that depends only on lengths.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a nonce of another length; `CARNELIAN_ERROR_ALGORITHM` if the key is of
/// AES-GCM-SIV.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_verifier_init(
    verifier: *mut carnelian_aead_verifier,
    key: *const carnelian_aead_key,
    inputs: *const carnelian_aead_inputs,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(verifier)], || {
        context::start(&caller, verifier, || {
            let given = caller.get(inputs)?;
            let aad = caller.bytes(given.aad, given.aad_len)?;
            begin!(Verifier, verifier, &BORROWING.get(key)?.0, (given.nonce, given.nonce_len), aad)
        })
    })
}

/// Absorbs the next part of the ciphertext, of any length.
///
/// Errors: `CARNELIAN_ERROR_LIMIT` if the message becomes too long, the part is not counted then;
/// `CARNELIAN_ERROR_STATE` if the verifier is not initialized or has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_verifier_update(
    verifier: *mut carnelian_aead_verifier,
    ciphertext: *const u8,
    ciphertext_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let ciphertext = caller.bytes(ciphertext, ciphertext_len)?;
        let verifier = context::get_mut(&caller, verifier)?;
        Ok(with_pass!(Verifier, verifier, verifier => verifier.update(ciphertext))?)
    })
}

/// Ends the first pass: if `tag`, 16 bytes, is the tag of the ciphertext that was absorbed, initializes `opener` for the
/// second pass. The verifier is wiped.
///
/// Errors: `CARNELIAN_ERROR_AUTHENTICATION` if the tag is not right; `CARNELIAN_ERROR_STATE` if the verifier is not
/// initialized or has ended. The opener is zeroed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_verifier_final(
    verifier: *mut carnelian_aead_verifier,
    tag: *const u8,
    opener: *mut carnelian_aead_opener,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(opener)], || {
        let verifier = context::finish(&caller, verifier)?;
        let tag = *caller.array(tag)?;
        context::start(&caller, opener, || {
            verifier.take(|verifier| match verifier {
                Verifier::ChaCha20Poly1305(verifier) => Ok(Opener::ChaCha20Poly1305(verifier.verify(&tag)?)),
                Verifier::XChaCha20Poly1305(verifier) => Ok(Opener::XChaCha20Poly1305(verifier.verify(&tag)?)),
                Verifier::Aes128Gcm(verifier) => Ok(Opener::Aes128Gcm(verifier.verify(&tag)?)),
                Verifier::Aes192Gcm(verifier) => Ok(Opener::Aes192Gcm(verifier.verify(&tag)?)),
                Verifier::Aes256Gcm(verifier) => Ok(Opener::Aes256Gcm(verifier.verify(&tag)?)),
            })
        })
    })
}

/// Ends the first pass without a verdict, and wipes the verifier.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_verifier_wipe(verifier: *mut carnelian_aead_verifier) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, verifier))
}

/// Decrypts the next `len` bytes of the ciphertext to as many of `plaintext`, which is the same memory or shares none
/// with it. The parts may be divided differently than for the verifier. It is up to the caller that the ciphertext is
/// the one that was verified.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if there is more ciphertext than was verified, `CARNELIAN_ERROR_OVERLAP`;
/// `CARNELIAN_ERROR_STATE` if the opener is not initialized or has ended. The plaintext is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_opener_update(
    opener: *mut carnelian_aead_opener,
    ciphertext: *const u8,
    plaintext: *mut u8,
    len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(plaintext, len)], || {
        let pair = caller.pair(ciphertext, plaintext, len)?;
        with_pass!(Opener, context::get_mut(&caller, opener)?, opener => match pair {
            Pair::Apart { input, output } => Ok(opener.update_to(input, output)?),
            Pair::InPlace(data) => Ok(opener.update(data)?),
        })
    })
}

/// Writes the number of bytes that were verified and are not decrypted yet to `*left`.
///
/// Errors: `CARNELIAN_ERROR_STATE` if the opener is not initialized or has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_opener_left(
    opener: *const carnelian_aead_opener,
    left: *mut u64,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(left)], || {
        let opener = context::get(&caller, opener)?;
        caller.place(left)?.write(with_pass!(Opener, opener, opener => opener.left()));
        Ok(())
    })
}

/// Ends the second pass, and wipes the opener.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_opener_wipe(opener: *mut carnelian_aead_opener) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, opener))
}
