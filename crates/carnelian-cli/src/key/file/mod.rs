//! Key files: reading them in any format, and the formats in which they are written.

mod bare;
mod digits;

use crate::exit::{Exit, Failure};
use crate::file_name;
use crate::input::{self, Input};
use crate::key::{Agreement, KeyTypeOf, Role, Signature};
use crate::passphrase::Source;
use bare::Wanted;
use carnelian::composite::sealed_file::{self, Key};
use carnelian::encoding::{
    Algorithm, Content, Digits, EncodingError, Encryption, Form, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile,
    SubjectPublicKeyInfo,
};
use carnelian::random::OsRandom;
use carnelian::secret::Secret;
use clap::ValueEnum;
use std::ffi::OsStr;
use std::mem;
use zeroize::Zeroizing;

/// The largest key file that is read: many times the length of a real one, so that a wrong file does not fill the
/// memory.
pub const LONGEST: usize = 64 << 10;

/// The form in which a key is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// PEM text, which every program reads
    Pem,
    /// The DER that this text encodes
    Der,
    /// The bytes of the key as hexadecimal digits, with a line feed
    Hex,
    /// The bytes of the key
    Raw,
}

impl Format {
    /// A hint shown when binary output to a terminal is refused.
    pub const INSTEAD_OF_BYTES: &str = "--format pem and hex write text; -o writes to a file";

    /// Returns whether the format is binary.
    #[must_use]
    pub const fn is_bytes(self) -> bool {
        matches!(self, Self::Der | Self::Raw)
    }

    /// Returns whether the format names the algorithm, and can hold more than a key's bytes.
    #[must_use]
    pub const fn is_structured(self) -> bool {
        matches!(self, Self::Pem | Self::Der)
    }

    /// Checks that the format can hold an encrypted private key, or one with its public key in PKCS #8 v2.
    ///
    /// # Errors
    /// [`Exit::Usage`] if it cannot, or if both are asked for.
    pub fn check(self, is_encrypted: bool, v2: bool) -> Result<(), Failure> {
        let usage = |message| Err(Failure::new(Exit::Usage, message));
        match () {
            () if is_encrypted && !self.is_structured() => {
                usage("only PEM and DER can contain an encrypted key: use --format pem or der")
            }
            () if v2 && !self.is_structured() => usage("PKCS #8 v2 is PEM or DER: use --format pem or der"),
            () if v2 && is_encrypted => usage("--v2 and a passphrase exclude each other"),
            () => Ok(()),
        }
    }

    /// Encodes a private key file: PKCS #8 v1, encrypted if there is a passphrase; v2; or only the key's bytes.
    ///
    /// # Errors
    /// [`EncodingError::Random`] if the operating system has no random bytes for the encryption.
    pub fn private(
        self,
        key: &PrivateKeyInfo,
        passphrase: Option<&Secret<Vec<u8>>>,
        v2: bool,
    ) -> Result<Secret<Vec<u8>>, EncodingError> {
        let (encryption, random) = (Encryption::default(), &mut OsRandom);
        match (self, passphrase) {
            (Self::Der, Some(passphrase)) => {
                key.to_encrypted_der(passphrase.expose(), encryption, random).map(Secret::new)
            }
            (_, Some(passphrase)) => {
                key.to_encrypted_pem(passphrase.expose(), encryption, random).map(|pem| Secret::new(pem.into_bytes()))
            }
            (Self::Der, None) if v2 => key.to_pkcs8_v2_der(),
            (_, None) if v2 => key.to_pkcs8_v2_pem(),
            (Self::Pem, None) => Ok(key.to_pkcs8_pem()),
            (Self::Der, None) => Ok(key.to_pkcs8_der()),
            (Self::Hex, None) => Ok(key.to_hex()),
            (Self::Raw, None) => Ok(key.to_raw()),
        }
    }

