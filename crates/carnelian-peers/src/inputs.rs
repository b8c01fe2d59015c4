//! Inputs of operations, the same on every machine.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// Returns random bytes, the same on every machine.
pub(crate) fn random_array<const LEN: usize>(number: u64) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    fill(&mut bytes, LEN as u64 ^ number << 8);
    bytes
}

/// Returns random bytes of variable length, the same on every machine.
pub(crate) fn random_bytes(len: usize, number: u64) -> Vec<u8> {
    let mut bytes = vec![0; len];
    fill(&mut bytes, len as u64 ^ number << 32);
    bytes
}

fn fill(bytes: &mut [u8], seed: u64) {
    let mut random = SplitMix64::seed_from_u64(seed);
    for chunk in bytes.chunks_mut(8) {
        chunk.copy_from_slice(&random.next_u64().to_le_bytes()[..chunk.len()]);
    }
}

/// Returns the bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
