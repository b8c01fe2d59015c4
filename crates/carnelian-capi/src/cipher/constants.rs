//! Numbers and lengths, written by `CARNELIAN_GENERATE=1 cargo test --package carnelian-capi --test constants`.
#![allow(missing_docs, reason = "the names of lengths say what they are")]

use super::carnelian_cipher_algorithm;

/// ChaCha20, RFC 8439 Section 2.4.
pub const CARNELIAN_CHACHA20: carnelian_cipher_algorithm = 1;
pub const CARNELIAN_CHACHA20_KEY_LEN: usize = 32;
pub const CARNELIAN_CHACHA20_NONCE_LEN: usize = 12;

/// ChaCha20 (original), Bernstein, ChaCha, a variant of Salsa20, 2008.
pub const CARNELIAN_CHACHA20_DJB: carnelian_cipher_algorithm = 2;
pub const CARNELIAN_CHACHA20_DJB_KEY_LEN: usize = 32;
pub const CARNELIAN_CHACHA20_DJB_NONCE_LEN: usize = 8;

/// XChaCha20, draft-irtf-cfrg-xchacha Section 2.3.
pub const CARNELIAN_XCHACHA20: carnelian_cipher_algorithm = 3;
pub const CARNELIAN_XCHACHA20_KEY_LEN: usize = 32;
pub const CARNELIAN_XCHACHA20_NONCE_LEN: usize = 24;

/// AES-128-CTR, SP 800-38A Section 6.5.
pub const CARNELIAN_AES_128_CTR: carnelian_cipher_algorithm = 4;
pub const CARNELIAN_AES_128_CTR_KEY_LEN: usize = 16;
pub const CARNELIAN_AES_128_CTR_NONCE_LEN: usize = 16;

/// AES-192-CTR, SP 800-38A Section 6.5.
pub const CARNELIAN_AES_192_CTR: carnelian_cipher_algorithm = 5;
pub const CARNELIAN_AES_192_CTR_KEY_LEN: usize = 24;
pub const CARNELIAN_AES_192_CTR_NONCE_LEN: usize = 16;

/// AES-256-CTR, SP 800-38A Section 6.5.
pub const CARNELIAN_AES_256_CTR: carnelian_cipher_algorithm = 6;
pub const CARNELIAN_AES_256_CTR_KEY_LEN: usize = 32;
pub const CARNELIAN_AES_256_CTR_NONCE_LEN: usize = 16;

/// Salsa20, Bernstein, Salsa20 specification, 2005.
pub const CARNELIAN_SALSA20: carnelian_cipher_algorithm = 7;
pub const CARNELIAN_SALSA20_KEY_LEN: usize = 32;
pub const CARNELIAN_SALSA20_NONCE_LEN: usize = 8;

/// XSalsa20, Bernstein, Extending the Salsa20 nonce, 2011.
pub const CARNELIAN_XSALSA20: carnelian_cipher_algorithm = 8;
pub const CARNELIAN_XSALSA20_KEY_LEN: usize = 32;
pub const CARNELIAN_XSALSA20_NONCE_LEN: usize = 24;

/// The largest lengths.
pub const CARNELIAN_CIPHER_KEY_MAX_LEN: usize = 32;
pub const CARNELIAN_CIPHER_NONCE_MAX_LEN: usize = 24;
