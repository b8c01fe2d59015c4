//! The promises that roles make for every algorithm: for the rows of the catalogue whose families have none of their own.

use super::{Promise, family_among};
use carnelian::algorithm::{self, Algorithm, Algorithms, Identity};

/// A role, with the promise that it makes for each algorithm.
struct Role {
    /// The name in operations.
    name: &'static str,
    /// Its operations, in words.
    what: &'static str,
    secret: &'static str,
    public: &'static str,
}

/// Returns each role with the identities of its algorithms.
fn roles() -> [(Role, Vec<Identity>); 10] {
    fn of<A: Algorithm>(
        algorithms: Algorithms<A>,
        [name, what, secret, public]: [&'static str; 4],
    ) -> (Role, Vec<Identity>) {
        (Role { name, what, secret, public }, algorithms.iter().map(|row| *row.identity()).collect())
    }
    [
        of(
            algorithm::hashes(),
            [
                "as-hash",
                "digests in all forms",
                "the message, the state, the output",
                "lengths, and how the message is split into updates",
            ],
        ),
        of(
            algorithm::macs(),
            [
                "as-mac",
                "tags and their verification",
                "the key, the message",
                "lengths, and how the message is split into updates; whether the tag is right",
            ],
        ),
        of(
            algorithm::kdfs(),
            [
                "as-kdf",
                "derivation of keys",
                "the salt, the input key, the pseudorandom key, the output",
                "their lengths, the info",
            ],
        ),
        of(
            algorithm::password_hashes(),
            [
                "as-password-hash",
                "hashes of passwords and their verification",
                "the password, the secret, the hash that is computed to verify",
                "lengths, the parameters; the string, including the hash in it; whether the password is right",
            ],
        ),
        of(
            algorithm::aeads(),
            [
                "as-aead",
                "sealing and opening in all forms",
                "the key, the message, associated data",
                "lengths, the nonce; whether the tag is right",
            ],
        ),
        of(
            algorithm::stream_ciphers(),
            ["as-stream-cipher", "keystreams", "the key, the data", "lengths, positions, the nonce"],
        ),
        of(
            algorithm::signatures(),
            [
                "as-signature",
                "generation, reading, writing and checks of keys, signing in all forms",
                "the seed, the private key, the random bytes, and what is derived from them and is not in the public key or a \
                 signature",
                "lengths; the public key, the message, the signature; whether a key that is read is valid",
            ],
        ),
        of(
            algorithm::kems(),
            [
                "as-kem",
                "generation, reading, writing and checks of keys, encapsulation and decapsulation",
                "the seed, the decapsulation key, the random bytes, the shared secret, whether a ciphertext is rejected",
                "lengths; the encapsulation key, the ciphertext; whether a key that is read is valid",
            ],
        ),
        of(
            algorithm::encryptions(),
            [
                "as-encryption",
                "generation, reading and writing of keys, encryption and decryption",
                "the decryption key, the random bytes, the message",
                "lengths; the encryption key, the ciphertext; whether a ciphertext is valid",
            ],
        ),
        of(
            algorithm::agreements(),
            [
                "as-agreement",
                "generation, reading and writing of keys, agreement",
                "the secret key, the shared secret",
                "lengths; the public keys; whether a public key is refused",
            ],
        ),
    ]
}

/// Returns a promise for each family that has none among those that are `written`, and for each of its roles.
pub(super) fn promises(written: &[Promise]) -> Vec<Promise> {
    let mut made = Vec::new();
    for (role, identities) in roles() {
        of_role(&role, &identities, written, &mut made);
    }
    made
}

/// Adds the promises of a role. The first of a family is for all of its operations, and those of other roles for theirs.
fn of_role(role: &Role, identities: &[Identity], written: &[Promise], made: &mut Vec<Promise>) {
    for identity in identities.iter().filter(|identity| family_among(written, identity.id).is_none()) {
        let (family, name) = (family_of(identity), identity.family);
        let is_made = made.iter().any(|promise| promise.checked_by.contains(&&*family));
        let of_role = format!("{family}/{}", role.name);
        let what = format!("{name}: {}", role.what);
        if made.iter().any(|promise| promise.what == what) {
            continue; // another parameter set
        }
        let checked_by = if is_made { of_role } else { family };
        let checked_by: &[&str] = vec![&*checked_by.leak()].leak();
        made.push(Promise { what: what.leak(), secret: role.secret, public: role.public, checked_by });
    }
}

/// Returns the family of an algorithm's operations: its identifier, or that of the scheme whose parameter set it is,
/// without hyphens.
fn family_of(identity: &Identity) -> String {
    let scheme = identity.family.to_lowercase().replace('-', "");
    let is_set = identity.family != identity.name && identity.id.replace('-', "").starts_with(&scheme);
    if is_set { scheme } else { identity.id.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promises::WRITTEN;

    /// Every row has a promise if none is written.
    #[test]
    fn roles_promise_what_is_not_written() {
        let all = promises(&[]);
        let of = |name: &str| all.iter().find(|promise| promise.checked_by == [name]).map(|promise| promise.what);
        let signing = "generation, reading, writing and checks of keys, signing in all forms";
        assert_eq!(of("ed25519"), Some(&*format!("Ed25519: {signing}")));
        assert_eq!(of("eddsa-blake2b"), Some(&*format!("EdDSA-BLAKE2b: {signing}")));
        // A promise for all parameter sets.
        assert_eq!(of("slhdsa"), Some(&*format!("SLH-DSA: {signing}")));
        assert_eq!(of("slh-dsa-sha2-128f"), None);
        for (_, identities) in roles() {
            for Identity { id, .. } in identities {
                assert!(family_among(&all, id).is_some(), "{id}");
            }
        }
        assert_eq!(family_among(&all, "slh-dsa-sha2-128f"), Some(("slhdsa", "sha2-128f".to_owned())));
    }

    /// An algorithm of two roles, such as a MAC that is also a hash function, has a promise for each.
    #[test]
    fn each_role_of_a_family_has_a_promise() {
        let identities: Vec<_> = algorithm::signatures().iter().take(1).map(|row| *row.identity()).collect();
        let mut made = Vec::new();
        for (role, _) in roles().into_iter().take(2) {
            of_role(&role, &identities, &[], &mut made);
        }
        let checked_by: Vec<_> = made.iter().flat_map(|promise| promise.checked_by).copied().collect();
        assert_eq!(checked_by, ["ed25519", "ed25519/as-mac"]);
    }

    #[test]
    fn a_promise_that_is_written_stays() {
        assert!(promises(WRITTEN).iter().all(|promise| !promise.checked_by.contains(&"ed25519")));
        let others: Vec<_> =
            WRITTEN.iter().filter(|promise| !promise.checked_by.contains(&"eddsa-blake2b")).copied().collect();
        assert!(promises(&others).iter().any(|promise| promise.checked_by == ["eddsa-blake2b"]));
    }
}
