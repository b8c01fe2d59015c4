//! The functions of lib25519, under its names.
