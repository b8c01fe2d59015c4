//! The checks of a decapsulation key that is read in its expanded form.
//!
//! FIPS 203 Section 7.3 asks for the length and the hash of the encapsulation key, which say nothing of ŝ. A key with a
//! damaged ŝ decapsulates every ciphertext to a secret that the sender does not have, and implicit rejection hides it.
//! So the check is whether Algorithm 13 can return the key: whether ŝ and t̂ are reduced, and s and e = t - As short.

use super::error::DecapsulationKeyError;
use super::parameters::Parameters;
use super::ring::{Backend, Factor, N, NttPoly, Poly, Q};
use super::sampling::{self, Order};
use super::scheme::Parts;
use crate::base::ct::{self, Choice};
use crate::hash::keccak::beside::{Function, Passenger};
use crate::postquantum::arrays::Array as _;

/// Why the verdicts are declassified.
const VERDICT: &str = "whether a key is valid is public, and why not";

/// 1, in the form in which elements of T_q are multiplied: b₀ = 1 and b₁ = 0 for each γ.
const ONE: Factor = {
    let mut one = Factor::ZERO;
    let mut i = 0;
    while i < N {
        (one.constant[i], one.linear[i + 1]) = (1, 1);
        i += 2;
    }
    one
};

/// Checks the parts of a key of the right length. Variable time in the encapsulation key, which is public; takes less
/// time than generating a key.
///
/// # Errors
/// [`DecapsulationKeyError`], with the first check that fails: of the hash, the coefficients, the pair.
pub(super) fn check<P: Parameters>(parts: &Parts<'_>) -> Result<(), DecapsulationKeyError> {
    let (backend, mut hash) = (Backend::choose(), Passenger::new(Function::SHA3_256, parts.ek));
    let (t_hat, rho) = parts.ek.split_last_chunk().expect("an encapsulation key has more bytes than a seed");
    let mut a_hat = P::Matrix::<NttPoly>::ZEROED;
    sampling::matrix_beside::<P>(rho, &mut hash, Order::Rows, a_hat.as_mut());
    if !ct::eq(&hash.finish::<32>(), parts.h).declassify(VERDICT) {
        return Err(DecapsulationKeyError::Hash);
    }
    let mut s_hat = P::Vector::<NttPoly>::ZEROED;
    backend.decode(parts.dk_pke, s_hat.as_mut());
    if !backend.is_canonical_vartime(t_hat) || !are_reduced(s_hat.as_ref()).declassify(VERDICT) {
        return Err(DecapsulationKeyError::Modulus);
    }
    match are_a_pair::<P>(a_hat.as_ref(), s_hat.as_ref(), t_hat).declassify(VERDICT) {
        true => Ok(()),
        false => Err(DecapsulationKeyError::Inconsistent),
    }
}

/// Returns whether every coefficient is below q. Needs `0 ≤ f̂[i] < 2^12`.
fn are_reduced(f_hat: &[NttPoly]) -> Choice {
    let signs = f_hat.iter().flat_map(|f_hat| &f_hat.0).fold(0, |signs, f| signs | (Q - 1 - f));
    !is_negative(signs)
}

/// Returns whether ŝ, and t̂ as bytes, can be the vectors of one key. Needs Â by rows, and coefficients below q.
fn are_a_pair<P: Parameters>(a_hat: &[NttPoly], s_hat: &[NttPoly], t_hat: &[u8]) -> Choice {
    let backend = Backend::choose();
    let mut factors = P::Vector::<Factor>::ZEROED;
    backend.factors(s_hat, factors.as_mut());
    // -ê ← Â ∘ ŝ - t̂, which is as short as ê.
    let mut e_hat = P::Vector::<NttPoly>::ZEROED;
    backend.decode(t_hat, e_hat.as_mut());
    e_hat.as_mut().iter_mut().flat_map(|e| &mut e.0).for_each(|e| *e = -*e);
    backend.multiply_add(a_hat, factors.as_ref(), e_hat.as_mut());
    is_short::<P>(s_hat) & is_short::<P>(e_hat.as_ref())
}

/// Returns whether every coefficient of NTT⁻¹(f̂) is between -η₁ and η₁ modulo q. Needs `0 ≤ f̂[i] < q`.
fn is_short<P: Parameters>(f_hat: &[NttPoly]) -> Choice {
    let mut f = P::Vector::<Poly>::ZEROED;
    Backend::choose().multiply_add_inverse(f_hat, &[ONE], f.as_mut());
    let eta = P::ETA1 as i16;
    let signs = f.as_ref().iter().flat_map(|f| &f.0).fold(0, |signs, f| {
        debug_assert!((-Q..=Q).contains(f));
        // f + η, from 0 to q + η: short up to 2η, and from q on.
        let shifted = f + eta;
        let shifted = shifted + ((shifted >> 15) & Q);
        signs | ((2 * eta - shifted) & (shifted - Q))
    });
    !is_negative(signs)
}

/// Returns whether an integer is negative.
fn is_negative(x: i16) -> Choice {
    Choice::from_lsb(x.cast_unsigned() >> 15)
}
