//! Sources of passphrases: the terminal, without echo, or a file descriptor. Never the command line, which other users
//! of the machine can read.

#[cfg(unix)]
mod descriptor;
#[cfg(unix)]
mod terminal;

use crate::arguments::operands;
use crate::exit::{Exit, Failure};
use crate::input::InputFile;
use crate::message;
use carnelian::ct;
use carnelian::secret::Secret;
use clap::{ArgMatches, Args};

/// How often a new passphrase is asked for before the command gives up.
const TRIES: usize = 3;

/// The names of the options.
const PASSPHRASE_FD: &str = "--passphrase-fd";
const NEW_PASSPHRASE_FD: &str = "--new-passphrase-fd";

/// The option that names a source other than the terminal.
#[derive(Args, Clone, Debug)]
pub struct PassphraseArgs {
    /// Read the passphrase from file descriptor N instead of asking on the terminal: every byte before the first line
    /// feed, also a carriage return or a byte order mark
    #[cfg(unix)]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(0..))]
    passphrase_fd: Option<i32>,
}

/// The option that names a source other than the terminal for a passphrase that replaces another.
#[derive(Args, Clone, Debug)]
pub struct NewPassphraseArgs {
    /// Encrypt with the passphrase on file descriptor N instead of asking on the terminal: every byte before the next
    /// line feed, also a carriage return or a byte order mark
    #[cfg(unix)]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(0..))]
    new_passphrase_fd: Option<i32>,
}

/// Rejects a command line by which a key and a passphrase would both come from standard input: the passphrase would be
/// the first line of the key. Data may follow a passphrase there.
///
/// # Errors
/// [`Exit::Usage`] in this case.
pub fn check(mut matches: &ArgMatches) -> Result<(), Failure> {
    while let Some((_, of_subcommand)) = matches.subcommand() {
        matches = of_subcommand;
    }
    let is_stdin =
        |id| matches.try_get_one::<InputFile>(id).ok().flatten().is_some_and(|file| operands::is_stdin(file.name()));
    let is_zero = |id| matches.try_get_one::<i32>(id).ok().flatten() == Some(&0);
    let key = [("--key", "key"), ("--peer", "peer")].into_iter().find(|(_, id)| is_stdin(id));
    let passphrase = [(PASSPHRASE_FD, "passphrase_fd"), (NEW_PASSPHRASE_FD, "new_passphrase_fd")];
    match (key, passphrase.into_iter().find(|(_, id)| is_zero(id))) {
        (Some((key, _)), Some((passphrase, _))) => {
            let reason = format!("standard input is read once: use {key} or {passphrase} for it");
            Err(Failure::new(Exit::Usage, reason))
        }
        _ => Ok(()),
    }
}

impl NewPassphraseArgs {
    /// Returns whether the command line specifies the source of the new passphrase.
    #[must_use]
    pub fn is_given(&self) -> bool {
        #[cfg(unix)]
        return self.new_passphrase_fd.is_some();
        #[cfg(not(unix))]
        false
    }

    /// Like [`PassphraseArgs::source`], which must be called before it: both may name one descriptor.
    ///
    /// # Errors
    /// Those of that function.
    pub fn source(&self) -> Result<Source, Failure> {
        #[cfg(unix)]
        if let Some(number) = self.new_passphrase_fd {
            return descriptor::passphrase(NEW_PASSPHRASE_FD, number).map(Source::Given);
        }
        Ok(Source::Terminal { option: NEW_PASSPHRASE_FD })
    }
}

/// A source of passphrases.
#[derive(Debug)]
pub enum Source {
    /// The terminal, where the user is asked.
    Terminal {
        /// The option that reads the passphrase elsewhere, for messages.
        option: &'static str,
    },
    /// A passphrase that was already read.
    Given(Secret<Vec<u8>>),
}

