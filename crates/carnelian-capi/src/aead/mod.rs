//! Authenticated encryption with associated data: whole messages, keys for many messages, and messages in parts.
#![allow(unsafe_code)] // Exports functions under their names in C.

mod key;
mod message;
mod streaming;
mod whole;

pub use key::*;
pub use streaming::*;
pub use whole::*;

use carnelian::cipher::{Aead, Tag, aes_gcm, aes_gcm_siv, chacha20poly1305};

/// An algorithm of authenticated encryption.
pub type carnelian_aead_algorithm = u32;

/// ChaCha20-Poly1305, RFC 8439: keys of 32 bytes, nonces of 12.
pub const CARNELIAN_CHACHA20_POLY1305: carnelian_aead_algorithm = 1;
/// XChaCha20-Poly1305, draft-irtf-cfrg-xchacha: keys of 32 bytes, nonces of 24, which may be drawn at random.
pub const CARNELIAN_XCHACHA20_POLY1305: carnelian_aead_algorithm = 2;
/// AES-128-GCM, NIST SP 800-38D: keys of 16 bytes, nonces of 12.
pub const CARNELIAN_AES_128_GCM: carnelian_aead_algorithm = 3;
/// AES-192-GCM, NIST SP 800-38D: keys of 24 bytes, nonces of 12.
pub const CARNELIAN_AES_192_GCM: carnelian_aead_algorithm = 4;
/// AES-256-GCM, NIST SP 800-38D: keys of 32 bytes, nonces of 12.
pub const CARNELIAN_AES_256_GCM: carnelian_aead_algorithm = 5;
/// AES-128-GCM-SIV, RFC 8452: keys of 16 bytes, nonces of 12. A repeated nonce reveals only whether messages are equal.
pub const CARNELIAN_AES_128_GCM_SIV: carnelian_aead_algorithm = 6;
/// AES-256-GCM-SIV, RFC 8452: keys of 32 bytes, nonces of 12. A repeated nonce reveals only whether messages are equal.
pub const CARNELIAN_AES_256_GCM_SIV: carnelian_aead_algorithm = 7;

/// The number of bytes in a key of ChaCha20-Poly1305.
pub const CARNELIAN_CHACHA20_POLY1305_KEY_LEN: usize = 32;
/// The number of bytes in a nonce of ChaCha20-Poly1305.
pub const CARNELIAN_CHACHA20_POLY1305_NONCE_LEN: usize = 12;
/// The number of bytes in a key of XChaCha20-Poly1305.
pub const CARNELIAN_XCHACHA20_POLY1305_KEY_LEN: usize = 32;
/// The number of bytes in a nonce of XChaCha20-Poly1305.
pub const CARNELIAN_XCHACHA20_POLY1305_NONCE_LEN: usize = 24;
/// The number of bytes in a key of AES-128-GCM.
pub const CARNELIAN_AES_128_GCM_KEY_LEN: usize = 16;
/// The number of bytes in a nonce of AES-128-GCM.
pub const CARNELIAN_AES_128_GCM_NONCE_LEN: usize = 12;
/// The number of bytes in a key of AES-192-GCM.
pub const CARNELIAN_AES_192_GCM_KEY_LEN: usize = 24;
/// The number of bytes in a nonce of AES-192-GCM.
pub const CARNELIAN_AES_192_GCM_NONCE_LEN: usize = 12;
/// The number of bytes in a key of AES-256-GCM.
pub const CARNELIAN_AES_256_GCM_KEY_LEN: usize = 32;
/// The number of bytes in a nonce of AES-256-GCM.
pub const CARNELIAN_AES_256_GCM_NONCE_LEN: usize = 12;
/// The number of bytes in a key of AES-128-GCM-SIV.
pub const CARNELIAN_AES_128_GCM_SIV_KEY_LEN: usize = 16;
/// The number of bytes in a nonce of AES-128-GCM-SIV.
pub const CARNELIAN_AES_128_GCM_SIV_NONCE_LEN: usize = 12;
/// The number of bytes in a key of AES-256-GCM-SIV.
pub const CARNELIAN_AES_256_GCM_SIV_KEY_LEN: usize = 32;
/// The number of bytes in a nonce of AES-256-GCM-SIV.
pub const CARNELIAN_AES_256_GCM_SIV_NONCE_LEN: usize = 12;

