//! The reader of the output of SHAKE, cSHAKE and KMAC.

use super::sponge::{Parameters, Squeeze};
use crate::hash::functions::XofReader;
use core::fmt;

/// The number of bytes of stack that the construction of a sponge and its copies use.
pub(super) const STACK: usize = 1024;

/// A reader of the unlimited output of SHAKE, cSHAKE or KMAC: each call continues where the previous one stopped, and
/// the output does not depend on how it is divided into calls.
///
/// Time depends only on the number of bytes. The state is wiped when dropped; a clone continues from the same position.
///
/// ```
/// use carnelian::hash::Shake256;
/// let mut reader = Shake256::new().finalize();
/// let (mut first, mut next, mut again) = ([0; 3], [0; 300], [0; 300]);
/// reader.fill(&mut first);
/// let mut fork = reader.clone();
/// reader.fill(&mut next);
/// fork.fill(&mut again);
/// assert_eq!(next, again);
/// assert_eq!(first, [0x46, 0xb9, 0xdd]);
/// ```
#[derive(Clone)]
pub struct Reader<const SECURITY: usize> {
    squeeze: Squeeze,
}

impl<const SECURITY: usize> Reader<SECURITY> {
    pub(super) const fn new(squeeze: Squeeze) -> Self {
        Self { squeeze }
    }

    /// Fills `out` with the next bytes of the output.
    pub fn fill(&mut self, out: &mut [u8]) {
        self.squeeze.fill(const { Parameters::shake(SECURITY).rate }, out);
    }
}

impl<const SECURITY: usize> XofReader for Reader<SECURITY> {
    fn fill(&mut self, out: &mut [u8]) {
        self.fill(out);
    }
}

impl<const SECURITY: usize> zeroize::ZeroizeOnDrop for Reader<SECURITY> {}

impl<const SECURITY: usize> fmt::Debug for Reader<SECURITY> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reader(..)")
    }
}

#[cfg(feature = "std")]
impl<const SECURITY: usize> std::io::Read for Reader<SECURITY> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.fill(out);
        Ok(out.len())
    }
}
