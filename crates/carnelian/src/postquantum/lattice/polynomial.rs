//! Polynomials of 256 coefficients, FIPS 203 Section 2.4 and FIPS 204 Section 2.3.

/// n, the number of coefficients of a polynomial.
pub(in crate::postquantum) const N: usize = 256;

/// Writes the types of the polynomials of a ring, and that they can be secret and elements of arrays.
macro_rules! polynomials {
    ($($(#[$doc:meta])+ $Poly:ident($Coefficient:ty);)+) => {$(
        $(#[$doc])+
        #[derive(Clone)]
        #[repr(C, align(64))]
        pub(crate) struct $Poly(pub(in crate::postquantum) [$Coefficient; N]);

        impl $Poly {
            /// Zeros.
            pub(in crate::postquantum) const ZERO: Self = Self([0; N]);
        }

        impl $crate::postquantum::arrays::Element for $Poly {
            const ZEROED: Self = Self::ZERO;
        }

        impl zeroize::Zeroize for $Poly {
            fn zeroize(&mut self) {
                $crate::base::secret::Confidential::wipe(self);
            }
        }

        impl $crate::base::secret::Confidential for $Poly {
            fn regions(&self, mark: fn(&[u8])) {
                $crate::base::bytes::residues::regions(&self.0, mark);
            }

            fn wipe(&mut self) {
                $crate::base::memory::wipe(&mut self.0);
            }
        }
    )+};
}
pub(in crate::postquantum) use polynomials;
