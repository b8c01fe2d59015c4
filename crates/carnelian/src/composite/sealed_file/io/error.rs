//! Errors of sealed files as errors of input and output.

use crate::composite::sealed_file::{OpenError, SealError};
use crate::kdf::argon2::Argon2Error;
use std::io::{self, ErrorKind};

/// The kind is [`InvalidData`](ErrorKind::InvalidData), or [`OutOfMemory`](ErrorKind::OutOfMemory);
/// [`get_ref`](io::Error::get_ref) returns the error itself.
impl From<OpenError> for io::Error {
    fn from(error: OpenError) -> Self {
        let kind = match error {
            OpenError::Passphrase(error) => kind_of(&error),
            _ => ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}

/// The kind is [`InvalidInput`](ErrorKind::InvalidInput), [`OutOfMemory`](ErrorKind::OutOfMemory), or
/// [`Other`](ErrorKind::Other) if the random source fails.
impl From<SealError> for io::Error {
    fn from(error: SealError) -> Self {
        let kind = match error {
            SealError::Random(_) => ErrorKind::Other,
            SealError::Passphrase(error) => kind_of(&error),
            _ => ErrorKind::InvalidInput,
        };
        Self::new(kind, error)
    }
}

fn kind_of(error: &Argon2Error) -> ErrorKind {
    match error {
        Argon2Error::OutOfMemory { .. } => ErrorKind::OutOfMemory,
        _ => ErrorKind::InvalidInput,
    }
}
