//! The hash functions of FIPS 180-4 around their compression functions, the Merkle–Damgård construction: a message is
//! padded to whole blocks (Section 5.1), and the compression function absorbs these into the hash value one after the
//! other.
//!
//! [`Function`] is what one hash function is, [`Compression`] what a compression function offers. [`Hasher`] is the
//! public type; [`Intake`](intake::Intake) is a message that arrives incrementally, and [`batch`] hashes many messages interleaved.

pub(super) mod batch;
mod function;
mod half_words;
mod hasher;
pub(super) mod intake;

#[cfg(test)]
pub(super) mod testing;
#[cfg(test)]
mod tests;

pub use function::Function;
pub(crate) use function::{Compression, State};
pub(super) use function::{Lanes, functions, sealed};
pub use hasher::Hasher;
pub(super) use intake::pad;
