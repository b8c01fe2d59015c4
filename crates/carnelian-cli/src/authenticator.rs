//! The message authentication codes that the command offers. To add one, add a row to [`AUTHENTICATORS`].

use crate::algorithm::Algorithm;
use crate::key_file;
use crate::named::Named;
use carnelian::hash::blake2::{self, Variant};
use carnelian::hash::keccak::Kmac;
use carnelian::hash::{Blake2b, Blake2bMac, Blake2s, Blake2sMac, Hash, Hmac};
use carnelian::hash::{Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384, Sha512, Sha512_256};
use std::ops::RangeInclusive;

/// A message authentication code behind an interface that is the same for all of them.
pub struct Authenticator {
    /// The name on the command line.
    pub name: &'static str,
    /// The name in the standard.
    pub title: &'static str,
    /// The standard.
    pub standard: &'static str,
    /// Bytes in a key.
    pub key_len: RangeInclusive<usize>,
    /// Bytes in a tag.
    pub tag_len: usize,
    /// Returns the name of the backend that this CPU and the tier in force select.
    pub backend: fn() -> &'static str,
    /// Starts a message under a key whose length is in `key_len`.
    pub start: fn(&[u8]) -> Box<dyn Tagging>,
}

/// A message that is being authenticated. State that depends on the key is wiped on drop.
pub trait Tagging {
    /// Absorbs more of the message.
    fn update(&mut self, data: &[u8]);

    /// Returns the tag of the absorbed message.
    fn tag(self: Box<Self>) -> Vec<u8>;

    /// Returns whether `tag` is the complete tag of the absorbed message, in time that does not depend on where they
    /// differ.
    fn verify(self: Box<Self>, tag: &[u8]) -> bool;
}

/// Keys of any length that fits in a key file.
const ANY_KEY: RangeInclusive<usize> = 1..=key_file::LONGEST;

/// Every message authentication code, in listing order.
pub static AUTHENTICATORS: [Authenticator; 13] = [
    hmac::<Sha256>("hmac-sha256", "HMAC-SHA-256"),
    hmac::<Sha224>("hmac-sha224", "HMAC-SHA-224"),
    hmac::<Sha512>("hmac-sha512", "HMAC-SHA-512"),
    hmac::<Sha384>("hmac-sha384", "HMAC-SHA-384"),
    hmac::<Sha512_256>("hmac-sha512-256", "HMAC-SHA-512/256"),
    hmac::<Sha3_256>("hmac-sha3-256", "HMAC-SHA3-256"),
    hmac::<Sha3_224>("hmac-sha3-224", "HMAC-SHA3-224"),
    hmac::<Sha3_384>("hmac-sha3-384", "HMAC-SHA3-384"),
    hmac::<Sha3_512>("hmac-sha3-512", "HMAC-SHA3-512"),
    kmac::<128, 32>("kmac128", "KMAC128"),
    kmac::<256, 64>("kmac256", "KMAC256"),
    Authenticator {
        name: "blake2b",
        title: "BLAKE2b with a key",
        standard: "RFC 7693",
        key_len: 1..=64,
        tag_len: 64,
        backend: Blake2b::<64>::backend,
        start: |key| Box::new(Blake2bMac::<64>::new(key).expect(KEY_LEN)),
    },
    Authenticator {
        name: "blake2s",
        title: "BLAKE2s with a key",
        standard: "RFC 7693",
        key_len: 1..=32,
        tag_len: 32,
        backend: Blake2s::<32>::backend,
        start: |key| Box::new(Blake2sMac::<32>::new(key).expect(KEY_LEN)),
    },
];

const KEY_LEN: &str = "the caller has looked at the length of the key";

const fn hmac<H: Hash + 'static>(name: &'static str, title: &'static str) -> Authenticator {
    Authenticator {
        name,
        title,
        standard: "FIPS 198-1",
        key_len: ANY_KEY,
        tag_len: H::DIGEST_LEN,
        backend: H::backend,
        start: |key| Box::new(Hmac::<H>::new(key)),
    }
}

