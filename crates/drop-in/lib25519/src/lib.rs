//! The functions of lib25519, under its names. `include/lib25519.h` documents them for callers in C.
//!
//! lib25519's stable interface has five functions: key pairs and shared secrets of X25519, key pairs, signed messages
//! and their opening for Ed25519. The primitives under them, which it may change, are here too.

mod blocks;
mod inverse;
mod names;
mod primitives;
mod schemes;
mod sums;

pub use primitives::{
    lib25519_hash_sha512, lib25519_hashblocks_sha512, lib25519_nG_merged25519, lib25519_nG_montgomery25519,
    lib25519_nP_montgomery25519, lib25519_nPbatch_montgomery25519, lib25519_pow_inv25519, lib25519_powbatch_inv25519,
    lib25519_verify_32,
};
pub use schemes::{
    lib25519_dh_x25519, lib25519_dh_x25519_keypair, lib25519_sign_ed25519, lib25519_sign_ed25519_keypair,
    lib25519_sign_ed25519_open,
};
pub use sums::{lib25519_mGnP_ed25519, lib25519_multiscalar_ed25519};
