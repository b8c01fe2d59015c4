//! Secret boxes and boxes of NaCl, and sealed boxes of libsodium, for protocols that need them.

mod public;
mod secret;

pub use public::*;
pub use secret::*;
