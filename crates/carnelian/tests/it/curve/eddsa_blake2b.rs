//! EdDSA with BLAKE2b against Monocypher's results, ed25519-dalek's arithmetic over the crate blake2, and, for
//! verification, curve25519-dalek with blake2b_simd, at every tier.

use crate::inputs::{TORSION, bytes, edges, hex};
use crate::tiers::tiers;
use carnelian::__internals::{TestRandom, at_most};
use carnelian::curve::curve25519::Scalar;
use carnelian::curve::eddsa_blake2b::{
    self, BatchItem, Rule, Signature, SignatureError, SigningKey, VerifyingKey, VerifyingKeyError,
};
use carnelian::curve::x25519;
use curve25519_dalek as dalek;
use curve25519_dalek::edwards::CompressedEdwardsY;
use dalek::traits::IsIdentity;
use ed25519_dalek::hazmat::{ExpandedSecretKey, raw_sign};

/// Seed, public key, message and signature by Monocypher 4.
const MONOCYPHER: [[&str; 4]; 4] = [
    [
        "c15c0289ec2d0a9167ec8e65a18debbe5e5532fbeea293f80bc942ee9086c171",
        "25fcf0bed995a345565790e49a96a66c863d6e0d6b3f5a891e991fe88af3a7e1",
        "",
        "2bdaf6484ccdfae5f4ffc26afb297de625d81cd20c86f41327b7d939705f2b89073ff67609b059bb114e2da2bb190a4ff91ade5bf8ced459f2c17edc03c1900a",
    ],
    [
        "b9b501d1d854bb7180021590ff0b4dc3a53c36d76cec99e0758527120fbbe785",
        "78a942f5565e8431640b398fce407528bb36ebb5a272678e517e0591605d66a9",
        "a8",
        "04cf480cec2d0b34b8a24010978805064931becfbd9f4159d611b98f52024c8b73b027e3fb5330db68a99d83f5a2a2835937cb8359ed7a45caecfbc6f9da8803",
    ],
    [
        "966761748e5c43cb614f560177dc7567fe8bcf144dd4fc9ac05daa4b8acf7674",
        "81abfde9df05c72c78faf8584f4a013aa15997e27797b2681b3ecae131cf8442",
        "8aa2d790d641b387a8574c6fae6d9b6f3b4a79a517cec22a630bfdb7a6a634a5",
        "02c8d36bfc3a4c32e1dfdedfd7ca1a01a3324a2ec9e19cc9430292b18f0b02432593b0982a9ab0dc05ae94f3891ef3e86b8342d46324ecd26bdc65ad8d858608",
    ],
    [
        "f1aa2b57dad0bad0ee89af30963784ae0865ef73371863e24687e96568c4e210",
        "50b97c8545a4515689f5e1fd9e5afca56b6410fa56c34d82a829d10bfa0f92b7",
        "9c442a5c3c97d714cd8f54d10efdf17eac06f33e6310841f9fb9aad1c5057349f7b677c17d40430c35714a86a71cf983abf72d0defaeb9b627cd5b444516330b8a770919e8676cff84d0c5120bd70c99ba8907c967192b966d2c075a68e2ac651ce0dc48",
        "2c728b92ce0632b1162b531a8940f997c5d22215b80d1b0b47998ee108983b7e77157254fd9fd450fd5f01ee685d5b393348a8dcdff3d05a989ff5e5b7d25409",
    ],
];

fn message(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).expect("hexadecimal digits")).collect()
}

#[test]
fn monocyphers_signatures() {
    for [seed, public, text, signature] in MONOCYPHER {
        let (message, signature) = (message(text), Signature::from_bytes(&hex(signature)));
        for tier in tiers() {
            at_most(tier, || {
                let key = SigningKey::from_seed(hex(seed));
                assert_eq!(key.verifying_key().to_bytes(), hex(public), "{tier}");
                assert_eq!(key.sign(&message), signature, "{tier}");
                let pair: [u8; 64] = [hex::<32>(seed), hex(public)].concat().try_into().expect("two halves");
                assert!(SigningKey::from_keypair_bytes(&pair).is_ok(), "{tier}");
                assert_eq!(eddsa_blake2b::verify(&hex(public), &message, &signature), Ok(()), "{tier}");
            });
        }
    }
}

