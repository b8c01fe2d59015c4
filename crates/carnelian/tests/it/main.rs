//! The library through its public interface, in one binary: a folder for each family, with a file for each module.

mod catalogue;
mod cipher;
mod composite;
mod curve;
mod encoding;
mod guide;
mod hash;
mod inputs;
mod kdf;
mod postquantum;
#[path = "../skipped/mod.rs"]
mod skipped;
mod tiers;
