//! Key files: reading them in any format, and the formats in which they are written.

mod bare;
mod digits;
mod format;
mod secret;

pub use bare::digits_of;
pub use format::Format;
pub use secret::{KeyForm, any_key, sealing_key};

use super::key_type::KeyType;
use super::private_key::PrivateKey;
use super::role::{KeyTypeOf, Role, Signature};
use crate::exit::Failure;
use crate::input::{self, InputFile};
use crate::passphrase::Source;
use crate::progress::during;
use bare::Wanted;
use carnelian::encoding::{Algorithm, Content, EncodingError, Form, PrivateKeyInfo, SubjectPublicKeyInfo};
use carnelian::secret::Secret;
use std::fmt::Display;
use std::mem;
use zeroize::Zeroizing;

/// The largest key file that is read: many times the length of a real one, so that a wrong file does not fill the
/// memory.
pub const LONGEST: usize = 64 << 10;

/// A key file that was read. Every failure of it says which file it was.
#[derive(Debug)]
pub struct KeyFile<'a> {
    file: &'a InputFile,
    contents: Secret<Vec<u8>>,
}

/// A private key, and its passphrase if its file is encrypted.
pub type ProtectedKey = (PrivateKeyInfo, Option<Secret<Vec<u8>>>);

impl<'a> KeyFile<'a> {
    /// Reads a file of up to [`LONGEST`] bytes, without interpreting them.
    ///
    /// # Errors
    /// [`Exit::Io`](crate::exit::Exit::Io) if it cannot be read, [`Exit::Unusable`](crate::exit::Exit::Unusable) if it
    /// is longer.
    pub fn read(file: &'a InputFile) -> Result<Self, Failure> {
        // Allocated at full size: a vector that grows leaves copies of its bytes behind.
        let mut contents = Zeroizing::new(vec![0; LONGEST + 1]);
        let len = input::fill(&mut file.open()?, &mut contents).map_err(|error| file.unreadable(&error))?;
        if len > LONGEST {
            return Err(file.unusable(format_args!("expected a key file of at most {LONGEST} bytes, found more")));
        }
        contents.truncate(len);
        Ok(Self { file, contents: Secret::new(mem::take(&mut *contents)) })
    }

    /// Returns the private key of a role, checked. `algorithm` is the expected one; without it any is accepted, but raw
    /// and hexadecimal keys do not contain their algorithm. An encrypted key needs its passphrase.
    ///
    /// # Errors
    /// [`Exit::Unusable`](crate::exit::Exit::Unusable) if the file contains no such key.
    pub fn private_key<R: Role>(
        &self,
        algorithm: Option<KeyTypeOf<R>>,
        source: Source,
    ) -> Result<R::PrivateKey, Failure> {
        let (info, _) = self.private_info::<R>(algorithm, source)?;
        self.private_key_of::<R>(&info)
    }

    /// Returns the private key of a role in its container, and the passphrase if it is encrypted.
    ///
    /// # Errors
    /// Those of [`private_key`](Self::private_key).
    pub fn private_info<R: Role>(
        &self,
        algorithm: Option<KeyTypeOf<R>>,
        source: Source,
    ) -> Result<ProtectedKey, Failure> {
        let algorithm = algorithm.map(Algorithm::from);
        let contents = self.contents.expose();
        let refused = |error| self.refused::<R>(Wanted::Private(algorithm), &error);
        if let Some(key) = bare::private_key(contents, algorithm).map_err(refused)? {
            return Ok((key, None));
        }
        let encrypted = match Form::of(contents).map_err(refused)? {
            Form::Pem(content) | Form::Der(content) => content == Content::EncryptedPrivateKey,
            Form::Hex | Form::Raw => false,
        };
        let passphrase = if encrypted { Some(source.passphrase(self.file)?) } else { None };
        let shown = passphrase.as_ref().map(|passphrase| passphrase.expose().as_slice());
        let key = PrivateKeyInfo::from_file(contents, algorithm, shown).map_err(refused)?;
        Ok((key, passphrase))
    }

    /// Returns the private key of a role in a container that was read from this file. The parts of some keys take as
    /// long to check as a new key takes to generate, so that a line on the terminal says what is done.
    ///
    /// # Errors
    /// Those of [`private_key`](Self::private_key).
    pub fn private_key_of<R: Role>(&self, info: &PrivateKeyInfo) -> Result<R::PrivateKey, Failure> {
        let key_type = self.key_type::<R>(info.algorithm())?;
        let key = PrivateKey::from_info(key_type, info).map_err(|error| self.unusable(&error))?;
        let what = format!("checking the {} key", key_type.identity().name);
        during(&what, || key.check()).map_err(|error| self.file.unusable(error))?;
        R::private_key(key).ok_or_else(|| self.other_algorithm::<R>(info.algorithm()))
    }

    /// Returns the public key of a role in its container, and its algorithm, as [`private_key`](Self::private_key)
    /// does.
    ///
    /// # Errors
    /// [`Exit::Unusable`](crate::exit::Exit::Unusable) if the file contains no such key.
    pub fn public_key<R: Role>(
        &self,
        algorithm: Option<Algorithm>,
    ) -> Result<(R::Algorithm, SubjectPublicKeyInfo), Failure> {
        let refused = |error| self.refused::<R>(Wanted::Public(algorithm), &error);
        let info = match bare::public_key(self.contents.expose(), algorithm).map_err(refused)? {
            Some(key) => key,
            None => SubjectPublicKeyInfo::from_file(self.contents.expose(), algorithm).map_err(refused)?,
        };
        let found = R::of(self.key_type::<R>(info.algorithm())?);
        Ok((found.ok_or_else(|| self.other_algorithm::<R>(info.algorithm()))?, info))
    }