    /// Encodes a public key file: SubjectPublicKeyInfo, or only the key's bytes.
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

/// Reads a private key of a role from the file `name`, in any format. `algorithm` is the expected one; without it any is
/// accepted, but raw and hexadecimal keys do not contain their algorithm. An encrypted key needs its passphrase.
///
/// # Errors
/// [`Exit::Io`] if the file cannot be read, [`Exit::Unusable`] if it contains no such key.
pub fn read_private<R: Role>(
    name: &OsStr,
    algorithm: Option<KeyTypeOf<R>>,
    source: Source,
) -> Result<PrivateKeyInfo, Failure> {
    read_protected(name, algorithm, source).map(|(key, _)| key)
}

/// A private key, and its passphrase if its file is encrypted.
pub type ProtectedKey = (PrivateKeyInfo, Option<Secret<Vec<u8>>>);

/// Like [`read_private`], and also returns the passphrase if the key is encrypted.
///
/// # Errors
/// Like [`read_private`].
pub fn read_protected<R: Role>(
    name: &OsStr,
    algorithm: Option<KeyTypeOf<R>>,
    source: Source,
) -> Result<ProtectedKey, Failure> {
    protected_in(name, &read(name)?, algorithm, source)
}

/// Like [`read_protected`], with the contents of the file `name`.
///
/// # Errors
/// [`Exit::Unusable`] if they contain no such key.
pub fn protected_in<R: Role>(
    name: &OsStr,
    contents: &Secret<Vec<u8>>,
    algorithm: Option<KeyTypeOf<R>>,
    source: Source,
) -> Result<ProtectedKey, Failure> {
    let algorithm = algorithm.map(Algorithm::from);
    let contents = contents.expose();
    let refused = |error| refused::<R>(name, contents, Wanted::Private(algorithm), &error);
    if let Some(key) = bare::private_key(contents, algorithm).map_err(refused)? {
        return Ok((key, None));
    }
    let encrypted = match Form::of(contents).map_err(refused)? {
        Form::Pem(content) | Form::Der(content) => content == Content::EncryptedPrivateKey,
        Form::Hex | Form::Raw => false,
    };
    let passphrase = if encrypted { Some(source.passphrase(name)?) } else { None };
    let shown = passphrase.as_ref().map(|passphrase| passphrase.expose().as_slice());
    let key = PrivateKeyInfo::from_file(contents, algorithm, shown).map_err(refused)?;
    Ok((key, passphrase))
}

/// Reads a public key of a role from the file `name`, in any format. `algorithm` is the expected one; without it any is accepted,
/// but raw and hexadecimal keys do not contain their algorithm.
///
/// # Errors
/// [`Exit::Io`] if the file cannot be read, [`Exit::Unusable`] if it contains no such key.
pub fn read_public<R: Role>(name: &OsStr, algorithm: Option<KeyTypeOf<R>>) -> Result<SubjectPublicKeyInfo, Failure> {
    public_in::<R>(name, &read(name)?, algorithm.map(Into::into))
}

/// Reads the public key in the file `name` like [`read_public`], except that 32 bytes or their digits are a key of
/// Ed25519 if `algorithm` is `None`.
///
/// # Errors
/// Like [`read_public`].
pub fn read_verifying(name: &OsStr, algorithm: Option<KeyTypeOf<Signature>>) -> Result<SubjectPublicKeyInfo, Failure> {
    let contents = read(name)?;
    let is_bare = || bare::is_ed25519_public(contents.expose());
    let algorithm = algorithm.map(Algorithm::from).or_else(|| is_bare().then_some(Algorithm::Ed25519));
    public_in::<Signature>(name, &contents, algorithm)
}

/// Returns whether the contents of a file name themselves a public key.
#[must_use]
pub fn is_public(contents: &Secret<Vec<u8>>) -> bool {
    matches!(Form::of(contents.expose()), Ok(Form::Pem(Content::PublicKey) | Form::Der(Content::PublicKey)))
}

/// Returns whether the contents of a file are PEM or DER.
#[must_use]
pub fn is_structured(contents: &Secret<Vec<u8>>) -> bool {
    matches!(Form::of(contents.expose()), Ok(Form::Pem(_) | Form::Der(_)))
}

/// Returns the number of blocks of a PEM text; 0 for a file of another form.
#[must_use]
pub fn blocks(contents: &Secret<Vec<u8>>) -> usize {
    match Form::of(contents.expose()) {
        Ok(Form::Pem(_)) => bare::blocks(contents.declassify("how many blocks a PEM text has is public")),
        _ => 0,
    }
}

/// Reads the public key in the contents of the file `name` like [`read_public`].
///
/// # Errors
/// [`Exit::Unusable`] if they contain no such key.
pub fn public_in<R: Role>(
    name: &OsStr,
    contents: &Secret<Vec<u8>>,
    algorithm: Option<Algorithm>,
) -> Result<SubjectPublicKeyInfo, Failure> {
    let refused = |error| refused::<R>(name, contents.expose(), Wanted::Public(algorithm), &error);
    match bare::public_key(contents.expose(), algorithm).map_err(refused)? {
        Some(key) => Ok(key),
        None => SubjectPublicKeyInfo::from_file(contents.expose(), algorithm).map_err(refused),
    }
}

/// Reads a private key of one algorithm from the file `name`, in any format. For raw and hexadecimal keys `algorithm`
/// must name it; otherwise a key for another purpose could be used for two.
///
/// # Errors
/// Like [`read_private`].
pub fn private_key<K: PrivateKeyFile>(
    name: &OsStr,
    algorithm: Option<KeyTypeOf<Agreement>>,
    source: Source,
) -> Result<K, Failure> {
    let info = read_private(name, algorithm, source)?;
    K::from_private_key_info(&info).map_err(|error| unusable(name, &error))
}

/// Reads a public key of one algorithm from the file `name`, in any format.
///
/// # Errors
/// Like [`read_public`].
pub fn public_key<K: PublicKeyFile>(name: &OsStr) -> Result<K, Failure> {
    let info = public_in::<Agreement>(name, &read(name)?, Some(K::ALGORITHM))?;
    K::from_subject_public_key_info(&info).map_err(|error| unusable(name, &error))
}

/// Reads the key for sealed files from the file `name`, which contains its bytes or their hexadecimal digits. A file of
/// other digits that is as long as the key is refused: no random key is such a text.
///
/// # Errors
/// [`Exit::Io`] if the file cannot be read, [`Exit::Unusable`] if it contains no such key.
pub fn sealing_key(name: &OsStr) -> Result<Key, Failure> {
    const LEN: usize = sealed_file::KEY_LEN;
    let file = read(name)?;
    let contents = file.expose();
    let is_text = Digits::of(contents).is_some() || bare::begins_pem(contents);
    let decoded = match digits::hex_digits(contents) == Some(2 * LEN) {
        true => digits::hex(contents, |length| length == LEN).transpose().map_err(|error| unusable(name, &error))?,
        false => None,
    };
    let bytes = match &decoded {
        Some(key) => key.expose(),
        None if is_text => &[][..],
        None => contents,
    };
    let wrong = || {
        let found = bare::found(contents);
        format!("expected a key of {LEN} bytes or {} hexadecimal digits, found {found}", 2 * LEN)
    };
    let key = bytes.first_chunk().filter(|key| key.len() == bytes.len());
    key.map(Key::new).ok_or_else(|| Failure::unusable(input::label(name), &wrong()))
}

/// The form of a key of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KeyForm {
    /// The bytes of the file, including a line feed at its end
    Bytes,
    /// Two hexadecimal digits for each byte of the key; a line end may follow
    Hex,
}

