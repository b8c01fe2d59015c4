//! Ourselves.

use super::Library;
use crate::op::Offers;
use crate::op::sha512::Sha512;
use carnelian::hash::{self, Hash};

/// Carnelian, at the tier in force.
#[must_use]
pub fn library() -> Library {
    let sha512 = Sha512 {
        backend: hash::Sha512::backend().to_owned(),
        digest: hash::Sha512::digest,
        digest_batch: Some(|messages, digests| {
            hash::Sha512::digest_batch(messages, digests).expect("as many digests as messages");
        }),
    };
    Library { name: "carnelian", version: env!("CARGO_PKG_VERSION").to_owned(), offers: Offers::none().and(sha512) }
}
