//! The hash functions of columns, by name.

use super::fault::Fault;
use carnelian::hash::hmac::Key;
use carnelian::hash::{self, Blake2b, Blake2s, Hash, Shake128, Shake256};
use pyo3::PyResult;

/// A hash function of many messages; the digests are written one after the other.
type DigestAll = fn(&[&[u8]], &mut [u8]);

/// A hash function with digests of a fixed length.
pub(super) struct Function {
    /// The name in `hashlib`.
    name: &'static str,
    pub(super) digest_len: usize,
    pub(super) digest_all: DigestAll,
    /// Prepares a key of HMAC.
    pub(super) hmac: fn(&[u8]) -> Box<dyn Mac>,
}

/// A key of a message authentication code.
pub(super) trait Mac: Send + Sync {
    /// Writes the tag of a message, which has the length of a digest.
    fn mac(&self, message: &[u8], tag: &mut [u8]);
}

impl<H: Hash + Send + Sync> Mac for Key<H> {
    fn mac(&self, message: &[u8], tag: &mut [u8]) {
        tag.copy_from_slice(self.mac(message).as_ref());
    }
}

impl Function {
    const fn of<H: Hash<Digest = [u8; L]> + Send + Sync + 'static, const L: usize>(name: &'static str) -> Self {
        Self { name, digest_len: L, digest_all: digest_all::<H, L>, hmac: |key| Box::new(Key::<H>::new(key)) }
    }
}

fn digest_all<H: Hash<Digest = [u8; L]>, const L: usize>(messages: &[&[u8]], digests: &mut [u8]) {
    let hashed = H::digest_batch(messages, digests.as_chunks_mut().0);
    debug_assert!(hashed.is_ok());
}

/// Writes the table of functions.
macro_rules! functions {
    ([$($other:expr,)*] $($Name:ident $name:literal [$($doc:literal)*];)*) => {
        /// Those whose digests have a fixed length, or a length that is usual; the first one of a name is its default.
        static FIXED: &[Function] = &[
            $(Function::of::<hash::$Name, { <hash::$Name as Hash>::DIGEST_LEN }>($name),)*
            $($other,)*
        ];
    };
}

crate::algorithms::rows::hashes! { functions [
    Function::of::<Blake2b<64>, 64>("blake2b"),
    Function::of::<Blake2b<48>, 48>("blake2b"),
    Function::of::<Blake2b<32>, 32>("blake2b"),
    Function::of::<Blake2b<20>, 20>("blake2b"),
    Function::of::<Blake2b<16>, 16>("blake2b"),
    Function::of::<Blake2s<32>, 32>("blake2s"),
    Function::of::<Blake2s<20>, 20>("blake2s"),
    Function::of::<Blake2s<16>, 16>("blake2s"),
] }

/// The functions with output of any length.
const ANY_LENGTH: [&str; 2] = ["shake_128", "shake_256"];

/// The largest length of an output that can be asked for, which keeps the lengths of Arrow in 32 bits.
const LONGEST: usize = 1 << 20;

/// A function and the length of its digests.
pub(super) struct Chosen {
    pub(super) digest_len: usize,
    pub(super) digest_all: DigestAll,
}

/// Returns the function of a name, with digests of `length` bytes if that is given.
pub(super) fn choose(name: &str, length: Option<usize>) -> PyResult<Chosen> {
    let known = known(name)?;
    if ANY_LENGTH.contains(&known) {
        let digest_len = length.ok_or(Fault::NeedsLength { name: known })?;
        if !(1..=LONGEST).contains(&digest_len) {
            return Err(Fault::DigestLength { name: known, found: digest_len }.into());
        }
        let digest_all: DigestAll = match (known, digest_len) {
            ("shake_128", 32) => |messages, out| shaken(Shake128::hash_batch::<32>(messages, out.as_chunks_mut().0)),
            ("shake_256", 32) => |messages, out| shaken(Shake256::hash_batch::<32>(messages, out.as_chunks_mut().0)),
            ("shake_256", 64) => |messages, out| shaken(Shake256::hash_batch::<64>(messages, out.as_chunks_mut().0)),
            ("shake_128", _) => |messages, out| each(messages, out, Shake128::hash),
            _ => |messages, out| each(messages, out, Shake256::hash),
        };
        return Ok(Chosen { digest_len, digest_all });
    }
    let mut fitting = FIXED.iter().filter(|function| function.name == known);
    let function = fitting.find(|function| length.is_none_or(|length| length == function.digest_len));
    let function = function.ok_or(Fault::DigestLength { name: known, found: length.unwrap_or(0) })?;
    Ok(Chosen { digest_len: function.digest_len, digest_all: function.digest_all })
}

/// Returns the function of a name for HMAC.
pub(super) fn for_hmac(name: &str) -> PyResult<&'static Function> {
    let known = known(name)?;
    let function = FIXED.iter().find(|function| function.name == known);
    Ok(function.ok_or_else(|| Fault::NoFunction { name: name.to_owned() })?)
}

/// Returns the name in `hashlib` of a function that is written otherwise, such as SHA-256 or SHA3-256.
fn known(name: &str) -> PyResult<&'static str> {
    let letters = |name: &str| name.to_ascii_lowercase().replace(['-', '_', '/'], "");
    let wanted = letters(name);
    let mut names = FIXED.iter().map(|function| function.name).chain(ANY_LENGTH);
    Ok(names.find(|known| letters(known) == wanted).ok_or_else(|| Fault::NoFunction { name: name.to_owned() })?)
}

fn shaken(hashed: Result<(), carnelian::LengthError>) {
    debug_assert!(hashed.is_ok());
}

/// Hashes one message after the other, to outputs of equal lengths.
fn each(messages: &[&[u8]], out: &mut [u8], hash: fn(&[u8], &mut [u8])) {
    let each = out.len() / messages.len().max(1);
    for (message, out) in messages.iter().zip(out.chunks_mut(each.max(1))) {
        hash(message, out);
    }
}
