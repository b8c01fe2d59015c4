//! Authenticated encryption with associated data: whole messages, keys for many messages, and messages in parts.
#![allow(unsafe_code)] // Exports functions under their names in C.

mod constants;
mod key;
mod message;
mod streaming;
mod whole;

pub use constants::*;
pub use key::*;
pub use streaming::*;
pub use whole::*;

use carnelian::cipher::{Aead, Tag};

/// An algorithm of authenticated encryption. A nonce must never be used for two messages under one key; those of 24 bytes
/// may be drawn at random. With AES-GCM-SIV a repeated nonce reveals only whether messages are equal.
pub type carnelian_aead_algorithm = u32;

/// The inputs of a message beside its key and its content.
#[repr(C)]
pub struct carnelian_aead_inputs {
    /// The nonce.
    pub nonce: *const u8,
    /// The number of bytes in the nonce, that of the algorithm.
    pub nonce_len: usize,
    /// The associated data, which are authenticated and not encrypted; may be NULL if there are none.
    pub aad: *const u8,
    /// The number of bytes in the associated data.
    pub aad_len: usize,
}

/// The number of bytes in a tag of every algorithm.
pub const CARNELIAN_AEAD_TAG_LEN: usize = 16;
const TAG_LEN: usize = CARNELIAN_AEAD_TAG_LEN;

const _: () = assert!(size_of::<Tag>() == TAG_LEN);

/// Evaluates an expression with the type `$A` as the algorithm with a number from C, or `$unknown`.
macro_rules! with_aead {
    ($number:expr, $A:ident => $body:expr, _ => $unknown:expr) => {
        ::carnelian::__aeads! { crate::aead::match_aead [$number, $A, $body, $unknown] }
    };
}
use with_aead;

/// Generates the match on an algorithm: an arm for each row of the catalogue.
macro_rules! match_aead {
    ([$algorithm:expr, $A:ident, $body:expr, $unknown:expr] $(
        $module:ident $Type:ident $STEM:ident ($number:literal, $($names:tt)*) $methods:tt $form:ident;
    )+) => {
        match $algorithm {
            $($number => {
                type $A = ::carnelian::cipher::$module::$Type;
                $body
            })+
            _ => $unknown,
        }
    };
}
pub(crate) use match_aead;

/// Returns the number of bytes in a key of the algorithm; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_aead_key_len(algorithm: carnelian_aead_algorithm) -> usize {
    with_aead!(algorithm, A => A::KEY_LEN, _ => 0)
}

/// Returns the number of bytes in a nonce of the algorithm; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_aead_nonce_len(algorithm: carnelian_aead_algorithm) -> usize {
    with_aead!(algorithm, A => A::NONCE_LEN, _ => 0)
}

/// Returns the number of bytes in the longest message of the algorithm; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_aead_max_len(algorithm: carnelian_aead_algorithm) -> u64 {
    with_aead!(algorithm, A => A::MAX_LEN, _ => 0)
}

/// Returns the number of bytes in the longest associated data of the algorithm; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_aead_max_aad_len(algorithm: carnelian_aead_algorithm) -> u64 {
    with_aead!(algorithm, A => A::MAX_AAD_LEN, _ => 0)
}
