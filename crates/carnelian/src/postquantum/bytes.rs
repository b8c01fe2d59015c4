//! Arrays of bytes whose lengths belong to a parameter set.

#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::array::TryFromSliceError;
use core::fmt;
use core::hash::Hash;

/// An array of bytes. Sealed.
pub trait Bytes:
    Copy
    + AsRef<[u8]>
    + AsMut<[u8]>
    + Eq
    + Ord
    + Hash
    + fmt::Debug
    + Send
    + Sync
    + for<'a> TryFrom<&'a [u8], Error = TryFromSliceError>
    + sealed::Sealed
    + 'static
{
    /// Zeros.
    #[doc(hidden)]
    const ZEROED: Self;

    /// Returns zeros on the heap, without a copy on the stack.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn zeroed_box() -> Box<Self>;
}

mod sealed {
    pub trait Sealed {}
}

impl<const LEN: usize> sealed::Sealed for [u8; LEN] {}
impl<const LEN: usize> Bytes for [u8; LEN] {
    const ZEROED: Self = [0; LEN];

    #[cfg(feature = "alloc")]
    fn zeroed_box() -> Box<Self> {
        alloc::vec![0; LEN].into_boxed_slice().try_into().expect("as many zeros as bytes")
    }
}
