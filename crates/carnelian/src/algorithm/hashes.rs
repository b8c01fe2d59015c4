//! The hash functions.

use super::identity::Identity;
use super::table::{Algorithms, row};
use crate::error::{LengthError, LengthRangeError};
use crate::hash::blake2::{B, S, VariableHasher, Variant};
use crate::hash::keccak::Shake;
use crate::hash::role::{DynHash, DynXof, WithLength};
use crate::hash::{Blake2b256, Blake2b512, Blake2s128, Blake2s256, Hash, Xof};
use alloc::boxed::Box;
use alloc::vec;
use core::fmt;
use core::ops::RangeInclusive;

/// Calls a macro with a row for each hash function whose digests have one length: the type in [`crate::hash`], the name
/// of its constants, its identity, and what that of HMAC with it has. `$apply! { [arguments] rows }`.
///
/// A new function is a row here; its number follows the last one of [`super::hash`].
#[doc(hidden)]
#[macro_export]
macro_rules! __hashes {
    ($($apply:ident)::+ [$($arguments:tt)*]) => {
        $($apply)::+! { [$($arguments)*]
            Sha224 SHA224 (1, "sha224", "SHA-224", "FIPS 180-4 Section 6.3") [aliases(&["SHA2-224"]) oid("2.16.840.1.101.3.4.2.4")]
                hmac [aliases(&["HMAC-SHA2-224"]) oid("1.2.840.113549.2.8")];
            Sha256 SHA256 (2, "sha256", "SHA-256", "FIPS 180-4 Section 6.2") [aliases(&["SHA2-256"]) oid("2.16.840.1.101.3.4.2.1") cose(-16)]
                hmac [aliases(&["HMAC-SHA2-256"]) oid("1.2.840.113549.2.9") jose("HS256") cose(5)];
            Sha384 SHA384 (3, "sha384", "SHA-384", "FIPS 180-4 Section 6.5") [aliases(&["SHA2-384"]) oid("2.16.840.1.101.3.4.2.2") cose(-43)]
                hmac [aliases(&["HMAC-SHA2-384"]) oid("1.2.840.113549.2.10") jose("HS384") cose(6)];
            Sha512 SHA512 (4, "sha512", "SHA-512", "FIPS 180-4 Section 6.4") [aliases(&["SHA2-512"]) oid("2.16.840.1.101.3.4.2.3") cose(-44)]
                hmac [aliases(&["HMAC-SHA2-512"]) oid("1.2.840.113549.2.11") jose("HS512") cose(7)];
            Sha512_224 SHA512_224 (16, "sha512-224", "SHA-512/224", "FIPS 180-4 Section 6.6") [aliases(&["SHA2-512/224", "SHA512t224"]) oid("2.16.840.1.101.3.4.2.5")]
                hmac [aliases(&["HMAC-SHA2-512/224", "HMAC-SHA512t224"]) oid("1.2.840.113549.2.12")];
            Sha512_256 SHA512_256 (5, "sha512-256", "SHA-512/256", "FIPS 180-4 Section 6.7") [aliases(&["SHA2-512/256", "SHA512t256"]) oid("2.16.840.1.101.3.4.2.6") cose(-17)]
                hmac [aliases(&["HMAC-SHA2-512/256", "HMAC-SHA512t256"]) oid("1.2.840.113549.2.13")];
            Sha3_224 SHA3_224 (6, "sha3-224", "SHA3-224", "FIPS 202 Section 6.1") [oid("2.16.840.1.101.3.4.2.7")]
                hmac [oid("2.16.840.1.101.3.4.2.13")];
            Sha3_256 SHA3_256 (7, "sha3-256", "SHA3-256", "FIPS 202 Section 6.1") [oid("2.16.840.1.101.3.4.2.8")]
                hmac [oid("2.16.840.1.101.3.4.2.14")];
            Sha3_384 SHA3_384 (8, "sha3-384", "SHA3-384", "FIPS 202 Section 6.1") [oid("2.16.840.1.101.3.4.2.9")]
                hmac [oid("2.16.840.1.101.3.4.2.15")];
            Sha3_512 SHA3_512 (9, "sha3-512", "SHA3-512", "FIPS 202 Section 6.1") [oid("2.16.840.1.101.3.4.2.10")]
                hmac [oid("2.16.840.1.101.3.4.2.16")];
            Sha1 SHA1 (17, "sha1", "SHA-1", "FIPS 180-4 Section 6.1") [legacy() oid("1.3.14.3.2.26") cose(-14)]
                hmac [legacy() oid("1.2.840.113549.2.7")];
        }
    };
}
/// A hash function, or a function with output of any length, that is chosen when the program runs.
///
/// Time depends only on the lengths, as that of the types in [`crate::hash`]; a call costs a few nanoseconds more.
///
/// ```
/// use carnelian::algorithm;
/// use carnelian::hash::Sha256;
/// let function = algorithm::hash("SHA-256").ok_or("no such hash function")?;
/// let mut digest = vec![0; function.digest_len()];
/// function.digest(b"abc", &mut digest)?;
/// assert_eq!(digest, Sha256::digest(b"abc"));
///
/// let mut hasher = function.start();
/// hasher.update(b"ab");
/// hasher.update(b"c");
/// hasher.finalize_reset_into(&mut digest)?;
/// assert_eq!(digest, Sha256::digest(b"abc"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HashAlgorithm {
    identity: Identity,
    digest_len: usize,
    lengths: Lengths,
    block_len: usize,
    backend: fn() -> &'static str,
    pub(super) start: fn(usize) -> Box<dyn DynHash>,
    start_xof: Option<fn() -> Box<dyn DynXof>>,
    /// Writes the digests of messages one after another, each of as many bytes as the first argument says.
    digest_batch: fn(usize, &[&[u8]], &mut [u8]),
}

