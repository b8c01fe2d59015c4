//! The document as JSON, in the format that the module above specifies, with a line for each row.

use super::Document;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter};
use std::io::{self, Write};

/// Renders the document.
#[must_use]
pub fn render(document: &Document) -> String {
    written(document, Lines::default())
}

/// Renders the document with this many significant digits.
#[must_use]
pub(crate) fn rounded(document: &Document, digits: usize) -> String {
    written(document, Lines { digits: Some(digits), ..Lines::default() })
}

fn written(document: &Document, lines: Lines) -> String {
    let mut text = Vec::new();
    let written = document.serialize(&mut Serializer::with_formatter(&mut text, lines));
    written.expect("strings and finite numbers always serialise");
    text.push(b'\n');
    String::from_utf8(text).expect("JSON is UTF-8")
}

/// The layout: a line for each field of the document and, in a list of objects, for each of those.
#[derive(Default)]
struct Lines {
    /// The significant digits of a number that is not whole; `None` for all.
    digits: Option<usize>,
    /// The number of arrays and objects that are open.
    depth: usize,
    /// Whether a field of the document is a list, and is open.
    in_list: bool,
    /// Whether that list contains objects.
    has_objects: bool,
}

impl Formatter for Lines {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        let rounded = |digits: usize| format!("{value:.*e}", digits.saturating_sub(1)).parse().unwrap_or(value);
        CompactFormatter.write_f64(writer, self.digits.map_or(value, rounded))
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.depth == 1 {
            (self.in_list, self.has_objects) = (true, false);
        }
        self.depth += 1;
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth == 1 {
            self.in_list = false;
            if self.has_objects {
                writer.write_all(b"\n")?;
            }
        }
        writer.write_all(b"]")
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.depth == 2 && self.in_list {
            self.has_objects = true;
            writer.write_all(b"\n")?;
        }
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(if self.depth == 0 { b"\n}" } else { b"}" })
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b"," })?;
        writer.write_all(if self.depth == 1 { b"\n" } else { b"" })
    }
}