impl PassphraseArgs {
    /// Returns whether the command line specifies the source of the passphrase.
    #[must_use]
    pub fn is_given(&self) -> bool {
        #[cfg(unix)]
        return self.passphrase_fd.is_some();
        #[cfg(not(unix))]
        false
    }

    /// Returns the source. A passphrase on a descriptor is read at once, whether it will be needed or not: before the
    /// command opens files, the descriptor numbers still mean what the user intended, and the data after the passphrase
    /// on standard input does not depend on whether it is needed.
    ///
    /// # Errors
    /// [`Exit::Io`] if the descriptor cannot be read, [`Exit::Unusable`] if it does not yield a passphrase.
    pub fn source(&self) -> Result<Source, Failure> {
        #[cfg(unix)]
        if let Some(number) = self.passphrase_fd {
            return descriptor::passphrase(PASSPHRASE_FD, number).map(Source::Given);
        }
        Ok(Source::TERMINAL)
    }
}

impl Source {
    /// The terminal, for the passphrase of something that exists.
    pub const TERMINAL: Self = Self::Terminal { option: PASSPHRASE_FD };

    /// Returns the passphrase of a file.
    ///
    /// # Errors
    /// [`Exit::Unusable`] if there is no terminal to ask on.
    pub fn passphrase(self, file: &InputFile) -> Result<Secret<Vec<u8>>, Failure> {
        self.asked(&format!("Passphrase of {file}: "))
    }

    /// Returns a passphrase, with `prompt` as the prompt on the terminal.
    ///
    /// # Errors
    /// [`Exit::Unusable`] if there is no terminal to ask on.
    pub fn asked(self, prompt: &str) -> Result<Secret<Vec<u8>>, Failure> {
        match self {
            Self::Given(passphrase) => Ok(passphrase),
            Self::Terminal { option } => ask(prompt, option),
        }
    }

    /// Returns a passphrase for something new, which the terminal asks for twice. An empty one is refused.
    ///
    /// # Errors
    /// [`Exit::Unusable`] if there is none.
    pub fn new_passphrase(self) -> Result<Secret<Vec<u8>>, Failure> {
        match self {
            Self::Given(passphrase) if passphrase.expose().is_empty() => Err(unusable("the passphrase is empty")),
            Self::Given(passphrase) => Ok(passphrase),
            Self::Terminal { option } => ask_twice(option),
        }
    }
}

fn ask_twice(option: &str) -> Result<Secret<Vec<u8>>, Failure> {
    for _ in 0..TRIES {
        let passphrase = ask("New passphrase: ", option)?;
        if passphrase.expose().is_empty() {
            message::tell("the passphrase is empty");
            continue;
        }
        let repeated = ask("The same again: ", option)?;
        let same = ct::eq(passphrase.expose(), repeated.expose());
        if same.declassify("the user who typed both passphrases is told whether they are the same") {
            return Ok(passphrase);
        }
        message::tell("the passphrases differ");
    }
    Err(unusable("no passphrase was entered"))
}

/// Asks on the controlling terminal.
#[cfg(unix)]
fn ask(prompt: &str, option: &str) -> Result<Secret<Vec<u8>>, Failure> {
    match terminal::ask(prompt) {
        Ok(Some(line)) => Ok(line),
        Ok(None) => Err(unusable(&descriptor::too_long())),
        Err(error) => Err(unusable(&format!(
            "cannot ask for a passphrase on the terminal: {}; {option} reads it elsewhere",
            message::reason(&error)
        ))),
    }
}

#[cfg(not(unix))]
fn ask(prompt: &str, _: &str) -> Result<Secret<Vec<u8>>, Failure> {
    let typed = rpassword::prompt_password(prompt).map_err(|error| {
        unusable(&format!("cannot ask for a passphrase on the terminal: {}", message::reason(&error)))
    })?;
    Ok(Secret::new(typed.into_bytes()))
}

fn unusable(message: &str) -> Failure {
    Failure::new(Exit::Unusable, message)
}
