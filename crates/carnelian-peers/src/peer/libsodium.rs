//! libsodium, built from source for the CPU at hand (`-march=native`). Its SHA-512 and its Ed25519 are plain C, as are
//! X25519 public keys; shared secrets are computed by a ladder in AVX assembly if AVX is available.

use super::found::Found;
use super::reach::{Isa, Reach};
use crate::offers::Offers;
use crate::op::aead::nacl_box::{PublicBox, SecretBox};
use crate::op::aead::{Aes256Gcm, ChaCha20Poly1305, XChaCha20Poly1305};
use crate::op::argon2::{Argon2i, Argon2id, Cost, Key, Salt};
use crate::op::ed25519::Ed25519;
use crate::op::hashing::{Blake2b, Sha3_256, Sha256, Sha512, Shake128};
use crate::op::hmac::HmacSha256;
use crate::op::keys::{self, Drawn};
use crate::op::poly1305::Poly1305;
use crate::op::signed_messages::SignedMessages;
use crate::op::stream_ciphers::Salsa20;
use crate::op::x25519::X25519;
use libsodium_rs::crypto_aead::{aes256gcm, chacha20poly1305_ietf, xchacha20poly1305};
use libsodium_rs::crypto_auth::hmacsha256;
use libsodium_rs::crypto_pwhash::{argon2i, argon2id};
use libsodium_rs::crypto_scalarmult::curve25519::{scalarmult, scalarmult_base};
use libsodium_rs::crypto_sign::{self, KeyPair, PublicKey};
use libsodium_rs::crypto_xof::shake128;
use libsodium_rs::{
    crypto_box, crypto_generichash, crypto_hash, crypto_onetimeauth, crypto_secretbox, ensure_init, version,
};

pub(super) fn find() -> Found {
    // This selects the implementations; without it the slowest ones are used.
    ensure_init().map_err(|error| error.to_string())?;
    let offers = Offers::none().and(sha256()).and(sha512()).and(sha3_256()).and(shake128()).and(blake2b());
    let offers = offers.and(argon2id()).and(argon2i()).and(hmac_sha256()).and(x25519()).and(ed25519());
    let offers = offers.and(drawn_x25519()).and(drawn_ed25519()).and(signed_messages());
    let offers = offers.and(chacha20poly1305()).and(xchacha20poly1305()).and(poly1305());
    let offers = offers.and(salsa20()).and(secret_box()).and(public_box());
    // AES-GCM exists only as code that uses the CPU's AES instructions.
    let offers = if aes256gcm::is_available() { offers.and(aes256gcm()) } else { offers };
    Ok((version::version_string().to_owned(), offers))
}

pub(super) const REACH: Reach = Reach::UpTo(Isa::Avx512, "is compiled for the CPU at hand (`-march=native`)");

fn sha256() -> Sha256 {
    Sha256::one_by_one("C, native", crypto_hash::hash_sha256)
}

fn sha512() -> Sha512 {
    Sha512::one_by_one("C, native", crypto_hash::hash_sha512)
}

fn sha3_256() -> Sha3_256 {
    Sha3_256::one_by_one("C, native", crypto_hash::hash_sha3256)
}

fn shake128() -> Shake128 {
    Shake128::one_by_one("C, native", |message| {
        let (mut state, mut output) = (shake128::State::new().expect("it does not fail"), [0; 32]);
        state.update(message).expect("it does not fail");
        state.squeeze_into(&mut output).expect("it does not fail");
        output
    })
}

/// Offers BLAKE2b. The crate's function returns a newly allocated vector, which is copied.
fn blake2b() -> Blake2b {
    Blake2b::one_by_one("AVX2 or C, native, and a copy", |message| {
        let digest = crypto_generichash::generichash(message, None, 64).expect("a length that it has");
        digest.try_into().expect("64 bytes")
    })
}

/// Offers HMAC without a key object.
fn hmac_sha256() -> HmacSha256 {
    HmacSha256 {
        backend: "C, native".to_owned(),
        key: None,
        tag: |key, message| {
            let key = hmacsha256::Key::from_bytes(key).expect("32 bytes");
            hmacsha256::auth(message, &key).expect("it does not fail")
        },
    }
}

/// Offers Argon2id, which allocates its own memory.
fn argon2id() -> Argon2id {
    Argon2id {
        backend: "AVX-512, native".to_owned(),
        most_lanes: 1,
        hash: |cost, password, salt| derived(argon2id::pwhash, cost, password, salt),
        in_memory: None,
    }
}

