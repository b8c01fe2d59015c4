//! ML-KEM-768 together with X25519, secure as long as one of them is: X-Wing, to encrypt to a public key, and
//! X25519MLKEM768, the key exchange of TLS 1.3.

use carnelian::composite::hybrid::{ClientKey, Hybrid, X25519MlKem768, respond};
use carnelian::composite::xwing;
use carnelian::hash::Sha256;
use carnelian::kdf::Hkdf;
use carnelian::random::OsRandom;
use carnelian::secret::Secret;
use std::error::Error;

/// X-Wing: its secret is 32 uniform bytes, which can be a key as they are.
fn x_wing() -> Result<(), Box<dyn Error>> {
    let key = xwing::DecapsulationKey::generate(&mut OsRandom)?;
    let public = key.encapsulation_key().to_bytes();

    let (ciphertext, at_sender) = xwing::EncapsulationKey::from_bytes(&public)?.encapsulate(&mut OsRandom)?;
    let sent = ciphertext.to_bytes();

    let at_recipient = key.decapsulate(&xwing::Ciphertext::from_bytes(&sent)?);
    assert!(carnelian::ct::verify(at_recipient.expose(), at_sender.expose()));
    println!("X-Wing: a key of {} bytes, a ciphertext of {}", public.len(), sent.len());
    Ok(())
}

/// Returns a key derived from the secret of both algorithms: 64 bytes that are not uniform. TLS takes the salt and the
/// label from its handshake, RFC 8446 Section 7.1.
fn traffic_key(shared: &[u8]) -> Result<Secret<[u8; 32]>, Box<dyn Error>> {
    let hkdf = Hkdf::<Sha256>::extract(b"the salt", shared);
    Ok(Secret::build(|key| hkdf.expand(b"the label", key))?)
}

/// The client sends a share in its ClientHello, the server's ServerHello has the answer.
fn tls() -> Result<(), Box<dyn Error>> {
    let client = ClientKey::<X25519MlKem768>::generate(&mut OsRandom)?;
    let client_share = client.share();

    let (server_share, server_secret) = respond::<X25519MlKem768>(&client_share, &mut OsRandom)?;
    let at_server = traffic_key(server_secret.expose())?;

    let client_secret = client.finish(&server_share)?;
    let at_client = traffic_key(client_secret.expose())?;
    assert!(carnelian::ct::verify(at_server.expose(), at_client.expose()));
    println!(
        "{} (0x{:04x}): shares of {} and {} bytes",
        X25519MlKem768::NAME,
        X25519MlKem768::CODEPOINT,
        client_share.len(),
        server_share.len()
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    x_wing()?;
    tls()
}
