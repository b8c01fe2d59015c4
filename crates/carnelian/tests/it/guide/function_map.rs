//! `docs/guide/function-map.md` names what exists: every item of Rust, C and Python in it, every function of Monocypher, every
//! family of libsodium.

use std::collections::BTreeSet;

const MAP: &str = include_str!("../../../../../docs/guide/function-map.md");

const C_SYMBOLS: &str = include_str!("../../../../carnelian-capi/symbols.txt");

const C_HEADER: &str = include_str!("../../../../carnelian-capi/include/carnelian.h");

/// The stub of the Python package itself.
const PYTHON_PACKAGE: &str = include_str!("../../../../carnelian-python/python/carnelian/__init__.pyi");

macro_rules! stubs {
    ($($module:literal),+ $(,)?) => {
        /// The modules of the Python package with their stubs.
        const PYTHON_MODULES: &[(&str, &str)] = &[
            $(($module, include_str!(concat!("../../../../carnelian-python/python/carnelian/", $module, ".pyi")))),+
        ];
    };
}

stubs!(
    "argon2",
    "dhkem",
    "ed25519",
    "hkdf",
    "hmac",
    "hybrid",
    "mldsa",
    "mlkem",
    "nacl",
    "ristretto255",
    "sealed_file",
    "slhdsa",
    "x25519",
    "xwing",
);

/// The items of the list; each exists if this compiles.
macro_rules! items {
    ($($first:ident $(:: $next:ident)+),+ $(,)?) => {
        #[allow(unused_imports)]
        mod items {
            $(pub(super) use carnelian::$first $(:: $next)+ as _;)+
        }
        const ITEMS: &[&str] = &[$(concat!(stringify!($first) $(, "::", stringify!($next))+)),+];
    };
}

items! {
    cipher::Aead,
    cipher::aes,
    cipher::aes_ctr,
    cipher::aes_gcm,
    cipher::aes_gcm::Aes256Gcm,
    cipher::aes_gcm_siv,
    cipher::chacha20::ChaCha20,
    cipher::chacha20::ChaCha20Djb,
    cipher::chacha20::XChaCha20,
    cipher::chacha20::hchacha20,
    cipher::chacha20poly1305,
    cipher::chacha20poly1305::ChaCha20Poly1305,
    cipher::chacha20poly1305::XChaCha20Poly1305,
    cipher::ctr_drbg,
    cipher::poly1305::Poly1305,
    cipher::poly1305::tag,
    cipher::poly1305::verify,
    cipher::salsa20::Salsa20,
    cipher::salsa20::XSalsa20,
    cipher::salsa20::core,
    cipher::salsa20::hsalsa20,
    cipher::salsa20::hsalsa20_with,
    cipher::xsalsa20poly1305::SecretBox,
    composite::dhkem,
    composite::hybrid::ClientKey,
    composite::hybrid::respond,
    composite::nacl_box::SharedKey,
    composite::nacl_box::anonymous,
    composite::sealed_file,
    composite::xwing,
    cpu::Tier,
    ct::eq,
    ct::is_zero,
    ct::verify,
    curve::curve25519::EdwardsPoint,
    curve::curve25519::RistrettoPoint,
    curve::curve25519::Scalar,
    curve::ed25519::Prehash,
    curve::ed25519::PreparedVerifyingKey,
    curve::ed25519::Rule,
    curve::ed25519::SigningKey,
    curve::ed25519::Verifier,
    curve::ed25519::VerifyingKey,
    curve::ed25519::generate_batch,
    curve::ed25519::sign_batch,
    curve::ed25519::verify,
    curve::ed25519::verify_batch,
    curve::eddsa_blake2b::SigningKey,
    curve::eddsa_blake2b::VerifyingKey,
    curve::eddsa_blake2b::verify,
    curve::elligator2::Representative,
    curve::elligator2::dirty_public_key,
    curve::elligator2::encode_to_curve,
    curve::elligator2::generate,
    curve::elligator2::hash_to_curve,
    curve::x25519,
    curve::x25519::SecretKey,
    curve::x25519::decode_scalar,
    curve::x25519::diffie_hellman_batch,
    curve::x25519::generate_batch,
    curve::x25519::public_key_batch,
    curve::x25519::x25519,
    curve::x25519::x25519_inverse,
    encoding::Form,
    encoding::PrivateKeyFile,
    encoding::PublicKeyFile,
    hash::Blake2b,
    hash::Blake2b512,
    hash::Blake2bMac,
    hash::Blake2s,
    hash::Blake2sMac,
    hash::CShake128,
    hash::CShake256,
    hash::Hmac,
    hash::Kmac128,
    hash::Kmac256,
    hash::Sha256,
    hash::Sha3_256,
    hash::Sha3_512,
    hash::Sha512,
    hash::Shake128,
    hash::Shake256,
    hash::blake2::VariableHasher,
    hash::hmac::Key,
    kdf::Argon2,
    kdf::Hkdf,
    kdf::argon2,
    postquantum::mldsa,
    postquantum::mldsa::MuHasher,
    postquantum::mldsa::Prehash,
    postquantum::mldsa::PreparedSigningKey,
    postquantum::mldsa::PreparedVerifyingKey,
    postquantum::mldsa::SigningKey,
    postquantum::mldsa::sign_batch,
    postquantum::mldsa::verify_batch,
    postquantum::mlkem,
    postquantum::mlkem::DecapsulationKey,
    postquantum::mlkem::decapsulate_batch,
    postquantum::mlkem::encapsulate_batch,
    postquantum::mlkem::generate_batch,
    postquantum::slhdsa,
    postquantum::slhdsa::Prehash,
    postquantum::slhdsa::PreparedSigningKey,
    postquantum::slhdsa::SigningKey,
    postquantum::slhdsa::VerifyingKey,
    postquantum::slhdsa::sign_batch,
    postquantum::slhdsa::verify_batch,
    random::OsRandom,
    random::Random,
    secret::Secret,
    secret::wipe,
}

