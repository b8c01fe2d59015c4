//! K-PKE, the public-key encryption scheme within ML-KEM, FIPS 203 Section 5. It must not be used by itself.
//!
//! What the functions leave on the stack is wiped by the callers of ML-KEM's algorithms.

use super::parameters::Parameters;
use super::ring::{Backend, Factor, NttPoly, Poly};
use super::sampling::{self, Order};
use crate::base::ct;
use crate::hash::Sha3_512;
use crate::hash::keccak::beside::Passenger;
use crate::postquantum::arrays::Array as _;
use core::ops::Range;

/// An encryption key, expanded: what encryption computes from the key alone.
#[derive(Clone)]
pub(super) struct ExpandedKey<P: Parameters> {
    /// Â, by columns.
    a_hat: P::Matrix<NttPoly>,
    /// t̂.
    t_hat: P::Vector<NttPoly>,
}

impl<P: Parameters> ExpandedKey<P> {
    /// Returns zeros, to be overwritten by [`expand`](Self::expand).
    #[inline(always)]
    pub(super) fn zeroed() -> Self {
        Self { a_hat: P::Matrix::<NttPoly>::ZEROED, t_hat: P::Vector::<NttPoly>::ZEROED }
    }

    /// Step 2 of Algorithm 14 and ρ, with Â to be sampled from it.
    #[inline(always)]
    pub(super) fn decode<'k>(&mut self, ek: &'k [u8]) -> (&'k [u8; 32], &mut [NttPoly]) {
        let (t_hat, rho) = ek.split_last_chunk().expect("an encryption key has more bytes than a seed");
        Backend::choose().decode(t_hat, self.t_hat.as_mut());
        (rho, self.a_hat.as_mut())
    }

    /// Steps 2 to 8 of Algorithm 14, and a hash beside them. Variable time in the key, which is public.
    pub(super) fn expand(&mut self, ek: &[u8], hash: &mut Passenger<'_>) {
        let (rho, a_hat) = self.decode(ek);
        sampling::matrix_beside::<P>(rho, hash, Order::Columns, a_hat);
    }
}

/// Algorithm 13, K-PKE.KeyGen(d). Writes the encryption key of 384k + 32 bytes and the decryption key of 384k bytes, and
/// returns H of the encryption key.
pub(super) fn key_gen<P: Parameters>(d: &[u8; 32], ek: &mut [u8], dk: &mut [u8]) -> [u8; 32] {
    let backend = Backend::choose();
    // 1. (ρ, σ) ← G(d ‖ k)
    let seeds = Sha3_512::digest(&seed::<P>(d));
    let (rho, sigma) = split(&seeds);
    ek[384 * P::K..].copy_from_slice(&ct::declassify(*rho, "ρ is a part of the encapsulation key"));
    // 8. to 15.
    let mut noise = Noise::<P>::zeroed();
    sampling::prf(sigma, 0..2 * P::K, P::ETA1, |nonce, bytes| noise.sample(backend, P::ETA1, nonce, bytes));
    // 16., 17. and 20.
    let mut vectors = KeyVectors::<P>::zeroed();
    vectors.transform(&noise, dk);
    // 3. to 7., 18. and 19.
    sampling::rows_and_hash::<P>(ek, |i, a_hat, t_hat| vectors.row(i, a_hat, t_hat))
}

/// ŝ in the form in which it is multiplied, and ê, to which the products are added: t̂ takes its place.
pub(super) struct KeyVectors<P: Parameters> {
    s_hat: P::Vector<Factor>,
    e_hat: P::Vector<NttPoly>,
}

impl<P: Parameters> KeyVectors<P> {
    /// Returns zeros, to be overwritten by [`transform`](Self::transform).
    #[inline(always)]
    pub(super) fn zeroed() -> Self {
        Self { s_hat: P::Vector::<Factor>::ZEROED, e_hat: P::Vector::<NttPoly>::ZEROED }
    }

