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
    let (family, rest) = promises::family(id).expect("each row has a promise: its own or that of its role");
    if rest.is_empty() { format!("{family}/{role}") } else { format!("{family}/{role}-{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_family_and_the_rest() {
        assert_eq!(name("as-x", "aes-128-gcm"), "aes128gcm/as-x");
        assert_eq!(name("as-x", "slh-dsa-sha2-128f"), "slhdsa-sha2/as-x-128f");
    }
}
