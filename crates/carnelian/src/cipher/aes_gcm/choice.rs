//! The choice of a backend for keys that AES and GHASH have set up: it uses the CPU features that both of them use.

use super::kernel::Backend;
#[cfg(target_arch = "x86_64")]
use super::kernel::{Avx2Vaes, Avx512};
use crate::cipher::aes::kernel::Backend as Aes;
use crate::cipher::ghash::kernel::Backend as Ghash;

/// Returns the best backend for keys of these two.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn backend_of(cipher: Aes, hash: Ghash) -> Backend {
    let (Some(clmul), of_two, of_four) = hash.proofs() else { return Backend::Parts(hash.name()) };
    match (cipher, of_two, of_four) {
        (Aes::Avx512Vaes(vaes), _, Some(vpclmul)) => Backend::Avx512(Avx512 { vaes, vpclmul, clmul }),
        (Aes::Avx512Vaes(vaes), ..) => Backend::Avx2(vaes.aes_ni(), clmul),
        (Aes::Avx2Vaes(vaes), Some(vpclmul), _) => Backend::Avx2Vaes(Avx2Vaes { vaes, vpclmul, clmul }),
        (Aes::Avx2Vaes(vaes), ..) => Backend::Avx2(vaes.aes_ni(), clmul),
        (Aes::AesNi(aes_ni), ..) => Backend::Avx2(aes_ni, clmul),
        (Aes::Portable64(_) | Aes::Portable32(_), ..) => Backend::Parts(hash.name()),
    }
}

/// Returns the backend for keys of these two: no other architecture has a kernel for whole messages.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn backend_of(_: Aes, hash: Ghash) -> Backend {
    Backend::Parts(hash.name())
}
