//! Each hash function and cipher over inputs that are longer than those of its other operations: a path that begins at some
//! length is taken here, as long as that is at most [`LONG`].

use super::Operation;
use super::cipher::{aead, aes, chacha20, poly1305};
use super::hash::sha256;
use crate::check::Check;
use carnelian::cipher::Aead;
use carnelian::cipher::aes_ctr::Aes256Ctr;
use carnelian::cipher::aes_gcm::Aes256Gcm;
use carnelian::cipher::aes_gcm_siv::Aes256GcmSiv;
use carnelian::cipher::chacha20::Cipher;
use carnelian::cipher::chacha20::variant::{ChaCha20, Variant};
use carnelian::cipher::chacha20poly1305::ChaCha20Poly1305;
use carnelian::cipher::ghash::{Ghash, Polyval};
use carnelian::cipher::salsa20::variant::{Salsa20, XSalsa20};
use carnelian::cipher::xsalsa20poly1305::SecretBox;
use carnelian::cipher::{ghash, salsa20};
use carnelian::cpu::Tier;
use carnelian::hash::hmac::Hmac;
use carnelian::hash::{Blake2b512, Blake2s256, Hash, Kmac128, Sha3_256, Sha256, Sha512, Shake128};

/// The length, longer than a chunk of a sealed file, and not a multiple of any block.
const LONG: usize = (64 << 10) + 73;

/// Of every family that is a hash function or a cipher.
pub(super) const OPERATIONS: &[Operation] = &[
    row("sha256/long", sha256::TIERS, Sha256::backend, digest::<Sha256>),
    hash("sha512/long", Sha512::backend, digest::<Sha512>),
    hash("sha3/long", Sha3_256::backend, digest::<Sha3_256>),
    hash("shake/long", Sha3_256::backend, extend),
    hash("kmac/long", Sha3_256::backend, kmac),
    hash("blake2b/long", Blake2b512::backend, digest::<Blake2b512>),
    hash("blake2s/long", Blake2s256::backend, digest::<Blake2s256>),
    row("hmac/long", sha256::TIERS, Sha256::backend, hmac),
    hash("chacha20/long", chacha20_backend, apply::<ChaCha20>),
    hash("salsa20/long", salsa20::backend, apply::<Salsa20>),
    hash("xsalsa20/long", salsa20::backend, apply::<XSalsa20>),
    cipher("poly1305/long", carnelian::cipher::poly1305::backend, |check| {
        let (key, message) = (check.array(), check.bytes(LONG));
        check.secret_result(&carnelian::cipher::poly1305::tag(key.expose(), message.expose()));
    }),
    row("ghash/long", aes::TIERS, ghash::backend, |check| sum(check, Ghash::sum)),
    row("polyval/long", aes::TIERS, ghash::backend, |check| sum(check, Polyval::sum)),
    row("aes-ctr/long", aes::TIERS, carnelian::cipher::aes::backend, count),
    cipher("chacha20poly1305/long", ChaCha20Poly1305::backend, seal_and_open::<ChaCha20Poly1305>),
    row("aes256gcm/long", aes::TIERS, Aes256Gcm::backend, seal_and_open::<Aes256Gcm>),
    row("aes256gcmsiv/long", aes::TIERS, Aes256GcmSiv::backend, seal_and_open::<Aes256GcmSiv>),
    cipher("xsalsa20poly1305/long", SecretBox::backend, secretbox),
];

type Backend = fn() -> &'static str;

const fn row(name: &'static str, tiers: &'static [Tier], backend: Backend, run: fn(&mut Check)) -> Operation {
    Operation { name, tiers, backend, run }
}

const fn hash(name: &'static str, backend: Backend, run: fn(&mut Check)) -> Operation {
    row(name, chacha20::TIERS, backend, run)
}

const fn cipher(name: &'static str, backend: Backend, run: fn(&mut Check)) -> Operation {
    row(name, poly1305::TIERS, backend, run)
}

fn chacha20_backend() -> &'static str {
    carnelian::cipher::chacha20::backend()
}

fn digest<H: Hash>(check: &mut Check) {
    let message = check.bytes(LONG);
    check.secret_result(H::digest(message.expose()).as_ref());
}

fn extend(check: &mut Check) {
    let (message, mut output) = (check.bytes(LONG), vec![0; LONG]);
    Shake128::hash(message.expose(), &mut output);
    check.secret_result(&output);
}

fn kmac(check: &mut Check) {
    let (key, message) = (check.bytes(32), check.bytes(LONG));
    let mut kmac = Kmac128::new(key.expose(), b"");
    kmac.update(message.expose());
    check.secret_result(&kmac.finalize::<32>());
}

fn hmac(check: &mut Check) {
    let (key, message) = (check.bytes(32), check.bytes(LONG));
    check.secret_result(&Hmac::<Sha256>::mac(key.expose(), message.expose()));
}

fn apply<V: Variant>(check: &mut Check) {
    let nonce = V::Nonce::try_from(&[7; 24][..Cipher::<V>::NONCE_LEN]).expect("the length of a nonce");
    let (key, mut data) = (check.array(), check.bytes(LONG).expose().clone());
    Cipher::<V>::new(key.expose(), &nonce).apply(&mut data).expect("before the end");
    check.secret_result(&data);
}

fn count(check: &mut Check) {
    let (key, mut data) = (check.array(), check.bytes(LONG).expose().clone());
    Aes256Ctr::new(key.expose(), &[7; 16]).apply(&mut data).expect("before the end");
    check.secret_result(&data);
}

fn sum(check: &mut Check, sum: fn(&[u8; 16], &[u8]) -> [u8; 16]) {
    let (key, message) = (check.array(), check.bytes(LONG));
    check.secret_result(&sum(key.expose(), message.expose()));
}

/// Two lengths: AEADs end with pieces of several sizes.
fn seal_and_open<A: Aead>(check: &mut Check) {
    for len in [12_000, LONG] {
        let (key, mut data): (A, _) = (aead::key(check), check.bytes(len).expose().clone());
        let nonce = A::Nonce::try_from(&[7; 24][..A::NONCE_LEN]).expect("as many bytes as a nonce has");
        let tag = key.seal(&nonce, b"", &mut data).expect("below the limit");
        check.secret_result(&data);
        key.open(&nonce, b"", &mut data, &tag).expect("the tag is right");
        check.secret_result(&data);
    }
}

fn secretbox(check: &mut Check) {
    for len in [12_000, LONG] {
        let (key, mut data) = (SecretBox::new(check.array().expose()), check.bytes(len).expose().clone());
        let tag = key.seal(&[7; 24], &mut data);
        check.secret_result(&data);
        key.open(&[7; 24], &mut data, &tag).expect("the tag is right");
        check.secret_result(&data);
    }
}
