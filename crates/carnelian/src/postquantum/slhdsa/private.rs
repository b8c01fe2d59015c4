//! The private half of a key.

use super::parameters::{Bytes, Parameters};
use crate::base::secret::{Held, Secret};

/// SK.seed and SK.prf.
pub(super) struct Private<P: Parameters> {
    /// The seed of all secret values of WOTS⁺ and FORS.
    pub(super) sk_seed: Secret<P::Seed>,
    /// The key of the randomizer.
    pub(super) sk_prf: Secret<P::Seed>,
}

impl<P: Parameters> Private<P> {
    /// Returns storage for a private key, all zero.
    pub(super) fn place() -> Held<Self> {
        Held::place(Self { sk_seed: Secret::place(P::Seed::ZEROS), sk_prf: Secret::place(P::Seed::ZEROS) })
    }
}
