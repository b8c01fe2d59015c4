//! `kem`: key encapsulation, for code that is generic over the mechanism.
//!
//! | mechanism | its name here | seed | encapsulation key | ciphertext | shared secret |
//! |---|---|---|---|---|---|
//! | ML-KEM-512 | [`MlKem512`](crate::postquantum::mlkem::MlKem512) | 64 | 800 | 768 | 32 bytes |
//! | ML-KEM-768 | [`MlKem768`](crate::postquantum::mlkem::MlKem768) | 64 | 1184 | 1088 | 32 bytes |
//! | ML-KEM-1024 | [`MlKem1024`](crate::postquantum::mlkem::MlKem1024) | 64 | 1568 | 1568 | 32 bytes |
//! | X-Wing | [`XWing`] | 32 | 1216 | 1120 | 32 bytes |
//! | DHKEM(X25519, HKDF-SHA256) | [`DhkemX25519HkdfSha256`] | 32 | 32 | 32 | 32 bytes |
//!
//! ```
//! use carnelian::postquantum::mlkem::MlKem768;
//! use kem::{Decapsulate, Encapsulate, Kem};
//!
//! # struct Rng(u8);
//! # impl kem::common::rand_core::TryRng for Rng {
//! #     type Error = core::convert::Infallible;
//! #     fn try_next_u32(&mut self) -> Result<u32, Self::Error> { Ok(7) }
//! #     fn try_next_u64(&mut self) -> Result<u64, Self::Error> { Ok(7) }
//! #     fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> { self.0 += 1; Ok(out.fill(self.0)) }
//! # }
//! # impl kem::common::rand_core::TryCryptoRng for Rng {}
//! # let mut rng = Rng(0);
//! // `rng` is any `rand_core::CryptoRng`.
//! let (dk, ek) = MlKem768::generate_keypair_from_rng(&mut rng);
//! let (ciphertext, sent) = ek.encapsulate_with_rng(&mut rng);
//! assert_eq!(dk.decapsulate(&ciphertext), sent);
//! ```
//!
//! The traits return shared secrets and secret keys as arrays, which the caller must wipe.
//!
//! The key exchange X25519MLKEM768 of TLS ([`hybrid`](crate::composite::hybrid)) is not among them: the answer to a
//! client's share can fail, which these traits do not allow, and its secret is not uniform.

mod dhkem;
mod lattice;
mod pair;

pub use dhkem::{DecapsulateError, DhkemX25519HkdfSha256};
pub use lattice::XWing;
pub use pair::{KeyPair, Private};
