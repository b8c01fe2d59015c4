//! HMAC against its definition, over every hash function here, and the examples of RFC 4231.

use super::{Hmac, Key, TagError};
use crate::base::cpu::forced;
use crate::base::random::{Random, TestRandom};
use crate::hash::{Hash, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384, Sha512, Sha512_256};
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// Calls a generic check for every hash function.
macro_rules! for_every_function {
    ($check:ident) => {
        $check::<Sha224>();
        $check::<Sha256>();
        $check::<Sha384>();
        $check::<Sha512>();
        $check::<Sha512_256>();
        $check::<Sha3_224>();
        $check::<Sha3_256>();
        $check::<Sha3_384>();
        $check::<Sha3_512>();
    };
}

fn random_bytes(random: &mut TestRandom, length: usize) -> Vec<u8> {
    let mut data = vec![0; length];
    random.fill(&mut data).unwrap();
    data
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Section 4 of FIPS 198-1, step by step.
fn textbook<H: Hash>(key: &[u8], text: &[u8]) -> Vec<u8> {
    let mut k0 = if key.len() > H::BLOCK_LEN { H::digest(key).as_ref().to_vec() } else { key.to_vec() };
    k0.resize(H::BLOCK_LEN, 0);
    let with = |pad: u8, data: &[u8]| {
        let block: Vec<u8> = k0.iter().map(|byte| byte ^ pad).collect();
        H::digest(&[&block, data].concat()).as_ref().to_vec()
    };
    with(0x5c, &with(0x36, text))
}

/// RFC 4231 Sections 4.2, 4.3 and 4.7: short key, text key, key longer than a block.
#[test]
fn the_examples_of_the_rfc() {
    let examples: [(&[u8], &[u8], &str); 3] = [
        (&[0x0b; 20], b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (b"Jefe", b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        (
            &[0xaa; 131],
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
    ];
    for (key, text, tag) in examples {
        assert_eq!(hex(&Hmac::<Sha256>::mac(key, text)), tag);
    }
    assert_eq!(
        hex(&Hmac::<Sha512>::mac(&[0x0b; 20], b"Hi There")),
        "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde\
         daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"
    );
}

#[test]
fn every_way_gives_what_the_definition_gives() {
    fn check<H: Hash>() {
        let random = &mut TestRandom::new(1);
        let data = random_bytes(random, 700);
        for tier in forced::tiers() {
            forced::at_most(tier, || {
                for key_len in [0, 1, H::DIGEST_LEN, H::BLOCK_LEN - 1, H::BLOCK_LEN, H::BLOCK_LEN + 1, 300] {
                    for len in [0, 1, 55, 64, 119, 128, 300].map(|len| len + random.next_u64() as usize % 3) {
                        let (secret, message) = (&data[..key_len], &data[700 - len..]);
                        let expected = textbook::<H>(secret, message);
                        assert_eq!(Hmac::<H>::mac(secret, message).as_ref(), expected, "{tier}, {key_len}, {len}");
                        let key = Key::<H>::new(secret);
                        // Twice, since a key is used again.
                        for _ in 0..2 {
                            assert_eq!(key.mac(message).as_ref(), expected, "{tier}, {key_len}, {len}");
                        }
                        for mut pieces in [key.start(), Hmac::new(secret)] {
                            message.chunks(37).for_each(|piece| pieces.update(piece));
                            assert_eq!(pieces.clone().finalize().as_ref(), expected, "{tier}, {key_len}, {len}");
                            assert_eq!(pieces.finalize_verify(&expected), Ok(()));
                        }
                    }
                }
            });
        }
    }
    for_every_function!(check);
}

#[test]
fn every_wrong_tag_is_refused() {
    fn check<H: Hash>() {
        let key = Key::<H>::new(b"key");
        let tag = key.mac(b"message");
        let tag = tag.as_ref();
        assert_eq!(key.verify(b"message", tag), Ok(()));
        assert_eq!(Hmac::<H>::verify(b"key", b"message", tag), Ok(()));
        assert_eq!(key.verify(b"massage", tag), Err(TagError::Mismatch));
        assert_eq!(Hmac::<H>::verify(b"kex", b"message", tag), Err(TagError::Mismatch));
        for bit in 0..8 * tag.len() {
            let mut other = tag.to_vec();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(key.verify(b"message", &other), Err(TagError::Mismatch));
            let cut = key.verify_truncated(b"message", &other[..Key::<H>::MIN_TAG_LEN]);
            assert_eq!(cut.is_err(), bit / 8 < Key::<H>::MIN_TAG_LEN);
        }
        let (least, most) = (Key::<H>::MIN_TAG_LEN, H::DIGEST_LEN);
        for found in 0..=most + 1 {
            let longer = [tag, &[0]].concat();
            let whole = if found == most { Ok(()) } else { Err(TagError::Length { least: most, most, found }) };
            assert_eq!(key.verify(b"message", &longer[..found]), whole);
            let allowed = (least..=most).contains(&found);
            let truncated = if allowed { Ok(()) } else { Err(TagError::Length { least, most, found }) };
            assert_eq!(key.verify_truncated(b"message", &longer[..found]), truncated);
        }
    }
    for_every_function!(check);
    assert_eq!([Key::<Sha256>::MIN_TAG_LEN, Key::<Sha224>::MIN_TAG_LEN, Key::<Sha512>::MIN_TAG_LEN], [16, 14, 32]);
}

#[test]
fn errors_say_which_lengths_are_good() {
    let shown = |least, most, found| format!("{}", TagError::Length { least, most, found });
    assert_eq!(shown(32, 32, 31), "expected a tag of 32 bytes, found 31");
    assert_eq!(shown(16, 32, 15), "expected a tag of 16 to 32 bytes, found 15");
}

#[test]
fn debug_shows_no_key() {
    let key = Key::<Sha256>::new(b"secret");
    assert_eq!(format!("{key:?} {:?}", key.start()), "HMAC-SHA-256 key(..) HMAC-SHA-256(..)");
}

#[test]
fn a_dropped_key_leaves_zeros() {
    let bytes = crate::base::testing::bytes_after_drop(Key::<Sha256>::new(&[0xa5; 40]));
    assert_eq!(bytes.iter().filter(|byte| **byte != 0).count(), 2, "nothing but the two lengths, 64, stays");
}

/// Neither the key nor values computed from it stay on the stack when a tag is computed at once, or under a cached key.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    let random = &mut TestRandom::new(2);
    for tier in forced::tiers() {
        for (len, cached) in [32, 64, 100].into_iter().flat_map(|len| [(len, false), (len, true)]) {
            let secret = random_bytes(random, len);
            let mut tag = [0; 32];
            let stack = crate::base::testing::stack_left_by(&mut || {
                forced::at_most(tier, || {
                    tag = if cached {
                        Key::<Sha256>::new(&secret).mac(b"message")
                    } else {
                        Hmac::<Sha256>::mac(&secret, b"message")
                    };
                });
            });
            assert_eq!(tag.as_slice(), textbook::<Sha256>(&secret, b"message"));
            for pad in [0, 0x36, 0x5c] {
                let padded: Vec<u8> = secret.iter().map(|byte| byte ^ pad).collect();
                for piece in padded.as_chunks::<8>().0 {
                    assert!(!stack.windows(8).any(|window| window == piece), "{tier}, key of {len} bytes");
                }
            }
        }
    }
}
