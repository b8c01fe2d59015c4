//! The RustCrypto crates. They look for CPU features at run time.
//!
//! For Curve25519 and Ed25519 they have interfaces and encodings but no arithmetic: the implementation behind them is
//! that of the dalek crates, which are peers of their own.

use super::{Found, locked_version};
use crate::op::Offers;
use crate::op::sha512::Sha512;
use sha2::Digest;

pub(super) fn find() -> Found {
    let sha512 = Sha512 {
        backend: sha512_backend().to_owned(),
        digest: |message| sha2::Sha512::digest(message).into(),
        digest_batch: None,
    };
    Ok((locked_version("sha2", "0.11"), Offers::none().and(sha512)))
}

/// The choice that `sha2` makes when no `sha2_backend` is configured.
fn sha512_backend() -> &'static str {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "avx2";
    }
    #[cfg(target_arch = "aarch64")]
    if std::arch::is_aarch64_feature_detected!("sha3") {
        return "aarch64-sha3";
    }
    "soft"
}
