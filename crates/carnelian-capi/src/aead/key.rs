//! Keys that are set up once, for many messages.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::message::{self, Message};
use super::{TAG_LEN, carnelian_aead_algorithm, carnelian_aead_inputs};
use crate::heap;
use crate::outputs::{whole, zeroing};
use crate::status::carnelian_status;
use carnelian::cipher::{self, Aead};
use carnelian_ffi::Caller;

/// A key of authenticated encryption with what is computed from it alone. It is on the heap, and wiped when it is freed.
/// Several threads may use it at a time.
pub struct carnelian_aead_key(pub(super) AnyKey);

/// Generates [`AnyKey`].
macro_rules! any_key {
    ([] $($module:ident $Type:ident $STEM:ident ($number:literal, $($names:tt)*) $methods:tt $form:ident;)+) => {
        /// A key of any algorithm of the catalogue.
        pub(super) enum AnyKey {
            $($Type(Box<cipher::$module::$Type>),)+
        }

        impl AnyKey {
            /// Sets up a key.
            fn new(
                caller: &Caller,
                algorithm: carnelian_aead_algorithm,
                (key, key_len): (*const u8, usize),
            ) -> Result<Self, carnelian_status> {
                match algorithm {
                    $($number => {
                        let key = message::key::<cipher::$module::$Type>(caller, key, key_len)?;
                        Ok(Self::$Type(cipher::$module::$Type::boxed(key)))
                    })+
                    _ => Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
                }
            }
        }
    };
}
::carnelian::__aeads! { any_key [] }

/// Evaluates an expression with `$key` as the key in a handle.
macro_rules! with_key {
    ($value:expr, $key:ident => $body:expr) => {
        ::carnelian::__aeads! { match_key [$value, $key, $body] }
    };
}

/// Generates the match on a key.
macro_rules! match_key {
    ([$value:expr, $key:ident, $body:expr] $(
        $module:ident $Type:ident $STEM:ident ($number:literal, $($names:tt)*) $methods:tt $form:ident;
    )+) => {
        match &$value.0 {
            $(AnyKey::$Type($key) => $body,)+
        }
    };
}

/// Sets up a key, on the heap, for many messages, and writes its address to `*handle`; release it with
/// `carnelian_aead_key_free`. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_MEMORY`; `*handle` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_key_new(
    algorithm: carnelian_aead_algorithm,
    key: *const u8,
    key_len: usize,
    handle: *mut *mut carnelian_aead_key,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(handle)], || {
        heap::give(&caller, handle, || Ok(carnelian_aead_key(AnyKey::new(&caller, algorithm, (key, key_len))?)))
    })
}

/// Wipes and releases a key. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_key_free(handle: *mut carnelian_aead_key) {
    let caller = caller!();
    heap::take_back(&caller, handle);
}

/// Encrypts `len` bytes of `plaintext` to as many of `ciphertext` and writes a tag of 16 bytes: `carnelian_aead_seal`
/// with a key that is set up.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a nonce of another length; `CARNELIAN_ERROR_OVERLAP`, `CARNELIAN_ERROR_LIMIT`.
/// The ciphertext is zeroed then, even if it is the same memory as the plaintext.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_key_seal(
    handle: *const carnelian_aead_key,
    inputs: *const carnelian_aead_inputs,
    plaintext: *const u8,
    ciphertext: *mut u8,
    len: usize,
    tag: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(ciphertext, len), (tag, TAG_LEN)], || {
        let message = Message::of(&caller, inputs, plaintext, ciphertext, len)?;
        let sealed = with_key!(caller.get(handle)?, key => message.seal(&caller, &**key))?;
        Ok(caller.write(tag, &sealed)?)
    })
}

/// Decrypts `len` bytes of `ciphertext` to as many of `plaintext` if the tag of 16 bytes is right:
/// `carnelian_aead_open` with a key that is set up.
///
/// Errors: `CARNELIAN_ERROR_AUTHENTICATION` if it is not; `CARNELIAN_ERROR_LENGTH` for a nonce of another length;
/// `CARNELIAN_ERROR_OVERLAP`, `CARNELIAN_ERROR_LIMIT`. The plaintext is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_key_open(
    handle: *const carnelian_aead_key,
    inputs: *const carnelian_aead_inputs,
    ciphertext: *const u8,
    plaintext: *mut u8,
    len: usize,
    tag: *const u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(plaintext, len)], || {
        let message = Message::of(&caller, inputs, ciphertext, plaintext, len)?;
        let tag = *caller.array(tag)?;
        with_key!(caller.get(handle)?, key => message.open(&caller, &**key, &tag))
    })
}

/// Encrypts a message and writes the ciphertext followed by the tag: `carnelian_aead_seal_combined` with a key that is
/// set up.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` for a nonce of another length, or unless `sealed_len` is 16 more than
/// `plaintext_len`; `CARNELIAN_ERROR_OVERLAP`, `CARNELIAN_ERROR_LIMIT`. The output is zeroed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_key_seal_combined(
    handle: *const carnelian_aead_key,
    inputs: *const carnelian_aead_inputs,
    plaintext: *const u8,
    plaintext_len: usize,
    sealed: *mut u8,
    sealed_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(sealed, sealed_len)], || {
        let message = Message::of(&caller, inputs, plaintext, sealed, plaintext_len)?;
        with_key!(caller.get(handle)?, key => message.seal_combined(&caller, &**key, sealed_len))
    })
}

/// Decrypts a ciphertext that is followed by its tag: `carnelian_aead_open_combined` with a key that is set up.
///
/// Errors: `CARNELIAN_ERROR_AUTHENTICATION` if the tag is not right; `CARNELIAN_ERROR_LENGTH` for a nonce of another
/// length, or unless `plaintext_len` is 16 less than `sealed_len`; `CARNELIAN_ERROR_OVERLAP`, `CARNELIAN_ERROR_LIMIT`.
/// The plaintext is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_aead_key_open_combined(
    handle: *const carnelian_aead_key,
    inputs: *const carnelian_aead_inputs,
    sealed: *const u8,
    sealed_len: usize,
    plaintext: *mut u8,
    plaintext_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(plaintext, plaintext_len)], || {
        let message = Message::of(&caller, inputs, sealed, plaintext, plaintext_len)?;
        with_key!(caller.get(handle)?, key => message.open_combined(&caller, &**key, sealed_len))
    })
}
