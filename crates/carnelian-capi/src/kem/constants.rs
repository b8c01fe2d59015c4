//! Numbers and lengths, written by `CARNELIAN_GENERATE=1 cargo test --package carnelian-capi --test constants`.
#![allow(missing_docs, reason = "the names of lengths say what they are")]

use super::carnelian_kem_algorithm;

/// ML-KEM-512, FIPS 203.
pub const CARNELIAN_MLKEM_512: carnelian_kem_algorithm = 1;
pub const CARNELIAN_MLKEM_512_PRIVATE_KEY_LEN: usize = 64;
pub const CARNELIAN_MLKEM_512_EXPANDED_KEY_LEN: usize = 1632;
pub const CARNELIAN_MLKEM_512_PUBLIC_KEY_LEN: usize = 800;
pub const CARNELIAN_MLKEM_512_CIPHERTEXT_LEN: usize = 768;
pub const CARNELIAN_MLKEM_512_SHARED_SECRET_LEN: usize = 32;

/// ML-KEM-768, FIPS 203.
pub const CARNELIAN_MLKEM_768: carnelian_kem_algorithm = 2;
pub const CARNELIAN_MLKEM_768_PRIVATE_KEY_LEN: usize = 64;
pub const CARNELIAN_MLKEM_768_EXPANDED_KEY_LEN: usize = 2400;
pub const CARNELIAN_MLKEM_768_PUBLIC_KEY_LEN: usize = 1184;
pub const CARNELIAN_MLKEM_768_CIPHERTEXT_LEN: usize = 1088;
pub const CARNELIAN_MLKEM_768_SHARED_SECRET_LEN: usize = 32;

/// ML-KEM-1024, FIPS 203.
pub const CARNELIAN_MLKEM_1024: carnelian_kem_algorithm = 3;
pub const CARNELIAN_MLKEM_1024_PRIVATE_KEY_LEN: usize = 64;
pub const CARNELIAN_MLKEM_1024_EXPANDED_KEY_LEN: usize = 3168;
pub const CARNELIAN_MLKEM_1024_PUBLIC_KEY_LEN: usize = 1568;
pub const CARNELIAN_MLKEM_1024_CIPHERTEXT_LEN: usize = 1568;
pub const CARNELIAN_MLKEM_1024_SHARED_SECRET_LEN: usize = 32;

/// X-Wing, draft-connolly-cfrg-xwing-kem-10.
pub const CARNELIAN_XWING: carnelian_kem_algorithm = 4;
pub const CARNELIAN_XWING_PRIVATE_KEY_LEN: usize = 32;
pub const CARNELIAN_XWING_PUBLIC_KEY_LEN: usize = 1216;
pub const CARNELIAN_XWING_CIPHERTEXT_LEN: usize = 1120;
pub const CARNELIAN_XWING_SHARED_SECRET_LEN: usize = 32;

/// DHKEM(X25519, HKDF-SHA256), RFC 9180 Section 4.1.
pub const CARNELIAN_DHKEM_X25519: carnelian_kem_algorithm = 5;
pub const CARNELIAN_DHKEM_X25519_PRIVATE_KEY_LEN: usize = 32;
pub const CARNELIAN_DHKEM_X25519_PUBLIC_KEY_LEN: usize = 32;
pub const CARNELIAN_DHKEM_X25519_CIPHERTEXT_LEN: usize = 32;
pub const CARNELIAN_DHKEM_X25519_SHARED_SECRET_LEN: usize = 32;

/// X25519MLKEM768, draft-ietf-tls-ecdhe-mlkem Section 4.
pub const CARNELIAN_X25519MLKEM768: carnelian_kem_algorithm = 6;
pub const CARNELIAN_X25519MLKEM768_PUBLIC_KEY_LEN: usize = 1216;
pub const CARNELIAN_X25519MLKEM768_CIPHERTEXT_LEN: usize = 1120;
pub const CARNELIAN_X25519MLKEM768_SHARED_SECRET_LEN: usize = 64;

/// The largest lengths.
pub const CARNELIAN_KEM_PRIVATE_KEY_MAX_LEN: usize = 64;
pub const CARNELIAN_KEM_EXPANDED_KEY_MAX_LEN: usize = 3168;
pub const CARNELIAN_KEM_PUBLIC_KEY_MAX_LEN: usize = 1568;
pub const CARNELIAN_KEM_CIPHERTEXT_MAX_LEN: usize = 1568;
pub const CARNELIAN_KEM_SHARED_SECRET_MAX_LEN: usize = 64;
