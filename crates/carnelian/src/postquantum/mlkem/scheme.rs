//! The deterministic algorithms of ML-KEM, FIPS 203 Section 6, on keys as bytes and on expanded keys.
//!
//! What they and all that they call leave on the stack is wiped by their callers, with [`wiping_stack`].

use super::parameters::{MlKem1024, Parameters};
use super::pke::{self, ExpandedKey, split};
use super::ring::NttPoly;
use super::sampling::PUBLIC;
use crate::base::ct::{self, Choice, Select as _};
use crate::base::memory;
use crate::hash::Sha3_512;
use crate::hash::keccak::beside::{Function, Passenger};
use crate::postquantum::arrays::Bytes as _;

/// The parts of a decapsulation key in its expanded form: dk ← dk_PKE ‖ ek ‖ H(ek) ‖ z, step 3 of Algorithm 16.
pub(super) struct Parts<'k> {
    pub(super) dk_pke: &'k [u8],
    pub(super) ek: &'k [u8],
    pub(super) h: &'k [u8; 32],
    pub(super) z: &'k [u8; 32],
}

impl<'k> Parts<'k> {
    pub(super) fn of<P: Parameters>(dk: &'k [u8]) -> Self {
        let (dk_pke, rest) = dk.split_at(384 * P::K);
        let (ek, rest) = rest.split_at(P::ENCAPSULATION_KEY_LEN);
        let [h, z] = rest.as_chunks().0 else { unreachable!("a hash and a secret of 32 bytes each") };
        let ek = ct::declassify_bytes(ek, PUBLIC);
        ct::declassify_bytes(h, "the hash of an encapsulation key is public");
        Self { dk_pke, ek, h, z }
    }
}

/// The same parts of a key that is being generated.
pub(super) struct Places<'k> {
    pub(super) dk_pke: &'k mut [u8],
    pub(super) ek: &'k mut [u8],
    h: &'k mut [u8],
    z: &'k mut [u8],
}

impl<'k> Places<'k> {
    pub(super) fn of<P: Parameters>(dk: &'k mut [u8]) -> Self {
        let (dk_pke, rest) = dk.split_at_mut(384 * P::K);
        let (ek, rest) = rest.split_at_mut(P::ENCAPSULATION_KEY_LEN);
        let (h, z) = rest.split_at_mut(32);
        Self { dk_pke, ek, h, z }
    }

    /// Writes H(ek) and z.
    pub(super) fn finish(self, h: &[u8; 32], z: &[u8; 32]) {
        self.h.copy_from_slice(h);
        self.z.copy_from_slice(z);
    }
}

/// Algorithm 16, ML-KEM.KeyGen_internal(d, z). Writes the decapsulation key, which holds the encapsulation key.
pub(super) fn key_gen<P: Parameters>(d: &[u8; 32], z: &[u8; 32], dk: &mut [u8]) {
    let places = Places::of::<P>(dk);
    let h = pke::key_gen::<P>(d, places.ek, places.dk_pke);
    places.finish(&h, z);
}

/// Algorithm 17, ML-KEM.Encaps_internal(ek, m), with H(ek). Writes the ciphertext and returns nothing else; `k` is K.
pub(super) fn encaps<P: Parameters>(ek: &ExpandedKey<P>, h: &[u8; 32], m: &[u8; 32], k: &mut [u8; 32], c: &mut [u8]) {
    // 1. (K, r) ← G(m ‖ H(ek))
    let k_and_r = g(m, h);
    let (new_k, r) = split(&k_and_r);
    k.copy_from_slice(new_k);
    // 2. c ← K-PKE.Encrypt(ek, m, r)
    pke::encrypt::<P>(ek, m, r, c, &mut Passenger::none());
    ct::declassify_bytes(c, "a ciphertext is public");
}

