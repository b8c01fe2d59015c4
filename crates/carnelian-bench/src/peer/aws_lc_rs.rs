//! AWS-LC through `aws-lc-rs`. It chooses among its assembly at run time and does not tell.

use super::{Found, locked_version};
use crate::op::Offers;
use crate::op::sha512::Sha512;
use aws_lc_rs::digest;

pub(super) fn find() -> Found {
    let sha512 = Sha512 {
        backend: format!("AWS-LC {}", aws_lc_rs::awslc_version()),
        digest: |message| {
            let digest = digest::digest(&digest::SHA512, message);
            digest.as_ref().try_into().expect("64 bytes")
        },
        digest_batch: None,
    };
    Ok((locked_version("aws-lc-rs", "1."), Offers::none().and(sha512)))
}
