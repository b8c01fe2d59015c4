//! The promises of CONSTANT-TIME.md: what is secret and what is public in the operations of the registry. A row of the
//! catalogue whose family has no promise here has that of its role.

mod roles;

use std::sync::LazyLock;

/// A row of the table.
#[derive(Clone, Copy)]
pub(crate) struct Promise {
    /// The operations of the library.
    pub(crate) what: &'static str,
    /// The data that neither instructions nor addresses depend on.
    pub(crate) secret: &'static str,
    /// The data that they may depend on.
    pub(crate) public: &'static str,
    /// The operations of the registry that check it: families, or beginnings of names. An operation belongs to the
    /// promises with the longest one that it fits.
    pub(crate) checked_by: &'static [&'static str],
}

/// The promises that are written by hand, in the order of the table.
const WRITTEN: &[Promise] = &[
    Promise {
        what: "SHA-1, SHA-2: `digest`, `update`, `finalize`, `finalize_reset`",
        secret: "the message, the state",
        public: "its length, and how it is split into updates",
        checked_by: &["sha1", "sha224", "sha256", "sha384", "sha512"],
    },
    Promise {
        what: "SHA-3, SHAKE, cSHAKE: the same, and reading the output",
        secret: "the message, the state, the output, cSHAKE's name and customization",
        public: "lengths, and how the message and the output are split into updates and reads",
        checked_by: &["sha3", "shake", "cshake"],
    },
    Promise {
        what: "KMAC: `new`, `update`, `finalize` in all forms, `verify`",
        secret: "the key, the customization, the message",
        public: "lengths; whether the tag is right",
        checked_by: &["kmac"],
    },
    Promise {
        what: "BLAKE2b, BLAKE2s: `digest`, `update`, `finalize` in all forms, with and without a key, a salt and a personalization; `verify`",
        secret: "the message, the state, the key, the salt, the personalization",
        public: "their lengths, and how the message is split into updates; whether the tag is right",
        checked_by: &["blake2b", "blake2s"],
    },
    Promise {
        what: "`digest_batch`, `hash_batch`",
        secret: "the messages",
        public: "their number, and the length of each",
        checked_by: &[
            "sha1/batch",
            "sha256/batch",
            "sha512/batch",
            "sha3/batch",
            "shake/batch",
            "blake2b/batch",
            "blake2s/batch",
        ],
    },
    Promise {
        what: "HMAC: `mac`, keys, `update`, `finalize`, `verify` in all forms",
        secret: "the key, the message",
        public: "their lengths, and how the message is split into updates; whether the tag is right",
        checked_by: &["hmac"],
    },
    Promise {
        what: "HKDF: `extract`, `expand`, `derive`",
        secret: "the salt, the input key, the pseudorandom key, the output",
        public: "their lengths, the info",
        checked_by: &["hkdf"],
    },
    Promise {
        what: "`ct::eq`",
        secret: "the bytes, and whether they are equal",
        public: "both lengths",
        checked_by: &["ct/eq"],
    },
    Promise {
        what: "`ct::verify`",
        secret: "the bytes",
        public: "both lengths, and whether the bytes are equal",
        checked_by: &["ct/verify"],
    },
    Promise {
        what: r"`Choice` (`&`, `\|`, `^`, `!`, `mask`, `from_lsb`), `Select::select`, `Select::swap`, `ct::is_zero`",
        secret: "the choice and the values",
        public: "nothing",
        checked_by: &["ct"],
    },
    Promise {
        what: "ChaCha20, XChaCha20: `new`, `apply`, `seek`; HChaCha20",
        secret: "the key, the data, and for HChaCha20 the input",
        public: "lengths, positions, the nonce",
        checked_by: &["chacha20", "xchacha20"],
    },
    Promise {
        what: "Salsa20, XSalsa20: the same; HSalsa20, the block function",
        secret: "the key, the data, and for the functions the input and the constants",
        public: "lengths, positions, the nonce",
        checked_by: &["salsa20", "xsalsa20"],
    },
    Promise {
        what: "Poly1305: `tag`, `update`, `finalize`, `verify`",
        secret: "the key, the message",
        public: "lengths; whether the tag is right",
        checked_by: &["poly1305"],
    },
    Promise {
        what: "GHASH, POLYVAL: `sum`, `update`, `finalize`",
        secret: "the key, the message",
        public: "its length, and how it is split into updates",
        checked_by: &["ghash", "polyval"],
    },
    Promise {
        what: "ChaCha20-Poly1305, XChaCha20-Poly1305: sealing and opening in all forms",
        secret: "the key, the message, associated data",
        public: "lengths, the nonce; whether the tag is right",
        checked_by: &["chacha20poly1305", "xchacha20poly1305"],
    },
    Promise {
        what: "XSalsa20-Poly1305: sealing and opening in all forms",
        secret: "the key, the message",
        public: "lengths, the nonce; whether the tag is right",
        checked_by: &["xsalsa20poly1305"],
    },
    Promise {
        what: "Argon2i, and Argon2id up to the middle of its first pass",
        secret: "the password, the salt, the secret, associated data",
        public: "their lengths, the parameters",
        checked_by: &["argon2i", "argon2id"],
    },
    Promise {
        what: "Argon2d, Argon2id: everything else",
        secret: "the same, except what addresses reveal, see below",
        public: "the same",
        checked_by: &["argon2d", "argon2id"],
    },
    Promise {
        what: "`PasswordHash::verify` and its variants, `hash_password`",
        secret: "the password, the secret, the tag that is computed to verify",
        public: "the string, including the tag in it; whether the password is right",
        checked_by: &["argon2"],
    },
    Promise {
        what: "AES: keys that encrypt and decrypt blocks",
        secret: "the key, the blocks",
        public: "the number of blocks",
        checked_by: &["aes"],
    },
    Promise {
        what: "AES in counter mode: `new`, `apply`, `seek`",
        secret: "the key, the data",
        public: "lengths, positions, the first counter block",
        checked_by: &["aes-ctr"],
    },
    Promise {
        what: "AES-GCM, AES-GCM-SIV: sealing and opening in all forms",
        secret: "the key, the message, associated data",
        public: "lengths, the nonce; whether the tag is right",
        checked_by: &["aes128gcm", "aes192gcm", "aes256gcm", "aes128gcmsiv", "aes256gcmsiv"],
    },
    Promise {
        what: "CTR_DRBG in all forms",
        secret: "entropy, nonce, personalization, additional input, the state",
        public: "their lengths, how much is generated, the number of requests",
        checked_by: &["ctr-drbg"],
    },
    Promise {
        what: "Sealed files: sealing and opening in all forms; with a passphrase, everything after Argon2id",
        secret: "the key, the content of the file",
        public: "lengths, the header with its commitment; whether the key and each chunk are right",
        checked_by: &["sealed-file"],
    },
    Promise {
        what: "X25519: `public_key`, `diffie_hellman`, the raw function, batches",
        secret: "the secret key; for the raw function also the coordinate",
        public: "whether a result is zero; the number of results",
        checked_by: &["x25519"],
    },
    Promise {
        what: "Ed25519: `from_seed`, `generate`, `sign` in all its forms, also `verified`, `sign_batch`, `check_pair`, `from_keypair_bytes`, `to_x25519`",
        secret: "the seed, and everything derived from it",
        public: "the message, the signature, the public key; whether the halves of a keypair match",
        checked_by: &["ed25519"],
    },
    Promise {
        what: "EdDSA with BLAKE2b: the same",
        secret: "the same",
        public: "the same",
        checked_by: &["eddsa-blake2b"],
    },
    Promise {
        what: "DHKEM(X25519, HKDF-SHA256): `generate`, `derive_key_pair`, encapsulation and decapsulation in all forms, `check_pair`, `to_bytes`",
        secret: "the decapsulation keys, the ephemeral key, the input of `derive_key_pair`, the shared secret",
        public: "its length; the encapsulation keys, the ciphertext; whether a ciphertext is of small order",
        checked_by: &["dhkem-x25519"],
    },
    Promise {
        what: "NaCl's boxes: shared keys; sealed boxes in all forms",
        secret: "the secret keys, the ephemeral key, the shared key, the message",
        public: "lengths, the public keys; whether a public key is of small order; whether a message is right",
        checked_by: &["nacl-box", "sealed-box"],
    },
    Promise {
        what: "ML-KEM: `generate`, `from_seed`, encapsulation and decapsulation, also with prepared keys, `check_pair`, reading of expanded keys",
        secret: "the seed, the decapsulation key, the message, the shared secret, whether a ciphertext is rejected",
        public: "the encapsulation key, from ρ on, and its hash; the ciphertext; whether a key that is read is valid, and if not, why",
        checked_by: &["mlkem512", "mlkem768", "mlkem1024"],
    },
    Promise {
        what: "ML-DSA: `generate`, `from_seed`, signing in all forms, also `verified`, `check_pair`, reading and writing of expanded keys",
        secret: "the seed, the signing key, ρ″, the masks",
        public: "the public key; the signature; that an attempt is rejected, where, and the hash of its commitment; which half bytes of the expanded seed are accepted for s₁ and s₂; whether a key that is read is valid",
        checked_by: &["mldsa44", "mldsa65", "mldsa87"],
    },
    Promise {
        what: "SLH-DSA: `generate`, `from_seeds`, `from_bytes`, `check`, `to_bytes`, `prepare`, signing in all forms, also `verified`, `check_pair`",
        secret: "SK.seed, SK.prf, the secret values of FORS and of chains that the signature does not contain",
        public: "PK.seed and the public key; the message, its digest and the signature; the nodes of trees, and so what each layer signs; whether a root belongs to its seeds",
        checked_by: &["slhdsa-sha2", "slhdsa-shake"],
    },
    Promise {
        what: "X-Wing and X25519MLKEM768: generation, encapsulation and decapsulation, `check_pair`, both sides of the exchange",
        secret: "the seeds, the decapsulation keys, the ephemeral key, the shared secret",
        public: "the encapsulation keys, the shares, the ciphertext; for X25519MLKEM768, whether a share is of small order",
        checked_by: &["xwing", "x25519mlkem768"],
    },
    Promise {
        what: "`x25519_inverse`",
        secret: "the secret key, the coordinate",
        public: "nothing",
        checked_by: &["x25519/inverse"],
    },
    Promise {
        what: "Elligator 2: `generate`, `hide`, `dirty_public_key`, the maps",
        secret: "the secret key, the tweak, rejected keys",
        public: "the resulting public key or representative; whether a key has one, and so the number of keys tried",
        checked_by: &["elligator2"],
    },
    Promise {
        what: "`hash_to_curve`, `encode_to_curve`",
        secret: "the message",
        public: "its length, the domain separation tag",
        checked_by: &["elligator2/hash-to-curve"],
    },
    Promise {
        what: "`EdwardsPoint`, `RistrettoPoint`: everything not named `_vartime`",
        secret: "points and scalars",
        public: "whether bytes are an encoding, and if not, why",
        checked_by: &["edwards25519", "ristretto255"],
    },
    Promise {
        what: "curve25519's `Scalar`",
        secret: "the number",
        public: "whether bytes are below L",
        checked_by: &["scalar25519"],
    },
    Promise {
        what: "`Secret::new`, `build`, `expose`, drop; `secret::wipe`",
        secret: "the value",
        public: "its length",
        checked_by: &["secret"],
    },
    Promise {
        what: "`PrivateKeyInfo` and the key files of `SecretKey`, `SigningKey`: from and to DER, PEM, hexadecimal digits, raw bytes",
        secret: "the private key",
        public: "the structure of the file and the layout of the text, the algorithm, the public key, whether the file is a key; the position and value of a character that is not a digit",
        checked_by: &["encoding"],
    },
    Promise {
        what: "the same, encrypted with PBKDF2 and AES",
        secret: "the private key, the passphrase",
        public: "the passphrase's length, the encrypted file, whether the passphrase is right, the length of the file inside",
        checked_by: &["encoding/encrypt", "encoding/decrypt"],
    },
    Promise {
        what: "What carnelian-sodium, carnelian-lib25519 and carnelian-monocypher compute themselves: libsodium's numbers, padding, codecs and secretstream, inverses, maps of coordinates",
        secret: "the keys, the messages, the numbers, the bytes that are encoded or decoded",
        public: "lengths; verdicts, except that of `sodium_compare`; which characters are digits, and whether text is well formed; whether a message asks for a new key; whether there is a representative",
        checked_by: &["sodium", "lib25519", "monocypher"],
    },
];

