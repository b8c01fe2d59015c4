//! The hash functions that the command offers: those of the catalogue.

use crate::arguments::named::Named;
use carnelian::algorithm::{HashAlgorithm, hashes};
use std::io::{self, Read};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// A hash function, with what checksum lists call it.
pub struct Algorithm {
    function: &'static HashAlgorithm,
    tags: Vec<&'static str>,
}

/// Every hash function, in listing order.
static ALGORITHMS: LazyLock<Vec<Algorithm>> = LazyLock::new(|| hashes().iter().map(Algorithm::new).collect());

/// Bytes in the output of `openssl dgst -shake128` before version 3.4, which then asks for a length.
const SHORTEST_AFTER_TAG: usize = 16;
/// The longest output. It is held in memory, and each byte becomes two digits.
const LONGEST_OUTPUT: usize = 64 << 20;

impl Algorithm {
    fn new(function: &'static HashAlgorithm) -> Self {
        let identity = function.identity();
        // The BSDs write SHA256 and SHA512/256, all others the name of the standard.
        let written = identity.name.replacen("SHA-", "SHA", 1);
        // The table is made once.
        let mut tags: Vec<&str> = vec![written.leak(), identity.id.to_uppercase().leak()];
        tags.extend(identity.aliases);
        tags.dedup();
        Self { function, tags }
    }

    /// Returns every hash function, in listing order.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &ALGORITHMS
    }

    /// Returns the function in the catalogue.
    #[must_use]
    pub const fn function(&self) -> &'static HashAlgorithm {
        self.function
    }

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        let identity = self.function.identity();
        identity.id
    }

    /// Returns the tags in tagged lines of checksum lists: first the one that is written, then others that are
    /// accepted.
    #[must_use]
    pub fn tags(&self) -> &[&'static str] {
        &self.tags
    }

    /// Returns the bytes in a digest of the default length.
    #[must_use]
    pub const fn digest_len(&self) -> usize {
        self.function.digest_len()
    }

    /// Returns the range of digest lengths in bytes.
    #[must_use]
    pub fn lengths(&self) -> RangeInclusive<usize> {
        let lens = self.function.digest_lens();
        *lens.start()..=LONGEST_OUTPUT.min(*lens.end())
    }

    /// Returns the range of digest lengths in bytes after a tag in a checksum list that has no number of bits. OpenSSL
    /// writes such tags for outputs of any length. A short output is a prefix of a longer one, so a line that is cut
    /// off among its digits passes as complete; it must have as many as OpenSSL's shortest default.
    #[must_use]
    pub fn lengths_after_tags(&self) -> RangeInclusive<usize> {
        if self.function.is_xof() { SHORTEST_AFTER_TAG..=LONGEST_OUTPUT } else { self.digest_len()..=self.digest_len() }
    }

    /// Returns whether there are digests of `len` bytes.
    #[must_use]
    pub fn has_length(&self, len: usize) -> bool {
        self.lengths().contains(&len)
    }

    /// Returns the tag for digests of `len` bytes in tagged lines.
    #[must_use]
    pub fn tag(&self, len: usize) -> String {
        if len == self.digest_len() { self.tags[0].to_owned() } else { format!("{}-{}", self.tags[0], 8 * len) }
    }

    /// Returns the digests of many messages, in order, of `len` bytes each.
    ///
    /// # Panics
    /// If the algorithm does not [have this length](Self::has_length).
    #[must_use]
    pub fn batch(&self, len: usize, messages: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut digests = vec![0; len * messages.len()];
        self.function.digest_batch(len, messages, &mut digests).expect("a length of the algorithm");
        digests.chunks_exact(len).map(<[u8]>::to_vec).collect()
    }

    /// Digests the first `filled` bytes of `buffer` followed by the remainder of the stream, which is read through
    /// `buffer`. `taken_in` is told the size of each chunk that was absorbed.
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
        mut filled: usize,
        taken_in: &mut dyn FnMut(usize),
    ) -> io::Result<Vec<u8>> {
        let mut hasher = self.function.start_with_len(len).expect("a length of the algorithm");
        loop {
            hasher.update(&buffer[..filled]);
            taken_in(filled);
            filled = match input.read(buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
                Err(error) => return Err(error),
            };
        }
        let mut digest = vec![0; len];
        hasher.finalize_reset_into(&mut digest).expect("the length of the hasher");
        Ok(digest)
    }

    /// Returns the algorithm with the name `name`, on the command line or elsewhere.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|algorithm| algorithm.function.identity().is_named(name))
    }
}

impl Named for &'static Algorithm {
    fn all() -> Vec<Self> {
        Algorithm::all().iter().collect()
    }

    fn name(&self) -> &'static str {
        Algorithm::name(self)
    }

    fn other_names(&self) -> Vec<String> {
        self.tags.iter().chain([&self.function.identity().name]).map(ToString::to_string).collect()
    }
}

impl std::fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_and_batch_agree_whatever_the_buffer() {
        let message: Vec<u8> = (0..10_000u32).map(|i| i as u8).collect();
        for algorithm in Algorithm::all() {
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

    /// The tags that coreutils, the BSDs and OpenSSL write.
    #[test]
    fn the_tags_of_other_programs_are_known() {
        for (name, tags) in [
            ("sha256", &["SHA256", "SHA2-256"][..]),
            ("sha512-256", &["SHA512/256", "SHA2-512/256", "SHA512-256", "SHA512t256"]),
            ("sha3-384", &["SHA3-384"]),
            ("shake128", &["SHAKE128", "SHAKE-128"]),
            ("blake2b", &["BLAKE2b", "BLAKE2B"]),
        ] {
            let algorithm = Algorithm::named(name).unwrap();
            assert_eq!(algorithm.tags()[0], tags[0]);
            assert!(tags.iter().all(|tag| algorithm.tags().iter().any(|known| known == tag)), "{name}");
        }
    }
}
