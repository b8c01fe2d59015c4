//! `carnelian hash --check`: compares files with the digests in checksum lists.

use super::{HashArgs, Out};
use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::hash::checksum_list::{self, Line, Parser};
use crate::hash::digests::{Digests, Sink, check_memory};
use crate::input::{self, Input};
use crate::message;
use crate::output::json;
use serde::Serialize;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Read, Write};

/// Bytes that a checksum line may have besides its digits: systems limit file names to a fraction of this. With the
/// longest digest, which `--length` may ask for, this limits the memory that is used where the input is not a list.
const BESIDES_DIGITS: usize = 1 << 20;

/// Checks every list.
pub(super) fn run(args: &HashArgs, lists: &[OsString]) -> Result<Exit, Failure> {
    let mut told = Told { out: Out::new(args.json), lost: None };
    let mut exit = Exit::Success;
    for list in lists {
        let mut check = Check { args, list, told: &mut told, tally: Tally::default() };
        exit = exit.and(check.run().map_err(|failure| failure.with(exit))?);
    }
    let Told { mut out, lost } = told;
    match lost {
        Some(failure) => Err(failure.with(exit)),
        None => out.end().map(|()| exit).map_err(|error| Failure::stdout(&error).with(exit)),
    }
}

/// The output. After a write error, checking continues without further output, since a mismatch takes precedence in the
/// exit code.
struct Told {
    out: Out,
    lost: Option<Failure>,
}

impl Told {
    /// Writes to the output.
    ///
    /// # Errors
    /// Fails if the reader is gone.
    fn write(&mut self, write: impl FnOnce(&mut Out) -> io::Result<()>) -> Result<(), Failure> {
        if self.lost.is_some() {
            return Ok(());
        }
        match write(&mut self.out).map_err(|error| Failure::stdout(&error)) {
            Err(failure) if failure.is_silent() => Err(failure),
            Err(failure) => {
                self.lost = Some(failure);
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }
}

/// A list that is being checked.
struct Check<'a> {
    args: &'a HashArgs,
    list: &'a OsStr,
    told: &'a mut Told,
    tally: Tally,
}

/// The counts of the findings in a list.
#[derive(Debug, Default)]
struct Tally {
    well_formed: u64,
    misformatted: u64,
    unreadable: u64,
    mismatched: u64,
    matched: u64,
}

/// The digest that the list gives for a file, and its line number.
struct Expected {
    digest: Vec<u8>,
    line: u64,
}

/// The outcome for a line of the list, or for the list itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Ok,
    Failed,
    Missing,
    Unreadable,
    Misformatted,
}

/// An element of the JSON array: a line of a list, or a list that cannot be read.
#[derive(Debug, Serialize)]
struct CheckElement<'a> {
    list: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    file: Option<json::Name<'a>>,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Check<'_> {
    fn run(&mut self) -> Result<Exit, Failure> {
        let checked = self.check();
        let so_far = if self.tally.mismatched > 0 { Exit::Invalid } else { Exit::Success };
        checked.map_err(|failure| failure.with(so_far))
    }

    fn check(&mut self) -> Result<Exit, Failure> {
        let mut lines = match Input::open(self.list) {
            Ok(input) => Lines::new(input, 2 * self.args.algorithm.lengths().end() + BESIDES_DIGITS),
            Err(error) => return self.unreadable_list(&error),
        };
        let algorithm = self.args.algorithm;
        let parser = Parser::new(algorithm.tags(), algorithm.digest_len(), algorithm.lengths());
        let mut parser = parser.with_lengths_after_tags(algorithm.lengths_after_tags());
        let mut digests = Digests::new(algorithm, algorithm.digest_len());
        loop {
            let is_first = lines.number == 0;
            let parsed = match lines.next() {
                Ok(Some([0xff, 0xfe, ..] | [0xfe, 0xff, ..])) if is_first => return Ok(self.in_utf16()),
                Ok(Some(line)) => parser.line(line),
                Ok(None) => break,
                Err(error) => {
                    digests.flush(self)?;
                    return self.unreadable_list(&error);
                }
            };
            if let Line::Nothing = parsed {
                continue;
            }
            match self.file_of(parsed) {
                Some((name, digest)) => {
                    self.tally.well_formed += 1;
                    digests.change_length(digest.len(), self)?;
                    digests.push(name, Expected { digest, line: lines.number }, self)?;
                }
                None => {
                    digests.flush(self)?;
                    self.misformatted(lines.number)?;
                }
            }
        }
        digests.flush(self)?;
        Ok(self.verdict())
    }

    /// Returns the file and its digest, unless the line is misformatted or names an input that cannot be checked: a
    /// list read from standard input cannot name standard input.
    fn file_of(&self, line: Line) -> Option<(OsString, Vec<u8>)> {
        let Line::Entry { name, digest } = line else { return None };
        let name = file_name::from_bytes(name)?;
        let twice_stdin = input::is_stdin(self.list) && input::is_stdin(&name);
        (!twice_stdin).then_some((name, digest))
    }

    fn misformatted(&mut self, line: u64) -> Result<(), Failure> {
        self.tally.misformatted += 1;
        if self.args.warn {
            let tag = self.args.algorithm.tags()[0];
            message::tell(format_args!("{}: {line}: improperly formatted {tag} checksum line", self.label()));
        }
        self.element(Some(line), None, Status::Misformatted, None)
    }

    /// Reports a list that begins with a byte order mark of UTF-16, in which no line is one of digits and a name.
    fn in_utf16(&self) -> Exit {
        message::tell(format_args!("{}: expected a text in UTF-8, found one in UTF-16", self.label()));
        Exit::Unusable
    }

    fn unreadable_list(&mut self, error: &io::Error) -> Result<Exit, Failure> {
        self.element(None, None, Status::Unreadable, Some(error))?;
        Ok(Failure::file(input::label(self.list), error).report())
    }

    /// Writes the outcome of a line to the JSON output.
    fn element(
        &mut self,
        line: Option<u64>,
        name: Option<&OsStr>,
        status: Status,
        error: Option<&io::Error>,
    ) -> Result<(), Failure> {
        let (list, file) = (self.list.to_string_lossy(), name.map(json::Name::of));
        let element = CheckElement { list, line, file, status, error: error.map(message::reason) };
        self.told.write(|out| match out {
            Out::Json(array) => array.push(&element),
            Out::Text(_) => Ok(()),
        })
    }

    /// Writes the outcome of a file to the text output.
    fn print(&mut self, name: &OsStr, outcome: &str) -> Result<(), Failure> {
        let name = file_name::bytes(name);
        let escaped = checksum_list::escape(&name);
        let mut line = Vec::from(if escaped.is_some() { &b"\\"[..] } else { b"" });
        line.extend_from_slice(escaped.as_deref().unwrap_or(&name));
        line.extend_from_slice(outcome.as_bytes());
        self.told.write(|out| match out {
            Out::Text(out) => out.write_all(&line),
            Out::Json(_) => Ok(()),
        })
    }

    fn verdict(&self) -> Exit {
        let Tally { well_formed, misformatted, unreadable, mismatched, matched } = self.tally;
        if well_formed == 0 {
            message::tell(format_args!("{}: no properly formatted checksum lines found", self.label()));
            return Exit::Unusable;
        }
        let nothing_verified = self.args.ignore_missing && matched == 0;
        if !self.args.status {
            warn(misformatted, "line is improperly formatted", "lines are improperly formatted");
            warn(unreadable, "listed file could not be read", "listed files could not be read");
            warn(mismatched, "computed checksum did NOT match", "computed checksums did NOT match");
            if nothing_verified {
                message::tell(format_args!("{}: no file was verified", self.label()));
            }
        }
        let when = |condition, exit| if condition { exit } else { Exit::Success };
        when(mismatched > 0, Exit::Invalid)
            .and(when(unreadable > 0 || nothing_verified, Exit::Io))
            .and(when(self.args.strict && misformatted > 0, Exit::Unusable))
    }

    fn label(&self) -> String {
        file_name::quoted(input::label(self.list))
    }
}

