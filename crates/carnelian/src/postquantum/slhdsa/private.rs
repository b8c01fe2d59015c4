//! The private half of a key.

use super::parameters::Parameters;
use crate::base::secret::{Held, Secret};
use crate::postquantum::arrays::Bytes as _;

/// SK.seed and SK.prf.
pub(super) struct Private<P: Parameters> {
    /// The seed of all secret values of WOTS⁺ and FORS.
    pub(super) sk_seed: Secret<P::SeedBytes>,
    /// The key of the randomizer.
    pub(super) sk_prf: Secret<P::SeedBytes>,
}

impl<P: Parameters> Private<P> {
    /// Returns storage for a private key, all zero.
    pub(super) fn zeroed() -> Held<Self> {
        Held::place(Self { sk_seed: Secret::place(P::SeedBytes::ZEROED), sk_prf: Secret::place(P::SeedBytes::ZEROED) })
    }

    /// Returns the private key of SK.seed ‖ SK.prf.
    pub(super) fn of_seeds(seeds: &[u8]) -> Held<Self> {
        let mut private = Self::zeroed();
        private.sk_seed.write(|seed: &mut P::SeedBytes| seed.as_mut().copy_from_slice(&seeds[..P::N]));
        private.sk_prf.write(|seed: &mut P::SeedBytes| seed.as_mut().copy_from_slice(&seeds[P::N..]));
        private
    }
}
