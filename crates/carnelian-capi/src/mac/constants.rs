//! Numbers and lengths, written by `CARNELIAN_GENERATE=1 cargo test --package carnelian-capi --test constants`.
#![allow(missing_docs, reason = "the names of lengths say what they are")]

use super::carnelian_mac_algorithm;

/// HMAC-SHA-224, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA224: carnelian_mac_algorithm = 1;
pub const CARNELIAN_HMAC_SHA224_TAG_LEN: usize = 28;

/// HMAC-SHA-256, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA256: carnelian_mac_algorithm = 2;
pub const CARNELIAN_HMAC_SHA256_TAG_LEN: usize = 32;

/// HMAC-SHA-384, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA384: carnelian_mac_algorithm = 3;
pub const CARNELIAN_HMAC_SHA384_TAG_LEN: usize = 48;

/// HMAC-SHA-512, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA512: carnelian_mac_algorithm = 4;
pub const CARNELIAN_HMAC_SHA512_TAG_LEN: usize = 64;

/// HMAC-SHA-512/224, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA512_224: carnelian_mac_algorithm = 16;
pub const CARNELIAN_HMAC_SHA512_224_TAG_LEN: usize = 28;

/// HMAC-SHA-512/256, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA512_256: carnelian_mac_algorithm = 5;
pub const CARNELIAN_HMAC_SHA512_256_TAG_LEN: usize = 32;

/// HMAC-SHA3-224, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA3_224: carnelian_mac_algorithm = 6;
pub const CARNELIAN_HMAC_SHA3_224_TAG_LEN: usize = 28;

/// HMAC-SHA3-256, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA3_256: carnelian_mac_algorithm = 7;
pub const CARNELIAN_HMAC_SHA3_256_TAG_LEN: usize = 32;

/// HMAC-SHA3-384, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA3_384: carnelian_mac_algorithm = 8;
pub const CARNELIAN_HMAC_SHA3_384_TAG_LEN: usize = 48;

/// HMAC-SHA3-512, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA3_512: carnelian_mac_algorithm = 9;
pub const CARNELIAN_HMAC_SHA3_512_TAG_LEN: usize = 64;

/// HMAC-SHA-1, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA1: carnelian_mac_algorithm = 17;
pub const CARNELIAN_HMAC_SHA1_TAG_LEN: usize = 20;

/// KMAC128, SP 800-185 Section 4.
pub const CARNELIAN_KMAC128: carnelian_mac_algorithm = 101;
pub const CARNELIAN_KMAC128_TAG_LEN: usize = 32;

/// KMAC256, SP 800-185 Section 4.
pub const CARNELIAN_KMAC256: carnelian_mac_algorithm = 102;
pub const CARNELIAN_KMAC256_TAG_LEN: usize = 64;

/// BLAKE2b with a key, RFC 7693.
pub const CARNELIAN_MAC_BLAKE2B: carnelian_mac_algorithm = 103;
pub const CARNELIAN_MAC_BLAKE2B_TAG_LEN: usize = 64;

/// BLAKE2s with a key, RFC 7693.
pub const CARNELIAN_MAC_BLAKE2S: carnelian_mac_algorithm = 104;
pub const CARNELIAN_MAC_BLAKE2S_TAG_LEN: usize = 32;

/// The largest lengths.
pub const CARNELIAN_MAC_TAG_MAX_LEN: usize = 64;
