//! Numbers and lengths, written by `CARNELIAN_GENERATE=1 cargo test --package carnelian-capi --test constants`.
#![allow(missing_docs, reason = "the names of lengths say what they are")]

use super::carnelian_aead_algorithm;

/// ChaCha20-Poly1305, RFC 8439 Section 2.8.
pub const CARNELIAN_CHACHA20_POLY1305: carnelian_aead_algorithm = 1;
pub const CARNELIAN_CHACHA20_POLY1305_KEY_LEN: usize = 32;
pub const CARNELIAN_CHACHA20_POLY1305_NONCE_LEN: usize = 12;

/// XChaCha20-Poly1305, draft-irtf-cfrg-xchacha Section 2.
pub const CARNELIAN_XCHACHA20_POLY1305: carnelian_aead_algorithm = 2;
pub const CARNELIAN_XCHACHA20_POLY1305_KEY_LEN: usize = 32;
pub const CARNELIAN_XCHACHA20_POLY1305_NONCE_LEN: usize = 24;

/// AES-128-GCM, SP 800-38D.
pub const CARNELIAN_AES_128_GCM: carnelian_aead_algorithm = 3;
pub const CARNELIAN_AES_128_GCM_KEY_LEN: usize = 16;
pub const CARNELIAN_AES_128_GCM_NONCE_LEN: usize = 12;

/// AES-192-GCM, SP 800-38D.
pub const CARNELIAN_AES_192_GCM: carnelian_aead_algorithm = 4;
pub const CARNELIAN_AES_192_GCM_KEY_LEN: usize = 24;
pub const CARNELIAN_AES_192_GCM_NONCE_LEN: usize = 12;

/// AES-256-GCM, SP 800-38D.
pub const CARNELIAN_AES_256_GCM: carnelian_aead_algorithm = 5;
pub const CARNELIAN_AES_256_GCM_KEY_LEN: usize = 32;
pub const CARNELIAN_AES_256_GCM_NONCE_LEN: usize = 12;

/// AES-128-GCM-SIV, RFC 8452.
pub const CARNELIAN_AES_128_GCM_SIV: carnelian_aead_algorithm = 6;
pub const CARNELIAN_AES_128_GCM_SIV_KEY_LEN: usize = 16;
pub const CARNELIAN_AES_128_GCM_SIV_NONCE_LEN: usize = 12;

/// AES-256-GCM-SIV, RFC 8452.
pub const CARNELIAN_AES_256_GCM_SIV: carnelian_aead_algorithm = 7;
pub const CARNELIAN_AES_256_GCM_SIV_KEY_LEN: usize = 32;
pub const CARNELIAN_AES_256_GCM_SIV_NONCE_LEN: usize = 12;

/// The largest lengths.
pub const CARNELIAN_AEAD_KEY_MAX_LEN: usize = 32;
pub const CARNELIAN_AEAD_NONCE_MAX_LEN: usize = 24;
