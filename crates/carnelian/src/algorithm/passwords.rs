//! The password hashes.

use super::identity::Identity;
use super::table::{Algorithms, row};
use crate::base::random::Random;
use crate::kdf::argon2::{
    self, Argon2, Argon2Error, Limits, Params, PasswordHash, PasswordHashError, Variant, VerifyError,
};
use alloc::string::String;
use core::fmt;

/// Calls a macro with a row for each password hash: its variant of [`Argon2`], the name of its constants, and its
/// identity. `$apply! { [arguments] rows }`. The numbers are the types y of RFC 9106, which start at 0.
#[doc(hidden)]
#[macro_export]
macro_rules! __password_hashes {
    ($($apply:ident)::+ [$($arguments:tt)*]) => {
        $($apply)::+! { [$($arguments)*]
            D ARGON2D (0, "argon2d", "Argon2d", "RFC 9106 Section 3") [legacy()];
            I ARGON2I (1, "argon2i", "Argon2i", "RFC 9106 Section 3") [legacy()];
            Id ARGON2ID (2, "argon2id", "Argon2id", "RFC 9106 Section 3") [];
        }
    };
}

/// A password hash that is chosen when the program runs.
///
/// The time depends on the parameters, on lengths and, except for Argon2i, on the password, as described in
/// [`crate::kdf::argon2`].
///
/// ```
/// use carnelian::algorithm::{self, PasswordError, PasswordOptions};
/// use carnelian::kdf::argon2::{Params, VerifyError};
/// use carnelian::random::OsRandom;
/// let function = algorithm::password_hash("argon2id").ok_or("no such function")?;
/// let params = Params::new(1024, 1, 4)?; // for an example that is quick
/// let options = PasswordOptions { params, ..PasswordOptions::default() };
///
/// let text = function.hash_password(b"password", &options, &mut OsRandom)?;
/// assert!(text.starts_with("$argon2id$v=19$m=1024,t=1,p=4$"));
/// let function = algorithm::password_hash_of(&text).ok_or("a string of another function")?;
/// function.verify(&text, b"password")?;
/// let wrong = PasswordError::Verify(VerifyError::WrongPassword);
/// assert_eq!(function.verify(&text, b"Password"), Err(wrong));
///
/// let mut key = [0; 32];
/// function.hash_into(b"password", b"random salt", &options, &mut key)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PasswordHashAlgorithm {
    identity: Identity,
    variant: Variant,
}

/// The cost of a password hash, and what is hashed beside the password.
#[derive(Clone, Copy, Debug)]
pub struct PasswordOptions<'a> {
    /// The amounts of memory and of time. The default is [`Params::SECOND_RECOMMENDED`].
    pub params: Params,
    /// A secret that all passwords are hashed with and that is stored separately from the hashes (a pepper).
    pub secret: &'a [u8],
    /// Data that the hash is bound to.
    pub associated_data: &'a [u8],
}

impl Default for PasswordOptions<'_> {
    fn default() -> Self {
        Self { params: Params::SECOND_RECOMMENDED, secret: &[], associated_data: &[] }
    }
}

impl PasswordHashAlgorithm {
    /// Returns the names and numbers of the function. Its name for programs is the one in its strings.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the smallest number of bytes in a salt. Use 16, from a random source.
    #[must_use]
    pub const fn min_salt_len(&self) -> usize {
        Argon2::MIN_SALT_LEN
    }

