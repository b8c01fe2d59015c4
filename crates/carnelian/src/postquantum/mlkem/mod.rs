//! ML-KEM, FIPS 203: a key encapsulation mechanism whose security rests on the problem of learning with errors over
//! module lattices, which no known algorithm of quantum computers solves.
//!
//! | parameters | category | encapsulation key | decapsulation key: seed, expanded | ciphertext | shared secret |
//! |---|---|---|---|---|---|
//! | [`MlKem512`] | 1 (AES-128) | 800 bytes | 64, 1632 bytes | 768 bytes | 32 bytes |
//! | [`MlKem768`] | 3 (AES-192) | 1184 bytes | 64, 2400 bytes | 1088 bytes | 32 bytes |
//! | [`MlKem1024`] | 5 (AES-256) | 1568 bytes | 64, 3168 bytes | 1568 bytes | 32 bytes |
//!
//! One side generates a [`DecapsulationKey`] and publishes its [`EncapsulationKey`]. The other side encapsulates: it
//! obtains a shared secret, and a ciphertext to send back, from which the first side decapsulates the same secret. A
//! ciphertext that was changed leads to a secret that the sender does not have.
//!
//! ```
//! use carnelian::postquantum::mlkem::{Ciphertext, DecapsulationKey, EncapsulationKey, MlKem768};
//! use carnelian::random::OsRandom;
//!
//! let key = DecapsulationKey::<MlKem768>::generate(&mut OsRandom)?;
//! let sent = key.encapsulation_key().to_bytes();
//!
//! let received = EncapsulationKey::<MlKem768>::from_bytes(&sent)?;
//! let (ciphertext, secret) = received.encapsulate(&mut OsRandom)?;
//!
//! let ciphertext = Ciphertext::from_slice(ciphertext.as_ref())?;
//! assert!(carnelian::ct::verify(key.decapsulate(&ciphertext).expose(), secret.expose()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The stack of a thread on which each operation runs, in an optimized build:
//!
//! | parameters | generation, reading, encapsulation, decapsulation | with a prepared key | batches |
//! |---|---|---|---|
//! | [`MlKem512`] | 40 KiB | 32 KiB | 56 KiB |
//! | [`MlKem768`] | 48 KiB | 36 KiB | 68 KiB |
//! | [`MlKem1024`] | 56 KiB | 40 KiB | 80 KiB |
//!
//! Operations on secrets take constant time. The expansion of the matrix and the checks of encapsulation keys take
//! variable time in public data. Nothing is allocated but the containers of decapsulation keys and shared secrets, and
//! what batches need.
//!
//! Prepare a key that is used many times: [`EncapsulationKey::prepare`], [`DecapsulationKey::prepare`]. Many keys,
//! encapsulations or decapsulations at a time take less time than one by one: [`generate_batch`],
//! [`encapsulate_batch`], [`decapsulate_batch`].

#[cfg(feature = "alloc")]
mod batch;
mod check;
mod decapsulation_key;
mod encapsulation_key;
mod error;
pub mod hazmat;
#[cfg(feature = "encoding")]
mod keys;
mod pair;
mod parameters;
mod pke;
mod ring;
#[cfg(feature = "alloc")]
mod role;
mod sampling;
mod scheme;
#[cfg(test)]
mod textbook;

pub use super::arrays::Bytes;
#[cfg(feature = "alloc")]
pub use batch::{decapsulate_batch, encapsulate_batch, generate_batch};
pub use decapsulation_key::{DecapsulationKey, PreparedDecapsulationKey};
pub use encapsulation_key::{Ciphertext, EncapsulationKey, PreparedEncapsulationKey, SharedSecret};
pub use error::{DecapsulationKeyError, EncapsulationKeyError};
#[cfg(feature = "encoding")]
pub use keys::KeyFiles;
pub use parameters::{MlKem512, MlKem768, MlKem1024, Parameters};

/// Returns the name of the backend that runs at the tier in force.
#[must_use]
pub fn backend() -> &'static str {
    ring::Backend::choose().name()
}

#[cfg(test)]
mod tests;
