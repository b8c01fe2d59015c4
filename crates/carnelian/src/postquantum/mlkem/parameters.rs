//! Parameter sets, FIPS 203 Section 8, Tables 2 and 3.
//!
//! They are types with a value, unlike those of ML-DSA, since the trait `Kem` of the crate `kem` requires `Default`.

use crate::base::secret::Confidential;
use crate::postquantum::arrays::{Bytes, Element};
use core::fmt;
use core::hash::Hash;

/// ML-KEM-512: security category 1, that of AES-128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MlKem512;

/// ML-KEM-768: security category 3, that of AES-192. FIPS 203 recommends it as the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MlKem768;

/// ML-KEM-1024: security category 5, that of AES-256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MlKem1024;

/// A parameter set: [`MlKem512`], [`MlKem768`] or [`MlKem1024`]. Sealed.
pub trait Parameters: Copy + fmt::Debug + Hash + Ord + internal::Arrays + Send + Sync + 'static {
    /// The name in the standard.
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

    /// The bytes of an encapsulation key: an array of [`ENCAPSULATION_KEY_LEN`](Self::ENCAPSULATION_KEY_LEN) bytes.
    type EncapsulationKeyBytes: Bytes;
    /// The bytes of a decapsulation key in its expanded form: an array of
    /// [`DECAPSULATION_KEY_LEN`](Self::DECAPSULATION_KEY_LEN) bytes.
    type DecapsulationKeyBytes: Bytes + Confidential;
    /// The bytes of a ciphertext: an array of [`CIPHERTEXT_LEN`](Self::CIPHERTEXT_LEN) bytes.
    type CiphertextBytes: Bytes;
}

/// The parts of a parameter set that only this library sees. They seal the set as well.
mod internal {
    use crate::postquantum::arrays::{Array, Element};

    pub trait Arrays {
        /// k elements.
        type Vector<T: Element>: Array<T>;
        /// k² elements.
        type Matrix<T: Element>: Array<T>;
    }
}

macro_rules! parameter_sets {
    ($($Set:ident = $name:literal {
        k: $k:literal, eta1: $eta1:literal, du: $du:literal, dv: $dv:literal,
        encapsulation_key: $encapsulation_key:literal, decapsulation_key: $decapsulation_key:literal,
        ciphertext: $ciphertext:literal,
    })+) => {$(
        impl Parameters for $Set {
            const NAME: &'static str = $name;
            const K: usize = $k;
            const ETA1: usize = $eta1;
            const DU: i32 = $du;
            const DV: i32 = $dv;
            type EncapsulationKeyBytes = [u8; Self::ENCAPSULATION_KEY_LEN];
            type DecapsulationKeyBytes = [u8; Self::DECAPSULATION_KEY_LEN];
            type CiphertextBytes = [u8; Self::CIPHERTEXT_LEN];
        }

        impl internal::Arrays for $Set {
            type Vector<T: Element> = [T; $k];
            type Matrix<T: Element> = [T; $k * $k];
        }

        // Table 3.
        const _: () = assert!($Set::ENCAPSULATION_KEY_LEN == $encapsulation_key);
        const _: () = assert!($Set::DECAPSULATION_KEY_LEN == $decapsulation_key);
        const _: () = assert!($Set::CIPHERTEXT_LEN == $ciphertext);
    )+};
}

parameter_sets! {
    MlKem512 = "ML-KEM-512" {
        k: 2, eta1: 3, du: 10, dv: 4,
        encapsulation_key: 800, decapsulation_key: 1632, ciphertext: 768,
    }
    MlKem768 = "ML-KEM-768" {
        k: 3, eta1: 2, du: 10, dv: 4,
        encapsulation_key: 1184, decapsulation_key: 2400, ciphertext: 1088,
    }
    MlKem1024 = "ML-KEM-1024" {
        k: 4, eta1: 2, du: 11, dv: 5,
        encapsulation_key: 1568, decapsulation_key: 3168, ciphertext: 1568,
    }
}
