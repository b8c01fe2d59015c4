//! Boxes: authenticated encryption between two key pairs, and sealed boxes for one recipient.

use super::{keypair, shared, start, write_pair};
use crate::aead::scheme::{TAG, XChaChaBox, XSalsaBox};
use crate::ciphers::boxes::{self, BoxScheme};
use crate::library::misuse;
use crate::random;
use carnelian::cipher::chacha20::{XChaCha20, hchacha20};
use carnelian::cipher::salsa20::{XSalsa20, hsalsa20};
use carnelian::curve::x25519::SecretKey;
use carnelian::hash::{Blake2b, Sha512};
use carnelian::secret::Secret;
use carnelian_ffi::Caller;
use core::ffi::{c_int, c_ulonglong};

/// Bytes in a public key.
const PUBLIC: usize = 32;

impl BoxScheme for XSalsaBox {
    fn derive(shared: &[u8; 32]) -> Secret<[u8; 32]> {
        hsalsa20(shared, &[0; 16])
    }

    fn one_time_key(key: &[u8; 32], nonce: &[u8; 24]) -> Option<Secret<[u8; 32]>> {
        Secret::build(|one_time| XSalsa20::new(key, nonce).apply(one_time)).ok()
    }
}

impl BoxScheme for XChaChaBox {
    fn derive(shared: &[u8; 32]) -> Secret<[u8; 32]> {
        hchacha20(shared, &[0; 16])
    }

    fn one_time_key(key: &[u8; 32], nonce: &[u8; 24]) -> Option<Secret<[u8; 32]>> {
        Secret::build(|one_time| XChaCha20::new(key, nonce).apply(one_time)).ok()
    }
}

/// Returns the key that two parties share.
fn key<S: BoxScheme>(caller: &Caller, pk: *const u8, sk: *const u8) -> Option<Secret<[u8; 32]>> {
    let shared = shared(caller.array(sk).ok()?, caller.array(pk).ok()?)?;
    Some(S::derive(shared.expose()))
}

fn seed_keypair(caller: &Caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> Option<()> {
    write_pair(caller, pk, sk, &start(Sha512::digest(caller.array::<32>(seed).ok()?)))
}

fn beforenm<S: BoxScheme>(caller: &Caller, k: *mut u8, pk: *const u8, sk: *const u8) -> Option<()> {
    caller.write(k, key::<S>(caller, pk, sk)?.expose()).ok()
}

/// Does `work` with the shared key, if there is one.
fn with_key<S: BoxScheme>(
    caller: &Caller,
    (pk, sk): (*const u8, *const u8),
    work: impl FnOnce(*const u8) -> Option<()>,
) -> Option<()> {
    work(key::<S>(caller, pk, sk)?.expose().as_ptr())
}

fn detached<S: BoxScheme>(
    caller: &Caller,
    c: *mut u8,
    mac: *mut u8,
    m: *const u8,
    m_len: c_ulonglong,
    nonce: *const u8,
    pk: *const u8,
    sk: *const u8,
) -> Option<()> {
    with_key::<S>(caller, (pk, sk), |k| boxes::detached::<S>(caller, c, mac, m, m_len, nonce, k))
}

fn open_detached<S: BoxScheme>(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    mac: *const u8,
    c_len: c_ulonglong,
    nonce: *const u8,
    pk: *const u8,
    sk: *const u8,
) -> Option<()> {
    with_key::<S>(caller, (pk, sk), |k| boxes::open_detached::<S>(caller, m, c, mac, c_len, nonce, k))
}

fn easy<S: BoxScheme>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    m_len: c_ulonglong,
    nonce: *const u8,
    pk: *const u8,
    sk: *const u8,
) -> Option<()> {
    if m_len > (usize::MAX - TAG) as c_ulonglong {
        return misuse(caller);
    }
    with_key::<S>(caller, (pk, sk), |k| boxes::easy::<S>(caller, c, m, m_len, nonce, k))
}

