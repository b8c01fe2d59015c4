//! Polynomials modulo q = 3329 and Xⁿ + 1 with n = 256, FIPS 203 Sections 2.4 and 4.3.

use crate::base::bytes::residues;
use crate::base::memory::wipe;
use crate::base::secret::Confidential;
use crate::postquantum::arrays::Element;
pub(in crate::postquantum::mlkem) use crate::postquantum::lattice::polynomial::N;
use crate::postquantum::lattice::polynomial::polynomials;
use zeroize::Zeroize;

/// q.
pub(in crate::postquantum::mlkem) const Q: i16 = 3329;

polynomials! {
    /// The coefficients of a polynomial of R_q, each a representative of its class modulo q. Each function says which
    /// range they have.
    Poly(i16);
    /// The NTT representation of a polynomial, in the order of FIPS 203: an element of T_q.
    NttPoly(i16);
}

/// An element b of T_q in the form in which it is multiplied. A product modulo X² - γ of a₀ + a₁X and b₀ + b₁X is
/// (a₀b₀ + a₁b₁γ) + (a₀b₁ + a₁b₀)X: each coefficient is the sum of the products of two pairs of neighbors.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Factor {
    /// b₀, b₁γ for each γ.
    pub(in crate::postquantum::mlkem) constant: [i16; N],
    /// b₁, b₀ for each γ.
    pub(in crate::postquantum::mlkem) linear: [i16; N],
}

impl Factor {
    /// Zeros.
    pub(in crate::postquantum::mlkem) const ZERO: Self = Self { constant: [0; N], linear: [0; N] };
}

impl Element for Factor {
    const ZEROED: Self = Self::ZERO;
}

impl Zeroize for Factor {
    fn zeroize(&mut self) {
        self.wipe();
    }
}

impl Confidential for Factor {
    fn regions(&self, mark: fn(&[u8])) {
        residues::regions(&self.constant, mark);
        residues::regions(&self.linear, mark);
    }

    fn wipe(&mut self) {
        wipe(&mut self.constant);
        wipe(&mut self.linear);
    }
}
