//! Sealed files: streams encrypted with a key or a passphrase, in memory and through functions of the caller.

mod memory;
mod stream;

pub use memory::*;
pub use stream::*;

use crate::argon2::{carnelian_argon2_cost, limits, params};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status as Status;
use carnelian::composite::sealed_file::{
    self, CHUNK_LEN, HEADER_LEN, Header, KEY_LEN, Key, Opener, PASSPHRASE_COST, Sealer, TAG_LEN,
};
use carnelian_ffi::Caller;

/// The number of bytes in a key.
pub const CARNELIAN_SEALED_FILE_KEY_LEN: usize = 32;
/// The number of bytes in the header of a sealed file.
pub const CARNELIAN_SEALED_FILE_HEADER_LEN: usize = 96;
/// The number of bytes of plaintext in every chunk except for the last.
pub const CARNELIAN_SEALED_FILE_CHUNK_LEN: usize = 65536;
/// The number of bytes that a sealed file has more than its plaintext for each chunk; it has at least one.
pub const CARNELIAN_SEALED_FILE_TAG_LEN: usize = 16;

const _: () = assert!(CARNELIAN_SEALED_FILE_KEY_LEN == KEY_LEN && CARNELIAN_SEALED_FILE_HEADER_LEN == HEADER_LEN);
const _: () = assert!(CARNELIAN_SEALED_FILE_CHUNK_LEN == CHUNK_LEN && CARNELIAN_SEALED_FILE_TAG_LEN == TAG_LEN);

/// The secret that a file is sealed with and opened by.
enum Access {
    /// A key of 32 bytes.
    Key(*const u8),
    /// A passphrase with its length, and its cost, or the largest cost that is accepted.
    Passphrase(*const u8, usize, *const carnelian_argon2_cost),
}

impl Access {
    /// Starts a file.
    fn sealer(&self, caller: &Caller, random: *const carnelian_random_source) -> Result<Sealer, Status> {
        let random = &mut Source::of(caller, random)?;
        match *self {
            Self::Key(key) => Ok(Sealer::new(&Key::new(caller.array(key)?), random)?),
            Self::Passphrase(passphrase, len, cost) => {
                let cost = if cost.is_null() { PASSPHRASE_COST } else { params(caller, cost)? };
                Ok(Sealer::with_passphrase(caller.bytes(passphrase, len)?, cost, random)?)
            }
        }
    }

    /// Starts to open the file with a header.
    fn opener(&self, caller: &Caller, header: &Header) -> Result<Opener, Status> {
        match *self {
            Self::Key(key) => Ok(Opener::new(header, &Key::new(caller.array(key)?))?),
            Self::Passphrase(passphrase, len, largest) => {
                Ok(Opener::with_passphrase(header, caller.bytes(passphrase, len)?, &limits(caller, largest)?)?)
            }
        }
    }
}

/// Returns the length of the plaintext in a sealed file of `len` bytes, if there is one.
fn plaintext_len(len: u64) -> Option<u64> {
    let chunks = len.checked_sub(HEADER_LEN as u64)?;
    let tags = chunks.div_ceil((CHUNK_LEN + TAG_LEN) as u64) * TAG_LEN as u64;
    let plaintext = chunks.checked_sub(tags)?;
    (sealed_file::sealed_len(plaintext) == Some(len)).then_some(plaintext)
}
