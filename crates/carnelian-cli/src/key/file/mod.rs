//! Key files: reading them in any format, and the formats in which they are written.

mod bare;
mod digits;
mod format;
mod secret;

pub use bare::digits_of;
pub use format::Format;
pub use secret::{KeyForm, any_key, sealing_key};

use super::content::{PrivateContent, PublicContent};
use super::key_type::KeyType;
use super::private_key::PrivateKey;
use super::public_key::PublicKey;
use super::role::{KeyTypeOf, Role, Signature};
use crate::exit::Failure;
use crate::input::{self, InputFile};
use crate::passphrase::{PassphraseArgs, Source};
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

/// Returns the source of the passphrase of a key file. A passphrase on a descriptor is read here, as
/// [`PassphraseArgs::source`] says.
///
/// # Errors
/// [`Exit::Usage`](crate::exit::Exit::Usage) for a descriptor if the named algorithm has no encrypted keys, and the
/// errors of reading the passphrase.
pub fn passphrase_source(args: &PassphraseArgs, algorithm: Option<impl Into<KeyType>>) -> Result<Source, Failure> {
    algorithm.map_or(Ok(()), |named| Format::check_container(named.into(), args.is_given(), false))?;
    args.source()
}

/// A key file that was read. Every failure of it says which file it was.
#[derive(Debug)]
pub struct KeyFile<'a> {
    file: &'a InputFile,
    contents: Secret<Vec<u8>>,
}

