//! The library through its public interface, in one binary.

mod differential25519;
mod ed25519;
mod edwards25519;
mod encoding;
mod hmac;
mod inputs;
mod ristretto255;
mod scalar25519;
mod sha256;
mod sha512;
mod tiers;
mod x25519;