/// Returns the row of KMAC with an empty customization string.
const fn kmac<const SECURITY: usize, const LEN: usize>(name: &'static str, title: &'static str) -> Authenticator {
    Authenticator {
        name,
        title,
        standard: "SP 800-185 Section 4",
        key_len: ANY_KEY,
        tag_len: LEN,
        backend: Kmac::<SECURITY>::backend,
        start: |key| Box::new(KmacOf::<SECURITY, LEN>(Kmac::new(key, b""))),
    }
}

impl Named for &'static Authenticator {
    fn all() -> Vec<Self> {
        AUTHENTICATORS.iter().collect()
    }

    fn name(&self) -> &'static str {
        self.name
    }

    /// Returns its title, and "hmac-" followed by each other name of its hash function.
    fn other_names(&self) -> Vec<String> {
        let hash = self.name.strip_prefix("hmac-").and_then(Algorithm::named);
        let hashes = hash.iter().flat_map(Named::other_names).map(|name| format!("hmac-{name}"));
        hashes.chain([self.title.to_owned()]).collect()
    }
}

impl std::fmt::Debug for Authenticator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl<H: Hash> Tagging for Hmac<H> {
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn tag(self: Box<Self>) -> Vec<u8> {
        self.finalize().as_ref().to_vec()
    }

    fn verify(self: Box<Self>, tag: &[u8]) -> bool {
        self.finalize_verify(tag).is_ok()
    }
}

impl<V: Variant, const LEN: usize> Tagging for blake2::Mac<V, LEN> {
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn tag(self: Box<Self>) -> Vec<u8> {
        self.finalize().to_vec()
    }

    fn verify(self: Box<Self>, tag: &[u8]) -> bool {
        tag.try_into().is_ok_and(|tag| (*self).verify(tag).is_ok())
    }
}

/// KMAC with tags of `LEN` bytes.
struct KmacOf<const SECURITY: usize, const LEN: usize>(Kmac<SECURITY>);

impl<const SECURITY: usize, const LEN: usize> Tagging for KmacOf<SECURITY, LEN> {
    fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    fn tag(self: Box<Self>) -> Vec<u8> {
        self.0.finalize::<LEN>().to_vec()
    }

    fn verify(self: Box<Self>, tag: &[u8]) -> bool {
        tag.len() == LEN && self.0.verify(tag).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(authenticator: &Authenticator) -> Box<dyn Tagging> {
        let mut tagging = (authenticator.start)(&[7; 32]);
        tagging.update(b"a mess");
        tagging.update(b"age");
        tagging
    }

    #[test]
    fn a_tag_is_valid_whole_and_in_no_other_way() {
        for authenticator in &AUTHENTICATORS {
            let tag = started(authenticator).tag();
            assert_eq!(tag.len(), authenticator.tag_len, "{authenticator:?}");
            assert!(started(authenticator).verify(&tag), "{authenticator:?}");
            for bit in 0..8 * tag.len() {
                let mut other = tag.clone();
                other[bit / 8] ^= 1 << (bit % 8);
                assert!(!started(authenticator).verify(&other), "{authenticator:?}, bit {bit}");
            }
            for other in [&[][..], &tag[1..], &tag[..tag.len() - 1], &[&tag[..], &[0]].concat()] {
                assert!(!started(authenticator).verify(other), "{authenticator:?}, {} bytes", other.len());
            }
        }
    }

    #[test]
    fn keys_of_every_length_that_is_allowed_are_taken() {
        for authenticator in &AUTHENTICATORS {
            for len in [*authenticator.key_len.start(), *authenticator.key_len.end()] {
                assert_eq!((authenticator.start)(&vec![1; len]).tag().len(), authenticator.tag_len);
            }
        }
    }
}