fn open_easy<S: BoxScheme>(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    c_len: c_ulonglong,
    nonce: *const u8,
    pk: *const u8,
    sk: *const u8,
) -> Option<()> {
    with_key::<S>(caller, (pk, sk), |k| boxes::open_easy::<S>(caller, m, c, c_len, nonce, k))
}

/// NaCl's own form.
fn padded<S: BoxScheme>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    m_len: c_ulonglong,
    nonce: *const u8,
    pk: *const u8,
    sk: *const u8,
) -> Option<()> {
    with_key::<S>(caller, (pk, sk), |k| boxes::padded::<S>(caller, c, m, m_len, nonce, k))
}

fn open_padded<S: BoxScheme>(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    c_len: c_ulonglong,
    nonce: *const u8,
    pk: *const u8,
    sk: *const u8,
) -> Option<()> {
    with_key::<S>(caller, (pk, sk), |k| boxes::open_padded::<S>(caller, m, c, c_len, nonce, k))
}

/// Returns the nonce of a sealed box, a hash of the sender's and the recipient's public keys.
fn seal_nonce(sender: &[u8; PUBLIC], recipient: &[u8; PUBLIC]) -> [u8; 24] {
    let mut hasher = Blake2b::<24>::new();
    hasher.update(sender);
    hasher.update(recipient);
    hasher.finalize_reset()
}

/// Encrypts to a public key, from a key pair that is made for this message and forgotten.
fn seal<S: BoxScheme>(caller: &Caller, c: *mut u8, m: *const u8, m_len: c_ulonglong, pk: *const u8) -> Option<()> {
    let secret = random::secret::<32>();
    let sender = SecretKey::from_bytes(*secret.expose()).public_key().to_bytes();
    let nonce = seal_nonce(&sender, caller.array(pk).ok()?);
    if c.is_null() {
        return None;
    }
    easy::<S>(caller, c.wrapping_add(PUBLIC), m, m_len, nonce.as_ptr(), pk, secret.expose().as_ptr())?;
    caller.write(c, &sender).ok()
}

fn seal_open<S: BoxScheme>(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    c_len: c_ulonglong,
    pk: *const u8,
    sk: *const u8,
) -> Option<()> {
    let rest = c_len.checked_sub(PUBLIC as c_ulonglong)?;
    rest.checked_sub(TAG as c_ulonglong)?;
    // Copied: the message may be written over it.
    let sender = *caller.array(c).ok()?;
    let nonce = seal_nonce(&sender, caller.array(pk).ok()?);
    open_easy::<S>(caller, m, c.wrapping_add(PUBLIC), rest, nonce.as_ptr(), sender.as_ptr(), sk)
}

