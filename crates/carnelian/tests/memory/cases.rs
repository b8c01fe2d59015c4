//! The operations, each with its secrets.

use crate::search::Masked;
use carnelian::__internals::TestRandom;
use carnelian::cipher::aes_gcm::Aes256Gcm;
use carnelian::cipher::chacha20poly1305::ChaCha20Poly1305;
use carnelian::cipher::xsalsa20poly1305::SecretBox;
use carnelian::cipher::{Aead, poly1305};
use carnelian::composite::hybrid::{ClientKey, X25519MlKem768, respond};
use carnelian::composite::sealed_file::{self, Key};
use carnelian::composite::{dhkem, nacl_box, xwing};
use carnelian::curve::{ed25519, x25519};
use carnelian::encoding::PrivateKeyFile;
use carnelian::hash::{Hmac, Sha512};
use carnelian::kdf::Hkdf;
use carnelian::kdf::argon2::{Argon2, Limits, Params, Variant};
use carnelian::postquantum::mldsa::{self, MlDsa44, MlDsa65, MlDsa87};
use carnelian::postquantum::mlkem::{self, DecapsulationKey, MlKem512, MlKem768, MlKem1024};
use carnelian::postquantum::slhdsa::{self, SlhDsaSha2_128f, SlhDsaShake128f};
use carnelian::random::{Random, RandomError};
use carnelian::secret::wipe;
use std::ops::{Deref, DerefMut};

/// An operation.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&mut Secrets),
}

pub(crate) const CASES: &[Case] = &[
    Case { name: "ML-KEM-512", run: mlkem::<MlKem512> },
    Case { name: "ML-KEM-768", run: mlkem::<MlKem768> },
    Case { name: "ML-KEM-1024", run: mlkem::<MlKem1024> },
    Case { name: "ML-KEM-768, batches", run: mlkem_batches::<MlKem768> },
    Case { name: "ML-KEM-1024, batches", run: mlkem_batches::<MlKem1024> },
    Case { name: "X-Wing", run: x_wing },
    Case { name: "X25519MLKEM768", run: hybrid },
    Case { name: "DHKEM", run: dh_kem },
    Case { name: "X25519", run: x25519 },
    Case { name: "X25519, batches", run: x25519_batches },
    Case { name: "boxes of NaCl", run: boxes },
    Case { name: "Ed25519", run: ed25519 },
    Case { name: "Ed25519, batches", run: ed25519_batches },
    Case { name: "ML-DSA-44", run: mldsa::<MlDsa44> },
    Case { name: "ML-DSA-65", run: mldsa::<MlDsa65> },
    Case { name: "ML-DSA-87", run: mldsa::<MlDsa87> },
    Case { name: "SLH-DSA-SHA2-128f", run: slhdsa::<SlhDsaSha2_128f> },
    Case { name: "SLH-DSA-SHAKE-128f", run: slhdsa::<SlhDsaShake128f> },
    Case { name: "AES-256-GCM", run: aead::<Aes256Gcm> },
    Case { name: "ChaCha20-Poly1305", run: aead::<ChaCha20Poly1305> },
    Case { name: "secret boxes", run: secret_box },
    Case { name: "Poly1305", run: authenticator },
    Case { name: "HMAC and HKDF", run: derivation },
    Case { name: "Argon2", run: argon2 },
    Case { name: "sealed files", run: sealed_files },
    Case { name: "key files", run: key_files },
];

/// The secrets of a case.
pub(crate) struct Secrets {
    random: TestRandom,
    masked: Vec<Masked>,
}

/// Secret bytes of the caller, on the heap, wiped when dropped.
pub(crate) struct Bytes(Box<[u8]>);

impl Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}

/// A source of the same secret bytes each time.
struct Source<'b>(&'b [u8]);

impl Random for Source<'_> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        out.copy_from_slice(&self.0[..out.len()]);
        Ok(())
    }
}

impl Secrets {
    /// No two cases have the same secrets: what one has left is not what another has.
    pub(crate) fn new(case: u64) -> Self {
        Self { random: TestRandom::new(case << 48), masked: Vec::new() }
    }

    pub(crate) fn into_masked(self) -> Vec<Masked> {
        self.masked
    }

    /// Returns secret bytes.
    pub(crate) fn bytes(&mut self, name: &str, len: usize) -> Bytes {
        let mut bytes = Bytes(vec![0; len].into_boxed_slice());
        self.random.fill(&mut bytes.0).expect("a deterministic source delivers");
        // The beginning of a long message tells.
        self.made(name, &bytes[..len.min(512)]);
        bytes
    }

