//! Prints the SHA-256 of each file that is named, as `sha256sum` does: `cargo run --example hash -- Cargo.toml`.

use carnelian::hash::Sha256;
use std::fs::File;
use std::io;

fn main() -> io::Result<()> {
    for name in std::env::args().skip(1) {
        let mut hasher = Sha256::new();
        // A hasher is a writer, so a file that does not fit into memory can be copied to it.
        io::copy(&mut File::open(&name)?, &mut hasher)?;
        let digits: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        println!("{digits}  {name}");
    }
    Ok(())
}
