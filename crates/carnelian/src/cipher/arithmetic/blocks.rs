//! Blocks of 128 bits, and the counters in them.

/// Bytes in a block.
pub(in super::super) const BLOCK_LEN: usize = 16;
/// A block.
pub(in super::super) type Block = [u8; BLOCK_LEN];

/// The 32 bits of a block that are the counter; they wrap without a carry into the others. Public because traits of
/// block ciphers mention it, but not nameable outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// The last four bytes, most significant first, as in inc₃₂ of SP 800-38D.
    LastBig,
    /// Like `LastBig`, for public blocks: time depends on where their last byte wraps.
    PublicLastBig,
    /// The first four bytes, least significant first, as in RFC 8452.
    FirstLittle,
}

impl Counter {
    /// Increments the counter in a block.
    #[inline(always)]
    pub(in super::super) fn increment(self, block: &mut Block) {
        match self {
            Self::LastBig | Self::PublicLastBig => {
                let [.., a, b, c, d] = block;
                let next = u32::from_be_bytes([*a, *b, *c, *d]).wrapping_add(1);
                [*a, *b, *c, *d] = next.to_be_bytes();
            }
            Self::FirstLittle => {
                let [a, b, c, d, ..] = block;
                let next = u32::from_le_bytes([*a, *b, *c, *d]).wrapping_add(1);
                [*a, *b, *c, *d] = next.to_le_bytes();
            }
        }
    }
}
