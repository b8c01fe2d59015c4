//! Every operation, by name: the lists to which a new family is added.

use super::growing::Growing;
use super::postquantum::{hybrid, mldsa, mlkem, slhdsa};
use super::{
    aead, aes_ctr, argon2, by_name, ed25519, eddsa_blake2b, edwards25519, elligator2, hashing, hmac, keys, poly1305,
    ristretto255, signed_messages, stream_ciphers, x25519,
};
use crate::operation::Operation;
use crate::values::{PreparedKeys, Scheme};
use std::collections::BTreeSet;

/// Returns every operation, family by family: those of the lists, then those of our library's other schemes.
#[must_use]
pub fn all() -> Vec<Box<dyn Operation>> {
    let mut all = typed();
    let others = by_name::operations(&families(&all));
    all.extend(others);
    all
}

/// Returns the families of operations, folded.
fn families(of: &[Box<dyn Operation>]) -> BTreeSet<String> {
    of.iter().map(|operation| by_name::folded(operation.family())).collect()
}

/// Returns the operations of families with files of their own.
fn typed() -> Vec<Box<dyn Operation>> {
    let families = [
        hashing::operations(),
        hmac::operations(),
        x25519::operations(),
        keys::x25519_operations(),
        ed25519::operations(),
        signed_messages::operations(),
        keys::ed25519_operations(),
        eddsa_blake2b::operations(),
        edwards25519::operations(),
        ristretto255::operations(),
        elligator2::operations(),
        aead::operations(),
        aes_ctr::operations(),
        aead::nacl_box::operations(),
        stream_ciphers::operations(),
        poly1305::operations(),
        argon2::operations(),
        mlkem::operations(),
        mldsa::operations(),
        slhdsa::operations(),
        hybrid::operations(),
    ];
    families.into_iter().flatten().collect()
}

/// Returns the operation with this name: one of [`all`], or one with a parameter at a value, such as `sha512/SIZE=4096`
/// or `x25519/dh,threads=2`.
#[must_use]
pub fn find(name: &str) -> Option<Box<dyn Operation>> {
    let fixed = all().into_iter().find(|operation| operation.name() == name);
    fixed.or_else(|| growing_at(name))
}

/// Returns the schemes that operations belong to, for tables of key generation, signing and so on.
#[must_use]
pub fn schemes() -> Vec<Scheme> {
    let curves = [x25519::scheme(), ed25519::scheme()];
    let signatures = mldsa::schemes().into_iter().chain(slhdsa::schemes());
    let typed = curves.into_iter().chain(mlkem::schemes()).chain(signatures).chain(hybrid::schemes());
    typed.chain(by_name::schemes(&families(&self::typed()))).collect()
}

/// Returns the keys that can be prepared, for tables of how many uses pay for that.
#[must_use]
pub fn prepared_keys() -> Vec<PreparedKeys> {
    [ed25519::PREPARED_KEYS].into_iter().chain(mlkem::PREPARED_KEYS).chain(mldsa::prepared_keys()).collect()
}

/// Returns every operation that can be measured over a parameter, family by family, followed by every operation over
/// threads.
#[must_use]
pub fn growing() -> Vec<Growing> {
    let families = [
        hashing::growing(),
        hmac::growing(),
        x25519::growing(),
        ed25519::growing(),
        edwards25519::growing(),
        aead::growing(),
        aes_ctr::growing(),
        stream_ciphers::growing(),
        aead::nacl_box::growing(),
        poly1305::growing(),
        mldsa::growing(),
        slhdsa::growing(),
    ];
    families
        .into_iter()
        .flatten()
        .chain(all().into_iter().map(|operation| Growing::over_threads(operation, find)))
        .collect()
}

/// Returns the operation for a name with a value, such as `sha512/SIZE=4096`. A value has a unique spelling: without a
/// sign, spaces or leading zeros.
fn growing_at(name: &str) -> Option<Box<dyn Operation>> {
    let (name, digits) = name.rsplit_once('=')?;
    let value: u64 = digits.parse().ok()?;
    growing().iter().find(|growing| growing.name() == name && value.to_string() == digits)?.at(value)
}