/// Keys, X25519 keys of the same scalar and signatures, of messages of many lengths.
#[test]
fn agrees_with_dalek() {
    let random = &mut TestRandom::new(1);
    for length in (0..150).chain([239, 240, 255, 256, 257, 1000, 4096]) {
        let (seed, mut message) = (bytes(random), vec![0; length]);
        message.iter_mut().for_each(|byte| [*byte] = bytes(random));
        let h: [u8; 64] =
            blake2::Digest::finalize(blake2::Digest::chain_update(<blake2::Blake2b512 as blake2::Digest>::new(), seed))
                .into();
        let theirs = ExpandedSecretKey::from_bytes(&h);
        let public = ed25519_dalek::VerifyingKey::from(&theirs);
        let expected = raw_sign::<blake2::Blake2b512>(&theirs, &message, &public).to_bytes();
        for tier in tiers() {
            at_most(tier, || {
                let key = SigningKey::from_seed(seed);
                assert_eq!(key.verifying_key().to_bytes(), public.to_bytes());
                assert_eq!(key.sign(&message).to_bytes(), expected, "{length} bytes at {tier}");
                assert_eq!(eddsa_blake2b::sign_batch(&[(&key, &message)])[0].to_bytes(), expected);
                let signature = Signature::from_bytes(&expected);
                for rule in Rule::ALL {
                    let verdict = key.verifying_key().verify_with(rule, &message, &signature);
                    assert_eq!(verdict, Ok(()), "{length} bytes by {rule:?} at {tier}");
                }
                assert_eq!(eddsa_blake2b::from_seed_batch(&[seed])[0].verifying_key(), key.verifying_key());
                assert_eq!(key.to_x25519().public_key().as_bytes(), &public.to_montgomery().to_bytes());
                let hedged = key.sign_hedged(&message, &mut TestRandom::new(2)).unwrap();
                assert_ne!(hedged, signature);
                assert_eq!(key.verifying_key().verify(&message, &hedged), Ok(()));
            });
        }
    }
}

/// Returns whether a signature is valid for Monocypher: 8(S·B − R − k·A) = 0 for a canonical S and any encodings.
fn is_valid(key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
    let [r, s]: [[u8; 32]; 2] = [0, 32].map(|start| signature[start..start + 32].try_into().expect("a half"));
    let mut hasher = blake2b_simd::Params::new().hash_length(64).to_state();
    hasher.update(&r).update(key).update(message);
    let k = dalek::Scalar::from_bytes_mod_order_wide(hasher.finalize().as_array());
    let decode = |bytes| CompressedEdwardsY(bytes).decompress();
    let (Some(a), Some(r), Some(s)) = (decode(*key), decode(r), dalek::Scalar::from_canonical_bytes(s).into_option())
    else {
        return false;
    };
    (dalek::EdwardsPoint::mul_base(&s) - r - a * k).mul_by_cofactor().is_identity()
}

/// Keys and points of small and of mixed order, encodings and S that are not canonical, other changed bits.
fn strange_signatures() -> Vec<([u8; 32], [u8; 64])> {
    let random = &mut TestRandom::new(3);
    let join = |r: [u8; 32], s: [u8; 32]| [r, s].concat().try_into().expect("two halves");
    let mut encodings: Vec<[u8; 32]> = TORSION.map(hex).to_vec();
    encodings.extend(edges().into_iter().filter(|edge| edge[2..30].iter().all(|byte| *byte == 0xff || *byte == 0)));
    let mut cases = Vec::new();
    for (i, a) in encodings.iter().enumerate() {
        for r in encodings.iter().skip(i % 7).step_by(7) {
            cases.push((*a, join(*r, [0; 32])));
        }
    }
    for torsion in TORSION {
        let torsion = CompressedEdwardsY(hex(torsion)).decompress().expect("a point");
        let seed = bytes(random);
        let key = SigningKey::from_seed(seed);
        let signature = key.sign(b"m").to_bytes();
        let r: [u8; 32] = signature[..32].try_into().expect("a half");
        let s: [u8; 32] = signature[32..].try_into().expect("a half");
        let moved = |encoding| (CompressedEdwardsY(encoding).decompress().expect("a point") + torsion).compress().0;
        let public = key.verifying_key().to_bytes();
        cases.extend([(public, signature), (moved(public), signature), (public, join(moved(r), s))]);
        for bit in (0..512).step_by(37) {
            let mut changed = signature;
            changed[bit / 8] ^= 1 << (bit % 8);
            cases.push((public, changed));
        }
    }
    cases
}

