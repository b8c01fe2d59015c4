//! Secret keys of symmetric algorithms, which have no container: files of bytes or digits.

use super::KeyFile;
use super::bare;
use super::digits;
use crate::exit::Failure;
use crate::input::InputFile;
use carnelian::composite::sealed_file::{self, Key};
use carnelian::encoding::Digits;
use carnelian::secret::Secret;
use clap::ValueEnum;

/// Reads the key for sealed files from a file, which contains its bytes or their hexadecimal digits. A file of other
/// digits that is as long as the key is refused: no random key is such a text.
///
/// # Errors
/// [`Exit::Io`](crate::exit::Exit::Io) if the file cannot be read, [`Exit::Unusable`](crate::exit::Exit::Unusable) if
/// it contains no such key.
pub fn sealing_key(name: &InputFile) -> Result<Key, Failure> {
    const LEN: usize = sealed_file::KEY_LEN;
    let KeyFile { file, contents } = KeyFile::read(name)?;
    let contents = contents.expose();
    let is_text = Digits::of(contents).is_some() || bare::begins_pem(contents);
    let decoded = match digits::hex_digits(contents) == Some(2 * LEN) {
        true => digits::hex(contents, |length| length == LEN).transpose().map_err(|error| file.unusable(error))?,
        false => None,
    };
    let bytes = match &decoded {
        Some(key) => key.expose(),
        None if is_text => &[][..],
        None => contents,
    };
    let wrong = || {
        let found = bare::found(contents);
        file.unusable(format_args!("expected a key of {LEN} bytes or {} hexadecimal digits, found {found}", 2 * LEN))
    };
    bytes.first_chunk().filter(|key| key.len() == bytes.len()).map(Key::new).ok_or_else(wrong)
}

/// The form of a key of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KeyForm {
    /// The bytes of the file, including a line feed at its end
    Bytes,
    /// Two hexadecimal digits for each byte of the key; a line end may follow
    Hex,
}

/// Reads a key of any length from a file. Without a form, a file that consists of hexadecimal digits is refused,
/// whatever their layout: they may be the text of a key as well as the digits of one.
///
/// # Errors
/// [`Exit::Io`](crate::exit::Exit::Io) if the file cannot be read, [`Exit::Unusable`](crate::exit::Exit::Unusable) if
/// its form is not clear or not the one that is asked for.
pub fn any_key(name: &InputFile, form: Option<KeyForm>) -> Result<Secret<Vec<u8>>, Failure> {
    let KeyFile { file, contents } = KeyFile::read(name)?;
    let text = contents.expose();
    match (form, digits::hex_digits(text), Digits::of(text).filter(Digits::are_hexadecimal)) {
        (Some(KeyForm::Bytes), ..) | (None, None, None) => Ok(contents),
        (Some(KeyForm::Hex), Some(count), _) => {
            let key = digits::hex(text, |length| 2 * length == count);
            key.unwrap_or(Ok(contents)).map_err(|error| file.unusable(error))
        }
        (Some(KeyForm::Hex), None, _) => {
            let expected = "expected hexadecimal digits, two for each byte of the key, and at most one line end";
            Err(file.unusable(format_args!("{expected}, found {}", bare::found(text))))
        }
        (None, Some(count), _) => {
            let (bytes, len) = (count / 2, text.len());
            Err(file.unusable(format_args!(
                "{count} hexadecimal digits: --key-form hex reads a key of {bytes} bytes, --key-form bytes one of {len}"
            )))
        }
        (None, None, Some(digits)) => {
            let hex = "--key-form hex reads two digits for each byte and at most one line end";
            let len = text.len();
            Err(file.unusable(format_args!("{digits}: {hex}, --key-form bytes reads a key of {len} bytes")))
        }
    }
}
