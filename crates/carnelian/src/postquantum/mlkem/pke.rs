//! K-PKE, the public-key encryption scheme within ML-KEM, FIPS 203 Section 5. It must not be used by itself.
//!
//! What the functions leave on the stack is wiped by the callers of ML-KEM's algorithms.

use super::parameters::{Array as _, Parameters};
use super::ring::Backend;
use super::ring::{Coefficients as _, Factor, NttPoly, Poly};
use super::sampling::{self, Chain, Order};
use crate::base::ct;
use crate::hash::Sha3_512;

/// An encryption key, expanded: what encryption computes from the key alone.
#[derive(Clone)]
pub(super) struct Expanded<P: Parameters> {
    /// Â, by columns.
    a_hat: P::Matrix<NttPoly>,
    /// t̂.
    t_hat: P::Vector<NttPoly>,
}

impl<P: Parameters> Expanded<P> {
    /// Returns zeros, to be overwritten by [`expand`](Self::expand).
    #[inline(always)]
    pub(super) fn place() -> Self {
        Self { a_hat: P::Matrix::filled(NttPoly::ZERO), t_hat: P::Vector::filled(NttPoly::ZERO) }
    }

    /// Steps 2 to 8 of Algorithm 14, and the hash of a chain beside them. Variable time in the key, which is public.
    pub(super) fn expand(&mut self, ek: &[u8], chain: &Chain, hash: &mut [u8; 32]) {
        let backend = Backend::choose();
        let (t_hat, rho) = ek.split_last_chunk().expect("an encryption key has more bytes than a seed");
        backend.decode(t_hat, self.t_hat.as_mut());
        sampling::matrix_beside::<P>(backend, rho, Order::Columns, chain, hash, self.a_hat.as_mut());
    }
}

/// Algorithm 13, K-PKE.KeyGen(d). Writes the encryption key of 384k + 32 bytes and the decryption key of 384k bytes.
pub(super) fn key_gen<P: Parameters>(d: &[u8; 32], ek: &mut [u8], dk: &mut [u8]) {
    let backend = Backend::choose();
    // 1. (ρ, σ) ← G(d ‖ k)
    let mut seed = [0; 33];
    seed[..32].copy_from_slice(d);
    seed[32] = P::K as u8;
    let seeds = Sha3_512::digest(&seed);
    let (rho, sigma) = split(&seeds);
    let rho = &ct::declassify(*rho, "ρ is a part of the encapsulation key");
    // 3. to 7.
    let mut a_hat = P::Matrix::filled(NttPoly::ZERO);
    sampling::matrix::<P>(backend, rho, Order::Rows, a_hat.as_mut());
    // 8. to 15.
    let (mut s, mut e) = (P::Vector::filled(Poly::ZERO), P::Vector::filled(Poly::ZERO));
    sampling::prf(sigma, 0..2 * P::K, P::ETA1, |nonce, bytes| {
        let poly = if nonce < P::K { &mut s.as_mut()[nonce] } else { &mut e.as_mut()[nonce - P::K] };
        backend.sample_cbd(P::ETA1, bytes, poly);
    });
    // 16. and 17.
    let (mut s_hat, mut t_hat) = (P::Vector::filled(NttPoly::ZERO), P::Vector::filled(NttPoly::ZERO));
    backend.ntt(s.as_ref(), s_hat.as_mut());
    backend.ntt(e.as_ref(), t_hat.as_mut());
    // 18. t̂ ← Â ∘ ŝ + ê
    let mut factors = P::Vector::filled(Factor::ZERO);
    backend.factors(s_hat.as_ref(), factors.as_mut());
    backend.multiply_add(a_hat.as_ref(), factors.as_ref(), t_hat.as_mut());
    // 19. ek ← ByteEncode₁₂(t̂) ‖ ρ
    let (t_hat_bytes, rho_bytes) = ek.split_at_mut(384 * P::K);
    backend.encode(t_hat.as_ref(), t_hat_bytes);
    rho_bytes.copy_from_slice(rho);
    // 20. dk ← ByteEncode₁₂(ŝ)
    backend.reduce(s_hat.as_mut());
    backend.encode(s_hat.as_ref(), dk);
}

