//! Numbers and lengths, written by `CARNELIAN_GENERATE=1 cargo test --package carnelian-capi --test constants`.
#![allow(missing_docs, reason = "the names of lengths say what they are")]

use super::carnelian_mac_algorithm;

/// HMAC-SHA-224, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA224: carnelian_mac_algorithm = 1;

/// HMAC-SHA-256, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA256: carnelian_mac_algorithm = 2;

/// HMAC-SHA-384, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA384: carnelian_mac_algorithm = 3;

/// HMAC-SHA-512, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA512: carnelian_mac_algorithm = 4;

/// HMAC-SHA-512/256, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA512_256: carnelian_mac_algorithm = 5;

/// HMAC-SHA3-224, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA3_224: carnelian_mac_algorithm = 6;

/// HMAC-SHA3-256, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA3_256: carnelian_mac_algorithm = 7;

/// HMAC-SHA3-384, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA3_384: carnelian_mac_algorithm = 8;

/// HMAC-SHA3-512, FIPS 198-1.
pub const CARNELIAN_HMAC_SHA3_512: carnelian_mac_algorithm = 9;
