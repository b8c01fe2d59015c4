//! `rust-argon2`: portable code as compiled; there is no other backend.

use super::reach::Reach;
use super::{Found, locked_version};
use crate::op::Offers;
use crate::op::argon2::Argon2id;
use argon2_rust::{Config, ThreadMode, Variant, Version};

pub(super) const REACH: Reach = Reach::Portable;

pub(super) fn find() -> Found {
    let argon2id = Argon2id {
        backend: "portable".to_owned(),
        most_lanes: u32::MAX,
        hash: |cost, password, salt| {
            let config = Config {
                ad: &[],
                hash_length: 32,
                lanes: cost.lanes,
                mem_cost: cost.memory_kib,
                secret: &[],
                thread_mode: ThreadMode::Sequential,
                time_cost: cost.passes,
                variant: Variant::Argon2id,
                version: Version::Version13,
            };
            let key = argon2_rust::hash_raw(password, salt, &config).expect("parameters that it has");
            key.try_into().expect("32 bytes")
        },
        in_memory: None,
    };
    Ok((locked_version("rust-argon2", "3."), Offers::none().and(argon2id)))
}
