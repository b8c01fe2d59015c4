//! Signing, FIPS 204 Algorithm 7.

use super::encoding::{hint_bit_pack, pack_all, signature_parts_mut};
use super::error::SignError;
use super::matrix::{Kept, Matrix};
use super::parameters::Parameters;
use super::private::Private;
use super::ring::kernel::Backend;
use super::ring::packing::Packing;
use super::ring::polynomial::{NttPoly, Poly};
use super::sampling::{Masks, sample_in_ball};
use super::signature::Signature;
use crate::base::ct::{self, Choice};
use crate::base::memory::{wipe, wiping_stack};
use crate::base::secret::{Confidential, Held};
use crate::hash::Shake256;
use crate::hash::keccak::beside::{Function, Passenger};
use crate::postquantum::arrays::{Array as _, Bytes as _};

/// The number of attempts after which signing gives up, the smallest that Appendix C allows.
pub(super) const MOST_ATTEMPTS: usize = 814;

/// Bytes in w1Encode(w₁), at most: of ML-DSA-87.
const MOST_W1: usize = 1024;

/// The reason for which a rejection is public.
const REJECTED: &str =
    "that an attempt is rejected, and where, depends on its masks and on t0, which signatures reveal";

/// Stack in bytes that is wiped: more than the 21 KiB that an attempt was seen to use besides its [`Attempt`], since that
/// depends on which functions are inlined.
const STACK: usize = 32 * 1024;

/// The values of an attempt. Wiped when dropped.
struct Attempt<P: Parameters> {
    masks: Masks,
    /// y, whose place z takes: see [`add_cs1`](Self::add_cs1).
    y: P::VectorL<Poly>,
    y_hat: P::VectorL<NttPoly>,
    w_hat: P::VectorK<NttPoly>,
    /// w₀, whose place r₀ takes, and then h: see [`subtract_cs2`](Self::subtract_cs2) and [`hint`](Self::hint).
    w0: P::VectorK<Poly>,
    w1: P::VectorK<Poly>,
    /// μ ‖ w1Encode(w₁).
    transcript: [u8; 64 + MOST_W1],
    c_hat: NttPoly,
    product: NttPoly,
    term: Poly,
}

/// Algorithm 7, ML-DSA.Sign_internal(sk, M′, rnd), from step 7 on, given μ and Â.
///
/// Returns no signature unless `is_intact` finds the key, and Â where it is kept, unchanged afterwards.
///
/// Checks the conditions of steps 23 and 28 in the order that rejects earliest; an attempt succeeds if none fails, so the
/// order makes no difference to the signature.
#[inline(never)]
pub(super) fn sign_internal<P: Parameters>(
    key: &Private<P>,
    a_hat: &P::Matrix<NttPoly>,
    mu: &[u8; 64],
    rnd: &[u8; 32],
    most_attempts: usize,
    is_intact: impl FnOnce() -> bool,
) -> Result<Signature<P>, SignError> {
    let backend = Backend::choose();
    let mut attempt = Attempt::<P>::zeroed();
    let mut signature = P::SignatureBytes::ZEROED;
    let is_signed = wiping_stack::<STACK, _>(|| {
        // 7. ρ″ ← H(K ‖ rnd ‖ μ, 64).
        let mut hasher = Shake256::new();
        hasher.update(key.k.expose());
        hasher.update(rnd);
        hasher.update(mu);
        hasher.finalize().fill(attempt.masks.rho_mut());
        (0..most_attempts).any(|_| attempt.run(backend, key, a_hat, mu, &mut signature).is_some())
    });
    // After the last read of the key, so that no lasting change is missed.
    if !is_intact() {
        wipe(signature.as_mut());
        Err(SignError::Fault)
    } else if is_signed {
        Ok(Signature::from_encoded(ct::declassify(signature, "a signature is public")))
    } else {
        Err(SignError::TooManyAttempts)
    }
}

