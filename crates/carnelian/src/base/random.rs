//! Sources of random bytes: the operating system, or one that the caller provides.
//!
//! Randomness enters only at the public interface: a public function that draws random bytes takes a `&mut impl
//! Random`, and everything below it is deterministic.

use core::fmt;

/// A source of random bytes fit for keys.
///
/// ```
/// use carnelian::random::{Random, RandomError};
///
/// /// A generator in hardware, behind a function of yours.
/// struct Hardware(fn(&mut [u8]) -> bool);
///
/// impl Random for Hardware {
///     fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
///         if (self.0)(out) { Ok(()) } else { Err(RandomError) }
///     }
/// }
/// ```
pub trait Random {
    /// Fills `out` with random bytes.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver; the content of `out` is then unspecified.
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError>;
}

impl<R: Random + ?Sized> Random for &mut R {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        (**self).fill(out)
    }
}

/// The random source could not deliver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomError;

impl fmt::Display for RandomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the random source could not deliver")
    }
}

impl core::error::Error for RandomError {}

/// The operating system's random source (`getrandom(2)` and its like).
///
/// ```
/// use carnelian::random::{OsRandom, Random};
/// let mut nonce = [0u8; 24];
/// OsRandom.fill(&mut nonce)?;
/// # Ok::<(), carnelian::random::RandomError>(())
/// ```
#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
#[derive(Clone, Copy, Debug, Default)]
pub struct OsRandom;

#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
impl Random for OsRandom {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        getrandom::fill(out).map_err(|_| RandomError)
    }
}

/// A generator for tests and benchmarks: returns the same bytes for the same seed, and provides no secrecy at all.
///
/// SplitMix64 (Steele, Lea and Flood, 2014), little-endian.
#[cfg(any(test, feature = "__internals"))]
#[derive(Clone, Debug)]
pub struct TestRandom(u64);

#[cfg(any(test, feature = "__internals"))]
impl TestRandom {
    /// Returns the generator that starts at `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next word.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(any(test, feature = "__internals"))]
impl Random for TestRandom {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        for chunk in out.chunks_mut(8) {
            chunk.copy_from_slice(&self.next_u64().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The generator's published first outputs for the seed 1234567.
    #[test]
    fn splitmix64_is_splitmix64() {
        let mut random = TestRandom::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    }

    #[cfg(feature = "std")]
    #[test]
    fn the_system_delivers_different_bytes() {
        let (mut a, mut b) = ([0u8; 32], [0u8; 32]);
        OsRandom.fill(&mut a).unwrap();
        OsRandom.fill(&mut b).unwrap();
        assert_ne!(a, b);
    }

    #[test]
    fn a_failing_source_is_an_error() {
        struct Broken;
        impl Random for Broken {
            fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
                Err(RandomError)
            }
        }
        let built = crate::secret::Secret::<[u8; 32]>::build(|key| Broken.fill(key));
        assert!(built.is_err());
    }
}
