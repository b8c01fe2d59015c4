//! Polynomials modulo q = 3329 and Xⁿ + 1 with n = 256, FIPS 203 Sections 2.4 and 4.3.

use crate::base::memory::wipe;
use core::ops::{Deref, DerefMut};

/// n.
pub(in crate::postquantum::mlkem) const N: usize = 256;
/// q.
pub(in crate::postquantum::mlkem) const Q: i16 = 3329;

/// The coefficients of a polynomial of R_q, each a representative of its class modulo q. What range they have, each
/// function says.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(in crate::postquantum::mlkem) struct Poly(pub(in crate::postquantum::mlkem) [i16; N]);

/// The NTT representation of a polynomial, in the order of FIPS 203: an element of T_q.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(in crate::postquantum::mlkem) struct NttPoly(pub(in crate::postquantum::mlkem) [i16; N]);

/// An element b of T_q in the form in which it is multiplied. A product modulo X² - γ of a₀ + a₁X and b₀ + b₁X is
/// (a₀b₀ + a₁b₁γ) + (a₀b₁ + a₁b₀)X: each coefficient is the sum of the products of two pairs of neighbours.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(in crate::postquantum::mlkem) struct Factor {
    /// b₀, b₁γ for each γ.
    pub(in crate::postquantum::mlkem) constant: [i16; N],
    /// b₁, b₀ for each γ.
    pub(in crate::postquantum::mlkem) linear: [i16; N],
}

/// A value of coefficients, which can be wiped.
pub(in crate::postquantum::mlkem) trait Coefficients: Copy {
    /// Zeros.
    const ZERO: Self;
    /// Overwrites the coefficients with zeros.
    fn wipe(&mut self);
}

impl Coefficients for Poly {
    const ZERO: Self = Self([0; N]);
    fn wipe(&mut self) {
        wipe(&mut self.0);
    }
}

impl Coefficients for NttPoly {
    const ZERO: Self = Self([0; N]);
    fn wipe(&mut self) {
        wipe(&mut self.0);
    }
}

impl Coefficients for Factor {
    const ZERO: Self = Self { constant: [0; N], linear: [0; N] };
    fn wipe(&mut self) {
        wipe(&mut self.constant);
        wipe(&mut self.linear);
    }
}

/// Polynomials that depend on a secret. They are wiped when dropped, and built in place.
pub(in crate::postquantum::mlkem) struct Wiped<T: Coefficients, A: crate::postquantum::mlkem::parameters::Array<T>>(
    A,
    core::marker::PhantomData<T>,
);

impl<T: Coefficients, A: crate::postquantum::mlkem::parameters::Array<T>> Wiped<T, A> {
    /// Returns zeros.
    #[inline(always)]
    pub(in crate::postquantum::mlkem) fn zeroed() -> Self {
        Self(A::filled(T::ZERO), core::marker::PhantomData)
    }
}

impl<T: Coefficients, A: crate::postquantum::mlkem::parameters::Array<T>> Deref for Wiped<T, A> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        self.0.as_ref()
    }
}

impl<T: Coefficients, A: crate::postquantum::mlkem::parameters::Array<T>> DerefMut for Wiped<T, A> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.as_mut()
    }
}

impl<T: Coefficients, A: crate::postquantum::mlkem::parameters::Array<T>> Drop for Wiped<T, A> {
    #[inline]
    fn drop(&mut self) {
        self.0.as_mut().iter_mut().for_each(T::wipe);
    }
}
