//! The library through its public interface, in one binary.

mod encoding;
mod sha512;
