//! A key pair of Ed25519 that signs; its public key goes out as PEM, and many signatures are verified together.

use carnelian::curve::ed25519::{BatchItem, SigningKey, verify_batch};
use carnelian::encoding::PublicKeyFile;
use carnelian::random::OsRandom;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let key = SigningKey::generate(&mut OsRandom)?;
    let public = key.verifying_key().to_spki_pem();
    print!("{public}");

    let signature = key.sign(b"a message");
    key.verifying_key().verify(b"a message", &signature)?;

    let messages: Vec<String> = (0..100).map(|i| format!("message {i}")).collect();
    let mut signatures: Vec<_> = messages.iter().map(|message| key.sign(message.as_bytes())).collect();
    signatures[7] = signature;
    let item = |i: usize| BatchItem::new(key.verifying_key(), messages[i].as_bytes(), &signatures[i]);
    let refused = verify_batch(&(0..100).map(item).collect::<Vec<_>>()).unwrap_err();
    println!("not valid: {:?}", refused.invalid().collect::<Vec<_>>());
    Ok(())
}
