//! `carnelian mac`: authentication tags of files under a secret key.

use crate::arguments::named::{self, Named};
use crate::arguments::operands;
use crate::columns;
use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::hash::authenticator::{Authenticator, tag_of};
use crate::hash::checksum_list::{self, End, Layout};
use crate::hex;
use crate::input::{self, InputFile};
use crate::key::file::{KeyForm, any_key};
use crate::message;
use crate::output;
use crate::output::json;
use crate::standard;
use carnelian::algorithm::DynMac;
use carnelian::secret::Secret;
use clap::Args;
use serde::Serialize;
use std::ffi::OsString;
use std::io;

const EXAMPLES: &str = "\
Examples:
  carnelian mac hmac-sha256 --key key.bin backup.tar
  carnelian mac hmac-sha256 --key key.bin --verify 3f79... backup.tar
  carnelian mac hmac-sha256 --key key.hex --key-form hex backup.tar
  tar -c src | carnelian mac blake2b --key key.bin
  pass show backups | carnelian mac kmac256 --key - backup.tar

JSON:
  Each element has file, algorithm, and tag or error; with --verify it has
  status, ok or failed, and may have error. A name that is not UTF-8 has its
  bytes in file_hex.

Exit codes:
  0  every tag is printed; with --verify, the tag is valid
  1  the tag is invalid or has the wrong length
  2  the command line is invalid
  3  a file cannot be read, or the output cannot be written
  4  the key cannot be used";

fn after_help() -> String {
    columns::help(
        &[
            &format!(
                "The key is the whole content of a file, byte for byte, including a line feed at its end. It has {}; \
                 use at least the length of a tag. A file that consists of hexadecimal digits, with or without white \
                 space, colons or 0x, is refused unless --key-form says whether they are the digits of the key or its \
                 text. The key is not an argument, because other users can read the command line; the file of \
                 descriptor N is /dev/fd/N.",
                key_lens()
            ),
            "Tags are printed like checksums, and equal those of openssl mac and of openssl dgst -hmac. Use --verify \
             to check a tag: comparing printed tags is not constant time.",
        ],
        EXAMPLES,
    )
}

/// Returns the lengths of keys in words: first those that few functions have.
fn key_lens() -> String {
    let all = Authenticator::all();
    let most = all.iter().map(|one| *one.key_len().end()).max().unwrap_or(0);
    let (others, few): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| *one.key_len().end() == most);
    let range = |one: &Authenticator| (*one.key_len().start(), *one.key_len().end());
    let mut parts = Vec::new();
    for (index, one) in few.iter().enumerate() {
        let ((least, most), unit) = (range(one), if index == 0 { " bytes" } else { "" });
        parts.push(format!("{least} to {most}{unit} for {}", one.name()));
    }
    let (least, most) = others.first().map_or((0, 0), range);
    format!("{}, and {least} to {most} for the others", parts.join(", "))
}

/// Print or verify authentication tags of files under a secret key
#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub struct MacArgs {
    /// The message authentication code
    #[arg(value_parser = named::parser::<Authenticator>())]
    algorithm: Authenticator,

    /// The file whose content is the key; - is standard input
    #[arg(short, long, value_name = "KEYFILE")]
    key: InputFile,

    /// The form of the key, if the file consists of hexadecimal digits
    #[arg(long, value_enum, value_name = "FORM")]
    key_form: Option<KeyForm>,

    /// Files to authenticate; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<InputFile>,

    /// Verify that TAG, in hexadecimal digits, is the tag of the one FILE
    #[arg(long, value_name = "TAG", value_parser = tag)]
    verify: Option<Tag>,

    /// Print a JSON array
    #[arg(long, conflicts_with = "quiet")]
    json: bool,

    /// With --verify: do not print OK for a valid tag
    #[arg(short, long, requires = "verify")]
    quiet: bool,
}

/// A tag on the command line. (Clap would treat a plain vector as an option that may be repeated.)
#[derive(Clone, Debug)]
struct Tag(Vec<u8>);

fn tag(digits: &str) -> Result<Tag, String> {
    hex::typed(digits).map(Tag)
}

/// An element of the JSON array.
#[derive(Debug, Serialize)]
struct Element<'a> {
    #[serde(flatten)]
    file: json::Name<'a>,
    algorithm: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Runs the subcommand.
