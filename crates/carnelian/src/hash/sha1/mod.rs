//! SHA-1, FIPS 180-4 Sections 5 and 6.1.
//!
//! **SHA-1 is broken**: two messages with the same digest can be found at moderate cost, even with beginnings that are
//! chosen (Leurent and Peyrin, 2020). Do not use it for signatures, certificates or identifiers of content. HMAC, HKDF and
//! PBKDF2 with it are not known to be broken. It is here for them, and to read what others have written.

mod compression;
mod kernel;
mod portable;
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
pub use compression::Sha1Compression;

/// SHA-1: 20-byte digests. It is [broken](self) where collisions matter.
///
/// ```
/// use carnelian::hash::{Hash, Sha1};
/// assert_eq!(Sha1::digest(b"")[..4], [0xda, 0x39, 0xa3, 0xee]);
/// ```
pub type Sha1 = Hasher<function::Sha1>;

/// The parameters of [`Hasher`], one type for each function.
pub mod function {
    use super::Sha1Compression;
    use super::compression::INITIAL;
    use crate::hash::merkle_damgard::functions;

    functions! { Sha1Compression;
        /// SHA-1, Section 6.1.
        Sha1 = "SHA-1", 20, INITIAL;
    }
}