fn argon2i() -> Argon2i {
    Argon2i {
        backend: "AVX-512, native".to_owned(),
        most_lanes: 1,
        hash: |cost, password, salt| derived(argon2i::pwhash, cost, password, salt),
    }
}

/// Derives a key: its length, password, salt, passes, bytes of memory.
type PasswordHash = fn(usize, &[u8], &[u8], u64, usize) -> libsodium_rs::Result<Vec<u8>>;

fn derived(pwhash: PasswordHash, cost: Cost, password: &[u8], salt: &Salt) -> Key {
    let key = pwhash(32, password, salt, cost.passes.into(), cost.memory_kib as usize * 1024);
    key.expect("there is memory for it").try_into().expect("32 bytes")
}

/// Offers Salsa20. The crate's function returns a newly allocated vector, which is copied.
fn salsa20() -> Salsa20 {
    use libsodium_rs::crypto_stream::Key;
    use libsodium_rs::crypto_stream::salsa20::{Nonce, stream_xor};
    Salsa20 {
        backend: "AVX2 or C, native, and a copy".to_owned(),
        apply: |key, nonce, data| {
            let (key, nonce) =
                (Key::from_slice(key).expect("32 bytes"), Nonce::try_from_slice(nonce).expect("8 bytes"));
            data.copy_from_slice(&stream_xor(data, &nonce, &key));
        },
    }
}

fn secret_box() -> SecretBox {
    use crypto_secretbox::{Key, Nonce, open, seal};
    SecretBox {
        backend: "AVX2 or C, native".to_owned(),
        seal: |key, nonce, message| seal(message, &Nonce::from_bytes(*nonce), &Key::from_bytes(key).expect("32 bytes")),
        open: |key, nonce, sealed| {
            open(sealed, &Nonce::from_bytes(*nonce), &Key::from_bytes(key).expect("32 bytes")).ok()
        },
    }
}

fn public_box() -> PublicBox {
    use crypto_box::{Nonce, PublicKey, SecretKey, open, seal};
    PublicBox {
        backend: "AVX2, AVX or C, native".to_owned(),
        public_key: |secret| scalarmult_base(secret).expect("32 bytes"),
        seal: |secret, public, nonce, message| {
            let (secret, public) = (SecretKey::from_bytes(secret), PublicKey::from_bytes(public));
            let (secret, public) = (secret.expect("32 bytes"), public.expect("32 bytes"));
            seal(message, &Nonce::try_from(&nonce[..]).expect("24 bytes"), &public, &secret)
                .expect("not of small order")
        },
        open: |secret, public, nonce, sealed| {
            let (secret, public) = (SecretKey::from_bytes(secret).ok()?, PublicKey::from_bytes(public).ok()?);
            open(sealed, &Nonce::try_from(&nonce[..]).ok()?, &public, &secret).ok()
        },
    }
}

fn poly1305() -> Poly1305 {
    Poly1305 {
        backend: "SSE2 or C, native".to_owned(),
        tag: |key, message| {
            let key = crypto_onetimeauth::Key::from_bytes(key).expect("32 bytes");
            crypto_onetimeauth::onetimeauth(message, &key).as_bytes().try_into().expect("16 bytes")
        },
    }
}

fn x25519() -> X25519 {
    X25519 {
        backend: "AVX or C, native".to_owned(),
        public_key: |secret| scalarmult_base(secret).expect("32 bytes"),
        diffie_hellman: |secret| {
            let secret = *secret;
            Box::new(move |public| scalarmult(&secret, public).unwrap_or([0; 32]))
        },
        diffie_hellman_batch: None,
    }
}

/// Offers Ed25519 without an object for a decoded public key.
fn ed25519() -> Ed25519 {
    Ed25519 {
        backend: "C, native".to_owned(),
        public_key: |seed| *KeyPair::from_seed(seed).expect("32 bytes").public_key.as_bytes(),
        signer: |seed| {
            let key = KeyPair::from_seed(seed).expect("32 bytes").secret_key;
            Box::new(move |message| crypto_sign::sign_detached(message, &key).expect("signing does not fail"))
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            PublicKey::from_bytes(public_key)
                .is_ok_and(|public_key| crypto_sign::verify_detached(signature, message, &public_key))
        },
        verifier: None,
        verify_batch: None,
    }
}

fn drawn_x25519() -> Drawn<keys::X25519> {
    Drawn::new("C, native", || {
        let pair = crypto_box::KeyPair::generate();
        (*pair.secret_key.as_bytes(), *pair.public_key.as_bytes())
    })
}