/// Algorithm 18, ML-KEM.Decaps_internal(dk, c), with expanded keys. `j` is J(z ‖ c), which may be in progress: it is
/// computed in lanes that step 8 leaves idle, so that step 7 is complete after step 8.
pub(super) fn decaps<P: Parameters>(
    s_hat: &[NttPoly],
    ek: &ExpandedKey<P>,
    h: &[u8; 32],
    mut j: Passenger<'_>,
    c: &[u8],
    k: &mut [u8; 32],
) {
    // 5. m′ ← K-PKE.Decrypt(dk_PKE, c)
    let mut m_prime = [0; 32];
    pke::decrypt::<P>(s_hat, c, &mut m_prime);
    // 6. (K′, r′) ← G(m′ ‖ h)
    let k_and_r = g(&m_prime, h);
    let (k_prime, r_prime) = split(&k_and_r);
    // 8. c′ ← K-PKE.Encrypt(ek, m′, r′)
    let mut c_prime = P::CiphertextBytes::ZEROED;
    pke::encrypt::<P>(ek, &m_prime, r_prime, c_prime.as_mut(), &mut j);
    // 7. K̄ ← J(z ‖ c)
    let k_bar = j.finish();
    accept_or_reject(ct::eq(c, c_prime.as_ref()), k_prime, &k_bar, k);
}

/// Steps 9 to 11 of Algorithm 18, implicit rejection: K is K′ if the ciphertexts are the same, else K̄.
pub(super) fn accept_or_reject(same: Choice, k_prime: &[u8; 32], k_bar: &[u8; 32], k: &mut [u8; 32]) {
    for ((k, k_bar), k_prime) in k.iter_mut().zip(k_bar).zip(k_prime) {
        *k = u8::select(same, *k_bar, *k_prime);
    }
}

/// z ‖ c, the input of J, Section 4.1 (4.4), in a place for the longest one.
pub(super) struct Rejection([u8; 32 + MlKem1024::CIPHERTEXT_LEN]);

impl Rejection {
    pub(super) fn of(z: &[u8; 32], c: &[u8]) -> Self {
        let mut input = [0; 32 + MlKem1024::CIPHERTEXT_LEN];
        input[..32].copy_from_slice(z);
        input[32..][..c.len()].copy_from_slice(c);
        Self(input)
    }

    pub(super) fn input<P: Parameters>(&self) -> &[u8] {
        &self.0[..32 + P::CIPHERTEXT_LEN]
    }

    /// Returns J(z ‖ c), to be computed beside something else.
    pub(super) fn hash<P: Parameters>(&self) -> Passenger<'_> {
        Passenger::new(Function::SHAKE256, self.input::<P>())
    }
}

/// G(m ‖ h), Section 4.1 (4.5).
fn g(m: &[u8; 32], h: &[u8; 32]) -> [u8; 64] {
    Sha3_512::digest(&joined(m, h))
}

/// Returns two values of 32 bytes, one after the other.
pub(super) fn joined(first: &[u8; 32], second: &[u8; 32]) -> [u8; 64] {
    let mut both = [0; 64];
    both[..32].copy_from_slice(first);
    both[32..].copy_from_slice(second);
    both
}

/// Runs `work` and wipes the stack that it used: the frames of one operation, with the polynomials in them.
#[inline(always)]
pub(super) fn wiping_stack<P: Parameters, R>(work: impl FnOnce() -> R) -> R {
    match P::K {
        2 => memory::wiping_stack::<{ 28 << 10 }, R>(work),
        3 => memory::wiping_stack::<{ 35 << 10 }, R>(work),
        4 => memory::wiping_stack::<{ 44 << 10 }, R>(work),
        _ => unreachable!("no parameter set has another k"),
    }
}

/// The same where the matrix is elsewhere.
#[inline(always)]
pub(super) fn wiping_stack_prepared<P: Parameters, R>(work: impl FnOnce() -> R) -> R {
    match P::K {
        2 => memory::wiping_stack::<{ 21 << 10 }, R>(work),
        3 => memory::wiping_stack::<{ 25 << 10 }, R>(work),
        4 => memory::wiping_stack::<{ 29 << 10 }, R>(work),
        _ => unreachable!("no parameter set has another k"),
    }
}
