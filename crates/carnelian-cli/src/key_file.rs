//! Key files: reading them in any form, and the forms in which they are written.

use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::input::{self, Input};
use crate::key::KeyType;
use crate::passphrase::Source;
use carnelian::composite::sealed_file::{self, Key};
use carnelian::encoding::{
    Algorithm, Content, EncodingError, Form, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile, SubjectPublicKeyInfo,
};
use carnelian::secret::Secret;
use clap::ValueEnum;
use std::ffi::OsStr;
use std::mem;
use zeroize::Zeroizing;

/// Many times the length of a key file, so that a file of another kind does not fill the memory.
pub const LONGEST: usize = 64 << 10;

/// The form in which a key is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A PEM text, which every program reads
    Pem,
    /// The DER in that text, without the text
    Der,
    /// 64 hexadecimal digits and a line feed
    Hex,
    /// 32 bytes
    Raw,
}

impl Format {
    /// What to do instead of writing bytes to a terminal.
    pub const INSTEAD_OF_BYTES: &str = "--format pem and hex write text, -o to a file";

    /// Whether what is written is no text.
    #[must_use]
    pub const fn is_bytes(self) -> bool {
        matches!(self, Self::Der | Self::Raw)
    }

    /// The file of a private key: PKCS #8 v1, or the key's bytes alone.
    #[must_use]
    pub fn private(self, key: &PrivateKeyInfo) -> Secret<Vec<u8>> {
        match self {
            Self::Pem => key.to_pkcs8_pem(),
            Self::Der => key.to_pkcs8_der(),
            Self::Hex => key.to_hex(),
            Self::Raw => key.to_raw(),
        }
    }

    /// The file of a public key: SubjectPublicKeyInfo, or the key's bytes alone.
    #[must_use]
    pub fn public(self, key: &SubjectPublicKeyInfo) -> Vec<u8> {
        match self {
            Self::Pem => key.to_spki_pem().into_bytes(),
            Self::Der => key.to_spki_der(),
            Self::Hex => key.to_hex().into_bytes(),
            Self::Raw => key.as_bytes().to_vec(),
        }
    }
}

/// The private key in the file `name`, in any form. `algorithm` is the one that is wanted; without it any will do,
/// but raw and hexadecimal keys do not say which is theirs. An encrypted key asks for its passphrase.
///
/// # Errors
/// [`Exit::Io`] if the file cannot be read, [`Exit::Unusable`] if it holds no such key.
pub fn read_private(name: &OsStr, algorithm: Option<Algorithm>, source: Source) -> Result<PrivateKeyInfo, Failure> {
    let contents = read(name)?;
    let contents = contents.expose();
    let encrypted = match Form::of(contents).map_err(|error| unusable(name, &error))? {
        Form::Pem(content) | Form::Der(content) => content == Content::EncryptedPrivateKey,
        Form::Hex | Form::Raw => false,
    };
    let passphrase = if encrypted { Some(source.passphrase(name)?) } else { None };
    let passphrase = passphrase.as_ref().map(|passphrase| passphrase.expose().as_slice());
    PrivateKeyInfo::from_file(contents, algorithm, passphrase).map_err(|error| unusable(name, &error))
}

/// The public key in the file `name`, in any form.
///
/// # Errors
/// [`Exit::Io`] if the file cannot be read, [`Exit::Unusable`] if it holds no public key of `algorithm`.
pub fn read_public(name: &OsStr, algorithm: Algorithm) -> Result<SubjectPublicKeyInfo, Failure> {
    let contents = read(name)?;
    SubjectPublicKeyInfo::from_file(contents.expose(), Some(algorithm)).map_err(|error| unusable(name, &error))
}