/// The functions that `monocypher.h` and `monocypher-ed25519.h` of version 4 declare.
const MONOCYPHER: &str = "
    crypto_aead_init_djb crypto_aead_init_ietf crypto_aead_init_x crypto_aead_lock crypto_aead_read
    crypto_aead_unlock crypto_aead_write crypto_argon2 crypto_blake2b crypto_blake2b_final crypto_blake2b_init
    crypto_blake2b_keyed crypto_blake2b_keyed_init crypto_blake2b_update crypto_chacha20_djb crypto_chacha20_h
    crypto_chacha20_ietf crypto_chacha20_x crypto_ed25519_check crypto_ed25519_key_pair crypto_ed25519_ph_check
    crypto_ed25519_ph_sign crypto_ed25519_sign crypto_eddsa_check crypto_eddsa_check_equation crypto_eddsa_key_pair
    crypto_eddsa_mul_add crypto_eddsa_reduce crypto_eddsa_scalarbase crypto_eddsa_sign crypto_eddsa_to_x25519
    crypto_eddsa_trim_scalar crypto_elligator_key_pair crypto_elligator_map crypto_elligator_rev crypto_poly1305
    crypto_poly1305_final crypto_poly1305_init crypto_poly1305_update crypto_sha512 crypto_sha512_final
    crypto_sha512_hkdf crypto_sha512_hkdf_expand crypto_sha512_hmac crypto_sha512_hmac_final crypto_sha512_hmac_init
    crypto_sha512_hmac_update crypto_sha512_init crypto_sha512_update crypto_verify16 crypto_verify32
    crypto_verify64 crypto_wipe crypto_x25519 crypto_x25519_dirty_fast crypto_x25519_dirty_small
    crypto_x25519_inverse crypto_x25519_public_key crypto_x25519_to_eddsa
";

/// The headers of libsodium 1.0.23 that declare families of functions.
const LIBSODIUM: &str = "
    crypto_aead_aegis128l crypto_aead_aegis256 crypto_aead_aes256gcm crypto_aead_chacha20poly1305
    crypto_aead_xchacha20poly1305 crypto_auth crypto_auth_hmacsha256 crypto_auth_hmacsha512
    crypto_auth_hmacsha512256 crypto_box crypto_box_curve25519xchacha20poly1305
    crypto_box_curve25519xsalsa20poly1305 crypto_core_ed25519 crypto_core_hchacha20 crypto_core_hsalsa20
    crypto_core_keccak1600 crypto_core_ristretto255 crypto_core_salsa20 crypto_core_salsa2012 crypto_core_salsa208
    crypto_generichash crypto_generichash_blake2b crypto_hash crypto_hash_sha256 crypto_hash_sha3256 crypto_hash_sha3512
    crypto_hash_sha512 crypto_ipcrypt crypto_kdf crypto_kdf_blake2b crypto_kdf_hkdf_sha256 crypto_kdf_hkdf_sha512 crypto_kem
    crypto_kem_mlkem768 crypto_kem_xwing crypto_kx crypto_onetimeauth crypto_onetimeauth_poly1305 crypto_pwhash
    crypto_pwhash_argon2i crypto_pwhash_argon2id crypto_pwhash_scryptsalsa208sha256 crypto_scalarmult
    crypto_scalarmult_curve25519 crypto_scalarmult_ed25519 crypto_scalarmult_ristretto255 crypto_secretbox
    crypto_secretbox_xchacha20poly1305 crypto_secretbox_xsalsa20poly1305 crypto_secretstream_xchacha20poly1305
    crypto_shorthash crypto_shorthash_siphash24 crypto_sign crypto_sign_ed25519 crypto_stream crypto_stream_chacha20
    crypto_stream_salsa20 crypto_stream_salsa2012 crypto_stream_salsa208 crypto_stream_xchacha20
    crypto_stream_xsalsa20 crypto_verify_16 crypto_verify_32 crypto_verify_64 crypto_xof_shake128
    crypto_xof_shake256 crypto_xof_turboshake128 crypto_xof_turboshake256