exports! {
    crypto_box_curve25519xchacha20poly1305_seed_keypair(pk: *mut u8, sk: *mut u8, seed: *const u8) -> c_int = seed_keypair;
    crypto_box_curve25519xchacha20poly1305_keypair(pk: *mut u8, sk: *mut u8) -> c_int = keypair;
    crypto_box_curve25519xchacha20poly1305_beforenm(k: *mut u8, pk: *const u8, sk: *const u8)
        -> c_int = beforenm::<XChaChaBox>;
    crypto_box_curve25519xchacha20poly1305_easy(
        c: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, pk: *const u8, sk: *const u8
    ) -> c_int = easy::<XChaChaBox>;
    crypto_box_curve25519xchacha20poly1305_open_easy(
        m: *mut u8, c: *const u8, c_len: c_ulonglong, nonce: *const u8, pk: *const u8, sk: *const u8
    ) -> c_int = open_easy::<XChaChaBox>;
    crypto_box_curve25519xchacha20poly1305_detached(
        c: *mut u8, mac: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, pk: *const u8, sk: *const u8
    ) -> c_int = detached::<XChaChaBox>;
    crypto_box_curve25519xchacha20poly1305_open_detached(
        m: *mut u8, c: *const u8, mac: *const u8, c_len: c_ulonglong, nonce: *const u8, pk: *const u8, sk: *const u8
    ) -> c_int = open_detached::<XChaChaBox>;
    crypto_box_curve25519xchacha20poly1305_easy_afternm(
        c: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = boxes::easy::<XChaChaBox>;
    crypto_box_curve25519xchacha20poly1305_open_easy_afternm(
        m: *mut u8, c: *const u8, c_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = boxes::open_easy::<XChaChaBox>;
    crypto_box_curve25519xchacha20poly1305_detached_afternm(
        c: *mut u8, mac: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = boxes::detached::<XChaChaBox>;
    crypto_box_curve25519xchacha20poly1305_open_detached_afternm(
        m: *mut u8, c: *const u8, mac: *const u8, c_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = boxes::open_detached::<XChaChaBox>;
    crypto_box_curve25519xchacha20poly1305_seal(c: *mut u8, m: *const u8, m_len: c_ulonglong, pk: *const u8)
        -> c_int = seal::<XChaChaBox>;
    crypto_box_curve25519xchacha20poly1305_seal_open(
        m: *mut u8, c: *const u8, c_len: c_ulonglong, pk: *const u8, sk: *const u8
    ) -> c_int = seal_open::<XChaChaBox>;
    crypto_box_seed_keypair crypto_box_curve25519xsalsa20poly1305_seed_keypair(pk: *mut u8, sk: *mut u8, seed: *const u8) -> c_int = seed_keypair;
    crypto_box_keypair crypto_box_curve25519xsalsa20poly1305_keypair(pk: *mut u8, sk: *mut u8) -> c_int = keypair;
    crypto_box_beforenm crypto_box_curve25519xsalsa20poly1305_beforenm(k: *mut u8, pk: *const u8, sk: *const u8)
        -> c_int = beforenm::<XSalsaBox>;
    crypto_box_easy(
        c: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, pk: *const u8, sk: *const u8
    ) -> c_int = easy::<XSalsaBox>;
    crypto_box_open_easy(
        m: *mut u8, c: *const u8, c_len: c_ulonglong, nonce: *const u8, pk: *const u8, sk: *const u8
    ) -> c_int = open_easy::<XSalsaBox>;
    crypto_box_detached(
        c: *mut u8, mac: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, pk: *const u8, sk: *const u8
    ) -> c_int = detached::<XSalsaBox>;
    crypto_box_open_detached(
        m: *mut u8, c: *const u8, mac: *const u8, c_len: c_ulonglong, nonce: *const u8, pk: *const u8, sk: *const u8
    ) -> c_int = open_detached::<XSalsaBox>;
    crypto_box_easy_afternm(
        c: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = boxes::easy::<XSalsaBox>;
    crypto_box_open_easy_afternm(
        m: *mut u8, c: *const u8, c_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = boxes::open_easy::<XSalsaBox>;
    crypto_box_detached_afternm(
        c: *mut u8, mac: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = boxes::detached::<XSalsaBox>;
    crypto_box_open_detached_afternm(
        m: *mut u8, c: *const u8, mac: *const u8, c_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = boxes::open_detached::<XSalsaBox>;
    crypto_box_seal(c: *mut u8, m: *const u8, m_len: c_ulonglong, pk: *const u8)
        -> c_int = seal::<XSalsaBox>;
    crypto_box_seal_open(
        m: *mut u8, c: *const u8, c_len: c_ulonglong, pk: *const u8, sk: *const u8
    ) -> c_int = seal_open::<XSalsaBox>;
    crypto_box crypto_box_curve25519xsalsa20poly1305(
        c: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, pk: *const u8, sk: *const u8
    ) -> c_int = padded::<XSalsaBox>;
    crypto_box_open crypto_box_curve25519xsalsa20poly1305_open(
        m: *mut u8, c: *const u8, c_len: c_ulonglong, nonce: *const u8, pk: *const u8, sk: *const u8
    ) -> c_int = open_padded::<XSalsaBox>;
    crypto_box_afternm crypto_box_curve25519xsalsa20poly1305_afternm(
        c: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = boxes::padded::<XSalsaBox>;
    crypto_box_open_afternm crypto_box_curve25519xsalsa20poly1305_open_afternm(
        m: *mut u8, c: *const u8, c_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = boxes::open_padded::<XSalsaBox>;
}
