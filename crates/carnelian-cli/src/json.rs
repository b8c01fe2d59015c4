//! JSON for programs to read.

use serde::Serialize;
use std::io::{self, Write};

/// Writes an array element by element, so that a reader sees each as soon as it is known.
#[derive(Debug)]
pub struct Array<W: Write> {
    out: W,
    is_empty: bool,
}

impl<W: Write> Array<W> {
    /// An array without elements yet.
    pub const fn new(out: W) -> Self {
        Self { out, is_empty: true }
    }

    /// Adds an element, on a line of its own.
    ///
    /// # Errors
    /// Those of writing.
    pub fn push(&mut self, element: &impl Serialize) -> io::Result<()> {
        self.out.write_all(if self.is_empty { b"[\n" } else { b",\n" })?;
        self.is_empty = false;
        Ok(serde_json::to_writer(&mut self.out, element)?)
    }

    /// Ends the array.
    ///
    /// # Errors
    /// Those of writing.
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
