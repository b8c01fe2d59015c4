//! The header of a sealed file: 88 bytes, laid out in docs/sealed-file.md.

use super::{HEADER_LEN, HeaderError, VERSION};

/// How every sealed file starts.
pub(super) const MAGIC: [u8; 8] = *b"carnseal";
/// Bytes of salt, as many as the hash has in a digest: no two files have the same.
pub(super) const SALT_LEN: usize = 32;
/// Bytes of the commitment. Two keys with the same one are a collision of 256 bits.
pub(super) const COMMITMENT_LEN: usize = 32;
/// All of the header but the commitment: what that and the key of the file are derived from.
pub(super) const BOUND_LEN: usize = 56;

const _: () = assert!(BOUND_LEN + COMMITMENT_LEN == HEADER_LEN);

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
        let (magic, fields) = bytes.split_first_chunk().expect("a header is longer than its first bytes");
        if *magic != MAGIC {
            return Err(HeaderError::NotSealed);
        }
        let &[version, kind, ref reserved @ ..] = fields.first_chunk::<16>().expect("and so than its fields");
        match (version, kind) {
            (VERSION, KIND_KEY) if *reserved == [0; 14] => Ok(Self { bytes: *bytes }),
            (VERSION, KIND_KEY) => Err(HeaderError::Reserved),
            (VERSION, found) => Err(HeaderError::Kind { found }),
            (found, _) => Err(HeaderError::Version { found }),
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
        bytes[BOUND_LEN..].copy_from_slice(commitment);
        Self { bytes }
    }

    pub(super) fn bound(&self) -> &[u8; BOUND_LEN] {
        self.bytes.first_chunk().expect("a header is longer than what its commitment binds")
    }

    pub(super) fn commitment(&self) -> &[u8; COMMITMENT_LEN] {
        self.bytes.last_chunk().expect("a header ends with its commitment")
    }
}

/// The salt in what a commitment binds.
pub(super) fn salt_in(bound: &[u8; BOUND_LEN]) -> &[u8; SALT_LEN] {
    bound.last_chunk().expect("the salt is the last of it")
}
