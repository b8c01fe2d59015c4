//! Key encapsulation and signatures that withstand quantum computers.

pub mod batches;
pub mod drawn;
pub mod hybrid;
pub mod kem;
pub mod mldsa;
pub mod mlkem;
mod signature;
pub mod slhdsa;

use crate::inputs::random_array;
use std::fmt::Debug;

/// An array of bytes whose length depends on a parameter set.
pub trait Bytes: AsRef<[u8]> + AsMut<[u8]> + Copy + Debug + Eq + Send + Sync + 'static {
    /// The number of bytes.
    const LEN: usize;

    /// Returns zeros.
    fn zeros() -> Self;

    /// Returns random bytes, the same on every machine.
    fn numbered(number: u64) -> Self;

    /// Returns a copy of bytes of this length.
    ///
    /// # Panics
    /// Panics if they have another length.
    #[must_use]
    fn copied(bytes: &[u8]) -> Self {
        let mut copy = Self::zeros();
        copy.as_mut().copy_from_slice(bytes);
        copy
    }
}

impl<const N: usize> Bytes for [u8; N] {
    const LEN: usize = N;

    fn zeros() -> Self {
        [0; N]
    }

    fn numbered(number: u64) -> Self {
        random_array(number)
    }
}
