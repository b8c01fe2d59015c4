//! The formats in which keys are written.

use crate::exit::{Exit, Failure};
use crate::hex;
use crate::key::{KeyType, PrivateContent, PublicContent};
use carnelian::encoding::{EncodingError, Encryption, PrivateKeyInfo};
use carnelian::random::OsRandom;
use carnelian::secret::Secret;
use clap::ValueEnum;

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

    /// Checks that keys of a type can be encrypted, or have PKCS #8 v2, if that is asked for. It comes before
    /// [`check`](Self::check), whose advice is another format.
    ///
    /// # Errors
    /// [`Exit::Usage`] if they cannot.
    pub fn check_container(key_type: KeyType, is_encrypted: bool, v2: bool) -> Result<(), Failure> {
        let name = key_type.identity().name;
        let usage = |what: &str| {
            let message = format!("{name} keys have no PEM or DER form, so that none {what}");
            Err(Failure::new(Exit::Usage, message))
        };
        match key_type.files() {
            None if is_encrypted => usage("is encrypted"),
            None if v2 => usage("is PKCS #8 v2"),
            _ => Ok(()),
        }
    }

    /// Checks that keys of a type have files of this format.
    ///
    /// # Errors
    /// [`Exit::Usage`] if they do not.
    pub fn check_type(self, key_type: KeyType) -> Result<(), Failure> {
        if self.is_structured() && key_type.files().is_none() { Err(no_files(key_type)) } else { Ok(()) }
    }

    /// Encodes a private key file: PKCS #8 v1, encrypted if there is a passphrase; v2; or only the key's bytes.
    ///
    /// # Errors
    /// [`Exit::Io`] if the operating system has no random bytes for the encryption, and [`Exit::Usage`] if the key has
    /// no files of this format.
    pub fn private(
        self,
        key: &PrivateContent,
        passphrase: Option<&Secret<Vec<u8>>>,
        v2: bool,
    ) -> Result<Secret<Vec<u8>>, Failure> {
        match (self, key) {
            (Self::Hex, _) => Ok(key.to_hex()),
            (Self::Raw, _) => Ok(key.to_raw()),
            (Self::Pem | Self::Der, PrivateContent::Contained(info)) => {
                let encoded = self.contained(info, passphrase, v2);
                encoded.map_err(|error| Failure::new(Exit::Io, error.to_string()))
            }
            (Self::Pem | Self::Der, PrivateContent::Bare(key_type, _)) => Err(no_files(*key_type)),
        }
    }

    /// Encodes a container: PEM, unless the format is DER.
    fn contained(
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
            (Self::Der, None) => Ok(key.to_pkcs8_der()),
            (_, None) => Ok(key.to_pkcs8_pem()),
        }
    }

    /// Encodes a public key file: SubjectPublicKeyInfo, or only the key's bytes.
    ///
    /// # Errors
    /// [`Exit::Usage`] if the key has no files of this format.
    pub fn public(self, key: &PublicContent) -> Result<Vec<u8>, Failure> {
        Ok(match (self, key) {
            (Self::Hex, _) => (hex::encode(key.as_bytes()) + "\n").into_bytes(),
            (Self::Raw, _) => key.as_bytes().to_vec(),
            (Self::Pem, PublicContent::Contained(info)) => info.to_spki_pem().into_bytes(),
            (Self::Der, PublicContent::Contained(info)) => info.to_spki_der(),
            (Self::Pem | Self::Der, PublicContent::Bare(key_type, _)) => return Err(no_files(*key_type)),
        })
    }
}

/// Returns the failure of writing a container for a key whose algorithm has none.
fn no_files(key_type: KeyType) -> Failure {
    let name = key_type.identity().name;
    Failure::new(Exit::Usage, format!("{name} keys have no PEM or DER form: use --format raw or hex"))
}
