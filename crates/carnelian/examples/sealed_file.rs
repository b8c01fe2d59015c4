//! Seals what comes from a reader under a passphrase, piece by piece, and opens it again.

use carnelian::composite::sealed_file::{OpenReader, PASSPHRASE_COST, SealWriter, Sealer};
use carnelian::kdf::argon2::Limits;
use carnelian::random::OsRandom;
use std::error::Error;
use std::io::{Read, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let (passphrase, text) = (b"correct horse battery staple", "what is not for everybody\n".repeat(10_000));
    let mut writer = SealWriter::new(Vec::new(), Sealer::with_passphrase(passphrase, PASSPHRASE_COST, &mut OsRandom)?);
    writer.write_all(text.as_bytes())?;
    // Without this the file is incomplete and does not open.
    let sealed = writer.finish()?;
    println!("{} bytes are sealed as {}", text.len(), sealed.len());

    let mut opened = String::new();
    OpenReader::with_passphrase(&sealed[..], passphrase, &Limits::default())?.read_to_string(&mut opened)?;
    assert_eq!(opened, text);

    let mut damaged = sealed;
    damaged[100_000] ^= 1;
    let mut reader = OpenReader::with_passphrase(&damaged[..], passphrase, &Limits::default())?;
    println!("damaged: {}", reader.read_to_end(&mut Vec::new()).unwrap_err());
    Ok(())
}