/// Reads a key of any length from the file `name`. Without a form, a file that consists of hexadecimal digits is
/// refused, whatever their layout: they may be the text of a key as well as the digits of one.
///
/// # Errors
/// [`Exit::Io`] if the file cannot be read, [`Exit::Unusable`] if its form is not clear or not the one that is asked for.
pub fn any_key(name: &OsStr, form: Option<KeyForm>) -> Result<Secret<Vec<u8>>, Failure> {
    let contents = read(name)?;
    let text = contents.expose();
    let refused = |reason: &dyn std::fmt::Display| Failure::unusable(input::label(name), reason);
    match (form, digits::hex_digits(text), Digits::of(text).filter(Digits::are_hexadecimal)) {
        (Some(KeyForm::Bytes), ..) | (None, None, None) => Ok(contents),
        (Some(KeyForm::Hex), Some(count), _) => {
            let key = digits::hex(text, |length| 2 * length == count);
            key.unwrap_or(Ok(contents)).map_err(|error| refused(&error))
        }
        (Some(KeyForm::Hex), None, _) => {
            let expected = "expected hexadecimal digits, two for each byte of the key, and at most one line end";
            Err(refused(&format_args!("{expected}, found {}", bare::found(text))))
        }
        (None, Some(count), _) => {
            let (bytes, len) = (count / 2, text.len());
            let reason = format_args!(
                "{count} hexadecimal digits: --key-form hex reads a key of {bytes} bytes, --key-form bytes one of {len}"
            );
            Err(refused(&reason))
        }
        (None, None, Some(digits)) => {
            let hex = "--key-form hex reads two digits for each byte and at most one line end";
            let reason = format_args!("{digits}: {hex}, --key-form bytes reads a key of {} bytes", text.len());
            Err(refused(&reason))
        }
    }
}

