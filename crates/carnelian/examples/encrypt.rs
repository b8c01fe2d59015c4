//! A message from one holder of a key to another, with nonces that may be drawn at random.

use carnelian::cipher::Aead;
use carnelian::cipher::chacha20poly1305::XChaCha20Poly1305;
use carnelian::random::{OsRandom, Random};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let key = XChaCha20Poly1305::generate(&mut OsRandom)?;

    // Where it goes is not secret, but must not be changed either.
    let (address, mut message) = (b"to: Bob", *b"attack at dawn");
    let mut nonce = [0; 24];
    OsRandom.fill(&mut nonce)?;
    let tag = key.seal(&nonce, address, &mut message)?;

    // What is sent: the nonce, the ciphertext, the tag. Its receiver has the key.
    key.open(&nonce, address, &mut message, &tag)?;
    println!("{}", String::from_utf8_lossy(&message));

    // Whatever is forged gives an error, and zeros in the place of a message.
    assert!(key.open(&nonce, b"to: Eve", &mut message, &tag).is_err());
    assert_eq!(message, [0; 14]);
    Ok(())
}
