//! A passphrase that is typed on the terminal of the process, wherever its standard input and output lead.

use super::descriptor;
use crate::ending::ChangedTerminal;
use carnelian::secret::Secret;
use rustix::termios::{LocalModes, SpecialCodeIndex, Termios};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};

/// The character that stands for none (`_POSIX_VDISABLE`).
const NO_CHARACTER: u8 = if cfg!(any(target_os = "linux", target_os = "android")) { 0 } else { 0xff };

/// Asks with `prompt` for a line, which is not shown; `None` for one that is too long for a passphrase.
///
/// # Errors
/// Those of the terminal, and if it has come to its end.
pub(super) fn ask(prompt: &str) -> io::Result<Option<Secret<Vec<u8>>>> {
    let mut terminal = OpenOptions::new().read(true).write(true).open("/dev/tty")?;
    // What is typed when the prompt is there is hidden.
    let hidden = ChangedTerminal::new(&terminal, hide)?;
    terminal.write_all(prompt.as_bytes())?;
    let line = descriptor::first_line(&mut Typed(&terminal));
    drop(hidden);
    // The end of the line was not shown either.
    terminal.write_all(b"\n")?;
    line
}

/// Lines are edited and signals sent as ever: a signal goes to every process of the job, and ends the script that has
/// started this one. Only the job cannot be stopped, since the shell would find a terminal that hides what is typed.
fn hide(settings: &mut Termios) {
    settings.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL);
    settings.local_modes.insert(LocalModes::ICANON | LocalModes::ISIG);
    settings.special_codes[SpecialCodeIndex::VSUSP] = NO_CHARACTER;
}

/// What is typed on a terminal. An end that is typed, or of the terminal itself, is no end of a line.
struct Typed<'a>(&'a File);

impl Read for Typed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 if !buffer.is_empty() => Err(io::ErrorKind::UnexpectedEof.into()),
            read => Ok(read),
        }
    }
}
