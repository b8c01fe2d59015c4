//! Where passphrases come from: the terminal, without echo, or a file descriptor. Never the command line, which other
//! users of the machine can read.

use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::input;
use crate::message;
use carnelian::ct;
use carnelian::secret::Secret;
use clap::Args;
use std::ffi::OsStr;
use std::io;
use std::mem;
use zeroize::Zeroizing;

/// The longest passphrase that is read, so that a descriptor of the wrong file does not fill the memory.
const LONGEST: usize = 1024;

/// How often a new passphrase is asked for before the command gives up.
const TRIES: usize = 3;

/// The option that names a source other than the terminal.
#[derive(Args, Clone, Debug)]
pub struct PassphraseArgs {
    /// Read the passphrase from file descriptor N, up to the end of its first line, instead of asking on the terminal
    #[cfg(unix)]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(0..))]
    passphrase_fd: Option<i32>,
}

/// A source of passphrases.
#[derive(Debug)]
pub enum Source {
    /// The terminal, where the user is asked.
    Terminal,
    /// The passphrase has been given.
    Given(Secret<Vec<u8>>),
}

impl PassphraseArgs {
    /// Whether the command line says where the passphrase comes from.
    #[must_use]
    pub fn is_given(&self) -> bool {
        #[cfg(unix)]
        return self.passphrase_fd.is_some();
        #[cfg(not(unix))]
        false
    }

    /// The source. A passphrase that is given is read at once, whether it will be needed or not: the numbers of
    /// descriptors mean what the user means before the command opens files, and what follows the passphrase on
    /// standard input is always the same.
    ///
    /// # Errors
    /// [`Exit::Io`] if the descriptor cannot be read, [`Exit::Unusable`] if what it gives is no passphrase.
    pub fn source(&self) -> Result<Source, Failure> {
        #[cfg(unix)]
        if let Some(number) = self.passphrase_fd {
            return from_descriptor(number).map(Source::Given);
        }
        Ok(Source::Terminal)
    }
}

impl Source {
    /// The passphrase of the key file `name`.
    ///
    /// # Errors
    /// [`Exit::Unusable`] if nobody can be asked for it.
    pub fn passphrase(self, name: &OsStr) -> Result<Secret<Vec<u8>>, Failure> {
        match self {
            Self::Given(passphrase) => Ok(passphrase),
            Self::Terminal => ask(&format!("Passphrase of {}: ", file_name::quoted(input::label(name)))),
        }
    }

    /// A passphrase for a new key file, which the terminal asks for twice. An empty one is refused.
    ///
    /// # Errors
    /// [`Exit::Unusable`] if there is none.
    pub fn new_passphrase(self) -> Result<Secret<Vec<u8>>, Failure> {
        match self {
            Self::Given(passphrase) if passphrase.expose().is_empty() => Err(unusable("an empty passphrase is none")),
            Self::Given(passphrase) => Ok(passphrase),
            Self::Terminal => ask_twice(),
        }
    }
}

fn ask_twice() -> Result<Secret<Vec<u8>>, Failure> {
    for _ in 0..TRIES {
        let passphrase = ask("New passphrase: ")?;
        if passphrase.expose().is_empty() {
            message::tell("an empty passphrase is none");
            continue;
        }
        let repeated = ask("The same again: ")?;
        let same = ct::eq(passphrase.expose(), repeated.expose());
        if same.declassify("who typed both passphrases is told whether they are the same") {
            return Ok(passphrase);
        }
        message::tell("the passphrases differ");
    }
    Err(unusable("no passphrase was given"))
}

/// Asks on the terminal of the process, wherever its standard input and output lead.
fn ask(prompt: &str) -> Result<Secret<Vec<u8>>, Failure> {
    let typed = rpassword::prompt_password(prompt).map_err(|error| {
        let reason = message::reason(&error);
        unusable(&format!("cannot ask for a passphrase on the terminal: {reason}; --passphrase-fd reads it elsewhere"))
    })?;
    Ok(Secret::new(typed.into_bytes()))
}

fn unusable(message: &str) -> Failure {
    Failure::new(Exit::Unusable, message)
}

/// The first line of an inherited descriptor, read from where it stands and not beyond.
#[cfg(unix)]
fn from_descriptor(number: i32) -> Result<Secret<Vec<u8>>, Failure> {
    let failed = |reason: &str| Failure::new(Exit::Io, format!("--passphrase-fd {number}: {reason}"));
    let mut descriptor = filedescriptor::FileDescriptor::dup(&number).map_err(|error| match error {
        filedescriptor::Error::Dup { source, .. } => failed(&message::reason(&source)),
        other => failed(&other.to_string()),
    })?;
    match first_line(&mut descriptor) {
        Ok(Some(line)) => Ok(line),
        Ok(None) => {
            Err(unusable(&format!("--passphrase-fd {number}: expected a line of at most {LONGEST} bytes, found more")))
        }
        Err(error) => Err(failed(&message::reason(&error))),
    }
}

/// Reads byte by byte up to a line feed, which is taken but not given, or to the end; `None` for a line that is too long
/// for a passphrase.
fn first_line(input: &mut impl io::Read) -> io::Result<Option<Secret<Vec<u8>>>> {
    // Room for all of it: a vector that grows leaves its old bytes behind.
    let mut line = Zeroizing::new(Vec::with_capacity(LONGEST));
    let mut byte = Zeroizing::new([0]);
    while input::fill(input, &mut *byte)? == 1 && byte[0] != b'\n' {
        if line.len() == LONGEST {
            return Ok(None);
        }
        line.push(byte[0]);
    }
    Ok(Some(Secret::new(mem::take(&mut *line))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(mut input: &[u8]) -> (Option<Vec<u8>>, usize) {
        let line = first_line(&mut input).unwrap();
        (line.map(|line| line.declassify("a test").clone()), input.len())
    }

    #[test]
    fn the_first_line_is_the_passphrase_and_what_follows_is_left() {
        assert_eq!(line(b"word\nrest"), (Some(b"word".to_vec()), 4));
        assert_eq!(line(b"two words \r\n"), (Some(b"two words \r".to_vec()), 0));
        assert_eq!(line(b"no end"), (Some(b"no end".to_vec()), 0));
        assert_eq!(line(b"\nrest"), (Some(Vec::new()), 4));
        assert_eq!(line(b""), (Some(Vec::new()), 0));
    }

    #[test]
    fn a_line_that_is_too_long_is_no_passphrase() {
        let longest = [b'x'; LONGEST];
        assert_eq!(line(&longest), (Some(longest.to_vec()), 0));
        assert_eq!(line(&[b'x'; LONGEST + 1]).0, None);
    }
}
