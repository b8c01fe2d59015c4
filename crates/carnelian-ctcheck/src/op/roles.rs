//! Every algorithm of the catalogue through its role: that choosing it by name adds nothing that depends on a secret.
//!
//! What is called computes in the library, whose operations are checked at every tier; so a row here has one. The rows
//! are those of the tables in `carnelian::algorithm`, which an operation finds again by its name.

mod ciphers;
mod hashing;
mod keys;

use super::Operation;
use crate::check::Check;
use crate::promises;
use carnelian::algorithm::{self, Algorithm, Algorithms, Identity};
use carnelian::cpu::Tier;

/// Returns an operation for each algorithm and role.
pub(super) fn operations() -> Vec<Operation> {
    [
        of_role("as-hash", algorithm::hashes(), hashing::hash),
        of_role("as-mac", algorithm::macs(), hashing::mac),
        of_role("as-kdf", algorithm::kdfs(), hashing::kdf),
        of_role("as-password-hash", algorithm::password_hashes(), hashing::password_hash),
        of_role("as-aead", algorithm::aeads(), ciphers::aead),
        of_role("as-stream-cipher", algorithm::stream_ciphers(), ciphers::stream_cipher),
        of_role("as-signature", algorithm::signatures(), keys::signature),
        of_role("as-kem", algorithm::kems(), keys::kem),
        of_role("as-encryption", algorithm::encryptions(), keys::encryption),
        of_role("as-agreement", algorithm::agreements(), keys::agreement),
    ]
    .concat()
}

fn of_role<A: Algorithm>(role: &str, algorithms: Algorithms<A>, run: fn(&mut Check)) -> Vec<Operation> {
    let identities = algorithms.into_iter().map(A::identity).filter(|identity| is_run(identity));
    identities.map(|identity| Operation::of_row(name(role, identity.id), &[Tier::Avx2], dynamic, run)).collect()
}

fn dynamic() -> &'static str {
    "dyn"
}

/// Returns whether an algorithm is run: of SLH-DSA, one set for each family of hash functions. The others differ in numbers
/// only, and their signatures take up to four million hashes.
fn is_run(identity: &Identity) -> bool {
    !identity.id.starts_with("slh-dsa-") || identity.id.ends_with("-128f")
}

/// Returns the algorithm of a role that an operation is of.
fn algorithm<A: Algorithm>(check: &Check, role: &str, algorithms: Algorithms<A>) -> &'static A {
    let is_it = |algorithm: &&A| name(role, algorithm.identity().id) == check.operation();
    algorithms.iter().find(is_it).expect("the operation is of a row")
}

/// Returns the name of an operation: the family that the promises name, the role, and the rest of the algorithm's name.
fn name(role: &str, id: &str) -> String {
    let (family, rest) = family(id).unwrap_or_else(|| panic!("no promise in promises.rs is of the family of {id}"));
    if rest.is_empty() { format!("{family}/{role}") } else { format!("{family}/{role}-{rest}") }
}

/// Returns the family that an algorithm belongs to, and what its name has beside it: all of the name, the name without its
/// numbers, or the longest beginning of it is a family's. Hyphens do not count.
fn family(id: &str) -> Option<(&'static str, String)> {
    let folded = |name: &str| name.replace('-', "");
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (numbers, parts): (Vec<&str>, Vec<&str>) = id.split('-').partition(is_number);
    if let Some(family) = promises::families().find(|family| folded(family) == folded(id)) {
        return Some((family, String::new()));
    }
    if let Some(family) = promises::families().find(|family| *family == parts.join("-")) {
        return Some((family, numbers.join("-")));
    }
    let begins = |end: &usize| promises::families().find(|family| folded(family) == folded(&id[..*end]));
    let end = (1..id.len()).rev().find(|end| begins(end).is_some())?;
    Some((begins(&end)?, id[end..].trim_start_matches('-').to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithms_belong_to_families() {
        for (id, expected) in [
            ("sha512-256", "sha512/as-x-256"),
            ("sha3-224", "sha3/as-x-224"),
            ("hmac-sha512-256", "hmac/as-x-sha512-256"),
            ("kmac128", "kmac/as-x-128"),
            ("chacha20-djb", "chacha20/as-x-djb"),
            ("aes-128-ctr", "aes-ctr/as-x-128"),
            ("aes-128-gcm", "aes128gcm/as-x"),
            ("xsalsa20-poly1305", "xsalsa20poly1305/as-x"),
            ("x-wing", "xwing/as-x"),
            ("dhkem-x25519-hkdf-sha256", "dhkem-x25519/as-x-hkdf-sha256"),
            ("slh-dsa-sha2-128f", "slhdsa-sha2/as-x-128f"),
        ] {
            assert_eq!(name("as-x", id), expected);
        }
        assert_eq!(family("unheard-of"), None);
    }
}
