//! `rust-argon2`: portable code as compiled; there is no other backend.

use super::found::{Found, locked_version};
use super::reach::Reach;
use crate::offers::Offers;
use crate::op::argon2::{Argon2i, Argon2id, Cost, Key, Salt};
use argon2_rust::{Config, ThreadMode, Variant, Version};

pub(super) const REACH: Reach = Reach::Portable;

pub(super) fn find() -> Found {
    let argon2id = Argon2id {
        backend: "portable".to_owned(),
        most_lanes: u32::MAX,
        hash: |cost, password, salt| hash(Variant::Argon2id, cost, password, salt),
        in_memory: None,
    };
    let argon2i = Argon2i {
        backend: "portable".to_owned(),
        most_lanes: u32::MAX,
        hash: |cost, password, salt| hash(Variant::Argon2i, cost, password, salt),
    };
    Ok((locked_version("rust-argon2", "3."), Offers::none().and(argon2id).and(argon2i)))
}

fn hash(variant: Variant, cost: Cost, password: &[u8], salt: &Salt) -> Key {
    let config = Config {
        ad: &[],
        hash_length: 32,
        lanes: cost.lanes,
        mem_cost: cost.memory_kib,
        secret: &[],
        thread_mode: ThreadMode::Sequential,
        time_cost: cost.passes,
        variant,
        version: Version::Version13,
    };
    let key = argon2_rust::hash_raw(password, salt, &config).expect("parameters that it has");
    key.try_into().expect("32 bytes")
}
