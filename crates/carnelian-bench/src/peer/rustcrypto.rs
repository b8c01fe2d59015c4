//! The RustCrypto crates. They look for CPU features at run time.
//!
//! For Curve25519 and Ed25519 they have interfaces and encodings but no arithmetic: the implementation behind them is
//! that of the dalek crates, which are peers of their own.

use super::tier::Reach;
use super::{Found, locked_version};
use crate::op::Offers;
use crate::op::sha512::Sha512;
use carnelian::cpu::Tier;
use sha2::Digest;

pub(super) fn find() -> Found {
    let sha512 = Sha512 {
        backend: sha512_backend().to_owned(),
        digest: |message| sha2::Sha512::digest(message).into(),
        digest_batch: None,
    };
    Ok((locked_version("sha2", "0.11"), Offers::none().and(sha512)))
}

/// Whether the build leaves the vector backends out. `sha2_512_backend="soft"` has no effect in version 0.11.1: its
/// SHA-512 looks at the other two settings.
const SOFT: bool = cfg!(any(sha2_backend = "soft", sha2_256_backend = "soft"));

pub(super) const fn reach() -> Reach {
    if SOFT {
        Reach::Portable
    } else {
        Reach::UpTo(Tier::Avx2, "takes AVX2 where it finds it, unless built with `--cfg sha2_backend=\"soft\"`")
    }
}

/// The choice that `sha2` makes.
fn sha512_backend() -> &'static str {
    if SOFT {
        return "soft";
    }
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
