//! Blocks, keys, tags and numbers.

/// Bytes in a block.
pub(in super::super) const BLOCK_LEN: usize = 16;
/// One block of the message.
pub(in super::super) type Block = [u8; BLOCK_LEN];
/// A one-time key: r and s.
pub(in super::super) type Key = [u8; 32];
/// A tag.
pub(in super::super) type Tag = [u8; 16];
/// A number in 64-bit words.
pub(super) type Number = [u64; 3];