    /// Says that this is secret.
    pub(crate) fn made(&mut self, name: &str, secret: &[u8]) {
        self.masked.push(Masked::new(name, secret));
    }
}

/// The bytes as an array, where they lie.
fn array<const LEN: usize>(bytes: &[u8]) -> &[u8; LEN] {
    bytes.first_chunk().expect("as many bytes")
}

fn mlkem<P: mlkem::KeyFiles>(secrets: &mut Secrets) {
    let (seed, m) = (secrets.bytes("the seed", 64), secrets.bytes("the message", 32));
    let key = DecapsulationKey::<P>::from_seed(array(&seed));
    secrets.made("the key", &key.as_expanded_bytes().expose().as_ref()[..384 * P::K]);
    let read = DecapsulationKey::<P>::from_expanded_slice(key.as_expanded_bytes().expose().as_ref()).expect("a key");
    let ek = key.encapsulation_key();
    // As callers do: moved out of the result, and of a tuple.
    let (sent, shared) = ek.encapsulate(&mut Source(&m)).expect("the source delivers");
    secrets.made("the shared secret", shared.expose());
    let (_, prepared) = ek.prepare().encapsulate(&mut Source(&m)).expect("the source delivers");
    let received = [key.decapsulate(&sent), read.decapsulate(&sent), key.prepare().decapsulate(&sent)];
    assert!(received.iter().chain([&prepared]).all(|other| other.expose() == shared.expose()));
    let mut other = sent.as_ref().to_vec();
    other[0] ^= 1;
    let rejected = key.decapsulate(&mlkem::Ciphertext::from_slice(&other).expect("of the same length"));
    secrets.made("the secret of a rejected ciphertext", rejected.expose());
    let generated = DecapsulationKey::<P>::generate(&mut Source(&seed)).expect("the source delivers");
    assert!(generated.encapsulation_key() == ek);
}

fn mlkem_batches<P: mlkem::KeyFiles>(secrets: &mut Secrets) {
    const COUNT: usize = 40;
    let (seed, m) = (secrets.bytes("the seed", 64), secrets.bytes("the message", 32));
    let mut keys = mlkem::generate_batch::<P>(COUNT, &mut Source(&seed)).expect("the source delivers");
    secrets.made("the key", &keys[0].as_expanded_bytes().expose().as_ref()[..384 * P::K]);
    let eks: Vec<_> = keys.iter().map(DecapsulationKey::encapsulation_key).collect();
    let mut sent = mlkem::encapsulate_batch(&eks.iter().collect::<Vec<_>>(), &mut Source(&m)).expect("it delivers");
    secrets.made("the shared secret", sent[0].1.expose());
    let pairs: Vec<_> = keys.iter().zip(&sent).map(|(key, (sent, _))| (key, sent)).collect();
    let mut received = mlkem::decapsulate_batch(&pairs);
    assert!(received.pop().expect("a secret").expose() == sent.pop().expect("a secret").1.expose());
    drop(keys.pop());
}

fn x_wing(secrets: &mut Secrets) {
    let (seed, random) = (secrets.bytes("the key", 32), secrets.bytes("the randomness", 64));
    let key = xwing::DecapsulationKey::from_bytes(array(&seed));
    let (sent, shared) = key.encapsulation_key().encapsulate(&mut Source(&random)).expect("the source delivers");
    secrets.made("the shared secret", shared.expose());
    let received = key.decapsulate(&sent);
    assert!(received.expose() == shared.expose());
    drop(xwing::DecapsulationKey::generate(&mut Source(&seed)).expect("the source delivers"));
}

fn hybrid(secrets: &mut Secrets) {
    let (of_client, of_server) = (secrets.bytes("the client's keys", 64), secrets.bytes("the server's", 64));
    let client = ClientKey::<X25519MlKem768>::generate(&mut Source(&of_client)).expect("the source delivers");
    let (answer, secret) = respond::<X25519MlKem768>(&client.share()[..], &mut Source(&of_server)).expect("a share");
    secrets.made("the secret", secret.expose());
    let same = client.finish(&answer[..]).expect("the share of a server");
    assert!(same.expose() == secret.expose());
}

