//! The check of a pair of keys.

use super::decapsulation_key::{DecapsulationKey, PreparedDecapsulationKey};
use super::encapsulation_key::{EncapsulationKey, SharedSecret};
use super::parameters::Parameters;
use crate::base::ct;
use crate::error::FaultError;

/// The message that is encapsulated to check a pair. The secret is not used for anything.
const M: &[u8; 32] = b"pairwise consistency of the keys";

impl<P: Parameters> DecapsulationKey<P> {
    /// Checks that the two halves of the key belong together: encapsulates a secret, which is not used for anything, and
    /// decapsulates it. Constant time.
    ///
    /// # Errors
    /// [`FaultError`] if another secret is the result.
    ///
    /// ```
    /// use carnelian::postquantum::mlkem::{DecapsulationKey, MlKem768};
    /// use carnelian::random::OsRandom;
    /// DecapsulationKey::<MlKem768>::generate(&mut OsRandom)?.check_pair()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_pair(&self) -> Result<(), FaultError> {
        let (ciphertext, sent) = self.encapsulation_key().encapsulate_internal(M);
        compare(&sent, &self.decapsulate(&ciphertext))
    }
}

impl<P: Parameters> PreparedDecapsulationKey<P> {
    /// Checks that the key and an encapsulation key belong together: see [`DecapsulationKey::check_pair`].
    ///
    /// # Errors
    /// [`FaultError`] if they do not.
    pub fn check_pair(&self, key: &EncapsulationKey<P>) -> Result<(), FaultError> {
        let (ciphertext, sent) = key.encapsulate_internal(M);
        compare(&sent, &self.decapsulate(&ciphertext))
    }
}

fn compare(sent: &SharedSecret, received: &SharedSecret) -> Result<(), FaultError> {
    let is_same = ct::eq(sent.expose(), received.expose());
    if is_same.declassify("whether a pair of keys is consistent is public") { Ok(()) } else { Err(FaultError) }
}
