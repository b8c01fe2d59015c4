//! Tests that secrets do not stay in memory.

use super::*;
use crate::base::testing;
use crate::curve::curve25519::Scalar;
use crate::hash::Sha512;

#[test]
fn a_dropped_key_leaves_nothing() {
    let secrets = secrets(&[0xa5; 32], b"");
    let private = SigningKey::from_seed([0xa5; 32]).private.into_inner();
    let bytes = testing::bytes_after_drop(private);
    assert_eq!(found_in(&bytes, &secrets), Vec::<&str>::new());
    let key = SigningKey::from_seed([0xa5; 32]);
    let bytes = testing::bytes_after_drop(key);
    assert_eq!(found_in(&bytes, &secrets), Vec::<&str>::new());
}

/// Returns the secrets of signing `message` with the key of `seed`, as words of eight bytes.
fn secrets(seed: &[u8; 32], message: &[u8]) -> Vec<(&'static str, [u8; 8])> {
    let h = Sha512::digest(seed);
    let mut number: [u8; 32] = core::array::from_fn(|i| h[i]);
    number[0] &= 248;
    number[31] = number[31] & 63 | 64;
    let nonce = Sha512::digest(&[&h[32..], message].concat());
    let mut secrets = Vec::new();
    let mut add = |name, bytes: &[u8]| {
        for word in bytes.as_chunks::<8>().0 {
            let mut swapped = *word;
            swapped.reverse();
            secrets.extend([(name, *word), (name, swapped)]);
        }
    };
    add("seed", seed);
    add("digest of the seed", &h);
    add("secret number", &number);
    add("secret scalar", &Scalar::from_bytes_mod_order(&number).to_bytes());
    add("digest of the nonce", &nonce);
    let nonce = Scalar::from_bytes_mod_order_wide(&nonce).to_bytes();
    add("nonce", &nonce);
    add("digits of the nonce", &radix16(&nonce));
    // Words that are nearly zero occur anywhere.
    secrets.retain(|(_, word)| word.iter().filter(|byte| **byte != 0).count() > 4);
    secrets
}

/// Returns the signed digits of a scalar in radix 16 that multiplication by the base point uses.
fn radix16(scalar: &[u8; 32]) -> Vec<u8> {
    let mut carry = 0;
    let nibbles = scalar.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    nibbles
        .map(|nibble| {
            let digit = nibble + carry;
            carry = (digit + 8) >> 4;
            digit.wrapping_sub(carry << 4)
        })
        .collect()
}

fn found_in(memory: &[u8], secrets: &[(&'static str, [u8; 8])]) -> Vec<&'static str> {
    let present: std::collections::HashSet<&[u8]> = memory.windows(8).collect();
    let mut found: Vec<_> =
        secrets.iter().filter(|(_, word)| present.contains(&word[..])).map(|(name, _)| *name).collect();
    found.dedup();
    found
}

#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn signing_leaves_nothing_on_the_stack() {
    let random = &mut TestRandom::new(9);
    let seed = random_array(random);
    let message: [u8; 200] = random_array(random);
    let key = std::boxed::Box::new(SigningKey::from_seed(seed));
    let keys: Vec<_> = (0..40).map(|_| (&*key, &message[..])).collect();
    at_every_tier(|tier| {
        let mut signature = key.sign(b"");
        let stack = testing::stack_left_by(&mut || signature = key.sign(&message));
        assert_eq!(found_in(&stack, &secrets(&seed, &message)), Vec::<&str>::new(), "{tier}");
        for count in [1, 8, 40] {
            let mut signatures = Vec::new();
            let stack = testing::stack_left_by(&mut || signatures = sign_batch(&keys[..count]));
            assert_eq!(found_in(&stack, &secrets(&seed, &message)), Vec::<&str>::new(), "{tier}, batch of {count}");
            assert_eq!(signatures, std::vec![signature; count]);
        }
    });
}

/// The search finds a secret that is left on a stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn the_stack_test_sees_secrets() {
    let seed = random_array(&mut TestRandom::new(10));
    let stack = testing::stack_left_by(&mut || _ = core::hint::black_box([seed, seed]));
    assert_eq!(found_in(&stack, &secrets(&seed, b"")), ["seed"]);
}
