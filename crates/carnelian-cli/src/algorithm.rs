//! The hash functions that the command offers: adding one is adding a row to [`ALGORITHMS`].

use carnelian::LengthError;
use carnelian::hash::{Hash, Sha224, Sha256, Sha384, Sha512, Sha512_256};
use carnelian::hash::{Sha3_224, Sha3_256, Sha3_384, Sha3_512, Shake128, Shake256, Xof, XofReader};
use std::io::{self, Read};

/// A hash function, behind calls that are the same for all.
pub struct Algorithm {
    /// What the command line calls it.
    pub name: &'static str,
    /// What its standard calls it.
    pub title: &'static str,
    /// The standard.
    pub standard: &'static str,
    /// What tagged lines of checksum lists call it: first the tag that is written, then others that are understood.
    pub tags: &'static [&'static str],
    /// Bytes in a digest.
    pub digest_len: usize,
    /// Bytes in a block.
    pub block_len: usize,
    /// The backend that this CPU and the tier in force lead to.
    pub backend: fn() -> &'static str,
    /// The digests of many messages, in their order.
    pub batch: fn(&[&[u8]]) -> Vec<Vec<u8>>,
    /// The digest of a stream.
    pub stream: Stream,
}

/// Digests what `buffer` holds in its first bytes, as many as the number says, and then the rest of the stream, which
/// is read through `buffer`. The last argument hears how many bytes were taken in, piece by piece.
type Stream = fn(&mut dyn Read, &mut [u8], usize, &mut dyn FnMut(usize)) -> io::Result<Vec<u8>>;

/// Every hash function, in the order in which they are listed.
pub static ALGORITHMS: [Algorithm; 11] = [
    Algorithm::of::<Sha256>("sha256", "FIPS 180-4 Section 6.2", &["SHA256", "SHA2-256"], |messages| {
        batch(messages, Sha256::digest_batch)
    }),
    Algorithm::of::<Sha224>("sha224", "FIPS 180-4 Section 6.3", &["SHA224", "SHA2-224"], |messages| {
        batch(messages, Sha224::digest_batch)
    }),
    Algorithm::of::<Sha512>("sha512", "FIPS 180-4 Section 6.4", &["SHA512", "SHA2-512"], |messages| {
        batch(messages, Sha512::digest_batch)
    }),
    Algorithm::of::<Sha384>("sha384", "FIPS 180-4 Section 6.5", &["SHA384", "SHA2-384"], |messages| {
        batch(messages, Sha384::digest_batch)
    }),
    Algorithm::of::<Sha512_256>(
        "sha512-256",
        "FIPS 180-4 Section 6.7",
        &["SHA512/256", "SHA2-512/256", "SHA512-256", "SHA512t256"],
        |messages| batch(messages, Sha512_256::digest_batch),
    ),
    Algorithm::of::<Sha3_256>("sha3-256", "FIPS 202 Section 6.1", &["SHA3-256"], |messages| {
        batch(messages, Sha3_256::digest_batch)
    }),
    Algorithm::of::<Sha3_224>("sha3-224", "FIPS 202 Section 6.1", &["SHA3-224"], |messages| {
        batch(messages, Sha3_224::digest_batch)
    }),
    Algorithm::of::<Sha3_384>("sha3-384", "FIPS 202 Section 6.1", &["SHA3-384"], |messages| {
        batch(messages, Sha3_384::digest_batch)
    }),
    Algorithm::of::<Sha3_512>("sha3-512", "FIPS 202 Section 6.1", &["SHA3-512"], |messages| {
        batch(messages, Sha3_512::digest_batch)
    }),
    Algorithm::of_xof::<Shake128, SHAKE128_LEN>(
        "shake128",
        "FIPS 202 Section 6.2",
        &["SHAKE128", "SHAKE-128"],
        |messages| batch::<SHAKE128_LEN>(messages, Shake128::hash_batch),
    ),
    Algorithm::of_xof::<Shake256, SHAKE256_LEN>(
        "shake256",
        "FIPS 202 Section 6.2",
        &["SHAKE256", "SHAKE-256"],
        |messages| batch::<SHAKE256_LEN>(messages, Shake256::hash_batch),
    ),
];

