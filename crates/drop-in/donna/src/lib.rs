//! The functions of ed25519-donna, under its names. `include/ed25519.h` documents them for callers in C.
//!
//! ed25519-donna compiles a caller's hash function and random source into itself; a library offers functions for that
//! instead, whose names begin with `carnelian_donna_`.

mod custom;
mod eddsa;
mod random;
mod rule;

pub use custom::{Hash, carnelian_donna_publickey, carnelian_donna_sign, carnelian_donna_sign_open};
pub use eddsa::{
    curved25519_scalarmult_basepoint, ed25519_publickey, ed25519_sign, ed25519_sign_open, ed25519_sign_open_batch,
};
pub use random::{Fill, carnelian_donna_set_randombytes, ed25519_randombytes_unsafe};
