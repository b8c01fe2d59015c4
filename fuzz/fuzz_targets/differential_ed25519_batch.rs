//! A batch gives each signature the verdict that it has alone, under every rule and at every tier; the cofactorless
//! verdict is ed25519-dalek's.
//!
//! Signatures are made from a few secrets and nonces, zero among them, with points of small order added to A and to R,
//! in encodings that are canonical and in ones that are not, and are then tampered with: so most of them are valid
//! under some rules and not under others.
#![no_main]

use carnelian::__internals::at_most;
use carnelian::cpu::Tier;
use carnelian::curve::curve25519::{EdwardsPoint, Scalar};
use carnelian::curve::ed25519::{self, BatchItem, Rule, Signature, VerifyingKey};
use carnelian::hash::Sha512;
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;

/// How one signature of a batch comes about.
#[derive(Arbitrary, Debug)]
struct Recipe {
    /// Of few keys, so that some come again.
    secret: u8,
    nonce: u8,
    /// Which point of small order is added to A, and which to R.
    torsion: (u8, u8),
    /// Which encodings of A and R are taken, of those that there are.
    encoding: (u8, u8),
    message: u8,
    tampering: Tampering,
}

/// A change to a signature that was made as the standard says.
#[derive(Arbitrary, Debug)]
enum Tampering {
    Nothing,
    NothingEither,
    AnotherMessage,
    /// S + L, which is no scalar.
    AddOrder,
    FlipBit(u16),
}

/// A key, a message and a signature.
type Item = ([u8; 32], Vec<u8>, [u8; 64]);

const MOST: usize = 24;

fuzz_target!(|recipes: Vec<Recipe>| {
    let items: Vec<Item> = recipes.iter().take(MOST).map(item).collect();
    let signatures: Vec<_> = items.iter().map(|(_, _, signature)| Signature::from_bytes(signature)).collect();
    for rule in Rule::ALL {
        let mut before = None;
        for tier in Tier::ALL {
            let verdicts = at_most(tier, || verdicts(rule, &items, &signatures));
            assert_eq!(*before.get_or_insert(verdicts.clone()), verdicts, "{rule:?}, {tier}");
        }
    }
});

/// The verdicts of a batch, after comparing them with those on each item alone.
fn verdicts(rule: Rule, items: &[Item], signatures: &[Signature]) -> Vec<bool> {
    let batch: Vec<_> = items
        .iter()
        .zip(signatures)
        .map(|((key, message, _), signature)| BatchItem::new(key, message, signature))
        .collect();
    let alone: Vec<bool> = items
        .iter()
        .zip(signatures)
        .map(|((key, message, _), signature)| {
            let key = VerifyingKey::from_bytes_for(rule, key);
            key.is_ok_and(|key| key.verify_with(rule, message, signature).is_ok())
        })
        .collect();
    let together: Vec<bool> = match ed25519::verify_batch_with(rule, &batch) {
        Ok(()) => vec![true; items.len()],
        Err(refused) => refused.verdicts().iter().map(Result::is_ok).collect(),
    };
    assert_eq!(together, alone, "{rule:?}: {items:02x?}");
    if rule == Rule::Cofactorless {
        assert_eq!(alone, items.iter().map(valid_to_dalek).collect::<Vec<_>>(), "{items:02x?}");
    }
    alone
}

fn valid_to_dalek((key, message, signature): &Item) -> bool {
    use ed25519_dalek::{Signature, Verifier, VerifyingKey};
    let signature = Signature::from_bytes(signature);
    VerifyingKey::from_bytes(key).is_ok_and(|key| key.verify(message, &signature).is_ok())
}

fn item(recipe: &Recipe) -> Item {
    let scalar =
        |number: u8| Scalar::from(u64::from(number)) * Scalar::from(0x1234_5678_9abc_def1_0fed_cba9_8765_4321_u128);
    let (secret, nonce) = (scalar(recipe.secret % 4), scalar(recipe.nonce % 8));
    let a = encode(EdwardsPoint::mul_base(&secret) + torsion(recipe.torsion.0), recipe.encoding.0);
    let r = encode(EdwardsPoint::mul_base(&nonce) + torsion(recipe.torsion.1), recipe.encoding.1);
    let mut message = vec![recipe.message % 4; usize::from(recipe.message % 4) * 50];

    let mut hasher = Sha512::new();
    [&r[..], &a, &message].iter().for_each(|part| hasher.update(part));
    let k = Scalar::from_bytes_mod_order_wide(&hasher.finalize());
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&r);
    signature[32..].copy_from_slice(&k.mul_add(&secret, &nonce).to_bytes());
    match recipe.tampering {
        Tampering::Nothing | Tampering::NothingEither => {}
        Tampering::AnotherMessage => message.push(0),
        Tampering::AddOrder => add_order(&mut signature[32..]),
        Tampering::FlipBit(bit) => signature[usize::from(bit / 8) % 64] ^= 1 << (bit % 8),
    }
    (a, message, signature)
}

/// A multiple of a point of order 8.
fn torsion(multiple: u8) -> EdwardsPoint {
    let order_8 = [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20,
        0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ];
    EdwardsPoint::decompress(&order_8).unwrap() * Scalar::from(u64::from(multiple % 8))
}

/// One of the encodings of a point: y + p where it still has 255 bits, and either sign where x = 0.
fn encode(point: EdwardsPoint, which: u8) -> [u8; 32] {
    let canonical = point.compress();
    let mut encodings = vec![canonical];
    if canonical[0] < 19 && canonical[1..31].iter().all(|byte| *byte == 0) && canonical[31] & 0x7f == 0 {
        let mut larger = [0xff; 32];
        (larger[0], larger[31]) = (canonical[0] + 0xed, canonical[31] | 0x7f);
        encodings.push(larger);
    }
    for mut encoding in encodings.clone() {
        encoding[31] ^= 0x80;
        let same = EdwardsPoint::decompress_zip215(&encoding).is_ok_and(|other| other.compress() == canonical);
        encodings.extend(same.then_some(encoding));
    }
    encodings[usize::from(which) % encodings.len()]
}

fn add_order(s: &mut [u8]) {
    const L: [u8; 32] = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ];
    let mut carry = 0;
    for (byte, order) in s.iter_mut().zip(L) {
        let sum = u16::from(*byte) + u16::from(order) + carry;
        (*byte, carry) = (sum as u8, sum >> 8);
    }
}