/// Returns the halves of 64 bytes.
pub(super) fn split(bytes: &[u8; 64]) -> (&[u8; 32], &[u8; 32]) {
    let [first, second] = bytes.as_chunks().0 else { unreachable!("two halves of 32 bytes") };
    (first, second)
}

/// Algorithm 14, K-PKE.Encrypt(ek, m, r), with an expanded key.
pub(super) fn encrypt<P: Parameters>(ek: &Expanded<P>, m: &[u8; 32], r: &[u8; 32], c: &mut [u8]) {
    let backend = Backend::choose();
    // 9. to 17. y, e₁ and e₂; e₁ and e₂ stand where u and v are summed up.
    let (mut y, mut u) = (P::Vector::filled(Poly::ZERO), P::Vector::filled(Poly::ZERO));
    let mut v = [Poly::ZERO];
    let mut sample = |nonce: usize, bytes: &[u8]| match nonce {
        nonce if nonce < P::K => backend.sample_cbd(P::ETA1, bytes, &mut y.as_mut()[nonce]),
        nonce if nonce < 2 * P::K => backend.sample_cbd(2, bytes, &mut u.as_mut()[nonce - P::K]),
        _ => backend.sample_cbd(2, bytes, &mut v[0]),
    };
    if P::ETA1 == 2 {
        sampling::prf(r, 0..2 * P::K + 1, 2, sample);
    } else {
        sampling::prf(r, 0..P::K, P::ETA1, &mut sample);
        sampling::prf(r, P::K..2 * P::K + 1, 2, sample);
    }
    // 18. ŷ ← NTT(y)
    let mut y_hat = P::Vector::filled(Factor::ZERO);
    backend.ntt_factors(y.as_ref(), y_hat.as_mut());
    // 19. u ← NTT⁻¹(Âᵀ ∘ ŷ) + e₁
    backend.multiply_add_inverse(ek.a_hat.as_ref(), y_hat.as_ref(), u.as_mut());
    // 20. and 21. v ← NTT⁻¹(t̂ᵀ ∘ ŷ) + e₂ + μ
    backend.multiply_add_inverse(ek.t_hat.as_ref(), y_hat.as_ref(), &mut v);
    backend.add_message(m, &mut v[0]);
    // 22. and 23.
    let (c1, c2) = c.split_at_mut(32 * P::DU as usize * P::K);
    backend.compress(P::DU, u.as_ref(), c1);
    backend.compress(P::DV, &v, c2);
}

/// Algorithm 15, K-PKE.Decrypt(dk, c), with ŝ.
pub(super) fn decrypt<P: Parameters>(s_hat: &[NttPoly], c: &[u8], m: &mut [u8; 32]) {
    let backend = Backend::choose();
    // 1. to 4.
    let (c1, c2) = c.split_at(32 * P::DU as usize * P::K);
    let mut u = P::Vector::filled(Poly::ZERO);
    let mut v = [Poly::ZERO];
    backend.decompress(P::DU, c1, u.as_mut());
    backend.decompress(P::DV, c2, &mut v);
    // 6. w ← v′ - NTT⁻¹(ŝᵀ ∘ NTT(u′)); here -w, which is compressed to the same bits.
    let mut u_hat = P::Vector::filled(Factor::ZERO);
    backend.ntt_factors(u.as_ref(), u_hat.as_mut());
    let mut w = [Poly::ZERO];
    for (w, v) in w[0].0.iter_mut().zip(&v[0].0) {
        *w = -v;
    }
    backend.multiply_add_inverse(s_hat, u_hat.as_ref(), &mut w);
    // 7. m ← ByteEncode₁(Compress₁(w))
    backend.compress(1, &w, m);
}
