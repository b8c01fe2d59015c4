//! The traits of types that hold secrets that compare nothing secret, and why.

/// A permitted trait.
pub(super) struct Allowed {
    /// The path prefix of the files, relative to `crates/carnelian/src`.
    file: &'static str,
    pub(super) name: &'static str,
    /// The type; any if it is empty.
    pub(super) of: &'static str,
    #[allow(dead_code)]
    why: &'static str,
}

impl Allowed {
    pub(super) fn permits(&self, file: &str, name: &str, of: &str) -> bool {
        file.starts_with(self.file) && self.name == name && (self.of.is_empty() || self.of == of)
    }
}

const fn allow(file: &'static str, name: &'static str, of: &'static str, why: &'static str) -> Allowed {
    Allowed { file, name, of, why }
}

pub(super) const ALLOWED: &[Allowed] = &[
    allow("base/pages/", "Deref", "", "not public: the memory of Argon2"),
    allow("base/pages/", "DerefMut", "", "not public: the memory of Argon2"),
    allow("base/pages/", "derive(Debug)", "", "addresses and lengths of memory"),
    allow("base/secret.rs", "Deref", "Held", "not public: what is held is a type that holds a secret itself"),
    allow("base/secret.rs", "DerefMut", "Held", "not public: what is held is a type that holds a secret itself"),
    allow(
        "composite/dhkem/keys.rs",
        "From",
        "DecapsulationKey",
        "copies the key; `dhkem-x25519/generate` runs what it does",
    ),
    allow("curve/curve25519/scalar.rs", "From", "Scalar", "made of integers"),
    allow("curve/ed25519/prehash.rs", "From", "Prehash", "made of a hasher"),
    allow("curve/x25519/mod.rs", "From", "SecretKey", "its public key"),
    allow("encoding/form.rs", "Eq", "", "names of forms and contents of files, which hold nothing"),
    allow("encoding/form.rs", "PartialEq", "", "names of forms and contents of files, which hold nothing"),
    allow("hash/", "Hash", "", "not that of the standard library, but the trait of hash functions"),
    allow("postquantum/mldsa/batch.rs", "From", "BatchKey", "refers to public keys"),
    allow("postquantum/prehash.rs", "Eq", "Prehash", "public digests, unlike those of Ed25519 under this name"),
    allow("postquantum/prehash.rs", "PartialEq", "Prehash", "public digests, unlike those of Ed25519 under this name"),
    allow("postquantum/slhdsa/signer.rs", "From", "Signer", "refers to a key"),
    allow("postquantum/slhdsa/signing_key.rs", "TryFrom", "SigningKey", "`slhdsa-sha2/read-key-128` runs it"),
];
