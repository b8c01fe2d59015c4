//! Password hashes as strings, in the PHC string format, as written by the reference implementation of Argon2:
//! `$argon2id$v=19$m=65536,t=3,p=4$` salt `$` tag, both in base64 without padding.
//!
//! The format is strict: a single order of the parameters, no leading zeros, no nonzero spare bits in base64, so that a
//! hash has exactly one string. Two parameters of the format are optional: `keyid`, which identifies the secret that
//! was used, and `data`, the associated data. Without `v` the version is 1.0.

use super::error::{Argon2Error, VerifyError};
use super::params::{Params, ParamsError};
use super::{Argon2, Variant, Version, WorkArea};
use crate::base::ct;
use crate::base::digits::{BASE64, digit, value};
use crate::base::random::Random;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;
use zeroize::Zeroizing;

/// The length of the salt in new strings, in bytes.
const SALT_LEN: usize = 16;
/// The length of the tag in new strings, in bytes.
const TAG_LEN: usize = 32;

/// A password hash that was parsed from a string, for verifying passwords.
///
/// [`Argon2::hash_password`] creates the strings. Parsing one allocates memory only for its parts; parameters above
/// [`Limits`] are rejected, since otherwise anyone who can supply a string could make its reader work for hours.
///
/// ```
/// use carnelian::kdf::argon2::{Argon2, Params, PasswordHash, VerifyError};
/// use carnelian::random::OsRandom;
/// let params = Params::new(1024, 1, 4)?; // for an example that is quick
/// let text = Argon2::id(params).hash_password(b"password", &mut OsRandom)?;
/// assert!(text.starts_with("$argon2id$v=19$m=1024,t=1,p=4$"));
///
/// let stored: PasswordHash = text.parse()?;
/// assert_eq!(stored.verify(b"password"), Ok(()));
/// assert_eq!(stored.verify(b"Password"), Err(VerifyError::WrongPassword));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PasswordHash {
    variant: Variant,
    version: Version,
    params: Params,
    key_id: Vec<u8>,
    associated_data: Vec<u8>,
    pub(super) salt: Vec<u8>,
    pub(super) tag: Vec<u8>,
}

/// The maximum parameters that a string may have.
///
/// ```
/// use carnelian::kdf::argon2::{Limits, PasswordHash};
/// let text = "$argon2id$v=19$m=4194304,t=1,p=4$c29tZXNhbHQ$c29tZXRhZw";
/// assert_eq!(
///     text.parse::<PasswordHash>().unwrap_err().to_string(),
///     "a password hash with m=4194304 is above the limit of 1048576"
/// );
/// let limits = Limits { memory_kib: 4 << 20, ..Limits::default() };
/// assert!(PasswordHash::parse(text, &limits).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// m, the memory in KiB.
    pub memory_kib: u32,
    /// t, the number of passes.
    pub passes: u32,
    /// p, the number of lanes.
    pub lanes: u32,
}

impl Default for Limits {
    /// Returns 1 GiB, 10 passes and 255 lanes: a few seconds on one core. The first option that RFC 9106 recommends
    /// takes more memory, 2 GiB.
    fn default() -> Self {
        Self { memory_kib: 1 << 20, passes: 10, lanes: 255 }
    }
}

