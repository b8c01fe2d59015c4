//! Numbers and lengths, written by `CARNELIAN_GENERATE=1 cargo test --package carnelian-capi --test constants`.
#![allow(missing_docs, reason = "the names of lengths say what they are")]

use super::carnelian_exchange_algorithm;

/// X25519, RFC 7748 Section 6.1.
pub const CARNELIAN_X25519: carnelian_exchange_algorithm = 1;
pub const CARNELIAN_X25519_PRIVATE_KEY_LEN: usize = 32;
pub const CARNELIAN_X25519_PUBLIC_KEY_LEN: usize = 32;
pub const CARNELIAN_X25519_SHARED_SECRET_LEN: usize = 32;

/// The largest lengths.
pub const CARNELIAN_EXCHANGE_PRIVATE_KEY_MAX_LEN: usize = 32;
pub const CARNELIAN_EXCHANGE_PUBLIC_KEY_MAX_LEN: usize = 32;
pub const CARNELIAN_EXCHANGE_SHARED_SECRET_MAX_LEN: usize = 32;