    /// Steps 16, 17 and 20 of Algorithm 13: from s and e.
    pub(super) fn transform(&mut self, noise: &Noise<P>, dk: &mut [u8]) {
        let (backend, Noise { s_or_y: s, e_or_e1: e, .. }) = (Backend::choose(), noise);
        // 16. ŝ ← NTT(s)
        let mut s_hat = P::Vector::<NttPoly>::ZEROED;
        backend.ntt(s.as_ref(), s_hat.as_mut());
        backend.factors(s_hat.as_ref(), self.s_hat.as_mut());
        // 17. ê ← NTT(e)
        backend.ntt(e.as_ref(), self.e_hat.as_mut());
        // 20. dk ← ByteEncode₁₂(ŝ)
        backend.reduce(s_hat.as_mut());
        backend.encode(s_hat.as_ref(), dk);
    }

    /// Steps 18 and 19 of Algorithm 13 for a row of Â: writes 384 bytes of ek.
    pub(super) fn row(&mut self, i: usize, a_hat: &[NttPoly], bytes: &mut [u8]) {
        let (backend, e_hat) = (Backend::choose(), &mut self.e_hat.as_mut()[i..=i]);
        // 18. t̂ ← Â ∘ ŝ + ê
        backend.multiply_add(a_hat, self.s_hat.as_ref(), e_hat);
        let t_hat = e_hat;
        // 19. ek ← ByteEncode₁₂(t̂) ‖ ρ
        backend.encode(t_hat, bytes);
    }
}

/// Returns d ‖ k, the input of G in step 1 of Algorithm 13.
pub(super) fn seed<P: Parameters>(d: &[u8; 32]) -> [u8; 33] {
    let mut seed = [P::K as u8; 33];
    seed[..32].copy_from_slice(d);
    seed
}

/// Polynomials that are sampled from PRF: s and e of a key, or y, e₁ and e₂ of a ciphertext.
pub(super) struct Noise<P: Parameters> {
    s_or_y: P::Vector<Poly>,
    e_or_e1: P::Vector<Poly>,
    e2: [Poly; 1],
}

impl<P: Parameters> Noise<P> {
    /// Returns zeros, to be overwritten by [`sample`](Self::sample).
    #[inline(always)]
    pub(super) fn zeroed() -> Self {
        Self { s_or_y: P::Vector::<Poly>::ZEROED, e_or_e1: P::Vector::<Poly>::ZEROED, e2: [Poly::ZERO] }
    }

    /// SamplePolyCBD_η of the output of PRF for the nonce N.
    #[inline(always)]
    pub(super) fn sample(&mut self, backend: Backend, eta: usize, nonce: usize, bytes: &[u8]) {
        let poly = match nonce {
            _ if nonce < P::K => &mut self.s_or_y.as_mut()[nonce],
            _ if nonce < 2 * P::K => &mut self.e_or_e1.as_mut()[nonce - P::K],
            _ => &mut self.e2[0],
        };
        backend.sample_cbd(eta, bytes, poly);
    }

    /// Overwrites the polynomials with zeros, where they are not on a stack that is wiped.
    #[cfg(feature = "alloc")]
    pub(super) fn wipe(&mut self) {
        use crate::base::secret::Confidential;
        Confidential::wipe(&mut self.s_or_y);
        Confidential::wipe(&mut self.e_or_e1);
        Confidential::wipe(&mut self.e2);
    }
}

/// Returns the halves of 64 bytes.
pub(super) fn split(bytes: &[u8; 64]) -> (&[u8; 32], &[u8; 32]) {
    let [first, second] = bytes.as_chunks().0 else { unreachable!("two halves of 32 bytes") };
    (first, second)
}

/// Algorithm 14, K-PKE.Encrypt(ek, m, r), with an expanded key, and a hash beside it if that is not done.
pub(super) fn encrypt<P: Parameters>(
    ek: &ExpandedKey<P>,
    m: &[u8; 32],
    r: &[u8; 32],
    c: &mut [u8],
    hash: &mut Passenger<'_>,
) {
    let backend = Backend::choose();
    // 9. to 17.
    let mut noise = Noise::<P>::zeroed();
    for (nonces, eta) in encryption_nonces::<P>() {
        sampling::prf_beside(r, nonces, eta, hash, |nonce, bytes| noise.sample(backend, eta, nonce, bytes));
    }
    multiply_message(ek, m, &mut noise, c);
}

