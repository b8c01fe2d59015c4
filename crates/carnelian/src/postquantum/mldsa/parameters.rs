//! Parameter sets, FIPS 204 Section 4, Tables 1 and 2.

use super::ring::polynomial::Q;
use super::ring::rounding::D;
use crate::base::secret::Confidential;
use crate::postquantum::arrays::{Bytes, Element};
use core::fmt;
use core::hash::Hash;

/// ML-DSA-44, security category 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MlDsa44 {}

/// ML-DSA-65, security category 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MlDsa65 {}

/// ML-DSA-87, security category 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MlDsa87 {}

/// A parameter set: [`MlDsa44`], [`MlDsa65`] or [`MlDsa87`]. Sealed.
pub trait Parameters: Copy + fmt::Debug + Hash + Ord + internal::Arrays + Send + Sync + 'static {
    /// The name in the standard.
    const NAME: &'static str;

    /// k, the number of rows of the matrix A.
    const K: usize;
    /// ℓ, the number of columns of the matrix A.
    const L: usize;
    /// η, the largest coefficient of the secret vectors.
    const ETA: i32;
    /// τ, the number of ±1 in the challenge c.
    const TAU: usize;
    /// γ₁, the range of the coefficients of y.
    const GAMMA1: i32;
    /// γ₂, half of the range of low-order rounding.
    const GAMMA2: i32;
    /// ω, the maximum number of ones in the hint h.
    const OMEGA: usize;
    /// λ, the collision strength of c̃ in bits.
    const LAMBDA: usize;
    /// β = τ·η, the largest coefficient of c·s₁ and c·s₂.
    const BETA: i32 = Self::TAU as i32 * Self::ETA;

    /// Bytes in a public key.
    const PUBLIC_KEY_LEN: usize = 32 + Self::K * T1_LEN;
    /// Bytes in an expanded private key, the form that the standard calls sk.
    const EXPANDED_KEY_LEN: usize = 128 + (Self::K + Self::L) * Self::ETA_LEN + Self::K * T0_LEN;
    /// Bytes in a signature.
    const SIGNATURE_LEN: usize = Self::C_TILDE_LEN + Self::L * Self::Z_LEN + Self::OMEGA + Self::K;

    /// Bytes in c̃.
    #[doc(hidden)]
    const C_TILDE_LEN: usize = Self::LAMBDA / 4;
    /// Bits of a coefficient of a secret vector: bitlen(2η).
    #[doc(hidden)]
    const ETA_BITS: usize = bitlen(2 * Self::ETA);
    /// Bytes of a polynomial of a secret vector.
    #[doc(hidden)]
    const ETA_LEN: usize = 32 * Self::ETA_BITS;
    /// Bits of a coefficient of z or y: 1 + bitlen(γ₁ − 1).
    #[doc(hidden)]
    const Z_BITS: usize = 1 + bitlen(Self::GAMMA1 - 1);
    /// Bytes of a polynomial of z or y.
    #[doc(hidden)]
    const Z_LEN: usize = 32 * Self::Z_BITS;
    /// Bits of a coefficient of w₁: bitlen((q − 1)/(2γ₂) − 1).
    #[doc(hidden)]
    const W1_BITS: usize = bitlen((Q - 1) / (2 * Self::GAMMA2) - 1);
    /// Bytes of a polynomial of w₁.
    #[doc(hidden)]
    const W1_LEN: usize = 32 * Self::W1_BITS;

    /// The bytes of a public key: an array of [`PUBLIC_KEY_LEN`](Self::PUBLIC_KEY_LEN) bytes.
    type PublicKeyBytes: Bytes;
    /// The bytes of an expanded private key: an array of [`EXPANDED_KEY_LEN`](Self::EXPANDED_KEY_LEN) bytes.
    type ExpandedKeyBytes: Bytes + Confidential;
    /// The bytes of a signature: an array of [`SIGNATURE_LEN`](Self::SIGNATURE_LEN) bytes.
    type SignatureBytes: Bytes;
}

/// Bytes of a polynomial of t₁, whose coefficients have 23 − d bits.
pub(super) const T1_LEN: usize = 32 * (23 - D);
/// Bytes of a polynomial of t₀, whose coefficients have d bits.
pub(super) const T0_LEN: usize = 32 * D;

