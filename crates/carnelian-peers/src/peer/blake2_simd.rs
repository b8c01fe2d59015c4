//! `blake2b_simd` and `blake2s_simd`. They detect AVX2 at run time, and hash several messages in parallel.

use super::found::{Found, locked_version};
use super::reach::{Isa, Reach};
use crate::offers::Offers;
use crate::op::hashing::{Blake2b, Blake2s};

/// They have no AVX-512 code, and their AVX2 code cannot be switched off.
pub(super) const REACH: Reach = Reach::UpTo(Isa::Avx2, "takes AVX2 where it finds it");

/// Returns the backend that both crates choose.
fn backend() -> String {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "avx2".to_owned();
    }
    "sse4.1 or portable".to_owned()
}

pub(super) fn blake2b() -> Found {
    use blake2b_simd::many::{HashManyJob, hash_many};
    let blake2b = Blake2b {
        backend: backend(),
        digest: |message| *blake2b_simd::blake2b(message).as_array(),
        digest_batch: Some(|messages, digests| {
            let parameters = blake2b_simd::Params::new();
            let mut jobs: Vec<_> = messages.iter().map(|message| HashManyJob::new(&parameters, message)).collect();
            hash_many(&mut jobs);
            digests.iter_mut().zip(&jobs).for_each(|(digest, job)| *digest = *job.to_hash().as_array());
        }),
    };
    Ok((locked_version("blake2b_simd", "1."), Offers::none().and(blake2b)))
}

pub(super) fn blake2s() -> Found {
    use blake2s_simd::many::{HashManyJob, hash_many};
    let blake2s = Blake2s {
        backend: backend(),
        digest: |message| *blake2s_simd::blake2s(message).as_array(),
        digest_batch: Some(|messages, digests| {
            let parameters = blake2s_simd::Params::new();
            let mut jobs: Vec<_> = messages.iter().map(|message| HashManyJob::new(&parameters, message)).collect();
            hash_many(&mut jobs);
            digests.iter_mut().zip(&jobs).for_each(|(digest, job)| *digest = *job.to_hash().as_array());
        }),
    };
    Ok((locked_version("blake2s_simd", "1."), Offers::none().and(blake2s)))
}
