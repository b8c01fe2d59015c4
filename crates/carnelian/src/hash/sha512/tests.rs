//! One test body for every backend.

use super::*;
use crate::base::cpu::Tier;
use crate::base::testing;
use std::vec::Vec;

/// Runs `body` at every tier of this CPU.
fn at_every_tier(body: impl Fn(Backend)) {
    for tier in Tier::ALL.into_iter().filter(|tier| *tier <= Tier::of_cpu()) {
        crate::base::cpu::forced::at_most(tier, || body(Backend::choose()));
    }
}

#[test]
fn examples() {
    at_every_tier(|_| {
        assert_eq!(Sha512::digest(b"abc")[..4], [0xdd, 0xaf, 0x35, 0xa1]);
    });
}

#[test]
fn batches_agree_with_single() {
    at_every_tier(|backend| {
        for count in 0..20 {
            let data: Vec<u8> = (0..6000).map(|i| (i * 7 + i / 251) as u8).collect();
            let messages: Vec<&[u8]> = (0..count).map(|i| &data[i..i + (i * 37 + i * i * 5) % 600]).collect();
            let mut digests = std::vec![[0; 64]; count];
            Sha512::digest_batch(&messages, &mut digests).unwrap();
            for (m, d) in messages.iter().zip(&digests) {
                assert_eq!(Sha512::digest(m), *d, "{backend:?} {count}");
            }
        }
    });
}
