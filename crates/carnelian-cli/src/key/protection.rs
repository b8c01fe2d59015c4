//! The protection of sealed files: a key file or a passphrase.

use super::file::sealing_key;
use crate::exit::{Exit, Failure};
use crate::input::InputFile;
use crate::passphrase::{PassphraseArgs, Source};
use carnelian::composite::sealed_file::{KEY_LEN, Key};
use clap::Args;

/// The options that say which.
#[derive(Args, Clone, Debug)]
pub struct ProtectionArgs {
    #[arg(short, long, value_name = "FILE", help = help())]
    key: Option<InputFile>,

    #[command(flatten)]
    passphrase: PassphraseArgs,
}

fn help() -> String {
    let (bytes, digits) = (KEY_LEN, 2 * KEY_LEN);
    format!(
        "The key, a file of {bytes} bytes or {digits} hexadecimal digits; - is standard input. Without it, a \
         passphrase is used"
    )
}

/// The source of the key.
#[derive(Debug)]
pub enum Protection {
    /// A key that was read from a file.
    Key(Key),
    /// A passphrase from which the key is derived.
    Passphrase(Source),
}

impl ProtectionArgs {
    /// Returns the inputs of a command that seals or opens `file`.
    #[must_use]
    pub fn inputs<'a>(&'a self, file: &'a InputFile) -> Vec<&'a InputFile> {
        self.key.iter().chain([file]).collect()
    }

    /// Reads the key or the passphrase, unless the passphrase is asked for on the terminal.
    ///
    /// # Errors
    /// [`Exit::Usage`] if both are given, [`Exit::Io`] if the given one cannot be read, [`Exit::Unusable`] if it cannot
    /// be used.
    pub fn read(&self) -> Result<Protection, Failure> {
        match &self.key {
            Some(_) if self.passphrase.is_given() => {
                Err(Failure::new(Exit::Usage, "a file is sealed with a key or with a passphrase: use one of them"))
            }
            Some(name) => sealing_key(name).map(Protection::Key),
            None => self.passphrase.source().map(Protection::Passphrase),
        }
    }
}
