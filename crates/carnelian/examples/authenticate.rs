//! Authenticating a request with HMAC, under a key derived from one that serves several purposes.

use carnelian::hash::{Hmac, Sha256};
use carnelian::kdf::Hkdf;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // From a configuration file, say. HKDF makes of it a key for each purpose.
    let secret = [0x5e; 32];
    let mut key = [0; 32];
    Hkdf::<Sha256>::extract(b"", &secret).expand(b"requests, version 1", &mut key)?;

    let request = b"transfer 100 to Bob";
    let mut mac = Hmac::<Sha256>::new(&key);
    mac.update(request);
    let tag = mac.finalize();

    Hmac::<Sha256>::verify(&key, request, &tag)?;
    println!("the request is authentic");
    let refused = Hmac::<Sha256>::verify(&key, b"transfer 900 to Bob", &tag).unwrap_err();
    println!("another: {refused}");
    Ok(())
}