/// Single, prepared, streaming and batch verification.
#[test]
fn verdicts_are_monocyphers() {
    let cases: Vec<_> =
        strange_signatures().into_iter().map(|(key, signature)| (key, Signature::from_bytes(&signature))).collect();
    let expected: Vec<_> = cases.iter().map(|(key, signature)| is_valid(key, b"m", signature.as_bytes())).collect();
    let valid = expected.iter().filter(|valid| **valid).count();
    assert!(valid > 50 && cases.len() - valid > 50, "{valid} of {}", cases.len());
    let batch: Vec<_> = cases.iter().map(|(key, signature)| BatchItem::new(key, b"m", signature)).collect();
    for tier in tiers() {
        at_most(tier, || {
            for ((key, signature), valid) in cases.iter().zip(&expected) {
                let verdict = eddsa_blake2b::verify(key, b"m", signature);
                assert_eq!(verdict.is_ok(), *valid, "{key:02x?} {signature} at {tier}");
                let Ok(key) = VerifyingKey::from_bytes(key) else {
                    assert_eq!(verdict, Err(SignatureError::Key(VerifyingKeyError::NotOnCurve)));
                    continue;
                };
                assert_eq!(key.verify(b"m", signature), verdict);
                assert_eq!(key.prepare().verify(b"m", signature), verdict);
                let mut verifier = key.verifier(signature);
                verifier.update(b"m");
                assert_eq!(verifier.verify(), verdict);
            }
            let refused = eddsa_blake2b::verify_batch(&batch).unwrap_err();
            assert_eq!(refused.verdicts().iter().map(Result::is_ok).collect::<Vec<_>>(), expected, "{tier}");
        });
    }
}

#[test]
fn batches_are_what_single_operations_are() {
    let random = &mut TestRandom::new(4);
    let keys = eddsa_blake2b::generate_batch(40, random).unwrap();
    let messages: Vec<_> = (0..40).map(|i| vec![i as u8; i * 13]).collect();
    let batch: Vec<_> = keys.iter().zip(&messages).map(|(key, message)| (key, message.as_slice())).collect();
    for tier in tiers() {
        at_most(tier, || {
            let signatures = eddsa_blake2b::sign_batch(&batch);
            let singles = batch.iter().map(|(key, message)| key.sign(message));
            assert_eq!(signatures, singles.collect::<Vec<_>>(), "{tier}");
            let items = batch.iter().zip(&signatures);
            let items: Vec<_> =
                items.map(|((key, m), signature)| BatchItem::new(key.verifying_key(), m, signature)).collect();
            assert_eq!(eddsa_blake2b::verify_batch(&items), Ok(()), "{tier}");
        });
    }
}

/// `crypto_eddsa_check_equation`: the caller computes the challenge.
#[test]
fn a_challenge_of_the_callers_own() {
    let key = SigningKey::from_seed([5; 32]);
    let signature = key.sign(b"m");
    let input = [&signature.as_bytes()[..32], key.verifying_key().as_bytes(), b"m"].concat();
    let k = Scalar::from_bytes_mod_order_wide(blake2b_simd::blake2b(&input).as_array());
    assert_eq!(key.verifying_key().verify_challenge(Rule::Zip215, &k, &signature), Ok(()));
    let other = key.verifying_key().verify_challenge(Rule::Zip215, &(k + Scalar::ONE), &signature);
    assert_eq!(other, Err(SignatureError::Mismatch));
}

/// `crypto_eddsa_to_x25519` and `crypto_x25519_to_eddsa`, with Monocypher's results.
#[test]
fn monocyphers_conversions() {
    let examples = [
        [
            "eb355f2d9dbe594068dab59dd269af40da47d7d6b2137ed57ccd6e72d4fdacc6",
            "4644f78aa7e35231bf82768c28b8d7e9df73754ffc20982b11b807c697b40105",
        ],
        [
            "ae30e67bc0391f0da13941bb26e1b13c44dddbfa82056197e1c2af0cb143eed8",
            "db0f6e182512bb36d3de934ee7cf27752b17f4bed9efb2f6fb6c3a3b1541b373",
        ],
    ];
    for [eddsa, montgomery] in examples {
        let key = VerifyingKey::from_bytes(&hex(eddsa)).unwrap();
        assert_eq!(key.to_x25519().to_bytes(), hex(montgomery));
        let public = x25519::PublicKey::from_bytes(hex(montgomery));
        let mut positive: [u8; 32] = hex(eddsa);
        positive[31] &= 0x7f;
        assert_eq!(VerifyingKey::from_x25519(&public, false).unwrap().to_bytes(), positive);
        assert_eq!(VerifyingKey::from_x25519(&public, true).unwrap(), key);
    }
}