impl<P: Parameters> Attempt<P> {
    /// All zero. A constant, since the compiler builds it directly on the heap, where it would copy a variable from the
    /// stack.
    const ZEROED: Self = Self {
        masks: Masks::ZEROED,
        y: P::VectorL::<Poly>::ZEROED,
        y_hat: P::VectorL::<NttPoly>::ZEROED,
        w_hat: P::VectorK::<NttPoly>::ZEROED,
        w0: P::VectorK::<Poly>::ZEROED,
        w1: P::VectorK::<Poly>::ZEROED,
        transcript: [0; 64 + MOST_W1],
        c_hat: NttPoly::ZERO,
        product: NttPoly::ZERO,
        term: Poly::ZERO,
    };

    /// Returns storage for an attempt: up to 54 KiB on the heap, where there is one. Never inlined, so that the caller's
    /// frame has no room for it too.
    #[inline(never)]
    fn zeroed() -> Held<Self> {
        Held::place(Self::ZEROED)
    }

    /// Steps 11 to 33, one attempt. Returns `None` if it is rejected.
    fn run(
        &mut self,
        backend: Backend,
        key: &Private<P>,
        a_hat: &P::Matrix<NttPoly>,
        mu: &[u8; 64],
        signature: &mut P::SignatureBytes,
    ) -> Option<()> {
        self.commit(backend, a_hat);
        let c_tilde = self.challenge(backend, mu);
        self.subtract_cs2(backend, key.s2_hat.expose().as_ref())?;
        self.add_cs1(backend, key.s1_hat.expose().as_ref())?;
        self.hint(backend, key.t0_hat.expose().as_ref())?;
        let Self { y: z, w0: h, .. } = self;
        // 33. σ ← sigEncode(c̃, z mod± q, h).
        let (packed_c, packed_z, packed_h) = signature_parts_mut::<P>(signature);
        packed_c.copy_from_slice(c_tilde.as_ref());
        pack_all(backend, Packing::z(P::Z_BITS), z.as_ref(), packed_z);
        hint_bit_pack::<P>(h.as_ref(), packed_h);
        Some(())
    }

    /// Steps 11 to 13: sets y, w₁ and w₀.
    fn commit(&mut self, backend: Backend, a_hat: &P::Matrix<NttPoly>) {
        // 11. y ← ExpandMask(ρ″, κ).
        self.masks.draw::<P>(backend, self.y.as_mut());
        // 12. w ← NTT⁻¹(Â∘NTT(y)).
        backend.ntt(self.y.as_ref(), self.y_hat.as_mut());
        Kept::<P>(a_hat).multiply(backend, self.y_hat.as_ref(), self.w_hat.as_mut());
        backend.inverse_ntt(self.w_hat.as_ref(), self.w0.as_mut());
        // 13. w₁ ← HighBits(w).
        for (w, w1) in self.w0.as_mut().iter_mut().zip(self.w1.as_mut()) {
            backend.decompose(P::GAMMA2, w, w1);
        }
    }

    /// Steps 15 to 17: returns c̃ and sets ĉ. Beside the hash the masks of the next attempt are drawn.
    fn challenge(&mut self, backend: Backend, mu: &[u8; 64]) -> P::CTildeBytes {
        // 15. c̃ ← H(μ ‖ w1Encode(w₁), λ/4).
        self.transcript[..64].copy_from_slice(mu);
        let (transcript, _) = self.transcript.split_at_mut(64 + P::K * P::W1_LEN);
        pack_all(backend, Packing::w1(P::W1_BITS), self.w1.as_ref(), &mut transcript[64..]);
        let mut hash = Passenger::new(Function::SHAKE256, transcript);
        self.masks.draw_beside::<P>(backend, &mut hash);
        let mut c_tilde = P::CTildeBytes::ZEROED;
        c_tilde.as_mut().copy_from_slice(&hash.finish::<64>()[..P::C_TILDE_LEN]);
        let c_tilde = ct::declassify(c_tilde, "the hash of a rejected commitment reveals nothing about it");
        // 16. c ← SampleInBall(c̃).
        sample_in_ball(P::TAU, c_tilde.as_ref(), &mut self.term);
        // 17. ĉ ← NTT(c).
        backend.ntt(core::slice::from_ref(&self.term), core::slice::from_mut(&mut self.c_hat));
        c_tilde
    }

