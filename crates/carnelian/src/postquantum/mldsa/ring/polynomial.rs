//! Polynomials of the ring R_q = Z_q[X]/(X²⁵⁶ + 1), FIPS 204 Section 2.3, and of its image under the NTT.

use crate::base::bytes::regions_of_residues;
use crate::base::secret::Confidential;
use zeroize::Zeroize;

/// n, the number of coefficients of a polynomial.
pub(in crate::postquantum::mldsa) const N: usize = 256;

/// q, the modulus.
pub(in crate::postquantum::mldsa) const Q: i32 = 8_380_417;
const _: () = assert!(Q == (1 << 23) - (1 << 13) + 1);

/// The coefficients of a polynomial: 32-bit residues modulo q, not necessarily the smallest ones.
pub(crate) type Coefficients = [i32; N];

/// A polynomial in R_q: element `i` is the coefficient of X^i, modulo q.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Poly(pub(in crate::postquantum::mldsa) Coefficients);

/// An element of T_q, the image of a polynomial under the NTT: element `i` is the value at ζ^(2·BitRev₈(i) + 1).
#[derive(Clone)]
#[repr(C, align(64))]
pub struct NttPoly(pub(in crate::postquantum::mldsa) Coefficients);

impl Poly {
    pub(in crate::postquantum::mldsa) const ZERO: Self = Self([0; N]);
}

impl NttPoly {
    pub(in crate::postquantum::mldsa) const ZERO: Self = Self([0; N]);
}

macro_rules! confidential {
    ($($Poly:ident),+) => {$(
        impl Zeroize for $Poly {
            fn zeroize(&mut self) {
                Confidential::wipe(self);
            }
        }

        impl Confidential for $Poly {
            fn regions(&self, mark: fn(&[u8])) {
                regions_of_residues(&self.0, mark);
            }

            fn wipe(&mut self) {
                self.0.fill(0);
                zeroize::optimization_barrier(&self.0);
            }
        }
    )+};
}
confidential!(Poly, NttPoly);
