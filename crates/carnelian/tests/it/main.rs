//! The library through its public interface, in one binary.

mod sha512;
