//! OpenSSL's libcrypto, built from source. It chooses among its assembly at run time and does not tell.

use super::Found;
use crate::op::Offers;
use crate::op::sha512::Sha512;
use openssl::{sha, version};

pub(super) fn find() -> Found {
    let sha512 = Sha512 {
        backend: "assembly".to_owned(),
        // `SHA512` looks the algorithm up by name in each call, which takes as long as hashing a block does.
        digest: |message| {
            let mut hasher = sha::Sha512::new();
            hasher.update(message);
            hasher.finish()
        },
        digest_batch: None,
    };
    // "OpenSSL 4.0.3 29 Sep 2026"
    let banner = version::version();
    let version = banner.split(' ').nth(1).unwrap_or(banner);
    Ok((version.to_owned(), Offers::none().and(sha512)))
}
