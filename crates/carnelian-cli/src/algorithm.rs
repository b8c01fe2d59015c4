//! The hash functions that the command offers. To add one, add a row to [`ALGORITHMS`].

use crate::named::{self, Named};
use carnelian::LengthError;
use carnelian::hash::blake2::{B, S, VariableHasher, Variant};
use carnelian::hash::{Blake2b, Blake2b512, Blake2s, Blake2s256, Hash, Sha224, Sha256, Sha384, Sha512, Sha512_256};
use carnelian::hash::{Sha3_224, Sha3_256, Sha3_384, Sha3_512, Shake128, Shake256, Xof, XofReader};
use std::io::{self, Read};
use std::ops::RangeInclusive;

/// A hash function behind an interface that is the same for all of them.
pub struct Algorithm {
    /// The name on the command line.
    pub name: &'static str,
    /// The name in the standard.
    pub title: &'static str,
    /// The standard.
    pub standard: &'static str,
    /// The tags in tagged lines of checksum lists: first the one that is written, then others that are accepted.
    pub tags: &'static [&'static str],
    /// Bytes in a digest of the default length.
    pub digest_len: usize,
    /// Bytes in the longest digest.
    longest: usize,
    /// Bytes in a block.
    pub block_len: usize,
    /// Returns the name of the backend that this CPU and the tier in force select.
    pub backend: fn() -> &'static str,
    digests: Digests,
}

/// Functions that compute digests: first those of many messages, in order, then that of a stream.
#[derive(Clone, Copy)]
enum Digests {
    /// Digests of a single length.
    OfOneLength(fn(&[&[u8]]) -> Vec<Vec<u8>>, Stream),
    /// Digests of the number of bytes in the first argument, at least 1. Each length is a distinct function.
    OfAnyLength(VariableBatch, VariableStream),
    /// Like `OfAnyLength`, but each output is a prefix of all longer ones.
    Output(VariableBatch, VariableStream),
}

