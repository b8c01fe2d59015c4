//! Tests below the public interface: expand_message_xmd, the backends that are entered, the stack.

use super::*;
use crate::base::cpu::{Tier, forced::at_most};
use crate::base::testing;
use crate::curve::curve25519::backend;
use std::vec::Vec;

/// Runs `body` at every tier that this CPU has.
fn at_every_tier(mut body: impl FnMut(Tier)) {
    for tier in crate::base::cpu::forced::tiers() {
        at_most(tier, || body(tier));
    }
}

/// A random source that returns the same bytes forever.
struct Stuck(u8);

impl Random for Stuck {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        out.fill(self.0);
        Ok(())
    }
}

/// Half of all keys have a representative; a source that repeats a key without one ends in an error.
#[test]
fn a_source_that_repeats_itself_does_not_loop_forever() {
    let outcomes: Vec<bool> = (0..16).map(|byte| generate(&mut Stuck(byte)).is_ok()).collect();
    assert!(outcomes.contains(&true) && outcomes.contains(&false), "{outcomes:?}");
}

/// Message and uniform bytes of expand_message_xmd with SHA-512, Appendix K.3.
const EXPANDED: [[&str; 2]; 4] = [
    ["", "6b9a7312411d92f921c6f68ca0b6380730a1a4d982c507211a90964c394179ba"],
    ["abc", "0da749f12fbe5483eb066a5f595055679b976e93abe9be6f0f6318bce7aca8dc"],
    [
        "",
        "41b037d1734a5f8df225dd8c7de38f851efdb45c372887be655212d07251b921b052b62eaed99b46f72f2ef4cc96bfaf254ebbbec091e1a3b9e4fb5e5b619d2e0c5414800a1d882b62bb5cd1778f098b8eb6cb399d5d9d18f5d5842cf5d13d7eb00a7cff859b605da678b318bd0e65ebff70bec88c753b159a805d2c89c55961",
    ],
    [
        "abc",
        "7f1dddd13c08b543f2e2037b14cefb255b44c83cc397c1786d975653e36a6b11bdd7732d8b38adb4a0edc26a0cef4bb45217135456e58fbca1703cd6032cb1347ee720b87972d63fbf232587043ed2901bce7f22610c0419751c065922b488431851041310ad659e4b23520e1772ab29dcdeb2002222a363f0c2b1c972b3efe1",
    ],
];

#[test]
fn the_rfcs_expanded_messages() {
    let dst = b"QUUX-V01-CS02-with-expander-SHA512-256";
    let hex = |text: &str| -> Vec<u8> {
        (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
    };
    for [message, expected] in EXPANDED {
        let found = match expected.len() {
            64 => expand_message::<32>(message.as_bytes(), dst).unwrap().expose().to_vec(),
            _ => expand_message::<128>(message.as_bytes(), dst).unwrap().expose().to_vec(),
        };
        assert_eq!(found, hex(expected), "{message}");
    }
}

#[test]
fn every_backend_is_entered() {
    at_every_tier(|tier| {
        let runs = |kernel: &'static str, work: &dyn Fn()| {
            let ran = testing::trace(work);
            assert!(ran.contains(&(kernel, backend())), "{kernel} at {tier}: {ran:?}");
        };
        let public = Representative::from_bytes([7; 32]).public_key();
        runs("elligator2_map", &|| _ = Representative::from_bytes([7; 32]).public_key());
        runs("elligator2_inverse", &|| _ = Representative::of(&public, 0));
        runs("elligator2_inverse_of_point", &|| _ = hide(&SecretKey::from_bytes([7; 32]), 0));
        runs("elligator2_map_to_edwards", &|| _ = hash_to_curve(b"m", b"dst").map(|_| ()));
    });
}

/// Searches for the secrets that could be left, as words of eight bytes: the scalar, its digits, the expanded message.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_is_left_on_the_stack() {
    use crate::base::random::TestRandom;
    let mut secret = [0; 32];
    TestRandom::new(5).fill(&mut secret).unwrap();
    let key = std::boxed::Box::new(SecretKey::from_bytes(secret));
    let message: [u8; 64] = core::array::from_fn(|i| secret[i % 32] ^ 0x5a);
    let uniform = expand_message::<96>(&message, b"dst").unwrap();
    let clamped = x25519::decode_scalar(&secret);
    let secrets: Vec<_> = [&secret[8..24], &clamped.expose()[..], uniform.expose()].concat();
    let words: Vec<&[u8]> = secrets.chunks(8).collect();
    let found_in = |stack: &[u8]| stack.windows(8).filter(|window| words.contains(window)).count();
    at_every_tier(|tier| {
        let mut public = std::boxed::Box::new([0; 32]);
        let mut hidden = std::boxed::Box::new(Err(NoRepresentative));
        let mut point = std::boxed::Box::new([0; 32]);
        let works: [(&str, &mut dyn FnMut()); 3] = [
            ("dirty_public_key", &mut || *public = dirty_public_key(&key).to_bytes()),
            ("hide", &mut || *hidden = hide(&key, 1)),
            ("hash_to_curve", &mut || *point = hash_to_curve(&message, b"dst").unwrap().compress()),
        ];
        for (what, work) in works {
            assert_eq!(found_in(&testing::stack_left_by(work)), 0, "{what} at {tier}");
        }
    });
}
