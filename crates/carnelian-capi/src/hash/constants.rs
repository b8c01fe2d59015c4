//! Numbers and lengths, written by `CARNELIAN_GENERATE=1 cargo test --package carnelian-capi --test constants`.
#![allow(missing_docs, reason = "the names of lengths say what they are")]

use super::carnelian_hash_algorithm;

/// SHA-224, FIPS 180-4 Section 6.3.
pub const CARNELIAN_SHA224: carnelian_hash_algorithm = 1;
pub const CARNELIAN_SHA224_LEN: usize = 28;

/// SHA-256, FIPS 180-4 Section 6.2.
pub const CARNELIAN_SHA256: carnelian_hash_algorithm = 2;
pub const CARNELIAN_SHA256_LEN: usize = 32;

/// SHA-384, FIPS 180-4 Section 6.5.
pub const CARNELIAN_SHA384: carnelian_hash_algorithm = 3;
pub const CARNELIAN_SHA384_LEN: usize = 48;

/// SHA-512, FIPS 180-4 Section 6.4.
pub const CARNELIAN_SHA512: carnelian_hash_algorithm = 4;
pub const CARNELIAN_SHA512_LEN: usize = 64;

/// SHA-512/224, FIPS 180-4 Section 6.6.
pub const CARNELIAN_SHA512_224: carnelian_hash_algorithm = 16;
pub const CARNELIAN_SHA512_224_LEN: usize = 28;

/// SHA-512/256, FIPS 180-4 Section 6.7.
pub const CARNELIAN_SHA512_256: carnelian_hash_algorithm = 5;
pub const CARNELIAN_SHA512_256_LEN: usize = 32;

/// SHA3-224, FIPS 202 Section 6.1.
pub const CARNELIAN_SHA3_224: carnelian_hash_algorithm = 6;
pub const CARNELIAN_SHA3_224_LEN: usize = 28;

/// SHA3-256, FIPS 202 Section 6.1.
pub const CARNELIAN_SHA3_256: carnelian_hash_algorithm = 7;
pub const CARNELIAN_SHA3_256_LEN: usize = 32;

/// SHA3-384, FIPS 202 Section 6.1.
pub const CARNELIAN_SHA3_384: carnelian_hash_algorithm = 8;
pub const CARNELIAN_SHA3_384_LEN: usize = 48;

/// SHA3-512, FIPS 202 Section 6.1.
pub const CARNELIAN_SHA3_512: carnelian_hash_algorithm = 9;
pub const CARNELIAN_SHA3_512_LEN: usize = 64;

/// SHA-1, FIPS 180-4 Section 6.1.
pub const CARNELIAN_SHA1: carnelian_hash_algorithm = 17;
pub const CARNELIAN_SHA1_LEN: usize = 20;

/// The largest lengths.
pub const CARNELIAN_HASH_MAX_LEN: usize = 64;