/// See [`Algorithm::batch`].
type VariableBatch = fn(usize, &[&[u8]]) -> Vec<Vec<u8>>;
/// See [`Algorithm::stream`].
type Stream = fn(&mut dyn Read, &mut [u8], usize, TakenIn<'_>) -> io::Result<Vec<u8>>;
type VariableStream = fn(usize, &mut dyn Read, &mut [u8], usize, TakenIn<'_>) -> io::Result<Vec<u8>>;
/// A callback that is told the size of each chunk that was absorbed.
type TakenIn<'a> = &'a mut dyn FnMut(usize);

/// Every hash function, in listing order.
pub static ALGORITHMS: [Algorithm; 13] =
    [
        Algorithm::of::<Sha256>("sha256", "FIPS 180-4 Section 6.2", &["SHA256", "SHA2-256"]),
        Algorithm::of::<Sha224>("sha224", "FIPS 180-4 Section 6.3", &["SHA224", "SHA2-224"]),
        Algorithm::of::<Sha512>("sha512", "FIPS 180-4 Section 6.4", &["SHA512", "SHA2-512"]),
        Algorithm::of::<Sha384>("sha384", "FIPS 180-4 Section 6.5", &["SHA384", "SHA2-384"]),
        Algorithm::of::<Sha512_256>(
            "sha512-256",
            "FIPS 180-4 Section 6.7",
            &["SHA512/256", "SHA2-512/256", "SHA512-256", "SHA512t256"],
        ),
        Algorithm::of::<Sha3_256>("sha3-256", "FIPS 202 Section 6.1", &["SHA3-256"]),
        Algorithm::of::<Sha3_224>("sha3-224", "FIPS 202 Section 6.1", &["SHA3-224"]),
        Algorithm::of::<Sha3_384>("sha3-384", "FIPS 202 Section 6.1", &["SHA3-384"]),
        Algorithm::of::<Sha3_512>("sha3-512", "FIPS 202 Section 6.1", &["SHA3-512"]),
        Algorithm::of_xof::<Shake128, SHAKE128_LEN>(
            "shake128",
            "FIPS 202 Section 6.2",
            &["SHAKE128", "SHAKE-128"],
            |len, messages| match len {
                SHAKE128_LEN => batch_of_xof(messages, Shake128::hash_batch::<SHAKE128_LEN>),
                len => outputs::<Shake128>(len, messages),
            },
        ),
        Algorithm::of_xof::<Shake256, SHAKE256_LEN>(
            "shake256",
            "FIPS 202 Section 6.2",
            &["SHAKE256", "SHAKE-256"],
            |len, messages| match len {
                SHAKE256_LEN => batch_of_xof(messages, Shake256::hash_batch::<SHAKE256_LEN>),
                len => outputs::<Shake256>(len, messages),
            },
        ),
        Algorithm::of_any_length::<Blake2b512, B>("blake2b", "BLAKE2b", &["BLAKE2b", "BLAKE2B"], |len, messages| {
            match len {
                64 => batch::<Blake2b<64>>(messages),
                48 => batch::<Blake2b<48>>(messages),
                32 => batch::<Blake2b<32>>(messages),
                len => one_by_one::<B>(len, messages),
            }
        }),
        Algorithm::of_any_length::<Blake2s256, S>("blake2s", "BLAKE2s", &["BLAKE2s", "BLAKE2S"], |len, messages| {
            match len {
                32 => batch::<Blake2s<32>>(messages),
                16 => batch::<Blake2s<16>>(messages),
                len => one_by_one::<S>(len, messages),
            }
        }),
    ];

/// The default number of bytes of SHAKE128 output: a collision at its security strength of 128 bits needs this many.
/// OpenSSL 3 outputs half of that by default.
const SHAKE128_LEN: usize = 32;
/// The default number of bytes of SHAKE256 output, for 256 bits likewise.
const SHAKE256_LEN: usize = 64;
/// Bytes in the output of `openssl dgst -shake128` before version 3.4, which then asks for a length.
const SHORTEST_AFTER_TAG: usize = 16;
/// The longest output. It is held in memory, and each byte becomes two digits.
const LONGEST_OUTPUT: usize = 64 << 20;

impl Algorithm {
    const fn of<H: Hash>(name: &'static str, standard: &'static str, tags: &'static [&'static str]) -> Self {
        Self {
            name,
            title: H::NAME,
            standard,
            tags,
            digest_len: H::DIGEST_LEN,
            longest: H::DIGEST_LEN,
            block_len: H::BLOCK_LEN,
            backend: H::backend,
            digests: Digests::OfOneLength(batch::<H>, stream::<H>),
        }
    }

    /// Returns the row of an extendable-output function, whose digest has `LEN` bytes by default.
    const fn of_xof<X: Xof + Default, const LEN: usize>(
        name: &'static str,
        standard: &'static str,
        tags: &'static [&'static str],
        batch: VariableBatch,
    ) -> Self {
        Self {
            name,
            title: X::NAME,
            standard,
            tags,
            digest_len: LEN,
            longest: LONGEST_OUTPUT,
            block_len: X::BLOCK_LEN,
            backend: X::backend,
            digests: Digests::Output(batch, stream_xof::<X>),
        }
    }

    /// Returns the row of a BLAKE2 function; `H` is the variant with the longest digests.
    const fn of_any_length<H: Hash, V: Variant>(
        name: &'static str,
        title: &'static str,
        tags: &'static [&'static str],
        batch: VariableBatch,
    ) -> Self {
        Self {
            name,
            title,
            standard: "RFC 7693",
            tags,
            digest_len: H::DIGEST_LEN,
            longest: H::DIGEST_LEN,
            block_len: H::BLOCK_LEN,
            backend: H::backend,
            digests: Digests::OfAnyLength(batch, variable_stream::<V>),
        }
    }

    /// Returns the range of digest lengths in bytes.
    #[must_use]
    pub const fn lengths(&self) -> RangeInclusive<usize> {
        match self.digests {
            Digests::OfOneLength(..) => self.digest_len..=self.digest_len,
            Digests::OfAnyLength(..) | Digests::Output(..) => 1..=self.longest,
        }
    }

    /// Returns the range of digest lengths in bytes after a tag in a checksum list that has no number of bits. OpenSSL
    /// writes such tags for outputs of any length. A short output is a prefix of a longer one, so a line that is cut off
    /// among its digits passes as complete; it must have as many as OpenSSL's shortest default.
    #[must_use]
    pub const fn lengths_after_tags(&self) -> RangeInclusive<usize> {
        match self.digests {
            Digests::Output(..) => SHORTEST_AFTER_TAG..=self.longest,
            Digests::OfOneLength(..) | Digests::OfAnyLength(..) => self.digest_len..=self.digest_len,
        }
    }

    /// Returns whether there are digests of `len` bytes.
    #[must_use]
    pub fn has_length(&self, len: usize) -> bool {
        self.lengths().contains(&len)
    }

    /// Returns the tag for digests of `len` bytes in tagged lines.
    #[must_use]
    pub fn tag(&self, len: usize) -> String {
        if len == self.digest_len { self.tags[0].to_owned() } else { format!("{}-{}", self.tags[0], 8 * len) }
    }

    /// Returns the digests of many messages, in order, of `len` bytes each.
    ///
    /// # Panics
    /// If the algorithm does not [have this length](Self::has_length).
    #[must_use]
    pub fn batch(&self, len: usize, messages: &[&[u8]]) -> Vec<Vec<u8>> {
        assert!(self.has_length(len), "the algorithm has no digests of {len} bytes");
        match self.digests {
            Digests::OfOneLength(batch, _) => batch(messages),
            Digests::OfAnyLength(batch, _) | Digests::Output(batch, _) => batch(len, messages),
        }
    }

    /// Digests the first `filled` bytes of `buffer` followed by the remainder of the stream, which is read through
    /// `buffer`.
    ///
    /// # Errors
    /// Errors of reading the stream.
    ///
    /// # Panics
    /// If the algorithm does not [have this length](Self::has_length).
    pub fn stream(
        &self,
        len: usize,
        input: &mut dyn Read,
        buffer: &mut [u8],
        filled: usize,
        taken_in: TakenIn<'_>,
    ) -> io::Result<Vec<u8>> {
        assert!(self.has_length(len), "the algorithm has no digests of {len} bytes");
        match self.digests {
            Digests::OfOneLength(_, stream) => stream(input, buffer, filled, taken_in),
            Digests::OfAnyLength(_, stream) | Digests::Output(_, stream) => {
                stream(len, input, buffer, filled, taken_in)
            }
        }
    }

    /// Returns the algorithm with the name `name`, on the command line or elsewhere.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        named::find(name)
    }
}