impl Sink<Expected> for Check<'_> {
    fn done(&mut self, name: OsString, expected: Expected, digest: io::Result<Vec<u8>>) -> Result<(), Failure> {
        let line = Some(expected.line);
        let digest = match digest {
            Ok(digest) => digest,
            Err(error) => {
                let missing = error.kind() == io::ErrorKind::NotFound;
                let status = if missing { Status::Missing } else { Status::Unreadable };
                self.element(line, Some(&name), status, Some(&error))?;
                if missing && self.args.ignore_missing {
                    return Ok(());
                }
                self.tally.unreadable += 1;
                let _ = Failure::file(&name, &error).report();
                return if self.args.status { Ok(()) } else { self.print(&name, ": FAILED open or read\n") };
            }
        };
        if digest == expected.digest {
            self.tally.matched += 1;
            self.element(line, Some(&name), Status::Ok, None)?;
            if self.args.quiet || self.args.status { Ok(()) } else { self.print(&name, ": OK\n") }
        } else {
            self.tally.mismatched += 1;
            self.element(line, Some(&name), Status::Failed, None)?;
            if self.args.status { Ok(()) } else { self.print(&name, ": FAILED\n") }
        }
    }
}

fn warn(count: u64, one: &str, more: &str) {
    match count {
        0 => {}
        1 => message::tell(format_args!("WARNING: 1 {one}")),
        _ => message::tell(format_args!("WARNING: {count} {more}")),
    }
}

/// The number of bytes that are read of a line before the next look at whether there is memory for more.
const PIECE: usize = 1 << 20;

/// A reader of the lines of a list, in memory for one line.
struct Lines {
    input: BufReader<Input>,
    line: Vec<u8>,
    /// The number of bytes that are kept of a line.
    longest: usize,
    /// The number of the last line read, from 1.
    number: u64,
}

impl Lines {
    fn new(input: Input, longest: usize) -> Self {
        Self { input: BufReader::new(input), line: Vec::new(), longest, number: 0 }
    }

    /// Returns the next line with its terminator; of a line that is too long, its start.
    fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        loop {
            // The digest has half as many bytes. Where there is no memory, a vector that grows ends the process.
            check_memory(self.line.len() / 2)?;
            let most = PIECE.min(self.longest - self.line.len());
            let mut piece = self.input.by_ref().take(most as u64);
            let read = piece.read_until(b'\n', &mut self.line)?;
            if read == 0 || self.line.last() == Some(&b'\n') {
                break;
            }
        }
        if self.line.is_empty() {
            return Ok(None);
        }
        if self.line.len() == self.longest && self.line.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
        }
        self.number += 1;
        Ok(Some(&self.line))
    }
}
