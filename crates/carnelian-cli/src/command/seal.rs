//! `carnelian seal`: seals files with a key or a passphrase.

use crate::exit::{Exit, Failure};
use crate::input::{self, Input};
use crate::operands;
use crate::output::Destination;
use crate::progress::Progress;
use crate::protection::{Protection, ProtectionArgs};
use carnelian::composite::sealed_file::{PASSPHRASE_COST, SealError, SealWriter, Sealer};
use carnelian::random::OsRandom;
use clap::Args;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use zeroize::Zeroizing;

/// Bytes read at a time: eight chunks, so that few system calls are made and the data fits in the CPU's cache.
const PIECE: usize = 512 << 10;

const AFTER_HELP: &str = "\
A sealed file is longer by 96 bytes, and by 16 for each 64 KiB. Any change,
reordering or truncation is detected on opening. Files of any length are sealed
in constant memory.

The key is a file of 32 bytes or their hexadecimal digits; it opens every file
that it has sealed. Without --key the terminal asks twice for a passphrase, from
which Argon2id derives a key with 256 MiB of memory.

Examples:
  carnelian random 32 -o key
  carnelian seal --key key -o file.sealed file
  carnelian seal -o file.sealed file
  tar -c src | carnelian seal --key key > src.tar.sealed

Exit codes:
  0  the sealed file is written
  2  the command line is invalid, or the output would go to a terminal
  3  a file cannot be read or written, or exists; the memory for the passphrase
     is missing
  4  the key cannot be used, or there is no passphrase";

/// Encrypt a file such that any change to it is detected
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct SealArgs {
    #[command(flatten)]
    protection: ProtectionArgs,

    /// Write the sealed file to FILE; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// The file to seal; - or none is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: OsString,

    /// Show no progress
    #[arg(short, long)]
    quiet: bool,

    /// Replace an existing file, and allow binary output to a terminal
    #[arg(short, long)]
    force: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] if the sealed file would go to a terminal, [`Exit::Io`] if a file cannot be read or written
/// or there is no memory for the passphrase, [`Exit::Unusable`] if the key or the passphrase cannot be used.
pub fn run(args: &SealArgs) -> Result<Exit, Failure> {
    operands::check(&args.protection.inputs(&args.file), &[args.output.as_os_str()])?;
    args.destination().check()?;
    args.seal(sealer(args.protection.read()?)?)?;
    Ok(Exit::Success)
}

fn sealer(protection: Protection) -> Result<Sealer, Failure> {
    let sealer = match protection {
        Protection::Key(key) => Sealer::new(&key, &mut OsRandom).map_err(SealError::Random),
        Protection::Passphrase(source) => {
            Sealer::with_passphrase(source.new_passphrase()?.expose(), PASSPHRASE_COST, &mut OsRandom)
        }
    };
    sealer.map_err(|error| Failure::new(Exit::Io, error.to_string()))
}

impl SealArgs {
    fn destination(&self) -> Destination<'_> {
        Destination::public(&self.output, self.force).of_bytes(true, "-o writes to a file")
    }

    fn seal(&self, sealer: Sealer) -> Result<(), Failure> {
        let unreadable = |error| Failure::file(input::label(&self.file), &error);
        let mut input = Input::open(&self.file).map_err(unreadable)?;
        let mut progress = Progress::new(&self.file, input.regular_len()).shown(!self.quiet);
        let mut output = self.destination().create()?;
        let mut writer = SealWriter::new(&mut output, sealer);
        let mut piece = Zeroizing::new(vec![0; PIECE]);
        let written = loop {
            let read = input::fill(&mut input, &mut piece).map_err(unreadable)?;
            if let Err(error) = writer.write_all(&piece[..read]) {
                break Err(error);
            }
            progress.advance(read);
            if read < PIECE {
                break writer.finish().map(drop);
            }
        };
        written.map_err(|error| output.failure(&error))?;
        output.commit()
    }
}