impl Named for &'static Algorithm {
    fn all() -> Vec<Self> {
        ALGORITHMS.iter().collect()
    }

    fn name(&self) -> &'static str {
        self.name
    }

    /// Returns its tags; where there are several lengths, also the tags with the default length appended.
    fn other_names(&self) -> Vec<String> {
        let plain = self.tags.iter().map(ToString::to_string);
        let has_length = matches!(self.digests, Digests::OfAnyLength(..));
        let bits = 8 * self.digest_len;
        let with_length =
            self.tags.iter().filter(|_| has_length).flat_map(|tag| [format!("{tag}{bits}"), format!("{tag}-{bits}")]);
        plain.chain(with_length).collect()
    }
}

impl std::fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

fn batch<H: Hash>(messages: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut digests = vec![H::digest(b""); messages.len()];
    H::digest_batch(messages, &mut digests).expect("there are as many digests as messages");
    digests.iter().map(|digest| digest.as_ref().to_vec()).collect()
}

/// The batch function of an extendable-output function.
type HashBatch<const LEN: usize> = fn(&[&[u8]], &mut [[u8; LEN]]) -> Result<(), LengthError>;

fn batch_of_xof<const LEN: usize>(messages: &[&[u8]], hash_batch: HashBatch<LEN>) -> Vec<Vec<u8>> {
    let mut digests = vec![[0; LEN]; messages.len()];
    hash_batch(messages, &mut digests).expect("there are as many digests as messages");
    digests.into_iter().map(Vec::from).collect()
}

/// Hashes the messages one by one, to outputs of a length known only at run time.
fn outputs<X: Xof + Default>(len: usize, messages: &[&[u8]]) -> Vec<Vec<u8>> {
    let output = |message: &&[u8]| {
        let mut xof = X::default();
        xof.update(message);
        output(xof, len)
    };
    messages.iter().map(output).collect()
}

fn output<X: Xof>(xof: X, len: usize) -> Vec<u8> {
    let mut output = vec![0; len];
    xof.finalize().fill(&mut output);
    output
}

/// Hashes the messages one by one, to digests of a length known only at run time.
fn one_by_one<V: Variant>(len: usize, messages: &[&[u8]]) -> Vec<Vec<u8>> {
    let digest = |message: &&[u8]| {
        let mut hasher = variable_hasher::<V>(len);
        hasher.update(message);
        finish(hasher, len)
    };
    messages.iter().map(digest).collect()
}