    /// Steps 19, 21 and 23: r₀ ← LowBits(w − c·s₂) in the place of w₀, and the check of its norm.
    ///
    /// w₀ − c·s₂ is r₀ if the norm of either is below γ₂ − β, and then HighBits(w − c·s₂) = w₁.
    fn subtract_cs2(&mut self, backend: Backend, s2_hat: &[NttPoly]) -> Option<()> {
        for (row, s2_hat) in s2_hat.iter().enumerate() {
            // 19. cs₂ ← NTT⁻¹(ĉ∘ŝ₂).
            self.multiply(backend, s2_hat);
            let Self { w0: r0, term: cs2, .. } = self;
            // 21. r₀ ← LowBits(w − cs₂).
            let beyond = backend.subtract(&mut r0.as_mut()[row], cs2, P::GAMMA2 - P::BETA);
            reject_if_beyond(beyond)?; // 23.
        }
        Some(())
    }

    /// Steps 18, 20 and 23: z ← y + c·s₁ in the place of y, and the check of its norm.
    fn add_cs1(&mut self, backend: Backend, s1_hat: &[NttPoly]) -> Option<()> {
        for (row, s1_hat) in s1_hat.iter().enumerate() {
            // 18. cs₁ ← NTT⁻¹(ĉ∘ŝ₁).
            self.multiply(backend, s1_hat);
            let Self { y: z, term: cs1, .. } = self;
            // 20. z ← y + cs₁.
            let beyond = backend.add(&mut z.as_mut()[row], cs1, P::GAMMA1 - P::BETA);
            reject_if_beyond(beyond)?; // 23.
        }
        Some(())
    }

    /// Steps 25 to 28: h ← MakeHint(−c·t₀, w − c·s₂ + c·t₀) in the place of r₀, and the checks of the norm of c·t₀ and of
    /// the number of ones in h.
    fn hint(&mut self, backend: Backend, t0_hat: &[NttPoly]) -> Option<()> {
        let mut ones = 0;
        for (row, t0_hat) in t0_hat.iter().enumerate() {
            // 25. ct₀ ← NTT⁻¹(ĉ∘t̂₀).
            self.multiply(backend, t0_hat);
            let Self { w0: r0, w1, term: ct0, .. } = self;
            reject_if_beyond(backend.exceeds(ct0, P::GAMMA2))?; // 28.
            // 26. h ← MakeHint(−ct₀, w − cs₂ + ct₀), of r₀ + ct₀ and w₁.
            let h = &mut r0.as_mut()[row];
            _ = backend.add(h, ct0, 1);
            ones += backend.make_hint(P::GAMMA2, h, &w1.as_ref()[row]);
        }
        reject_if_beyond(P::OMEGA as i32 - ones) // 28.
    }

    /// Sets `term` to NTT⁻¹(ĉ∘v̂).
    fn multiply(&mut self, backend: Backend, v_hat: &NttPoly) {
        let Self { c_hat, product, term, .. } = self;
        backend.inner_product(product, core::slice::from_ref(c_hat), core::slice::from_ref(v_hat));
        backend.inverse_ntt(core::slice::from_ref(product), core::slice::from_mut(term));
    }
}

/// Returns `None`, which rejects an attempt, if the number is negative.
fn reject_if_beyond(beyond: i32) -> Option<()> {
    let is_rejected = Choice::from_lsb(beyond.cast_unsigned() >> 31).declassify(REJECTED);
    (!is_rejected).then_some(())
}

impl<P: Parameters> Drop for Attempt<P> {
    fn drop(&mut self) {
        self.y.wipe();
        self.y_hat.wipe();
        self.w_hat.wipe();
        self.w0.wipe();
        self.w1.wipe();
        wipe(&mut self.transcript);
        // ĉ is public, but nothing in memory tells it from a secret.
        self.c_hat.wipe();
        self.product.wipe();
        self.term.wipe();
    }
}
