//! Hash functions, and HMAC over them.
//!
//! | type | standard | digest | block |
//! |---|---|---|---|
//! | [`Sha256`] | FIPS 180-4 Section 6.2 | 32 bytes | 64 bytes |
//! | [`Sha224`] | FIPS 180-4 Section 6.3 | 28 bytes | 64 bytes |
//! | [`Sha512`] | FIPS 180-4 Section 6.4 | 64 bytes | 128 bytes |
//! | [`Sha384`] | FIPS 180-4 Section 6.5 | 48 bytes | 128 bytes |
//! | [`Sha512_224`] | FIPS 180-4 Section 6.6 | 28 bytes | 128 bytes |
//! | [`Sha512_256`] | FIPS 180-4 Section 6.7 | 32 bytes | 128 bytes |
//! | [`Sha3_224`] | FIPS 202 Section 6.1 | 28 bytes | 144 bytes |
//! | [`Sha3_256`] | FIPS 202 Section 6.1 | 32 bytes | 136 bytes |
//! | [`Sha3_384`] | FIPS 202 Section 6.1 | 48 bytes | 104 bytes |
//! | [`Sha3_512`] | FIPS 202 Section 6.1 | 64 bytes | 72 bytes |
//! | [`Shake128`], [`CShake128`], [`Kmac128`] | FIPS 202 Section 6.2, SP 800-185 | any | 168 bytes |
//! | [`Shake256`], [`CShake256`], [`Kmac256`] | FIPS 202 Section 6.2, SP 800-185 | any | 136 bytes |
//! | [`Sha1`], [broken](sha1) | FIPS 180-4 Section 6.1 | 20 bytes | 64 bytes |
//! | [`Blake2b`], [`Blake2bMac`] | RFC 7693 | 1 to 64 bytes | 128 bytes |
//! | [`Blake2s`], [`Blake2sMac`] | RFC 7693 | 1 to 32 bytes | 64 bytes |
//!
//! [`Hmac`] authenticates messages under a key (FIPS 198-1, RFC 2104) with any function whose digests have a fixed
//! length.

mod arithmetic;
pub mod blake2;
pub(crate) mod functions;
pub mod hmac;
pub mod keccak;
pub(crate) mod merkle_damgard;
#[cfg(feature = "alloc")]
pub(crate) mod role;
pub mod sha1;
pub mod sha256;
mod sha2_rounds;
pub mod sha512;
mod side_by_side;
#[cfg(feature = "postquantum")]
pub(crate) mod transposed;

pub use blake2::{Blake2b, Blake2b256, Blake2b512, Blake2bMac, Blake2s, Blake2s128, Blake2s256, Blake2sMac};
pub use functions::{Hash, Xof, XofReader};
pub use hmac::Hmac;
pub use keccak::{CShake128, CShake256, Kmac128, Kmac256, Shake128, Shake256};
pub use keccak::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
pub use sha1::Sha1;
pub use sha256::{Sha224, Sha256};
pub use sha512::{Sha384, Sha512, Sha512_224, Sha512_256};
