//! The header of a sealed file: 96 bytes, laid out in docs/guide/sealed-file.md.

use super::{HEADER_LEN, HeaderError, VERSION};
use crate::hash::Sha256;
use crate::kdf::argon2::Params;

/// The first bytes of every sealed file.
pub(super) const MAGIC: [u8; 8] = *b"carnseal";
/// The length of the salt, that of a digest of the hash: no two files have the same salt.
pub(super) const SALT_LEN: usize = 32;
/// The length of the commitment. Two keys with the same commitment are a collision of 256 bits.
pub(super) const COMMITMENT_LEN: usize = 32;
/// The length of the part before the commitment, from which the commitment and the key of the file are derived.
pub(super) const BOUND_LEN: usize = 56;

/// The lengths of the checksum and of the bytes that it covers.
const CHECK_LEN: usize = 8;
const CHECKED_LEN: usize = BOUND_LEN + COMMITMENT_LEN;

const _: () = assert!(CHECKED_LEN + CHECK_LEN == HEADER_LEN);

/// The kind of a file that is sealed with a key.
const KIND_KEY: u8 = 1;
/// The kind of a file that is sealed with a passphrase.
const KIND_PASSPHRASE: u8 = 2;

/// The header at the start of a sealed file.
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
    /// Parses a header. It is not authenticated until the file is opened.
    ///
    /// # Errors
    /// [`HeaderError`] if it is not a header of this version. Every bit without a meaning must be zero.
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

    /// Returns the cost of deriving the key from the passphrase; `None` if the file was sealed with a key.
    #[must_use]
    pub const fn passphrase_cost(&self) -> Option<Params> {
        self.cost
    }

    /// Returns the bytes of the header.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; HEADER_LEN] {
        self.bytes
    }

    /// Returns the part of a header before its commitment. With a cost, it is that of a file sealed with a passphrase.
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

    /// Returns the whole header that starts with `bound`.
    pub(super) fn complete(bound: &[u8; BOUND_LEN], commitment: &[u8; COMMITMENT_LEN]) -> [u8; HEADER_LEN] {
        let mut bytes = [0; HEADER_LEN];
        bytes[..BOUND_LEN].copy_from_slice(bound);
        bytes[BOUND_LEN..CHECKED_LEN].copy_from_slice(commitment);
        let check = check_sum(&bytes[..CHECKED_LEN]);
        bytes[CHECKED_LEN..].copy_from_slice(&check);
        bytes
    }

    pub(super) fn bound(&self) -> &[u8; BOUND_LEN] {
        self.bytes.first_chunk().expect("a header is longer than its first part")
    }

    pub(super) fn commitment(&self) -> &[u8; COMMITMENT_LEN] {
        self.bytes[BOUND_LEN..].first_chunk().expect("the commitment is followed by the check sum")
    }
}

/// Returns the checksum: the first bytes of the SHA-256 of the rest of the header. It is no protection against an
/// attacker, who can compute it; it distinguishes damage from a wrong key before any work is done.
fn check_sum(checked: &[u8]) -> [u8; CHECK_LEN] {
    *Sha256::digest(checked).first_chunk().expect("a digest is longer")
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(*bytes.first_chunk().expect("a number has four bytes"))
}

/// Returns the salt in the part before the commitment.
pub(super) fn salt_in(bound: &[u8; BOUND_LEN]) -> &[u8; SALT_LEN] {
    bound.last_chunk().expect("the salt is the last part")
}
