//! X25519 at every tier, alone and in a batch, against x25519-dalek; public keys too.
#![no_main]

use carnelian::__internals::at_most;
use carnelian::cpu::Tier;
use carnelian::curve::x25519::{self, NonContributory, PublicKey, SecretKey};
use libfuzzer_sys::fuzz_target;

/// More than one vector of lanes, and with the last of them in part; each costs at every tier.
const MOST: usize = 19;

fuzz_target!(|input: Vec<([u8; 32], [u8; 32])>| {
    let pairs = &input[..input.len().min(MOST)];
    let shared: Vec<_> = pairs.iter().map(|(k, u)| x25519_dalek::x25519(*k, *u)).collect();
    let public: Vec<_> = pairs.iter().map(|(k, _)| x25519_dalek::x25519(*k, x25519::BASE)).collect();
    let keys: Vec<_> = pairs.iter().map(|(k, u)| (SecretKey::from_bytes(*k), PublicKey::from_bytes(*u))).collect();
    let secrets: Vec<_> = pairs.iter().map(|(k, _)| SecretKey::from_bytes(*k)).collect();
    let batch: Vec<_> = keys.iter().map(|(secret, peer)| (secret, peer)).collect();
    for tier in Tier::ALL {
        at_most(tier, || {
            for ((k, u), expected) in pairs.iter().zip(&shared) {
                assert_eq!(x25519::x25519(k, u).declassify("fuzzing"), expected, "{tier}");
            }
            for (found, expected) in x25519::diffie_hellman_batch(&batch).iter().zip(&shared) {
                match found {
                    Ok(found) => assert_eq!(found.as_secret().declassify("fuzzing"), expected, "{tier}"),
                    Err(NonContributory) => assert_eq!([0; 32], *expected, "{tier}"),
                }
            }
            let found: Vec<_> = x25519::public_key_batch(&secrets).iter().map(|key| key.to_bytes()).collect();
            assert_eq!(found, public, "{tier}");
        });
    }
});