    /// Returns the public key like [`public_key`](Self::public_key), except that 32 bytes or their digits are a key of
    /// Ed25519 if `algorithm` is `None`.
    ///
    /// # Errors
    /// Those of [`public_key`](Self::public_key).
    pub fn verifying_key(
        &self,
        algorithm: Option<KeyTypeOf<Signature>>,
    ) -> Result<(<Signature as Role>::Algorithm, SubjectPublicKeyInfo), Failure> {
        let is_bare = || bare::is_ed25519_public(self.contents.expose());
        let algorithm = algorithm.map(Algorithm::from).or_else(|| is_bare().then_some(Algorithm::Ed25519));
        self.public_key::<Signature>(algorithm)
    }

    /// Returns whether the file itself shows that it is a public key.
    #[must_use]
    pub fn is_public(&self) -> bool {
        matches!(Form::of(self.contents.expose()), Ok(Form::Pem(Content::PublicKey) | Form::Der(Content::PublicKey)))
    }

    /// Returns whether the file is PEM or DER.
    #[must_use]
    pub fn is_structured(&self) -> bool {
        matches!(Form::of(self.contents.expose()), Ok(Form::Pem(_) | Form::Der(_)))
    }

    /// Returns the number of blocks of a PEM text; 0 for a file of another form.
    #[must_use]
    pub fn blocks(&self) -> usize {
        match Form::of(self.contents.expose()) {
            Ok(Form::Pem(_)) => bare::blocks(self.contents.declassify("how many blocks a PEM text has is public")),
            _ => 0,
        }
    }

    /// Returns the failure of a key file that cannot be used.
    #[must_use]
    pub fn unusable(&self, error: &EncodingError) -> Failure {
        let help = match error {
            EncodingError::AlgorithmUnknown => " with --algorithm",
            EncodingError::Encryption { .. } => {
                "; openssl pkcs8 -topk8 -v2 aes256 encrypts the key so that it can be read"
            }
            _ => "",
        };
        self.file.unusable(format_args!("{error}{help}"))
    }

    /// Returns the key type of an algorithm, if it is one of the role.
    fn key_type<R: Role>(&self, algorithm: Algorithm) -> Result<KeyType, Failure> {
        let key_type = KeyType::of(algorithm).filter(|key_type| R::of(*key_type).is_some());
        key_type.ok_or_else(|| self.other_algorithm::<R>(algorithm))
    }

    /// Returns the failure of a key of another algorithm than those of the role.
    fn other_algorithm<R: Role>(&self, found: Algorithm) -> Failure {
        self.wrong_algorithm::<R>(found.oid())
    }

    fn wrong_algorithm<R: Role>(&self, found: impl Display) -> Failure {
        self.file.unusable(format_args!("algorithm: expected {}, found {found}", R::families()))
    }

    /// Returns the failure of a file that is not the wanted key of a role.
    fn refused<R: Role>(&self, wanted: Wanted, error: &EncodingError) -> Failure {
        if let EncodingError::WrongAlgorithm { expected: None, found } = error {
            return self.wrong_algorithm::<R>(format_args!("{found}, which is not supported"));
        }
        let reason = wanted.reason(self.contents.expose(), error);
        reason.map_or_else(|| self.unusable(error), |reason| self.file.unusable(reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::named;
    use crate::exit::Exit;
    use crate::key::Any;
    use clap::ValueEnum;
    use std::fs;

    #[test]
    fn a_file_up_to_the_limit_is_read_whole_and_a_longer_one_not() {
        let path = tempfile::NamedTempFile::new().unwrap();
        let file = InputFile::from(path.path().as_os_str().to_owned());
        fs::write(&path, vec![7; LONGEST]).unwrap();
        assert_eq!(KeyFile::read(&file).unwrap().contents.declassify("a test").len(), LONGEST);
        fs::write(&path, vec![7; LONGEST + 1]).unwrap();
        assert_eq!(KeyFile::read(&file).unwrap_err().report(), Exit::Unusable);
    }

    /// Every length of a key of every type.
    #[test]
    fn every_format_reads_back() {
        let path = tempfile::NamedTempFile::new().unwrap();
        let file = InputFile::from(path.path().as_os_str().to_owned());
        for algorithm in KeyType::all().map(KeyType::algorithm) {
            let key_type = named::find::<KeyTypeOf<Any>>(&algorithm.to_string());
            let lens = |permits: &dyn Fn(usize) -> bool| (0..LONGEST).filter(|len| permits(*len)).collect::<Vec<_>>();
            for len in lens(&|len| algorithm.private_lengths().contains(len)) {
                let private = PrivateKeyInfo::new(algorithm, &vec![7; len], None).unwrap();
                for format in Format::value_variants() {
                    fs::write(&path, format.private(&private, None, false).unwrap().declassify("a test")).unwrap();
                    let key_file = KeyFile::read(&file).unwrap();
                    let (read, _) = key_file.private_info(key_type, Source::TERMINAL).unwrap();
                    assert_eq!(read.to_raw().declassify("a test"), private.to_raw().declassify("a test"));
                }
            }
            for len in lens(&|len| algorithm.public_lengths().contains(len)) {
                let public = SubjectPublicKeyInfo::new(algorithm, &vec![9; len]).unwrap();
                for format in Format::value_variants() {
                    fs::write(&path, format.public(&public)).unwrap();
                    let key_file = KeyFile::read(&file).unwrap();
                    let (_, read) = key_file.public_key::<Any>(key_type.map(Algorithm::from)).unwrap();
                    assert_eq!(read, public);
                }
            }
        }
    }
}
