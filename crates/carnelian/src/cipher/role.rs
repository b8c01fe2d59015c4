//! The roles of ciphers that are chosen when the program runs; those of authenticated encryption are in [`super::aead`].

pub use super::aead::role::{DynAead, DynOpener, DynSealer, DynVerifier, PiecesError};

pub(crate) use super::aead::role::key_of;
