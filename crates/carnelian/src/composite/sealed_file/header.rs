//! The header of a sealed file: 96 bytes, laid out in docs/sealed-file.md.

use super::{HEADER_LEN, HeaderError, VERSION};
use crate::hash::Sha256;

/// How every sealed file starts.
pub(super) const MAGIC: [u8; 8] = *b"carnseal";
/// Bytes of salt, as many as the hash has in a digest: no two files have the same.
pub(super) const SALT_LEN: usize = 32;
/// Bytes of the commitment. Two keys with the same one are a collision of 256 bits.
pub(super) const COMMITMENT_LEN: usize = 32;
/// All of the header but the commitment: what that and the key of the file are derived from.
pub(super) const BOUND_LEN: usize = 56;

/// Bytes of the check sum, and of what it is the sum of.
const CHECK_LEN: usize = 8;
const CHECKED_LEN: usize = BOUND_LEN + COMMITMENT_LEN;

const _: () = assert!(CHECKED_LEN + CHECK_LEN == HEADER_LEN);

/// Sealed with a key.
const KIND_KEY: u8 = 1;

/// The header of a sealed file, which is how it starts.
///
/// ```
/// use carnelian::composite::sealed_file::{HEADER_LEN, Header, HeaderError};
/// let refused = Header::from_bytes(&[0; HEADER_LEN]).unwrap_err();
/// assert_eq!(refused, HeaderError::NotSealed);
/// assert_eq!(refused.to_string(), "this is no sealed file");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    bytes: [u8; HEADER_LEN],
}

impl Header {
    /// Reads a header. It is not authentic yet: that is found out when the file is opened.
    ///
    /// # Errors
    /// [`HeaderError`] if it is none of this version. Every bit that has no meaning has to be zero.
    pub fn from_bytes(bytes: &[u8; HEADER_LEN]) -> Result<Self, HeaderError> {
        let (version, kind, reserved) = (bytes[8], bytes[9], &bytes[10..24]);
        match (version, kind) {
            _ if !bytes.starts_with(&MAGIC) => Err(HeaderError::NotSealed),
            (found, _) if found != VERSION => Err(HeaderError::Version { found }),
            _ if bytes[CHECKED_LEN..] != check_sum(&bytes[..CHECKED_LEN]) => Err(HeaderError::Damaged),
            (_, KIND_KEY) if reserved != [0; 14] => Err(HeaderError::Reserved),
            (_, KIND_KEY) => Ok(Self { bytes: *bytes }),
            (_, found) => Err(HeaderError::Kind { found }),
        }
    }

    /// Reads a header from where `file` stands, and no further.
    ///
    /// # Errors
    /// Those of reading, and [`HeaderError`] inside an error of the kind
    /// [`InvalidData`](std::io::ErrorKind::InvalidData).
    #[cfg(feature = "std")]
    pub fn read_from(file: &mut impl std::io::Read) -> std::io::Result<Self> {
        let mut bytes = [0; HEADER_LEN];
        let is_there = super::reader::fill(file, &mut bytes, &mut 0)?;
        let header = if is_there { Self::from_bytes(&bytes) } else { Err(HeaderError::Truncated) };
        header.map_err(|error| super::OpenError::Header(error).into())
    }

    /// The header as it stands in the file.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; HEADER_LEN] {
        self.bytes
    }

    /// A header without its commitment.
    pub(super) fn without_commitment(salt: &[u8; SALT_LEN]) -> [u8; BOUND_LEN] {
        let mut bound = [0; BOUND_LEN];
        bound[..8].copy_from_slice(&MAGIC);
        bound[8] = VERSION;
        bound[9] = KIND_KEY;
        bound[24..].copy_from_slice(salt);
        bound
    }

    pub(super) fn with_commitment(bound: &[u8; BOUND_LEN], commitment: &[u8; COMMITMENT_LEN]) -> Self {
        let mut bytes = [0; HEADER_LEN];
        bytes[..BOUND_LEN].copy_from_slice(bound);
        bytes[BOUND_LEN..CHECKED_LEN].copy_from_slice(commitment);
        let check = check_sum(&bytes[..CHECKED_LEN]);
        bytes[CHECKED_LEN..].copy_from_slice(&check);
        Self { bytes }
    }

    pub(super) fn bound(&self) -> &[u8; BOUND_LEN] {
        self.bytes.first_chunk().expect("a header is longer than what its commitment binds")
    }

    pub(super) fn commitment(&self) -> &[u8; COMMITMENT_LEN] {
        self.bytes[BOUND_LEN..].first_chunk().expect("the commitment is followed by the check sum")
    }
}

/// How the SHA-256 of the rest of the header begins. Whoever changes the header on purpose changes it too: it only tells
/// damage from a wrong key, before any work is done.
fn check_sum(checked: &[u8]) -> [u8; CHECK_LEN] {
    *Sha256::digest(checked).first_chunk().expect("a digest is longer")
}

/// The salt in what a commitment binds.
pub(super) fn salt_in(bound: &[u8; BOUND_LEN]) -> &[u8; SALT_LEN] {
    bound.last_chunk().expect("the salt is the last of it")
}
