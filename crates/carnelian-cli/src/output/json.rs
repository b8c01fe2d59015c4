//! JSON output for programs.

use crate::file_name;
use crate::hex;
use serde::Serialize;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::{self, Write};

/// Serialises a value, followed by a newline.
///
/// # Panics
/// Never for the values that the command serialises: strings, numbers, and structures and lists of them.
#[must_use]
pub fn object(value: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(value).expect("strings and numbers are JSON");
    text.push(b'\n');
    text
}

/// A file name in JSON. JSON strings are text, so a name that is not valid UTF-8 is also given in hexadecimal.
#[derive(Debug, Serialize)]
pub struct Name<'a> {
    file: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_hex: Option<String>,
}

impl<'a> Name<'a> {
    /// Returns the name for JSON.
    #[must_use]
    pub fn of(name: &'a OsStr) -> Self {
        let file_hex = name.to_str().is_none().then(|| hex::encode(&file_name::bytes(name)));
        Self { file: name.to_string_lossy(), file_hex }
    }
}

/// An array that is written element by element, so that a reader sees each as soon as it is known.
#[derive(Debug)]
pub struct Array<W: Write> {
    out: W,
    is_empty: bool,
}

impl<W: Write> Array<W> {
    /// Returns an empty array.
    pub const fn new(out: W) -> Self {
        Self { out, is_empty: true }
    }

    /// Adds an element, on a line of its own.
    ///
    /// # Errors
    /// Errors of writing.
    pub fn push(&mut self, element: &impl Serialize) -> io::Result<()> {
        self.out.write_all(if self.is_empty { b"[\n" } else { b",\n" })?;
        self.is_empty = false;
        Ok(serde_json::to_writer(&mut self.out, element)?)
    }

    /// Ends the array.
    ///
    /// # Errors
    /// Errors of writing.
    pub fn end(&mut self) -> io::Result<()> {
        self.out.write_all(if self.is_empty { b"[]\n" } else { b"\n]\n" })?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_of_every_size_are_json() {
        for size in 0..3 {
            let mut out = Vec::new();
            let mut array = Array::new(&mut out);
            let elements: Vec<usize> = (0..size).collect();
            for element in &elements {
                array.push(element).unwrap();
            }
            array.end().unwrap();
            assert_eq!(serde_json::from_slice::<Vec<usize>>(&out).unwrap(), elements);
        }
    }
}