";

/// The text between backticks.
fn code() -> impl Iterator<Item = &'static str> {
    MAP.split('`').skip(1).step_by(2)
}

/// Returns whether a name is the path of an item: it begins with a module of the crate.
fn is_item(name: &str) -> bool {
    let word = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    name.contains("::") && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.split("::").all(word)
}

#[test]
fn every_item_exists_and_is_named() {
    let named: BTreeSet<_> = code().filter(|name| is_item(name)).collect();
    let known: BTreeSet<_> = ITEMS.iter().copied().collect();
    assert_eq!(named, known);
}

#[test]
fn every_function_of_monocypher_has_its_place() {
    let named: BTreeSet<_> = code().collect();
    let missing: Vec<_> = MONOCYPHER.split_whitespace().filter(|function| !named.contains(function)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// By its own name, or as the beginning of names.
#[test]
fn every_family_of_libsodium_has_its_place() {
    let is_of = |family: &str, name: &str| {
        name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    let missing: Vec<_> =
        LIBSODIUM.split_whitespace().filter(|family| !code().any(|name| is_of(family, name))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// A name with `_*` is the beginning of at least one name.
fn exists(name: &str, mut names: impl Iterator<Item = &'static str>) -> bool {
    match name.strip_suffix('*') {
        Some(start) => names.any(|known| known.starts_with(start)),
        None => names.any(|known| known == name),
    }
}

#[test]
fn every_name_of_c_exists() {
    let words = || C_HEADER.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    for name in code() {
        if name.starts_with("carnelian_") {
            assert!(exists(name, C_SYMBOLS.lines()), "{name}");
        } else if name.starts_with("CARNELIAN_") {
            assert!(exists(name, words()), "{name}");
        }
    }
}

/// Returns the body of a class or a function that a stub, or the body of a class, defines at its own indentation.
fn definition(scope: &str, name: &str) -> Option<String> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let outer = scope.lines().find(|line| !line.is_empty()).map(indent)?;
    let is_it = |line: &str| {
        let named = line.get(outer..).and_then(|text| text.strip_prefix("def ").or(text.strip_prefix("class ")));
        named.and_then(|named| named.strip_prefix(name)).is_some_and(|rest| rest.starts_with([':', '(']))
    };
    let body: Vec<_> = scope
        .lines()
        .skip_while(|line| !is_it(line))
        .enumerate()
        .take_while(|(at, line)| *at == 0 || line.is_empty() || indent(line) > outer)
        .map(|(_, line)| line)
        .collect();
    (!body.is_empty()).then(|| body[1..].join("\n"))
}

/// `carnelian.name` and `carnelian.module.name` are functions and classes, a further part is a method.
#[test]
fn every_name_of_python_exists() {
    for path in code() {
        let Some(names) = path.strip_prefix("carnelian.") else {
            continue;
        };
        let of_module = names.split_once('.').and_then(|(first, rest)| {
            PYTHON_MODULES.iter().find(|(module, _)| *module == first).map(|&(_, stub)| (stub, rest))
        });
        let (stub, names) = of_module.unwrap_or((PYTHON_PACKAGE, names));
        let found = names.split('.').try_fold(stub.to_owned(), |scope, name| definition(&scope, name));
        assert!(found.is_some(), "{path}");
    }
}

/// Rows have their columns, in their order, and say what stands for a function or why nothing does.
#[test]
fn every_row_says_something() {
    let is_of = |column: &str, prefix: &str| column == "-" || column.contains(prefix);
    let rows = MAP.lines().filter(|line| line.starts_with("| ") && !line.contains("| Rust |"));
    for row in rows {
        let columns: Vec<_> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        assert!(
            is_of(columns[1], "::") && is_of(columns[2], "`carnelian_") && is_of(columns[3], "`carnelian."),
            "{row}"
        );
        if row.starts_with("| `") {
            assert_eq!(columns.len(), 5, "{row}");
            assert!(columns[1] != "-" || !columns[4].is_empty(), "{row}");
        } else {
            assert_eq!(columns.len(), 4, "{row}");
            assert!(columns[1..] != ["-"; 3], "{row}");
        }
    }
}