/// The lengths of digests in bytes, apart from the default.
#[derive(Clone, Copy)]
enum Lengths {
    /// There are no others.
    One,
    /// Up to this one. Each length is a function of its own.
    UpTo(usize),
    /// Any, each the start of all longer ones.
    Output,
}

impl HashAlgorithm {
    /// Returns the names and numbers of the function.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the number of bytes in a digest, where no other is asked for. That of SHAKE has twice as many as its
    /// security strength, so that a collision is as hard to find.
    #[must_use]
    pub const fn digest_len(&self) -> usize {
        self.digest_len
    }

    /// Returns the numbers of bytes that a digest may have.
    #[must_use]
    pub const fn digest_lens(&self) -> RangeInclusive<usize> {
        match self.lengths {
            Lengths::One => self.digest_len..=self.digest_len,
            Lengths::UpTo(most) => 1..=most,
            Lengths::Output => 1..=usize::MAX,
        }
    }

    /// Returns whether a shorter digest is the start of a longer one: the output of [`start_xof`](Self::start_xof).
    #[must_use]
    pub const fn is_xof(&self) -> bool {
        matches!(self.lengths, Lengths::Output)
    }

    /// Returns the number of bytes in a block, the unit in which a message is absorbed.
    #[must_use]
    pub const fn block_len(&self) -> usize {
        self.block_len
    }

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    pub fn backend(&self) -> &'static str {
        (self.backend)()
    }

    /// Starts a message, with digests of [`digest_len`](Self::digest_len) bytes.
    #[must_use]
    pub fn start(&self) -> Box<dyn DynHash> {
        (self.start)(self.digest_len)
    }

    /// Starts a message, with digests of `len` bytes.
    ///
    /// # Errors
    /// [`LengthRangeError`] if the function has no such digests.
    pub fn start_with_len(&self, len: usize) -> Result<Box<dyn DynHash>, LengthRangeError> {
        self.check(len)?;
        Ok((self.start)(len))
    }

    /// Starts a message with output of any length; `None` if the function has none.
    #[must_use]
    pub fn start_xof(&self) -> Option<Box<dyn DynXof>> {
        self.start_xof.map(|start| start())
    }

    /// Writes the digest of `message`, of as many bytes as `digest` has.
    ///
    /// # Errors
    /// [`LengthRangeError`] if the function has no such digests; nothing is written then.
    pub fn digest(&self, message: &[u8], digest: &mut [u8]) -> Result<(), LengthRangeError> {
        self.check(digest.len())?;
        (self.digest_batch)(digest.len(), &[message], digest);
        Ok(())
    }

    /// Writes the digests of many independent messages, each of `len` bytes, one after another. Several are computed at a
    /// time where the CPU has vector lanes for it.
    ///
    /// # Errors
    /// [`BatchError`] if the function has no digests of `len` bytes, or `digests` does not have `len` bytes for each
    /// message; nothing is written then.
    pub fn digest_batch(&self, len: usize, messages: &[&[u8]], digests: &mut [u8]) -> Result<(), BatchError> {
        self.check(len).map_err(BatchError::Digest)?;
        let expected = len.checked_mul(messages.len());
        if expected != Some(digests.len()) {
            let (what, expected) = ("digests of a batch", expected.unwrap_or(usize::MAX));
            return Err(BatchError::Digests(LengthError { what, expected, found: digests.len() }));
        }
        (self.digest_batch)(len, messages, digests);
        Ok(())
    }

    fn check(&self, len: usize) -> Result<(), LengthRangeError> {
        LengthRangeError::check("digest", self.digest_lens(), len)
    }

    /// Returns the row of a function whose digests have one length.
    const fn of<H: Hash + Send + Sync + 'static>(identity: Identity) -> Self {
        Self {
            identity,
            digest_len: H::DIGEST_LEN,
            lengths: Lengths::One,
            block_len: H::BLOCK_LEN,
            backend: H::backend,
            start: |_| Box::new(H::new()),
            start_xof: None,
            digest_batch: |_, messages, digests| batch::<H>(messages, digests),
        }
    }

    /// Returns the row of SHAKE; digests of `LEN` bytes are those that a collision at its security strength needs.
    const fn shake<const SECURITY: usize, const LEN: usize>(identity: Identity) -> Self {
        assert!(4 * LEN == SECURITY, "a collision takes the square root of the number of digests");
        Self {
            identity,
            digest_len: LEN,
            lengths: Lengths::Output,
            block_len: <Shake<SECURITY> as Xof>::BLOCK_LEN,
            backend: <Shake<SECURITY> as Xof>::backend,
            start: |len| Box::new(WithLength { function: Shake::<SECURITY>::new(), len }),
            start_xof: Some(|| Box::new(Shake::<SECURITY>::new())),
            digest_batch: |len, messages, digests| match digests.as_chunks_mut::<LEN>() {
                (digests, []) if len == LEN => {
                    Shake::<SECURITY>::hash_batch(messages, digests).expect("there are as many");
                }
                _ => {
                    for (message, digest) in messages.iter().zip(digests.chunks_exact_mut(len)) {
                        Shake::<SECURITY>::hash(message, digest);
                    }
                }
            },
        }
    }

    /// Returns the row of BLAKE2; `H` has the longest digests, `Half` those of half the length.
    const fn blake2<H: Hash, Half: Hash, V: Variant + Send + Sync + 'static>(identity: Identity) -> Self {
        Self {
            identity,
            digest_len: H::DIGEST_LEN,
            lengths: Lengths::UpTo(H::DIGEST_LEN),
            block_len: H::BLOCK_LEN,
            backend: H::backend,
            start: |len| Box::new(WithLength { function: variable::<V>(len), len }),
            start_xof: None,
            digest_batch: |len, messages, digests| match len {
                _ if len == H::DIGEST_LEN => batch::<H>(messages, digests),
                _ if len == Half::DIGEST_LEN => batch::<Half>(messages, digests),
                _ => {
                    for (message, digest) in messages.iter().zip(digests.chunks_exact_mut(len)) {
                        let mut hasher = variable::<V>(len);
                        hasher.update(message);
                        hasher.finalize_into(digest).expect("the length of the hasher");
                    }
                }
            },
        }
    }
}

