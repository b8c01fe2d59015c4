//! Elligator 2 at every tier: any 32 bytes stand for a point of the curve and are one of its representatives, up to
//! their sign; a coordinate has representatives that stand for it, or none; and all backends say the same. Points are
//! judged by curve25519-dalek.
#![no_main]

use carnelian::__internals::at_most;
use carnelian::cpu::Tier;
use carnelian::curve::elligator2::{self, Representative};
use carnelian::curve::x25519::{PublicKey, SecretKey};
use curve25519_dalek::MontgomeryPoint;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: ([u8; 32], u8)| {
    let (bytes, tweak) = input;
    let answers = Tier::ALL
        .map(|tier| at_most(tier, || (direct(bytes, tier), inverse(bytes, tweak, tier), hidden(bytes, tweak))));
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:02x?}");
});

fn direct(bytes: [u8; 32], tier: Tier) -> [u8; 32] {
    let public = Representative::from_bytes(bytes).public_key();
    assert!(MontgomeryPoint(public.to_bytes()).to_edwards(0).is_some(), "a point of the curve, {tier}");
    let again = [0, 1].map(|sign| Representative::of(&public, sign).expect("it has the one it came from"));
    assert_eq!(again.map(|representative| representative.public_key()), [public; 2], "{tier}");
    public.to_bytes()
}

fn inverse(bytes: [u8; 32], tweak: u8, tier: Tier) -> Option<[u8; 32]> {
    let public = PublicKey::from_bytes(bytes);
    let representative = Representative::of(&public, tweak).ok()?;
    assert_eq!(representative.public_key(), public, "{tier}");
    assert!(MontgomeryPoint(bytes).to_edwards(0).is_some(), "no representative stands for the twist, {tier}");
    Some(representative.to_bytes())
}

fn hidden(bytes: [u8; 32], tweak: u8) -> (PublicKey, Option<Representative>) {
    let secret = SecretKey::from_bytes(bytes);
    let (dirty, hidden) = (elligator2::dirty_public_key(&secret), elligator2::hide(&secret, tweak).ok());
    assert!(hidden.is_none_or(|hidden| hidden.public_key() == dirty));
    (dirty, hidden)
}
