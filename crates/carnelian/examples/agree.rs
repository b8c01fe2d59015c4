//! Two parties who know each other's public keys agree on a key: X25519, then HKDF over all that it should depend on.

use carnelian::curve::x25519::{PublicKey, SecretKey};
use carnelian::hash::Sha256;
use carnelian::kdf::Hkdf;
use carnelian::random::OsRandom;
use carnelian::secret::Secret;
use std::error::Error;

/// The key of a session, of the secret that both share and of both public keys, the client's first.
fn session_key(own: &SecretKey, peer: &PublicKey, keys: [&PublicKey; 2]) -> Result<Secret<[u8; 32]>, Box<dyn Error>> {
    let shared = own.diffie_hellman(peer)?;
    let hkdf = Hkdf::<Sha256>::extract(b"", shared.expose());
    let info = [b"session, version 1", keys[0].as_ref(), keys[1].as_ref()].concat();
    Ok(Secret::build(|key| hkdf.expand(&info, key))?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (client, server) = (SecretKey::generate(&mut OsRandom)?, SecretKey::generate(&mut OsRandom)?);
    let (of_client, of_server) = (client.public_key(), server.public_key());
    println!("client {of_client}\nserver {of_server}");

    let at_client = session_key(&client, &of_server, [&of_client, &of_server])?;
    let at_server = session_key(&server, &of_client, [&of_client, &of_server])?;
    assert_eq!(at_client.expose(), at_server.expose());
    println!("both have the same key");
    Ok(())
}