impl PasswordHash {
    /// Parses a string whose parameters are at most `limits`.
    ///
    /// # Errors
    /// [`PasswordHashError`], which describes the fault.
    pub fn parse(text: &str, limits: &Limits) -> Result<Self, PasswordHashError> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let variant = reader.variant()?;
        let version = reader.version()?;
        reader.expect("$m=")?;
        let memory_kib = reader.number_up_to("m", limits.memory_kib)?;
        reader.expect(",t=")?;
        let passes = reader.number_up_to("t", limits.passes)?;
        reader.expect(",p=")?;
        let lanes = reader.number_up_to("p", limits.lanes)?;
        let params = Params::new(memory_kib, passes, lanes)?;
        let key_id = reader.optional(",keyid=")?;
        let associated_data = reader.optional(",data=")?;
        reader.expect("$")?;
        let salt = reader.base64(Argon2::MIN_SALT_LEN, "a salt of at least 8 bytes in base64")?;
        reader.expect("$")?;
        let tag = reader.base64(Argon2::MIN_TAG_LEN, "a tag of at least 4 bytes in base64")?;
        if reader.at < text.len() {
            return Err(reader.error("the end"));
        }
        Ok(Self { variant, version, params, key_id, associated_data, salt, tag })
    }

    /// Returns the variant that created the hash.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the version. After verifying a password with an old version, it is best to hash it again.
    #[must_use]
    pub const fn version(&self) -> Version {
        self.version
    }

    /// Returns the parameters.
    #[must_use]
    pub const fn params(&self) -> Params {
        self.params
    }

    /// Returns the name of the secret that was used, `keyid`; empty if there is none.
    #[must_use]
    pub fn key_id(&self) -> &[u8] {
        &self.key_id
    }

    /// Returns the associated data that was used, `data`; empty if there is none.
    #[must_use]
    pub fn associated_data(&self) -> &[u8] {
        &self.associated_data
    }

    /// Checks whether `password` is the one that was hashed. The tags are compared in constant time.
    ///
    /// # Errors
    /// [`VerifyError::WrongPassword`] if it is not, [`VerifyError::NoSecret`] if the string names a secret
    /// ([`key_id`](Self::key_id)), [`VerifyError::Argon2`] if there is not enough memory to find out.
    pub fn verify(&self, password: &[u8]) -> Result<(), VerifyError> {
        self.verify_with_secret(password, &[])
    }

    /// Like [`verify`](Self::verify), but for a hash that was created with a secret.
    ///
    /// # Errors
    /// Same as for `verify`; [`VerifyError::NoSecret`] only if `secret` is empty. With a different secret every password
    /// is wrong.
    pub fn verify_with_secret(&self, password: &[u8], secret: &[u8]) -> Result<(), VerifyError> {
        self.check_secret(secret)?;
        self.verify_in(&mut WorkArea::new(&self.params)?, password, secret)
    }

    /// Returns an error if the string names a secret and there is none: every password would then be called wrong.
    fn check_secret(&self, secret: &[u8]) -> Result<(), VerifyError> {
        if secret.is_empty() && !self.key_id.is_empty() { Err(VerifyError::NoSecret) } else { Ok(()) }
    }

    /// Like [`verify_with_secret`](Self::verify_with_secret), but in memory that is reused across calls.
    ///
    /// # Errors
    /// Same as for `verify`, and [`Argon2Error::WorkArea`] if the work area has too few blocks.
    pub fn verify_in(&self, area: &mut WorkArea<'_>, password: &[u8], secret: &[u8]) -> Result<(), VerifyError> {
        self.check_secret(secret)?;
        let argon2 = Argon2::new(self.variant, self.params).with_version(self.version).with_secret(secret);
        let mut tag = Zeroizing::new(alloc::vec![0; self.tag.len()]);
        argon2.with_associated_data(&self.associated_data).hash_in(area, password, &self.salt, &mut tag)?;
        match ct::eq(&tag, &self.tag).declassify("whether the password is right is the answer") {
            true => Ok(()),
            false => Err(VerifyError::WrongPassword),
        }
    }
}

impl FromStr for PasswordHash {
    type Err = PasswordHashError;

    /// Parses a string whose parameters are at most the default [`Limits`].
    fn from_str(text: &str) -> Result<Self, PasswordHashError> {
        Self::parse(text, &Limits::default())
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PasswordHash")
            .field("variant", &self.variant)
            .field("version", &self.version)
            .field("params", &self.params)
            .finish_non_exhaustive()
    }
}

impl Argon2<'_> {
    /// Hashes `password` with a random salt and returns a string to store: a tag of 32 bytes, the salt of 16, the
    /// parameters and the associated data, but not the secret.
    ///
    /// # Errors
    /// [`Argon2Error`] if the random source fails, if there is not enough memory, or if an input is too long.
    pub fn hash_password(&self, password: &[u8], random: &mut impl Random) -> Result<String, Argon2Error> {
        let mut salt = [0; SALT_LEN];
        random.fill(&mut salt)?;
        let mut tag = [0; TAG_LEN];
        self.hash_into(password, &salt, &mut tag)?;
        let tag = ct::declassify(tag, "the string of a hash is public");
        Ok(self.string(&salt, &tag))
    }

    /// Returns the string of a hash, always with the newest version.
    pub(super) fn string(&self, salt: &[u8], tag: &[u8]) -> String {
        let Self { variant, params, associated_data, .. } = self;
        let (m, t, p) = (params.memory_kib(), params.passes(), params.lanes());
        let mut text = String::new();
        _ = write!(text, "${}$v={}$m={m},t={t},p={p}", variant.name(), Version::V0x13 as u32);
        let parts = [(",data=", *associated_data), ("$", salt), ("$", tag)];
        for (before, bytes) in parts.into_iter().filter(|(_, bytes)| !bytes.is_empty()) {
            text.push_str(before);
            push_base64(&mut text, bytes);
        }
        text
    }
}

