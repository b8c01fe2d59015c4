//! Keccak-f\[1600\] and the functions built on it: SHA-3 and SHAKE, FIPS 202; cSHAKE and KMAC, SP 800-185.
//!
//! | type | standard | security in bits | block |
//! |---|---|---|---|
//! | [`Sha3_224`], [`Sha3_256`], [`Sha3_384`], [`Sha3_512`] | FIPS 202 Section 6.1 | 112, 128, 192, 256 | 144, 136, 104, 72 bytes |
//! | [`Shake128`], [`Shake256`] | FIPS 202 Section 6.2 | 128, 256 | 168, 136 bytes |
//! | [`CShake128`], [`CShake256`] | SP 800-185 Section 3 | 128, 256 | 168, 136 bytes |
//! | [`Kmac128`], [`Kmac256`] | SP 800-185 Section 4 | 128, 256 | 168, 136 bytes |

mod batch;
#[cfg(feature = "postquantum")]
pub(crate) mod beside;
mod derived;
mod kernel;
pub(crate) mod lanes;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "portable code does not use the plain form"))]
mod permutation;
mod portable;
mod reader;
mod sha3;
mod shake;
mod sponge;
mod tables;
#[cfg(feature = "postquantum")]
pub(crate) mod transposed;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
mod x86_avx512_lanes;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
#[cfg_attr(not(feature = "postquantum"), allow(dead_code, reason = "only SLH-DSA takes steps"))]
mod x86_avx512_lanes_assembly;
#[cfg(all(target_arch = "x86_64", any(carnelian_msan, miri)))]
mod x86_avx512_lanes_model;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_planes;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_words;

#[cfg(test)]
mod tests;

pub use derived::{CShake, CShake128, CShake256, Kmac, Kmac128, Kmac256};
pub use reader::Reader;
pub use sha3::{Sha3, Sha3_224, Sha3_256, Sha3_384, Sha3_512};
pub use shake::{Shake, Shake128, Shake256};
