//! X25519 and what is built on it: key exchange and, in a module of its own, boxes.

mod boxes;

use crate::library::misuse;
use crate::random;
use carnelian::ct;
use carnelian::curve::x25519::{self, SecretKey};
use carnelian::hash::{Blake2b256, Blake2b512};
use carnelian::secret::{Secret, wipe};
use carnelian_ffi::Caller;
use core::convert::Infallible;
use core::ffi::c_int;

/// Returns a secret of `N` bytes that `digest` ends in; its bytes beyond those are wiped too.
pub(crate) fn start<const N: usize>(mut digest: impl AsMut<[u8]>) -> Secret<[u8; N]> {
    let Ok(start) = Secret::build(|start: &mut [u8; N]| {
        start.iter_mut().zip(digest.as_mut()).for_each(|(start, byte)| *start = *byte);
        Ok::<_, Infallible>(())
    });
    wipe(digest.as_mut());
    start
}

/// Computes X25519; fails for a point of small order, with which the result is zero.
pub(crate) fn shared(secret: &[u8; 32], public: &[u8; 32]) -> Option<Secret<[u8; 32]>> {
    let shared = x25519::x25519(secret, public);
    (!ct::verify(shared.expose(), &[0; 32])).then_some(shared)
}

fn scalarmult(caller: &Caller, q: *mut u8, n: *const u8, p: *const u8) -> Option<()> {
    let shared = shared(caller.array(n).ok()?, caller.array(p).ok()?);
    let written = shared.as_ref().map(|shared| caller.write(q, shared.expose()).ok());
    written.unwrap_or_else(|| caller.write(q, &[0; 32]).ok().and(None))
}

fn scalarmult_base(caller: &Caller, q: *mut u8, n: *const u8) -> Option<()> {
    let public = SecretKey::from_bytes(*caller.array(n).ok()?).public_key();
    caller.write(q, public.as_bytes()).ok()
}

/// Writes the key pair of a secret key.
pub(crate) fn write_pair(caller: &Caller, pk: *mut u8, sk: *mut u8, secret: &Secret<[u8; 32]>) -> Option<()> {
    let key = SecretKey::from_bytes(*secret.expose());
    caller.write(sk, secret.expose()).ok()?;
    caller.write(pk, key.public_key().as_bytes()).ok()
}

pub(crate) fn keypair(caller: &Caller, pk: *mut u8, sk: *mut u8) -> Option<()> {
    write_pair(caller, pk, sk, &random::secret())
}

fn kx_seed_keypair(caller: &Caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> Option<()> {
    write_pair(caller, pk, sk, &start(Blake2b256::digest(caller.array::<32>(seed).ok()?)))
}

/// Writes the keys for receiving and sending, which follow from the shared secret and both public keys. `sends_second`
/// tells that the second one is for sending. If C asks for one of them only, it gets the second one.
fn session(
    caller: &Caller,
    [rx, tx]: [*mut u8; 2],
    sends_second: bool,
    shared: Option<Secret<[u8; 32]>>,
    [client, server]: [&[u8; 32]; 2],
) -> Option<()> {
    let mut hasher = Blake2b512::new();
    hasher.update(shared?.expose());
    hasher.update(client);
    hasher.update(server);
    let keys: Secret<[u8; 64]> = start(hasher.finalize_reset());
    let (first, second) = (keys.expose().first_chunk::<32>()?, keys.expose().last_chunk()?);
    let (receiving, sending) = if sends_second { (first, second) } else { (second, first) };
    match (rx.is_null(), tx.is_null()) {
        (false, false) => {
            caller.write(rx, receiving).ok()?;
            caller.write(tx, sending).ok()
        }
        (false, true) => caller.write(rx, second).ok(),
        (true, false) => caller.write(tx, second).ok(),
        (true, true) => None,
    }
}

fn client_keys(
    caller: &Caller,
    rx: *mut u8,
    tx: *mut u8,
    client_pk: *const u8,
    client_sk: *const u8,
    server_pk: *const u8,
) -> Option<()> {
    if rx.is_null() && tx.is_null() {
        return misuse(caller);
    }
    let [client, server] = [caller.array(client_pk).ok()?, caller.array(server_pk).ok()?];
    let shared = shared(caller.array(client_sk).ok()?, server);
    session(caller, [rx, tx], true, shared, [client, server])
}

fn server_keys(
    caller: &Caller,
    rx: *mut u8,
    tx: *mut u8,
    server_pk: *const u8,
    server_sk: *const u8,
    client_pk: *const u8,
) -> Option<()> {
    if rx.is_null() && tx.is_null() {
        return misuse(caller);
    }
    let [client, server] = [caller.array(client_pk).ok()?, caller.array(server_pk).ok()?];
    let shared = shared(caller.array(server_sk).ok()?, client);
    session(caller, [rx, tx], false, shared, [client, server])
}

exports! {
    crypto_scalarmult crypto_scalarmult_curve25519(q: *mut u8, n: *const u8, p: *const u8) -> c_int = scalarmult;
    crypto_scalarmult_base crypto_scalarmult_curve25519_base(q: *mut u8, n: *const u8) -> c_int = scalarmult_base;
    crypto_kx_keypair(pk: *mut u8, sk: *mut u8) -> c_int = keypair;
    crypto_kx_seed_keypair(pk: *mut u8, sk: *mut u8, seed: *const u8) -> c_int = kx_seed_keypair;
    crypto_kx_client_session_keys(
        rx: *mut u8, tx: *mut u8, client_pk: *const u8, client_sk: *const u8, server_pk: *const u8
    ) -> c_int = client_keys;
    crypto_kx_server_session_keys(
        rx: *mut u8, tx: *mut u8, server_pk: *const u8, server_sk: *const u8, client_pk: *const u8
    ) -> c_int = server_keys;
}
