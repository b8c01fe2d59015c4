//! The block cipher AES with keys of 128, 192 and 256 bits, FIPS 197.
//!
//! This is the permutation of single blocks that modes of operation are built from. Applied to a message block by
//! block, it reveals which blocks are equal, and does not authenticate the message: use authenticated encryption for
//! messages.

mod bitslice;
pub(in super::super) mod kernel;
pub(in super::super) mod parameters;
mod portable;
mod sbox;
mod schedule;
#[cfg(target_arch = "x86_64")]
mod x86_aes_ni;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_vaes;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_vaes;
#[cfg(target_arch = "x86_64")]
mod x86_backend;
#[cfg(target_arch = "x86_64")]
mod x86_counters;
#[cfg(target_arch = "x86_64")]
mod x86_key_expansion;
#[cfg(target_arch = "x86_64")]
mod x86_runs;
#[cfg(target_arch = "x86_64")]
mod x86_sse_aes_ni;

#[cfg(test)]
mod tests;

pub use super::keys::{DecryptionKey, EncryptionKey};
pub use parameters::{Aes128, Aes192, Aes256, DerivesKeys, Parameters};

use super::cipher::{BlockCipher, CounterKernels, Kernels};
use crate::base::in_out::InOut;
use crate::cipher::arithmetic::blocks::{self, Block, Counter};
use kernel::{Backend, RoundKeys, SCHEDULE_LEN, Schedule};

/// Bytes in a block.
pub const BLOCK_LEN: usize = blocks::BLOCK_LEN;

impl<A: Parameters> BlockCipher for A {
    const NAME: &'static str = match A::KEY_LEN {
        16 => "AES-128",
        24 => "AES-192",
        _ => "AES-256",
    };
    const KEY_LEN: usize = A::KEY_LEN;
    /// Eight vectors of four blocks.
    const LANES: usize = 32;
    type Key = A::Key;
    type Block = Block;
}

impl<A: Parameters> Kernels for A {
    type Backend = Backend;
    type Bytes = A::Key;
    type Schedule = Schedule;
    const EMPTY: Schedule = [0; SCHEDULE_LEN];

    #[inline(always)]
    fn choose() -> Backend {
        Backend::choose()
    }

    fn name(backend: Backend) -> &'static str {
        backend.name()
    }

    #[inline(always)]
    fn expand(backend: Backend, key: &A::Key, schedule: &mut Schedule) {
        kernel::expand::<A>(backend, key, schedule);
    }

    #[inline(always)]
    fn invert(backend: Backend, schedule: &mut Schedule) {
        kernel::invert::<A>(backend, schedule);
    }

    #[inline(always)]
    fn encrypt_blocks(backend: Backend, schedule: &Schedule, data: InOut<'_>) {
        kernel::encrypt::<A>(backend, schedule, data);
    }

    #[inline(always)]
    fn decrypt_blocks(backend: Backend, schedule: &Schedule, data: InOut<'_>) {
        kernel::decrypt::<A>(backend, schedule, data);
    }
}

impl<A: Parameters> CounterKernels for A {
    #[inline(always)]
    fn xor_counted(backend: Backend, schedule: &Schedule, counter: Counter, first: u128, data: InOut<'_>) {
        kernel::xor_counted::<A>(backend, schedule, counter, first, data);
    }
}

impl<A: Parameters> EncryptionKey<A> {
    /// Returns the round keys in the order of encryption, if the backend has AES instructions, and else the start of
    /// the key in the form of the portable backends.
    pub(in super::super) fn round_keys(&self) -> &RoundKeys {
        schedule::round_keys(&self.schedule)
    }
}

impl<A: DerivesKeys> EncryptionKey<A> {
    /// RFC 8452 Section 4, derive_keys(), for a message with this nonce under this key-generating key: computes the key
    /// of its authenticator and that of its cipher, which is expanded in place.
    #[inline(always)]
    pub(in super::super) fn derive(&self, nonce: &[u8; 12], authentication: &mut Block, encryption: &mut Self) {
        let [a, b, c, d, rest @ ..] = *nonce;
        let first = u128::from(u64::from_le_bytes(rest)) << 64 | u128::from(u32::from_le_bytes([a, b, c, d])) << 32;
        kernel::derive::<A>(self.backend, &self.schedule, first, authentication, &mut encryption.schedule);
    }
}

/// Returns the name of the backend that this CPU and the tier in force select.
#[must_use]
pub fn backend() -> &'static str {
    Backend::choose().name()
}
