//! The two functions, which differ in how they read a block and in what they make of a key.

/// GHASH of SP 800-38D Section 6.4.
#[derive(Clone, Copy, Debug)]
pub enum Ghash {}

/// POLYVAL of RFC 8452 Section 3.
#[derive(Clone, Copy, Debug)]
pub enum Polyval {}

/// One of the two functions: [`Ghash`] or [`Polyval`]. Sealed.
pub trait Function: Copy + sealed::Sealed + 'static {
    /// The name of its type, [`Ghash`](super::Ghash) or [`Polyval`](super::Polyval).
    const NAME: &'static str;
}

impl Function for Ghash {
    const NAME: &'static str = "Ghash";
}

impl Function for Polyval {
    const NAME: &'static str = "Polyval";
}

mod sealed {
    pub trait Sealed {
        /// Whether a block is a big-endian number, with the coefficient of xⁱ in bit i. Otherwise it is little-endian.
        const BIG_ENDIAN: bool;

        /// Returns the number of a block.
        #[inline(always)]
        fn number(block: [u8; 16]) -> u128 {
            if Self::BIG_ENDIAN { u128::from_be_bytes(block) } else { u128::from_le_bytes(block) }
        }

        /// Returns the block of a number.
        #[inline(always)]
        fn block(number: u128) -> [u8; 16] {
            if Self::BIG_ENDIAN { number.to_be_bytes() } else { number.to_le_bytes() }
        }

        /// Returns the element by which blocks are multiplied under the key that is the number `h`.
        fn multiplier(h: u128) -> u128;
    }
}

impl sealed::Sealed for Ghash {
    const BIG_ENDIAN: bool = true;

    /// RFC 8452 Appendix A, mulX_POLYVAL.
    #[inline(always)]
    fn multiplier(h: u128) -> u128 {
        let carry = h >> 127;
        h << 1 ^ carry ^ carry << 121 ^ carry << 126 ^ carry << 127
    }
}

impl sealed::Sealed for Polyval {
    const BIG_ENDIAN: bool = false;

    #[inline(always)]
    fn multiplier(h: u128) -> u128 {
        h
    }
}
