//! libsodium, built from source for the CPU at hand (`-march=native`). Its SHA-512 is plain C.

use super::Found;
use crate::op::Offers;
use crate::op::sha512::Sha512;
use libsodium_rs::{crypto_hash, version};

pub(super) fn find() -> Found {
    let sha512 = Sha512 { backend: "C, native".to_owned(), digest: crypto_hash::hash_sha512, digest_batch: None };
    Ok((version::version_string().to_owned(), Offers::none().and(sha512)))
}
