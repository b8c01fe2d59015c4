//! Signatures that withstand quantum computers: ML-DSA-65, small and fast, and SLH-DSA, which needs nothing but a secure
//! hash function. A context says what the signature is for, so that it is not valid anywhere else.

use carnelian::encoding::{PrivateKeyFile, PublicKeyFile};
use carnelian::postquantum::mldsa::{self, MlDsa65};
use carnelian::postquantum::slhdsa::{self, SlhDsaSha2_128f};
use carnelian::random::OsRandom;
use std::error::Error;

const MESSAGE: &[u8] = b"pay Alice 10";

fn ml_dsa() -> Result<(), Box<dyn Error>> {
    let orders = mldsa::Context::new(b"orders")?;
    let key = mldsa::SigningKey::<MlDsa65>::generate(&mut OsRandom)?;
    let public_pem = key.verifying_key().to_spki_pem();
    // Written to a file, where it is a seed of 32 bytes, and read back.
    let key = mldsa::SigningKey::<MlDsa65>::from_pkcs8_pem(key.to_pkcs8_pem().expose())?;
    let sent = key.sign_ctx(orders, MESSAGE, &mut OsRandom)?.to_bytes();

    let public = mldsa::VerifyingKey::<MlDsa65>::from_spki_pem(public_pem.as_bytes())?;
    let signature = mldsa::Signature::from_bytes(&sent)?;
    public.verify_ctx(orders, MESSAGE, &signature)?;
    assert!(public.verify(MESSAGE, &signature).is_err(), "another context, the empty one");

    // A key that signs or verifies often is prepared once, and a large message is absorbed piece by piece.
    let key = key.prepare();
    let mut hasher = public.mu_hasher(orders);
    hasher.update(b"pay Alice ");
    hasher.update(b"10");
    let mu = hasher.finalize();
    public.prepare().verify_mu(&mu, &key.sign_mu(&mu, &mut OsRandom)?)?;
    println!("ML-DSA-65: a public key of {} bytes, a signature of {}", public.as_bytes().len(), sent.len());
    Ok(())
}

fn slh_dsa() -> Result<(), Box<dyn Error>> {
    let firmware = slhdsa::Context::new(b"firmware")?;
    let key = slhdsa::SigningKey::<SlhDsaSha2_128f>::generate(&mut OsRandom)?;
    let (public, sent) = (key.verifying_key().to_bytes(), key.sign_ctx(firmware, MESSAGE, &mut OsRandom)?.to_bytes());

    let public = slhdsa::VerifyingKey::<SlhDsaSha2_128f>::from_bytes(&public);
    let signature = slhdsa::Signature::from_bytes(&sent);
    public.verify_ctx(firmware, MESSAGE, &signature)?;
    let refused = public.verify_ctx(firmware, b"pay Alice 99", &signature).unwrap_err();
    println!("SLH-DSA-SHA2-128f: a public key of {} bytes, a signature of {}", public.as_bytes().len(), sent.len());
    println!("another message: {refused}");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    ml_dsa()?;
    slh_dsa()
}
