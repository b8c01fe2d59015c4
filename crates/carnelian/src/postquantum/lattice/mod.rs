//! Parts that ML-KEM and ML-DSA share: polynomials of 256 coefficients, the factors of their products, the layers of the
//! number-theoretic transform (NTT) over lanes, and rejection sampling from several sponges.
//!
//! The rings differ in the width of a coefficient and in the reduction after a product, so each scheme has its kernels.

pub(super) mod ntt;
pub(super) mod polynomial;
pub(super) mod rejection;
pub(super) mod tables;
