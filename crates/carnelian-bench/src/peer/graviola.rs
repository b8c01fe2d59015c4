//! Graviola. It panics on a CPU below its floor of features, so they are looked for first.

use super::{Found, lacking, locked_version};
use crate::op::Offers;
use crate::op::sha512::Sha512;
use graviola::hashing::sha2::Sha512Context;

pub(super) fn find() -> Found {
    if let Some(reason) = below_the_floor() {
        return Err(reason);
    }
    let sha512 = Sha512 {
        backend: SHA512_BACKEND.to_owned(),
        digest: |message| {
            let mut context = Sha512Context::new();
            context.update(message);
            context.finish()
        },
        digest_batch: None,
    };
    Ok((locked_version("graviola", "0.4"), Offers::none().and(sha512)))
}

#[cfg(target_arch = "x86_64")]
const SHA512_BACKEND: &str = "avx2";
#[cfg(target_arch = "aarch64")]
const SHA512_BACKEND: &str = "generic";

#[cfg(target_arch = "x86_64")]
fn below_the_floor() -> Option<String> {
    use std::arch::is_x86_feature_detected as has;
    lacking(&[
        ("aes", has!("aes")),
        ("pclmulqdq", has!("pclmulqdq")),
        ("bmi1", has!("bmi1")),
        ("bmi2", has!("bmi2")),
        ("adx", has!("adx")),
        ("avx", has!("avx")),
        ("avx2", has!("avx2")),
    ])
}

#[cfg(target_arch = "aarch64")]
fn below_the_floor() -> Option<String> {
    use std::arch::is_aarch64_feature_detected as has;
    lacking(&[("neon", has!("neon")), ("aes", has!("aes")), ("pmull", has!("pmull")), ("sha2", has!("sha2"))])
}
