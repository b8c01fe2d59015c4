//! `carnelian seal`: seals files with a key or a passphrase.

use crate::arguments::operands;
use crate::arguments::size;
use crate::columns;
use crate::exit::{Exit, Failure};
use crate::input::{self, InputFile};
use crate::key::protection::{Protection, ProtectionArgs};
use crate::output::Destination;
use crate::progress::Progress;
use bytesize::ByteSize;
use carnelian::composite::sealed_file::{
    CHUNK_LEN, HEADER_LEN, KEY_LEN, PASSPHRASE_COST, SealError, SealWriter, Sealer, TAG_LEN,
};
use carnelian::random::OsRandom;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use zeroize::Zeroizing;

/// Bytes read at a time: eight chunks, so that few system calls are made and the data fits in the CPU's cache.
const PIECE: usize = 512 << 10;

const EXAMPLES: &str = "\
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

fn after_help() -> String {
    let memory = ByteSize::kib(u64::from(PASSPHRASE_COST.memory_kib()));
    columns::help(
        &[
            &format!(
                "A sealed file is longer by {HEADER_LEN} bytes, and by {TAG_LEN} for each {}. Any change, reordering \
                 or truncation is detected on opening. Files of any length are sealed in constant memory.",
                size::shown(ByteSize(CHUNK_LEN as u64))
            ),
            &format!(
                "The key is a file of {KEY_LEN} bytes or their hexadecimal digits; it opens every file that it has \
                 sealed. Without --key the terminal asks twice for a passphrase, from which Argon2id derives a key \
                 with {} of memory.",
                size::shown(memory)
            ),
        ],
        EXAMPLES,
    )
}

/// Encrypt a file such that any change to it is detected
#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub struct SealArgs {
    #[command(flatten)]
    protection: ProtectionArgs,

    /// Write the sealed file to FILE; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// The file to seal; - or none is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: InputFile,

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
        let unreadable = |error| self.file.unreadable(&error);
        let mut input = self.file.open()?;
        let mut progress = Progress::new(self.file.name(), input.regular_len()).shown(!self.quiet);
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
