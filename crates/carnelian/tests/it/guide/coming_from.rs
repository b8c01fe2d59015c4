//! The code on the right of `docs/guide/coming-from.md` in its tables for RustCrypto and ring, run: each cell of the page
//! must stand in these tests.

use carnelian::cipher::Aead;
use carnelian::cipher::aes_gcm::Aes256Gcm;
use carnelian::cipher::chacha20::ChaCha20;
use carnelian::cipher::chacha20poly1305::ChaCha20Poly1305;
use carnelian::composite::xwing;
use carnelian::ct;
use carnelian::curve::ed25519::{self, BatchItem, Rule, Signature};
use carnelian::curve::x25519;
use carnelian::encoding::PrivateKeyFile;
use carnelian::hash::{Hmac, Sha256, Shake128, hmac};
use carnelian::kdf::Hkdf;
use carnelian::kdf::argon2::{Argon2, Params, PasswordHash};
use carnelian::postquantum::mldsa::{self, MlDsa65};
use carnelian::postquantum::mlkem::{DecapsulationKey, MlKem768};
use carnelian::random::{OsRandom, Random};
use carnelian::secret::{Secret, wipe};
use std::error::Error;

const GUIDE: &str = include_str!("../../../../../docs/guide/coming-from.md");
const HERE: &str = include_str!("coming_from.rs");

type Checked = Result<(), Box<dyn Error>>;

#[test]
fn hashes_of_rustcrypto() -> Checked {
    let (data, key, salt, ikm, info) = (b"data", b"key", b"salt", b"secret", b"info");
    let digest = Sha256::digest(data);
    let mut hasher = Sha256::new();
    hasher.update(data);
    assert_eq!(hasher.finalize(), digest);
    let (mut out, mut okm) = ([0; 40], [0; 40]);
    Shake128::hash(data, &mut out);
    let tag = &Hmac::<Sha256>::mac(key, data);
    Hmac::<Sha256>::verify(key, data, tag)?;
    Hkdf::<Sha256>::extract(salt, ikm).expand(info, &mut okm)?;
    assert_ne!(out, okm);

    let password = b"correct horse";
    let stored = Argon2::id(Params::SECOND_RECOMMENDED).hash_password(password, &mut OsRandom)?;
    stored.parse::<PasswordHash>()?.verify(password)?;
    Ok(())
}

#[test]
fn ciphers_of_rustcrypto() -> Checked {
    let (key, nonce, aad, msg) = ([1; 32], [2; 12], b"header", &b"attack at dawn"[..]);
    ChaCha20Poly1305::generate(&mut OsRandom)?;
    let cipher = ChaCha20Poly1305::new(&key);
    let sealed = cipher.seal_combined(&nonce, aad, msg)?;
    assert_eq!(cipher.open_combined(&nonce, aad, &sealed)?, msg);
    let buffer = &mut msg.to_vec();
    let tag = cipher.seal(&nonce, aad, buffer)?;
    assert_eq!([&buffer[..], &tag].concat(), sealed);
    ChaCha20::new(&key, &nonce).apply(buffer)?;
    Ok(())
}

#[test]
fn signatures_of_rustcrypto() -> Checked {
    let (seed, msg) = ([7; 32], b"message");
    let key = ed25519::SigningKey::generate(&mut OsRandom)?;
    assert_ne!(key.verifying_key(), ed25519::SigningKey::from_seed(seed).verifying_key());
    let signature = key.sign(msg);
    key.verifying_key().verify(msg, &signature)?;
    let public = *key.verifying_key();
    public.verify_with(Rule::Strict, msg, &signature)?;
    ed25519::verify_batch(&[BatchItem::new(&public, msg, &signature)])?;

    let pem = key.to_pkcs8_pem();
    assert_eq!(ed25519::SigningKey::from_pkcs8_pem(pem.expose())?.verifying_key(), &public);

    let ml_dsa = mldsa::SigningKey::<MlDsa65>::generate(&mut OsRandom)?;
    ml_dsa.verifying_key().verify(msg, &ml_dsa.sign_deterministic(msg)?)?;
    Ok(())
}

#[test]
fn agreements_of_rustcrypto() -> Checked {
    let theirs = x25519::SecretKey::generate(&mut OsRandom)?.public_key();
    x25519::SecretKey::generate(&mut OsRandom)?.diffie_hellman(&theirs)?;

    let dk = DecapsulationKey::<MlKem768>::generate(&mut OsRandom)?;
    let ek = dk.encapsulation_key();
    let (ct, shared) = ek.encapsulate(&mut OsRandom)?;
    assert_eq!(dk.decapsulate(&ct).expose(), shared.expose());
    xwing::DecapsulationKey::generate(&mut OsRandom)?;
    Ok(())
}

#[test]
fn secrets_of_rustcrypto() {
    let (a, b, mut bytes) = (&[1; 8], &[1; 8], [5; 32]);
    assert!(ct::verify(a, b));
    assert_eq!(Secret::new(bytes).expose(), &[5; 32]);
    wipe(&mut bytes);
    assert_eq!(bytes, [0; 32]);
}

#[test]
fn from_ring() -> Checked {
    let (secret, data, salt, ikm, info) = (b"secret", b"data", b"salt", b"ikm", b"info");
    let key = hmac::Key::<Sha256>::new(secret);
    let tag = &key.mac(data);
    key.verify(data, tag)?;
    let mut okm = [0; 40];
    Hkdf::<Sha256>::derive(salt, ikm, info, &mut okm)?;

    let (key, nonce, aad, buffer) = ([1; 32], [2; 12], b"header", &mut [3; 100]);
    let cipher = Aes256Gcm::new(&key);
    let tag = cipher.seal(&nonce, aad, buffer)?;
    cipher.open(&nonce, aad, buffer, &tag)?;
    assert_eq!(buffer, &[3; 100]);

    let der = &ed25519::SigningKey::generate(&mut OsRandom)?.to_pkcs8_der();
    let der = der.expose();
    let key = ed25519::SigningKey::from_pkcs8_der(der)?;
    let (seed, public, msg) = (*key.as_seed().expose(), key.verifying_key().to_bytes(), b"message");
    ed25519::SigningKey::from_seed_and_public(seed, &public)?;
    let signature = &key.sign(msg).to_bytes();
    ed25519::verify(&public, msg, &Signature::from_bytes(signature))?;

    let theirs = x25519::SecretKey::generate(&mut OsRandom)?.public_key();
    let mine = x25519::SecretKey::generate(&mut OsRandom)?;
    mine.diffie_hellman(&theirs)?;
    let mut bytes = [0; 32];
    OsRandom.fill(&mut bytes)?;
    assert_ne!(bytes, [0; 32]);
    Ok(())
}

/// Text without what the formatter may change.
fn bare(text: &str) -> String {
    text.split_whitespace().collect::<String>().replace(",)", ")")
}

#[test]
fn every_cell_stands_in_these_tests() {
    let here = bare(HERE);
    for heading in ["\n## RustCrypto and dalek\n", "\n## ring\n"] {
        let section = GUIDE.split(heading).nth(1).expect("the page has this table").split("\n## ").next().unwrap();
        let rows: Vec<_> = section.lines().filter(|line| line.starts_with("| `")).collect();
        assert!(rows.len() > 10, "{heading}");
        for row in rows {
            let cell = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
            for code in cell.split('`').skip(1).step_by(2) {
                assert!(here.contains(&bare(code)), "{code}");
            }
        }
    }
}
