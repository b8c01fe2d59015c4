//! Arrays whose lengths belong to a parameter set: of bytes, and of what a lattice scheme computes with.

use crate::base::secret::Confidential;
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

/// A polynomial, or another element of the [`Array`]s of a parameter set.
pub trait Element: Clone + Confidential + Send + Sync + 'static {
    /// Zeros.
    const ZEROED: Self;
}

/// An array of elements: a vector or a matrix.
pub trait Array<T>: Clone + AsRef<[T]> + AsMut<[T]> + Confidential + Send + Sync + 'static {
    /// Zeros.
    const ZEROED: Self;
}

impl<T: Element, const LEN: usize> Array<T> for [T; LEN] {
    const ZEROED: Self = [const { T::ZEROED }; LEN];
}

impl<T: Element, const LEN: usize> Confidential for [T; LEN] {
    fn regions(&self, mark: fn(&[u8])) {
        self.iter().for_each(|element| element.regions(mark));
    }

    fn wipe(&mut self) {
        self.iter_mut().for_each(Confidential::wipe);
    }
}