fn dh_kem(secrets: &mut Secrets) {
    let (ikm, ephemeral) = (secrets.bytes("the input", 32), secrets.bytes("the ephemeral input", 32));
    let key = dhkem::DecapsulationKey::derive_key_pair(&ikm);
    secrets.made("the key", key.to_bytes().expose());
    let (sent, shared) = key.encapsulation_key().encapsulate(&mut Source(&ephemeral)).expect("the source delivers");
    secrets.made("the shared secret", shared.expose());
    assert!(key.decapsulate(&sent).expect("a point").expose() == shared.expose());
    let (sent, shared) =
        key.encapsulation_key().auth_encapsulate(&key, &mut Source(&ephemeral)).expect("the source delivers");
    secrets.made("the authenticated secret", shared.expose());
    assert!(key.auth_decapsulate(&sent, key.encapsulation_key()).expect("a point").expose() == shared.expose());
}

fn x25519(secrets: &mut Secrets) {
    let (bytes, other) = (secrets.bytes("the key", 32), secrets.bytes("the other key", 32));
    let key = x25519::SecretKey::generate(&mut Source(&bytes)).expect("the source delivers");
    let peer = x25519::SecretKey::generate(&mut Source(&other)).expect("the source delivers");
    let shared = key.diffie_hellman(&peer.public_key()).expect("a point of large order");
    secrets.made("the shared secret", shared.expose());
    let raw = x25519::x25519(array(&bytes), peer.public_key().as_bytes());
    assert!(raw.expose() == shared.expose());
}

fn x25519_batches(secrets: &mut Secrets) {
    let bytes = secrets.bytes("the key", 32);
    let pairs = x25519::generate_batch(300, &mut Source(&bytes)).expect("the source delivers");
    let shared = x25519::diffie_hellman_batch(&pairs.iter().map(|(key, public)| (key, public)).collect::<Vec<_>>());
    secrets.made("the shared secret", shared[0].as_ref().expect("a point of large order").expose());
}

fn boxes(secrets: &mut Secrets) {
    let (bytes, message) = (secrets.bytes("the key", 32), secrets.bytes("the message", 500));
    let key = x25519::SecretKey::generate(&mut Source(&bytes)).expect("the source delivers");
    let shared = nacl_box::SharedKey::new(&key, &key.public_key()).expect("a point of large order");
    secrets.made("the shared key", shared.expose());
    let sealed = shared.as_secret_box().seal_combined(&[7; 24], &message);
    let mut opened = shared.as_secret_box().open_combined(&[7; 24], &sealed).expect("it is authentic");
    wipe(&mut opened);
}

fn ed25519(secrets: &mut Secrets) {
    let seed = secrets.bytes("the seed", 32);
    let key = ed25519::SigningKey::generate(&mut Source(&seed)).expect("the source delivers");
    let noise = secrets.bytes("the noise", 32);
    let signatures = [key.sign(b"a message"), key.sign_hedged(b"a message", &mut Source(&noise)).expect("it delivers")];
    assert!(signatures.iter().all(|signature| key.verifying_key().verify(b"a message", signature).is_ok()));
    drop(key.to_x25519());
}

fn ed25519_batches(secrets: &mut Secrets) {
    let seed = secrets.bytes("the seed", 32);
    let keys = ed25519::generate_batch(300, &mut Source(&seed)).expect("the source delivers");
    let batch: Vec<_> = keys.iter().map(|key| (key, &b"a message"[..])).collect();
    assert_eq!(ed25519::sign_batch(&batch).len(), 300);
}

fn mldsa<P: mldsa::KeyFiles>(secrets: &mut Secrets) {
    let (seed, rnd) = (secrets.bytes("the seed", 32), secrets.bytes("the randomness", 32));
    let key = mldsa::SigningKey::<P>::from_seed(array(&seed));
    let expanded = key.to_expanded_bytes();
    secrets.made("K", &expanded.expose().as_ref()[32..64]);
    secrets.made("the secret vectors", &expanded.expose().as_ref()[128..]);
    let read = mldsa::SigningKey::<P>::from_expanded_slice(expanded.expose().as_ref()).expect("a key");
    read.sign(b"a message", &mut Source(&rnd)).expect("a few attempts suffice");
    let messages = [&b"a message"[..]; 20];
    let signatures = mldsa::sign_batch(&key, mldsa::Context::EMPTY, &messages, &mut Source(&rnd));
    assert!(signatures.is_ok_and(|signatures| signatures.len() == 20));
    let prepared = key.prepare();
    prepared.sign(b"a message", &mut Source(&rnd)).expect("a few attempts suffice");
}

