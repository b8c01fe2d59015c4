//! A passphrase that is typed on the controlling terminal, wherever standard input and output are redirected.

use super::descriptor;
use crate::ending::ChangedTerminal;
use carnelian::secret::Secret;
use rustix::termios::{LocalModes, SpecialCodeIndex, Termios};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};

/// The value that disables a special character (`_POSIX_VDISABLE`).
const NO_CHARACTER: u8 = if cfg!(any(target_os = "linux", target_os = "android")) { 0 } else { 0xff };

/// Prompts for a line, which is not echoed. Returns `None` if it is too long for a passphrase.
///
/// # Errors
/// Errors of the terminal, including its end of file.
pub(super) fn ask(prompt: &str) -> io::Result<Option<Secret<Vec<u8>>>> {
    let mut terminal = OpenOptions::new().read(true).write(true).open("/dev/tty")?;
    // Echo is off before the prompt appears, so nothing typed after that is shown.
    let hidden = ChangedTerminal::new(&terminal, hide)?;
    terminal.write_all(prompt.as_bytes())?;
    let line = descriptor::first_line(&mut Typed(&terminal));
    drop(hidden);
    // The newline was not echoed either.
    terminal.write_all(b"\n")?;
    line
}

/// Line editing and signals work as usual: a signal goes to every process of the job, and ends the script that started
/// this one. Only suspending the job is disabled, since the shell would then have a terminal without echo.
fn hide(settings: &mut Termios) {
    settings.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL);
    settings.local_modes.insert(LocalModes::ICANON | LocalModes::ISIG);
    settings.special_codes[SpecialCodeIndex::VSUSP] = NO_CHARACTER;
}

/// The input of a terminal. End of file, typed or of the terminal itself, is an error and does not end a line.
struct Typed<'a>(&'a File);

impl Read for Typed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 if !buffer.is_empty() => Err(io::ErrorKind::UnexpectedEof.into()),
            read => Ok(read),
        }
    }
}