fn drawn_ed25519() -> Drawn<keys::Ed25519> {
    Drawn::new("C, native", || {
        let pair = KeyPair::generate().expect("the system has randomness");
        let (seed, _) = pair.secret_key.as_bytes().split_first_chunk().expect("the seed, then the public key");
        (*seed, *pair.public_key.as_bytes())
    })
}

/// Offers opening of signed messages. The crate's function returns a newly allocated vector, which is copied.
fn signed_messages() -> SignedMessages {
    SignedMessages {
        backend: "C, native, and a copy".to_owned(),
        open: |public_key, signed, message| {
            let opened = crypto_sign::verify(signed, &PublicKey::from_bytes(public_key).ok()?)?;
            message[..opened.len()].copy_from_slice(&opened);
            Some(opened.len())
        },
    }
}

/// Offers ChaCha20-Poly1305. The crate's functions return newly allocated vectors, which are copied.
fn chacha20poly1305() -> ChaCha20Poly1305 {
    ChaCha20Poly1305::new(
        "AVX-512, native, and a copy",
        |key| {
            let key = chacha20poly1305_ietf::Key::from_bytes(key).expect("32 bytes");
            Box::new(move |nonce, aad, data| {
                let nonce = chacha20poly1305_ietf::Nonce::from_bytes(*nonce);
                let sealed = chacha20poly1305_ietf::encrypt_detached(data, Some(aad), &nonce, &key);
                let (ciphertext, tag) = sealed.expect("below the limit");
                data.copy_from_slice(&ciphertext);
                tag[..].try_into().expect("16 bytes")
            })
        },
        |key| {
            let key = chacha20poly1305_ietf::Key::from_bytes(key).expect("32 bytes");
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                let nonce = chacha20poly1305_ietf::Nonce::from_bytes(*nonce);
                let opened = chacha20poly1305_ietf::decrypt_detached(ciphertext, tag, Some(aad), &nonce, &key);
                opened.map(|opened| plaintext.copy_from_slice(&opened)).is_ok()
            })
        },
    )
}

/// Offers XChaCha20-Poly1305 like [`chacha20poly1305`].
fn xchacha20poly1305() -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(
        "AVX-512, native, and a copy",
        |key| {
            let key = xchacha20poly1305::Key::from_bytes(key).expect("32 bytes");
            Box::new(move |nonce, aad, data| {
                let nonce = xchacha20poly1305::Nonce::from_bytes(*nonce);
                let sealed = xchacha20poly1305::encrypt_detached(data, Some(aad), &nonce, &key);
                let (ciphertext, tag) = sealed.expect("below the limit");
                data.copy_from_slice(&ciphertext);
                tag[..].try_into().expect("16 bytes")
            })
        },
        |key| {
            let key = xchacha20poly1305::Key::from_bytes(key).expect("32 bytes");
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                let nonce = xchacha20poly1305::Nonce::from_bytes(*nonce);
                let opened = xchacha20poly1305::decrypt_detached(ciphertext, tag, Some(aad), &nonce, &key);
                opened.map(|opened| plaintext.copy_from_slice(&opened)).is_ok()
            })
        },
    )
}

/// Offers AES-256-GCM like [`chacha20poly1305`], with an expanded key.
fn aes256gcm() -> Aes256Gcm {
    Aes256Gcm::new(
        "AES-NI, native, and a copy",
        |key| {
            let key = aes256gcm::Key::from_bytes(key).expect("32 bytes");
            let key = aes256gcm::State::from_key(&key).expect("it is available");
            Box::new(move |nonce, aad, data| {
                let nonce = aes256gcm::Nonce::from_bytes(*nonce);
                let sealed = aes256gcm::encrypt_detached_afternm(data, Some(aad), &nonce, &key);
                let (ciphertext, tag) = sealed.expect("below the limit");
                data.copy_from_slice(&ciphertext);
                tag[..].try_into().expect("16 bytes")
            })
        },
        |key| {
            let key = aes256gcm::Key::from_bytes(key).expect("32 bytes");
            let key = aes256gcm::State::from_key(&key).expect("it is available");
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                let nonce = aes256gcm::Nonce::from_bytes(*nonce);
                let opened = aes256gcm::decrypt_detached_afternm(ciphertext, tag, Some(aad), &nonce, &key);
                opened.map(|opened| plaintext.copy_from_slice(&opened)).is_ok()
            })
        },
    )
}
