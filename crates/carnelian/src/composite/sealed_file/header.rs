//! The header of a sealed file: 96 bytes, laid out in docs/sealed-file.md.

use super::{HEADER_LEN, HeaderError, VERSION};
use crate::hash::Sha256;
use crate::kdf::argon2::Params;

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
/// Sealed with a passphrase.
const KIND_PASSPHRASE: u8 = 2;

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
    cost: Option<Params>,
}

impl Header {
    /// Reads a header. It is not authentic yet: that is found out when the file is opened.
    ///
    /// # Errors
    /// [`HeaderError`] if it is none of this version. Every bit that has no meaning has to be zero.
    pub fn from_bytes(bytes: &[u8; HEADER_LEN]) -> Result<Self, HeaderError> {
        let (version, kind, reserved) = (bytes[8], bytes[9], &bytes[10..12]);
        let [memory_kib, passes, lanes] = [12, 16, 20].map(|at| number(&bytes[at..]));
        let cost = match kind {
            _ if !bytes.starts_with(&MAGIC) => return Err(HeaderError::NotSealed),
            _ if version != VERSION => return Err(HeaderError::Version { found: version }),
            _ if bytes[CHECKED_LEN..] != check_sum(&bytes[..CHECKED_LEN]) => return Err(HeaderError::Damaged),
            KIND_KEY if [memory_kib, passes, lanes] == [0; 3] => None,
            KIND_KEY => return Err(HeaderError::Reserved),
            KIND_PASSPHRASE => Some(Params::new(memory_kib, passes, lanes).map_err(HeaderError::Cost)?),
            found => return Err(HeaderError::Kind { found }),
        };
        if reserved == [0; 2] { Ok(Self { bytes: *bytes, cost }) } else { Err(HeaderError::Reserved) }
    }

    /// Reads a header from where `file` stands, and no further.
    ///
    /// # Errors
    /// Those of reading, and [`HeaderError`] inside an error of the kind
    /// [`InvalidData`](std::io::ErrorKind::InvalidData).
    #[cfg(feature = "std")]
    pub fn read_from(file: &mut impl std::io::Read) -> std::io::Result<Self> {
        let mut bytes = [0; HEADER_LEN];
        let mut len = 0;
        let header = match super::reader::fill(file, &mut bytes, &mut len)? {
            true => Self::from_bytes(&bytes),
            false => Err(Self::too_short(&bytes[..len])),
        };
        header.map_err(|error| super::OpenError::Header(error).into())
    }

    /// The fault of a file of these bytes, which are fewer than a header has: one that does not even begin like a
    /// sealed file is none, and is not cut off.
    #[cfg(feature = "alloc")]
    pub(super) fn too_short(bytes: &[u8]) -> HeaderError {
        let begins = !bytes.is_empty() && MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]);
        if begins { HeaderError::Truncated } else { HeaderError::NotSealed }
    }

    /// What deriving the key from the passphrase costs, in a file that was sealed with one; `None` in one that was sealed
    /// with a key.
    #[must_use]
    pub const fn passphrase_cost(&self) -> Option<Params> {
        self.cost
    }

    /// The header as it stands in the file.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; HEADER_LEN] {
        self.bytes
    }

    /// A header without its commitment, of a file that is sealed with a passphrase if that has a cost.
    pub(super) fn without_commitment(salt: &[u8; SALT_LEN], cost: Option<Params>) -> [u8; BOUND_LEN] {
        let mut bound = [0; BOUND_LEN];
        bound[..8].copy_from_slice(&MAGIC);
        bound[8] = VERSION;
        bound[9] = KIND_KEY;
        if let Some(cost) = cost {
            bound[9] = KIND_PASSPHRASE;
            bound[12..16].copy_from_slice(&cost.memory_kib().to_le_bytes());
            bound[16..20].copy_from_slice(&cost.passes().to_le_bytes());
            bound[20..24].copy_from_slice(&cost.lanes().to_le_bytes());
        }
        bound[24..].copy_from_slice(salt);
        bound
    }

    /// All of the header whose start is `bound`.
    pub(super) fn complete(bound: &[u8; BOUND_LEN], commitment: &[u8; COMMITMENT_LEN]) -> [u8; HEADER_LEN] {
        let mut bytes = [0; HEADER_LEN];
        bytes[..BOUND_LEN].copy_from_slice(bound);
        bytes[BOUND_LEN..CHECKED_LEN].copy_from_slice(commitment);
        let check = check_sum(&bytes[..CHECKED_LEN]);
        bytes[CHECKED_LEN..].copy_from_slice(&check);
        bytes
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

fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(*bytes.first_chunk().expect("a number has four bytes"))
}

/// The salt in what a commitment binds.
pub(super) fn salt_in(bound: &[u8; BOUND_LEN]) -> &[u8; SALT_LEN] {
    bound.last_chunk().expect("the salt is the last of it")
}