fn variable_hasher<V: Variant>(len: usize) -> VariableHasher<V> {
    VariableHasher::new(len).expect("the caller has looked at the length")
}

fn finish<V: Variant>(hasher: VariableHasher<V>, len: usize) -> Vec<u8> {
    let mut digest = vec![0; len];
    hasher.finalize_into(&mut digest).expect("the length is that of the hasher");
    digest
}

fn stream<H: Hash>(
    input: &mut dyn Read,
    buffer: &mut [u8],
    filled: usize,
    taken_in: TakenIn<'_>,
) -> io::Result<Vec<u8>> {
    let mut hasher = H::new();
    take_in(input, buffer, filled, taken_in, &mut |piece| hasher.update(piece))?;
    Ok(hasher.finalize().as_ref().to_vec())
}

fn stream_xof<X: Xof + Default>(
    len: usize,
    input: &mut dyn Read,
    buffer: &mut [u8],
    filled: usize,
    taken_in: TakenIn<'_>,
) -> io::Result<Vec<u8>> {
    let mut xof = X::default();
    take_in(input, buffer, filled, taken_in, &mut |piece| xof.update(piece))?;
    Ok(output(xof, len))
}

fn variable_stream<V: Variant>(
    len: usize,
    input: &mut dyn Read,
    buffer: &mut [u8],
    filled: usize,
    taken_in: TakenIn<'_>,
) -> io::Result<Vec<u8>> {
    let mut hasher = variable_hasher::<V>(len);
    take_in(input, buffer, filled, taken_in, &mut |piece| hasher.update(piece))?;
    Ok(finish(hasher, len))
}

/// Passes the stream to `update` chunk by chunk, and the size of each chunk to `taken_in`.
fn take_in(
    input: &mut dyn Read,
    buffer: &mut [u8],
    mut filled: usize,
    taken_in: TakenIn<'_>,
    update: &mut dyn FnMut(&[u8]),
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
            for digest_len in (1..=64).filter(|len| algorithm.has_length(*len)) {
                let expected = algorithm.batch(digest_len, &[&message]);
                assert_eq!(expected[0].len(), digest_len);
                for (len, filled) in [(1, 0), (100, 7), (128, 128), (20_000, 5_000)] {
                    let mut buffer = vec![0; len];
                    buffer[..filled].copy_from_slice(&message[..filled]);
                    let (mut rest, mut total) = (&message[filled..], 0);
                    let digest = algorithm.stream(digest_len, &mut rest, &mut buffer, filled, &mut |n| total += n);
                    assert_eq!(digest.unwrap(), expected[0], "{algorithm:?}, buffer of {len}");
                    assert_eq!(total, message.len());
                }
            }
        }
    }

    #[test]
    fn a_short_output_is_the_start_of_a_longer_one() {
        for name in ["shake128", "shake256"] {
            let algorithm = Algorithm::named(name).unwrap();
            let outputs = [1, 16, 32, 64, 1000].map(|len| algorithm.batch(len, &[b"abc"]).remove(0));
            assert!(outputs.iter().all(|output| outputs[4].starts_with(output)), "{name}");
        }
    }

    #[test]
    fn only_some_algorithms_have_a_choice_of_lengths() {
        let [sha256, blake2b, blake2s, shake128] =
            ["sha256", "blake2b", "blake2s", "shake128"].map(|name| Algorithm::named(name).unwrap());
        let lengths = |algorithm: &Algorithm| (0..=100).filter(|len| algorithm.has_length(*len)).collect::<Vec<_>>();
        assert_eq!(lengths(sha256), [32]);
        assert_eq!(lengths(blake2b), (1..=64).collect::<Vec<_>>());
        assert_eq!(lengths(blake2s), (1..=32).collect::<Vec<_>>());
        assert_eq!((shake128.lengths(), shake128.lengths_after_tags()), (1..=LONGEST_OUTPUT, 16..=LONGEST_OUTPUT));
        assert_eq!((blake2b.lengths_after_tags(), sha256.lengths_after_tags()), (64..=64, 32..=32));
        assert_eq!(
            (blake2b.tag(64), blake2b.tag(32), sha256.tag(32)),
            ("BLAKE2b".to_owned(), "BLAKE2b-256".to_owned(), "SHA256".to_owned())
        );
    }
}
