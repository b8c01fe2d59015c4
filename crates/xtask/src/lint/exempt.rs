//! The public functions of modules that handle secrets that need no operation of the constant-time check, and why.

/// Exempt functions of one file or several.
pub(super) struct Exempt {
    /// The path prefix, relative to `crates/carnelian/src`.
    pub(super) file: &'static str,
    /// The functions, with their types; all functions if the list is empty.
    pub(super) names: &'static [&'static str],
    /// Why they receive nothing secret, or which other operation runs them.
    #[allow(dead_code)]
    why: &'static str,
}

const fn exempt(file: &'static str, names: &'static [&'static str], why: &'static str) -> Exempt {
    Exempt { file, names, why }
}

pub(super) const EXEMPT: &[Exempt] = &[
    exempt("agreement.rs", &["downcast_ref"], "no computation"),
    exempt(
        "base/ct.rs",
        &["Word::mask_from_bit", "Word::low_u32", "Word::blend", "Word::nonzero_bit"],
        "hidden; Choice, Select, eq and is_zero are made of them",
    ),
    exempt("base/secret.rs", &["Confidential::regions"], "hidden; tells the checkers where a secret lies"),
    exempt(
        "cipher/aead/mod.rs",
        &[
            "Aead::seal_in_out",
            "Aead::open_in_out",
            "Aead::seal_once_in_out",
            "Aead::open_once_in_out",
            "Aead::boxed_sealer",
            "Aead::boxed_verifier",
        ],
        "hidden; sealing and opening in all forms come to them",
    ),
    exempt(
        "cipher/aead/pieces.rs",
        &["Pieces::stream", "Pieces::absorb", "Pieces::take_stream"],
        "hidden; pieces come to them",
    ),
    exempt("cipher/block/cipher.rs", &[], "hidden; keys of block ciphers come to them"),
    exempt("cipher/mode/gcm/fused.rs", &[], "hidden; sealing and opening come to them"),
    exempt(
        "cipher/stream_cipher/mod.rs",
        &["Keystream::empty", "Keystream::set", "Keystream::xor", "Keystream::wiping"],
        "hidden; stream ciphers come to them",
    ),
    exempt("composite/sealed_file/header.rs", &[], "headers are public"),
    exempt("composite/sealed_file/io/reader.rs", &["Header::read_from"], "headers are public"),
    exempt("composite/sealed_file/mod.rs", &["sealed_len"], "lengths"),
    exempt(
        "composite/sealed_file/in_memory.rs",
        &["seal_with_passphrase"],
        "takes 256 MiB; `Sealer::with_passphrase` and `seal` are what it consists of",
    ),
    exempt(
        "curve/curve25519/batch.rs",
        &["EdwardsPoint::decompress_batch", "EdwardsPoint::decompress_zip215_batch"],
        "the encodings are public",
    ),
    exempt(
        "curve/ed25519/prehash.rs",
        &["VerifyingKey::verify_prehash", "VerifyingKey::verify_prehash_with", "VerifyingKey::verify_prehash_digest"],
        "keys, messages and signatures that are verified are public",
    ),
    exempt(
        "curve/ed25519/combined.rs",
        &["VerifyingKeyOf::open_combined", "VerifyingKeyOf::open_combined_with", "open_combined"],
        "keys, messages and signatures that are verified are public",
    ),
    exempt(
        "composite/hybrid/group.rs",
        &["Group::write_public_key", "Group::write_shared_secret"],
        "hidden; both sides of an exchange come to them",
    ),
    exempt("hash/functions.rs", &["Hash::new_two", "Hash::digest_nested"], "hidden; HMAC comes to them"),
    exempt("postquantum/arrays.rs", &["Bytes::zeroed_box"], "hidden; places to be written"),
    exempt("postquantum/mldsa/batch.rs", &[], "keys, messages and signatures that are verified are public"),
    exempt("postquantum/mldsa/hazmat.rs", &[], "generation, signing and verification come to the same functions"),
    exempt("postquantum/mldsa/mu.rs", &["MuHasher::update"], "messages and their hashes are public"),
    exempt(
        "postquantum/mldsa/prehash.rs",
        &[
            "PrehashSignature::from_slice",
            "VerifyingKey::verify_prehash",
            "VerifyingKey::verify_prehash_of_any_strength",
            "PreparedVerifyingKey::verify_prehash",
            "PreparedVerifyingKey::verify_prehash_of_any_strength",
        ],
        "digests, signatures and their verification are public",
    ),
    exempt(
        "postquantum/mldsa/prepared.rs",
        &["PreparedVerifyingKey::verify", "PreparedVerifyingKey::verify_ctx", "PreparedVerifyingKey::verify_mu"],
        "keys, messages and signatures that are verified are public",
    ),
    exempt(
        "postquantum/mldsa/prepared.rs",
        &["PreparedSigningKey::signing_key", "PreparedSigningKey::into_signing_key"],
        "no computation",
    ),
    exempt("postquantum/mldsa/signature.rs", &["Signature::from_slice"], "signatures are public"),
    exempt("postquantum/mldsa/verifying_key.rs", &[], "public keys"),
    exempt("postquantum/mlkem/hazmat.rs", &[], "encapsulation comes to the same functions"),
    exempt(
        "postquantum/slhdsa/batch.rs",
        &["BatchError::verdicts", "BatchError::invalid", "verify_batch"],
        "keys, messages and signatures that are verified are public",
    ),
    exempt("postquantum/slhdsa/functions/", &[], "hidden; generation and signing come to them"),
    exempt(
        "postquantum/slhdsa/hazmat.rs",
        &["verify_internal"],
        "keys, messages and signatures that are verified are public",
    ),
    exempt(
        "postquantum/slhdsa/prepared.rs",
        &["PreparedSigningKey::signing_key", "PreparedSigningKey::into_signing_key"],
        "no computation",
    ),
    exempt(
        "postquantum/slhdsa/prehash.rs",
        &["VerifyingKey::verify_prehash", "VerifyingKey::verify_prehash_of_any_strength"],
        "signatures that are verified are public",
    ),
    exempt("postquantum/slhdsa/verifying_key.rs", &[], "public keys"),
    exempt("curve/ed25519/batch/prepared.rs", &[], "public keys"),
    exempt("curve/ed25519/signature.rs", &[], "signatures are public"),
    exempt("curve/ed25519/batch/verify.rs", &[], "keys, messages and signatures that are verified are public"),
    exempt("curve/ed25519/verify_once.rs", &[], "keys, messages and signatures that are verified are public"),
    exempt("curve/ed25519/verifying.rs", &[], "keys, messages and signatures that are verified are public"),
    exempt(
        "curve/eddsa_blake2b/",
        &["verify", "verify_with", "verify_batch", "verify_batch_with"],
        "keys, messages and signatures that are verified are public",
    ),
    exempt("curve/x25519/small_order.rs", &[], "public keys"),
    exempt("encoding/descriptor/mod.rs", &[], "names and lengths"),
    exempt(
        "encoding/key_types.rs",
        &[
            "PublicKeyFile::to_subject_public_key_info",
            "PublicKeyFile::from_subject_public_key_info",
            "PublicKeyFile::to_spki_der",
            "PublicKeyFile::to_spki_pem",
            "PublicKeyFile::from_spki_der",
            "PublicKeyFile::from_spki_pem",
        ],
        "public keys",
    ),
    exempt("encoding/lengths.rs", &[], "lengths"),
    exempt("encoding/pbes2.rs", &["Encryption::iterations"], "a cost"),
    exempt("encoding/private_key.rs", &["PrivateKeyInfo::algorithm"], "a name"),
    exempt("encoding/public_key.rs", &[], "public keys"),
    exempt("hash/blake2/function.rs", &[], "hidden; BLAKE2 in all forms comes to them"),
    exempt("hash/merkle_damgard/function.rs", &[], "hidden; SHA-1 and SHA-2 in all forms come to them"),
    exempt("hash/arithmetic/half_words.rs", &[], "hidden; SHA-1 and SHA-256 in all forms come to them"),
    exempt("hash/side_by_side.rs", &[], "hidden; batches come to them"),
    exempt("kdf/argon2/params.rs", &["Params::memory_kib", "Params::passes", "Params::lanes"], "costs"),
    exempt("kem.rs", &["downcast_ref"], "no computation"),
    exempt("signature/", &["downcast_ref", "Cause::downcast_ref"], "no computation"),
    exempt(
        "kdf/argon2/password_hash.rs",
        &["PasswordHash::version", "PasswordHash::key_id", "PasswordHash::associated_data"],
        "the string is public",
    ),
];
