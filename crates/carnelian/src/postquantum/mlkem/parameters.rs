//! Parameter sets, FIPS 203 Section 8, Table 2.

use crate::base::secret::Confidential;
use crate::postquantum::bytes::Bytes;
use core::fmt;
use core::hash::Hash;

/// ML-KEM-512: security category 1, that of AES-128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MlKem512;

/// ML-KEM-768: security category 3, that of AES-192. FIPS 203 recommends it as the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MlKem768;

/// ML-KEM-1024: security category 5, that of AES-256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MlKem1024;

/// A parameter set: [`MlKem512`], [`MlKem768`] or [`MlKem1024`]. Sealed.
pub trait Parameters: Copy + fmt::Debug + Eq + Hash + Send + Sync + sealed::Sealed + 'static {
    /// The name in FIPS 203.
    const NAME: &'static str;
    /// k, the number of polynomials in a vector.
    const K: usize;
    /// η₁, the bound of the coefficients of s, e and y; η₂ is 2 in every set.
    const ETA1: usize;
    /// dᵤ, the bits that are kept of a coefficient of u.
    const DU: i32;
    /// dᵥ, the bits that are kept of a coefficient of v.
    const DV: i32;

    /// Bytes in an encapsulation key: 384k + 32.
    const ENCAPSULATION_KEY_LEN: usize = 384 * Self::K + 32;
    /// Bytes in a decapsulation key in its expanded form: 768k + 96.
    const DECAPSULATION_KEY_LEN: usize = 768 * Self::K + 96;
    /// Bytes in a ciphertext: 32(dᵤk + dᵥ).
    const CIPHERTEXT_LEN: usize = 32 * (Self::DU as usize * Self::K + Self::DV as usize);

    /// The bytes of an encapsulation key.
    type EncapsulationKeyBytes: Bytes;
    /// The bytes of a decapsulation key in its expanded form.
    type DecapsulationKeyBytes: Bytes + Confidential;
    /// The bytes of a ciphertext.
    type CiphertextBytes: Bytes;
    /// k values.
    #[doc(hidden)]
    type Vector<T: Copy>: Array<T>;
    /// k² values, by rows.
    #[doc(hidden)]
    type Matrix<T: Copy>: Array<T>;
}

/// An array.
pub trait Array<T>: Copy + AsRef<[T]> + AsMut<[T]> {
    /// Returns an array in which every value is `value`.
    #[doc(hidden)]
    fn filled(value: T) -> Self;
}

impl<T: Copy, const N: usize> Array<T> for [T; N] {
    #[inline(always)]
    fn filled(value: T) -> Self {
        [value; N]
    }
}

mod sealed {
    pub trait Sealed {}
}

/// Writes the implementations from Table 2: k, η₁, dᵤ, dᵥ.
macro_rules! parameter_sets {
    ($($Set:ident = $name:literal: $k:literal, $eta1:literal, $du:literal, $dv:literal;)+) => {$(
        impl sealed::Sealed for $Set {}

        impl Parameters for $Set {
            const NAME: &'static str = $name;
            const K: usize = $k;
            const ETA1: usize = $eta1;
            const DU: i32 = $du;
            const DV: i32 = $dv;
            type EncapsulationKeyBytes = [u8; Self::ENCAPSULATION_KEY_LEN];
            type DecapsulationKeyBytes = [u8; Self::DECAPSULATION_KEY_LEN];
            type CiphertextBytes = [u8; Self::CIPHERTEXT_LEN];
            type Vector<T: Copy> = [T; $k];
            type Matrix<T: Copy> = [T; $k * $k];
        }
    )+};
}

parameter_sets! {
    MlKem512 = "ML-KEM-512": 2, 3, 10, 4;
    MlKem768 = "ML-KEM-768": 3, 2, 10, 4;
    MlKem1024 = "ML-KEM-1024": 4, 2, 11, 5;
}

// Section 8, Table 3.
const _: () = {
    assert!(MlKem512::ENCAPSULATION_KEY_LEN == 800 && MlKem512::DECAPSULATION_KEY_LEN == 1632);
    assert!(MlKem768::ENCAPSULATION_KEY_LEN == 1184 && MlKem768::DECAPSULATION_KEY_LEN == 2400);
    assert!(MlKem1024::ENCAPSULATION_KEY_LEN == 1568 && MlKem1024::DECAPSULATION_KEY_LEN == 3168);
    assert!(MlKem512::CIPHERTEXT_LEN == 768 && MlKem768::CIPHERTEXT_LEN == 1088 && MlKem1024::CIPHERTEXT_LEN == 1568);
};