/// Returns the number of bits of a positive number.
const fn bitlen(number: i32) -> usize {
    number.ilog2() as usize + 1
}

/// The parts of a parameter set that only this library sees. They seal the set as well.
mod internal {
    use crate::base::secret::Confidential;
    use crate::postquantum::arrays::{Array, Bytes, Element};

    pub trait Arrays {
        /// The bytes of c̃.
        type CTildeBytes: Bytes;
        /// The bytes of w1Encode(w₁).
        type W1Bytes: Bytes + Confidential;
        /// k elements.
        type VectorK<T: Element>: Array<T>;
        /// ℓ elements.
        type VectorL<T: Element>: Array<T>;
        /// k·ℓ elements, row by row.
        type Matrix<T: Element>: Array<T>;
    }
}

macro_rules! parameter_sets {
    ($($Set:ident = $name:literal {
        k: $k:literal, l: $l:literal, eta: $eta:literal, tau: $tau:literal, gamma1: $gamma1:expr, gamma2: $gamma2:expr,
        omega: $omega:literal, lambda: $lambda:literal,
        beta: $beta:literal, public_key: $public_key:literal, expanded_key: $expanded_key:literal,
        signature: $signature:literal,
    })+) => {$(
        impl Parameters for $Set {
            const NAME: &'static str = $name;
            const K: usize = $k;
            const L: usize = $l;
            const ETA: i32 = $eta;
            const TAU: usize = $tau;
            const GAMMA1: i32 = $gamma1;
            const GAMMA2: i32 = $gamma2;
            const OMEGA: usize = $omega;
            const LAMBDA: usize = $lambda;
            type PublicKeyBytes = [u8; Self::PUBLIC_KEY_LEN];
            type ExpandedKeyBytes = [u8; Self::EXPANDED_KEY_LEN];
            type SignatureBytes = [u8; Self::SIGNATURE_LEN];
        }

        impl internal::Arrays for $Set {
            type CTildeBytes = [u8; Self::C_TILDE_LEN];
            type W1Bytes = [u8; Self::K * Self::W1_LEN];
            type VectorK<T: Element> = [T; Self::K];
            type VectorL<T: Element> = [T; Self::L];
            type Matrix<T: Element> = [T; Self::K * Self::L];
        }

        // Tables 1 and 2.
        const _: () = assert!($Set::BETA == $beta);
        const _: () = assert!($Set::PUBLIC_KEY_LEN == $public_key);
        const _: () = assert!($Set::EXPANDED_KEY_LEN == $expanded_key);
        const _: () = assert!($Set::SIGNATURE_LEN == $signature);
        // The kernels know these pairs.
        const _: () = assert!(matches!(($Set::ETA, $Set::ETA_BITS), (2, 3) | (4, 4)));
        const _: () = assert!(matches!(($Set::GAMMA1.ilog2(), $Set::Z_BITS), (17, 18) | (19, 20)));
        const _: () = assert!(matches!(((Q - 1) / $Set::GAMMA2, $Set::W1_BITS), (88, 6) | (32, 4)));
    )+};
}

parameter_sets! {
    MlDsa44 = "ML-DSA-44" {
        k: 4, l: 4, eta: 2, tau: 39, gamma1: 1 << 17, gamma2: (Q - 1) / 88, omega: 80, lambda: 128,
        beta: 78, public_key: 1312, expanded_key: 2560, signature: 2420,
    }
    MlDsa65 = "ML-DSA-65" {
        k: 6, l: 5, eta: 4, tau: 49, gamma1: 1 << 19, gamma2: (Q - 1) / 32, omega: 55, lambda: 192,
        beta: 196, public_key: 1952, expanded_key: 4032, signature: 3309,
    }
    MlDsa87 = "ML-DSA-87" {
        k: 8, l: 7, eta: 2, tau: 60, gamma1: 1 << 19, gamma2: (Q - 1) / 32, omega: 75, lambda: 256,
        beta: 120, public_key: 2592, expanded_key: 4896, signature: 4627,
    }
}
