//! The functions of libsodium, under its names.
