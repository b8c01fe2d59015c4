//! Which files a command line names.

use crate::exit::{Exit, Failure};
use crate::file_name;
use std::ffi::OsStr;

/// Refuses a command line that takes standard input for two of its `inputs`, or writes two of its `outputs`, or an
/// output and an input, under one name.
///
/// # Errors
/// [`Exit::Usage`] then.
pub fn check(inputs: &[&OsStr], outputs: &[&OsStr]) -> Result<(), Failure> {
    let is_twice = |names: &[&OsStr], name: &OsStr| names.iter().filter(|other| **other == name).count() > 1;
    if is_twice(inputs, OsStr::new("-")) {
        return Err(Failure::new(Exit::Usage, "standard input is read once: - can stand for one file only"));
    }
    let clash = outputs.iter().find(|name| is_twice(outputs, name) || (**name != "-" && inputs.contains(*name)));
    match clash {
        None => Ok(()),
        Some(name) => {
            Err(Failure::new(Exit::Usage, format!("{}: an output needs a name of its own", file_name::quoted(name))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_output_needs_a_name_of_its_own() {
        let check = |inputs: &[&str], outputs: &[&str]| {
            let [inputs, outputs] = [inputs, outputs].map(|names| names.iter().map(OsStr::new).collect::<Vec<_>>());
            check(&inputs, &outputs).is_ok()
        };
        assert!(check(&["a", "b", "-"], &["c", "-"]));
        assert!(check(&["a", "a"], &["b"]));
        assert!(!check(&["-", "-"], &["b"]));
        assert!(!check(&["a"], &["b", "b"]));
        assert!(!check(&["a"], &["-", "-"]));
        assert!(!check(&["a", "b"], &["b"]));
    }
}
