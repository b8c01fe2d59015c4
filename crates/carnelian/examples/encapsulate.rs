//! A server publishes a key of ML-KEM-768, and clients agree on secrets with it: the keys go through PEM, the ciphertext
//! through bytes. A key that is used often is prepared once.

use carnelian::encoding::{PrivateKeyFile, PublicKeyFile};
use carnelian::postquantum::mlkem::{Ciphertext, DecapsulationKey, EncapsulationKey, MlKem768};
use carnelian::random::OsRandom;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let key = DecapsulationKey::<MlKem768>::generate(&mut OsRandom)?;
    // The files, which OpenSSL reads too. `to_seed` and `to_bytes` return the same keys as bytes.
    let (private_pem, public_pem) = (key.to_pkcs8_pem(), key.encapsulation_key().to_spki_pem());
    print!("{public_pem}");

    // The client. Decoding includes the check of FIPS 203 Section 7.2.
    let public = EncapsulationKey::<MlKem768>::from_spki_pem(public_pem.as_bytes())?;
    let (ciphertext, at_client) = public.encapsulate(&mut OsRandom)?;
    let sent = ciphertext.to_bytes();
    println!("a ciphertext of {} bytes for a secret of {}", sent.len(), at_client.expose().len());

    // The server.
    let key = DecapsulationKey::<MlKem768>::from_pkcs8_pem(private_pem.expose())?.prepare();
    let at_server = key.decapsulate(&Ciphertext::from_slice(&sent)?);
    assert!(carnelian::ct::verify(at_server.expose(), at_client.expose()));
    println!("both have the same secret");

    // A changed ciphertext is no error: the secret is then one that the client does not have.
    let mut changed = sent;
    changed[0] ^= 1;
    let other = key.decapsulate(&Ciphertext::from_slice(&changed)?);
    assert!(!carnelian::ct::verify(other.expose(), at_client.expose()));
    println!("after a change of the ciphertext they differ");
    Ok(())
}