/// Appends the base64 digits of `bytes`, without padding.
fn push_base64(text: &mut String, bytes: &[u8]) {
    for group in bytes.chunks(3) {
        let word = group.iter().fold(1, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        let digits = [18, 12, 6, 0].map(|shift| digit((word >> shift & 63) as u8, BASE64));
        text.extend(digits[..group.len() + 1].iter().map(|digit| char::from(*digit)));
    }
}

/// A string and the position up to which it was read.
struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn error(&self, expected: &'static str) -> PasswordHashError {
        PasswordHashError::Malformed { offset: self.at, expected }
    }

    /// Returns whether `literal` comes next, and consumes it if so.
    fn takes(&mut self, literal: &str) -> bool {
        let is_next = self.text[self.at..].starts_with(literal.as_bytes());
        self.at += if is_next { literal.len() } else { 0 };
        is_next
    }

    fn expect(&mut self, literal: &'static str) -> Result<(), PasswordHashError> {
        if self.takes(literal) { Ok(()) } else { Err(self.error(literal)) }
    }

    /// Reads `$argon2id` or another variant.
    fn variant(&mut self) -> Result<Variant, PasswordHashError> {
        self.expect("$")?;
        // The longest name first: `argon2i` is a prefix of `argon2id`.
        let variant = [Variant::Id, Variant::I, Variant::D].into_iter().find(|variant| self.takes(variant.name()));
        variant.ok_or_else(|| self.error("argon2id, argon2i or argon2d"))
    }

    /// Reads `$v=19`, or nothing.
    fn version(&mut self) -> Result<Version, PasswordHashError> {
        if !self.takes("$v=") {
            return Ok(Version::V0x10);
        }
        match self.number()? {
            0x10 => Ok(Version::V0x10),
            0x13 => Ok(Version::V0x13),
            found => Err(PasswordHashError::Version { found }),
        }
    }

    /// Reads a decimal number below 2^32 without leading zeros.
    fn number(&mut self) -> Result<u32, PasswordHashError> {
        let rest = &self.text[self.at..];
        let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        let number = str::from_utf8(&rest[..digits]).ok().and_then(|digits| digits.parse().ok());
        let is_canonical = digits == 1 || rest.first() != Some(&b'0');
        let number = number.filter(|_| is_canonical).ok_or_else(|| self.error("a number below 2^32"))?;
        self.at += digits;
        Ok(number)
    }

    fn number_up_to(&mut self, parameter: &'static str, limit: u32) -> Result<u32, PasswordHashError> {
        let found = self.number()?;
        if found > limit {
            return Err(PasswordHashError::TooCostly { parameter, limit, found });
        }
        Ok(found)
    }

    /// Reads the value of an optional parameter.
    fn optional(&mut self, name: &str) -> Result<Vec<u8>, PasswordHashError> {
        if self.takes(name) { self.base64(1, "bytes in base64") } else { Ok(Vec::new()) }
    }

    /// Reads base64 digits without padding that encode at least `at_least` bytes. Spare bits of the last digit must be
    /// zero.
    fn base64(&mut self, at_least: usize, expected: &'static str) -> Result<Vec<u8>, PasswordHashError> {
        let value = |c: &u8| {
            let (value, is_digit) = value(*c, BASE64);
            is_digit.declassify("the string of a hash is public").then_some(value)
        };
        let values: Vec<u8> = self.text[self.at..].iter().map_while(value).collect();
        let mut bytes = Vec::with_capacity(values.len() / 4 * 3 + 2);
        for group in values.chunks(4) {
            let word = group.iter().fold(0, |word, value| word << 6 | u32::from(*value)) << (6 * (4 - group.len()));
            let [_, group_bytes @ ..] = word.to_be_bytes();
            // Four digits encode three bytes, three encode two, two encode one; a single digit is invalid, and so are
            // nonzero spare bits.
            let (whole, spare) = group_bytes.split_at(group.len() - 1);
            if whole.is_empty() || spare.iter().any(|byte| *byte != 0) {
                return Err(self.error("base64 without padding and without spare bits"));
            }
            bytes.extend_from_slice(whole);
        }
        if bytes.len() < at_least {
            return Err(self.error(expected));
        }
        self.at += values.len();
        Ok(bytes)
    }
}

/// The fault in the string of a password hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PasswordHashError {
    /// It is not the string of a password hash.
    Malformed {
        /// The offset of the fault.
        offset: usize,
        /// The expected content.
        expected: &'static str,
    },
    /// The version is unknown.
    Version {
        /// The version found.
        found: u32,
    },
    /// A parameter is above the [`Limits`].
    TooCostly {
        /// The letter of the parameter.
        parameter: &'static str,
        /// The maximum value.
        limit: u32,
        /// The value found.
        found: u32,
    },
    /// Argon2 does not allow the parameters.
    Params(ParamsError),
}

impl From<ParamsError> for PasswordHashError {
    fn from(error: ParamsError) -> Self {
        Self::Params(error)
    }
}

impl fmt::Display for PasswordHashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { offset, expected } => {
                write!(f, "not an Argon2 password hash: expected {expected} at offset {offset}")
            }
            Self::Version { found } => write!(f, "a password hash of version {found}; there are 16 and 19"),
            Self::TooCostly { parameter, limit, found } => {
                write!(f, "a password hash with {parameter}={found} is above the limit of {limit}")
            }
            Self::Params(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PasswordHashError {}