/// The nonces of y, e₁ and e₂, steps 9 to 17 of Algorithm 14, with η: at once where it is the same for all.
pub(super) fn encryption_nonces<P: Parameters>() -> impl Iterator<Item = (Range<usize>, usize)> {
    let (k, all) = (P::K, 2 * P::K + 1);
    let first = if P::ETA1 == 2 { 0 } else { k };
    [(0..first, P::ETA1), (first..all, 2)].into_iter().filter(|(nonces, _)| !nonces.is_empty())
}

/// Steps 18 to 23 of Algorithm 14, with y, e₁ and e₂: the sums u and v take the places of e₁ and e₂, which saves their
/// copies.
pub(super) fn multiply_message<P: Parameters>(ek: &ExpandedKey<P>, m: &[u8; 32], noise: &mut Noise<P>, c: &mut [u8]) {
    let backend = Backend::choose();
    let Noise { s_or_y: y, e_or_e1: e1, e2 } = noise;
    // 18. ŷ ← NTT(y)
    let mut y_hat = P::Vector::<Factor>::ZEROED;
    backend.ntt_factors(y.as_ref(), y_hat.as_mut());
    // 19. u ← NTT⁻¹(Âᵀ ∘ ŷ) + e₁
    backend.multiply_add_inverse(ek.a_hat.as_ref(), y_hat.as_ref(), e1.as_mut());
    let u = e1;
    // 21. v ← NTT⁻¹(t̂ᵀ ∘ ŷ) + e₂ + μ, where 20. μ ← Decompress₁(ByteDecode₁(m))
    backend.multiply_add_inverse(ek.t_hat.as_ref(), y_hat.as_ref(), e2);
    backend.add_message(m, &mut e2[0]);
    let v = e2;
    let (c1, c2) = c.split_at_mut(32 * P::DU as usize * P::K);
    // 22. c₁ ← ByteEncode_dᵤ(Compress_dᵤ(u))
    backend.compress(P::DU, u.as_ref(), c1);
    // 23. c₂ ← ByteEncode_dᵥ(Compress_dᵥ(v))
    backend.compress(P::DV, &*v, c2);
}

/// Algorithm 15, K-PKE.Decrypt(dk, c), with ŝ.
pub(super) fn decrypt<P: Parameters>(s_hat: &[NttPoly], c: &[u8], m: &mut [u8; 32]) {
    let backend = Backend::choose();
    // 1. and 2. The two parts of c.
    let (c1, c2) = c.split_at(32 * P::DU as usize * P::K);
    // 3. u′ ← Decompress_dᵤ(ByteDecode_dᵤ(c₁))
    let mut u_prime = P::Vector::<Poly>::ZEROED;
    backend.decompress(P::DU, c1, u_prime.as_mut());
    // 4. v′ ← Decompress_dᵥ(ByteDecode_dᵥ(c₂))
    let mut v_prime = [Poly::ZERO];
    backend.decompress(P::DV, c2, &mut v_prime);
    // 6. w ← v′ - NTT⁻¹(ŝᵀ ∘ NTT(u′)); here -w, which is compressed to the same bits.
    let mut u_hat = P::Vector::<Factor>::ZEROED;
    backend.ntt_factors(u_prime.as_ref(), u_hat.as_mut());
    let mut w = [Poly::ZERO];
    for (w, v_prime) in w[0].0.iter_mut().zip(&v_prime[0].0) {
        *w = -v_prime;
    }
    backend.multiply_add_inverse(s_hat, u_hat.as_ref(), &mut w);
    // 7. m ← ByteEncode₁(Compress₁(w))
    backend.compress(1, &w, m);
}
