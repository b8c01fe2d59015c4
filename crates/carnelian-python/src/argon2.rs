//! `carnelian.argon2`, RFC 9106: the functions below the class `PasswordHasher`, which is written in Python.

use crate::buffer::{Input, new_bytes, with_capacity};
use crate::error::{Class, Error, Result};
use crate::key_file::Text;
use carnelian::kdf::argon2::{
    Argon2, Argon2Error, Limits, Params, ParamsError, PasswordHash, PasswordHashError, Variant, VerifyError, Version,
};
use carnelian::random::{OsRandom, Random};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

crate::error::classes! {
    ParamsError => HashingError,
    PasswordHashError => InvalidHashError,
}

impl From<Argon2Error> for Error {
    #[cold]
    fn from(error: Argon2Error) -> Self {
        match error {
            Argon2Error::Random(_) => Self::of(Class::RandomError, &error),
            Argon2Error::OutOfMemory { .. } => PyMemoryError::new_err(error.to_string()).into(),
            _ => Self::of(Class::HashingError, &error),
        }
    }
}

impl From<VerifyError> for Error {
    #[cold]
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::WrongPassword => Self::of(Class::VerifyMismatchError, &error),
            VerifyError::Argon2(error @ Argon2Error::OutOfMemory { .. }) => error.into(),
            _ => Self::of(Class::VerificationError, &error),
        }
    }
}

/// Returns the variant with the number that it has in the standard.
fn variant(number: u8) -> Result<Variant> {
    match number {
        0 => Ok(Variant::D),
        1 => Ok(Variant::I),
        2 => Ok(Variant::Id),
        _ => Err(PyValueError::new_err("type must be Type.D, Type.I or Type.ID").into()),
    }
}

/// Returns the tag of *secret* and *salt*, *hash_len* bytes: a key derived from a password.
///
/// *memory_cost* is in KiB. *key* is a secret that all passwords are hashed with (a pepper), and the tag is bound to
/// *associated_data*.
///
/// >>> from carnelian import argon2
/// >>> key = argon2.hash_secret_raw(b"password", b"some salt", time_cost=1, memory_cost=64, parallelism=1, hash_len=32)
/// >>> len(key)
/// 32
///
/// Raises HashingError if a parameter is outside its range, MemoryError if memory is short.
#[pyfunction]
#[pyo3(
    signature = (
        secret, salt, time_cost, memory_cost, parallelism, hash_len, r#type = 2, *, key = Input::EMPTY,
        associated_data = Input::EMPTY
    ),
    text_signature = "(secret, salt, time_cost, memory_cost, parallelism, hash_len, type=Type.ID, *, key=b'', \
        associated_data=b'')"
)]
fn hash_secret_raw<'py>(
    py: Python<'py>,
    secret: Text,
    salt: Input<'_>,
    time_cost: u32,
    memory_cost: u32,
    parallelism: u32,
    hash_len: usize,
    r#type: u8,
    key: Input<'_>,
    associated_data: Input<'_>,
) -> Result<Bound<'py, PyBytes>> {
    let variant = variant(r#type)?;
    let params = Params::new(memory_cost, time_cost, parallelism)?;
    let (salt, key, associated_data) = (salt.stable()?, key.stable()?, associated_data.stable()?);
    let (salt, password): (&[u8], _) = (&salt, secret.bytes());
    let argon2 = Argon2::new(variant, params).with_secret(&key).with_associated_data(&associated_data);
    Ok(new_bytes(py, hash_len, |tag| Ok(py.detach(|| argon2.hash_into(password, salt, tag)).map_err(Error::from)?))?)
}

/// Returns the hash of *password* as a string to be stored, with a random salt unless there is one.
#[pyfunction]
fn hash_password(
    py: Python<'_>,
    password: Text,
    salt: Option<Input<'_>>,
    salt_len: usize,
    time_cost: u32,
    memory_cost: u32,
    parallelism: u32,
    hash_len: usize,
    r#type: u8,
) -> Result<String> {
    let variant = variant(r#type)?;
    let params = Params::new(memory_cost, time_cost, parallelism)?;
    let salt = match salt {
        Some(salt) => salt.bytes().to_vec(),
        None => {
            let mut salt = with_capacity(salt_len)?;
            salt.resize(salt_len, 0);
            OsRandom.fill(&mut salt)?;
            salt
        }
    };
    let mut tag = with_capacity(hash_len)?;
    tag.resize(hash_len, 0);
    let password = password.bytes();
    py.detach(|| Argon2::new(variant, params).hash_into(password, &salt, &mut tag))?;
    let mut text = format!("${}$v=19$m={memory_cost},t={time_cost},p={parallelism}$", variant.name());
    push_base64(&mut text, &salt);
    text.push('$');
    push_base64(&mut text, &tag);
    Ok(text)
}

/// Returns nothing if *password* is the one that was hashed, and raises VerifyMismatchError otherwise.
#[pyfunction]
fn verify_password(py: Python<'_>, hash: Text, password: Text, most_memory: u32, most_passes: u32) -> Result<()> {
    let hash = parse(&hash, most_memory, most_passes)?;
    let password = password.bytes();
    Ok(py.detach(|| hash.verify(password))?)
}

/// Returns the parameters of a hash: the type, the version, the lengths of salt and tag, and the costs.
#[pyfunction]
fn parameters(hash: Text) -> Result<(u8, u32, usize, usize, u32, u32, u32)> {
    let parsed = parse(&hash, u32::MAX, u32::MAX)?;
    let params = parsed.params();
    let variant = match parsed.variant() {
        Variant::D => 0,
        Variant::I => 1,
        Variant::Id => 2,
    };
    let version = match parsed.version() {
        Version::V0x10 => 0x10,
        Version::V0x13 => 0x13,
    };
    // Four digits of base64 are three bytes; a string that was parsed ends in a salt and a tag.
    let mut lengths = hash.bytes().rsplit(|byte| *byte == b'$').map(|digits| digits.len() * 3 / 4);
    let tag_len = lengths.next().unwrap_or(0);
    let salt_len = lengths.next().unwrap_or(0);
    Ok((variant, version, salt_len, tag_len, params.passes(), params.memory_kib(), params.lanes()))
}

/// Parses a hash, whose costs are limited: a verification that takes hours is an attack on the server.
fn parse(hash: &Text, most_memory: u32, most_passes: u32) -> Result<PasswordHash> {
    let text = core::str::from_utf8(hash.bytes())
        .map_err(|_| Error::new(Class::InvalidHashError, "a password hash is a text of ASCII characters"))?;
    let least = Limits::default();
    let limits = Limits {
        memory_kib: least.memory_kib.max(most_memory),
        passes: least.passes.max(most_passes),
        lanes: Params::MAX_LANES,
    };
    Ok(PasswordHash::parse(text, &limits)?)
}

/// Appends the digits of base64 without padding, as in the strings of hashes, which are public.
fn push_base64(text: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for group in bytes.chunks(3) {
        let word = group.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for place in 0..=group.len() {
            let digit = DIGITS[(word >> (18 - 6 * place) & 63) as usize];
            text.push(char::from(digit));
        }
    }
}

/// Fills the module `carnelian.argon2`.
pub(crate) fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    crate::error::add_exceptions(module, "carnelian.argon2")?;
    module.add_function(wrap_pyfunction!(hash_secret_raw, module)?)?;
    module.add_function(wrap_pyfunction!(hash_password, module)?)?;
    module.add_function(wrap_pyfunction!(verify_password, module)?)?;
    module.add_function(wrap_pyfunction!(parameters, module)?)
}