/// Returns the name of the digits in which `contents` has `len` bytes, if it is such a text.
#[must_use]
pub fn digits_of(contents: &[u8], len: usize) -> Option<&'static str> {
    if digits::hex_digits(contents) == Some(2 * len) {
        return Some("hexadecimal digits");
    }
    digits::base64(contents, |found| found == len).map(|_| "base64")
}

/// Returns the failure of the key file `name` with these contents, which is not the wanted key of a role.
fn refused<R: Role>(name: &OsStr, contents: &[u8], wanted: Wanted, error: &EncodingError) -> Failure {
    let reason = match error {
        EncodingError::WrongAlgorithm { expected: None, found } => {
            Some(format!("algorithm: expected {}, found {found}, which is not supported", R::KEYS))
        }
        error => wanted.reason(contents, error),
    };
    reason.map_or_else(|| unusable(name, error), |reason| Failure::unusable(input::label(name), &reason))
}

/// Returns the failure of a key file that cannot be used.
#[must_use]
pub fn unusable(name: &OsStr, error: &EncodingError) -> Failure {
    let help = match error {
        EncodingError::AlgorithmUnknown => " with --algorithm",
        EncodingError::Encryption { .. } => "; openssl pkcs8 -topk8 -v2 aes256 encrypts the key so that it can be read",
        _ => "",
    };
    Failure::new(Exit::Unusable, format!("{}: {error}{help}", file_name::quoted(input::label(name))))
}

/// Returns the failure of the key file `name` that holds a key of another algorithm than those of `expected`.
#[must_use]
pub fn other_algorithm(name: &OsStr, expected: &str, found: Algorithm) -> Failure {
    let reason = format!("algorithm: expected {expected}, found {}", found.oid());
    Failure::unusable(input::label(name), &reason)
}

/// Reads the contents of the file `name`, up to [`LONGEST`] bytes, without interpreting them.
///
/// # Errors
/// [`Exit::Io`] if the file cannot be read, [`Exit::Unusable`] if it is longer.
pub fn read(name: &OsStr) -> Result<Secret<Vec<u8>>, Failure> {
    // Allocated at full size: a vector that grows leaves copies of its bytes behind.
    let mut contents = Zeroizing::new(vec![0; LONGEST + 1]);
    let read = Input::open(name).and_then(|mut input| input::fill(&mut input, &mut contents));
    let len = read.map_err(|error| Failure::file(input::label(name), &error))?;
    if len > LONGEST {
        let reason = format_args!("expected a key file of at most {LONGEST} bytes, found more");
        return Err(Failure::unusable(input::label(name), &reason));
    }
    contents.truncate(len);
    Ok(Secret::new(mem::take(&mut *contents)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Any;
    use crate::named;
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
        let keys = [
            (Algorithm::X25519, 32, 32),
            (Algorithm::MlKem512, 64, 800),
            (Algorithm::MlKem512, 1632, 800),
            (Algorithm::MlKem768, 2464, 1184),
            (Algorithm::MlKem1024, 3168, 1568),
            (Algorithm::MlDsa44, 32, 1312),
            (Algorithm::MlDsa65, 4032, 1952),
            (Algorithm::MlDsa87, 4928, 2592),
            (Algorithm::SlhDsaSha2_128s, 64, 32),
            (Algorithm::SlhDsaShake192f, 96, 48),
            (Algorithm::SlhDsaSha2_256f, 128, 64),
        ];
        for (algorithm, private, public) in keys {
            let key_type = named::find::<KeyTypeOf<Any>>(&algorithm.to_string());
            let private = PrivateKeyInfo::new(algorithm, &vec![7; private], None).unwrap();
            let public = SubjectPublicKeyInfo::new(algorithm, &vec![9; public]).unwrap();
            for format in Format::value_variants() {
                fs::write(&file, format.private(&private, None, false).unwrap().declassify("a test")).unwrap();
                let read = read_private(name, key_type, Source::TERMINAL).unwrap();
                assert_eq!(read.to_raw().declassify("a test"), private.to_raw().declassify("a test"));
                fs::write(&file, format.public(&public)).unwrap();
                assert_eq!(read_public(name, key_type).unwrap(), public);
            }
        }
    }
}
