//! Stores a password's hash, and verifies a password by it, with Argon2id.

use carnelian::kdf::argon2::{Argon2, Params, PasswordHash};
use carnelian::random::OsRandom;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // RFC 9106, the second recommended option: 64 MiB, 3 passes, 4 lanes.
    let stored = Argon2::id(Params::SECOND_RECOMMENDED).hash_password(b"correct horse", &mut OsRandom)?;
    println!("{stored}");

    let hash: PasswordHash = stored.parse()?;
    println!("correct horse: {:?}", hash.verify(b"correct horse"));
    println!("battery staple: {:?}", hash.verify(b"battery staple"));
    Ok(())
}
