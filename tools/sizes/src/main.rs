//! One primitive of one library, chosen by `--cfg 'program="PRIMITIVE/LIBRARY"'`. What such a program has more than the
//! one that does nothing is what the primitive costs.

use std::hint::black_box;

fn main() {
    let (key, nonce, mut buffer) = (black_box([1; 32]), black_box([2; 24]), [3; 64]);
    black_box(program(Input { key, nonce, message: black_box(&[3; 64]), buffer: black_box(&mut buffer) }));
}

/// Bytes for keys, nonces and messages: the compiler knows neither their values nor how long messages are. Not every
/// program takes all of them.
#[allow(dead_code)]
struct Input<'a> {
    key: [u8; 32],
    nonce: [u8; 24],
    message: &'a [u8],
    buffer: &'a mut [u8],
}

/// Defines the table of programs: the primitive and the library, and the calls. `program` is the one that `cfg` names,
/// and the chore reads the names of all from this file.
macro_rules! programs {
    ($($name:literal |$input:pat_param| $body:expr;)+) => {
        $(
            #[cfg(program = $name)]
            fn program($input: Input<'_>) -> impl Sized {
                $body
            }
        )+
    };
}

programs! {
    "nothing/nothing" |_| ();

    "sha256/carnelian" |input| carnelian::hash::Sha256::digest(input.message);
    "sha256/sha2" |input| <sha2::Sha256 as sha2::Digest>::digest(input.message);
    "sha256/graviola" |input| {
        let mut context = graviola::hashing::sha2::Sha256Context::new();
        context.update(input.message);
        context.finish()
    };
    "sha256/ring" |input| ring::digest::digest(&ring::digest::SHA256, input.message);
    "sha256/libsodium" |input| libsodium_rs::crypto_hash::hash_sha256(input.message);

    "sha512/carnelian" |input| carnelian::hash::Sha512::digest(input.message);
    "sha512/sha2" |input| <sha2::Sha512 as sha2::Digest>::digest(input.message);
    "sha512/graviola" |input| {
        let mut context = graviola::hashing::sha2::Sha512Context::new();
        context.update(input.message);
        context.finish()
    };
    "sha512/ring" |input| ring::digest::digest(&ring::digest::SHA512, input.message);
    "sha512/libsodium" |input| libsodium_rs::crypto_hash::hash_sha512(input.message);
    "sha512/tweetnacl" |input| {
        let mut digest = [0; 64];
        tweetnacl::hash_sha512(&mut digest, input.message);
        digest
    };

    "sha3-256/carnelian" |input| carnelian::hash::Sha3_256::digest(input.message);
    "sha3-256/sha3" |input| <sha3::Sha3_256 as sha3::Digest>::digest(input.message);
    "sha3-256/graviola" |input| {
        let mut context = graviola::hashing::sha3::Sha3_256Context::new();
        context.update(input.message);
        context.finish()
    };

    "blake2b/carnelian" |input| carnelian::hash::Blake2b512::digest(input.message);
    "blake2b/blake2" |input| <blake2::Blake2b512 as blake2::Digest>::digest(input.message);
    "blake2b/libsodium" |input| libsodium_rs::crypto_generichash::generichash(input.message, None, 64);

    "argon2id/carnelian" |input| {
        let mut tag = [0; 32];
        let params = carnelian::kdf::argon2::Params::SECOND_RECOMMENDED;
        let hashed = carnelian::kdf::argon2::Argon2::id(params).hash_into(input.message, &input.nonce, &mut tag);
        (hashed, tag)
    };
    "argon2id/argon2" |input| {
        let mut tag = [0; 32];
        (argon2::Argon2::default().hash_password_into(input.message, &input.nonce, &mut tag), tag)
    };
    "argon2id/libsodium" |input| {
        let salt = input.nonce.first_chunk::<16>().expect("24 bytes");
        libsodium_rs::crypto_pwhash::argon2id::pwhash(32, input.message, salt, 3, 1 << 26)
    };

    "x25519/carnelian" |input| {
        let secret = carnelian::curve::x25519::SecretKey::from_bytes(input.key);
        let shared = secret.diffie_hellman(&secret.public_key());
        shared.map(|shared| *shared.expose())
    };
    "x25519/x25519-dalek" |input| {
        let secret = x25519_dalek::StaticSecret::from(input.key);
        secret.diffie_hellman(&x25519_dalek::PublicKey::from(&secret)).to_bytes()
    };
    "x25519/graviola" |input| {
        let secret = graviola::key_agreement::x25519::StaticPrivateKey::from_array(&input.key);
        secret.diffie_hellman(&secret.public_key()).map(|shared| shared.as_bytes())
    };
    "x25519/libsodium" |input| {
        use libsodium_rs::crypto_scalarmult::curve25519::{scalarmult, scalarmult_base};
        scalarmult_base(&input.key).and_then(|public| scalarmult(&input.key, &public))
    };
    "x25519/tweetnacl" |input| {
        let (mut public, mut shared) = ([0; 32], [0; 32]);
        tweetnacl::scalarmult_base(&mut public, &input.key);
        tweetnacl::scalarmult(&mut shared, &input.key, &public);
        shared
    };

    "ed25519/carnelian" |input| {
        let key = carnelian::curve::ed25519::SigningKey::from_seed(input.key);
        let signature = key.sign(input.message);
        key.verifying_key().verify(input.message, &signature)
    };
    "ed25519/ed25519-dalek" |input| {
        use ed25519_dalek::{Signer, Verifier};
        let key = ed25519_dalek::SigningKey::from_bytes(&input.key);
        key.verifying_key().verify(input.message, &key.sign(input.message))
    };
    "ed25519/graviola" |input| {
        use graviola::signing::eddsa::{Ed25519SigningKey, Ed25519VerifyingKey};
        let key = Ed25519SigningKey::from_bytes(&input.key).ok()?;
        let public = Ed25519VerifyingKey::from_bytes(&key.public_key().as_bytes()).ok()?;
        public.verify(&key.sign(input.message), input.message).ok()
    };
    "ed25519/ring" |input| {
        use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
        let key = Ed25519KeyPair::from_seed_unchecked(&input.key).expect("32 bytes");
        let signature = key.sign(input.message);
        UnparsedPublicKey::new(&ED25519, key.public_key()).verify(input.message, signature.as_ref())
    };
    "ed25519/libsodium" |input| {
        use libsodium_rs::crypto_sign::{KeyPair, sign_detached, verify_detached};
        let key = KeyPair::from_seed(&input.key).expect("32 bytes");
        let signature = sign_detached(input.message, &key.secret_key).expect("signing does not fail");
        verify_detached(&signature, input.message, &key.public_key)
    };
    "ed25519/tweetnacl" |input| {
        let (mut secret, mut public) = ([0; 64], [0; 32]);
        tweetnacl::sign_keypair_seed(&mut public, &mut secret, &input.key);
        let (signed, opened) = (&mut [0; 128][..64 + input.message.len()], &mut [0; 128][..64 + input.message.len()]);
        tweetnacl::sign(signed, input.message, &secret);
        tweetnacl::sign_open(opened, signed, &public).is_ok()
    };

    "chacha20poly1305/carnelian" |input| of_carnelian::<carnelian::cipher::chacha20poly1305::ChaCha20Poly1305>(input);
    "chacha20poly1305/chacha20poly1305" |input| of_rustcrypto::<chacha20poly1305::ChaCha20Poly1305>(input);
    "chacha20poly1305/graviola" |input| {
        let key = graviola::aead::ChaCha20Poly1305::new(input.key);
        let (nonce, message, mut tag) = (input.nonce.first_chunk().expect("24 bytes"), input.buffer, [0; 16]);
        key.encrypt(nonce, b"", message, &mut tag);
        key.decrypt(nonce, b"", message, &tag)
    };
    "chacha20poly1305/ring" |input| of_ring(&ring::aead::CHACHA20_POLY1305, input);

    "aes256gcm/carnelian" |input| of_carnelian::<carnelian::cipher::aes_gcm::Aes256Gcm>(input);
    "aes256gcm/aes-gcm" |input| of_rustcrypto::<aes_gcm::Aes256Gcm>(input);
    "aes256gcm/graviola" |input| {
        let key = graviola::aead::AesGcm::new(&input.key);
        let (nonce, message, mut tag) = (input.nonce.first_chunk().expect("24 bytes"), input.buffer, [0; 16]);
        key.encrypt(nonce, b"", message, &mut tag);
        key.decrypt(nonce, b"", message, &tag)
    };
    "aes256gcm/ring" |input| of_ring(&ring::aead::AES_256_GCM, input);
}

