//! Verification, FIPS 204 Algorithm 8. Everything here is public.

use super::encoding::{Hint, signature_parts, unpack_all};
use super::error::SignatureError;
use super::parameters::Parameters;
use super::ring::kernel::Backend;
use super::ring::packing::Packing;
use super::ring::polynomial::{NttPoly, Poly, Q};
use super::ring::rounding::use_hint;
use super::sampling::sample_in_ball;
use super::signature::Signature;
use crate::hash::Shake256;
use crate::hash::keccak::beside::Passenger;
use crate::postquantum::arrays::{Array as _, Bytes as _};

/// The public key in a form with which signatures can be verified.
pub(super) trait Public<P: Parameters> {
    /// Sets ŵ to Â∘v̂, times 2⁻³²: see [`Matrix`](super::matrix::Matrix). A passenger may have a lane meanwhile.
    fn multiply(&self, backend: Backend, v_hat: &[NttPoly], w_hat: &mut [NttPoly], passenger: &mut Passenger<'_>);

    /// Adds the product of `factor` and NTT(t₁·2^d), times 2⁻³², for a row of t₁.
    fn add_t1_product(&self, backend: Backend, row: usize, factor: &NttPoly, sum: &mut NttPoly);
}

/// Algorithm 8, ML-DSA.Verify_internal(pk, M′, σ), given μ.
pub(super) fn verify_internal<P: Parameters>(
    public: &impl Public<P>,
    mu: &[u8; 64],
    signature: &Signature<P>,
) -> Result<(), SignatureError> {
    let mut w1 = P::W1Bytes::ZEROED;
    reconstruct(public, signature, &mut w1, &mut Passenger::none())?;
    verify_commitment(mu, &w1, signature)
}

/// Algorithm 8, steps 12 and 13.
pub(super) fn verify_commitment<P: Parameters>(
    mu: &[u8; 64],
    w1: &P::W1Bytes,
    signature: &Signature<P>,
) -> Result<(), SignatureError> {
    // 12. c̃′ ← H(μ ‖ w1Encode(w₁′), λ/4).
    let mut hasher = Shake256::new();
    hasher.update(mu);
    hasher.update(w1.as_ref());
    let mut c_tilde = P::CTildeBytes::ZEROED;
    hasher.finalize().fill(c_tilde.as_mut());
    compare(&c_tilde, signature)
}

/// Algorithm 8, step 13, the second condition. The first one, the norm of z, holds for every [`Signature`].
pub(super) fn compare<P: Parameters>(c_tilde: &P::CTildeBytes, signature: &Signature<P>) -> Result<(), SignatureError> {
    let (expected, ..) = signature_parts::<P>(signature.as_bytes());
    if c_tilde.as_ref() == expected { Ok(()) } else { Err(SignatureError::Mismatch) }
}

/// Algorithm 8, steps 2 to 10: writes w1Encode(w₁′). A passenger may have a lane of the expansion of Â.
#[inline(never)]
pub(super) fn reconstruct<P: Parameters>(
    public: &impl Public<P>,
    signature: &Signature<P>,
    encoded: &mut P::W1Bytes,
    passenger: &mut Passenger<'_>,
) -> Result<(), SignatureError> {
    let backend = Backend::choose();
    let (c_tilde, z, h) = signature_parts::<P>(signature.as_bytes());
    let h = Hint::<P>::decode(h).ok_or(SignatureError::Hint)?;
    // 9. w′ ← NTT⁻¹(Â∘NTT(z) − NTT(c)∘NTT(t₁·2^d)).
    let mut w_hat = P::VectorK::<NttPoly>::ZEROED;
    multiply_by_z(public, backend, z, w_hat.as_mut(), passenger);
    let c_hat = negative_challenge::<P>(backend, c_tilde);
    let (mut w, mut w1) = (Poly::ZERO, Poly::ZERO);
    let mut rest = encoded.as_mut();
    for (row, w_hat) in w_hat.as_mut().iter_mut().enumerate() {
        let (encoded, after) = rest.split_at_mut(P::W1_LEN);
        rest = after;
        public.add_t1_product(backend, row, &c_hat, w_hat);
        backend.inverse_ntt(core::slice::from_ref(w_hat), core::slice::from_mut(&mut w));
        // 10. w₁′ ← UseHint(h, w′).
        backend.decompose(P::GAMMA2, &mut w, &mut w1);
        for j in h.row(row) {
            w1.0[j] = use_hint((Q - 1) / (2 * P::GAMMA2), w1.0[j], w.0[j]);
        }
        backend.pack(Packing::w1(P::W1_BITS), &w1, encoded);
    }
    Ok(())
}

/// Sets ŵ to Â∘NTT(z), times 2⁻³².
#[inline(never)]
fn multiply_by_z<P: Parameters>(
    public: &impl Public<P>,
    backend: Backend,
    packed: &[u8],
    w_hat: &mut [NttPoly],
    passenger: &mut Passenger<'_>,
) {
    let mut z_hat = P::VectorL::<NttPoly>::ZEROED;
    let mut z = Poly::ZERO;
    let mut rest = packed;
    for z_hat in z_hat.as_mut() {
        let (packed, after) = rest.split_at(P::Z_LEN);
        rest = after;
        unpack_all(backend, Packing::z(P::Z_BITS), packed, core::slice::from_mut(&mut z));
        backend.ntt(core::slice::from_ref(&z), core::slice::from_mut(z_hat));
    }
    public.multiply(backend, z_hat.as_ref(), w_hat, passenger);
}

/// Returns NTT(−c) for c ← SampleInBall(c̃), step 8.
fn negative_challenge<P: Parameters>(backend: Backend, c_tilde: &[u8]) -> NttPoly {
    let (mut c, mut c_hat) = (Poly::ZERO, NttPoly::ZERO);
    sample_in_ball(P::TAU, c_tilde, &mut c);
    c.0.iter_mut().for_each(|c| *c = -*c);
    backend.ntt(core::slice::from_ref(&c), core::slice::from_mut(&mut c_hat));
    c_hat
}
