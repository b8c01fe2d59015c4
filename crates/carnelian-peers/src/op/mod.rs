//! The operations: one file per family, and the registry of all of them.
//!
//! A new family consists of a file in this directory and a line in [`registry`]. The file defines what a library must
//! offer to be measured (a plain struct of functions, such as [`hashing::Sha512`]), the operations, and how answers are
//! checked. Libraries provide that struct in their [`Offers`]. A signature scheme or a key encapsulation mechanism of our
//! library has operations without such a file too ([`by_name`]); it needs one for prepared keys, batches and the like.
//!
//! An operation whose cost grows with the size of a message or the items of a batch is created by one function of that
//! size or number. The fixed operations are its results at values of interest; [`Growing`] has it at every value. Any
//! operation can also be called on several threads at the same time.

pub mod aead;
pub mod aes_ctr;
mod answers;
pub mod argon2;
pub mod by_name;
pub mod ed25519;
pub mod eddsa_blake2b;
pub mod edwards25519;
pub mod elligator2;
mod growing;
pub mod hashing;
pub mod hmac;
mod items;
pub mod keys;
pub mod poly1305;
pub mod postquantum;
pub mod registry;
pub mod ristretto255;
pub mod signed_messages;
pub mod stream_ciphers;
pub mod threads;
pub mod x25519;

pub use crate::offers::{Finder, Offers};
pub use crate::operation::{Calls, Difference, Operation, Subject, in_turns, repeat};
pub use crate::values::{Estimator, Items, PreparedKeys, Unit};
pub use growing::Growing;
pub use postquantum::{hybrid, mldsa, mlkem, slhdsa};