// Each program uses at most one of the functions below.

#[allow(dead_code)]
fn of_carnelian<A: carnelian::cipher::Aead<Key = [u8; 32], Nonce = [u8; 12]>>(input: Input<'_>) -> Option<()> {
    let key = A::new(&input.key);
    let (nonce, message) = (input.nonce.first_chunk().expect("24 bytes"), input.buffer);
    let tag = key.seal(nonce, b"", message).ok()?;
    key.open(nonce, b"", message, &tag).ok()
}

#[allow(dead_code)]
fn of_rustcrypto<A: aes_gcm::AeadInOut + aes_gcm::KeyInit>(input: Input<'_>) -> Result<(), aes_gcm::Error> {
    let key = A::new_from_slice(&input.key).expect("32 bytes");
    let nonce = input.nonce[..12].try_into().expect("12 bytes");
    let message = input.buffer;
    let tag = key.encrypt_inout_detached(nonce, b"", (&mut *message).into())?;
    key.decrypt_inout_detached(nonce, b"", (&mut *message).into(), &tag)
}

#[allow(dead_code)]
fn of_ring(algorithm: &'static ring::aead::Algorithm, input: Input<'_>) -> Result<(), ring::error::Unspecified> {
    use ring::aead::{Aad, LessSafeKey, Nonce, UnboundKey};
    let key = LessSafeKey::new(UnboundKey::new(algorithm, &input.key)?);
    let nonce = || Nonce::assume_unique_for_key(*input.nonce.first_chunk().expect("24 bytes"));
    let message = input.buffer;
    let tag = key.seal_in_place_separate_tag(nonce(), Aad::empty(), message)?;
    key.open_in_place_separate_tag(nonce(), Aad::empty(), tag, message, 0..).map(|_| ())
}
