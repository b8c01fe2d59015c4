//! The crates `fips203`, `fips204` and `fips205`: portable code, apart from the hash functions of the last.

pub(super) mod mldsa;
pub(super) mod mlkem;
pub(super) mod slhdsa;

use super::reach::Reach;
use fips204::{CryptoRng, RngCore, RngError};

pub(super) const REACH: Reach = Reach::Portable;

/// Zeros in place of random bytes, with which signatures of ML-DSA are those of the deterministic variant.
struct Zeros;

impl RngCore for Zeros {
    fn next_u32(&mut self) -> u32 {
        0
    }

    fn next_u64(&mut self) -> u64 {
        0
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes.fill(0);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), RngError> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

impl CryptoRng for Zeros {}
