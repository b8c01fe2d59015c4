//! The deterministic algorithms of FIPS 203 Section 6, for tests and for protocols that bring their own randomness.
//!
//! **Randomness that repeats or can be guessed reveals the secrets.** Applications use
//! [`DecapsulationKey::generate`](super::DecapsulationKey::generate) and
//! [`EncapsulationKey::encapsulate`](super::EncapsulationKey::encapsulate).

use super::decapsulation_key::{DecapsulationKey, SEED_LEN};
use super::encapsulation_key::{Ciphertext, EncapsulationKey, PreparedEncapsulationKey, SharedSecret};
use super::parameters::Parameters;
use super::scheme::joined;
use crate::base::secret::Secret;

/// Algorithm 16, ML-KEM.KeyGen_internal(d, z): the same as [`DecapsulationKey::from_seed`] with d ‖ z. Constant time.
#[must_use]
pub fn key_gen_internal<P: Parameters>(d: &[u8; 32], z: &[u8; 32]) -> DecapsulationKey<P> {
    let mut seed = Secret::<[u8; SEED_LEN]>::ZEROED;
    seed.write(|seed| *seed = joined(d, z));
    DecapsulationKey::from_seed(seed.expose())
}

/// Algorithm 17, ML-KEM.Encaps_internal(ek, m): encapsulation with m as its randomness, 32 bytes. Constant time in m.
#[must_use]
pub fn encapsulate_internal<P: Parameters>(ek: &EncapsulationKey<P>, m: &[u8; 32]) -> (Ciphertext<P>, SharedSecret) {
    ek.encapsulate_internal(m)
}

/// [`encapsulate_internal`] with a prepared key.
#[must_use]
pub fn encapsulate_prepared_internal<P: Parameters>(
    ek: &PreparedEncapsulationKey<P>,
    m: &[u8; 32],
) -> (Ciphertext<P>, SharedSecret) {
    ek.encapsulate_internal(m)
}
