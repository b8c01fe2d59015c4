//! OpenSSL's libcrypto, built from source. It chooses among its assembly at run time and does not tell.

use super::Found;
use crate::op::Offers;
use crate::op::sha512::Sha512;

pub(super) fn find() -> Found {
    let sha512 = Sha512 { backend: "assembly".to_owned(), digest: openssl::sha::sha512, digest_batch: None };
    // "OpenSSL 4.0.3 1 Sep 2026"
    let banner = openssl::version::version();
    let version = banner.split(' ').nth(1).unwrap_or(banner);
    Ok((version.to_owned(), Offers::none().and(sha512)))
}
