//! Messages to the user, on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes `message`, prefixed with the name of the command. Errors of writing to standard error are ignored: the exit
/// code still reports the outcome.
pub fn tell(message: impl Display) {
    let _ = writeln!(io::stderr().lock(), "carnelian: {message}");
}

/// Returns the operating system's description of an error, without the number that the standard library appends.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match error.raw_os_error() {
        Some(code) => text.strip_suffix(&format!(" (os error {code})")).map(str::to_owned).unwrap_or(text),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_has_no_number() {
        let error = std::fs::File::open("/there/is/no/such/file").unwrap_err();
        assert!(error.to_string().contains("os error"));
        assert!(!reason(&error).contains("os error"));
        assert_eq!(reason(&io::Error::other("as it is")), "as it is");
    }
}
