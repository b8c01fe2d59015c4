//! `carnelian random`: random bytes from the operating system.

use crate::arguments::size;
use crate::exit::{Exit, Failure};
use crate::hex;
use crate::output::Destination;
use bytesize::ByteSize;
use carnelian::random::{OsRandom, Random};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use zeroize::Zeroizing;

/// Bytes drawn at a time.
const PIECE: usize = 64 << 10;

const AFTER_HELP: &str = "\
The bytes come from the operating system's generator and are fit for keys. Only
its owner may read the file that -o names.

Examples:
  carnelian random 32 -o key
  carnelian random --hex 16
  carnelian random 4GiB > noise

Exit codes:
  0  the bytes are written
  2  the command line is invalid, or raw bytes would go to a terminal
  3  a file cannot be written or exists, or random bytes are missing";

/// Write random bytes
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct RandomArgs {
    /// The number of bytes, such as 32, 10MB or 4GiB
    #[arg(value_name = "N", value_parser = size::parser())]
    bytes: ByteSize,

    /// Write hexadecimal digits and a line feed
    #[arg(long)]
    hex: bool,

    /// Write to FILE; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Replace an existing file, and allow binary output to a terminal
    #[arg(short, long)]
    force: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] if raw bytes would go to a terminal, [`Exit::Io`] if they cannot be drawn or written.
pub fn run(args: &RandomArgs) -> Result<Exit, Failure> {
    let destination = Destination::secret(&args.output, args.force);
    let mut output = destination.of_bytes(!args.hex, "--hex writes digits, -o to a file").create()?;
    let mut piece = Zeroizing::new(vec![0; PIECE]);
    let mut left = args.bytes.as_u64();
    while left > 0 {
        let len = usize::try_from(left).map_or(PIECE, |left| left.min(PIECE));
        OsRandom.fill(&mut piece[..len]).map_err(|error| Failure::new(Exit::Io, error.to_string()))?;
        let digits = args.hex.then(|| Zeroizing::new(hex::encode(&piece[..len]).into_bytes()));
        let written = output.write_all(digits.as_ref().map_or(&piece[..len], |digits| digits));
        written.map_err(|error| output.failure(&error))?;
        left -= len as u64;
    }
    let end: &[u8] = if args.hex { b"\n" } else { b"" };
    output.write_whole(end)?;
    Ok(Exit::Success)
}