/// A private key, and its passphrase if its file is encrypted.
pub type ProtectedKey = (PrivateContent, Option<Secret<Vec<u8>>>);

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
    /// and hexadecimal keys do not contain their algorithm, and have to be named. An encrypted key needs its
    /// passphrase.
    ///
    /// # Errors
    /// [`Exit::Unusable`](crate::exit::Exit::Unusable) if the file contains no such key.
    pub fn private_key<R: Role>(
        &self,
        algorithm: Option<KeyTypeOf<R>>,
        source: Source,
    ) -> Result<R::PrivateKey, Failure> {
        let (content, _) = self.private_content::<R>(algorithm, source)?;
        self.private_key_of::<R>(&content)
    }

    /// Returns the private key of a role as the file holds it, and the passphrase if it is encrypted.
    ///
    /// # Errors
    /// Those of [`private_key`](Self::private_key).
    pub fn private_content<R: Role>(
        &self,
        algorithm: Option<KeyTypeOf<R>>,
        source: Source,
    ) -> Result<ProtectedKey, Failure> {
        let key_type = algorithm.map(KeyType::from);
        let contents = self.contents.expose();
        let wanted = Wanted::Private(key_type);
        let refused = |error| self.refused::<R>(wanted, &error);
        if let Some(key) = bare::private_key(contents, key_type).map_err(refused)? {
            return Ok((key, None));
        }
        self.check_container(wanted)?;
        let encrypted = match Form::of(contents).map_err(refused)? {
            Form::Pem(content) | Form::Der(content) => content == Content::EncryptedPrivateKey,
            Form::Hex | Form::Raw => false,
        };
        let passphrase = if encrypted { Some(source.passphrase(self.file)?) } else { None };
        let shown = passphrase.as_ref().map(|passphrase| passphrase.expose().as_slice());
        let algorithm = key_type.and_then(KeyType::files);
        let key = PrivateKeyInfo::from_file(contents, algorithm, shown).map_err(refused)?;
        Ok((PrivateContent::Contained(key), passphrase))
    }

    /// Returns the private key of a role whose content was read from this file. The parts of some keys take as long to
    /// check as a new key takes to generate, so that a line on the terminal says what is done.
    ///
    /// # Errors
    /// Those of [`private_key`](Self::private_key).
    pub fn private_key_of<R: Role>(&self, content: &PrivateContent) -> Result<R::PrivateKey, Failure> {
        let key_type = self.key_type::<R>(content.key_type(), content.algorithm())?;
        let key = PrivateKey::from_content(key_type, content).map_err(|error| self.file.unusable(error))?;
        let what = format!("checking the {} key", key_type.identity().name);
        during(&what, || key.check()).map_err(|error| self.file.unusable(error))?;
        R::private_key(key).ok_or_else(|| self.wrong_algorithm::<R>(content.algorithm()))
    }

    /// Returns the public key of a role, checked.
    ///
    /// # Errors
    /// [`Exit::Unusable`](crate::exit::Exit::Unusable) if the file contains no such key.
    pub fn public_key<R: Role>(&self, key_type: Option<KeyType>) -> Result<R::PublicKey, Failure> {
        let (_, content) = self.public_content::<R>(key_type)?;
        self.public_key_of::<R>(&content)
    }

    /// Returns the public key of a role whose content was read from this file.
    ///
    /// # Errors
    /// Those of [`public_key`](Self::public_key).
    pub fn public_key_of<R: Role>(&self, content: &PublicContent) -> Result<R::PublicKey, Failure> {
        let key_type = self.key_type::<R>(content.key_type(), content.algorithm())?;
        let key = PublicKey::from_content(key_type, content).map_err(|error| self.file.unusable(error))?;
        R::public_key(key).ok_or_else(|| self.wrong_algorithm::<R>(content.algorithm()))
    }

    /// Returns the public key of a role as the file holds it, and its algorithm, as
    /// [`private_content`](Self::private_content) does.
    ///
    /// # Errors
    /// [`Exit::Unusable`](crate::exit::Exit::Unusable) if the file contains no such key.
    pub fn public_content<R: Role>(&self, key_type: Option<KeyType>) -> Result<(R::Algorithm, PublicContent), Failure> {
        let wanted = Wanted::Public(key_type);
        let refused = |error| self.refused::<R>(wanted, &error);
        let content = match bare::public_key(self.contents.expose(), key_type).map_err(refused)? {
            Some(content) => content,
            None => {
                self.check_container(wanted)?;
                let algorithm = key_type.and_then(KeyType::files);
                let info = SubjectPublicKeyInfo::from_file(self.contents.expose(), algorithm).map_err(refused)?;
                PublicContent::Contained(info)
            }
        };
        let key_type = self.key_type::<R>(content.key_type(), content.algorithm())?;
        let of_role = R::of(key_type).ok_or_else(|| self.wrong_algorithm::<R>(content.algorithm()))?;
        Ok((of_role, content))
    }

    /// Returns the public key like [`public_content`](Self::public_content), except that 32 bytes or their digits are a key of
    /// Ed25519 if no algorithm is named.
    ///
    /// # Errors
    /// Those of [`public_content`](Self::public_content).
    pub fn verifying_key(
        &self,
        algorithm: Option<KeyTypeOf<Signature>>,
    ) -> Result<(<Signature as Role>::Algorithm, PublicContent), Failure> {
        let is_bare = || bare::is_ed25519_public(self.contents.expose());
        let unnamed = || if is_bare() { KeyType::of(Algorithm::Ed25519) } else { None };
        self.public_content::<Signature>(algorithm.map(KeyType::from).or_else(unnamed))
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

    /// Returns the type of the key that was found, if it is one of the role.
    fn key_type<R: Role>(&self, found: Option<KeyType>, algorithm: String) -> Result<KeyType, Failure> {
        let key_type = found.filter(|key_type| R::of(*key_type).is_some());
        key_type.ok_or_else(|| self.wrong_algorithm::<R>(algorithm))
    }

    /// Checks that a file which holds neither the bytes nor the digits of a key can be one of the wanted type.
    fn check_container(&self, wanted: Wanted) -> Result<(), Failure> {
        let refused = wanted.no_container(self.contents.expose());
        refused.map_or(Ok(()), |reason| Err(self.file.unusable(reason)))
    }

    /// Returns the failure of a key of another algorithm than those of the role.
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
        for key_type in KeyType::all() {
            let name = named::find::<KeyTypeOf<Any>>(key_type.identity().name);
            let lens = |permits: &dyn Fn(usize) -> bool| (0..LONGEST).filter(|len| permits(*len)).collect::<Vec<_>>();
            let formats = || Format::value_variants().iter().filter(|format| format.check_type(key_type).is_ok());
            assert_eq!(formats().count(), if key_type.files().is_some() { 4 } else { 2 });
            for len in lens(&|len| key_type.permits_private(len)) {
                let private = PrivateContent::new(key_type, Secret::new(vec![7; len]), None).unwrap();
                for format in formats() {
                    fs::write(&path, format.private(&private, None, false).unwrap().declassify("a test")).unwrap();
                    let key_file = KeyFile::read(&file).unwrap();
                    let (read, _) = key_file.private_content(name, Source::TERMINAL).unwrap();
                    assert_eq!(read.to_raw().declassify("a test"), private.to_raw().declassify("a test"));
                }
            }
            for len in lens(&|len| key_type.permits_public(len)) {
                let public = PublicContent::new(key_type, &vec![9; len]).unwrap();
                for format in formats() {
                    fs::write(&path, format.public(&public).unwrap()).unwrap();
                    let key_file = KeyFile::read(&file).unwrap();
                    let (_, read) = key_file.public_content::<Any>(Some(key_type)).unwrap();
                    assert_eq!(read, public);
                }
            }
        }
    }
}
