//! Ed25519 signatures, RFC 8032.