/// The number of bytes in a tag of every algorithm.
pub const CARNELIAN_AEAD_TAG_LEN: usize = 16;
/// The largest number of bytes in a key of any algorithm.
pub const CARNELIAN_AEAD_KEY_MAX_LEN: usize = 32;
/// The largest number of bytes in a nonce of any algorithm.
pub const CARNELIAN_AEAD_NONCE_MAX_LEN: usize = 24;

const TAG_LEN: usize = CARNELIAN_AEAD_TAG_LEN;

const _: () = assert!(size_of::<Tag>() == TAG_LEN);

/// Checks the lengths of an algorithm.
const fn has_lengths<A: Aead>(key_len: usize, nonce_len: usize) -> bool {
    A::KEY_LEN == key_len && A::NONCE_LEN == nonce_len
}

const _: () = assert!(has_lengths::<chacha20poly1305::ChaCha20Poly1305>(
    CARNELIAN_CHACHA20_POLY1305_KEY_LEN,
    CARNELIAN_CHACHA20_POLY1305_NONCE_LEN
));
const _: () = assert!(has_lengths::<chacha20poly1305::XChaCha20Poly1305>(
    CARNELIAN_XCHACHA20_POLY1305_KEY_LEN,
    CARNELIAN_XCHACHA20_POLY1305_NONCE_LEN
));
const _: () =
    assert!(has_lengths::<aes_gcm::Aes128Gcm>(CARNELIAN_AES_128_GCM_KEY_LEN, CARNELIAN_AES_128_GCM_NONCE_LEN));
const _: () =
    assert!(has_lengths::<aes_gcm::Aes192Gcm>(CARNELIAN_AES_192_GCM_KEY_LEN, CARNELIAN_AES_192_GCM_NONCE_LEN));
const _: () =
    assert!(has_lengths::<aes_gcm::Aes256Gcm>(CARNELIAN_AES_256_GCM_KEY_LEN, CARNELIAN_AES_256_GCM_NONCE_LEN));
const _: () = assert!(has_lengths::<aes_gcm_siv::Aes128GcmSiv>(
    CARNELIAN_AES_128_GCM_SIV_KEY_LEN,
    CARNELIAN_AES_128_GCM_SIV_NONCE_LEN
));
const _: () = assert!(has_lengths::<aes_gcm_siv::Aes256GcmSiv>(
    CARNELIAN_AES_256_GCM_SIV_KEY_LEN,
    CARNELIAN_AES_256_GCM_SIV_NONCE_LEN
));

/// Evaluates an expression with the type `$A` as the algorithm with a number from C, or `$unknown`.
macro_rules! with_aead {
    ($number:expr, $A:ident => $body:expr, _ => $unknown:expr) => {
        match $number {
            $crate::aead::CARNELIAN_CHACHA20_POLY1305 => {
                type $A = ::carnelian::cipher::chacha20poly1305::ChaCha20Poly1305;
                $body
            }
            $crate::aead::CARNELIAN_XCHACHA20_POLY1305 => {
                type $A = ::carnelian::cipher::chacha20poly1305::XChaCha20Poly1305;
                $body
            }
            $crate::aead::CARNELIAN_AES_128_GCM => {
                type $A = ::carnelian::cipher::aes_gcm::Aes128Gcm;
                $body
            }
            $crate::aead::CARNELIAN_AES_192_GCM => {
                type $A = ::carnelian::cipher::aes_gcm::Aes192Gcm;
                $body
            }
            $crate::aead::CARNELIAN_AES_256_GCM => {
                type $A = ::carnelian::cipher::aes_gcm::Aes256Gcm;
                $body
            }
            $crate::aead::CARNELIAN_AES_128_GCM_SIV => {
                type $A = ::carnelian::cipher::aes_gcm_siv::Aes128GcmSiv;
                $body
            }
            $crate::aead::CARNELIAN_AES_256_GCM_SIV => {
                type $A = ::carnelian::cipher::aes_gcm_siv::Aes256GcmSiv;
                $body
            }
            _ => $unknown,
        }
    };
}

use with_aead;

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
