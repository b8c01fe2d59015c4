//! Polynomials of the ring R_q = Z_q[X]/(X²⁵⁶ + 1), FIPS 204 Section 2.3, and of its image under the NTT.

pub(in crate::postquantum::mldsa) use crate::postquantum::lattice::polynomial::N;
use crate::postquantum::lattice::polynomial::polynomials;

/// q, the modulus.
pub(in crate::postquantum::mldsa) const Q: i32 = 8_380_417;
const _: () = assert!(Q == (1 << 23) - (1 << 13) + 1);

/// The coefficients of a polynomial: 32-bit residues modulo q, not necessarily the smallest ones.
pub(crate) type Coefficients = [i32; N];

polynomials! {
    /// A polynomial in R_q: element `i` is the coefficient of X^i, modulo q.
    Poly(i32);
    /// An element of T_q, the image of a polynomial under the NTT: element `i` is the value at ζ^(2·BitRev₈(i) + 1).
    NttPoly(i32);
}
