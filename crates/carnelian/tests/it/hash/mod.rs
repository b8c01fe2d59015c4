//! Hash functions, and MACs over them.

mod blake2;
mod hmac;
mod keccak;
mod sha1;
mod sha256;
mod sha512;
