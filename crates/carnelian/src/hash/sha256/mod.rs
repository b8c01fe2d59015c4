//! SHA-256 and SHA-224, FIPS 180-4 Sections 5, 6.2 and 6.3.

mod compression;
mod kernel;
mod portable;
mod tables;
#[cfg(feature = "postquantum")]
pub(crate) mod transposed;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_sha_ni;
#[cfg(target_arch = "x86_64")]
mod x86_sse_sha_ni;

#[cfg(test)]
mod tests;

pub use super::merkle_damgard::{Function, Hasher};
#[doc(hidden)]
pub use compression::Sha256Compression;

/// SHA-256: 32-byte digests.
///
/// ```
/// use carnelian::hash::{Hash, Sha256};
/// assert_eq!(Sha256::digest(b"")[..4], [0xe3, 0xb0, 0xc4, 0x42]);
/// ```
pub type Sha256 = Hasher<function::Sha256>;

/// SHA-224: 28-byte digests. It is not a truncated SHA-256: its initial value differs.
pub type Sha224 = Hasher<function::Sha224>;

/// The parameters of [`Hasher`], one type for each function.
pub mod function {
    use super::Sha256Compression;
    use super::tables::{INITIAL_224, INITIAL_256};
    use crate::hash::merkle_damgard::functions;

    functions! { Sha256Compression;
        /// SHA-256, Section 6.2.
        Sha256 = "SHA-256", 32, INITIAL_256, 1;
        /// SHA-224, Section 6.3.
        Sha224 = "SHA-224", 28, INITIAL_224, 4;
    }
}