fn slhdsa<P: slhdsa::Parameters<SeedBytes = [u8; 16], PrivateKeyBytes = [u8; 64]>>(secrets: &mut Secrets) {
    let (seed, prf) = (secrets.bytes("SK.seed", 16), secrets.bytes("SK.prf", 16));
    let key = slhdsa::SigningKey::<P>::from_seeds(array(&seed), array(&prf), &[7; 16]);
    drop(slhdsa::SigningKey::<P>::from_bytes(array(key.to_bytes().expose().as_ref())));
    key.sign(b"a message", &mut TestRandom::new(1)).expect("the source delivers");
    let (key, messages) = (key.prepare(), [&b"a message"[..]; 5]);
    let signatures = slhdsa::sign_batch(&key, slhdsa::Context::EMPTY, &messages, &mut TestRandom::new(1));
    assert!(signatures.is_ok_and(|signatures| signatures.len() == 5));
}

fn aead<A: Aead<Key = [u8; 32], Nonce = [u8; 12]>>(secrets: &mut Secrets) {
    let (bytes, message, nonce) = (secrets.bytes("the key", 32), secrets.bytes("the message", 500), [7; 12]);
    let aead = A::boxed(array(&bytes));
    let sealed = aead.seal_combined(&nonce, b"", &message).expect("short enough");
    let mut opened = aead.open_combined(&nonce, b"", &sealed).expect("it is authentic");
    wipe(&mut opened);
}

fn secret_box(secrets: &mut Secrets) {
    let (bytes, message) = (secrets.bytes("the key", 32), secrets.bytes("the message", 500));
    let key = SecretBox::boxed(array(&bytes));
    let sealed = key.seal_combined(&[7; 24], &message);
    let mut opened = key.open_combined(&[7; 24], &sealed).expect("it is authentic");
    wipe(&mut opened);
}

fn authenticator(secrets: &mut Secrets) {
    let bytes = secrets.bytes("the key", 32);
    assert_ne!(poly1305::tag(array(&bytes), &[7; 1000]), [0; 16]);
}

fn derivation(secrets: &mut Secrets) {
    let (key, mut okm) = (secrets.bytes("the key", 40), secrets.bytes("the output", 96));
    let mac = Hmac::<Sha512>::mac(&key, b"a message");
    assert_ne!(mac, [0; 64]);
    Hkdf::<Sha512>::derive(b"salt", &key, b"info", &mut okm.0).expect("short enough");
    secrets.made("the output", &okm);
    let prk = Hkdf::<Sha512>::extract(b"salt", &key);
    prk.expand(b"info", &mut okm.0).expect("short enough");
}

fn argon2(secrets: &mut Secrets) {
    let (password, pepper) = (secrets.bytes("the password", 30), secrets.bytes("the pepper", 20));
    let mut tag = secrets.bytes("the tag", 48);
    for (memory, lanes) in [(64, 1), (4096, 4)] {
        let params = Params::new(memory, 1, lanes).expect("parameters of Argon2");
        let argon2 = Argon2::new(Variant::Id, params).with_secret(&pepper);
        argon2.hash_into(&password, b"some salt", &mut tag.0).expect("enough memory");
        secrets.made("the tag", &tag);
    }
}

fn sealed_files(secrets: &mut Secrets) {
    let (bytes, passphrase) = (secrets.bytes("the key", 32), secrets.bytes("the passphrase", 30));
    let message = secrets.bytes("the message", 100_000);
    let nonces = &mut TestRandom::new(3);
    let key = Key::new(array(&bytes));
    let file = sealed_file::seal(&key, &message, nonces).expect("the source delivers");
    let mut opened = sealed_file::open(&key, &file).expect("it is authentic");
    wipe(&mut opened);
    let file = sealed_file::seal_with_passphrase(&passphrase, &message, nonces).expect("enough memory");
    let mut opened =
        sealed_file::open_with_passphrase(&passphrase, &file, &Limits::default()).expect("it is authentic");
    wipe(&mut opened);
}

fn key_files(secrets: &mut Secrets) {
    let seed = secrets.bytes("the seed", 32);
    let key = ed25519::SigningKey::generate(&mut Source(&seed)).expect("the source delivers");
    let (der, pem) = (key.to_pkcs8_der(), key.to_pkcs8_pem());
    secrets.made("the text of the seed", &pem.expose()[pem.expose().len() - 70..pem.expose().len() - 30]);
    drop(ed25519::SigningKey::from_pkcs8_der(der.expose()).expect("a key"));
    drop(ed25519::SigningKey::from_pkcs8_pem(pem.expose()).expect("a key"));
    let key = mldsa::SigningKey::<MlDsa65>::generate(&mut Source(&seed)).expect("the source delivers");
    let pem = key.to_pkcs8_pem();
    drop(mldsa::SigningKey::<MlDsa65>::from_pkcs8_pem(pem.expose()).expect("a key"));
}
