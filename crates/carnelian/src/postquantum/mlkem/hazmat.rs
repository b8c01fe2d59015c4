//! The deterministic algorithms of FIPS 203 Section 6, for tests and for protocols that bring their own randomness.
//!
//! **Randomness that repeats or can be guessed reveals the secrets.** Applications use
//! [`DecapsulationKey::generate`](super::DecapsulationKey::generate) and
//! [`EncapsulationKey::encapsulate`](super::EncapsulationKey::encapsulate).

use super::encapsulation_key::{Ciphertext, EncapsulationKey, PreparedEncapsulationKey, SharedSecret};
use super::parameters::Parameters;

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
