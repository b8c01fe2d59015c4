//! Hash functions and message authentication codes: their names, digests of many files, and checksum lists.

mod algorithm;
pub mod authenticator;
pub mod checksum_list;
pub mod digests;

pub use algorithm::Algorithm;
