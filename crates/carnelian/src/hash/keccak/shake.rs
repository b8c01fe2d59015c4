//! SHAKE128 and SHAKE256, FIPS 202 Section 6.2.

use super::batch;
use super::kernel::Backend;
use super::reader::{Reader, STACK};
use super::sponge::{Parameters, Sponge};
use crate::base::memory::wiping_stack;
use crate::error::LengthError;
use crate::hash::functions::Xof;
use core::fmt;

/// SHAKE128: output of any length, with 128 bits of security if it has at least 32 bytes.
pub type Shake128 = Shake<128>;

/// SHAKE256: output of any length, with 256 bits of security if it has at least 64 bytes.
pub type Shake256 = Shake<256>;

/// SHAKE with a security strength of 128 or 256 bits. Use it as [`Shake128`], [`Shake256`].
///
/// Messages and outputs may have any length. Time depends only on these lengths. The state is wiped when dropped.
///
/// ```
/// use carnelian::hash::Shake128;
/// let mut shake = Shake128::new();
/// shake.update(b"ab");
/// shake.update(b"c");
/// let mut reader = shake.finalize();
/// let (mut first, mut second) = ([0; 5], [0; 27]);
/// reader.fill(&mut first);
/// reader.fill(&mut second);
///
/// let mut at_once = [0; 32];
/// Shake128::hash(b"abc", &mut at_once);
/// assert_eq!([&first[..], &second[..]].concat(), at_once);
/// ```
#[derive(Clone)]
pub struct Shake<const SECURITY: usize> {
    sponge: Sponge,
}

impl<const SECURITY: usize> Shake<SECURITY> {
    const PARAMETERS: Parameters = {
        assert!(matches!(SECURITY, 128 | 256), "there are SHAKE128 and SHAKE256");
        Parameters::shake(SECURITY)
    };

    /// Creates the function for an empty message.
    #[must_use]
    pub const fn new() -> Self {
        Self { sponge: Sponge::new() }
    }

    /// Absorbs more of the message, any number of bytes.
    pub fn update(&mut self, data: &[u8]) {
        self.sponge.absorb(Self::PARAMETERS.rate, data);
    }

    /// Returns a reader of the output for the message.
    #[must_use]
    pub fn finalize(mut self) -> Reader<SECURITY> {
        self.finalize_reset()
    }

    /// Returns a reader of the output for the message, and returns the function to its initial state.
    #[must_use]
    #[inline(never)]
    pub fn finalize_reset(&mut self) -> Reader<SECURITY> {
        wiping_stack::<STACK, _>(|| Reader::new(self.sponge.finish(Self::PARAMETERS)))
    }

    /// Fills `out` with the start of the output for `message`.
    pub fn hash(message: &[u8], out: &mut [u8]) {
        wiping_stack::<STACK, _>(|| {
            let mut sponge = Sponge::new();
            sponge.absorb(Self::PARAMETERS.rate, message);
            sponge.finish(Self::PARAMETERS).fill(Self::PARAMETERS.rate, out);
        });
    }

    /// Computes the first `LEN` bytes of the output for each of many independent messages, several at a time where the
    /// CPU has vector lanes for it.
    ///
    /// The messages may have different lengths; time depends only on the lengths. `outputs[i]` is the output for
    /// `messages[i]`.
    ///
    /// # Errors
    /// [`LengthError`] if the numbers of messages and outputs differ; no output is written then.
    ///
    /// ```
    /// use carnelian::hash::Shake256;
    /// let messages: [&[u8]; 3] = [b"one", b"two", b"three"];
    /// let mut outputs = [[0; 100]; 3];
    /// Shake256::hash_batch(&messages, &mut outputs)?;
    /// let mut second = [0; 100];
    /// Shake256::hash(b"two", &mut second);
    /// assert_eq!(outputs[1], second);
    /// # Ok::<(), carnelian::LengthError>(())
    /// ```
    pub fn hash_batch<const LEN: usize>(messages: &[&[u8]], outputs: &mut [[u8; LEN]]) -> Result<(), LengthError> {
        batch::hash_all(Self::PARAMETERS, "outputs of a batch", messages, outputs)
    }
}

impl<const SECURITY: usize> Xof for Shake<SECURITY> {
    const NAME: &'static str = if SECURITY == 128 { "SHAKE128" } else { "SHAKE256" };
    const BLOCK_LEN: usize = Self::PARAMETERS.rate;
    type Reader = Reader<SECURITY>;

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn finalize(self) -> Reader<SECURITY> {
        self.finalize()
    }

    fn backend() -> &'static str {
        Backend::choose().name()
    }
}

impl<const SECURITY: usize> Default for Shake<SECURITY> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const SECURITY: usize> zeroize::ZeroizeOnDrop for Shake<SECURITY> {}

impl<const SECURITY: usize> fmt::Debug for Shake<SECURITY> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", Self::NAME)
    }
}

#[cfg(feature = "std")]
impl<const SECURITY: usize> std::io::Write for Shake<SECURITY> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