///
/// # Errors
/// [`Exit::Usage`] if several files are to be verified at once, [`Exit::Unusable`] if the key cannot be used,
/// [`Exit::Io`] if a file cannot be read or standard output cannot be written. An invalid tag is not an error: the
/// verdict is returned.
pub fn run(args: &MacArgs) -> Result<Exit, Failure> {
    let stdin = [InputFile::from(OsString::from("-"))];
    let files = if args.files.is_empty() { &stdin } else { &args.files[..] };
    let inputs: Vec<&InputFile> = files.iter().chain([&args.key]).collect();
    operands::check(&inputs, &[])?;
    match (&args.verify, files) {
        (None, files) => args.print(files),
        (Some(Tag(tag)), [file]) => args.check(file, tag),
        (Some(_), _) => Err(Failure::new(Exit::Usage, "--verify TAG is the tag of one file")),
    }
}

impl MacArgs {
    /// Returns the key, with its length checked.
    fn key(&self) -> Result<Secret<Vec<u8>>, Failure> {
        let (name, key_len) = (self.algorithm.name(), self.algorithm.key_len());
        let key = any_key(&self.key, self.key_form)?;
        let found = key.expose().len();
        if key_len.contains(&found) {
            return Ok(key);
        }
        let (least, most) = (key_len.start(), key_len.end());
        let reason = format_args!("expected a key for {name}, of {least} to {most} bytes, found {found}");
        Err(self.key.unusable(reason))
    }

    /// Returns the authenticator after it has absorbed the whole file.
    fn absorb(&self, key: &Secret<Vec<u8>>, file: &InputFile) -> io::Result<Box<dyn DynMac>> {
        let mut tagging = self.algorithm.start(key.expose());
        input::stream(file.name(), |piece| tagging.update(piece))?;
        Ok(tagging)
    }

    /// Prints the tag of every file. An unreadable file does not stop the others.
    fn print(&self, files: &[InputFile]) -> Result<Exit, Failure> {
        let key = self.key()?;
        let (mut exit, mut array) = (Exit::Success, json::Array::new(standard::Lines::new()));
        for file in files {
            let tag = self.absorb(&key, file).map(tag_of);
            if let Err(error) = &tag {
                exit = exit.and(file.unreadable(error).report());
            }
            if self.json {
                let error = tag.as_ref().err().map(message::reason);
                let tag = tag.ok().map(|tag| hex::encode(&tag));
                array.push(&self.element(file, tag, None, error)).map_err(|error| Failure::stdout(&error))?;
            } else if let Ok(tag) = tag {
                let (layout, name) = (Layout::Gnu { binary: false }, file_name::bytes(file.name()));
                output::print(&checksum_list::line(layout, End::Newline, self.algorithm.title(), &name, &tag))?;
            }
        }
        if self.json {
            array.end().map_err(|error| Failure::stdout(&error))?;
        }
        Ok(exit)
    }

    /// Checks whether a file has this tag.
    fn check(&self, file: &InputFile, tag: &[u8]) -> Result<Exit, Failure> {
        let (title, tag_len) = (self.algorithm.title(), self.algorithm.tag_len());
        let tagging = self.absorb(&self.key()?, file).map_err(|error| file.unreadable(&error))?;
        let error = if tag.len() != tag_len {
            Some(format!("the {title} tag is not valid: expected {tag_len} bytes, found {}", tag.len()))
        } else {
            tagging.verify(tag).is_err().then(|| format!("the {title} tag is not valid"))
        };
        let exit = if error.is_none() { Exit::Success } else { Exit::Invalid };
        if let Some(error) = &error {
            message::tell(format_args!("{file}: {error}"));
        }
        let (status, outcome) = if error.is_none() { ("ok", "OK") } else { ("failed", "FAILED") };
        if self.json {
            let mut array = json::Array::new(standard::Lines::new());
            let element = self.element(file, None, Some(status), error);
            let written = array.push(&element).and_then(|()| array.end());
            written.map_err(|error| Failure::stdout(&error).with(exit))?;
        } else if !(self.quiet && error.is_none()) {
            let line = format!("{}: {outcome}\n", file_name::quoted(file.name()));
            output::print(line.as_bytes()).map_err(|failure| failure.with(exit))?;
        }
        Ok(exit)
    }

    fn element<'a>(
        &self,
        file: &'a InputFile,
        tag: Option<String>,
        status: Option<&'static str>,
        error: Option<String>,
    ) -> Element<'a> {
        Element { file: json::Name::of(file.name()), algorithm: self.algorithm.name(), tag, status, error }
    }
}
