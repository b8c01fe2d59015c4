//! The members of the ChaCha20 family that are combined with Poly1305, and the lengths of the combinations.

use crate::cipher::aead;
use crate::cipher::chacha20::variant::{ChaCha20, Variant, XChaCha20};

/// Bytes in a key.
pub(super) const KEY_LEN: usize = 32;
/// Bytes in a tag.
pub(super) const TAG_LEN: usize = aead::TAG_LEN;
/// The longest message, in bytes: the keystream has 2³² blocks, and the first one contains the one-time key.
pub(super) const MAX_LEN: u64 = ((1 << 32) - 1) * 64;

/// The members of the ChaCha20 family that the standards combine with Poly1305. Sealed.
pub trait AeadVariant: Variant {
    /// The name of the combination.
    const AEAD_NAME: &'static str;
}

impl AeadVariant for ChaCha20 {
    const AEAD_NAME: &'static str = "ChaCha20-Poly1305";
}

impl AeadVariant for XChaCha20 {
    const AEAD_NAME: &'static str = "XChaCha20-Poly1305";
}