/// Returns every promise, in the order of the table: last are those that a role makes.
pub(crate) fn promises() -> &'static [Promise] {
    static ALL: LazyLock<Vec<Promise>> =
        LazyLock::new(|| WRITTEN.iter().copied().chain(roles::promises(WRITTEN)).collect());
    &ALL
}

/// Returns the families of operations that promises name, each once.
fn families(promises: &[Promise]) -> impl Iterator<Item = &'static str> {
    promises.iter().flat_map(|promise| promise.checked_by).copied().filter(|family| !family.contains('/'))
}

/// Returns the family that an algorithm belongs to, and what its name has beside it.
pub(crate) fn family(id: &str) -> Option<(&'static str, String)> {
    family_among(promises(), id)
}

/// Returns the family that an algorithm belongs to among those of `promises`: all of the name, the name without its
/// numbers, or the longest beginning of it, before a hyphen or a number, is a family's. Hyphens do not count.
fn family_among(promises: &[Promise], id: &str) -> Option<(&'static str, String)> {
    let folded = |name: &str| name.replace('-', "");
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (numbers, parts): (Vec<&str>, Vec<&str>) = id.split('-').partition(is_number);
    if let Some(family) = families(promises).find(|family| folded(family) == folded(id)) {
        return Some((family, String::new()));
    }
    if let Some(family) = families(promises).find(|family| *family == parts.join("-")) {
        return Some((family, numbers.join("-")));
    }
    let begins = |end: usize| families(promises).find(|family| folded(family) == folded(&id[..end]));
    let ends =
        (1..id.len()).rev().filter(|end| id[*end..].starts_with(|next: char| next == '-' || next.is_ascii_digit()));
    let (end, family) = ends.filter_map(|end| Some((end, begins(end)?))).next()?;
    Some((family, id[end..].trim_start_matches('-').to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithms_belong_to_families() {
        for (id, expected) in [
            ("sha512-256", ("sha512", "256")),
            ("sha3-224", ("sha3", "224")),
            ("hmac-sha512-256", ("hmac", "sha512-256")),
            ("kmac128", ("kmac", "128")),
            ("chacha20-djb", ("chacha20", "djb")),
            ("aes-128-ctr", ("aes-ctr", "128")),
            ("aes-128-gcm", ("aes128gcm", "")),
            ("xsalsa20-poly1305", ("xsalsa20poly1305", "")),
            ("x-wing", ("xwing", "")),
            ("dhkem-x25519-hkdf-sha256", ("dhkem-x25519", "hkdf-sha256")),
            ("slh-dsa-sha2-128f", ("slhdsa-sha2", "128f")),
        ] {
            assert_eq!(family_among(WRITTEN, id), Some((expected.0, expected.1.to_owned())));
        }
        // The beginning of a word is not a family.
        for other in ["unheard-of", "shakers", "aesop-128", "sha256d"] {
            assert_eq!(family_among(WRITTEN, other), None, "{other}");
        }
    }
}
