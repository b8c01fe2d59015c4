//! The interface of AES backends, and the one place where a backend is chosen.
//!
//! A backend expands a key into the form that it computes with, so a key records which backend expanded it. Backends
//! with AES instructions keep the round keys as the standard writes them, one after the other.

use super::parameters::{DerivesKeys, Parameters};
pub(super) use super::schedule::{MAX_ROUND_KEYS, RoundKeys, SCHEDULE_LEN, Schedule};
use crate::base::cpu;
use crate::base::dispatch::backends;
use crate::base::in_out::InOut;
pub(super) use crate::cipher::arithmetic::blocks::{BLOCK_LEN, Block, Counter};

/// AES of FIPS 197.
pub(super) trait Kernel: Copy {
    /// Section 5.2, KeyExpansion(), for [`encrypt`](Self::encrypt) and keystreams. On entry, `schedule` is zero or the
    /// schedule of a key of the same length.
    fn expand<A: Parameters>(self, key: &A::Key, schedule: &mut Schedule);

    /// RFC 8452 Section 4, derive_keys(): computes the key of a message's authenticator, and
    /// the expanded key of its cipher. `first` is the first block encrypted under the key-generating key, as a
    /// little-endian number: zeros in its lowest four bytes, which count the blocks, and then the nonce. `encryption`
    /// is as for [`expand`](Self::expand).
    fn derive<A: DerivesKeys>(
        self,
        generating: &Schedule,
        first: u128,
        authentication: &mut Block,
        encryption: &mut Schedule,
    );

    /// Converts an expanded key to the form that [`decrypt`](Self::decrypt) needs, if that is another.
    #[inline]
    fn invert<A: Parameters>(self, _schedule: &mut Schedule) {}

    /// Section 5.1, Cipher(), on each block of `data`, which consists of whole blocks.
    fn encrypt<A: Parameters>(self, schedule: &Schedule, data: InOut<'_>);

    /// Section 5.3, InvCipher(), on each block of `data`, which consists of whole blocks. The schedule is that of
    /// [`invert`](Self::invert).
    fn decrypt<A: Parameters>(self, schedule: &Schedule, data: InOut<'_>);

    /// XORs `data`, which is not empty, with the keystream that consists of the encryptions of the blocks from `first`
    /// on. The last block of the keystream may be used in part. `first` is a block as a little-endian number.
    fn xor_counted<A: Parameters>(self, schedule: &Schedule, counter: Counter, first: u128, data: InOut<'_>);
}

backends! {$
    /// An implementation that this CPU can run. Public because [`Kernels`](crate::cipher::block::cipher::Kernels)
    /// mentions it, but not nameable outside.
    pub enum Backend {
        x86_64: {
            /// Four blocks in a vector.
            Avx512Vaes(cpu::Avx512Vaes) = "avx512-vaes",
            /// Two blocks in a vector.
            Avx2Vaes(cpu::Avx2Vaes) = "avx2-vaes",
            /// One block in a vector.
            AesNi(cpu::AesNi) = "aes-ni",
            /// The same without AVX.
            SseAesNi(cpu::SseAesNi) = "sse-aes-ni",
        }
        any: {
            Portable64(cpu::Portable64) = "portable64",
            Portable32(cpu::Portable32) = "portable32",
        }
    }
}

/// [`Kernel::expand`].
#[inline]
pub(super) fn expand<A: Parameters>(backend: Backend, key: &A::Key, schedule: &mut Schedule) {
    dispatch!("aes expand", backend, |kernel| kernel.expand::<A>(key, schedule));
}

/// [`Kernel::derive`].
#[inline]
pub(super) fn derive<A: DerivesKeys>(
    backend: Backend,
    generating: &Schedule,
    first: u128,
    authentication: &mut Block,
    encryption: &mut Schedule,
) {
    dispatch!("aes derive", backend, |kernel| {
        kernel.derive::<A>(generating, first, authentication, encryption);
    });
}

/// [`Kernel::invert`].
#[inline]
pub(super) fn invert<A: Parameters>(backend: Backend, schedule: &mut Schedule) {
    dispatch!(backend, |kernel| kernel.invert::<A>(schedule));
}

/// [`Kernel::encrypt`].
#[inline]
pub(super) fn encrypt<A: Parameters>(backend: Backend, schedule: &Schedule, data: InOut<'_>) {
    debug_assert!(data.len().is_multiple_of(BLOCK_LEN));
    dispatch!("aes encrypt", backend, |kernel| kernel.encrypt::<A>(schedule, data));
}

/// [`Kernel::decrypt`].
#[inline]
pub(super) fn decrypt<A: Parameters>(backend: Backend, schedule: &Schedule, data: InOut<'_>) {
    debug_assert!(data.len().is_multiple_of(BLOCK_LEN));
    dispatch!("aes decrypt", backend, |kernel| kernel.decrypt::<A>(schedule, data));
}

/// [`Kernel::xor_counted`], of any number of bytes. Always inlined: a call in between adds half to the time of a short
/// run, and the compiler does not inline a dispatch to as many backends as there are by itself.
#[inline(always)]
pub(super) fn xor_counted<A: Parameters>(
    backend: Backend,
    schedule: &Schedule,
    counter: Counter,
    first: u128,
    data: InOut<'_>,
) {
    if data.len() != 0 {
        dispatch!("aes counter", backend, |kernel| kernel.xor_counted::<A>(schedule, counter, first, data));
    }
}