    /// Returns the smallest number of bytes in a hash.
    #[must_use]
    pub const fn min_output_len(&self) -> usize {
        Argon2::MIN_TAG_LEN
    }

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    pub fn backend(&self) -> &'static str {
        argon2::backend()
    }

    /// Fills `out` with the hash of `password` and `salt`, such as a key.
    ///
    /// # Errors
    /// [`Argon2Error`] if the salt or `out` is too short, if an input is too long, or if there is less memory than the
    /// parameters require; nothing is written then.
    pub fn hash_into(
        &self,
        password: &[u8],
        salt: &[u8],
        options: &PasswordOptions<'_>,
        out: &mut [u8],
    ) -> Result<(), Argon2Error> {
        self.function(options).hash_into(password, salt, out)
    }

    /// Hashes `password` with a random salt and returns a string to store, which names the function and its parameters
    /// (a PHC string), but not the secret.
    ///
    /// # Errors
    /// [`Argon2Error`] if the random source fails, if an input is too long, or if there is not enough memory.
    pub fn hash_password(
        &self,
        password: &[u8],
        options: &PasswordOptions<'_>,
        random: &mut dyn Random,
    ) -> Result<String, Argon2Error> {
        self.function(options).hash_password(password, &mut &mut *random)
    }

    /// Checks that `password` is the one that was hashed into the string `text` without a secret. Hashes are compared
    /// in constant time.
    ///
    /// # Errors
    /// [`PasswordError`] if it is not, or if the string is of another function or demands more than the default
    /// [`Limits`].
    pub fn verify(&self, text: &str, password: &[u8]) -> Result<(), PasswordError> {
        self.verify_with(text, password, &[], &Limits::default())
    }

    /// Like [`verify`](Self::verify), with the secret that was hashed too, and with other limits.
    ///
    /// # Errors
    /// [`PasswordError`] for the reasons listed at [`verify`](Self::verify). With another secret every password is
    /// wrong.
    pub fn verify_with(
        &self,
        text: &str,
        password: &[u8],
        secret: &[u8],
        limits: &Limits,
    ) -> Result<(), PasswordError> {
        let hash = PasswordHash::parse(text, limits).map_err(PasswordError::Text)?;
        if hash.variant() != self.variant {
            return Err(PasswordError::OtherFunction);
        }
        hash.verify_with_secret(password, secret).map_err(PasswordError::Verify)
    }

    const fn function<'a>(&self, options: &PasswordOptions<'a>) -> Argon2<'a> {
        Argon2::new(self.variant, options.params)
            .with_secret(options.secret)
            .with_associated_data(options.associated_data)
    }

    /// Returns whether a string of a password hash names this function.
    pub(super) fn made(&self, text: &str) -> bool {
        text.strip_prefix('$').and_then(|text| text.split('$').next()) == Some(self.identity.id)
    }
}

row!(PasswordHashAlgorithm);

impl fmt::Debug for PasswordHashAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identity.id)
    }
}

/// The reason that a password was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PasswordError {
    /// The string is not that of a password hash, or demands more than the limits permit.
    Text(PasswordHashError),
    /// The string is of another function.
    OtherFunction,
    /// The password is wrong, or could not be checked.
    Verify(VerifyError),
}

impl fmt::Display for PasswordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::OtherFunction => f.write_str("the password was hashed with another function"),
            Self::Verify(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PasswordError {}

/// Generates the table.
macro_rules! table {
    ([] $($Variant:ident $STEM:ident ($($names:tt)*) [$($method:ident($($argument:tt)*))*];)+) => {
        &[$(
            PasswordHashAlgorithm {
                identity: Identity::new($($names)*)$(.$method($($argument)*))*,
                variant: Variant::$Variant,
            }
        ),+]
    };
}

/// The table; the numbers are those in C.
static PASSWORD_HASHES: &[PasswordHashAlgorithm] = __password_hashes! { table [] };

/// Returns every password hash, a family after the other.
#[must_use]
pub const fn password_hashes() -> Algorithms<PasswordHashAlgorithm> {
    Algorithms::new(PASSWORD_HASHES)
}

/// Returns the password hash with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::password_hash("Argon2id").unwrap().min_salt_len(), 8);
/// ```
#[must_use]
pub fn password_hash(name: &str) -> Option<&'static PasswordHashAlgorithm> {
    password_hashes().find(name)
}

/// Returns the password hash that a stored string names. The rest of the string is not checked.
///
/// ```
/// use carnelian::algorithm;
/// let text = "$argon2i$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$c29tZXRhZw";
/// assert_eq!(algorithm::password_hash_of(text).unwrap().identity().name, "Argon2i");
/// assert!(algorithm::password_hash_of("$2b$12$").is_none());
/// ```
#[must_use]
pub fn password_hash_of(text: &str) -> Option<&'static PasswordHashAlgorithm> {
    password_hashes().iter().find(|function| function.made(text))
}
