//! The library through its public interface, in one binary.

mod encoding;
mod edwards25519;
mod inputs;
mod ristretto255;
mod scalar25519;
mod sha512;
mod tiers;
mod x25519;
