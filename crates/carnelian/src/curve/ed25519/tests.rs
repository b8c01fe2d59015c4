//! Ed25519 at every tier.
