//! The tables against the standards, and the roles against the types.

#[cfg(feature = "cipher")]
mod aeads;
#[cfg(all(feature = "curve", feature = "encoding"))]
mod agreements;
#[cfg(feature = "composite")]
mod encryptions;
#[cfg(feature = "kdf")]
mod kdfs;
#[cfg(all(feature = "composite", feature = "encoding"))]
mod kems;
#[cfg(feature = "kdf")]
mod passwords;
#[cfg(all(feature = "curve", feature = "postquantum"))]
mod signatures;
#[cfg(feature = "cipher")]
mod streams;

use super::{HashAlgorithm, Identity, MacAlgorithm, MacError, MacOptions, hash, hashes, mac, macs};
use crate::hash::keccak::Kmac;
use crate::hash::{Blake2b, Blake2bMac, Blake2s, Hash, Hmac, Sha384, Shake128, Shake256};
use std::collections::HashSet;
use std::{format, vec};

/// Checks what makes the algorithms of a role findable.
fn are_distinct<'a>(all: impl Iterator<Item = &'a Identity> + Clone) {
    let mut numbers = HashSet::new();
    for identity in all.clone() {
        assert!(numbers.insert(identity.number), "{identity:?}");
        assert!(identity.id.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-')), "{identity:?}");
        let names = [identity.id, identity.name].into_iter().chain(identity.aliases.iter().copied());
        for name in names {
            assert_eq!(all.clone().filter(|other| other.is_named(name)).count(), 1, "{name}");
        }
        let shares_oid = |other: &&Identity| identity.oid.is_some() && other.oid == identity.oid;
        assert!(all.clone().filter(shares_oid).count() <= 1, "{identity:?}");
    }
}

#[test]
fn algorithms_are_distinct() {
    are_distinct(hashes().iter().map(HashAlgorithm::identity));
    are_distinct(macs().iter().map(MacAlgorithm::identity));
    let numbers = hashes().iter().map(HashAlgorithm::identity).chain(macs().iter().map(MacAlgorithm::identity));
    assert!(numbers.map(|identity| identity.number).all(|number| number > 0));
}

/// Returns the digest by pieces, of a copy that goes on alone.
fn by_pieces(function: &HashAlgorithm, len: usize, message: &[u8]) -> vec::Vec<u8> {
    let mut hasher = function.start_with_len(len).unwrap();
    let (head, tail) = message.split_at(message.len() / 3);
    hasher.update(head);
    let mut fork = hasher.fork();
    hasher.update(b"something else");
    fork.update(tail);
    let mut digest = vec![0; len];
    assert!(fork.finalize_reset_into(&mut vec![0; len + 1]).is_err());
    fork.finalize_reset_into(&mut digest).unwrap();
    let mut again = vec![0; len];
    fork.update(message);
    fork.finalize_reset_into(&mut again).unwrap();
    assert_eq!(digest, again);
    digest
}

#[test]
fn hash_functions_are_those_of_the_types() {
    let message: vec::Vec<u8> = (0..1000).map(|i| i as u8).collect();
    let messages = [&message[..], &message[..100], b""];
    for function in hashes() {
        let lens = match function.digest_lens() {
            lens if lens.end() == lens.start() => vec![*lens.end()],
            lens => vec![1, 20, function.digest_len(), (*lens.end()).min(300)],
        };
        for len in lens {
            let mut digests = vec![0; 3 * len];
            function.digest_batch(len, &messages, &mut digests).unwrap();
            for (digest, message) in digests.chunks_exact(len).zip(messages) {
                let mut single = vec![0; len];
                function.digest(message, &mut single).unwrap();
                assert_eq!(digest, single, "{function:?} {len}");
                assert_eq!(by_pieces(function, len, message), single, "{function:?} {len}");
                if let Some(mut xof) = function.start_xof() {
                    xof.update(message);
                    let mut reader = xof.finalize();
                    let (mut start, mut rest) = (vec![0; len / 2], vec![0; len - len / 2]);
                    reader.fill(&mut start);
                    reader.fill(&mut rest);
                    assert_eq!([start, rest].concat(), single);
                }
            }
            assert!(function.digest_batch(len, &messages, &mut digests[1..]).is_err());
        }
        assert_eq!(function.is_xof(), function.start_xof().is_some());
        assert!(function.digest(b"", &mut []).is_err());
    }
    let digest = |name: &str, len: usize| {
        let mut digest = vec![0; len];
        hash(name).unwrap().digest(b"abc", &mut digest).unwrap();
        digest
    };
    assert_eq!(digest("blake2b", 20), Blake2b::<20>::digest(b"abc"));
    assert_eq!(digest("BLAKE2s", 32), Blake2s::<32>::digest(b"abc"));
    let (mut of_128, mut of_256) = ([0; 77], [0; 77]);
    Shake128::hash(b"abc", &mut of_128);
    Shake256::hash(b"abc", &mut of_256);
    assert_eq!((digest("SHAKE-128", 77), digest("shake256", 77)), (of_128.into(), of_256.into()));
}

/// Names each type.
macro_rules! types {
    ([] $($Type:ident $STEM:ident ($($names:tt)*) $more:tt hmac $hmac:tt;)+) => {
        fn of_types() -> vec::Vec<(&'static str, usize, usize, vec::Vec<u8>)> {
            vec![$((
                <crate::hash::$Type as Hash>::NAME,
                <crate::hash::$Type as Hash>::DIGEST_LEN,
                <crate::hash::$Type as Hash>::BLOCK_LEN,
                <crate::hash::$Type as Hash>::digest(b"abc").as_ref().to_vec(),
            )),+]
        }
    };
}
__hashes! { types [] }

#[test]
fn rows_are_of_their_types() {
    for (function, (name, digest_len, block_len, of_type)) in hashes().iter().zip(of_types()) {
        assert_eq!(
            (function.identity().name, function.digest_len(), function.block_len()),
            (name, digest_len, block_len)
        );
        let mut digest = vec![0; digest_len];
        function.digest(b"abc", &mut digest).unwrap();
        assert_eq!(digest, of_type);
        assert!(hash(&format!("{name:?}")).is_none());
    }
}

/// Returns the tag of a message under a key of seven bytes.
fn tag(mac: &MacAlgorithm, options: &MacOptions<'_>) -> vec::Vec<u8> {
    let mut message = mac.start_with(b"the key", options).unwrap();
    message.update(b"a mess");
    let mut fork = message.fork();
    message.update(b"something else");
    fork.update(b"age");
    let mut tag = vec![0; fork.tag_len()];
    assert!(fork.fork().finalize_into(&mut tag[1..]).is_err());
    fork.fork().finalize_into(&mut tag).unwrap();
    assert!(message.verify(&tag).is_err());
    for bit in 0..8 * tag.len() {
        let mut other = tag.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        assert!(fork.fork().verify(&other).is_err(), "{mac:?} {bit}");
    }
    assert!(fork.fork().verify(&tag[1..]).is_err() && fork.fork().verify(&[]).is_err());
    fork.verify(&tag).unwrap();
    tag
}

#[test]
fn codes_are_those_of_the_types() {
    for mac in macs() {
        assert_eq!(tag(mac, &MacOptions::default()).len(), mac.tag_len(), "{mac:?}");
        assert!(matches!(mac.start(b""), Err(MacError::Key(_))));
        let customized = MacOptions { customization: b"c", ..MacOptions::default() };
        let is_kmac = mac.identity().id.starts_with("kmac");
        assert_eq!(mac.start_with(b"k", &customized).err(), (!is_kmac).then_some(MacError::Customization));
        let empty = MacOptions { tag_len: Some(0), ..MacOptions::default() };
        assert!(matches!(mac.start_with(b"k", &empty), Err(MacError::Tag(_))));
    }
    let default = &MacOptions::default();
    assert_eq!(tag(mac("hmac-sha384").unwrap(), default), Hmac::<Sha384>::mac(b"the key", b"a message"));
    let mut blake2 = Blake2bMac::<64>::new(b"the key").unwrap();
    blake2.update(b"a message");
    assert_eq!(tag(mac("blake2b").unwrap(), default), blake2.finalize());
    let mut kmac = Kmac::<256>::new(b"the key", b"custom");
    kmac.update(b"a message");
    let options = MacOptions { customization: b"custom", tag_len: Some(20) };
    assert_eq!(tag(mac("KMAC-256").unwrap(), &options), kmac.finalize::<20>());
}