fn variable<V: Variant>(len: usize) -> VariableHasher<V> {
    VariableHasher::new(len).expect("the caller has looked at the length")
}

/// Writes the digests one after another.
fn batch<H: Hash>(messages: &[&[u8]], digests: &mut [u8]) {
    if let [message] = messages {
        return digests.copy_from_slice(H::digest(message).as_ref());
    }
    let mut arrays = vec![H::digest(b""); messages.len()];
    H::digest_batch(messages, &mut arrays).expect("there are as many digests as messages");
    for (digest, array) in digests.chunks_exact_mut(H::DIGEST_LEN).zip(&arrays) {
        digest.copy_from_slice(array.as_ref());
    }
}

row!(HashAlgorithm);

impl fmt::Debug for HashAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identity.id)
    }
}

/// The reason why no digests of a batch were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchError {
    /// The function has no digests of this length.
    Digest(LengthRangeError),
    /// The place for the digests has another length.
    Digests(LengthError),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digest(error) => error.fmt(f),
            Self::Digests(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for BatchError {}

/// Generates the table.
macro_rules! table {
    ([$($other:expr),*] $($Type:ident $STEM:ident ($($names:tt)*) [$($method:ident($($argument:tt)*))*] hmac $hmac:tt;)+) => {
        &[
            $(HashAlgorithm::of::<crate::hash::$Type>(Identity::new($($names)*)$(.$method($($argument)*))*),)+
            $($other,)*
        ]
    };
}

/// The table; the numbers of the functions of one length are those in C.
static HASHES: &[HashAlgorithm] = __hashes! { table [
    HashAlgorithm::blake2::<Blake2b512, Blake2b256, B>(
        Identity::new(11, "blake2b", "BLAKE2b", "RFC 7693").aliases(&["BLAKE2b-512"]).oid("1.3.6.1.4.1.1722.12.2.1.16")
    ),
    HashAlgorithm::blake2::<Blake2s256, Blake2s128, S>(
        Identity::new(13, "blake2s", "BLAKE2s", "RFC 7693").aliases(&["BLAKE2s-256"]).oid("1.3.6.1.4.1.1722.12.2.2.8")
    ),
    HashAlgorithm::shake::<128, 32>(
        Identity::new(14, "shake128", "SHAKE128", "FIPS 202 Section 6.2").aliases(&["SHAKE-128"]).oid("2.16.840.1.101.3.4.2.11").cose(-18)
    ),
    HashAlgorithm::shake::<256, 64>(
        Identity::new(15, "shake256", "SHAKE256", "FIPS 202 Section 6.2").aliases(&["SHAKE-256"]).oid("2.16.840.1.101.3.4.2.12").cose(-45)
    )
] };

/// Returns every hash function, a family after the other.
#[must_use]
pub const fn hashes() -> Algorithms<HashAlgorithm> {
    Algorithms::new(HASHES)
}

/// Returns the hash function with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// let names = ["SHA-512/256", "sha512_256", "SHA2-512/256"];
/// assert!(names.iter().all(|name| algorithm::hash(name).unwrap().identity().id == "sha512-256"));
/// assert!(algorithm::hash("md5").is_none());
/// ```
#[must_use]
pub fn hash(name: &str) -> Option<&'static HashAlgorithm> {
    hashes().find(name)
}