/// The private key of one algorithm in the file `name`, in any form. Bytes and digits have to be told to be one by `said`:
/// who hands in the key of something else would use it twice.
///
/// # Errors
/// As [`read_private`].
pub fn private_key<K: PrivateKeyFile>(name: &OsStr, said: Option<KeyType>, source: Source) -> Result<K, Failure> {
    let info = read_private(name, said.map(Into::into), source)?;
    K::from_private_key_info(&info).map_err(|error| unusable(name, &error))
}

/// The public key of one algorithm in the file `name`, in any form.
///
/// # Errors
/// As [`read_public`].
pub fn public_key<K: PublicKeyFile>(name: &OsStr) -> Result<K, Failure> {
    let info = read_public(name, K::ALGORITHM)?;
    K::from_subject_public_key_info(&info).map_err(|error| unusable(name, &error))
}

/// The key for sealed files in the file `name`: its bytes, and no others.
///
/// # Errors
/// [`Exit::Io`] if the file cannot be read, [`Exit::Unusable`] if it has another length.
pub fn sealing_key(name: &OsStr) -> Result<Key, Failure> {
    let contents = read(name)?;
    let bytes = contents.expose();
    let wrong = || format!("expected a key of {} bytes, found {}", sealed_file::KEY_LEN, bytes.len());
    let key = bytes.first_chunk().filter(|key| key.len() == bytes.len());
    key.map(Key::new).ok_or_else(|| Failure::unusable(input::label(name), &wrong()))
}

/// The failure of a key file that cannot be used.
#[must_use]
pub fn unusable(name: &OsStr, error: &EncodingError) -> Failure {
    let help = match error {
        EncodingError::AlgorithmUnknown => "; --algorithm tells",
        EncodingError::Encryption { .. } => "; openssl pkcs8 -topk8 -v2 aes256 encrypts the key so that it can be read",
        _ => "",
    };
    Failure::new(Exit::Unusable, format!("{}: {error}{help}", file_name::quoted(input::label(name))))
}

/// The content of the file `name`, whatever it is, up to [`LONGEST`] bytes.
///
/// # Errors
/// [`Exit::Io`] if the file cannot be read, [`Exit::Unusable`] if it is longer.
pub fn read(name: &OsStr) -> Result<Secret<Vec<u8>>, Failure> {
    // Room for all of it: a vector that grows leaves its old bytes behind.
    let mut contents = Zeroizing::new(vec![0; LONGEST + 1]);
    let read = Input::open(name).and_then(|mut input| input::fill(&mut input, &mut contents));
    let len = read.map_err(|error| Failure::file(input::label(name), &error))?;
    if len > LONGEST {
        let reason = format_args!("expected a key file, of at most {LONGEST} bytes, found more");
        return Err(Failure::unusable(input::label(name), &reason));
    }
    contents.truncate(len);
    Ok(Secret::new(mem::take(&mut *contents)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_up_to_the_limit_is_read_whole_and_a_longer_one_not() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let name = file.path().as_os_str();
        fs::write(&file, vec![7; LONGEST]).unwrap();
        assert_eq!(read(name).unwrap().declassify("a test").len(), LONGEST);
        fs::write(&file, vec![7; LONGEST + 1]).unwrap();
        assert_eq!(read(name).unwrap_err().report(), Exit::Unusable);
    }

    #[test]
    fn every_format_reads_back() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let name = file.path().as_os_str();
        let private = PrivateKeyInfo::new(Algorithm::X25519, &[7; 32], None).unwrap();
        let public = SubjectPublicKeyInfo::new(Algorithm::X25519, &[9; 32]).unwrap();
        for format in Format::value_variants() {
            fs::write(&file, format.private(&private).declassify("a test")).unwrap();
            let read = read_private(name, Some(Algorithm::X25519), Source::Terminal).unwrap();
            assert_eq!(read.private_key::<32>(Algorithm::X25519).unwrap().declassify("a test"), &[7; 32]);
            fs::write(&file, format.public(&public)).unwrap();
            assert_eq!(read_public(name, Algorithm::X25519).unwrap(), public);
        }
    }
}
