//! The functions of ed25519-donna, under its names.
