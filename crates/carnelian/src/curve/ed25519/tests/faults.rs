//! Bits that change in the memory of a key: the signatures are right nevertheless, and the check of the pair tells.

use super::*;
use crate::curve::curve25519::Scalar;
use crate::error::FaultError;

/// Changes one part of a key.
type Change<S> = fn(&mut SigningKeyOf<S>, usize);

fn flip(bytes: &mut [u8], bit: usize) {
    bytes[bit / 8] ^= 1 << (bit % 8);
}

/// The parts that a key keeps. A change that is made twice is undone.
fn parts<S: Scheme>() -> [(&'static str, usize, Change<S>); 6] {
    [
        ("A", 256, |key, bit| {
            let (point, mut bytes) = (key.verifying_key.to_point(), key.verifying_key.to_bytes());
            flip(&mut bytes, bit);
            key.verifying_key = VerifyingKeyOf::from_canonical(point, bytes);
        }),
        ("the copy of A", 256, |key, bit| key.private.public.write(|bytes| flip(bytes, bit))),
        ("the seed", 256, |key, bit| key.private.seed.write(|bytes| flip(bytes, bit))),
        // Below L, which begins with 2²⁵².
        ("the scalar", 252, |key, bit| {
            key.private.scalar.write(|scalar| {
                let mut bytes = scalar.to_bytes();
                flip(&mut bytes, bit);
                *scalar = Scalar::from_bytes_mod_order(&bytes);
            });
        }),
        ("the prefix", 256, |key, bit| key.private.prefix.write(|bytes| flip(bytes, bit))),
        ("the checksum", 64, |key, bit| key.private.checksum.write(|bytes| flip(bytes, bit))),
    ]
}

fn signs_right<S: Scheme>() {
    let sound = SigningKeyOf::<S>::from_seed([0x6b; 32]);
    let hedged = |key: &SigningKeyOf<S>| key.sign_hedged(b"a message", &mut TestRandom::new(4)).unwrap().to_bytes();
    let (expected, noisy) = (sound.sign(b"a message").to_bytes(), hedged(&sound));
    sound.verifying_key().verify(b"a message", &SignatureOf::from_bytes(&noisy)).unwrap();
    assert_eq!(sound.verified().sign(b"a message").unwrap().to_bytes(), expected);
    let verified = sound.verified().sign_hedged(b"a message", &mut TestRandom::new(4)).unwrap();
    assert_eq!(verified.to_bytes(), noisy);
    assert_eq!(sound.check_pair(), Ok(()));
    let mut key = SigningKeyOf::<S>::from_seed([0x6b; 32]);
    for (what, bits, change) in parts() {
        for bit in 0..bits {
            change(&mut key, bit);
            assert!(!key.is_intact(), "{what}, bit {bit}");
            assert_eq!(key.sign(b"a message").to_bytes(), expected, "{what}, bit {bit}");
            if bit % 16 == 0 {
                assert_eq!(hedged(&key), noisy, "{what}");
                assert_eq!(key.check_pair(), Err(FaultError), "{what}");
                // The signature is verified by the copy of A.
                let verified = key.verified().sign(b"a message").map(SignatureOf::to_bytes);
                assert_eq!(verified, if what == "the copy of A" { Err(FaultError) } else { Ok(expected) }, "{what}");
            }
            change(&mut key, bit);
        }
    }
    assert!(key.is_intact());
    // A and its copy: not even then is A in the challenge another one.
    let [(_, _, first), (_, _, second), ..] = parts::<S>();
    first(&mut key, 5);
    second(&mut key, 6);
    assert_eq!(key.sign(b"a message").to_bytes(), expected);
    first(&mut key, 5);
    second(&mut key, 6);
    // The seed and the scalar: the public key is another one, and then so is the nonce.
    let [_, _, (_, _, seed), (_, _, scalar), ..] = parts::<S>();
    seed(&mut key, 7);
    scalar(&mut key, 8);
    let signature = key.sign(b"a message");
    assert_ne!(signature.r(), expected[..32]);
    key.repaired().verifying_key().verify(b"a message", &signature).unwrap();
    assert_eq!(key.verified().sign(b"a message").map(SignatureOf::to_bytes), Err(FaultError));
}

#[test]
fn of_kept_memory() {
    signs_right::<Ed25519>();
    signs_right::<EddsaBlake2b>();
}

#[test]
fn every_way_to_sign_repairs() {
    let sound = SigningKey::from_seed([0x6c; 32]);
    let context = Context::new(b"context").unwrap();
    let all = |key: &SigningKey| {
        let random = &mut TestRandom::new(5);
        (
            key.sign_ctx(context, b"m"),
            key.sign_ctx_hedged(context, b"m", random).unwrap(),
            key.sign_prehash(None, Prehash::of(b"m")),
            key.sign_prehash_hedged(Some(context), Prehash::of(b"m"), random).unwrap(),
            key.sign_prehash_digest(None, &[7; 64]),
            sign_batch(&[(key, b"1"), (&sound, b"2"), (key, &[3; 9999])]),
            key.sign_combined(b"m"),
        )
    };
    let verified = |key: &SigningKey| {
        let (random, key) = (&mut TestRandom::new(5), key.verified());
        (
            key.sign_ctx(context, b"m").unwrap(),
            key.sign_ctx_hedged(context, b"m", random).unwrap(),
            key.sign_prehash(None, Prehash::of(b"m")).unwrap(),
            key.sign_prehash_hedged(Some(context), Prehash::of(b"m"), random).unwrap(),
        )
    };
    let (expected, expected_verified) = (all(&sound), verified(&sound));
    let mut key = SigningKey::from_seed([0x6c; 32]);
    let [(_, _, a), (_, _, _), (_, _, seed), ..] = parts();
    for change in [a, seed] {
        change(&mut key, 99);
        assert_eq!(all(&key), expected);
        assert_eq!(verified(&key), expected_verified);
        change(&mut key, 99);
    }
    for key in generate_batch(3, &mut TestRandom::new(6)).unwrap() {
        assert_eq!(key.check_pair(), Ok(()));
    }
}

/// A fault in the computation, as one in the point under which is verified.
#[test]
fn what_does_not_verify_is_not_released() {
    let mut key = SigningKey::from_seed([0x6d; 32]);
    let (point, bytes) = (key.verifying_key.to_point(), key.verifying_key.to_bytes());
    key.verifying_key = VerifyingKey::from_canonical(point.double(), bytes);
    assert_eq!(key.verified().sign(b"m"), Err(FaultError));
    assert_eq!(key.verified().sign_hedged(b"m", &mut TestRandom::new(1)), Err(SignError::Fault));
    assert_eq!(key.check_pair(), Err(FaultError));
    let broken = SigningKey::from_seed([0x6d; 32]);
    let refused = broken.verified().sign_hedged(b"m", &mut Broken);
    assert_eq!(refused, Err(SignError::Random(RandomError)));
}