/// Bytes of SHAKE128's output that serve as a digest: as many as collisions at its security of 128 bits need. OpenSSL 3
/// gives half of them unless it is told the length.
const SHAKE128_LEN: usize = 32;
/// The same for SHAKE256 and 256 bits.
const SHAKE256_LEN: usize = 64;

impl Algorithm {
    const fn of<H: Hash>(
        name: &'static str,
        standard: &'static str,
        tags: &'static [&'static str],
        batch: fn(&[&[u8]]) -> Vec<Vec<u8>>,
    ) -> Self {
        Self {
            name,
            title: H::NAME,
            standard,
            tags,
            digest_len: H::DIGEST_LEN,
            block_len: H::BLOCK_LEN,
            backend: H::backend,
            batch,
            stream: stream::<H>,
        }
    }

    /// A function with output of any length, of which the first `LEN` bytes are the digest.
    const fn of_xof<X: Xof + Default, const LEN: usize>(
        name: &'static str,
        standard: &'static str,
        tags: &'static [&'static str],
        batch: fn(&[&[u8]]) -> Vec<Vec<u8>>,
    ) -> Self {
        Self {
            name,
            title: X::NAME,
            standard,
            tags,
            digest_len: LEN,
            block_len: X::BLOCK_LEN,
            backend: X::backend,
            batch,
            stream: stream_xof::<X, LEN>,
        }
    }

    /// The one that the command line calls `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
    }
}

impl std::fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// What a hash function does with many messages.
type Batch<const LEN: usize> = fn(&[&[u8]], &mut [[u8; LEN]]) -> Result<(), LengthError>;

fn batch<const LEN: usize>(messages: &[&[u8]], digest_batch: Batch<LEN>) -> Vec<Vec<u8>> {
    let mut digests = vec![[0; LEN]; messages.len()];
    digest_batch(messages, &mut digests).expect("there are as many digests as messages");
    digests.into_iter().map(Vec::from).collect()
}

fn stream<H: Hash>(
    input: &mut dyn Read,
    buffer: &mut [u8],
    filled: usize,
    taken_in: &mut dyn FnMut(usize),
) -> io::Result<Vec<u8>> {
    let mut hasher = H::new();
    take_in(input, buffer, filled, taken_in, |data| hasher.update(data))?;
    Ok(hasher.finalize().as_ref().to_vec())
}

fn stream_xof<X: Xof + Default, const LEN: usize>(
    input: &mut dyn Read,
    buffer: &mut [u8],
    filled: usize,
    taken_in: &mut dyn FnMut(usize),
) -> io::Result<Vec<u8>> {
    let mut xof = X::default();
    take_in(input, buffer, filled, taken_in, |data| xof.update(data))?;
    let mut digest = vec![0; LEN];
    xof.finalize().fill(&mut digest);
    Ok(digest)
}

/// The common part of every [`Stream`]: all of the input, piece by piece.
fn take_in(
    input: &mut dyn Read,
    buffer: &mut [u8],
    mut filled: usize,
    taken_in: &mut dyn FnMut(usize),
    mut update: impl FnMut(&[u8]),
) -> io::Result<()> {
    loop {
        update(&buffer[..filled]);
        taken_in(filled);
        filled = match input.read(buffer) {
            Ok(0) => return Ok(()),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
            Err(error) => return Err(error),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_and_batch_agree_whatever_the_buffer() {
        let message: Vec<u8> = (0..10_000u32).map(|i| i as u8).collect();
        for algorithm in &ALGORITHMS {
            let expected = (algorithm.batch)(&[&message]);
            assert_eq!(expected[0].len(), algorithm.digest_len);
            for (len, filled) in [(1, 0), (100, 7), (128, 128), (20_000, 5_000)] {
                let mut buffer = vec![0; len];
                buffer[..filled].copy_from_slice(&message[..filled]);
                let mut total = 0;
                let digest = (algorithm.stream)(&mut &message[filled..], &mut buffer, filled, &mut |n| total += n);
                assert_eq!(digest.unwrap(), expected[0], "{algorithm:?}, buffer of {len}");
                assert_eq!(total, message.len());
            }
        }
    }
}
