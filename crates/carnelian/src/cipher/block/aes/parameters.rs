//! Parameters that depend on the length of a key, FIPS 197 Section 5, Table 3.

use crate::base::secret::Confidential;
use core::array::TryFromSliceError;

/// AES with keys of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aes128 {}

/// AES with keys of 192 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aes192 {}

/// AES with keys of 256 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aes256 {}

/// The parameters of one key length: [`Aes128`], [`Aes192`] or [`Aes256`]. Sealed.
pub trait Parameters: Copy + Send + Sync + sealed::Sealed + 'static {
    /// The bytes of a key: an array of [`KEY_LEN`](Self::KEY_LEN) bytes.
    type Key: Confidential + Default + AsRef<[u8]> + AsMut<[u8]> + for<'k> TryFrom<&'k [u8], Error = TryFromSliceError>;
    /// Bytes in a key.
    const KEY_LEN: usize;
    /// Nk, the number of 32-bit words in a key.
    const NK: usize = Self::KEY_LEN / 4;
    /// Nr, the number of rounds.
    const NR: usize = Self::NK + 6;
}

impl Parameters for Aes128 {
    type Key = [u8; Self::KEY_LEN];
    const KEY_LEN: usize = 16;
}

impl Parameters for Aes192 {
    type Key = [u8; Self::KEY_LEN];
    const KEY_LEN: usize = 24;
}

impl Parameters for Aes256 {
    type Key = [u8; Self::KEY_LEN];
    const KEY_LEN: usize = 32;
}

/// The parameters with which RFC 8452 derives the keys of a message: [`Aes128`] or [`Aes256`]. Sealed.
pub trait DerivesKeys: Parameters {}

impl DerivesKeys for Aes128 {}
impl DerivesKeys for Aes256 {}

mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for Aes128 {}
impl sealed::Sealed for Aes192 {}
impl sealed::Sealed for Aes256 {}
